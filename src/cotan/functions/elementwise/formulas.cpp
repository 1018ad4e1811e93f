#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

#include <cmath>
#include <numbers>

namespace ct {
namespace {

constexpr double pi = std::numbers::pi, inf = HUGE_VAL;

/// log(e^x + e^y) of complex numbers, whose imaginary part goes from -pi to pi.
Tensor ofComplexNumbers(const Tensor &x, const Tensor &y) {
  Tensor isFirst = real(x) > real(y), apart = where(isFirst, y - x, x - y);
  Tensor isSpecial = isnan(apart); // NaN, or infinities of one sign
  Tensor result = where(isFirst, x, y) + log1p(exp(where(isSpecial, 0.0, apart)));
  Tensor angle = imag(result), turns = round(angle / (2 * pi));
  return where(isSpecial, x + y, complex(real(result), angle - 2 * pi * turns));
}

/// log(b^x1 + b^x2) / log(b). Of the larger argument and a correction, each branch has its own
/// formula: so that derivatives are those of the function where both are equal, too.
Tensor logAddExponentials(const Tensor &x1, const Tensor &x2, double logOfBase) {
  auto both = promoted(Accepts::inexact, {x1, x2});
  const Tensor &x = both[0], &y = both[1];
  if (isComplex(x.dtype()))
    return ofComplexNumbers(x * logOfBase, y * logOfBase) / logOfBase;
  Tensor apart = x - y;
  Tensor isSpecial = isnan(apart); // NaN, or infinities of one sign
  apart = where(isSpecial, 0.0, apart);
  auto correction = [&](const Tensor &d) {
    return logOfBase == 1 ? nn::softplus(d) : nn::softplus(d * logOfBase) / logOfBase;
  };
  Tensor result = where(apart > 0.0, x + correction(-apart), y + correction(apart));
  return where(isSpecial, x + y, result);
}

double largest(DType dtype) {
  switch (dtype) {
  case DType::float16: return 65504;
  case DType::bfloat16: return std::ldexp(255.0 / 128, 127);
  case DType::float32: return std::numeric_limits<float>::max();
  default: return std::numeric_limits<double>::max();
  }
}

} // namespace

Tensor sinc(const Tensor &x) {
  const Called called("ct.sinc");
  Tensor given = asInexact(x), t = widened(given) * pi, isNear = abs(t) < 0.05;
  Tensor near = where(isNear, t, 0.0), far = where(isNear, 1.0, t), square = near * near;
  Tensor series = square / 72 * -1.0 + 1.0; // Taylor's, as a product: 1 - t^2/6 + t^4/120 - ...
  for (int divisor : {42, 20, 6})
    series = 1.0 - square / divisor * series;
  return narrowed(where(isNear, series, sin(far) / far), given);
}

Tensor heaviside(const Tensor &x1, const Tensor &x2) {
  const Called called("ct.heaviside");
  auto both = promoted(Accepts::floats, {x1, x2});
  const Tensor &x = both[0], &atZero = both[1];
  return where(x < 0.0, 0.0, where(x > 0.0, 1.0, where(isnan(x), x, atZero)));
}

Tensor logaddexp(const Tensor &x1, const Tensor &x2) {
  const Called called("ct.logaddexp");
  return logAddExponentials(x1, x2, 1);
}
Tensor logaddexp2(const Tensor &x1, const Tensor &x2) {
  const Called called("ct.logaddexp2");
  return logAddExponentials(x1, x2, std::numbers::ln2);
}

Tensor deg2rad(const Tensor &x) {
  const Called called("ct.deg2rad");
  return asFloats(x) * (pi / 180);
}
Tensor rad2deg(const Tensor &x) {
  const Called called("ct.rad2deg");
  return asFloats(x) * (180 / pi);
}

Tensor float_power(const Tensor &x, const Tensor &y) {
  const Called called("ct.float_power");
  auto both = promoted(Accepts::inexact, {x, y});
  return power(both[0], both[1]);
}

Tensor nan_to_num(const Tensor &x, const Tensor &nan, const std::optional<Tensor> &posinf,
                  const std::optional<Tensor> &neginf) {
  const Called called("ct.nan_to_num");
  if (isComplex(x.dtype()))
    return complex(nan_to_num(real(x), nan, posinf, neginf),
                   nan_to_num(imag(x), nan, posinf, neginf));
  if (!isFloating(x.dtype()))
    return x;
  Tensor above = astype(posinf.value_or(largest(x.dtype())), x.dtype());
  Tensor below = astype(neginf.value_or(-largest(x.dtype())), x.dtype());
  Tensor finite = where(x == inf, above, where(x == -inf, below, x));
  return where(isnan(x), astype(nan, x.dtype()), finite);
}

Tensor round(const Tensor &x, int64_t decimals) {
  const Called called("ct.round");
  if (isComplex(x.dtype()))
    return complex(round(real(x), decimals), round(imag(x), decimals));
  if (!isFloating(x.dtype())) {
    if (decimals < 0)
      refuse("integers are not rounded to " + std::to_string(decimals) +
             " decimals; convert with astype(ct.float32)");
    return x;
  }
  if (decimals == 0)
    return elementwise(op::round, Accepts::floats, x);
  if (itemSize(x.dtype()) < 4) // the factor may be too large for it
    return astype(round(astype(x, DType::float32), decimals), x.dtype());
  const double factor = std::pow(10.0, double(std::abs(decimals)));
  const Tensor whole = stop_gradient(x);
  // A step beyond all numbers leaves none of them, one below them leaves all.
  if (factor > largest(x.dtype()))
    return decimals < 0 ? where(isfinite(x), zeros_like(x), whole) : whole;
  if (decimals < 0)
    return round(x / factor) * factor;
  Tensor scaled = x * factor; // what is too large for it has no decimals
  return where(isfinite(scaled), round(scaled) / factor, whole);
}

Tensor clamp(const Tensor &min, const Tensor &x, const Tensor &max) {
  const Called called("ct.clamp");
  return clip(x, min, max);
}

Tensor positive(const Tensor &x) {
  const Called called("ct.positive");
  return x.dtype() == DType::bool_ ? promoted(Accepts::numbers, {x})[0] : x;
}

Tensor fabs(const Tensor &x) {
  const Called called("ct.fabs");
  return abs(asFloats(x));
}

/// What one of them is where the other is NaN.
static Tensor ofNumbers(Tensor (*extremum)(const Tensor &, const Tensor &), const Tensor &x,
                        const Tensor &y) {
  return where(isnan(y), x, where(isnan(x), y, extremum(x, y)));
}
Tensor fmax(const Tensor &x1, const Tensor &x2) {
  const Called called("ct.fmax");
  auto both = promoted(Accepts::any, {x1, x2});
  if (isComplex(both[0].dtype()))
    return ofNumbers(maximum, both[0], both[1]);
  Tensor isFirst = both[0] > both[1];
  return where(isFloating(both[1].dtype()) ? logical_or(isFirst, isnan(both[1])) : isFirst, both[0],
               both[1]);
}
Tensor fmin(const Tensor &x1, const Tensor &x2) {
  const Called called("ct.fmin");
  auto both = promoted(Accepts::any, {x1, x2});
  if (isComplex(both[0].dtype()))
    return ofNumbers(minimum, both[0], both[1]);
  Tensor isFirst = both[0] < both[1];
  return where(isFloating(both[1].dtype()) ? logical_or(isFirst, isnan(both[1])) : isFirst, both[0],
               both[1]);
}

Tensor power(const Tensor &x, const Tensor &y) {
  const Called called("ct.power");
  auto body = y.body();
  if (body->isNumber() && !isComplex(y.dtype()) && x.dtype() != DType::bool_ &&
      (!cotan::isFloat(body->dtype) || isFloating(x.dtype()) || isComplex(x.dtype()))) {
    double exponent = body->array->asDouble();
    if (exponent == 2)
      return multiply(x, x);
    if (exponent == 1)
      return multiply(x, 1);
    if (exponent == 3)
      return multiply(multiply(x, x), x);
    if (exponent == 0.5)
      return sqrt(x);
    if (exponent == -1 && (isFloating(x.dtype()) || isComplex(x.dtype())))
      return reciprocal(x);
  }
  return elementwise(op::pow, Accepts::allNumbers, x, y);
}

} // namespace ct
