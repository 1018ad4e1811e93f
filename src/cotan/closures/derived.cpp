#include "cotan/closures/derived.h"

#include "cotan/autodiff/checkpoint.h"
#include "cotan/autodiff/custom_rules.h"
#include "cotan/autodiff/forward.h"
#include "cotan/autodiff/reverse.h"
#include "cotan/closures/unroll_derived.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/fn/fn.h"
#include "cotan/ir/silence.h"
#include "cotan/ir/types.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace cotan {

using Kind = Derived::Kind;

static StringRef nameOf(Kind kind) {
  switch (kind) {
  case Kind::gradient: return "gradient";
  case Kind::pullback: return "pullback";
  case Kind::tangents: return "tangents";
  }
  llvm_unreachable("all kinds have a name");
}

//--- Declaring

std::optional<Derived> derivedOf(func::FuncOp function) {
  auto mark = function->getAttrOfType<DictionaryAttr>(fn::derivedMark);
  if (!mark)
    return std::nullopt;
  auto wrt = mark.getAs<DenseI64ArrayAttr>("wrt").asArrayRef();
  return Derived{functionNamed(function, mark.getAs<FlatSymbolRefAttr>("of")),
                 Kind(mark.getAs<IntegerAttr>("kind").getInt()), llvm::to_vector_of<unsigned>(wrt)};
}

func::FuncOp primalOf(func::FuncOp function) {
  while (std::optional<Derived> derived = derivedOf(function))
    function = derived->of;
  return function;
}

static DictionaryAttr markOf(const Derived &derived) {
  Builder b(derived.of->getContext());
  return b.getDictionaryAttr(
      {b.getNamedAttr("kind", b.getI64IntegerAttr(int64_t(derived.kind))),
       b.getNamedAttr("of", FlatSymbolRefAttr::get(func::FuncOp(derived.of))),
       b.getNamedAttr("wrt", b.getDenseI64ArrayAttr(llvm::to_vector_of<int64_t>(derived.wrt)))});
}

static FunctionType typeOf(const Derived &derived) {
  func::FuncOp of = derived.of;
  SmallVector<Type> inputs(of.getArgumentTypes()), results(of.getResultTypes()), wrt;
  auto smooth = llvm::filter_to_vector(of.getResultTypes(), carriesDerivative);
  for (unsigned i : derived.wrt)
    wrt.push_back(inputs[i]);
  if (derived.kind == Kind::tangents) {
    llvm::append_range(inputs, wrt);
    llvm::append_range(results, smooth);
  } else {
    if (derived.kind == Kind::pullback)
      llvm::append_range(inputs, smooth);
    results = wrt;
  }
  return FunctionType::get(of.getContext(), inputs, results);
}

func::FuncOp declareDerived(const Derived &derived, Location loc) {
  const DictionaryAttr mark = markOf(derived);
  func::FuncOp of = derived.of;
  for (auto function : of->getParentRegion()->getOps<func::FuncOp>())
    if (function->getAttr(fn::derivedMark) == mark)
      return function;
  func::FuncOp made = declareBeside(of, ("." + nameOf(derived.kind)).str(), typeOf(derived));
  made->setLoc(loc);
  made->setAttr(fn::derivedMark, mark);
  return made;
}

void setDerived(func::FuncOp function, const Derived &derived) {
  function->setAttr(fn::derivedMark, markOf(derived));
}

//--- Writing

/// Takes the first results away.
static void dropResults(func::FuncOp function, unsigned count) {
  llvm::BitVector dropped(function.getNumResults());
  dropped.set(0, count);
  function.front().getTerminator()->eraseOperands(dropped);
  (void)function.eraseResults(dropped);
}

/// Turns a copy of what is differentiated into its derivative.
static LogicalResult derive(func::FuncOp copy, const Derived &derived) {
  const unsigned numResults = copy.getNumResults();
  if (derived.kind == Kind::tangents)
    return pushForward(copy, derived.wrt);
  ReverseOptions options{derived.wrt, differentiableAmong(copy.getResultTypes()), Seed::one};
  if (derived.kind == Kind::pullback) {
    options.seed = Seed::argument;
    silence({copy}, copy->getParentOp()); // the function has printed it
  }
  if (failed(differentiate(copy, options)))
    return failure();
  dropResults(copy, numResults);
  return success();
}

static LogicalResult write(func::FuncOp function, const Derived &derived,
                           function_ref<LogicalResult(func::FuncOp)> prepare) {
  SymbolTable symbols(function->getParentOp());
  func::FuncOp copy = func::FuncOp(derived.of).clone();
  copy.setPrivate();
  symbols.insert(copy);
  // What comes next sees a function as it is written, with calls of custom rules in it.
  if (failed(prepare(copy)) || failed(derive(copy, derived)) ||
      failed(inlineForwards(copy, /*order=*/~0u)))
    return failure();
  restoreCheckpoints(copy);
  function->removeAttr(fn::derivedMark);
  function.setFunctionType(copy.getFunctionType());
  function.getBody().takeBody(copy.getBody());
  symbols.erase(copy);
  return success();
}

/// The declared derivatives that each of `functions` needs.
static llvm::MapVector<Operation *, SmallVector<Operation *>>
needsOf(ArrayRef<func::FuncOp> functions) {
  llvm::MapVector<Operation *, SmallVector<Operation *>> needs;
  for (func::FuncOp function : functions)
    if (std::optional<Derived> derived = derivedOf(function))
      for (func::FuncOp reached : reachedFrom(derived->of)) {
        SmallVector<Operation *> &needed = needs[function];
        if (derivedOf(reached))
          needed.push_back(reached);
      }
  return needs;
}

LogicalResult writeDerived(ArrayRef<func::FuncOp> functions,
                           function_ref<LogicalResult(func::FuncOp)> prepare) {
  auto waiting = needsOf(functions);
  auto isReady = [&](const auto &entry) {
    return llvm::none_of(entry.second, [&](Operation *op) { return waiting.contains(op); });
  };
  while (!waiting.empty()) {
    auto next = llvm::find_if(waiting, isReady);
    if (next == waiting.end()) { // they wait for each other
      auto others = llvm::map_to_vector(
          waiting, [](const auto &entry) { return cast<func::FuncOp>(entry.first); });
      waiting = needsOf(unrollDerived(others));
      continue;
    }
    auto function = cast<func::FuncOp>(next->first);
    waiting.erase(next);
    if (failed(write(function, *derivedOf(function), prepare)))
      return failure();
  }
  return success();
}

} // namespace cotan
