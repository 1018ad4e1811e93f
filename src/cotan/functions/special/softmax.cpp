#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

#include <cmath>

namespace ct::special {
namespace {

/// What is subtracted so that exponentials do not overflow: the largest element, or real part of
/// one, if it is finite.
Tensor largest(const Tensor &x, const Axes &axes) {
  const Tensor size = isComplex(x.dtype()) ? real(x) : x;
  Tensor most = stop_gradient(max(size, axes, {.keepdims = true, .initial = Tensor(-HUGE_VAL)}));
  return where(abs(most) < HUGE_VAL, most, 0.0);
}

} // namespace

Tensor softmax(const Tensor &x, const Axes &axes) {
  const Called called("ct.special.softmax");
  if (axes && axes->size() == 1 && !isComplex(x.dtype()))
    return nn::softmax(x, axes->front());
  Tensor y = isComplex(x.dtype()) ? x : asFloats(x), powers = exp(y - largest(y, axes));
  return powers / sum(powers, axes, {.keepdims = true});
}

Tensor log_softmax(const Tensor &x, const Axes &axes) {
  const Called called("ct.special.log_softmax");
  if (axes && axes->size() == 1 && !isComplex(x.dtype()))
    return nn::log_softmax(x, axes->front());
  Tensor y = isComplex(x.dtype()) ? x : asFloats(x), apart = y - largest(y, axes);
  return apart - log(sum(exp(apart), axes, {.keepdims = true}));
}

} // namespace ct::special

namespace ct::nn {
namespace {

/// A sum of exponentials as one that does not overflow and the logarithm of its factor, both with
/// all axes.
struct ScaledSum {
  Tensor sum, logOfFactor;
};

/// exp of what is less is finite.
double largestPower(const Tensor &x) {
  return x.dtype() == DType::float64 ? 700 : x.dtype() == DType::float16 ? 11 : 88;
}

ScaledSum sumOfExponentials(const Tensor &a, const Axes &axes, const std::optional<Tensor> &b,
                            const std::optional<Tensor> &where) {
  auto both = promoted(Accepts::inexact, {a, b.value_or(1.0)});
  const Tensor isOne = b ? both[1] != 0.0 : Tensor(true), isGiven = where.value_or(Tensor(true));
  Tensor size = isComplex(both[0].dtype()) ? real(both[0]) : both[0];
  Tensor most = special::largest(ct::where(logical_and(isOne, isGiven), size, -HUGE_VAL), axes);
  // A term whose weight is 0 has a slope with respect to that, unless it would overflow.
  const Tensor isUsed = logical_and(isGiven, logical_or(isOne, size - most < largestPower(size)));
  Tensor terms = both[1] * exp(ct::where(isUsed, both[0], 0.0) - most);
  return {ct::sum(ct::where(isUsed, terms, 0.0), axes, {.keepdims = true}), most};
}

Tensor withAxes(const Tensor &x, const Axes &axes, bool keepdims) {
  return keepdims ? x : ct::sum(x, axes); // each is of size 1
}

} // namespace

Tensor logsumexp(const Tensor &a, const Axes &axes, const std::optional<Tensor> &b, bool keepdims,
                 const std::optional<Tensor> &where) {
  const Called called("ct.nn.logsumexp");
  if (!b && !where && !isComplex(a.dtype()))
    return ct::logsumexp(a, axes, keepdims);
  auto [sum, logOfFactor] = sumOfExponentials(a, axes, b, where);
  return withAxes(log(sum) + logOfFactor, axes, keepdims);
}

std::pair<Tensor, Tensor> logsumexp_and_sign(const Tensor &a, const Axes &axes,
                                             const std::optional<Tensor> &b, bool keepdims,
                                             const std::optional<Tensor> &where) {
  const Called called("ct.nn.logsumexp");
  auto [sum, logOfFactor] = sumOfExponentials(a, axes, b, where);
  return {withAxes(log(abs(sum)) + logOfFactor, axes, keepdims),
          withAxes(sign(sum), axes, keepdims)};
}

} // namespace ct::nn

std::variant<ct::Tensor, std::pair<ct::Tensor, ct::Tensor>>
ct::dynamic::nn::logsumexp(const Tensor &a, const Axes &axes, const std::optional<Tensor> &b,
                           bool keepdims, bool return_sign, const std::optional<Tensor> &where) {
  const Called called("ct.nn.logsumexp");
  if (return_sign)
    return ct::nn::logsumexp_and_sign(a, axes, b, keepdims, where);
  return ct::nn::logsumexp(a, axes, b, keepdims, where);
}
