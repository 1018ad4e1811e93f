#include "cotan/driver/pipeline.h"

#include "cotan/autodiff/checkpoint.h"
#include "cotan/autodiff/names.h"
#include "cotan/autodiff/recompute.h"
#include "cotan/autodiff/stacks.h"
#include "cotan/batching/batch_loops.h"
#include "cotan/codegen/epilogue.h"
#include "cotan/codegen/fuse.h"
#include "cotan/codegen/gather_calls.h"
#include "cotan/codegen/overlap.h"
#include "cotan/codegen/place_updates.h"
#include "cotan/codegen/share_kernels.h"
#include "cotan/driver/inputs.h"
#include "cotan/driver/resolve_functions.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/checkpoint.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/profiling.h"
#include "cotan/ir/program_parts.h"
#include "cotan/ir/types.h"
#include "cotan/support/work.h"
#include "cotan/transforms/absorb_permutations.h"
#include "cotan/transforms/decompose.h"
#include "cotan/transforms/decomposition.h"
#include "cotan/transforms/hoist_invariants.h"
#include "cotan/transforms/inline_calls.h"
#include "cotan/transforms/lift_cf.h"
#include "cotan/transforms/lower_scan.h"
#include "cotan/transforms/merge_equal.h"
#include "cotan/transforms/merge_equal_functions.h"
#include "cotan/transforms/remove_unread.h"
#include "cotan/transforms/replace_tail_calls.h"
#include "cotan/transforms/sum_after_loops.h"
#include "cotan/transforms/tensorize_numbers.h"
#include "cotan/transforms/unroll_recursion.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;

