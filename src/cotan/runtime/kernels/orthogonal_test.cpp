#include "cotan/runtime/kernels/orthogonal.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/random_arrays.h"

#include <cmath>

using namespace cotan;

namespace {

constexpr std::pair<DType, double> precisions[] = {{DType::f32, 2e-4}, {DType::f64, 1e-11}};

/// Of the numbers that two functions of an index give.
double sumOfProducts(int64_t count, auto x, auto y) {
  double sum = 0;
  for (int64_t k = 0; k < count; ++k)
    sum += x(k) * y(k);
  return sum;
}

void expectOrthonormalColumns(const Array &q, double tolerance) {
  const int64_t rows = q.shape()[0], columns = q.shape()[1];
  auto column = [&](int64_t j) {
    return [&q, columns, j](int64_t k) { return q.asDouble(k * columns + j); };
  };
  for (int64_t i = 0; i < columns; ++i)
    for (int64_t j = 0; j <= i; ++j)
      EXPECT_NEAR(sumOfProducts(rows, column(i), column(j)), i == j, tolerance);
}

/// The second differences: eigenvalues are 2 - 2 cos(k pi / (n + 1)).
Array secondDifferences(DType dtype, int64_t n) {
  Array x = randomArray(dtype, {n, n}, 7); // above the diagonal, anything
  visitDType(dtype, [&](auto element) {
    using T = decltype(element);
    auto values = x.mutableValues<T>();
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j <= i; ++j)
        values[i * n + j] = static_cast<T>(i == j ? 2.0 : i == j + 1 ? -1.0 : 0.0);
  });
  return x;
}

/// Whether they are the same on every processor.
class OrthogonalFactors : public testing::TestWithParam<int64_t> {};
INSTANTIATE_TEST_SUITE_P(Ways, OrthogonalFactors, testing::Values(0, 1));

TEST_P(OrthogonalFactors, Eigh_finds_the_waves_of_a_string) {
  for (auto [dtype, tolerance] : precisions)
    for (int64_t n : {1, 2, 9, 70}) {
      Array w(dtype, {n}), v(dtype, {n, n});
      ASSERT_EQ(call(cotan_eigh, {secondDifferences(dtype, n)}, {w, v}, {GetParam()}), 0);
      expectOrthonormalColumns(v, tolerance);
      for (int64_t k = 0; k < n; ++k) {
        const double angle = (k + 1) * M_PI / (n + 1), scale = std::sqrt(2.0 / (n + 1));
        EXPECT_NEAR(w.asDouble(k), 2 - 2 * std::cos(angle), tolerance);
        for (int64_t i = 0; i < n; ++i) // the sign is another matter
          EXPECT_NEAR(std::fabs(v.asDouble(i * n + k)),
                      std::fabs(scale * std::sin((i + 1) * angle)), 100 * tolerance);
      }
    }
}

TEST_P(OrthogonalFactors, Eigh_makes_the_first_large_element_positive) {
  Array w(DType::f64, {2}), v(DType::f64, {2, 2});
  ASSERT_EQ(call(cotan_eigh, {arrayOf(DType::f64, {2, 2}, {0, 0, 1, 0})}, {w, v}, {GetParam()}), 0);
  const double half = std::sqrt(0.5), expected[] = {half, half, -half, half};
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(v.asDouble(i), expected[i], 1e-15);
}

TEST_P(OrthogonalFactors, Svd_finds_the_lengths_of_orthogonal_columns) {
  // Columns of lengths 5, 13 and 0.5 that are orthogonal.
  for (auto [dtype, tolerance] : precisions) {
    Array x =
        arrayOf(dtype, {4, 3}, {3.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, -5.0, 0.0, 0.0, -12.0, 0.0});
    Array u(dtype, {4, 3}), s(dtype, {3}), vt(dtype, {3, 3});
    ASSERT_EQ(call(cotan_svd, {x}, {u, s, vt}, {GetParam()}), 0);
    expectOrthonormalColumns(u, tolerance);
    const double lengths[] = {13, 5, 0};
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(s.asDouble(i), lengths[i], 13 * tolerance);
    EXPECT_NEAR(u.asDouble(9), 12.0 / 13, tolerance); // positive, and so vt turns around
    EXPECT_NEAR(vt.asDouble(1), -1, tolerance);
    EXPECT_NEAR(vt.asDouble(3), 1, tolerance);
  }
}

TEST_P(OrthogonalFactors, Svd_gives_NaN_for_one_matrix_and_not_for_its_neighbour) {
  Array x = arrayOf(DType::f64, {2, 1, 1}, {double(INFINITY), -2.0});
  Array u(DType::f64, {2, 1, 1}), s(DType::f64, {2, 1}), vt(DType::f64, {2, 1, 1});
  ASSERT_EQ(call(cotan_svd, {x}, {u, s, vt}, {GetParam()}), 0);
  EXPECT_TRUE(std::isnan(s.asDouble(0)) && std::isnan(u.asDouble(0)) && std::isnan(vt.asDouble(0)));
  EXPECT_EQ(valuesOf(s)[1], 2);
  EXPECT_EQ(valuesOf(u)[1], 1);
  EXPECT_EQ(valuesOf(vt)[1], -1);
}

