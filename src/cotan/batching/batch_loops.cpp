#include "cotan/batching/batch_loops.h"

#include "cotan/batching/lanes.h"
#include "cotan/batching/turn_numbers.h"
#include "cotan/ir/ops_in.h"
#include "cotan/ir/prim/prim_dialect.h"
#include "cotan/ir/types.h"
#include "cotan/ops/op_rules.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace cotan {
namespace {

constexpr int64_t fewestTurns = 8, mostTurnsApart = 1 << 17;
// Of the largest value of a batch: what several such take should fit into the cache of a core.
constexpr int64_t mostElements = 1 << 17;

int64_t elementsOf(Value value) { return cast<RankedTensorType>(value.getType()).getNumElements(); }

bool hasKnownSize(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && dtypeOf(type.getElementType());
}

/// At most `most`, and rather a number of which `turns` is a multiple.
int64_t sizeOfBatches(int64_t turns, int64_t most) {
  for (int64_t size = most; size > most / 2; --size)
    if (turns % size == 0)
      return size;
  return most;
}

/// How a turn makes variable `argument` of the next one: by `op`, of which it is operand `place`,
/// or, without such, by handing on a value that needs no other turn, or what came.
struct Variable {
  BlockArgument argument;
  Value next;
  Accumulating op;
  unsigned place = 0;

  bool isHandedOn() const { return next == argument; }
  /// What the turn adds.
  SmallVector<Value> added() const {
    SmallVector<Value> operands(op->getOperands());
    operands.erase(operands.begin() + place);
    return operands;
  }
};

/// A loop that can be batched.
class IndependentLoop {
public:
  explicit IndependentLoop(flow::ForOp loop) : loop(loop), block(loop.getBody().front()) {}

  bool check() {
    auto found = indicesOf(loop, mostTurnsApart);
    if (!found || found->count < fewestTurns || !loop.getInit().empty() || !checkOps())
      return false;
    indices = *found;
    return findVariables();
  }

  flow::ForOp loop;
  Block &block;
  Progression indices;
  SmallVector<Variable, 4> variables;
  SmallVector<Operation *> ops; // what is the same work in each turn
  int64_t largest = 1;          // elements of a value in one turn

private:
  bool checkOps() {
    auto isPlain = [](Operation &op) {
      return op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
             !isa<SymbolUserOpInterface>(op) && llvm::all_of(op.getResults(), hasKnownSize) &&
             llvm::all_of(op.getOperandTypes(), llvm::IsaPred<RankedTensorType>);
    };
    return llvm::all_of(block.without_terminator(), isPlain) &&
           llvm::all_of(block.getArguments(), hasKnownSize);
  }

  bool findVariables() {
    llvm::SmallPtrSet<Operation *, 4> accumulating;
    for (auto [argument, next] :
         llvm::zip_equal(block.getArguments().drop_front(), block.getTerminator()->getOperands())) {
      Variable variable{argument, next, {}};
      if (!variable.isHandedOn() && !argument.use_empty() && !findAccumulating(variable))
        return false;
      if (variable.op)
        accumulating.insert(variable.op);
      variables.push_back(variable);
    }
    for (Operation &op : block.without_terminator())
      if (!accumulating.contains(&op)) {
        ops.push_back(&op);
        for (Value result : op.getResults())
          largest = std::max(largest, elementsOf(result));
      }
    return true;
  }

  /// The only reader of the variable makes the next one, which nothing else reads.
  static bool findAccumulating(Variable &variable) {
    variable.op = variable.next.getDefiningOp<Accumulating>();
    if (!variable.op || !variable.argument.hasOneUse() || !variable.next.hasOneUse())
      return false;
    OpOperand &use = *variable.argument.use_begin();
    variable.place = use.getOperandNumber();
    return use.getOwner() == variable.op &&
           variable.op->getBlock() == variable.argument.getOwner() &&
           (variable.place == 0 ||
            (variable.place == 1 && variable.op->hasTrait<OpTrait::IsCommutative>()));
  }
};

/// Builds the batches before the loop, which stays until they are complete.
class LoopBatcher {
public:
  LoopBatcher(IndependentLoop &of, OpBuilder &builder)
      : of(of), builder(builder), loc(of.loop.getLoc()), b(builder, loc) {}

