// Simplifications of control flow, the same for every structured op where it makes sense.
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/flow/variables.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace cotan::flow {
namespace {

/// The region a branch takes when its operand is constant; null if it is not.
Region *chosenRegion(Operation *op) {
  DenseElementsAttr elements;
  IntegerAttr scalar;
  llvm::APInt value;
  if (matchPattern(op->getOperand(0), m_Constant(&elements)))
    value = elements.getValues<llvm::APInt>()[0];
  else if (matchPattern(op->getOperand(0), m_Constant(&scalar)))
    value = scalar.getValue();
  else
    return nullptr;
  if (auto branch = dyn_cast<IfOp>(op))
    return value.isZero() ? &branch.getElseRegion() : &branch.getThenRegion();
  auto branch = cast<SwitchOp>(op);
  bool isUnsigned = getElementTypeOrSelf(op->getOperand(0).getType()).isUnsignedInteger();
  int64_t last = branch.getCases().size() - 1;
  int64_t index = isUnsigned ? value.getLimitedValue(last) : value.getSExtValue();
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

/// A value that is the same as variable `j` throughout and visible outside the op; null if none.
Value replacementOf(Structured op, unsigned j) {
  Variable variable = variableOf(op, j);
  Value same;
  if (op.isLoop()) {
    if (!variable.start)
      return nullptr;
    same = variable.start->get();
  }
  for (OpOperand *yield : variable.yields) {
    Value value = yield->get();
    if (llvm::is_contained(variable.args, value) || value == same)
      continue;
    if (same || op->isAncestor(value.getParentBlock()->getParentOp()))
      return nullptr;
    same = value;
  }
  return same;
}

// before: %r = flow.while (%x) ... cond_yield %c, %a ... yield %b   (a, b the arguments)
// after:  every use of %r, %a and %b is %x
template <typename Op> struct ForwardUnchanged : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto structured = cast<Structured>(op.getOperation());
    bool changed = false;
    for (unsigned j = 0; j < op->getNumResults() - numInitStacks(structured); ++j) {
      Value value = replacementOf(structured, j);
      if (!value)
        continue;
      Variable variable = variableOf(structured, j);
      SmallVector<Value> aliases(variable.args.begin(), variable.args.end());
      aliases.push_back(variable.result);
      for (Value alias : aliases) {
        // The terminators keep handing the variable on until it is found dead.
        auto isReal = [&](OpOperand &use) {
          return !llvm::is_contained(variable.yields, &use);
        };
        if (!llvm::any_of(alias.getUses(), isReal))
          continue;
        rewriter.replaceUsesWithIf(alias, value, isReal);
        changed = true;
      }
    }
    return success(changed);
  }
};

/// The variables of a loop whose values reach neither a used result, the condition, an effect, nor
/// another live variable. Nested ops are taken whole.
llvm::BitVector deadInLoop(Structured op) {
  llvm::DenseSet<Value> live;
  SmallVector<Value> work;
  auto mark = [&](Value value) {
    if (live.insert(value).second)
      work.push_back(value);
  };
  auto markUses = [&](Operation *inner) {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(inner->getRegions(), captured);
    llvm::for_each(inner->getOperands(), mark);
    llvm::for_each(captured, mark);
  };
  unsigned count = op->getNumResults();
  llvm::BitVector dead(count, true);
  auto revive = [&](unsigned j) {
    if (!dead.test(j))
      return;
    dead.reset(j);
    for (OpOperand *yield : variableOf(op, j).yields)
      mark(yield->get());
  };
  for (unsigned j = 0; j < count; ++j)
    if (!op->getResult(j).use_empty())
      revive(j);
  for (Region *region : bodiesOf(op)) {
    if (auto end = dyn_cast<CondYieldOp>(region->front().getTerminator()))
      mark(end.getCondition());
    for (Operation &inner : region->front().without_terminator())
      if (!isMemoryEffectFree(&inner))
        markUses(&inner);
  }
  while (!work.empty()) {
    Value value = work.pop_back_val();
    auto arg = dyn_cast<BlockArgument>(value);
    if (!arg) {
      if (op->isProperAncestor(value.getDefiningOp()))
        markUses(value.getDefiningOp());
      continue;
    }
    if (arg.getOwner()->getParentOp() != op)
      continue;
    int j = int(arg.getArgNumber()) - int(op.getNumExtraArguments(*arg.getParentRegion()));
    if (j >= 0)
      revive(j);
  }
  return dead;
}

llvm::BitVector deadInBranch(Structured op) {
  llvm::BitVector dead(op->getNumResults());
  for (unsigned j = 0; j < dead.size(); ++j) {
    Variable variable = variableOf(op, j);
    auto handsOn = [&](OpOperand &use) { return llvm::is_contained(variable.yields, &use); };
    dead[j] = variable.result.use_empty() && llvm::all_of(variable.args, [&](BlockArgument arg) {
                return llvm::all_of(arg.getUses(), handsOn);
              });
  }
  return dead;
}

// before: %r:2 = flow.while (%x, %unused) ...
// after:  %r = flow.while (%x) ...
template <typename Op> struct EraseDeadVariables : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto structured = cast<Structured>(op.getOperation());
    llvm::BitVector dead = structured.isLoop() ? deadInLoop(structured) : deadInBranch(structured);
    if (dead.none())
      return failure();
    // What still computes with a dead variable is itself dead; any value of its type will do.
    for (unsigned j : dead.set_bits()) {
      Variable variable = variableOf(structured, j);
      if (variable.start)
        for (BlockArgument arg : variable.args)
          rewriter.replaceAllUsesWith(arg, variable.start->get());
    }
    eraseVariables(rewriter, structured, dead);
    return success();
  }
};

// before: flow.for %n to %n ... carry(%x)
// after:  every use of the result is %x
struct SkipEmptyRange : OpRewritePattern<ForOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ForOp op, PatternRewriter &rewriter) const override {
    if (!op.getInit().empty() || op.getLower() != op.getUpper())
      return failure();
    rewriter.replaceOp(op, op.getInitial());
    return success();
  }
};

} // namespace

void IfOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<TakeChosenRegion<IfOp>, ForwardUnchanged<IfOp>, EraseDeadVariables<IfOp>>(context);
}

void SwitchOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<TakeChosenRegion<SwitchOp>, ForwardUnchanged<SwitchOp>,
               EraseDeadVariables<SwitchOp>>(context);
}

void WhileOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<ForwardUnchanged<WhileOp>, EraseDeadVariables<WhileOp>>(context);
}

void ForOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<ForwardUnchanged<ForOp>, EraseDeadVariables<ForOp>, SkipEmptyRange>(context);
}

} // namespace cotan::flow
