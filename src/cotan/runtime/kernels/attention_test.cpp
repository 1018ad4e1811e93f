// Attention in tiles against the formulas, of all scores at once and in double.
#include "cotan/runtime/kernels/attention.h"

#include "cotan/runtime/kernels/exponential.h"
#include "cotan/runtime/kernels/random_arrays.h"

#include <bit>
#include <cmath>

using namespace cotan;

namespace {

struct Sizes {
  int64_t batches, queries, keys, heads, features, values;
  int64_t sharing = 1; // heads of queries for each of keys
  bool hasSlopes = false;

  int64_t keyHeads() const { return heads / sharing; }
};

/// How many keys before and behind its own place a query meets.
struct Window {
  int64_t left, right;
};
constexpr int64_t all = int64_t(1) << 62;

/// Element (batch, place, head, feature).
double at(const Array &x, int64_t b, int64_t t, int64_t n, int64_t d) {
  auto s = x.shape();
  return x.asDouble(((b * s[1] + t) * s[2] + n) * s[3] + d);
}

/// All that has to do with one query: probabilities, and the log of the sum they were divided by.
struct Query {
  std::vector<double> p;
  double logsumexp;

  Query(const Sizes &s, const Array &q, const Array &k, const Array &slopes, const Window &window,
        double scale, int64_t b, int64_t n, int64_t t)
      : p(s.keys) {
    double sum = 0;
    for (int64_t j = 0; j < s.keys; ++j) {
      double score = 0;
      for (int64_t d = 0; d < s.features; ++d)
        score += at(q, b, t, n, d) * at(k, b, j, n / s.sharing, d);
      if (s.hasSlopes)
        score -= slopes.asDouble(b * s.heads + n) * std::abs(double(t - j)) / scale;
      sum += p[j] = j < t - window.left || j > t + window.right ? 0 : std::exp(scale * score);
    }
    for (double &x : p)
      x /= sum == 0 ? 1 : sum;
    logsumexp = std::log(sum);
  }
};

void expectClose(const Array &found, const std::vector<double> &expected, double tolerance) {
  ASSERT_EQ(found.size(), int64_t(expected.size()));
  for (int64_t i = 0; i < found.size(); ++i)
    if (found.asDouble(i) != expected[i]) // infinite ones
      ASSERT_NEAR(found.asDouble(i), expected[i], tolerance * (1 + std::abs(expected[i]))) << i;
}

void check(DType dtype, const Sizes &s, const Window &window, double tolerance) {
  const double scale = 0.3;
  Array q = randomArray(dtype, {s.batches, s.queries, s.heads, s.features}, 1);
  Array k = randomArray(dtype, {s.batches, s.keys, s.keyHeads(), s.features}, 2);
  Array v = randomArray(dtype, {s.batches, s.keys, s.keyHeads(), s.values}, 3);
  Array dy = randomArray(dtype, {s.batches, s.queries, s.heads, s.values}, 4);
  Array shift = randomArray(dtype, {s.batches, s.heads, s.queries}, 5);
  Array slopes = randomArray(dtype, {s.batches, s.heads}, 6);
  std::vector<double> y(dy.size()), sums(shift.size()), dq(q.size()), dk(k.size()), dv(v.size());
  std::vector<double> dslope(shift.size());
  for (int64_t b = 0; b < s.batches; ++b)
    for (int64_t n = 0; n < s.heads; ++n)
      for (int64_t t = 0; t < s.queries; ++t) {
        Query query(s, q, k, slopes, window, scale, b, n, t);
        const int64_t row = (b * s.heads + n) * s.queries + t;
        auto place = [&](int64_t i, int64_t count, int64_t width) {
          return ((b * count + i) * s.heads + n) * width;
        };
        auto keyPlace = [&](int64_t i, int64_t width) {
          return ((b * s.keys + i) * s.keyHeads() + n / s.sharing) * width;
        };
        sums[row] = query.logsumexp;
        for (int64_t j = 0; j < s.keys; ++j) {
          double dp = 0;
          for (int64_t e = 0; e < s.values; ++e) {
            y[place(t, s.queries, s.values) + e] += query.p[j] * at(v, b, j, n / s.sharing, e);
            dv[keyPlace(j, s.values) + e] += query.p[j] * at(dy, b, t, n, e);
            dp += at(dy, b, t, n, e) * at(v, b, j, n / s.sharing, e);
          }
          const double ds = query.p[j] * (dp + shift.asDouble(row)) * scale;
          if (s.hasSlopes)
            dslope[row] -= ds / scale * std::abs(double(t - j));
          for (int64_t d = 0; d < s.features; ++d) {
            dq[place(t, s.queries, s.features) + d] += ds * at(k, b, j, n / s.sharing, d);
            dk[keyPlace(j, s.features) + d] += ds * at(q, b, t, n, d);
          }
        }
      }
  const std::vector<int64_t> numbers = {window.left, window.right, std::bit_cast<int64_t>(scale),
                                        s.hasSlopes};
  Array foundY = randomArray(dtype, dy.shape(), 9),
        foundSums = randomArray(dtype, shift.shape(), 9);
  ASSERT_EQ(call(cotan_attention, {q, k, v, slopes}, {foundY, foundSums}, numbers), 0);
  expectClose(foundY, y, tolerance);
  expectClose(foundSums, sums, tolerance);
  Array foundDq = randomArray(dtype, q.shape(), 9), foundDk = randomArray(dtype, k.shape(), 9);
  Array foundDv = randomArray(dtype, v.shape(), 9), found = randomArray(dtype, shift.shape(), 9);
  ASSERT_EQ(call(cotan_attention_vjp, {q, k, v, foundSums, dy, shift, slopes},
                 {foundDq, foundDk, foundDv, found}, numbers),
            0);
  expectClose(foundDq, dq, tolerance);
  expectClose(foundDk, dk, tolerance);
  expectClose(foundDv, dv, tolerance);
  expectClose(found, dslope, 50 * tolerance);
}

TEST(Attention, ofSeveralTilesIsThatOfAllScoresAtOnce) {
  for (const Window &window : {Window{all, all}, Window{all, 0}, Window{20, 150}, Window{0, 0}}) {
    check(DType::f64, {1, 130, 300, 2, 5, 3}, window, 1e-12);
    check(DType::f32, {2, 130, 300, 1, 5, 3}, window, 2e-5);
    check(DType::f32, {1, 70, 70, 3, 16, 16}, window, 2e-5);
    check(DType::f32, {1, 1, 1, 1, 1, 1}, window, 2e-5);
    check(DType::f64, {1, 200, 20, 1, 3, 2}, window, 1e-12);
    check(DType::f64, {2, 70, 140, 6, 3, 2, 3}, window, 1e-12);
    check(DType::f64, {2, 130, 140, 4, 3, 2, 2, true}, window, 1e-12);
  }
}

TEST(Attention, isNotLostWithLargeScores) {
  Array q = arrayOf<float>(DType::f32, {1, 1, 1, 1}, {1e4f});
  Array k = arrayOf<float>(DType::f32, {1, 3, 1, 1}, {1.0f, 2.0f, -3.0f});
  Array v = arrayOf<float>(DType::f32, {1, 3, 1, 1}, {5.0f, 7.0f, 9.0f});
  Array y(DType::f32, {1, 1, 1, 1}), sums(DType::f32, {1, 1, 1});
  const std::vector<int64_t> numbers = {all, all, std::bit_cast<int64_t>(1.0), 0};
  ASSERT_EQ(call(cotan_attention, {q, k, v}, {y, sums}, numbers), 0);
  EXPECT_EQ(y.asDouble(), 7);
  EXPECT_EQ(sums.asDouble(), 2e4);
}

TEST(Attention, toNoKeysIsZero) {
  Array q(DType::f64, {1, 2, 1, 3}), k(DType::f64, {1, 0, 1, 3}), v(DType::f64, {1, 0, 1, 2});
  Array y = randomArray(DType::f64, {1, 2, 1, 2}, 1), sums(DType::f64, {1, 1, 2});
  const std::vector<int64_t> numbers = {all, all, std::bit_cast<int64_t>(1.0), 0};
  ASSERT_EQ(call(cotan_attention, {q, k, v}, {y, sums}, numbers), 0);
  EXPECT_EQ(y.asDouble(3), 0);
  EXPECT_EQ(sums.asDouble(1), -INFINITY);
}

TEST(Exponentials, areWithinTwoUlps) {
  std::vector<float> x;
  for (float value = -87; value < 88.7f; value += 0.0137f)
    x.push_back(value);
  std::vector<float> y = x;
  exponentials(y.data(), y.size(), 1.0f, 0.0f);
  for (size_t i = 0; i < x.size(); ++i) {
    const double exact = std::exp(double(x[i]));
    ASSERT_NEAR(y[i], exact, 2 * exact * 0x1p-23) << x[i];
  }
  std::vector<float> special = {-INFINITY, -100, 0, 89, INFINITY, NAN};
  exponentials(special.data(), special.size(), 1.0f, 0.0f);
  EXPECT_EQ(special[0], 0);
  EXPECT_EQ(special[1], 0);
  EXPECT_EQ(special[2], 1);
  EXPECT_EQ(special[3], INFINITY);
  EXPECT_EQ(special[4], INFINITY);
  EXPECT_TRUE(std::isnan(special[5]));
}

} // namespace
