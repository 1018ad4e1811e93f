#include "cotan/transforms/inline_calls.h"

#include "cotan/ir/calls.h"
#include "cotan/ir/checkpoint.h"
#include "cotan/ir/flow/custom_call.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/ops_in.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace cotan {
namespace {

/// A function whose calls are being followed: `next` is the first not followed yet.
struct Visit {
  func::FuncOp function;
  SmallVector<Operation *> calls;
  size_t next = 0;
};

//--- the cost model

/// A function that is called twice stays one if its copies would hold more operators than this in
/// all: so many take about a second to compile with their gradient.
constexpr size_t mostOpsOfCopies = 1500;
/// A call costs what a few operators cost, and nothing is fused across it.
constexpr size_t fewOps = 16;

enum class Wanted { whatPays, keep, inlined };

/// What is known of a function of a program when it is decided on. Numbers stop at the greatest.
struct Counted {
  size_t ops = 0;   // without constants; those of what it calls in their place
  size_t sites = 0; // calls of it, with those in copies of what calls it
  llvm::MapVector<Operation *, size_t> calls;
  bool isRecursive = false;
  bool leavesFrames = false; // it holds loops or branches, or calls what does
  bool handsStackOn = false; // a stack that it takes gets to a function that calls itself
};

void add(size_t &sum, size_t count, size_t each) {
  sum = llvm::SaturatingMultiplyAdd(count, each, sum);
}

Counted countOps(func::FuncOp function) {
  Counted found;
  found.leavesFrames = !function.getBody().hasOneBlock();
  function.walk([&](Operation *op) {
    found.leavesFrames |= isa<flow::Structured, flow::ScanOp>(op);
    if (FlatSymbolRefAttr callee = calleeOf(op))
      ++found.calls[functionNamed(op, callee)];
    else
      found.ops += op != function && !op->hasTrait<OpTrait::ConstantLike>() &&
                   !op->hasTrait<OpTrait::IsTerminator>();
  });
  return found;
}

bool hasStack(TypeRange types) { return llvm::any_of(types, llvm::IsaPred<flow::StackType>); }

/// The program, function by function.
class CostModel {
public:
  /// Callees come before callers, as far as they do not call each other.
  CostModel(ArrayRef<func::FuncOp> given, Wanted wanted, Next next)
      : functions(given), wanted(wanted), next(next) {
    bool isAcyclic = true;
    for (func::FuncOp function : functions) {
      Counted &counted = known[function] = countOps(function);
      for (auto [callee, count] : counted.calls)
        isAcyclic &= known.contains(callee) && callee != function;
    }
    for (func::FuncOp function : functions) {
      Counted &counted = known[function];
      counted.isRecursive = !isAcyclic && isRecursive(function);
      for (auto [callee, count] : counted.calls) {
        counted.leavesFrames |= known[callee].leavesFrames;
        if (!known[callee].isRecursive)
          add(counted.ops, count, known[callee].ops);
      }
      counted.handsStackOn = handsStackOn(function);
    }
  }

  /// From callers to callees: how often a function is called is known when its callers are decided.
  llvm::DenseMap<Operation *, bool> decide() {
    llvm::DenseMap<Operation *, bool> staying;
    for (func::FuncOp function : llvm::reverse(functions)) {
      const Counted &counted = known[function];
      const bool isProgram = function == functions.back();
      staying[function] = stays(function);
      if (!isProgram)
        remark(function, staying[function]);
      const size_t copies = isProgram || staying[function] ? 1 : counted.sites;
      for (auto [callee, count] : counted.calls)
        add(known[callee].sites, count, copies);
    }
    return staying;
  }

private:
  /// Frames that it pushes are popped by a function that hands the stack on in the same way: were
  /// one of the two inlined and not the other, nobody could tell that they fit.
  bool handsStackOn(func::FuncOp function) {
    auto handsOn = [&](func::CallOp call) {
      const Counted &callee = known[functionNamed(call, call.getCalleeAttr())];
      return hasStack(call.getOperandTypes()) && (callee.isRecursive || callee.handsStackOn);
    };
    return hasStack(function.getArgumentTypes()) && !opsIn<func::CallOp>(function, handsOn).empty();
  }

  bool stays(func::FuncOp function) {
    const Counted &counted = known[function];
    if (counted.isRecursive || counted.handsStackOn || function->hasAttr("no_inline"))
      return true;
    if (isInTheWay(counted))
      return false;
    if (wanted != Wanted::whatPays)
      return wanted == Wanted::keep;
    return counted.sites > 1 && counted.ops > fewOps &&
           llvm::SaturatingMultiply(counted.ops, counted.sites) > mostOpsOfCopies;
  }

  bool isInTheWay(const Counted &counted) const {
    return next == Next::derivative && counted.leavesFrames;
  }

  void remark(func::FuncOp function, bool stays) {
    const Counted &counted = known[function];
    auto said =
        remark::passed(function.getLoc(), remark::RemarkOpts::name(stays ? "kept" : "inlined")
                                              .category("calls")
                                              .function(function.getName()));
    if (!said)
      return;
    said << ("'" + function.getName() + "' " + (stays ? "stays a function" : "is inlined") +
             (counted.isRecursive    ? ", as it calls itself"
              : counted.handsStackOn ? ", as it hands on a stack to one that calls itself"
              : isInTheWay(counted)  ? " for a derivative, as it has loops or branches"
                                     : "") +
             ": " + Twine(counted.ops) + " ops, " + Twine(counted.sites) + " calls")
                .str();
  }

