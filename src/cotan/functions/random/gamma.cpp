#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/functions/random/rejection.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/reproducible.h"

using namespace cotan::trace;

namespace ct::random {
namespace {

/// Marsaglia and Tsang's way: d (1 + t)^3 of t = x / sqrt(9 d), with normally distributed x, is
/// accepted nearly always. It needs shapes of 1 or more; of a smaller a, a sample of a + 1 times
/// u^(1/a) is one.
struct GammaParts {
  Tensor a, d, t, power; // u^(1/a) is exp(power)
};

/// Without rounding where t is small: log((1 + t)^3) + 1 - (1 + t)^3 of the density.
Tensor logDensity(const Tensor &d, const Tensor &t) {
  return d * (3 * (log1p(t) - t) - t * t * (3 + t));
}

GammaParts gammaParts(const Tensor &key, const Tensor &given, const Shape &sizes, DType dtype) {
  needKey(key);
  Tensor a = forEach(given, sizes, dtype), fixed = stop_gradient(a), keys = split(key);
  Tensor isBelow = fixed < 1;
  Tensor d = where(isBelow, fixed + 1, fixed) - 1 / 3.0;
  auto propose = [&](const Tensor &turn) {
    Tensor both = split(turn), x = normal(nthKey(both, 0), sizes, dtype);
    Tensor u = uniform(nthKey(both, 1), sizes, dtype), t = x / sqrt(9 * d);
    Tensor isInside = t > -1, square = x * x;
    Tensor exact = log(u) < square / 2 + logDensity(d, where(isInside, t, 0));
    Tensor surely = u < 1 - 0.0331 * square * square;
    return Proposal{t, logical_and(isInside, logical_or(surely, exact))};
  };
  Tensor t = firstAccepted(nthKey(keys, 0), fixed > 0, full_like(d, NAN), propose);
  Tensor u = uniform(nthKey(keys, 1), sizes, dtype);
  return {a, d, t, where(isBelow, log1p(-u) / fixed, 0)};
}

Tensor gammaOf(const Tensor &key, const Tensor &a, const Shape &sizes, DType dtype) {
  const GammaParts parts = gammaParts(key, a, sizes, dtype);
  Tensor side = 1 + parts.t;
  return op::gamma_sample(parts.a, parts.d * side * side * side * exp(parts.power));
}

Tensor loggammaOf(const Tensor &key, const Tensor &a, const Shape &sizes, DType dtype) {
  const GammaParts parts = gammaParts(key, a, sizes, dtype);
  return op::loggamma_sample(parts.a, log(parts.d) + 3 * log1p(parts.t) + parts.power);
}

Tensor generalizedNormal(const Tensor &key, const Tensor &p, const Shape &sizes, DType dtype) {
  Tensor keys = split(key), each = forEach(p, sizes, dtype);
  Tensor size = exp(loggammaOf(nthKey(keys, 0), 1 / each, sizes, dtype) / each);
  return rademacher(nthKey(keys, 1), sizes, dtype) * size;
}

} // namespace

Tensor gamma(const Tensor &key, const Tensor &a, const std::optional<Shape> &shape, DType dtype) {
  const Called called("ct.random.gamma");
  const Reproducible everywhere;
  needFloat(dtype);
  return astype(gammaOf(key, parameterOf(a, dtype), sizesOfSamples(shape, {a}), computedIn(dtype)),
                dtype);
}

Tensor loggamma(const Tensor &key, const Tensor &a, const std::optional<Shape> &shape,
                DType dtype) {
  const Called called("ct.random.loggamma");
  const Reproducible everywhere;
  needFloat(dtype);
  return astype(
      loggammaOf(key, parameterOf(a, dtype), sizesOfSamples(shape, {a}), computedIn(dtype)), dtype);
}

// Of logarithms, as both numbers may be too small.
Tensor beta(const Tensor &key, const Tensor &a, const Tensor &b, const std::optional<Shape> &shape,
            DType dtype) {
  const Called called("ct.random.beta");
  const Reproducible everywhere;
  needFloat(dtype);
  needKey(key);
  const Shape sizes = sizesOfSamples(shape, {a, b});
  Tensor keys = split(key);
  Tensor x = loggammaOf(nthKey(keys, 0), parameterOf(a, dtype), sizes, computedIn(dtype));
  Tensor y = loggammaOf(nthKey(keys, 1), parameterOf(b, dtype), sizes, computedIn(dtype));
  Tensor isMore = x >= y, ratio = exp(where(isMore, y - x, x - y));
  return astype(where(isMore, 1, ratio) / (1 + ratio), dtype);
}

Tensor dirichlet(const Tensor &key, const Tensor &alpha, const std::optional<Shape> &shape,
                 DType dtype) {
  const Called called("ct.random.dirichlet");
  const Reproducible everywhere;
  needFloat(dtype);
  if (alpha.ndim() == 0)
    refuse("alpha is a number, but expected a vector, one number for each share");
  std::optional<Shape> whole = shape;
  if (whole)
    whole->push_back(openSizesOf(alpha).back());
  const Shape sizes = sizesOfSamples(whole, {alpha});
  Tensor x = loggammaOf(key, parameterOf(alpha, dtype), sizes, computedIn(dtype));
  Tensor shares = exp(x - stop_gradient(max(x, std::vector<int64_t>{-1},
                                            {.keepdims = true, .initial = -INFINITY})));
  return astype(shares / expand_dims(sumInOrder(shares), {-1}), dtype);
}

Tensor chisquare(const Tensor &key, const Tensor &df, const std::optional<Shape> &shape,
                 DType dtype) {
  const Called called("ct.random.chisquare");
  const Reproducible everywhere;
  needFloat(dtype);
  const DType wide = computedIn(dtype);
  Tensor half = parameterOf(df, dtype) / 2;
  return astype(2 * gammaOf(key, half, sizesOfSamples(shape, {df}), wide), dtype);
}

Tensor f(const Tensor &key, const Tensor &dfnum, const Tensor &dfden,
         const std::optional<Shape> &shape, DType dtype) {
  const Called called("ct.random.f");
  const Reproducible everywhere;
  needFloat(dtype);
  needKey(key);
  const Shape sizes = sizesOfSamples(shape, {dfnum, dfden});
  const DType wide = computedIn(dtype);
  Tensor keys = split(key);
  auto part = [&](int64_t i, const Tensor &df) {
    Tensor half = parameterOf(df, dtype) / 2;
    return gammaOf(nthKey(keys, i), half, sizes, wide) / half;
  };
  return astype(part(0, dfnum) / part(1, dfden), dtype);
}

Tensor t(const Tensor &key, const Tensor &df, const std::optional<Shape> &shape, DType dtype) {
  const Called called("ct.random.t");
  const Reproducible everywhere;
  needFloat(dtype);
  needKey(key);
  const Shape sizes = sizesOfSamples(shape, {df});
  const DType wide = computedIn(dtype);
  Tensor keys = split(key), half = parameterOf(df, dtype) / 2;
  Tensor x = normal(nthKey(keys, 0), sizes, wide);
  return astype(x * sqrt(half / gammaOf(nthKey(keys, 1), half, sizes, wide)), dtype);
}

Tensor generalized_normal(const Tensor &key, const Tensor &p, const std::optional<Shape> &shape,
                          DType dtype) {
  const Called called("ct.random.generalized_normal");
  const Reproducible everywhere;
  needFloat(dtype);
  needKey(key);
  return astype(
      generalizedNormal(key, parameterOf(p, dtype), sizesOfSamples(shape, {p}), computedIn(dtype)),
      dtype);
}

Tensor ball(const Tensor &key, int64_t d, const Tensor &p, const Shape &shape, DType dtype) {
  const Called called("ct.random.ball");
  const Reproducible everywhere;
  needFloat(dtype);
  needKey(key);
  if (d < 0)
    refuse("there cannot be " + std::to_string(d) + " dimensions");
  if (p.ndim() != 0)
    refuse("p has shape " + printTuple(openSizesOf(p)) + ", but expected one number");
  Shape sizes = shape;
  sizes.push_back(d);
  needSizes(sizes);
  const DType wide = computedIn(dtype);
  Tensor keys = split(key), order = parameterOf(p, dtype);
  Tensor x = generalizedNormal(nthKey(keys, 0), order, sizes, wide);
  Tensor sums = sumInOrder(power(abs(x), order)) + exponential(nthKey(keys, 1), shape, wide);
  return astype(x / expand_dims(power(sums, 1 / order), {-1}), dtype);
}

} // namespace ct::random
