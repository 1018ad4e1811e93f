#include "cotan/transforms/sum_after_loops.h"

#include "cotan/ir/flow/constants.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/ops_in.h"
#include "cotan/ir/prim/prim_dialect.h"
#include "cotan/ops/op_rules.h"

#include "mlir/Pass/Pass.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace cotan {
namespace {

constexpr int64_t mostElements = 1 << 24; // of what is kept of all turns
constexpr int64_t leastGain = 4;          // how much larger than a turn's operands the sum is

bool isKnown(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && isa<FloatType>(type.getElementType());
}
int64_t elementsOf(Value value) {
  return mlir::cast<RankedTensorType>(value.getType()).getNumElements();
}

/// Of a loop over the numbers below it.
std::optional<int64_t> turnsOf(flow::ForOp loop) {
  auto lower = flow::constantOf(loop.getLower()), upper = flow::constantOf(loop.getUpper()),
       step = flow::constantOf(loop.getStep());
  if (!lower || !upper || !step || !lower->isZero() || !step->isOne() ||
      !upper->isStrictlyPositive() || !loop.getInit().empty())
    return std::nullopt;
  return upper->getSExtValue();
}

/// A variable to which each turn adds a product, or what linear ops make of one.
struct Sum {
  unsigned variable; // among what is carried
  Operation *add, *product;
  SmallVector<Operation *> between; // from the product on
};

/// What adds a value to operand 0, or operand 0 to it.
bool isSum(Operation *op) {
  return isa<Accumulating>(op) && op->hasTrait<Elementwise>() && op->hasTrait<Linear>() &&
         op->hasTrait<OpTrait::IsCommutative>() && op->getNumOperands() == 2;
}

std::optional<Sum> findSum(flow::ForOp loop, unsigned variable) {
  Block &block = loop.getBody().front();
  BlockArgument argument = block.getArgument(1 + variable);
  Value next = block.getTerminator()->getOperand(variable);
  Operation *add = next.getDefiningOp();
  if (!add || add->getBlock() != &block || !isSum(add) || !next.hasOneUse() ||
      !argument.hasOneUse() || argument.use_begin()->getOwner() != add || !isKnown(next))
    return std::nullopt;
  Sum sum{variable, add, nullptr, {}};
  Value value = add->getOperand(add->getOperand(0) == argument ? 1 : 0);
  for (;;) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != &block || !value.hasOneUse() || !isKnown(value))
      return std::nullopt;
    if (auto product = dyn_cast<SumsTurns>(op); product && product.sumsTurns()) {
      sum.product = op;
      return sum;
    }
    if (!op->hasTrait<Linear>() || op->getNumOperands() != 1 || op->getNumRegions() != 0 ||
        op->getNumResults() != 1)
      return std::nullopt;
    sum.between.insert(sum.between.begin(), op);
    value = op->getOperand(0);
  }
}

class Summation {
public:
  Summation(flow::ForOp loop, int64_t turns) : loop(loop), turns(turns) {}

  void run() {
    for (unsigned i = 0; i < loop.getInitial().size(); ++i)
      if (auto sum = findSum(loop, i); sum && pays(*sum)) {
        kept.insert_range(sum->product->getOperands());
        sums.push_back(*sum);
      }
    if (!sums.empty())
      rewrite();
  }

private:
  bool pays(const Sum &sum) {
    int64_t each = 0;
    for (Value operand : sum.product->getOperands()) {
      if (!isKnown(operand) || operand.getParentBlock() != &loop.getBody().front())
        return false;
      each += elementsOf(operand);
    }
    return each * leastGain <= elementsOf(sum.product->getResult(0)) &&
           each <= mostElements / turns;
  }

  RankedTensorType typeOfAll(Value value) const {
    auto type = mlir::cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> sizes = {turns};
    llvm::append_range(sizes, type.getShape());
    return type.clone(sizes);
  }

  void rewrite() {
    OpBuilder builder(loop);
    RuleBuilder b(builder, loop.getLoc());
    SmallVector<Value> initial(loop.getInitial());
    for (Value value : kept)
      initial.push_back(b.constant(splat(typeOfAll(value), 0.0)).value());
    keepRows(builder, b);
    for (const Sum &sum : llvm::reverse(sums)) {
      leaveOut(sum);
      initial.erase(initial.begin() + sum.variable);
    }
    auto made =
        flow::ForOp::create(builder, loop.getLoc(), TypeRange(ValueRange(initial)), loop.getLower(),
                            loop.getUpper(), loop.getStep(), initial, loop.getReverse());
    made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    made.getBody().takeBody(loop.getBody());
    SmallVector<Value> results(made.getResults().drop_back(kept.size()));
    for (const Sum &sum : sums) // in their order
      results.insert(results.begin() + sum.variable,
                     total(b, sum, made.getResults().take_back(kept.size())));
    loop->replaceAllUsesWith(results);
    for (const Sum &sum : sums)
      eraseParts(sum);
    loop->erase();
  }

  /// In the body: further variables, in which each turn writes its row.
  void keepRows(OpBuilder &builder, RuleBuilder &b) {
    OpBuilder::InsertionGuard guard(builder);
    Block &block = loop.getBody().front();
    Operation *end = block.getTerminator();
    builder.setInsertionPoint(end);
    for (Value value : kept) {
      Expr all = b(block.addArgument(typeOfAll(value), loop.getLoc()));
      Expr filled = scatter(all, b(block.getArgument(0)), b(value), 0);
      end->insertOperands(end->getNumOperands(), filled.value());
    }
  }

  Value total(RuleBuilder &b, const Sum &sum, ValueRange rows) {
    SmallVector<Value> operands;
    for (Value operand : sum.product->getOperands())
      operands.push_back(rows[std::distance(kept.begin(), llvm::find(kept, operand))]);
    Value value = mlir::cast<SumsTurns>(sum.product).sumOfTurns(b, operands);
    for (Operation *op : sum.between)
      value = b.again(op, value, op->getResultTypes())[0].value();
    return b.add(b(loop.getInitial()[sum.variable]), b(value)).value();
  }

  /// The variable of the sum, in the body.
  void leaveOut(const Sum &sum) {
    Block &block = loop.getBody().front();
    block.getTerminator()->eraseOperand(sum.variable);
    sum.add->erase();
    block.eraseArgument(1 + sum.variable);
  }

  static void eraseParts(const Sum &sum) {
    for (Operation *op : llvm::reverse(sum.between))
      op->erase();
    sum.product->erase();
  }

  flow::ForOp loop;
  int64_t turns;
  SmallVector<Sum> sums;
  llvm::SetVector<Value> kept; // operands of products
};

struct SumAfterLoopsPass : PassWrapper<SumAfterLoopsPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SumAfterLoopsPass)
  StringRef getArgument() const override { return "sum-after-loops"; }
  StringRef getDescription() const override {
    return "Add up products of the turns of a loop after it";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<prim::PrimDialect>();
  }
  void runOnOperation() override {
    getOperation()->walk([](func::FuncOp function) { sumAfterLoops(function); });
  }
};

} // namespace

void sumAfterLoops(func::FuncOp function) {
  for (auto loop : opsIn<flow::ForOp>(function))
    if (auto turns = turnsOf(loop))
      Summation(loop, *turns).run();
}

std::unique_ptr<Pass> createSumAfterLoopsPass() { return std::make_unique<SumAfterLoopsPass>(); }

} // namespace cotan
