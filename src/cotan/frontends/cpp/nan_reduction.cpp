#include "cotan/frontends/cpp/nan_reduction.h"

#include "cotan/frontends/cpp/inside.h"
#include "cotan/frontends/cpp/layout.h"
#include "cotan/frontends/cpp/operators.h"

#include <cmath>

namespace ct {
namespace {

/// `value` in the places of NaN.
Tensor filled(const Tensor &x, double value) {
  return isFloating(x.dtype()) ? where(isnan(x), value, x) : x;
}

/// How many are no NaN, as a float of the type of `x`.
Tensor countOthers(const Tensor &x, const Axes &axes, bool keepdims) {
  return astype(sum(logical_not(isnan(x)), axes, keepdims), x.dtype());
}

Tensor extremum(Tensor (*reduce)(const Tensor &, const Axes &, bool), double neutral,
                const Tensor &x, const Axes &axes, bool keepdims) {
  Tensor result = reduce(filled(x, neutral), axes, keepdims);
  return isFloating(x.dtype()) ? where(all(isnan(x), axes, keepdims), NAN, result) : result;
}

/// The first place of what an extremum along the axis found. NaN in the places of NaN is equal to
/// nothing, so it is never found.
Tensor placeOf(Tensor (*find)(const Tensor &, const Axes &, bool), const Tensor &x,
               std::optional<int64_t> axis, bool keepdims) {
  Tensor number = axis ? x : ravel(x);
  int64_t along = axis.value_or(0);
  Tensor isFound = number == find(number, {{along}}, true);
  Tensor place = argmax(astype(isFound, DType::int8), along, keepdims);
  place = where(any(isFound, {{along}}, keepdims), place, -1);
  return axis || !keepdims ? place : reshape(place, Shape(x.ndim(), 1));
}

} // namespace

Tensor nansum(const Tensor &x, const Axes &axes, bool keepdims) {
  return sum(filled(x, 0), axes, keepdims);
}
Tensor nanprod(const Tensor &x, const Axes &axes, bool keepdims) {
  return prod(filled(x, 1), axes, keepdims);
}
Tensor nanmax(const Tensor &x, const Axes &axes, bool keepdims) {
  return extremum(ct::max, -HUGE_VAL, x, axes, keepdims);
}
Tensor nanmin(const Tensor &x, const Axes &axes, bool keepdims) {
  return extremum(ct::min, HUGE_VAL, x, axes, keepdims);
}

Tensor nanmean(const Tensor &x, const Axes &axes, bool keepdims) {
  if (!isFloating(x.dtype()))
    return mean(x, axes, keepdims);
  return nansum(x, axes, keepdims) / countOthers(x, axes, keepdims);
}

Tensor nanvar(const Tensor &x, const Axes &axes, int64_t ddof, bool keepdims) {
  Tensor number = asFloats(x), isMissing = isnan(number);
  Tensor distance = where(isMissing, 0.0, number - nanmean(number, axes, true));
  Tensor divisor = countOthers(number, axes, keepdims) - ddof, isEnough = divisor > 0;
  Tensor squares = sum(distance * distance, axes, keepdims);
  return where(isEnough, squares / where(isEnough, divisor, 1), NAN);
}
Tensor nanstd(const Tensor &x, const Axes &axes, int64_t ddof, bool keepdims) {
  return sqrt(nanvar(x, axes, ddof, keepdims));
}

Tensor nanargmax(const Tensor &x, std::optional<int64_t> axis, bool keepdims) {
  return isFloating(x.dtype()) ? placeOf(nanmax, x, axis, keepdims) : argmax(x, axis, keepdims);
}
Tensor nanargmin(const Tensor &x, std::optional<int64_t> axis, bool keepdims) {
  return isFloating(x.dtype()) ? placeOf(nanmin, x, axis, keepdims) : argmin(x, axis, keepdims);
}

Tensor nancumsum(const Tensor &x, std::optional<int64_t> axis) {
  return cumsum(filled(x, 0), axis);
}
Tensor nancumprod(const Tensor &x, std::optional<int64_t> axis) {
  return cumprod(filled(x, 1), axis);
}

} // namespace ct
