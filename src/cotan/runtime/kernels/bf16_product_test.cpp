// Products of bf16 matrices against sums in double that are rounded once.
#include "cotan/runtime/kernels/bf16_product.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

using namespace cotan;

namespace {

enum class Layout { rows, columns, spread };

struct Owned {
  Owned(int64_t rows, int64_t columns, Layout layout, unsigned seed)
      : values(2 * rows * columns + 1) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> numbers(-1, 1);
    for (BFloat16 &value : values)
      value = BFloat16(numbers(generator));
    view = layout == Layout::rows      ? Matrix<BFloat16>{values.data(), columns, 1}
           : layout == Layout::columns ? Matrix<BFloat16>{values.data(), 1, rows}
                                       : Matrix<BFloat16>{values.data(), 2 * columns, 2};
  }
  std::vector<BFloat16> values;
  Matrix<BFloat16> view;
};

class BFloat16Product : public testing::Test {
  void SetUp() override {
    if (!multipliesBFloat16())
      GTEST_SKIP() << "this processor does not multiply bf16";
  }
};

void check(int64_t m, int64_t n, int64_t k, Layout left, Layout right) {
  const Owned a(m, k, left, 1), b(k, n, right, 2);
  const int64_t step = n + 3;
  std::vector<BFloat16> c(m * step, BFloat16(5));
  multiply(m, n, k, a.view, b.view, c.data(), step);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < step; ++j) {
      double sum = j < n ? 0 : 5, magnitude = 0; // what lies between the rows stays
      for (int64_t s = 0; s < k && j < n; ++s) {
        const double product = double(*a.view.part(i, s).data) * double(*b.view.part(s, j).data);
        sum += product;
        magnitude += std::fabs(product);
      }
      // Rounded once, by 2^-8 of it at most, after a sum in f32.
      const double tolerance = std::fabs(sum) * 0x1p-8 + magnitude * 0x1p-22;
      ASSERT_NEAR(double(c[i * step + j]), sum, tolerance)
          << m << "x" << k << "x" << n << " at " << i << ", " << j;
    }
}

TEST_F(BFloat16Product, sums_in_f32_and_rounds_once) {
  for (Layout left : {Layout::rows, Layout::columns, Layout::spread})
    for (Layout right : {Layout::rows, Layout::columns, Layout::spread}) {
      for (int64_t m : {1, 2, 16, 300})
        for (int64_t n : {1, 7, 270})
          for (int64_t k : {1, 2, 33})
            check(m, n, k, left, right);
      check(70, 20, 1100, left, right);
    }
  check(3, 2, 0, Layout::rows, Layout::rows);
}

TEST_F(BFloat16Product, keeps_NaN_and_infinity) {
  const BFloat16 a[] = {BFloat16(0), BFloat16(1), BFloat16(1), BFloat16(1)};
  const BFloat16 b[] = {BFloat16(NAN), BFloat16(2), BFloat16(3), BFloat16(INFINITY)};
  BFloat16 c[4];
  multiply(2, 2, 2, {a, 2, 1}, {b, 2, 1}, c, 2);
  EXPECT_TRUE(std::isnan(double(c[0])));
  EXPECT_EQ(double(c[1]), INFINITY);
  EXPECT_TRUE(std::isnan(double(c[2])));
  EXPECT_EQ(double(c[3]), INFINITY);
}

} // namespace
