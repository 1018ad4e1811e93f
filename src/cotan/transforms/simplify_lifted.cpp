#include "cotan/transforms/simplify_lifted.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/flow/variables.h"
#include "cotan/ops/op_rules.h"
#include "cotan/transforms/rotate_loops.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;

namespace cotan {

Value undefined(OpBuilder &builder, Location loc, Type type) {
  if (isa<flow::StackType>(type))
    return flow::CreateStackOp::create(builder, loc, type);
  return ub::PoisonOp::create(builder, loc, type);
}

Value tensorBehind(Value scalar) {
  auto read = scalar.getDefiningOp<tensor::ExtractOp>();
  return read && read.getIndices().empty() ? Value(read.getTensor()) : scalar;
}

namespace {

// before: %c = tensor.extract %t[] : tensor<i1>    flow.if %c
// after:  flow.if %t
template <typename Op> struct ReadTensor : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    Value tensor = tensorBehind(op->getOperand(0));
    if (tensor == op->getOperand(0))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, tensor); });
    return success();
  }
};

// before: %y = flow.if %c { yield %undefined } else { yield %x }   (x from outside)
// after:  every use of %y is %x
template <typename Branch> struct IgnoreUndefined : OpRewritePattern<Branch> {
  using OpRewritePattern<Branch>::OpRewritePattern;
  LogicalResult matchAndRewrite(Branch op, PatternRewriter &rewriter) const override {
    bool changed = false;
    for (OpResult result : op->getResults()) {
      Value same;
      if (result.use_empty() || !isOneValue(op, result, same))
        continue;
      rewriter.replaceAllUsesWith(result, same);
      changed = true;
    }
    return success(changed);
  }

  static bool isOneValue(Branch op, OpResult result, Value &same) {
    for (Region *region : flow::bodiesOf(op)) {
      Value value = flow::yieldOf(*region, result.getResultNumber()).get();
      if (value == same || (same && value.getDefiningOp<ub::PoisonOp>()))
        continue;
      bool isOutside = !op->isAncestor(value.getParentBlock()->getParentOp());
      if (!isOutside || (same && !same.getDefiningOp<ub::PoisonOp>()))
        return false;
      same = value;
    }
    return bool(same);
  }
};

bool isFlag(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 && isa<IntegerType>(tensor.getElementType());
}

// A branch that chooses a flag decides what is computed from it, too.
//
// before: %f = flow.if %c { yield %1 } else { yield %0 }    %g = ne %f, %0
// after:  %g = flow.if %c { yield %true } else { yield %false }
struct ComputeInBranch : RewritePattern {
  explicit ComputeInBranch(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
        !isFlag(op->getResult(0).getType()) || !isMemoryEffectFree(op))
      return failure();
    flow::Structured branch = branchBehind(op);
    if (!branch)
      return failure();
    for (Region *region : flow::bodiesOf(branch)) {
      IRMapping chosen;
      for (OpResult result : branch->getResults())
        chosen.map(result, flow::yieldOf(*region, result.getResultNumber()).get());
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPoint(region->front().getTerminator());
      flow::insertYields(branch, *region, rewriter.clone(*op, chosen)->getResults());
    }
    branch = flow::appendVariables(rewriter, branch, {}, op->getResultTypes());
    rewriter.replaceOp(op, branch->getResults().take_back());
    return success();
  }

  /// The branch whose results and constants are all `op` reads, if it chooses a constant somewhere.
  static flow::Structured branchBehind(Operation *op) {
    Operation *branch = nullptr;
    bool choosesConstant = false;
    for (Value operand : op->getOperands()) {
      if (matchPattern(operand, m_Constant()))
        continue;
      Operation *maker = operand.getDefiningOp();
      if (!isa_and_nonnull<flow::IfOp, flow::SwitchOp>(maker) || (branch && branch != maker))
        return nullptr;
      branch = maker;
      unsigned j = cast<OpResult>(operand).getResultNumber();
      for (Region *region : flow::bodiesOf(cast<flow::Structured>(branch)))
        choosesConstant |= matchPattern(flow::yieldOf(*region, j).get(), m_Constant());
    }
    if (!choosesConstant || branch->getBlock() != op->getBlock())
      return nullptr;
    auto structured = cast<flow::Structured>(branch);
    if (!structured.getInit().empty())
      return nullptr;
    for (Value operand : op->getOperands())
      if (Operation *maker = operand.getDefiningOp();
          maker != branch && maker->getBlock() == op->getBlock() && !maker->isBeforeInBlock(branch))
        return nullptr;
    return structured;
  }
};

LogicalResult simplify(func::FuncOp function, const FrozenRewritePatternSet &patterns) {
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  return applyPatternsGreedily(function, patterns, config);
}

void addSimplifications(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  flow::IfOp::getCanonicalizationPatterns(patterns, context);
  flow::SwitchOp::getCanonicalizationPatterns(patterns, context);
  flow::WhileOp::getCanonicalizationPatterns(patterns, context);
  patterns.add<ReadTensor<flow::IfOp>, ReadTensor<flow::SwitchOp>, ReadTensor<flow::CondYieldOp>,
               IgnoreUndefined<flow::IfOp>, IgnoreUndefined<flow::SwitchOp>, ComputeInBranch>(
      context);
}

/// Zeros instead of values nobody reads: a derivative of zeros is harmless.
void defineUndefined(func::FuncOp function) {
  function.walk([](ub::PoisonOp op) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type || !type.hasStaticShape() || !dtypeOf(type.getElementType()))
      return;
    OpBuilder builder(op);
    RuleBuilder b(builder, op.getLoc());
    op.replaceAllUsesWith(b.constant(splat(type, 0.0)).value());
    op.erase();
  });
}

} // namespace

LogicalResult simplifyLifted(func::FuncOp function) {
  RewritePatternSet simplifications(function.getContext()), rotation(function.getContext());
  addSimplifications(simplifications);
  addSimplifications(rotation);
  addLoopRotation(rotation);
  if (failed(simplify(function, std::move(simplifications))))
    return failure();
  // What `cond` computes afresh each time would have to be handed to `body`.
  function.walk([](flow::WhileOp loop) {
    auto isOutside = [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); };
    auto mayMove = [](Operation *op, Region *) { return isMemoryEffectFree(op); };
    auto move = [&](Operation *op, Region *) { loop.moveOutOfLoop(op); };
    moveLoopInvariantCode(&loop.getCond(), isOutside, mayMove, move);
  });
  if (failed(simplify(function, std::move(rotation))))
    return failure();
  defineUndefined(function);
  return success();
}

} // namespace cotan
