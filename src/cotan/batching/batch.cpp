#include "cotan/batching/batch.h"

#include "cotan/autodiff/requests.h"
#include "cotan/autodiff/stacks.h"
#include "cotan/batching/batcher.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/checkpoint.h"
#include "cotan/ir/composite/composite_dialect.h"
#include "cotan/ir/flow/simplify_variables.h"
#include "cotan/ir/fn/fn.h"
#include "cotan/ir/ops_in.h"
#include "cotan/ir/prim/prim_dialect.h"
#include "cotan/ops/op_rules.h"
#include "cotan/transforms/lower_scan.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace cotan {
namespace {

LogicalResult checkRequest(func::FuncOp function, const BatchOptions &options) {
  if (function.isExternal())
    return emitErrorOf(function) << "has no body to batch";
  if (!isStructured(function))
    return emitErrorOf(function) << "has unstructured control flow; lift it first (--lift-cf)";
  if (fn::usesFunctionValues(function))
    return emitErrorOf(function)
           << "has function values; make calls of them first (--resolve-functions)";
  if (Operation *end = &function.front().back(); !isa<func::ReturnOp>(end))
    return end->emitError("'") << end->getName() << "' ends '" << function.getName()
                               << "', so it has no results; end it with 'func.return'";
  if (options.size < 0 && !ShapedType::isDynamic(options.size))
    return emitErrorOf(function) << "cannot have " << options.size
                                 << " lanes; their number is 0 or more";
  if (options.arguments.empty() && ShapedType::isDynamic(options.size))
    return function.emitError("how many lanes there are is not known: no argument differs between "
                              "them; say the size");
  for (unsigned i : options.arguments) {
    if (i >= function.getNumArguments())
      return emitErrorOf(function) << "has no argument #" << i << "; it has "
                                   << function.getNumArguments() << " arguments";
    Type type = function.getArgumentTypes()[i];
    if (!dtypeOf(getElementTypeOrSelf(type)))
      return function.emitError("argument #")
             << i << " is " << type << ", which cannot differ between lanes; only tensors can";
  }
  return success();
}

/// Whether some lanes push or pop where others do not, or have another stack after it than others.
bool movesFramesByLane(func::FuncOp function, const BatchedValues &batched) {
  auto moves = [](Operation *inner) {
    return isa<flow::PushBackOp, flow::PopBackOp>(inner) ? WalkResult::interrupt()
                                                         : WalkResult::advance();
  };
  return function
      .walk([&](flow::Structured op) {
        bool differs = batched.isMasked(op) && (llvm::any_of(op->getResults(), flow::isStack) ||
                                                op->walk(moves).wasInterrupted());
        return differs ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The checkpoints that run for some lanes only: what they call does not know for which.
SmallVector<func::CallOp> maskedCheckpoints(func::FuncOp function, const BatchedValues &batched) {
  auto isMasked = [&](Operation *op) {
    for (Operation *outer = op->getParentOp(); outer != function; outer = outer->getParentOp())
      if (batched.isMasked(outer))
        return true;
    return false;
  };
  return opsIn<func::CallOp>(
      function, [&](func::CallOp call) { return isCheckpoint(call) && isMasked(call); });
}

/// What every branch hands on as it is does not differ between lanes that take different ones.
void forwardUnchanged(func::FuncOp function) {
  PatternRewriter rewriter(function.getContext());
  function.walk([&](flow::Structured op) { (void)flow::forwardUnchanged(op, rewriter); });
}

/// Rules leave constants and sizes behind.
void eraseDeadOps(Block &block) {
  block.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

/// The new body, built beside the old one until it is complete.
class NewBody {
public:
  NewBody(func::FuncOp function, const BatchOptions &options)
      : function(function), options(options), builder(function.getContext()), block(new Block) {
    function.getBody().push_back(block);
  }
  ~NewBody() {
    if (block)
      block->erase();
  }

  FailureOr<SmallVector<bool>> build(BatchedValues &batched, const TurnMasks &turns) {
    const LaneAxis axis(addArguments(batched), options.axisName);
    Batcher batcher(builder, batched, turns, axis);
    for (auto [lane, all] : llvm::zip_equal(function.getArguments(), block->getArguments()))
      batcher.map(lane, all);
    if (options.active)
      batcher.setActive(function.getBody(), block->getArgument(*options.active));
    if (failed(batcher.runBlock(function.front())))
      return failure();
    SmallVector<bool> flags;
    SmallVector<Value> results;
    auto end = cast<func::ReturnOp>(function.front().getTerminator());
    for (auto [i, value] : llvm::enumerate(end.getOperands())) {
      flags.push_back(i < options.repeated || batched.contains(value));
      results.push_back(flags.back() ? batcher.whole(value) : batcher.at(value));
    }
    func::ReturnOp::create(builder, end.getLoc(), results);
    eraseDeadOps(*block);
    replace();
    if (batcher.madeScans() && failed(lowerScan(function)))
      return failure();
    return flags;
  }

private:
  BatchAxis addArguments(const BatchedValues &batched) {
    BatchAxis types(options.size, nullptr);
    for (BlockArgument arg : function.getArguments())
      block->addArgument(batched.contains(arg) ? types.type(arg.getType()) : arg.getType(),
                         arg.getLoc());
    builder.setInsertionPointToStart(block);
    if (types.isStatic())
      return types;
    RuleBuilder b(builder, function.getLoc());
    Expr shape = b.shapeOf(block->getArgument(options.arguments.front()));
    return BatchAxis(options.size, slice(shape, {0}, {1}, {1}).value());
  }

  void replace() {
    Block &old = function.front();
    block->moveBefore(&old);
    old.dropAllReferences();
    old.erase();
    updateType(function);
    block = nullptr;
  }

  func::FuncOp function;
  const BatchOptions &options;
  OpBuilder builder;
  Block *block; // null when it has become the function's own
};

struct BatchPass : PassWrapper<BatchPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BatchPass)
  BatchPass() = default;
  BatchPass(const BatchPass &other) : PassWrapper(other) {} // options copy apart

  StringRef getArgument() const override { return "batch"; }
  StringRef getDescription() const override {
    return "Give arguments and results a new first axis: many lanes at once";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<prim::PrimDialect, composite::CompositeDialect, flow::FlowDialect,
                    tensor::TensorDialect>();
  }
  void runOnOperation() override {
    BatchOptions options;
    options.arguments.assign(arguments.begin(), arguments.end());
    options.size = size < 0 ? ShapedType::kDynamic : int64_t(size);
    options.repeated = repeatResults ? ~0u : 0;
    options.axisName = axisName;
    auto isWanted = [&](func::FuncOp function) {
      return entry.empty() ? !function.isExternal() : function.getName() == entry;
    };
    for (func::FuncOp function :
         llvm::filter_to_vector(getOperation().getOps<func::FuncOp>(), isWanted))
      if (failed(batch(function, options)))
        signalPassFailure();
  }

  Option<std::string> entry{*this, "entry", llvm::cl::desc("function to batch (all)")};
  ListOption<unsigned> arguments{*this, "arguments",
                                 llvm::cl::desc("arguments that differ, by position")};
  Option<int64_t> size{*this, "size", llvm::cl::desc("number of lanes; open if left out"),
                       llvm::cl::init(-1)};
  Option<std::string> axisName{*this, "axis-name",
                               llvm::cl::desc("name by which ops know the new axis")};
  Option<bool> repeatResults{*this, "repeat-results",
                             llvm::cl::desc("repeat results that are the same for all lanes"),
                             llvm::cl::init(true)};
};

} // namespace

FailureOr<SmallVector<bool>> batch(func::FuncOp function, const BatchOptions &options) {
  if (failed(checkRequest(function, options)))
    return failure();
  forwardUnchanged(function);
  for (;;) {
    StackClasses classes(function);
    Pairing pairing(function, classes);
    BatchedValues batched(function, options.arguments, pairing,
                          std::make_shared<DifferingResults>(options.axisName));
    if (batched.hasLooseFrames() && movesFramesByLane(function, batched)) {
      (void)verifyStacks(function, /*allowUnread=*/true); // says what is not known
      return failure();
    }
    bool changed = false;
    if (auto calls = maskedCheckpoints(function, batched); !calls.empty()) {
      for (func::CallOp call : calls)
        if (failed(inlineCall(call)))
          return failure();
      continue;
    }
    FailureOr<TurnMasks> turns = TurnMasks::find(function, classes, pairing, batched, changed);
    if (failed(turns))
      return failure();
    if (changed)
      continue;
    return NewBody(function, options).build(batched, *turns);
  }
}

std::unique_ptr<Pass> createBatchPass() { return std::make_unique<BatchPass>(); }

} // namespace cotan
