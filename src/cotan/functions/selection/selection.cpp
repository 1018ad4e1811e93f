// Choosing between elements: conditions, bounds, logic, triangles.
#include "cotan/frontends/cpp/elementwise.h"
#include "cotan/frontends/cpp/inside.h"
#include "cotan/functions/functions.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {

Tensor where(const Tensor &condition, const Tensor &x, const Tensor &y) {
  Tensor both[] = {x, y}, all[] = {condition, x, y};
  Promoted type = common("where", Accepts::any, both);
  auto together = broadcastSizes("where", all);
  cotan::DType types[] = {cotan::DType::i1, type.dtype, type.dtype};
  return op::where(condition, x, y,
                   {.operandTypes = types, .isWeak = type.isWeak, .sizes = together});
}

Tensor clip(const Tensor &x, const std::optional<Tensor> &low, const std::optional<Tensor> &high) {
  if (low && high)
    return elementwise(op::clip, Accepts::numbers, "clip", x, *low, *high);
  if (low)
    return maximum(x, *low);
  return high ? minimum(x, *high) : x;
}

using Logic = Tensor (*)(const Tensor &, const Tensor &, const Typing &);

/// Logic on whether elements are not 0.
static Tensor logic(const char *name, Logic op, const Tensor &x, const Tensor &y) {
  Tensor both[] = {x, y};
  auto together = broadcastSizes(name, both);
  cotan::DType types[] = {cotan::DType::i1, cotan::DType::i1};
  return op(x, y, {.operandTypes = types, .sizes = together});
}
Tensor logical_and(const Tensor &x, const Tensor &y) {
  return logic("logical_and", op::and_, x, y);
}
Tensor logical_or(const Tensor &x, const Tensor &y) { return logic("logical_or", op::or_, x, y); }
Tensor logical_xor(const Tensor &x, const Tensor &y) {
  return logic("logical_xor", op::xor_, x, y);
}
Tensor logical_not(const Tensor &x) { return op::not_(x, {.operandTypes = cotan::DType::i1}); }

/// For each place of the last two axes, its column less its row.
static Tensor distanceFromDiagonal(const char *name, const Tensor &x) {
  if (x.ndim() < 2)
    refuse(name, "needs two axes, but found shape " + printTuple(openSizesOf(x)));
  Shape sizes = openSizesOf(x).take_back(2).vec();
  return subtract(iota(sizes, 1), iota(sizes, 0));
}
Tensor tril(const Tensor &x, int64_t k) {
  return where(less_equal(distanceFromDiagonal("tril", x), k), x, zeros_like(x));
}
Tensor triu(const Tensor &x, int64_t k) {
  return where(greater_equal(distanceFromDiagonal("triu", x), k), x, zeros_like(x));
}

} // namespace ct
