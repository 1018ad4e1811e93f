#include "cotan/functions/functions.h"

#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/functions/random/rejection.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"
#include "cotan/trace/reproducible.h"

#include <cmath>
#include <numbers>

using namespace cotan::trace;

namespace ct {

namespace random {
namespace {

using OfKey = Tensor (*)(const Tensor &key, const Typing &);

Tensor ofKey(OfKey op, const Tensor &key, DType dtype, const Shape &shape) {
  needKey(key);
  needSizes(shape);
  return op(key, {.results = typeOf(dtype, shape)});
}

/// The smallest normal number, and the distance from 1 to the number below.
struct Limits {
  double tiny, below;
};
Limits limitsOf(DType dtype) {
  switch (dtype) {
  case DType::float16: return {0x1p-14, 0x1p-11};
  case DType::bfloat16: return {0x1p-126, 0x1p-8};
  case DType::float64: return {0x1p-1022, 0x1p-53};
  default: return {0x1p-126, 0x1p-24};
  }
}

/// Whether it is a number of the language of this value, for which no code is needed.
bool isNumber(const Tensor &x, double value) {
  return x.body()->isNumber() && x.body()->array->asDouble() == value;
}

} // namespace

Tensor key(const Tensor &seed) {
  const Called called("ct.random.key");
  const DType dtype = seed.dtype();
  if (isInexact(dtype) || dtype == DType::bool_ || seed.ndim() != 0)
    refuse<TypeError>("'seed' must be an integer, but is " + describe(seed.body()->type()));
  const bool isWide = dtype == DType::int64 || dtype == DType::uint64;
  if (seed.isTraced()) {
    Tensor wide = dtype == DType::uint64 ? seed : astype(seed, DType::int64);
    Tensor high = isWide ? right_shift(wide, 32) : zeros_like(wide);
    return astype(stack({high, wide}) & int64_t(0xffffffff), DType::uint32);
  }
  const uint64_t number = dtype == DType::uint64 ? seed.item<uint64_t>() : seed.item<int64_t>();
  return array(std::vector<uint32_t>{isWide ? uint32_t(number >> 32) : 0, uint32_t(number)});
}

Tensor split(const Tensor &key, int64_t num) {
  const Called called("ct.random.split");
  if (num < 0)
    refuse("there cannot be " + std::to_string(num) + " keys");
  return ofKey(op::split_key, key, DType::uint32, {num, 2});
}

Tensor fold_in(const Tensor &key, const Tensor &data) {
  const Called called("ct.random.fold_in");
  needKey(key);
  if (isInexact(data.dtype()) || data.dtype() == DType::bool_ || data.ndim() > key.ndim() - 1)
    refuse<TypeError>("data is " + describe(data.body()->type()) +
                      ", but expected an integer for each key");
  return op::fold_in(key, data);
}

Tensor bits(const Tensor &key, const Shape &shape, DType dtype) {
  const Called called("ct.random.bits");
  if (dtype < DType::uint8 || isFloating(dtype))
    refuse<TypeError>("gives uint8 to uint64, not " + nameOf(dtype));
  return ofKey(op::random_bits, key, dtype, shape);
}

Tensor uniform(const Tensor &key, const Shape &shape, DType dtype, const Tensor &minval,
               const Tensor &maxval) {
  const Called called("ct.random.uniform");
  needFloat(dtype);
  Tensor unit = ofKey(op::random_uniform, key, dtype, shape);
  if (isNumber(minval, 0) && isNumber(maxval, 1))
    return unit;
  Tensor low = astype(minval, dtype), high = astype(maxval, dtype);
  // Rounding must not lead below the least.
  return maximum(broadcast_to(low, shape), unit * (high - low) + low);
}

Tensor normal(const Tensor &key, const Shape &shape, DType dtype) {
  const Called called("ct.random.normal");
  if (isComplex(dtype)) {
    Tensor keys = split(key);
    auto part = [&](int64_t i) { return normal(nthKey(keys, i), shape, partOf(dtype)); };
    return complex(part(0), part(1)) * std::sqrt(0.5);
  }
  needFloat(dtype);
  return ofKey(op::random_normal, key, dtype, shape);
}

/// Whether a bound is one more than the largest integer of a type, so that all of them may occur.
static bool isBehindTheLast(const Tensor &bound, DType dtype) {
  if (bound.isTraced() || bound.ndim() != 0 || itemSize(dtype) == 8)
    return false;
  const int64_t bits = 8 * itemSize(dtype) - (dtype < DType::uint8);
  return bound.item<int64_t>() == int64_t(1) << bits;
}

// JAX's formula: 128 random bits modulo the number of results. It is made in 64 bits for all types,
// as in narrow ones the products wrap around (so in JAX, where large ranges are not evenly
// covered). Only of ranges of more than 2^32 the lower 64 bits alone count.
Tensor randint(const Tensor &key, const Shape &shape, const Tensor &minval, const Tensor &maxval,
               DType dtype) {
  const Called called("ct.random.randint");
  needWhole(dtype);
  if (isInexact(minval.dtype()) || isInexact(maxval.dtype()))
    refuse<TypeError>("needs integers as bounds, but found " + nameOf(minval.dtype()) + " and " +
                      nameOf(maxval.dtype()));
  needKey(key);
  if (isBehindTheLast(maxval, dtype))
    return astype(randint(key, shape, minval, maxval, DType::int64), dtype);
  auto bound = [&](const Tensor &given) { // one number stays one
    return given.ndim() == 0 ? astype(given, dtype) : broadcast_to(astype(given, dtype), shape);
  };
  return op::random_int(key, bound(minval), bound(maxval), {.results = typeOf(dtype, shape)});
}

Tensor bernoulli(const Tensor &key, const Tensor &p, const std::optional<Shape> &shape,
                 const std::optional<std::string> &mode) {
  const Called called("ct.random.bernoulli");
  needComputed(p.dtype());
  DType dtype = isFloating(p.dtype()) ? p.dtype() : default_dtype();
  if (mode && oneOf("mode", *mode, {"low", "high"}) == 1)
    dtype = DType::float64;
  Shape sizes = shape.value_or(openSizesOf(p).vec());
  return uniform(key, sizes, dtype) < broadcast_to(astype(p, dtype), sizes);
}

Tensor exponential(const Tensor &key, const Shape &shape, DType dtype) {
  const Called called("ct.random.exponential");
  const Reproducible everywhere;
  needFloat(dtype);
  return -log1p(-uniform(key, shape, dtype));
}

Tensor gumbel(const Tensor &key, const Shape &shape, DType dtype) {
  const Called called("ct.random.gumbel");
  const Reproducible everywhere;
  needFloat(dtype);
  return -log(-log(uniform(key, shape, dtype, limitsOf(dtype).tiny, 1.0)));
}

Tensor laplace(const Tensor &key, const Shape &shape, DType dtype) {
  const Called called("ct.random.laplace");
  const Reproducible everywhere;
  needFloat(dtype);
  Tensor u = uniform(key, shape, dtype, -1 + limitsOf(dtype).below, 1.0);
  return sign(u) * log1p(-abs(u));
}

Tensor cauchy(const Tensor &key, const Shape &shape, DType dtype) {
  const Called called("ct.random.cauchy");
  const Reproducible everywhere;
  needFloat(dtype);
  Tensor u = uniform(key, shape, dtype, limitsOf(dtype).tiny, 1.0);
  Tensor angle = std::numbers::pi * (u - 0.5);
  return sin(angle) / cos(angle);
}

Tensor logistic(const Tensor &key, const Shape &shape, DType dtype) {
  const Called called("ct.random.logistic");
  const Reproducible everywhere;
  needFloat(dtype);
  Tensor u = uniform(key, shape, dtype, limitsOf(dtype).tiny, 1.0);
  return log(u) - log1p(-u);
}

Tensor rademacher(const Tensor &key, const Shape &shape, DType dtype) {
  const Called called("ct.random.rademacher");
  return astype(where(bernoulli(key, 0.5, shape), 1, -1), dtype);
}

// The bounds move the numbers, but where rounding led beyond one, it is no more than a bound.
Tensor truncated_normal(const Tensor &key, const Tensor &lower, const Tensor &upper,
                        const std::optional<Shape> &shape, DType dtype) {
  const Called called("ct.random.truncated_normal");
  const Reproducible everywhere;
  needFloat(dtype);
  Shape sizes = sizesOfSamples(shape, {lower, upper});
  Tensor low = astype(lower, dtype), high = astype(upper, dtype);
  Tensor root = astype(std::sqrt(2.0), dtype);
  Tensor u = uniform(key, sizes, dtype, erf(low / root), erf(high / root));
  auto inside = [](const Tensor &end, double way) { return nextafter(stop_gradient(end), way); };
  return clip(root * erfinv(u), inside(low, HUGE_VAL), inside(high, -HUGE_VAL));
}

} // namespace random
} // namespace ct

ct::Tensor ct::dynamic::random::split(const Tensor &key, const Integers &num) {
  const Called called("ct.random.split");
  int64_t count = 1;
  for (int64_t size : num) {
    if (size < 0)
      refuse("there cannot be " + std::to_string(size) + " keys");
    count = multiplySizes(count, size);
  }
  Shape shape(num.begin(), num.end());
  shape.push_back(2);
  return reshape(ct::random::split(key, count), shape);
}
