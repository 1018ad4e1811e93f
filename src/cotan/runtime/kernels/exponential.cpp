#include "cotan/runtime/kernels/exponential.h"

#include "cotan/runtime/kernels/processors.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cotan {
namespace {

constexpr int64_t sumsAtOnce = 16; // sums side by side, which the compiler makes vectors of

/// As in src/cotan/ir/lowering/math_exp.cpp, with the coefficients of math.sollya: x = n ln(2) + r.
__attribute__((always_inline)) inline float expOf(float x) {
  constexpr float shift = 0x1.8p23f, least = -0x1.5d589ep+6f, most = 0x1.62e42ep+6f;
  float bounded = x < least ? least : x;
  bounded = bounded > most ? most : bounded;
  const float shifted = std::fma(bounded, 0x1.715476p+0f, shift), n = shifted - shift;
  const float r = std::fma(n, 0x1.05c61p-29f, std::fma(n, -0x1.62e43p-1f, bounded));
  float y = 0x1.694ca6p-10f;
  for (float coefficient :
       {0x1.12398p-7f, 0x1.555a26p-5f, 0x1.555492p-3f, 0x1.fffffap-2f, 1.0f, 1.0f})
    y = std::fma(y, r, coefficient);
  y = std::bit_cast<float>(std::bit_cast<uint32_t>(y) + (std::bit_cast<uint32_t>(shifted) << 23));
  y = x > most ? INFINITY : y;
  y = x < least ? 0 : y;
  return x == x ? y : x;
}

} // namespace

COTAN_FOR_EACH_PROCESSOR float exponentials(float *x, int64_t count, float scale, float shift) {
  float sums[sumsAtOnce] = {};
  int64_t i = 0;
  for (; i + sumsAtOnce <= count; i += sumsAtOnce)
    for (int64_t j = 0; j < sumsAtOnce; ++j) {
      x[i + j] = expOf(x[i + j] * scale - shift);
      sums[j] += x[i + j];
    }
  float sum = 0;
  for (; i < count; ++i)
    sum += x[i] = expOf(x[i] * scale - shift);
  for (float lane : sums)
    sum += lane;
  return sum;
}

COTAN_FOR_EACH_PROCESSOR float largest(const float *x, int64_t count) {
  float best[sumsAtOnce];
  std::fill_n(best, sumsAtOnce, -INFINITY);
  int64_t i = 0;
  for (; i + sumsAtOnce <= count; i += sumsAtOnce)
    for (int64_t j = 0; j < sumsAtOnce; ++j)
      best[j] = x[i + j] > best[j] ? x[i + j] : best[j];
  float found = *std::max_element(best, best + sumsAtOnce);
  for (; i < count; ++i)
    found = std::max(found, x[i]);
  return found;
}

double exponentials(double *x, int64_t count, double scale, double shift) {
  double sum = 0;
  for (int64_t i = 0; i < count; ++i)
    sum += x[i] = std::exp(scale * x[i] - shift);
  return sum;
}

double largest(const double *x, int64_t count) {
  double found = -INFINITY;
  for (int64_t i = 0; i < count; ++i)
    found = std::max(found, x[i]);
  return found;
}

} // namespace cotan
