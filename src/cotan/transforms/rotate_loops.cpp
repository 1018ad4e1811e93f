#include "cotan/transforms/rotate_loops.h"

#include "cotan/ir/flow/constants.h"
#include "cotan/ir/flow/variables.h"
#include "cotan/ops/op_rules.h"
#include "cotan/transforms/simplify_lifted.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace cotan {
namespace {

bool isUndefined(Value value) { return bool(value.getDefiningOp<ub::PoisonOp>()); }

/// A loop whose `cond` ends with the flow.if that both decides and does the work.
struct DecidingIf {
  mutable flow::IfOp branch;
  Region *goesOn, *leaves;

  /// What `value`, handed on by `cond`, is if the loop goes on or leaves.
  Value in(Region *region, Value value) const {
    if (value.getDefiningOp() != branch.getOperation())
      return value;
    return flow::yieldOf(*region, cast<OpResult>(value).getResultNumber()).get();
  }
};

bool handsArgumentsOn(Block &block) {
  return llvm::hasSingleElement(block) &&
         llvm::equal(block.getTerminator()->getOperands(), block.getArguments());
}

std::optional<DecidingIf> decidingIf(flow::WhileOp loop) {
  auto end = cast<flow::CondYieldOp>(loop.getCond().front().getTerminator());
  auto branch = dyn_cast_or_null<flow::IfOp>(end->getPrevNode());
  if (!branch || !branch.getInit().empty() || !loop.getInit().empty() ||
      !handsArgumentsOn(loop.getBody().front()))
    return std::nullopt;
  bool onTrue = true;
  Value decision = end.getCondition();
  if (decision != branch.getCondition()) {
    if (decision.getDefiningOp() != branch.getOperation())
      return std::nullopt;
    unsigned j = cast<OpResult>(decision).getResultNumber();
    auto taken = flow::constantOf(flow::yieldOf(branch.getThenRegion(), j).get());
    auto notTaken = flow::constantOf(flow::yieldOf(branch.getElseRegion(), j).get());
    if (!taken || !notTaken || taken->isZero() == notTaken->isZero())
      return std::nullopt;
    onTrue = !taken->isZero();
  }
  DecidingIf result{branch, &branch.getThenRegion(), &branch.getElseRegion()};
  if (!onTrue)
    std::swap(result.goesOn, result.leaves);
  bool leavesAtOnce = result.leaves->empty() || llvm::hasSingleElement(result.leaves->front());
  bool canNegate = isa<RankedTensorType>(branch.getCondition().getType());
  if (!leavesAtOnce || (!onTrue && !canNegate))
    return std::nullopt;
  return result;
}

/// What the variables of the new loop carry from `cond` to `body` and out.
class Carried {
public:
  Carried(flow::WhileOp loop, const DecidingIf &decision) : loop(loop), decision(decision) {
    for (Value value : end().getValues()) {
      Value exit = decision.in(decision.leaves, value);
      values.push_back(isUndefined(exit) ? Value() : exit);
    }
    for (auto [j, value] : llvm::enumerate(values))
      if (value)
        places.try_emplace(value, j);
    findNeeded();
    for (Value value : needed)
      if (auto arg = dyn_cast<BlockArgument>(value); arg && !values[arg.getArgNumber()])
        put(arg, arg.getArgNumber());
    for (Value value : needed)
      placeAnywhere(value);
    for (unsigned j = 0; j < loop.getNumResults(); ++j)
      if (!values[j])
        values[j] = loop.getCond().getArgument(j);
  }

  flow::CondYieldOp end() const {
    return cast<flow::CondYieldOp>(loop->getRegion(1).front().getTerminator());
  }
  ArrayRef<Value> all() const { return values; }
  ArrayRef<Value> added() const { return ArrayRef(values).drop_front(loop->getNumResults()); }
  ArrayRef<Value> readByBody() const { return needed.getArrayRef(); }
  unsigned placeOf(Value value) const { return places.lookup(value); }
  bool isNeeded(Value value) const { return needed.contains(value); }

private:
  bool isOfCond(Value value) const { return value.getParentRegion() == &loop->getRegion(1); }

  void findNeeded() {
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(*decision.goesOn, used);
    for (Value value : end().getValues())
      used.insert(decision.in(decision.goesOn, value));
    for (Value value : used)
      if (isOfCond(value))
        needed.insert(value);
  }

  void put(Value value, unsigned j) {
    values[j] = value;
    places.try_emplace(value, j);
  }

