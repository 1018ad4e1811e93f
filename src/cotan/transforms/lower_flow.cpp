#include "cotan/transforms/lower_flow.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/prim/prim_dialect.h"
#include "cotan/ops/op_rules.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace cotan {
namespace {

/// Lowers ops from the outermost to the innermost, in each block from the last to the first, so
/// that no op moves often and nothing recurses.
class FlowLowering {
public:
  explicit FlowLowering(func::FuncOp function) : builder(function.getContext()) {
    for (Block &block : function.getBody())
      open.push_back(&block);
  }

  LogicalResult run() {
    while (!open.empty()) {
      Block *block = open.pop_back_val();
      SmallVector<Operation *> found;
      for (Operation &op : *block)
        if (isa<flow::FlowDialect>(op.getDialect()) && op.getNumRegions() != 0)
          found.push_back(&op);
      for (Operation *op : llvm::reverse(found))
        if (failed(lower(op)))
          return failure();
    }
    return success();
  }

private:
  LogicalResult lower(Operation *op) {
    return llvm::TypeSwitch<Operation *, LogicalResult>(op)
        .Case<flow::IfOp, flow::SwitchOp, flow::WhileOp>([&](auto known) {
          lowerOp(known);
          known->erase();
          return success();
        })
        .Default([](Operation *other) {
          return other->emitError("'") << other->getName()
                                       << "' has no blocks of its own; make it a loop that has "
                                          "(--lower-scan, then --lower-for)";
        });
  }

  /// What follows the op becomes a block of its own, in front of which its regions are put; the
  /// builder is left where the op was.
  Block *split(Operation *op) {
    Block *after = op->getBlock()->splitBlock(std::next(op->getIterator()));
    builder.setInsertionPoint(op);
    return after;
  }

  /// Puts the one block of a region before `after`, to be searched in turn. The arguments, if any,
  /// are to be `values`.
  Block *take(Region &region, Block *after, ValueRange values) {
    Block *block = &region.front();
    block->moveBefore(after);
    for (auto [argument, value] : llvm::zip_equal(block->getArguments(), values))
      argument.replaceAllUsesWith(value);
    block->eraseArguments(0, block->getNumArguments());
    open.push_back(block);
    return block;
  }

  /// What the op starts with: `starts` and stacks. What `init` makes is made in front of the op.
  SmallVector<Value> startsOf(flow::Structured op, ValueRange starts) {
    Region &init = op.getInit();
    if (init.empty())
      return SmallVector<Value>(starts);
    for (auto [argument, start] : llvm::zip_equal(init.getArguments(), starts))
      argument.replaceAllUsesWith(start);
    Operation *end = init.front().getTerminator();
    SmallVector<Value> stacks(end->getOperands());
    end->erase();
    op->getBlock()->getOperations().splice(op->getIterator(), init.front().getOperations());
    return stacks;
  }

  /// Ends the block of a branch with the way to where its results are arguments.
  void join(Block *block, Block *after) {
    Operation *end = block->getTerminator();
    builder.setInsertionPoint(end);
    cf::BranchOp::create(builder, end->getLoc(), after, end->getOperands());
    end->erase();
  }

  void makeArguments(Operation *op, Block *after) {
    for (OpResult result : op->getResults())
      result.replaceAllUsesWith(after->addArgument(result.getType(), result.getLoc()));
  }

  Value numberIn(Value value, Location loc) {
    if (!isa<RankedTensorType>(value.getType()))
      return value;
    return tensor::ExtractOp::create(builder, loc, value, ValueRange());
  }

  void lowerOp(flow::IfOp op) {
    Block *after = split(op);
    SmallVector<Value> stacks = startsOf(op, {});
    makeArguments(op, after);
    Block *yes = take(op.getThenRegion(), after, stacks);
    Block *no = op.getElseRegion().empty() ? after : take(op.getElseRegion(), after, stacks);
    Value condition = numberIn(op.getCondition(), op.getLoc());
    cf::CondBranchOp::create(builder, op.getLoc(), condition, yes, ValueRange(), no, ValueRange());
    join(yes, after);
    if (no != after)
      join(no, after);
  }

  /// In i64, which is wide enough for any number of cases; what is above takes the default, which
  /// is the last case, and what is below is brought to the first.
  Value caseNumber(flow::SwitchOp op) {
    RuleBuilder b(builder, op.getLoc());
    Expr index = b.tensorOf(op.getIndex());
    const bool isSigned = !index.elementType().isUnsignedInteger();
    index = castTo(index, builder.getI64Type());
    return numberIn((isSigned ? maximum(index, 0.0) : index).value(), op.getLoc());
  }

  void lowerOp(flow::SwitchOp op) {
    Block *after = split(op);
    SmallVector<Value> stacks = startsOf(op, {});
    makeArguments(op, after);
    SmallVector<Block *> blocks;
    for (Region &region : op.getCases())
      blocks.push_back(take(region, after, stacks));
    SmallVector<APInt> numbers;
    for (size_t i = 0; i + 1 < blocks.size(); ++i)
      numbers.push_back(APInt(64, i));
    SmallVector<ValueRange> nothing(numbers.size());
    if (numbers.empty())
      cf::BranchOp::create(builder, op.getLoc(), blocks.back());
    else
      cf::SwitchOp::create(builder, op.getLoc(), caseNumber(op), blocks.back(), ValueRange(),
                           numbers, ArrayRef(blocks).drop_back(), nothing);
    for (Block *block : blocks)
      join(block, after);
  }

  void lowerOp(flow::WhileOp op) {
    Block *after = split(op);
    SmallVector<Value> starts = startsOf(op, op.getInitial());
    Block *header = &op.getCond().front();
    header->moveBefore(after);
    open.push_back(header);
    cf::BranchOp::create(builder, op.getLoc(), header, starts);
    auto end = cast<flow::CondYieldOp>(header->getTerminator());
    op->replaceAllUsesWith(end.getValues());
    Block *body = take(op.getBody(), after, end.getValues());
    join(body, header);
    builder.setInsertionPoint(end);
    Value condition = numberIn(end.getCondition(), end.getLoc());
    cf::CondBranchOp::create(builder, op.getLoc(), condition, body, ValueRange(), after,
                             ValueRange());
    end->erase();
  }

  OpBuilder builder;
  SmallVector<Block *> open; // blocks that may hold ops to lower
};

/// Runs on a function, or on all functions in an op.
struct LowerFlowPass : PassWrapper<LowerFlowPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerFlowPass)

  StringRef getArgument() const override { return "lower-flow"; }
  StringRef getDescription() const override {
    return "Replace flow.if, flow.switch and flow.while by branches between blocks";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<cf::ControlFlowDialect, prim::PrimDialect, tensor::TensorDialect>();
  }
  void runOnOperation() override {
    getOperation()->walk([&](func::FuncOp function) {
      if (failed(lowerFlow(function)))
        signalPassFailure();
      return WalkResult::skip();
    });
  }
};

} // namespace

LogicalResult lowerFlow(func::FuncOp function) { return FlowLowering(function).run(); }

std::unique_ptr<Pass> createLowerFlowPass() { return std::make_unique<LowerFlowPass>(); }

} // namespace cotan
