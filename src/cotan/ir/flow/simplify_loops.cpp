// Canonicalization of flow.while and flow.for.
#include "cotan/ir/flow/constants.h"
#include "cotan/ir/flow/simplify_variables.h"
#include "cotan/ir/flow/variables.h"

using namespace mlir;

namespace cotan::flow {
namespace {

/// Puts what `region` does with these arguments in the place of `op`, which has no `init`.
void replaceByRegion(PatternRewriter &rewriter, Operation *op, Region &region, ValueRange args) {
  Operation *terminator = region.front().getTerminator();
  SmallVector<Value> results(
      terminator->getOperands().drop_front(isa<CondYieldOp>(terminator) ? 1 : 0));
  rewriter.eraseOp(terminator);
  // The terminator may have handed the arguments on.
  for (Value &result : results)
    if (auto arg = dyn_cast<BlockArgument>(result); arg && arg.getOwner() == &region.front())
      result = args[arg.getArgNumber()];
  rewriter.inlineBlockBefore(&region.front(), op, args);
  rewriter.replaceOp(op, results);
}

// before: flow.while (%x) cond(%a) { A; cond_yield %false, %y } body { B }
// after:  A, of %x; every use of the result is %y
struct LeaveAtOnce : OpRewritePattern<WhileOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(WhileOp op, PatternRewriter &rewriter) const override {
    auto end = cast<CondYieldOp>(op.getCond().front().getTerminator());
    std::optional<llvm::APInt> goesOn = constantOf(end.getCondition());
    if (!op.getInit().empty() || !goesOn || !goesOn->isZero())
      return failure();
    replaceByRegion(rewriter, op, op.getCond(), op.getInitial());
    return success();
  }
};

/// Loop bounds are signed.
std::optional<int64_t> boundOf(Value value) {
  std::optional<llvm::APInt> constant = constantOf(value);
  return constant ? std::optional(constant->getSExtValue()) : std::nullopt;
}

// before: flow.for %zero to %one step %one carry(%x) body(%i, %a) { A }
// after:  A, of %zero and %x
struct UnrollShortLoop : OpRewritePattern<ForOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ForOp op, PatternRewriter &rewriter) const override {
    std::optional<int64_t> lower = boundOf(op.getLower()), upper = boundOf(op.getUpper()),
                           step = boundOf(op.getStep());
    bool isEmpty = op.getLower() == op.getUpper();
    if (!op.getInit().empty() || !step || *step == 0 || (!isEmpty && (!lower || !upper)))
      return failure();
    if (isEmpty || (*step > 0 ? *lower >= *upper : *lower <= *upper)) {
      rewriter.replaceOp(op, op.getInitial());
      return success();
    }
    int64_t second;
    bool isLast = __builtin_add_overflow(*lower, *step, &second) ||
                  (*step > 0 ? second >= *upper : second <= *upper);
    if (!isLast)
      return failure();
    SmallVector<Value> args = {op.getLower()};
    llvm::append_range(args, op.getInitial());
    replaceByRegion(rewriter, op, op.getBody(), args);
    return success();
  }
};

} // namespace

void WhileOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<LeaveAtOnce>(context);
  addVariablePatterns<WhileOp>(patterns, context);
}

void ForOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<UnrollShortLoop>(context);
  addVariablePatterns<ForOp>(patterns, context);
}

} // namespace cotan::flow