TEST(Pinv, leaves_out_what_is_small) {
  Array x = arrayOf(DType::f64, {2, 3}, {4.0, 0.0, 0.0, 0.0, 0.0, 1e-9});
  for (auto [rtol, last] : {std::pair(1e-6, 0.0), std::pair(1e-12, 1e9)}) {
    Array y = resultOf(cotan_pinv, DType::f64, {3, 2}, {x}, {std::bit_cast<int64_t>(rtol)});
    const double expected[] = {0.25, 0, 0, 0, 0, last};
    for (int i = 0; i < 6; ++i)
      EXPECT_NEAR(y.asDouble(i), expected[i], 1e-15 * std::max(1.0, last)) << i;
  }
}

TEST_P(OrthogonalFactors, Qr_gives_the_factors_with_a_positive_diagonal) {
  for (auto [dtype, tolerance] : precisions)
    for (auto [rows, columns] : {std::pair(5, 5), std::pair(80, 33), std::pair(3, 1)}) {
      Array x = randomArray(dtype, {rows, columns}, 4, -9, 9);
      Array q(dtype, {rows, columns}), r(dtype, {columns, columns});
      ASSERT_EQ(call(cotan_qr, {x}, {q, r}, {GetParam()}), 0);
      expectOrthonormalColumns(q, tolerance);
      for (int64_t i = 0; i < columns; ++i) {
        EXPECT_GT(r.asDouble(i * columns + i), 0);
        for (int64_t j = 0; j < i; ++j)
          EXPECT_EQ(r.asDouble(i * columns + j), 0);
      }
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j)
          EXPECT_NEAR(sumOfProducts(
                          columns, [&](int64_t k) { return q.asDouble(i * columns + k); },
                          [&](int64_t k) { return r.asDouble(k * columns + j); }),
                      x.asDouble(i * columns + j), 100 * tolerance);
    }
}

TEST_P(OrthogonalFactors, Qr_gives_NaN_for_infinities) {
  Array x = arrayOf(DType::f64, {2, 2}, {4.0, 0.5, 0.3, HUGE_VAL});
  Array q(DType::f64, {2, 2}), r(DType::f64, {2, 2});
  ASSERT_EQ(call(cotan_qr, {x}, {q, r}, {GetParam()}), 0);
  for (int i = 0; i < 4; ++i)
    EXPECT_TRUE(std::isnan(q.asDouble(i)) && std::isnan(r.asDouble(i))) << i;
}

TEST(Orthogonal, refuses_what_LAPACK_cannot_count) {
  const int64_t sizes[] = {23001, 23001}, values[] = {23001};
  const int32_t f32 = int32_t(DType::f32);
  auto viewOf = [&](const int64_t *lengths, int32_t rank) { // it is refused before it is read
    return TensorView{.data = nullptr, .sizes = lengths, .rank = rank, .dtype = f32};
  };
  const TensorView x = viewOf(sizes, 2);
  TensorView results[] = {viewOf(values, 1), viewOf(sizes, 2)};
  EXPECT_EQ(cotan_eigh(&x, results, nullptr), 1);
  EXPECT_NE(lastError().find("the smaller side may be 23000"), std::string::npos) << lastError();
}

TEST(Orthogonal, takes_nothing) {
  Array none(DType::f64, {2, 3, 0}), square(DType::f64, {2, 0, 0}), s(DType::f64, {2, 0});
  EXPECT_EQ(call(cotan_eigh, {square}, {s, square}, {0}), 0);
  EXPECT_EQ(call(cotan_svd, {none}, {none, s, square}, {0}), 0);
  EXPECT_EQ(call(cotan_qr, {none}, {none, square}, {0}), 0);
  EXPECT_EQ(call(cotan_pinv, {none}, {Array(DType::f64, {2, 0, 3})}, {0}), 0);
}

/// Of a matrix of complex numbers, none of which is real.
const Array turns = arrayOf(DType::f64, {2, 2, 2}, {0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0});

TEST_P(OrthogonalFactors, Eigh_of_complex_numbers_has_real_leading_elements) {
  Array w(DType::f64, {2}), v(DType::c128, {2, 2});
  ASSERT_EQ(call(cotan_eigh, {turns.asComplex()}, {w, v}, {GetParam()}), 0);
  const double root = std::sqrt(0.5), expected[] = {root, 0, root, 0, 0, -root, 0, root};
  for (int i = 0; i < 2; ++i)
    EXPECT_NEAR(w.asDouble(i), 2 * i - 1, 1e-15);
  for (int i = 0; i < 8; ++i)
    EXPECT_NEAR(v.asReal().asDouble(i), expected[i], 1e-15);
}

TEST(Pinv, of_complex_numbers_is_the_inverse) {
  Array y(DType::c128, {2, 2});
  ASSERT_EQ(call(cotan_pinv, {turns.asComplex()}, {y}, {std::bit_cast<int64_t>(1e-12)}), 0);
  for (int i = 0; i < 8; ++i)
    EXPECT_NEAR(y.asReal().asDouble(i), turns.asDouble(i), 1e-15);
}

} // namespace