  /// What stands for the results of the loop.
  FailureOr<SmallVector<Value>> run() {
    numberTurns();
    const int64_t turns = of.indices.count, most = mostElements / of.largest;
    if (most >= turns)
      return compute(of.loop.getInitial(), rows, turns);
    if (most < fewestTurns || failed(readAhead()))
      return failure();
    const int64_t atOnce = sizeOfBatches(turns, most);
    const int64_t batches = turns / atOnce, rest = turns - batches * atOnce;
    auto carried = loopOverBatches(batches, atOnce);
    if (failed(carried) || rest == 0)
      return carried;
    return compute(*carried, parts(batches * atOnce, turns), rest);
  }

private:
  /// Numbers that are known need no op: they are constants, or count.
  void numberTurns() {
    TurnNumbers numbers(of.loop, of.indices);
    number(of.block.getArgument(0), of.indices);
    SmallVector<Operation *> others;
    for (Operation *op : of.ops) {
      auto known = op->getNumResults() == 1 ? numbers.of(op->getResult(0)) : std::nullopt;
      if (known)
        number(op->getResult(0), *known);
      else
        others.push_back(op);
    }
    of.ops = others;
  }

  void number(Value value, const Progression &known) {
    Type element = getElementTypeOrSelf(value.getType());
    auto type = RankedTensorType::get({known.count}, element);
    auto constant = [&](int64_t number) {
      return b.constant(DenseElementsAttr::get(type, builder.getIntegerAttr(element, number)));
    };
    if (known.step == 0) {
      rows[value] = constant(known.first).value();
      return;
    }
    Expr counted = iota(b, type, 0);
    if (known.step != 1)
      counted = counted * constant(known.step);
    rows[value] = (known.first == 0 ? counted : counted + constant(known.first)).value();
  }

  /// What reads other parts of a tensor in each turn does so for all turns at once: as long as that
  /// is no more than there is.
  LogicalResult readAhead() {
    SmallVector<Operation *> ahead, others;
    SmallVector<Value> wanted;
    llvm::SmallPtrSet<Operation *, 16> isAhead;
    for (Operation *op : of.ops) {
      int64_t there = mostElements;
      bool isKnown = true, differs = false;
      for (Value operand : op->getOperands()) {
        const bool isRow = rows.contains(operand) || isAhead.contains(operand.getDefiningOp());
        isKnown &= isRow || isOutside(operand);
        differs |= isRow;
        if (isOutside(operand) && hasKnownSize(operand))
          there = std::max(there, elementsOf(operand));
      }
      for (Value result : op->getResults())
        isKnown &= elementsOf(result) * of.indices.count <= there;
      const bool comesFirst = isKnown && differs;
      (comesFirst ? ahead : others).push_back(op);
      if (comesFirst && isAhead.insert(op).second)
        llvm::append_range(wanted, op->getResults());
    }
    auto computed = computeLanes(builder, loc, ahead, rows, wanted, of.indices.count);
    if (failed(computed))
      return failure();
    for (auto [value, row] : llvm::zip_equal(wanted, *computed))
      rows[value] = row;
    of.ops = others;
    return success();
  }

  bool isOutside(Value value) { return of.loop.isDefinedOutsideOfLoop(value); }

  /// Rows [from, to) of each value.
  Rows parts(int64_t from, int64_t to) {
    Rows some;
    for (auto [value, row] : rows)
      some[value] = part(b(row), from, to).value();
    return some;
  }
  Expr part(const Expr &x, int64_t from, int64_t to) {
    SmallVector<int64_t> starts(x.rank(), 0), limits(x.sizes()), strides(x.rank(), 1);
    starts[0] = from;
    limits[0] = to;
    return slice(x, starts, limits, strides);
  }

  FailureOr<SmallVector<Value>> loopOverBatches(int64_t batches, int64_t atOnce) {
    Type index = builder.getI64Type();
    Rows cut;
    for (auto [value, row] : parts(0, batches * atOnce)) {
      auto type = cast<RankedTensorType>(row.getType());
      SmallVector<int64_t> sizes = {batches, atOnce};
      llvm::append_range(sizes, type.getShape().drop_front());
      cut[value] = reshape(type.clone(sizes), b(row)).value();
    }
    Value zero = b.scalar(0, index).value(), one = b.scalar(1, index).value();
    auto loop = flow::ForOp::create(builder, loc, of.loop.getResultTypes(), zero,
                                    b.scalar(double(batches), index).value(), one,
                                    of.loop.getInitial(), /*reverse=*/false);
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Type> types = {zero.getType()};
    llvm::append_range(types, of.loop.getResultTypes());
    Block *body =
        builder.createBlock(&loop.getBody(), {}, types, SmallVector<Location>(types.size(), loc));
    Rows some;
    for (auto [value, row] : cut)
      some[value] = take(b(row), b(body->getArgument(0)), 0).value();
    auto next = compute(body->getArguments().drop_front(), some, atOnce);
    if (failed(next))
      return failure();
    flow::YieldOp::create(builder, loc, *next);
    return SmallVector<Value>(loop.getResults());
  }

