#include "cotan/transforms/lower_for.h"

#include "cotan/ir/flow/constants.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/ops_in.h"
#include "cotan/ir/prim/prim_dialect.h"
#include "cotan/ops/op_rules.h"

#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace cotan {
namespace {

/// One loop on its way to a flow.while.
class ForLowering {
public:
  explicit ForLowering(flow::ForOp loop)
      : loop(loop), builder(loop), b(builder, loop.getLoc()), index(b(loop.getLower())) {}

  void run() {
    auto step = flow::constantOf(loop.getStep());
    const bool isPlain = step && step->isOne() && !loop.getReverse();
    if (!isPlain)
      countTurns(/*isNonZero=*/step && !step->isZero());
    SmallVector<Value> starts;
    if (turns)
      starts.push_back(b.scalar(0, turns.elementType()).value());
    starts.push_back(index.value());
    const unsigned added = starts.size();
    llvm::append_range(starts, loop.getInitial());
    SmallVector<Type> types(ValueRange(starts).take_front(added).getTypes());
    llvm::append_range(types, loop.getResultTypes());
    auto lowered = flow::WhileOp::create(builder, loop.getLoc(), types, starts);
    lowered->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    lowered.getInit().takeBody(loop.getInit());
    lowered.getBody().takeBody(loop.getBody());
    handOn(lowered.getInit(), TypeRange(types).take_front(added));
    fillBody(lowered.getBody().front());
    fillCond(lowered.getCond(), lowered.getBody().front());
    loop->replaceAllUsesWith(lowered->getResults().drop_front(added));
    loop->erase();
  }

private:
  /// Finds how many turns there are, in numbers without a sign: from the first to the last number
  /// of a type there are more than half of its numbers.
  void countTurns(bool isNonZero) {
    Expr lower = b(loop.getLower()), upper = b(loop.getUpper());
    stride = b(loop.getStep());
    if (!isNonZero)
      flow::AssertOp::create(builder, loop.getLoc(), ne(stride, b.full(0, stride)).value(),
                             "the step of the loop is 0; it must be positive or negative",
                             ValueRange());
    Type plain = IntegerType::get(builder.getContext(), index.elementType().getIntOrFloatBitWidth(),
                                  IntegerType::Unsigned);
    Expr rises = stride > 0.0;
    Expr least = where(rises, lower, upper), most = where(rises, upper, lower);
    Expr distance = castTo(most, plain) - castTo(least, plain);
    Expr width = castTo(where(rises, stride, -stride), plain);
    turns = where(least < most, (distance - 1.0) / width + 1.0, 0.0);
    if (!loop.getReverse())
      return;
    index = lower + castTo(turns - 1.0, index.elementType()) * stride;
    stride = -stride;
  }

  /// `init`, if there is one, takes the new variables, too.
  void handOn(Region &init, TypeRange added) {
    if (init.empty())
      return;
    for (auto [i, type] : llvm::enumerate(added)) {
      Value argument = init.front().insertArgument(i, type, loop.getLoc());
      init.front().getTerminator()->insertOperands(i, argument);
    }
  }

  /// The variables are where those of the body are.
  void fillCond(Region &region, Block &body) {
    SmallVector<Location> places;
    for (BlockArgument argument : body.getArguments())
      places.push_back(argument.getLoc());
    Block *block = builder.createBlock(&region, {}, body.getArgumentTypes(), places);
    Expr first = b(block->getArgument(0));
    Expr more = first < (turns ? turns : b(loop.getUpper()));
    flow::CondYieldOp::create(builder, loop.getLoc(), more.value(), block->getArguments());
    builder.setInsertionPoint(loop);
  }

  void fillBody(Block &block) {
    Operation *end = block.getTerminator();
    builder.setInsertionPoint(end);
    Expr at = b(block.getArgument(0));
    end->insertOperands(0, (at + (stride ? stride : b(loop.getStep()))).value());
    if (turns) {
      Expr turn = b(block.insertArgument(0u, turns.type(), loop.getLoc()));
      end->insertOperands(0, (turn + 1.0).value());
    }
    builder.setInsertionPoint(loop);
  }

  flow::ForOp loop;
  OpBuilder builder;
  RuleBuilder b;
  Expr index;
  Expr turns, stride; // not set if the step is 1 and the loop goes forward
};

/// Runs on a function, or on all functions in an op.
struct LowerForPass : PassWrapper<LowerForPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerForPass)

  StringRef getArgument() const override { return "lower-for"; }
  StringRef getDescription() const override { return "Replace flow.for by flow.while"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<flow::FlowDialect, prim::PrimDialect>();
  }
  void runOnOperation() override {
    getOperation()->walk([&](func::FuncOp function) {
      lowerFor(function);
      return WalkResult::skip();
    });
  }
};

} // namespace

void lowerFor(func::FuncOp function) {
  for (auto loop : opsIn<flow::ForOp>(function))
    ForLowering(loop).run();
}

std::unique_ptr<Pass> createLowerForPass() { return std::make_unique<LowerForPass>(); }

} // namespace cotan