namespace cotan {

static bool hasUnreadStack(func::FuncOp function) {
  auto isUnread = [](Value result) {
    return isa<flow::StackType>(result.getType()) && result.use_empty();
  };
  return llvm::any_of(function.getOps(),
                      [&](Operation &op) { return llvm::any_of(op.getResults(), isUnread); });
}

/// First of all: no function values, loops instead of calls of itself that are the last thing a
/// function does, and one of equal functions.
static LogicalResult resolveCalls(func::FuncOp function) {
  if (failed(resolveFunctions(function)) || failed(replaceTailCallsFrom(function)))
    return failure();
  mergeEqualFunctions(function);
  return success();
}

/// One block, no calls and no scans, and loops instead of the ops that mean some.
static LogicalResult structure(func::FuncOp function, CustomCalls customCalls,
                               StayingFunctions &staying, DecomposeOptions decomposition = {}) {
  auto callees = findCallees(function);
  if (failed(callees))
    return failure();
  for (func::FuncOp callee : *callees)
    if (failed(checkParts(callee)))
      return failure();
  // Structure first: only a function of one block can be inlined into a structured op.
  for (func::FuncOp callee : *callees)
    if (mustStop() || (!callee.getBody().hasOneBlock() && failed(liftControlFlow(callee))))
      return failure();
  // Then calls, but of functions that stay.
  if (failed(inlineCalls(function, customCalls, staying)))
    return failure();
  decomposition.onlyLoops = true;
  decomposition.keepCustomVjp = false;
  if (failed(decompose(function, decomposition)))
    return failure();
  // A scan is a loop that cuts out and puts in rows; it has no derivative and no code of its own.
  if (failed(lowerScan(function)))
    return failure();
  // Last what lifting has left outside of tensors: a derivative flows through tensors only.
  tensorizeNumbers(function);
  batchLoops(function);
  if (hasUnreadStack(function)) { // a derivative stands beside its function, or did
    mergeEqual(function);
    pruneStacks(function);
  }
  return success();
}

LogicalResult simplify(func::FuncOp function, TimingScope &timing, std::optional<Step> without) {
  PassManager passes(function.getContext(), func::FuncOp::getOperationName());
  passes.enableTiming(timing);
  passes.enableVerifier(false); // once, at the end, is enough
  GreedyRewriteConfig config;
  // Regions of one block have nothing to simplify beyond their ops.
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  if (without != Step::canonicalize)
    passes.addPass(createCanonicalizerPass(config)); // rules leave zeros and broadcasts behind
  if (failed(passes.run(function)) || mustStop())
    return failure();
  TimingScope merging = timing.nest("merge equal");
  if (without != Step::mergeEqual)
    mergeEqual(function);
  return success();
}

/// What is decomposed in the program that begins with `function`, by default and by its user.
static FailureOr<DecomposeOptions> wantedDecomposition(func::FuncOp function, bool forCode) {
  FailureOr<Decomposition> said = Decomposition::of(function);
  if (failed(said))
    return failure();
  DecomposeOptions options;
  options.forCode = forCode;
  // In a derivative the rule of an op saves less and is more accurate than what its parts give.
  options.keepCustomVjp = !forCode;
  options.none = !(forCode ? said->forward : said->reverse);
  options.skip = std::move(said->skip);
  options.only = std::move(said->only);
  return options;
}

/// `function`, and those that it calls as they stay functions, each structured.
static FailureOr<llvm::SetVector<func::FuncOp>>
structureAll(func::FuncOp function, const DecomposeOptions &decomposition) {
  auto staying = StayingFunctions::of(function);
  if (failed(staying))
    return failure();
  llvm::SetVector<func::FuncOp> functions;
  functions.insert(function);
  for (size_t i = 0; i < functions.size(); ++i) {
    func::FuncOp next = functions[i];
    if (failed(structure(next, CustomCalls::inlined, *staying, decomposition)))
      return failure();
    next.walk(
        [&](func::CallOp call) { functions.insert(functionNamed(call, call.getCalleeAttr())); });
  }
  if (functions.size() > 1)
    removeUnread(functions.getArrayRef());
  return functions;
}

/// What follows for each of them.
static LogicalResult prepareStructured(func::FuncOp function, const DecomposeOptions &decomposition,
                                       TimingScope &timing, std::optional<Step> without,
                                       CompileObserver *observer) {
  auto seen = [&](StringRef name) {
    if (observer)
      observer->afterStep(name, function);
    return success();
  };
  auto timed = [&](StringRef name, auto step) {
    auto after = llvm::scope_exit([&] { (void)seen(name); });
    TimingScope scope = timing.nest(name);
    return step();
  };
  if (failed(timed("decompose", [&] { return decompose(function, decomposition); })))
    return failure();
  if (without != Step::unrollRecursion &&
      failed(timed("unroll recursion", [&] { return unrollRecursion(function); })))
    return failure();
  if (mustStop() || failed(simplify(function, timing, without)) || failed(seen("simplify")) ||
      failed(checkSizes(function))) // what rules made
    return failure();
  if (without != Step::recompute)
    timed("recompute residuals", [&] { recomputeResiduals(function); });
  if (without != Step::sumAfterLoops)
    timed("sum after loops", [&] { sumAfterLoops(function); });
  if (without != Step::hoistInvariants)
    timed("hoist invariants", [&] { hoistInvariants(function); });
  if (without != Step::absorbPermutations)
    timed("absorb permutations", [&] { absorbPermutations(function); });
  if (mustStop())
    return failure();
  timed("fuse", [&] { without == Step::fuse ? fuseNothing(function) : fuse(function); });
  timed("merge equal kernels", [&] { mergeEqual(function); }); // readers had copies of their own
  if (without != Step::shareKernels)
    timed("share kernels", [&] { shareKernels(function); });
  if (without != Step::epilogues)
    timed("epilogues", [&] { placeEpilogues(function); });
  if (without != Step::placeUpdates)
    timed("place updates", [&] { placeUpdates(function); });
  if (mustStop())
    return failure();
  // Last: what is moved together here must not be moved apart.
  if (without != Step::gatherCalls)
    timed("gather calls", [&] { gatherCalls(function); });
  if (without != Step::overlap)
    timed("overlap", [&] { overlap(function); });
  TimingScope verifying = timing.nest("verify");
  return verify(function);
}

LogicalResult prepareForCode(func::FuncOp function, TimingScope &timing,
                             std::optional<Step> without, CompileObserver *observer) {
  if (observer)
    observer->afterStep("traced", function);
  if (function->hasAttr(profiledMark)) // calls are counted as the user has written them
    without = Step::unrollRecursion;
  TimingScope structuring = timing.nest("structure");
  if (failed(resolveCalls(function)))
    return failure();
  auto decomposition = wantedDecomposition(function, /*forCode=*/true);
  if (failed(decomposition))
    return failure();
  auto functions = structureAll(function, *decomposition);
  structuring.stop();
  if (failed(functions))
    return failure();
  if (observer)
    observer->afterStep("structure", function);
  for (func::FuncOp each : *functions)
    if (failed(prepareStructured(each, *decomposition, timing, without,
                                 each == function ? observer : nullptr)))
      return failure();
  return success();
}

/// Adds the functions that `op` names, if it is a call that has a derivative of its own.
static LogicalResult addFunctionsOf(Operation *op, llvm::SetVector<func::FuncOp> &functions) {
  SmallVector<FlatSymbolRefAttr, 3> names;
  if (auto custom = dyn_cast<flow::CustomCallOp>(op))
    names = custom.getFunctions();
  else if (auto call = dyn_cast<func::CallOp>(op)) // a checkpoint, or of one that stays
    names = {call.getCalleeAttr()};
  for (FlatSymbolRefAttr name : names) {
    func::FuncOp function = functionNamed(op, name);
    if (function.isExternal())
      return op->emitError("'") << name.getValue() << "' has no body, so there is no derivative";
    functions.insert(function);
  }
  return success();
}

/// `function` and those it gets to by such calls, directly or in turn; `prepare` has brought each
/// into the form it is searched in.
static FailureOr<llvm::SetVector<func::FuncOp>>
withRules(func::FuncOp function, llvm::function_ref<LogicalResult(func::FuncOp)> prepare) {
  llvm::SetVector<func::FuncOp> functions;
  functions.insert(function);
  for (size_t i = 0; i < functions.size(); ++i) {
    func::FuncOp next = functions[i];
    auto add = [&](Operation *op) {
      return failed(addFunctionsOf(op, functions)) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
    };
    if (mustStop() || failed(prepare(next)) || next.walk(add).wasInterrupted())
      return failure();
  }
  return functions;
}

LogicalResult prepareForBatching(func::FuncOp function) {
  if (failed(resolveCalls(function)))
    return failure();
  auto staying = StayingFunctions::of(function);
  return success(succeeded(staying) && succeeded(withRules(function, [&](func::FuncOp next) {
                   return structure(next, CustomCalls::keep, *staying);
                 })));
}

static LogicalResult prepareOne(func::FuncOp function, StayingFunctions &staying,
                                const DecomposeOptions &decomposition) {
  if (failed(structure(function, CustomCalls::keep, staying, decomposition)))
    return failure();
  return decompose(function, decomposition); // last, what inlining and loops leave
}

/// Of these functions. Callees come first: the derivative of a checkpoint is that of its function,
/// with those in it.
static LogicalResult expandCheckpointsOf(const llvm::SetVector<func::FuncOp> &functions) {
  for (func::FuncOp function : functions) {
    auto callees = findCallees(function);
    if (failed(callees))
      return failure();
    for (func::FuncOp callee : *callees)
      if (functions.contains(callee) && failed(expandCheckpoints(callee)))
        return failure();
  }
  return success();
}

LogicalResult prepareForDerivatives(func::FuncOp function) {
  callCopyInstead(function); // which is differentiated where it stands
  if (failed(resolveCalls(function)))
    return failure();
  auto decomposition = wantedDecomposition(function, /*forCode=*/false);
  auto staying = StayingFunctions::of(function, Next::derivative);
  if (failed(staying) || failed(decomposition))
    return failure();
  auto functions = withRules(function, [&](func::FuncOp next) {
    return prepareOne(next, *staying, *decomposition); // the derivative may put any into the first
  });
  return failed(functions) ? failure() : expandCheckpointsOf(*functions);
}

namespace {

std::string nameOfDerivative(func::FuncOp function, unsigned result, unsigned argument) {
  std::string of = resultName(function, result).str();
  std::string with = argumentName(function, argument).str();
  if (of.empty())
    of = "result" + std::to_string(result);
  if (with.empty())
    with = "arg" + std::to_string(argument);
  bool isDerivative = bool(function.getResultAttr(result, orderName));
  return (isDerivative ? of : "d" + of) + "_d" + with;
}

LogicalResult choose(func::FuncOp function, GradientOptions &options) {
  if (options.wrt.empty())
    options.wrt = differentiableAmong(function.getArgumentTypes());
  if (options.wrt.empty())
    return emitErrorOf(function)
           << "has no argument that can carry a derivative; only tensors of floats can";
  if (options.result)
    return success();
  if (function.getNumResults() != 1)
    return emitErrorOf(function) << "has " << function.getNumResults()
                                 << " results; say which one to differentiate, with --of";
  options.result = 0;
  return success();
}

/// One more derivative of one result.
LogicalResult appendGradient(func::FuncOp function, const GradientOptions &options,
                             unsigned result) {
  unsigned firstNew = function.getNumResults();
  ReverseOptions reverse{options.wrt, {result}, options.seed, options.prune};
  if (failed(differentiate(function, reverse)))
    return failure();
  Builder builder(function.getContext());
  for (auto [i, argument] : llvm::enumerate(options.wrt)) {
    std::string name = nameOfDerivative(function, result, argument);
    function.setResultAttr(firstNew + i, "cotan.name", builder.getStringAttr(name));
  }
  return success();
}

} // namespace

LogicalResult appendGradients(func::FuncOp function, const GradientOptions &given) {
  GradientOptions options = given;
  if (failed(choose(function, options)))
    return failure();
  SmallVector<unsigned> results = {*options.result};
  for (unsigned order = 1; order <= options.order; ++order) {
    unsigned firstNew = function.getNumResults();
    for (unsigned result : results)
      if (failed(appendGradient(function, options, result)))
        return failure();
    results = llvm::to_vector(llvm::seq(firstNew, function.getNumResults()));
  }
  return verify(function);
}

} // namespace cotan
