// rnn_cell, lstm_cell, gru_cell: meaning. Signature and doc: cells.td.
#include "cotan/ops/recurrence/cells.inc"

#include "cotan/ops/recurrence/gates.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

Values RnnCellOp::decompose(RuleBuilder &b) {
  const Products of(*this, b);
  Expr h = widened(b(getH()));
  return of.narrowed(nextOfRnn(getNonlinearity(), of.input() + of.state(h)));
}

Values LstmCellOp::decompose(RuleBuilder &b) {
  const Products of(*this, b);
  Expr h = widened(b(getH())), c = widened(b(getC()));
  return of.narrowed(nextOfLstm(of.input() + of.state(h), c));
}

Values GruCellOp::decompose(RuleBuilder &b) {
  const Products of(*this, b);
  Expr h = widened(b(getH()));
  return of.narrowed(nextOfGru(of.input(), of.state(h), h));
}

#define COTAN_CELL(OP, ...)                                                                        \
  LogicalResult OP::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor x,        \
                                     SmallVectorImpl<Type> &results) {                             \
    return inferRecurrent<OP>(loc, x, RecurrentLayout{__VA_ARGS__}, results);                      \
  }                                                                                                \
  Sizes OP::sizes(Adaptor x, SizeRules &rules, unsigned) {                                         \
    return sizesOfState(rules, RecurrentLayout{__VA_ARGS__}.with(x));                              \
  }
COTAN_CELL(RnnCellOp, .gates = 1)
COTAN_CELL(LstmCellOp, .gates = 4, .states = 2)
COTAN_CELL(GruCellOp, .gates = 3)
