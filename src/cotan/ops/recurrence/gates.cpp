#include "cotan/ops/recurrence/gates.h"

#include "cotan/ops/layout/regroup.h"

using namespace mlir;

namespace cotan {
namespace {

LogicalResult needRank(std::optional<Location> loc, const Twine &name, Value value, int64_t rank) {
  auto type = mlir::cast<RankedTensorType>(value.getType());
  if (type.getRank() == rank)
    return success();
  return emitOptionalError(loc, name, " is ", type, ", but must have ", rank,
                           rank == 1 ? " axis" : " axes");
}

} // namespace

LogicalResult verifyRecurrent(std::optional<Location> loc, ValueRange operands,
                              const RecurrentLayout &layout) {
  const int64_t rank = mlir::cast<RankedTensorType>(operands[1].getType()).getRank();
  const unsigned weights = 1 + layout.states;
  if (rank == 0)
    return emitOptionalError(loc, "h is one number, but must have an axis of units");
  if (failed(needRank(loc,
                      layout.isSequence ? "x, beside h and with an axis of time before all,"
                                        : "x, beside h,",
                      operands[0], rank + layout.isSequence)) ||
      (layout.states == 2 && failed(needRank(loc, "c, beside h,", operands[2], rank))) ||
      failed(needRank(loc, "weight_ih", operands[weights], 2)) ||
      failed(needRank(loc, "weight_hh", operands[weights + 1], 2)))
    return failure();
  for (Value bias : operands.slice(weights + 2, layout.biases))
    if (failed(needRank(loc, "a bias", bias, 1)))
      return failure();
  if (layout.hasLengths && failed(needRank(loc, "lengths, beside h,", operands.back(), rank - 1)))
    return failure();
  Type type = getElementTypeOrSelf(operands[0]);
  for (Value operand : operands.drop_back(layout.hasLengths))
    if (getElementTypeOrSelf(operand) != type)
      return emitOptionalError(loc, "operands must have one element type, but x has ", type,
                               " and another ", getElementTypeOrSelf(operand));
  return success();
}

LogicalResult verifyNonlinearity(std::optional<Location> loc, StringRef name) {
  if (name == "tanh" || name == "relu")
    return success();
  return emitOptionalError(loc, "nonlinearity is '", name, "'; expected 'tanh' or 'relu'");
}

Sizes sizesOfState(SizeRules &rules, const RecurrentLayout &layout) {
  const unsigned weights = 1 + layout.states, time = layout.isSequence;
  Sizes sizes = rules.sizes(1);
  const unsigned last = sizes.size() - 1;
  for (unsigned axis = 0; axis < last; ++axis) {
    sizes[axis] =
        rules.same(sizes[axis], rules.size(0, axis + time), "x and h do not have the same batch");
    if (layout.states == 2)
      sizes[axis] =
          rules.same(sizes[axis], rules.size(2, axis), "h and c do not have the same shape");
    if (layout.hasLengths)
      sizes[axis] = rules.same(sizes[axis], rules.size(weights + 2 + layout.biases, axis),
                               "lengths do not have the shape of the batch");
  }
  if (layout.states == 2)
    sizes[last] =
        rules.same(sizes[last], rules.size(2, last), "h and c do not have the same shape");
  sizes[last] = rules.same(sizes[last], rules.size(weights + 1, 1),
                           "weight_hh has not a column for each unit");
  Size rows = sizes[last] * layout.gates;
  rules.requireEqual(rules.size(0, last + time), rules.size(weights, 1),
                     "weight_ih has not a column for each input");
  for (unsigned i = weights; i < weights + 2 + layout.biases; ++i)
    rules.requireEqual(rules.size(i, 0), rows,
                       i < weights + 2 ? "a weight has not a row for each unit of each gate"
                                       : "a bias has not a number for each unit of each gate");
  return sizes;
}

Expr Products::product(const Expr &x, const Expr &weight) {
  return dot_general(x, weight, {}, {}, x.rank() - 1, 1);
}

Values Products::narrowed(const Exprs &results) const {
  Values values;
  for (const Expr &result : results)
    values.push_back(castTo(result, element).value());
  return values;
}

static Exprs gatesOf(const Expr &all, int64_t count) {
  const int64_t last = all.rank() - 1;
  Expr split = splitAxis(all, last, count);
  Exprs gates;
  for (int64_t i = 0; i < count; ++i)
    gates.push_back(pickAlong(split, last, i));
  return gates;
}

Exprs nextOfRnn(StringRef nonlinearity, const Expr &gate) {
  return {nonlinearity == "relu" ? relu(gate) : tanh(gate)};
}

Exprs nextOfLstm(const Expr &all, const Expr &c) {
  Exprs gates = gatesOf(all, 4);
  Expr next = sigmoid(gates[1]) * c + sigmoid(gates[0]) * tanh(gates[2]);
  return {sigmoid(gates[3]) * tanh(next), next};
}

Exprs nextOfGru(const Expr &fromInput, const Expr &fromState, const Expr &h) {
  Exprs x = gatesOf(fromInput, 3), y = gatesOf(fromState, 3);
  Expr fresh = tanh(x[2] + sigmoid(x[0] + y[0]) * y[2]), kept = sigmoid(x[1] + y[1]);
  return {fresh + kept * (h - fresh)};
}

} // namespace cotan
