// Canonicalization of flow.if and flow.switch.
#include "cotan/ir/flow/simplify_variables.h"
#include "cotan/ir/flow/variables.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace cotan::flow {
namespace {

/// The value of a constant condition or index.
std::optional<llvm::APInt> constantOf(Value value) {
  DenseElementsAttr elements;
  IntegerAttr scalar;
  if (matchPattern(value, m_Constant(&elements)))
    return elements.getValues<llvm::APInt>()[0];
  if (matchPattern(value, m_Constant(&scalar)))
    return scalar.getValue();
  return std::nullopt;
}

/// The region a branch takes when its operand is constant; null if it is not.
Region *chosenRegion(Operation *op) {
  std::optional<llvm::APInt> value = constantOf(op->getOperand(0));
  if (!value)
    return nullptr;
  if (auto branch = dyn_cast<IfOp>(op))
    return value->isZero() ? &branch.getElseRegion() : &branch.getThenRegion();
  auto branch = cast<SwitchOp>(op);
  bool isUnsigned = getElementTypeOrSelf(op->getOperand(0).getType()).isUnsignedInteger();
  int64_t last = branch.getCases().size() - 1;
  int64_t index = isUnsigned ? value->getLimitedValue(last) : value->getSExtValue();
  return &branch.getCases()[std::clamp<int64_t>(index, 0, last)];
}

// before: flow.if %true { A } else { B }
// after:  A
template <typename Branch> struct TakeChosenRegion : OpRewritePattern<Branch> {
  using OpRewritePattern<Branch>::OpRewritePattern;
  LogicalResult matchAndRewrite(Branch op, PatternRewriter &rewriter) const override {
    if (!op.getInit().empty())
      return failure(); // its stacks are another op's business
    Region *region = chosenRegion(op);
    if (!region)
      return failure();
    if (region->empty()) {
      rewriter.eraseOp(op);
      return success();
    }
    Operation *terminator = region->front().getTerminator();
    SmallVector<Value> results(terminator->getOperands());
    rewriter.inlineBlockBefore(&region->front(), op);
    rewriter.eraseOp(terminator);
    rewriter.replaceOp(op, results);
    return success();
  }
};

// before: %r = flow.if %c { yield %true } else { yield %false }
// after:  every use of %r is %c
struct ReplaceByCondition : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp op, PatternRewriter &rewriter) const override {
    bool changed = false;
    for (OpResult result : op->getResults().drop_back(numInitStacks(op))) {
      if (result.getType() != op.getCondition().getType() || result.use_empty())
        continue;
      auto onTrue = constantOf(yieldOf(op.getThenRegion(), result.getResultNumber()).get());
      auto onFalse = constantOf(yieldOf(op.getElseRegion(), result.getResultNumber()).get());
      if (!onTrue || !onFalse || onTrue->isZero() || !onFalse->isZero())
        continue;
      rewriter.replaceAllUsesWith(result, op.getCondition());
      changed = true;
    }
    return success(changed);
  }
};

} // namespace

void IfOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<TakeChosenRegion<IfOp>, ReplaceByCondition>(context);
  addVariablePatterns<IfOp>(patterns, context);
}

void SwitchOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<TakeChosenRegion<SwitchOp>>(context);
  addVariablePatterns<SwitchOp>(patterns, context);
}

} // namespace cotan::flow
