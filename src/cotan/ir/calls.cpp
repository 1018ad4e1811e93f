#include "cotan/ir/calls.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/fn/fn.h"
#include "cotan/ir/ops_in.h"
#include "cotan/ir/output_marks.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/Inliner.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace cotan {

FlatSymbolRefAttr calleeOf(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return call.getCalleeAttr();
  auto call = dyn_cast<flow::CustomCallOp>(op);
  return call ? call.getRun() : FlatSymbolRefAttr();
}

SmallVector<FlatSymbolRefAttr, 3> functionsNamedBy(Operation *op) {
  using Names = SmallVector<FlatSymbolRefAttr, 3>;
  return llvm::TypeSwitch<Operation *, Names>(op)
      .Case([](func::CallOp call) { return Names{call.getCalleeAttr()}; })
      .Case([](flow::CustomCallOp call) { return call.getFunctions(); })
      .Case<fn::ConstantOp, fn::ClosureOp>([](auto value) { return Names{value.getCalleeAttr()}; })
      .Case([](func::FuncOp function) {
        auto mark = function->getAttrOfType<DictionaryAttr>(fn::derivedMark);
        return mark ? Names{mark.getAs<FlatSymbolRefAttr>("of")} : Names();
      })
      .Default(Names());
}

func::FuncOp functionNamed(Operation *from, FlatSymbolRefAttr name) {
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(from, name);
}

void renameFunctions(Operation *op, const FunctionNames &names) {
  if (names.empty())
    return;
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](FlatSymbolRefAttr name) -> std::optional<Attribute> {
    auto found = names.find(name.getAttr());
    if (found == names.end())
      return std::nullopt;
    return FlatSymbolRefAttr::get(found->second);
  });
  op->walk([&](Operation *inner) { replacer.replaceElementsIn(inner); });
}

SmallVector<func::FuncOp> reachedFrom(func::FuncOp root) {
  llvm::SetVector<func::FuncOp> reached;
  reached.insert(root);
  for (size_t i = 0; i < reached.size(); ++i) {
    func::FuncOp function = reached[i];
    function.walk([&](Operation *op) {
      for (FlatSymbolRefAttr name : functionsNamedBy(op))
        if (func::FuncOp named = functionNamed(op, name))
          reached.insert(named);
    });
  }
  return reached.takeVector();
}

SmallVector<Operation *> callsIn(func::FuncOp function) {
  return opsIn(function, [](Operation *op) { return bool(calleeOf(op)); });
}

bool isRecursive(func::FuncOp function) {
  llvm::SetVector<func::FuncOp> reached;
  auto follow = [&](func::FuncOp from) {
    from.walk([&](Operation *op) {
      auto names = functionsNamedBy(op);
      if (FlatSymbolRefAttr callee = calleeOf(op))
        names = {callee}; // of a rule only what runs
      for (FlatSymbolRefAttr name : names)
        if (func::FuncOp callee = functionNamed(op, name))
          reached.insert(callee);
    });
  };
  follow(function);
  for (size_t i = 0; i < reached.size(); ++i)
    follow(reached[i]);
  return reached.contains(function);
}

SmallVector<func::CallOp> callsOfItself(func::FuncOp function) {
  return opsIn<func::CallOp>(
      function, [&](func::CallOp call) { return call.getCallee() == function.getName(); });
}

/// Whether one holds of an op in `op` or in what that calls.
static bool reaches(Operation *op, llvm::function_ref<bool(Operation *)> isWanted) {
  llvm::SetVector<Operation *> reached;
  reached.insert(op);
  bool found = false;
  for (size_t i = 0; i < reached.size() && !found; ++i)
    reached[i]->walk([&](Operation *inner) {
      found |= isWanted(inner);
      if (FlatSymbolRefAttr callee = calleeOf(inner))
        reached.insert(functionNamed(op, callee));
    });
  return found;
}

bool hasOutput(Operation *op) { return reaches(op, llvm::IsaPred<flow::PrintOp, flow::AssertOp>); }

bool isWatched(Operation *op) {
  return reaches(op, [](Operation *inner) {
    return isa<flow::PrintOp>(inner) && (inner->hasAttr(progressMark) || inner->hasAttr(stopMark));
  });
}

InFlightDiagnostic emitErrorOf(func::FuncOp function) {
  return function.emitError("'") << function.getName() << "' ";
}

void updateType(func::FuncOp function) {
  Block &body = function.front();
  function.setType(FunctionType::get(function.getContext(), body.getArgumentTypes(),
                                     body.getTerminator()->getOperandTypes()));
}

func::FuncOp declareBeside(func::FuncOp callee, StringRef suffix, FunctionType type) {
  auto made = func::FuncOp::create(callee.getLoc(), (callee.getName() + suffix).str(), type);
  made.setPrivate();
  SymbolTable(callee->getParentOp()).insert(made, std::next(callee->getIterator()));
  return made;
}

static LogicalResult reportNotInlined(func::CallOp call, func::FuncOp callee) {
  auto error = call.emitError("the call of '") << call.getCallee() << "' cannot be inlined";
  if (callee.isExternal())
    return error << ": it has no body";
  if (!callee.getBody().hasOneBlock())
    return error << ": it has unstructured control flow; lift it first (--lift-cf)";
  if (Operation *end = &callee.getBody().back().back(); !isa<func::ReturnOp>(end))
    return error << ": it ends in '" << end->getName() << "', not in 'func.return'";
  if (call->hasAttr("no_inline") || callee->hasAttr("no_inline"))
    return error << "; remove 'no_inline'";
  return error << ": it holds ops that must stay where they are";
}

void callCopyInstead(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  if (!module || SymbolTable::symbolKnownUseEmpty(function, module))
    return;
  func::FuncOp copy = function.clone();
  copy.setPrivate();
  SymbolTable(module).insert(copy, std::next(function->getIterator())); // under another name
  if (failed(SymbolTable::replaceAllSymbolUses(function, copy.getNameAttr(), module)))
    llvm_unreachable("all uses of a function are known");
}

FailureOr<llvm::iterator_range<Block::iterator>> inlineCall(func::CallOp call) {
  func::FuncOp callee = functionNamed(call, call.getCalleeAttr());
  auto end = std::next(call->getIterator()); // there is a terminator, so it is not the block's
  InlinerInterface interface(call.getContext());
  InlinerConfig config;
  if (callee.isExternal() || !callee.getBody().hasOneBlock() ||
      !isa<func::ReturnOp>(callee.getBody().back().back()) ||
      failed(
          mlir::inlineCall(interface, config.getCloneCallback(), call, callee, &callee.getBody())))
    return reportNotInlined(call, callee);
  auto begin = std::next(call->getIterator());
  call.erase();
  return llvm::make_range(begin, end);
}

} // namespace cotan
