// rnn, lstm, gru: meaning. Signature and doc: sequences.td.
#include "cotan/ops/recurrence/sequences.inc"

#include "cotan/ops/layout/regroup.h"
#include "cotan/ops/recurrence/gates.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

/// The first size of x, as one number.
Expr turnsOf(const Expr &x) {
  RuleBuilder &b = x.builder();
  Type index = IntegerType::get(x.type().getContext(), 64);
  if (const int64_t known = x.sizes()[0]; !ShapedType::isDynamic(known))
    return b.scalar(double(known), index);
  return reshape(RankedTensorType::get({}, index), sizeAlong(x, 0).vector);
}

/// Where the sequences have not ended in turn `number`, beside the states.
Expr isInside(const Expr &number, const Expr &lengths) {
  return expand_dims(lt(number, lengths), lengths.rank());
}

/// From the states on, one turn for each row; `next` is asked for the states that follow.
template <typename Op, typename Next>
Exprs turns(Op op, RuleBuilder &b, const Expr &rows, ArrayRef<Value> initial, Next next) {
  RankedTensorType all = op.getY().getType().clone(rows.elementType());
  auto state = mlir::cast<RankedTensorType>(op.getLastH().getType()).clone(rows.elementType());
  Exprs carried;
  for (Value each : initial)
    carried.push_back(asType(widened(b(each)), state));
  Expr shape = all.hasStaticShape()
                   ? Expr()
                   : b.join({sizeAlong(rows, 0).vector, b.shapeOf(carried[0].value())});
  carried.insert(carried.begin(),
                 broadcastTo(b.scalar(0.0, rows.elementType()), all.getShape(), shape));
  Expr lengths;
  if (op.getLengths())
    lengths = castTo(b(op.getLengths()), IntegerType::get(op.getContext(), 64));
  return b.loop(turnsOf(rows), carried, op.getReverse(),
                [&](const Expr &number, ArrayRef<Expr> before) {
                  Exprs states = next(take(rows, number, 0), before.drop_front());
                  Expr y = states[0];
                  if (lengths) {
                    Expr inside = isInside(number, lengths);
                    y = where(inside, y, 0.0);
                    for (auto [now, old] : llvm::zip_equal(states, before.drop_front()))
                      now = where(inside, now, old);
                  }
                  states.insert(states.begin(), scatter(before[0], number, asType(y, state), 0));
                  return states;
                });
}

} // namespace

Values RnnOp::decompose(RuleBuilder &b) {
  const Products of(*this, b);
  return of.narrowed(turns(*this, b, of.inputAndBiases(), {getH()}, [&](const Expr &x, auto state) {
    return nextOfRnn(getNonlinearity(), x + of.stateAlone(state[0]));
  }));
}

Values LstmOp::decompose(RuleBuilder &b) {
  const Products of(*this, b);
  return of.narrowed(
      turns(*this, b, of.inputAndBiases(), {getH(), getC()}, [&](const Expr &x, auto state) {
        return nextOfLstm(x + of.stateAlone(state[0]), state[1]);
      }));
}

Values GruOp::decompose(RuleBuilder &b) {
  const Products of(*this, b);
  return of.narrowed(turns(*this, b, of.input(), {getH()}, [&](const Expr &x, auto state) {
    return nextOfGru(x, of.state(state[0]), state[0]);
  }));
}

#define COTAN_SEQUENCE(OP, ...)                                                                    \
  LogicalResult OP::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor x,        \
                                     SmallVectorImpl<Type> &results) {                             \
    return inferRecurrent<OP>(loc, x, RecurrentLayout{__VA_ARGS__, .isSequence = true}, results);  \
  }                                                                                                \
  Sizes OP::sizes(Adaptor x, SizeRules &rules, unsigned result) {                                  \
    Sizes sizes = sizesOfState(rules, RecurrentLayout{__VA_ARGS__, .isSequence = true}.with(x));   \
    if (result == 0)                                                                               \
      sizes.insert(sizes.begin(), rules.size(0, 0));                                               \
    return sizes;                                                                                  \
  }
COTAN_SEQUENCE(RnnOp, .gates = 1)
COTAN_SEQUENCE(LstmOp, .gates = 4, .states = 2)
COTAN_SEQUENCE(GruOp, .gates = 3)