  ArrayRef<func::FuncOp> functions;
  const Wanted wanted;
  const Next next;
  llvm::DenseMap<Operation *, Counted> known;
};

FailureOr<Wanted> wantedOf(func::FuncOp program) {
  Attribute given = program->getAttr(callsName);
  auto text = dyn_cast_or_null<StringAttr>(given);
  auto wanted = llvm::StringSwitch<std::optional<Wanted>>(text ? text.getValue() : "")
                    .Case("keep", Wanted::keep)
                    .Case("inline", Wanted::inlined)
                    .Default(std::nullopt);
  if (!given)
    return Wanted::whatPays;
  if (!wanted)
    return program.emitError("'") << callsName << "' is " << given
                                  << "; it says \"keep\" or \"inline\"";
  return *wanted;
}

} // namespace

FailureOr<SmallVector<func::FuncOp>> findCallees(func::FuncOp function) {
  DenseSet<Operation *> seen = {function};
  SmallVector<Visit> path = {{function, callsIn(function)}};
  SmallVector<func::FuncOp> found;
  while (!path.empty()) {
    Visit &visit = path.back();
    if (visit.next == visit.calls.size()) {
      found.push_back(visit.function);
      path.pop_back();
      continue;
    }
    Operation *call = visit.calls[visit.next++];
    FlatSymbolRefAttr name = calleeOf(call);
    func::FuncOp callee = functionNamed(call, name);
    if (!callee || callee.isExternal())
      return call->emitError("'") << name.getValue()
                                  << "' has no body, so the call cannot be followed; give it one";
    if (seen.insert(callee).second)
      path.push_back({callee, callsIn(callee)});
  }
  return found;
}

/// What derivatives have made of functions that are called is code like any other.
static void makeDerivativesPlain(ArrayRef<func::FuncOp> callees) {
  for (func::FuncOp callee : callees)
    for (Operation *op : callsIn(callee))
      if (auto call = dyn_cast<flow::CustomCallOp>(op); call && call.getOrder())
        flow::makePlain(call);
}

bool mayStay(func::FuncOp function, func::FuncOp program) {
  auto wanted = wantedOf(program);
  return succeeded(wanted) && (*wanted == Wanted::keep || countOps(function).ops > fewOps);
}

FailureOr<StayingFunctions> StayingFunctions::of(func::FuncOp program, Next next) {
  auto wanted = wantedOf(program);
  auto functions = findCallees(program);
  if (failed(wanted) || failed(functions))
    return failure();
  StayingFunctions staying;
  staying.isDecided = CostModel(*functions, *wanted, next).decide();
  return staying;
}

bool StayingFunctions::contains(func::FuncOp function) {
  auto [known, isNew] = isDecided.try_emplace(function);
  if (isNew)
    known->second = isRecursive(function);
  return known->second;
}

LogicalResult inlineCalls(func::FuncOp function, CustomCalls customCalls,
                          StayingFunctions &staying) {
  auto callees = findCallees(function);
  if (failed(callees))
    return failure();
  makeDerivativesPlain(ArrayRef(*callees).drop_back());
  SmallVector<func::CallOp> calls;
  auto add = [&](Operation *op) {
    auto call = dyn_cast<func::CallOp>(op);
    if (auto custom = dyn_cast<flow::CustomCallOp>(op);
        custom && customCalls == CustomCalls::inlined)
      call = flow::makePlain(custom);
    const bool isKept = !call || (isCheckpoint(call) && customCalls == CustomCalls::keep) ||
                        staying.contains(functionNamed(call, call.getCalleeAttr()));
    if (!isKept)
      calls.push_back(call);
  };
  llvm::for_each(callsIn(function), add);
  while (!calls.empty()) {
    auto inlined = inlineCall(calls.pop_back_val());
    if (failed(inlined))
      return failure();
    for (Operation &op : llvm::make_early_inc_range(*inlined)) // what came in may call in turn
      op.walk([&](Operation *inner) { add(inner); });
  }
  return success();
}

namespace {

struct InlineCallsPass : PassWrapper<InlineCallsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InlineCallsPass)
  InlineCallsPass() = default;
  InlineCallsPass(const InlineCallsPass &other) : PassWrapper(other) {} // options copy apart

  StringRef getArgument() const override { return "inline-calls"; }
  StringRef getDescription() const override {
    return "Replace calls by what they call, where that pays";
  }
  void runOnOperation() override {
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (function.isPublic() && !function.isExternal() && failed(inlineFrom(function)))
        return signalPassFailure();
  }

private:
  /// In the function, and in those that stay.
  LogicalResult inlineFrom(func::FuncOp program) {
    if (!calls.empty())
      program->setAttr(callsName, StringAttr::get(&getContext(), calls));
    auto staying = StayingFunctions::of(program);
    auto functions = findCallees(program);
    if (failed(staying) || failed(functions))
      return failure();
    for (func::FuncOp function : *functions)
      if (function == program || staying->contains(function))
        if (failed(inlineCalls(function, CustomCalls::keep, *staying)))
          return failure();
    return success();
  }

  Option<std::string> calls{
      *this, "calls", llvm::cl::desc("keep or inline all of them; the cost model if left out")};
};

} // namespace

std::unique_ptr<Pass> createInlineCallsPass() { return std::make_unique<InlineCallsPass>(); }

} // namespace cotan
