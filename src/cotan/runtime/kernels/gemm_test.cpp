// Products of matrices of all sizes and layouts against plain loops.
#include "cotan/runtime/kernels/gemm.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

using namespace cotan;

namespace {

enum class Layout { rows, columns, spread };

/// A matrix of small integers, whose products are exact in every type.
template <typename T> struct Owned {
  Owned(int64_t rows, int64_t columns, Layout layout, unsigned seed)
      : values(std::max<int64_t>(1, rows * columns * 2)) {
    std::mt19937 generator(seed);
    for (T &value : values)
      value = static_cast<T>(int(generator() % 7) - 3);
    view = layout == Layout::rows      ? Matrix<T>{values.data(), columns, 1}
           : layout == Layout::columns ? Matrix<T>{values.data(), 1, rows}
                                       : Matrix<T>{values.data(), 2 * columns, 2};
  }
  std::vector<T> values;
  Matrix<T> view;
};

template <typename T> T at(const Matrix<T> &x, int64_t i, int64_t j) {
  return x.data[i * x.rowStep + j * x.columnStep];
}

template <typename T> void check(int64_t m, int64_t n, int64_t k, Layout left, Layout right) {
  using Wide = std::conditional_t<std::is_integral_v<T>, uint64_t, T>; // wraps around
  Owned<T> a(m, k, left, 1), b(k, n, right, 2);
  const int64_t step = n + 3;
  std::vector<T> c(m * step + 1, T(5));
  multiply(m, n, k, a.view, b.view, c.data(), step);
  std::vector<T> twice = c;
  multiply(m, n, k, a.view, b.view, twice.data(), step, /*add=*/true);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < step; ++j) {
      T sum = j < n ? T(0) : T(5); // what lies between the rows stays
      for (int64_t s = 0; s < k && j < n; ++s)
        sum = static_cast<T>(sum + Wide(at(a.view, i, s)) * Wide(at(b.view, s, j)));
      ASSERT_EQ(c[i * step + j], sum) << m << "x" << k << "x" << n << " at " << i << ", " << j;
      ASSERT_EQ(twice[i * step + j], j < n ? T(sum + sum) : T(5));
    }
}

template <typename T> void checkAll(std::vector<int64_t> sizes, std::vector<int64_t> depths) {
  for (int64_t m : sizes)
    for (int64_t n : sizes)
      for (int64_t k : depths)
        for (Layout left : {Layout::rows, Layout::columns, Layout::spread})
          for (Layout right : {Layout::rows, Layout::columns, Layout::spread})
            check<T>(m, n, k, left, right);
}

TEST(Multiply, is_exact_on_small_integers) {
  checkAll<float>({1, 2, 16, 65, 130}, {0, 1, 3, 50, 300});
  checkAll<double>({1, 7, 65}, {1, 17, 260});
  checkAll<uint8_t>({1, 5, 65}, {1, 70});
  checkAll<uint16_t>({1, 5}, {1, 70});
  checkAll<uint32_t>({3}, {17});
  checkAll<uint64_t>({1, 5}, {1, 70});
}

TEST(Multiply, is_exact_where_all_is_taken_in_parts) {
  for (Layout layout : {Layout::rows, Layout::columns, Layout::spread})
    check<float>(520, 300, 1030, layout, layout);
  check<double>(130, 270, 1030, Layout::spread, Layout::columns);
}

TEST(Multiply, takes_few_rows_of_any_length) {
  auto checkLength = [](int64_t k) {
    check<float>(3, 2, k, Layout::rows, Layout::columns);
    check<double>(3, 2, k, Layout::rows, Layout::columns);
  };
  for (int64_t k = 1; k < 150; ++k)
    checkLength(k);
  for (int64_t k : {1023, 1024, 1025, 2047, 2048, 2049, 5000, 10000})
    checkLength(k);
}

/// Turned around, they have a kernel of their own.
TEST(Multiply, takes_few_rows_and_columns_that_are_dense) {
  for (int64_t m = 1; m <= 33; ++m)
    for (int64_t k : {1, 2, 7, 601})
      for (Layout left : {Layout::rows, Layout::columns, Layout::spread})
        for (int64_t n : {2 * m, int64_t(97)}) {
          check<float>(m, n, k, left, Layout::columns);
          check<double>(m, n, k, left, Layout::columns);
        }
}

TEST(Multiply, takes_a_column_whose_elements_are_dense) {
  const float a[] = {1, 2, 3, 4, 5, 6}, b[] = {1, 10, 100};
  float c[2];
  multiply<float>(2, 1, 3, {a, 3, 1}, {b, 1, 1}, c, 1);
  EXPECT_EQ(c[0], 321);
  EXPECT_EQ(c[1], 654);
}

TEST(Multiply, keeps_NaN_that_meets_zero) {
  const float a[] = {0, 1}, b[] = {NAN, 2};
  float c[1];
  multiply<float>(1, 1, 2, {a, 2, 1}, {b, 1, 1}, c, 1);
  EXPECT_TRUE(std::isnan(c[0]));
}

TEST(Multiply, manyShapes) { // more than libxsmm generates code for
  for (int64_t m : {1, 5, 63, 64, 65, 130})
    for (int64_t n = 1; n < 70; ++n)
      for (Layout left : {Layout::rows, Layout::columns, Layout::spread}) {
        check<float>(m, n, 3 + n % 5, left, Layout::rows);
        check<double>(m, 140 - n, 70, left, Layout::columns);
      }
}

} // namespace
