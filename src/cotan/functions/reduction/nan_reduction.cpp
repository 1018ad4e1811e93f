// Reductions that leave out NaN. Of integers and truth values they are the ones of reduction.td.
#include "cotan/functions/functions.h"

#include "cotan/functions/linalg/factors.h"
#include "cotan/functions/operators.h"
#include "cotan/functions/reduction/truth_values.h"
#include "cotan/tensor/inside.h"

#include <cmath>

namespace ct {
namespace {

/// `value` in the places of NaN.
Tensor filled(const Tensor &x, double value) {
  return isInexact(x.dtype()) ? where(isnan(x), value, x) : x;
}

/// The options, for which elements that are NaN do not count.
Reduction withoutNan(const Tensor &x, Reduction options) {
  Tensor isNumber = logical_not(isnan(x));
  options.where = options.where ? logical_and(truthValues(*options.where), isNumber) : isNumber;
  return options;
}

Tensor extremum(Tensor (*reduce)(const Tensor &, const Axes &, const Reduction &), double neutral,
                const Tensor &x, const Axes &axes, const Reduction &options) {
  // Of complex numbers both parts count.
  Tensor number =
      isComplex(x.dtype()) ? where(isnan(x), complex(neutral, neutral), x) : filled(x, neutral);
  Tensor result = reduce(number, axes, options);
  if (!isInexact(x.dtype()) || options.initial)
    return result;
  return where(all(isnan(x), axes, {.keepdims = options.keepdims}), NAN, result);
}

/// The first place of what an extremum along the axis found. NaN in the places of NaN is equal to
/// nothing, so it is never found.
Tensor placeOf(Tensor (*find)(const Tensor &, const Axes &, const Reduction &), const Tensor &x,
               std::optional<int64_t> axis, bool keepdims) {
  Tensor number = axis ? x : ravel(x);
  int64_t along = axis.value_or(0);
  Tensor isFound = number == find(number, {{along}}, {.keepdims = true});
  Tensor place = argmax(astype(isFound, DType::int8), along, keepdims);
  place = where(any(isFound, {{along}}, {.keepdims = keepdims}), place, -1);
  return axis || !keepdims ? place : reshape(place, Shape(x.ndim(), 1));
}

} // namespace

Tensor nansum(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.nansum");
  return sum(filled(x, 0), axes, options);
}
Tensor nanprod(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.nanprod");
  return prod(filled(x, 1), axes, options);
}
Tensor nanmax(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.nanmax");
  return extremum(ct::max, -HUGE_VAL, x, axes, options);
}
Tensor nanmin(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.nanmin");
  return extremum(ct::min, HUGE_VAL, x, axes, options);
}

Tensor nanmean(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.nanmean");
  return mean(x, axes, isInexact(x.dtype()) ? withoutNan(x, options) : options);
}

/// Of 16 bits in float32.
static Tensor varianceOfNumbers(const Tensor &given, const Axes &axes, const Reduction &options) {
  const Tensor number = widened(given);
  Reduction others = withoutNan(number, options), kept{.keepdims = options.keepdims};
  others.keepdims = true, others.dtype = {}, others.ddof = 0, others.correction = {};
  others.mean = {};
  Tensor mask = *others.where;
  Tensor center = options.mean ? *options.mean : mean(number, axes, others);
  Tensor distance = where(mask, number - center, 0.0);
  Tensor divisor = sum(mask, axes, kept) - options.correction.value_or(options.ddof),
         isEnough = divisor > 0;
  Tensor squares = sum(squaredSizes(distance), axes, kept);
  return where(isEnough, squares / where(isEnough, divisor, 1), NAN);
}
static Tensor inWantedType(const Tensor &x, const Reduction &options) {
  return asInexact(options.dtype ? astype(x, *options.dtype) : x);
}
Tensor nanvar(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.nanvar");
  const Tensor number = inWantedType(x, options);
  return narrowed(varianceOfNumbers(number, axes, options), number);
}
Tensor nanstd(const Tensor &x, const Axes &axes, const Reduction &options) {
  const Called called("ct.nanstd");
  const Tensor number = inWantedType(x, options);
  return narrowed(sqrt(varianceOfNumbers(number, axes, options)), number);
}

Tensor nanargmax(const Tensor &x, std::optional<int64_t> axis, bool keepdims) {
  const Called called("ct.nanargmax");
  return isInexact(x.dtype()) ? placeOf(nanmax, x, axis, keepdims) : argmax(x, axis, keepdims);
}
Tensor nanargmin(const Tensor &x, std::optional<int64_t> axis, bool keepdims) {
  const Called called("ct.nanargmin");
  return isInexact(x.dtype()) ? placeOf(nanmin, x, axis, keepdims) : argmin(x, axis, keepdims);
}

Tensor nancumsum(const Tensor &x, std::optional<int64_t> axis, std::optional<DType> dtype) {
  const Called called("ct.nancumsum");
  return cumsum(filled(x, 0), axis, dtype);
}
Tensor nancumprod(const Tensor &x, std::optional<int64_t> axis, std::optional<DType> dtype) {
  const Called called("ct.nancumprod");
  return cumprod(filled(x, 1), axis, dtype);
}

} // namespace ct
