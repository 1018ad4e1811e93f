#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/functions/random/rejection.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/reproducible.h"

using namespace cotan::trace;

namespace ct::random {

Tensor maxwell(const Tensor &key, const Shape &shape, DType dtype) {
  const Called called("ct.random.maxwell");
  needFloat(dtype);
  needSizes(shape);
  Shape coordinates = shape;
  coordinates.push_back(3);
  Tensor x = normal(key, coordinates, dtype);
  return sqrt(sumInOrder(x * x));
}

Tensor double_sided_maxwell(const Tensor &key, const Tensor &loc, const Tensor &scale,
                            const std::optional<Shape> &shape, DType dtype) {
  const Called called("ct.random.double_sided_maxwell");
  needFloat(dtype);
  needKey(key);
  const Shape sizes = sizesOfSamples(shape, {loc, scale});
  Tensor keys = split(key);
  Tensor x = maxwell(nthKey(keys, 0), sizes, dtype) * rademacher(nthKey(keys, 1), sizes, dtype);
  return astype(loc, dtype) + astype(scale, dtype) * x;
}

Tensor lognormal(const Tensor &key, const Tensor &sigma, const std::optional<Shape> &shape,
                 DType dtype) {
  const Called called("ct.random.lognormal");
  const Reproducible everywhere;
  needFloat(dtype);
  return exp(astype(sigma, dtype) * normal(key, sizesOfSamples(shape, {sigma}), dtype));
}

Tensor pareto(const Tensor &key, const Tensor &b, const std::optional<Shape> &shape, DType dtype) {
  const Called called("ct.random.pareto");
  const Reproducible everywhere;
  needFloat(dtype);
  return exp(exponential(key, sizesOfSamples(shape, {b}), dtype) / astype(b, dtype));
}

Tensor rayleigh(const Tensor &key, const Tensor &scale, const std::optional<Shape> &shape,
                DType dtype) {
  const Called called("ct.random.rayleigh");
  needFloat(dtype);
  return astype(scale, dtype) * sqrt(2 * exponential(key, sizesOfSamples(shape, {scale}), dtype));
}

Tensor triangular(const Tensor &key, const Tensor &left, const Tensor &mode, const Tensor &right,
                  const std::optional<Shape> &shape, DType dtype) {
  const Called called("ct.random.triangular");
  needFloat(dtype);
  Tensor u = uniform(key, sizesOfSamples(shape, {left, mode, right}), dtype);
  Tensor low = astype(left, dtype), middle = astype(mode, dtype), high = astype(right, dtype);
  Tensor width = high - low, rises = u * width < middle - low;
  // The root of the other side has a slope of its own, infinite perhaps: it is not taken.
  Tensor up = where(rises, u * width * (middle - low), 1);
  Tensor down = where(rises, 1, (1 - u) * width * (high - middle));
  return where(rises, low + sqrt(up), high - sqrt(down));
}

// The roots have the product mean^2: the smaller one without a difference.
Tensor wald(const Tensor &key, const Tensor &mean, const std::optional<Shape> &shape, DType dtype) {
  const Called called("ct.random.wald");
  needFloat(dtype);
  needKey(key);
  const Shape sizes = sizesOfSamples(shape, {mean});
  Tensor keys = split(key), x = normal(nthKey(keys, 0), sizes, dtype);
  Tensor center = astype(mean, dtype), size = abs(x) * sqrt(center);
  Tensor root = (size + sqrt(4 + size * size)) / 2, square = root * root;
  Tensor isSmall = uniform(nthKey(keys, 1), sizes, dtype) * (1 + 1 / square) <= 1;
  return center * where(isSmall, 1 / square, square);
}

Tensor weibull_min(const Tensor &key, const Tensor &scale, const Tensor &concentration,
                   const std::optional<Shape> &shape, DType dtype) {
  const Called called("ct.random.weibull_min");
  const Reproducible everywhere;
  needFloat(dtype);
  Tensor x = exponential(key, sizesOfSamples(shape, {scale, concentration}), dtype);
  return astype(scale, dtype) * power(x, 1 / astype(concentration, dtype));
}

} // namespace ct::random