  void placeAnywhere(Value value) {
    if (places.contains(value))
      return;
    for (unsigned j = 0; j < loop->getNumResults(); ++j)
      if (!values[j] && loop->getResult(j).getType() == value.getType())
        return put(value, j);
    values.push_back(value);
    places.try_emplace(value, values.size() - 1);
  }

  flow::WhileOp loop;
  const DecidingIf &decision;
  SmallVector<Value> values; // what `cond` hands on; null: any value will do
  llvm::DenseMap<Value, unsigned> places;
  llvm::SetVector<Value> needed; // what `body` reads of `cond`
};

struct RotateLoop : OpRewritePattern<flow::WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(flow::WhileOp loop, PatternRewriter &rewriter) const override {
    std::optional<DecidingIf> decision = decidingIf(loop);
    if (!decision)
      return failure();
    Carried carried(loop, *decision);
    SmallVector<Value> next = nextValues(*decision, carried);
    auto rotated = createLoop(rewriter, loop, carried.added());
    fillBody(rewriter, rotated, *decision, carried, next);
    fillCond(rewriter, rotated, loop, *decision, carried);
    rewriter.replaceOp(loop, rotated->getResults().take_front(loop.getNumResults()));
    return success();
  }

private:
  static SmallVector<Value> nextValues(const DecidingIf &decision, const Carried &carried) {
    SmallVector<Value> next;
    for (Value value : carried.end().getValues())
      next.push_back(decision.in(decision.goesOn, value));
    return next;
  }

  /// An empty loop with more variables, of these types.
  static flow::WhileOp createLoop(PatternRewriter &rewriter, flow::WhileOp loop,
                                  ArrayRef<Value> added) {
    SmallVector<Value> initial(loop.getInitial());
    for (Value value : added)
      initial.push_back(undefined(rewriter, loop.getLoc(), value.getType()));
    return flow::WhileOp::create(rewriter, loop.getLoc(), ValueRange(initial).getTypes(), initial);
  }

  static void fillBody(PatternRewriter &rewriter, flow::WhileOp rotated, const DecidingIf &decision,
                       const Carried &carried, ArrayRef<Value> next) {
    Region &body = rotated.getBody();
    if (decision.goesOn->empty())
      rewriter.createBlock(&body);
    else
      rewriter.inlineRegionBefore(*decision.goesOn, body, body.end());
    Block &block = body.front();
    if (!block.empty())
      rewriter.eraseOp(block.getTerminator());
    for (Value initial : rotated.getInitial())
      block.addArgument(initial.getType(), rotated.getLoc());

    auto inBody = [&](Value value) -> Value {
      return carried.isNeeded(value) ? Value(block.getArgument(carried.placeOf(value))) : value;
    };
    SmallVector<Value> yielded = llvm::map_to_vector(next, inBody);
    for (unsigned j = next.size(); j < block.getNumArguments(); ++j)
      yielded.push_back(block.getArgument(j));
    for (Value value : carried.readByBody())
      rewriter.replaceUsesWithIf(value, inBody(value), [&](OpOperand &use) {
        return body.isAncestor(use.getOwner()->getParentRegion());
      });
    rewriter.setInsertionPointToEnd(&block);
    flow::YieldOp::create(rewriter, rotated.getLoc(), yielded);
  }

  static void fillCond(PatternRewriter &rewriter, flow::WhileOp rotated, flow::WhileOp loop,
                       const DecidingIf &decision, const Carried &carried) {
    flow::CondYieldOp end = carried.end();
    rewriter.setInsertionPoint(end);
    Value condition = decision.branch.getCondition();
    if (decision.goesOn == &decision.branch.getElseRegion()) {
      RuleBuilder b(rewriter, end.getLoc());
      Expr x = b(condition);
      condition = eq(x, b.full(0.0, x)).value();
    }
    flow::CondYieldOp::create(rewriter, end.getLoc(), condition, carried.all());
    rewriter.eraseOp(end);
    rewriter.eraseOp(decision.branch);
    for (Value value : carried.added())
      loop.getCond().addArgument(value.getType(), loop.getLoc());
    rewriter.inlineRegionBefore(loop.getCond(), rotated.getCond(), rotated.getCond().end());
  }
};

} // namespace

void addLoopRotation(RewritePatternSet &patterns) {
  patterns.add<RotateLoop>(patterns.getContext());
}

} // namespace cotan
