// Lifting is MLIR's transformCFGToSCF; this file makes the flow ops for it.
//
// before: ^head(%i): cf.cond_br %c, ^body, ^end    ^body: ... cf.br ^head(%j)
// after:  flow.while (%i) cond { ... cond_yield %c } body { ... yield %j }
#include "cotan/transforms/lift_cf.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/prim/prim_dialect.h"
#include "cotan/ops/op_rules.h"
#include "cotan/transforms/rotate_loops.h"
#include "cotan/transforms/simplify_lifted.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/CFGToSCF.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace cotan {
namespace {

/// Makes flow ops where MLIR's transformation asks for structured ones. Which way to go is a 0-d
/// tensor in between, so nothing but tensors remains.
class FlowMaker : public CFGToSCFInterface {
public:
  FailureOr<Operation *> createStructuredBranchRegionOp(OpBuilder &builder, Operation *branch,
                                                        TypeRange results,
                                                        MutableArrayRef<Region> regions) override {
    if (auto conditional = dyn_cast<cf::CondBranchOp>(branch)) {
      auto op = flow::IfOp::create(builder, branch->getLoc(), results,
                                   tensorBehind(conditional.getCondition()));
      op.getThenRegion().takeBody(regions[0]);
      op.getElseRegion().takeBody(regions[1]);
      return op.getOperation();
    }
    auto choice = cast<cf::SwitchOp>(branch);
    Value index = made.contains(choice) ? plainIndexOf(builder, choice) : indexOf(builder, choice);
    auto op =
        flow::SwitchOp::create(builder, branch->getLoc(), results, index, unsigned(regions.size()));
    unsigned first = made.contains(choice) ? 1 : 0; // where the default goes: last or first
    for (unsigned i = 0; i < regions.size(); ++i)
      op.getCases()[i].takeBody(regions[(i + first) % regions.size()]);
    return op.getOperation();
  }

  LogicalResult createStructuredBranchRegionTerminatorOp(Location loc, OpBuilder &builder,
                                                         Operation *, Operation *,
                                                         ValueRange results) override {
    flow::YieldOp::create(builder, loc, results);
    return success();
  }

  FailureOr<Operation *> createStructuredDoWhileLoopOp(OpBuilder &builder, Operation *replaced,
                                                       ValueRange initial, Value condition,
                                                       ValueRange next, Region &&body) override {
    Location loc = replaced->getLoc();
    auto loop = flow::WhileOp::create(builder, loc, initial.getTypes(), initial);
    loop.getCond().takeBody(body);
    builder.setInsertionPointToEnd(&loop.getCond().back());
    flow::CondYieldOp::create(builder, loc, isNot(builder, loc, condition, 0), next);
    SmallVector<Location> locs(initial.size(), loc);
    Block *handsOn = builder.createBlock(&loop.getBody(), {}, initial.getTypes(), locs);
    flow::YieldOp::create(builder, loc, handsOn->getArguments());
    return loop.getOperation();
  }

  Value getCFGSwitchValue(Location loc, OpBuilder &builder, unsigned value) override {
    RuleBuilder b(builder, loc);
    return b.scalar(value, builder.getI32Type()).value();
  }

  void createCFGSwitchOp(Location loc, OpBuilder &builder, Value flag, ArrayRef<unsigned> values,
                         BlockRange destinations, ArrayRef<ValueRange> arguments,
                         Block *otherDestination, ValueRange otherArguments) override {
    if (values.empty()) {
      cf::BranchOp::create(builder, loc, otherDestination, otherArguments);
      return;
    }
    if (values.size() == 1) {
      Value isOther = extract(builder, loc, isNot(builder, loc, flag, values[0]));
      cf::CondBranchOp::create(builder, loc, isOther, otherDestination, otherArguments,
                               destinations[0], arguments[0]);
      return;
    }
    assert(values.back() - values.front() + 1 == values.size() && "plainIndexOf counts on it");
    made.insert(cf::SwitchOp::create(builder, loc, extract(builder, loc, flag), otherDestination,
                                     otherArguments, llvm::to_vector_of<int32_t>(values),
                                     destinations, arguments));
  }

  Value getUndefValue(Location loc, OpBuilder &builder, Type type) override {
    return undefined(builder, loc, type);
  }

  FailureOr<Operation *> createUnreachableTerminator(Location loc, OpBuilder &builder,
                                                     Region &region) override {
    SmallVector<Value> results;
    for (Type type : cast<func::FuncOp>(region.getParentOp()).getResultTypes())
      results.push_back(undefined(builder, loc, type));
    return func::ReturnOp::create(builder, loc, results).getOperation();
  }

private:
  static Value extract(OpBuilder &builder, Location loc, Value tensor) {
    return tensor::ExtractOp::create(builder, loc, tensor, ValueRange());
  }

  static Value isNot(OpBuilder &builder, Location loc, Value flag, unsigned value) {
    RuleBuilder b(builder, loc);
    Expr x = b(flag);
    return ne(x, b.full(value, x)).value();
  }

  /// Where in [case 0, ..., default] a switch made here goes: its cases follow each other, and the
  /// default is the one after them.
  static Value plainIndexOf(OpBuilder &builder, cf::SwitchOp op) {
    int64_t first = (*op.getCaseValues()->begin()).getSExtValue();
    RuleBuilder b(builder, op.getLoc());
    Expr x = b(tensorBehind(op.getFlag()));
    return (first == 0 ? x : x - double(first)).value();
  }