  /// The variables after `count` turns.
  FailureOr<SmallVector<Value>> compute(ValueRange carried, const Rows &some, int64_t count) {
    llvm::SetVector<Value> wanted;
    for (const Variable &variable : of.variables) {
      if (variable.op)
        wanted.insert_range(variable.added());
      else if (!variable.isHandedOn())
        wanted.insert(variable.next);
    }
    auto found = computeLanes(builder, loc, of.ops, some, wanted.getArrayRef(), count);
    if (failed(found))
      return failure();
    Rows made;
    for (auto [value, row] : llvm::zip_equal(wanted, *found))
      made[value] = row;
    auto results = llvm::map_to_vector(llvm::zip_equal(of.variables, carried), [&](auto both) {
      auto [variable, before] = both;
      return after(variable, before, made, count);
    });
    if (llvm::is_contained(results, Value()))
      return failure();
    return results;
  }

  /// Null if it must be made turn by turn.
  Value after(Variable variable, Value before, const Rows &made, int64_t count) {
    if (variable.isHandedOn())
      return before;
    if (!variable.op) { // the last turn's
      Expr last = part(b(made.lookup(variable.next)), count - 1, count);
      return reshape(variable.next.getType(), last).value();
    }
    auto added =
        llvm::map_to_vector(variable.added(), [&](Value value) { return made.lookup(value); });
    return variable.op.accumulate(b, before, added);
  }

  IndependentLoop &of;
  OpBuilder &builder;
  Location loc;
  RuleBuilder b;
  Rows rows; // in all turns
};

/// The ops from `first` up to `end` and in their regions, without those that have regions.
SmallVector<Operation *> opsBetween(Block::iterator first, Block::iterator end) {
  SmallVector<Operation *> ops;
  for (Operation &op : llvm::make_range(first, end))
    op.walk([&](Operation *inner) {
      if (inner->getNumRegions() == 0)
        ops.push_back(inner);
    });
  return ops;
}

/// Brings ops into their canonical form.
void simplify(ArrayRef<Operation *> ops, MLIRContext *context) {
  RewritePatternSet patterns(context);
  llvm::SmallPtrSet<const void *, 16> seen;
  for (Operation *op : ops)
    if (auto name = op->getRegisteredInfo(); name && seen.insert(name->getAsOpaquePointer()).second)
      name->getCanonicalizationPatterns(patterns, context);
  (void)applyOpPatternsGreedily(ops, std::move(patterns));
}

/// What is handed on unchanged is what came; a sum with what is zero but for few places is an
/// update of these.
void simplifyBody(flow::ForOp loop) {
  Block &block = loop.getBody().front();
  Operation *end = block.getTerminator();
  for (auto [argument, next, initial] :
       llvm::zip_equal(block.getArguments().drop_front(), end->getOperands(), loop.getInitial()))
    if (next == argument)
      argument.replaceUsesWithIf(initial, [&](OpOperand &use) { return use.getOwner() != end; });
  simplify(opsBetween(block.begin(), end->getIterator()), loop.getContext());
}

void batchLoop(flow::ForOp loop) {
  if (!IndependentLoop(loop).check())
    return;
  simplifyBody(loop);
  IndependentLoop independent(loop);
  if (!independent.check())
    return;
  OpBuilder builder(loop);
  Operation *before = loop->getPrevNode();
  auto results = LoopBatcher(independent, builder).run();
  if (failed(results)) {
    while (loop->getPrevNode() != before)
      loop->getPrevNode()->erase();
    return;
  }
  Block::iterator first = before ? std::next(before->getIterator()) : loop->getBlock()->begin();
  auto made = opsBetween(first, loop->getIterator());
  loop->replaceAllUsesWith(*results);
  loop->erase();
  simplify(made, builder.getContext()); // what reads at places that count reads a slice
}

struct BatchLoopsPass : PassWrapper<BatchLoopsPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BatchLoopsPass)
  StringRef getArgument() const override { return "batch-loops"; }
  StringRef getDescription() const override {
    return "Run side by side the turns of loops that need nothing of each other";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<prim::PrimDialect>();
  }
  void runOnOperation() override {
    getOperation()->walk([](func::FuncOp function) { batchLoops(function); });
  }
};

} // namespace

void batchLoops(func::FuncOp function) {
  for (auto loop : opsIn<flow::ForOp>(function))
    batchLoop(loop);
}

std::unique_ptr<Pass> createBatchLoopsPass() { return std::make_unique<BatchLoopsPass>(); }

} // namespace cotan
