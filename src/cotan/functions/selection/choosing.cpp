// Choosing between several tensors, putting elements into one, and comparing whole tensors.
#include "cotan/functions/functions.h"

#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

namespace ct {
namespace {

Tensor bothNan(const Tensor &x, const Tensor &y) { return logical_and(isnan(x), isnan(y)); }

} // namespace

Tensor select(const std::vector<Tensor> &conditions, const std::vector<Tensor> &choices,
              const Tensor &otherwise) {
  const Called called("ct.select");
  if (conditions.size() != choices.size() || conditions.empty())
    refuse("found " + std::to_string(conditions.size()) + " conditions and " +
           std::to_string(choices.size()) +
           " choices, but expected a choice for each condition, and at least one");
  std::vector<Tensor> all = choices;
  all.push_back(otherwise);
  all = settled(all);
  Tensor result = all.back();
  for (size_t i = choices.size(); i-- > 0;)
    result = where(conditions[i], all[i], result);
  return result;
}

Tensor choose(const Tensor &indices, const std::vector<Tensor> &choices, IndexMode mode) {
  const Called called("ct.choose");
  if (choices.empty())
    refuse("there are no choices, but expected at least one");
  if (isInexact(indices.dtype()))
    refuse<TypeError>("needs integers as indices, but found " + nameOf(indices.dtype()) +
                      "; convert with astype(ct.int64)");
  std::vector<Tensor> all = choices;
  all.push_back(indices);
  auto sizes = broadcastSizes(all);
  Shape shape(sizes.begin(), sizes.end());
  std::vector<Tensor> rows;
  for (const Tensor &choice : settled(choices))
    rows.push_back(broadcast_to(choice, shape));
  Tensor places = in_range(indices, int64_t(choices.size()), mode, /*wrap_negative=*/false);
  Tensor picked = take_along_axis(stack(rows), expand_dims(broadcast_to(places, shape), {0}), 0);
  return squeeze(picked, {{0}});
}

Tensor isclose(const Tensor &x, const Tensor &y, const Tensor &rtol, const Tensor &atol,
               bool equal_nan) {
  const Called called("ct.isclose");
  const Tensor all[] = {x, y, rtol, atol};
  return op::isclose(x, y, rtol, atol, equal_nan, ElementwiseTyping(Accepts::inexact, all));
}

Tensor allclose(const Tensor &x, const Tensor &y, const Tensor &rtol, const Tensor &atol,
                bool equal_nan) {
  const Called called("ct.allclose");
  return all(isclose(x, y, rtol, atol, equal_nan));
}

Tensor array_equal(const Tensor &x, const Tensor &y, bool equal_nan) {
  const Called called("ct.array_equal");
  if (sizesOf(x) != sizesOf(y))
    return astype(false, DType::bool_);
  Tensor result = x == y;
  return all(equal_nan ? logical_or(result, bothNan(asInexact(x), asInexact(y))) : result);
}

Tensor array_equiv(const Tensor &x, const Tensor &y) {
  const Called called("ct.array_equiv");
  if (!cotan::trace::broadcastSizes({sizesOf(x), sizesOf(y)}))
    return astype(false, DType::bool_);
  return all(x == y);
}

} // namespace ct

ct::Tensor ct::dynamic::choose(const Tensor &a, const std::vector<Tensor> &choices,
                               const std::string &mode) {
  const Called called("ct.choose");
  return ct::choose(a, choices, IndexMode(oneOf("mode", mode, {"raise", "wrap", "clip"})));
}
