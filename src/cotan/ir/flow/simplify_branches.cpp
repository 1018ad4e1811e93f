// Canonicalization of flow.if and flow.switch.
#include "cotan/ir/flow/constants.h"
#include "cotan/ir/flow/simplify_variables.h"
#include "cotan/ir/flow/variables.h"

using namespace mlir;

namespace cotan::flow {
namespace {

// before: flow.if %true { A } else { B }
// after:  A
template <typename Branch> struct TakeChosenRegion : OpRewritePattern<Branch> {
  using OpRewritePattern<Branch>::OpRewritePattern;
  LogicalResult matchAndRewrite(Branch op, PatternRewriter &rewriter) const override {
    if (!op.getInit().empty())
      return failure(); // its stacks are another op's business
    std::optional<llvm::APInt> selector = constantOf(op->getOperand(0));
    if (!selector)
      return failure();
    Region &region = chosenRegion(cast<Structured>(op.getOperation()), *selector);
    if (region.empty()) {
      rewriter.eraseOp(op);
      return success();
    }
    Operation *terminator = region.front().getTerminator();
    SmallVector<Value> results(terminator->getOperands());
    rewriter.inlineBlockBefore(&region.front(), op);
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
