// Folding and canonicalization: what is known of a function value is done where it is known.
#include "cotan/ir/flow/constants.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/fn/fn.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace cotan::fn {

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getCalleeAttr(); }

OpFoldResult SwitchOp::fold(FoldAdaptor given) {
  if (llvm::all_equal(getFunctions()))
    return getFunctions()[0];
  std::optional<llvm::APInt> known = flow::constantOf(given.getSelector());
  if (!known)
    return nullptr;
  if (isByCondition())
    return getFunctions()[known->isZero() ? 1 : 0];
  return getFunctions()[flow::clampedIndex(*known, getSelector().getType(), getFunctions().size())];
}

Operation *branchOf(OpBuilder &builder, SwitchOp choice, Location loc, TypeRange results,
                    function_ref<SmallVector<Value>(Value)> make) {
  OperationState state(loc, choice.isByCondition() ? flow::IfOp::getOperationName()
                                                   : flow::SwitchOp::getOperationName());
  state.addOperands(choice.getSelector());
  state.addTypes(results);
  (void)state.addRegion(); // no stacks
  for (Value function : choice.getFunctions()) {
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(state.addRegion());
    flow::YieldOp::create(builder, loc, make(function));
  }
  return builder.create(state);
}

namespace {

/// The function of the module that a value is, and what it has captured.
struct Known {
  FlatSymbolRefAttr callee;
  ValueRange captured;
};

std::optional<Known> knownFunction(Value function) {
  if (auto constant = function.getDefiningOp<ConstantOp>())
    return Known{constant.getCalleeAttr(), {}};
  if (auto closure = function.getDefiningOp<ClosureOp>())
    return Known{closure.getCalleeAttr(), closure.getCaptured()};
  return std::nullopt;
}

SmallVector<Value> joined(ValueRange first, ValueRange second) {
  SmallVector<Value> all(first);
  llvm::append_range(all, second);
  return all;
}

// before: %f = fn.closure @f(%a)   fn.apply %f(%x)
// after:  func.call @f(%a, %x)
struct CallKnown : OpRewritePattern<ApplyOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ApplyOp op, PatternRewriter &rewriter) const override {
    std::optional<Known> known = knownFunction(op.getFunction());
    if (!known)
      return failure();
    rewriter.replaceOpWithNewOp<func::CallOp>(op, known->callee, op.getResultTypes(),
                                              joined(known->captured, op.getArguments()));
    return success();
  }
};

// before: %g = fn.partial %f(%a)   fn.apply %g(%x)
// after:  fn.apply %f(%a, %x)
struct ApplyPartial : OpRewritePattern<ApplyOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ApplyOp op, PatternRewriter &rewriter) const override {
    auto partial = op.getFunction().getDefiningOp<PartialOp>();
    if (!partial)
      return failure();
    rewriter.replaceOpWithNewOp<ApplyOp>(op, op.getResultTypes(), partial.getFunction(),
                                         joined(partial.getArguments(), op.getArguments()));
    return success();
  }
};

// before: %h = fn.switch %c, %f, %g   %y = fn.apply %h(%x)
// after:  %y = flow.if %c { fn.apply %f(%x) } else { fn.apply %g(%x) }
struct ApplyChosen : OpRewritePattern<ApplyOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ApplyOp op, PatternRewriter &rewriter) const override {
    auto choice = op.getFunction().getDefiningOp<SwitchOp>();
    if (!choice || !choice->hasOneUse()) // else it is one choice for several calls
      return failure();
    auto apply = [&](Value function) -> SmallVector<Value> {
      return ApplyOp::create(rewriter, op.getLoc(), op.getResultTypes(), function,
                             op.getArguments())
          .getResults();
    };
    rewriter.replaceOp(op, branchOf(rewriter, choice, op.getLoc(), op.getResultTypes(), apply));
    return success();
  }
};

// before: %f = fn.closure @f(%a)   %g = fn.partial %f(%b)
// after:  %g = fn.closure @f(%a, %b)
struct CloseKnown : OpRewritePattern<PartialOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PartialOp op, PatternRewriter &rewriter) const override {
    std::optional<Known> known = knownFunction(op.getFunction());
    if (op.getArguments().empty()) {
      rewriter.replaceOp(op, op.getFunction());
      return success();
    }
    if (!known)
      return failure();
    rewriter.replaceOpWithNewOp<ClosureOp>(op, op.getType(), known->callee,
                                           joined(known->captured, op.getArguments()));
    return success();
  }
};

// before: %h = fn.partial %f(%a)   %g = fn.partial %h(%b)
// after:  %g = fn.partial %f(%a, %b)
struct JoinPartials : OpRewritePattern<PartialOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PartialOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getFunction().getDefiningOp<PartialOp>();
    if (!inner)
      return failure();
    rewriter.replaceOpWithNewOp<PartialOp>(op, op.getType(), inner.getFunction(),
                                           joined(inner.getArguments(), op.getArguments()));
    return success();
  }
};

// before: fn.closure @f()
// after:  fn.constant @f
struct CaptureNothing : OpRewritePattern<ClosureOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ClosureOp op, PatternRewriter &rewriter) const override {
    if (!op.getCaptured().empty())
      return failure();
    rewriter.replaceOpWithNewOp<ConstantOp>(op, op.getType(), op.getCalleeAttr());
    return success();
  }
};

// before: %s, %t = fn.map %f(%a, %b)
// after:  %s = fn.apply %f(%a)   %t = fn.apply %f(%b)
struct ApplyToLeaves : OpRewritePattern<MapOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MapOp op, PatternRewriter &rewriter) const override {
    FunctionType type = op.getFunction().getType();
    const unsigned leaves = op.getNumLeaves(), nests = type.getInputs().size();
    SmallVector<Value> results(op.getNumResults());
    for (unsigned leaf = 0; leaf < leaves; ++leaf) {
      SmallVector<Value> arguments;
      for (unsigned nest = 0; nest < nests; ++nest)
        arguments.push_back(op.getLeaves()[nest * leaves + leaf]);
      auto apply =
          ApplyOp::create(rewriter, op.getLoc(), type.getResults(), op.getFunction(), arguments);
      for (auto [nest, result] : llvm::enumerate(apply.getResults()))
        results[nest * leaves + leaf] = result;
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

} // namespace

void ApplyOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<CallKnown, ApplyPartial, ApplyChosen>(context);
}

void PartialOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<CloseKnown, JoinPartials>(context);
}

void ClosureOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<CaptureNothing>(context);
}

void MapOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<ApplyToLeaves>(context);
}

} // namespace cotan::fn