  /// Where in [default, case 0, case 1, ...] a switch goes; the cases may have any values.
  static Value indexOf(OpBuilder &builder, cf::SwitchOp op) {
    Location loc = op.getLoc();
    Value flag = tensorBehind(op.getFlag());
    if (!isa<RankedTensorType>(flag.getType()))
      flag = tensor::FromElementsOp::create(builder, loc, RankedTensorType::get({}, flag.getType()),
                                            flag);
    RuleBuilder b(builder, loc);
    Expr x = b(flag), index = b.scalar(0, builder.getI32Type());
    llvm::SmallDenseSet<APInt> seen; // of equal values, the first counts
    auto cases = op.getCaseValues();
    for (auto [i, value] : llvm::enumerate(cases ? llvm::to_vector(*cases) : SmallVector<APInt>()))
      if (seen.insert(value).second)
        index = index + castTo(eq(x, b.constant(DenseElementsAttr::get(x.type(), value))),
                               builder.getI32Type()) *
                            (i + 1.0);
    return index.value();
  }

  llvm::DenseSet<Operation *> made; // switches on values of getCFGSwitchValue
};

/// Ops with regions, taken out while the blocks around them are rearranged: transformCFGToSCF takes
/// a use inside such an op for one outside the loop.
class ParkedOps {
public:
  explicit ParkedOps(Region &region) {
    for (Block &block : region)
      for (Operation &op : llvm::make_early_inc_range(block))
        if (op.getNumRegions() != 0)
          park(&op);
  }

  ~ParkedOps() {
    for (Parked &parked : llvm::reverse(all)) {
      for (auto [name, value] :
           llvm::zip_equal(parked.names->getArguments(), parked.standIn.getOperands()))
        name.replaceAllUsesWith(value);
      OpBuilder(parked.standIn).insert(parked.op);
      parked.standIn.replaceAllUsesWith(parked.op->getResults());
      parked.standIn.erase();
    }
  }

private:
  struct Parked {
    Operation *op;
    UnrealizedConversionCastOp standIn; // takes all the op uses, inside and out
    std::unique_ptr<Block> names;       // its arguments stand for those values in the op
  };

  void park(Operation *op) {
    llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    auto names = std::make_unique<Block>();
    for (Value value : used) {
      Value name = names->addArgument(value.getType(), value.getLoc());
      value.replaceUsesWithIf(name, [&](OpOperand &use) { return op->isAncestor(use.getOwner()); });
    }
    OpBuilder builder(op);
    auto standIn = UnrealizedConversionCastOp::create(builder, op->getLoc(), op->getResultTypes(),
                                                      used.getArrayRef());
    op->replaceAllUsesWith(standIn.getResults());
    op->remove();
    all.push_back({op, standIn, std::move(names)});
  }

  SmallVector<Parked> all;
};

/// MLIR's transformation leaves dangling references behind when it is ended by a failure, so what
/// FlowMaker cannot do is refused before.
LogicalResult checkBranches(func::FuncOp function) {
  for (Block &block : function.getBody()) {
    Operation *end = block.getTerminator();
    if (end->getNumSuccessors() == 0 || isa<cf::BranchOp, cf::CondBranchOp>(end))
      continue;
    auto choice = dyn_cast<cf::SwitchOp>(end);
    if (!choice)
      return end->emitOpError(
          "cannot be made structured; use 'cf.br', 'cf.cond_br' or 'cf.switch'");
    if (Type flag = choice.getFlag().getType(); !dtypeOf(flag))
      return choice.emitOpError("flag is ") << flag << ", but must be i1, i8, i16, i32 or i64";
  }
  return success();
}

LogicalResult checkReturns(func::FuncOp function) {
  for (Block &block : function.getBody())
    if (block.getNumSuccessors() == 0)
      return success();
  return function.emitError("never returns: each of its paths ends in a loop without an exit; let "
                            "one block of the loop branch to a block that returns");
}

/// Runs on a function, or on all functions in an op.
struct LiftCfPass : PassWrapper<LiftCfPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LiftCfPass)

  StringRef getArgument() const override { return "lift-cf"; }
  StringRef getDescription() const override {
    return "Replace branches between blocks by flow.if, flow.switch and flow.while";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<flow::FlowDialect, prim::PrimDialect, tensor::TensorDialect, ub::UBDialect>();
  }
  void runOnOperation() override {
    getOperation()->walk([&](func::FuncOp function) {
      if (failed(liftControlFlow(function)))
        signalPassFailure();
      return WalkResult::skip();
    });
  }
};

} // namespace

LogicalResult liftControlFlow(func::FuncOp function) {
  Region &body = function.getBody();
  if (body.empty() || body.hasOneBlock())
    return success();
  IRRewriter rewriter(function.getContext());
  (void)eraseUnreachableBlocks(rewriter, body);
  if (failed(checkBranches(function)) || failed(checkReturns(function)))
    return failure();
  {
    ParkedOps parked(body);
    FlowMaker maker;
    DominanceInfo dominance(function);
    if (failed(transformCFGToSCF(body, maker, dominance)))
      return failure();
  }
  if (!body.hasOneBlock())
    return function.emitError("ends in ops of several kinds; end every path with 'func.return'");
  return simplifyLifted(function);
}

std::unique_ptr<Pass> createLiftCfPass() { return std::make_unique<LiftCfPass>(); }

} // namespace cotan
