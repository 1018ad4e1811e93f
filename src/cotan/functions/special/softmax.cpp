#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

#include <cmath>

namespace ct::special {
namespace {

/// What is subtracted so that exponentials do not overflow: the largest element, if it is finite.
Tensor largest(const Tensor &x, const Axes &axes) {
  Tensor most = stop_gradient(max(x, axes, {.keepdims = true, .initial = Tensor(-HUGE_VAL)}));
  return where(abs(most) < HUGE_VAL, most, 0.0);
}

} // namespace

Tensor softmax(const Tensor &x, const Axes &axes) {
  const Called called("ct.special.softmax");
  if (axes && axes->size() == 1)
    return nn::softmax(x, axes->front());
  Tensor y = asFloats(x), powers = exp(y - largest(y, axes));
  return powers / sum(powers, axes, {.keepdims = true});
}

Tensor log_softmax(const Tensor &x, const Axes &axes) {
  const Called called("ct.special.log_softmax");
  if (axes && axes->size() == 1)
    return nn::log_softmax(x, axes->front());
  Tensor y = asFloats(x), apart = y - largest(y, axes);
  return apart - log(sum(exp(apart), axes, {.keepdims = true}));
}

Tensor logsumexp(const Tensor &a, const Axes &axes, const std::optional<Tensor> &b, bool keepdims) {
  const Called called("ct.special.logsumexp");
  if (!b)
    return ct::logsumexp(a, axes, keepdims);
  auto both = promoted(Accepts::floats, {a, *b});
  Tensor isUsed = both[1] != 0.0, x = where(isUsed, both[0], -HUGE_VAL), most = largest(x, axes);
  Tensor terms = where(isUsed, both[1] * exp(where(isUsed, x, 0.0) - most), 0.0);
  Tensor result = log(sum(terms, axes, {.keepdims = true})) + most;
  return keepdims ? result : sum(result, axes);
}

} // namespace ct::special
