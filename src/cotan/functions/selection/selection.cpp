// Choosing between elements: conditions, bounds, logic, triangles.
#include "cotan/functions/functions.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {

Tensor where(const Tensor &condition, const Tensor &x, const Tensor &y) {
  const Called called("ct.where");
  Tensor both[] = {x, y}, all[] = {condition, x, y};
  Promoted type = common(Accepts::any, both);
  broadcastSizes(all);
  cotan::DType types[] = {cotan::DType::i1, type.dtype, type.dtype};
  return op::where(condition, x, y, {.operandTypes = types, .isWeak = type.isWeak});
}

Tensor clip(const Tensor &x, const std::optional<Tensor> &low, const std::optional<Tensor> &high) {
  const Called called("ct.clip");
  if (low && high)
    return elementwise(op::clip, Accepts::allNumbers, x, *low, *high);
  if (low)
    return maximum(x, *low);
  return high ? minimum(x, *high) : x;
}

using Logic = Tensor (*)(const Tensor &, const Tensor &, const Typing &);

/// Logic on whether elements are not 0.
static Tensor logic(Logic op, const Tensor &x, const Tensor &y) {
  Tensor both[] = {x, y};
  broadcastSizes(both);
  cotan::DType types[] = {cotan::DType::i1, cotan::DType::i1};
  return op(x, y, {.operandTypes = types});
}
Tensor logical_and(const Tensor &x, const Tensor &y) {
  const Called called("ct.logical_and");
  return logic(op::and_, x, y);
}
Tensor logical_or(const Tensor &x, const Tensor &y) {
  const Called called("ct.logical_or");
  return logic(op::or_, x, y);
}
Tensor logical_xor(const Tensor &x, const Tensor &y) {
  const Called called("ct.logical_xor");
  return logic(op::xor_, x, y);
}
Tensor logical_not(const Tensor &x) {
  const Called called("ct.logical_not");
  return op::not_(x, {.operandTypes = cotan::DType::i1});
}

/// For each place of the last two axes, its column less its row.
static Tensor distanceFromDiagonal(const Tensor &x) {
  if (x.ndim() < 2)
    refuse("needs two axes, but found shape " + printTuple(openSizesOf(x)));
  Shape sizes = openSizesOf(x).take_back(2).vec();
  return subtract(iota(sizes, 1), iota(sizes, 0));
}
Tensor tril(const Tensor &x, const Tensor &k) {
  const Called called("ct.tril");
  needInteger("k", k);
  return where(less_equal(distanceFromDiagonal(x), k), x, zeros_like(x));
}
Tensor triu(const Tensor &x, const Tensor &k) {
  const Called called("ct.triu");
  needInteger("k", k);
  return where(greater_equal(distanceFromDiagonal(x), k), x, zeros_like(x));
}

} // namespace ct

ct::dynamic::OneOrTuple ct::dynamic::where(const Tensor &condition, const std::optional<Tensor> &x,
                                           const std::optional<Tensor> &y,
                                           std::optional<int64_t> size,
                                           const std::optional<OneOrList> &fill_value) {
  const Called called("ct.where");
  if (x && y && !size && !fill_value)
    return ct::where(condition, *x, *y);
  if (x || y)
    refuse<TypeError>(!x || !y ? "x and y must both be given, or neither, for the places where the "
                                 "condition is true"
                               : "size and fill_value are of a condition alone, but x and y are "
                                 "given");
  return dynamic::nonzero(condition, size, fill_value.value_or(Tensor(0)));
}
