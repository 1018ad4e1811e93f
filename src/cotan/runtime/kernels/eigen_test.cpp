#include "cotan/runtime/kernels/eigen.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/indefinite.h"
#include "cotan/runtime/kernels/random_arrays.h"

#include <cmath>
#include <complex>

using namespace cotan;

namespace {

constexpr std::pair<DType, double> precisions[] = {{DType::c64, 2e-4}, {DType::c128, 1e-11}};

/// Moves each element to the next place around a circle: the eigenvalues are the roots of 1.
Array circle(DType dtype, int64_t n) {
  Array x(dtype, {n, n});
  visitElement(dtype, [&](auto element) {
    using T = decltype(element);
    auto values = x.mutableValues<T>();
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < n; ++j)
        values[i * n + j] = elementFrom<T>(j == (i + 1) % n ? 1.0 : 0.0);
  });
  return x;
}

std::complex<double> at(const Array &x, int64_t i) {
  return {x.asReal().asDouble(2 * i), x.asReal().asDouble(2 * i + 1)};
}

TEST(Eig, finds_the_roots_of_one_in_order) {
  for (auto [dtype, tolerance] : precisions)
    for (int64_t n : {1, 2, 5, 8, 40}) {
      Array w(dtype, {n}), v(dtype, {n, n});
      ASSERT_EQ(call(cotan_eig, {circle(dtype, n)}, {w, v}), 0);
      for (int64_t k = 0; k < n; ++k) {
        EXPECT_NEAR(std::abs(std::pow(at(w, k), double(n)) - 1.0), 0, n * tolerance);
        if (k > 0) {
          EXPECT_GE(at(w, k).real(), at(w, k - 1).real() - tolerance);
          EXPECT_GT(std::abs(at(w, k) - at(w, k - 1)), 0.1);
        }
        for (int64_t i = 0; i < n; ++i)
          EXPECT_NEAR(std::abs(at(v, i * n + k)), 1 / std::sqrt(n), 10 * tolerance);
      }
    }
}

TEST(Schur, has_the_eigenvalues_on_its_diagonal) {
  for (auto [dtype, tolerance] : precisions) {
    const int64_t n = 6;
    Array w(dtype, {n}), v(dtype, {n, n}), t(dtype, {n, n}), z(dtype, {n, n});
    ASSERT_EQ(call(cotan_eig, {circle(dtype, n)}, {w, v}), 0);
    ASSERT_EQ(call(cotan_schur, {circle(dtype, n)}, {t, z}), 0);
    for (int64_t i = 0; i < n; ++i) {
      EXPECT_NEAR(std::abs(at(t, i * n + i) - at(w, i)), 0, tolerance);
      for (int64_t j = 0; j < i; ++j)
        EXPECT_EQ(at(t, i * n + j), 0.0);
    }
  }
}

TEST(RealSchur, has_blocks_for_pairs) {
  Array t(DType::f64, {2, 2}), z(DType::f64, {2, 2});
  ASSERT_EQ(call(cotan_real_schur, {arrayOf(DType::f64, {2, 2}, {1, -1, 4, 1})}, {t, z}), 0);
  const double expected[] = {1, 4, -1, 1};
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(std::fabs(t.asDouble(i)), std::fabs(expected[i]), 1e-14);
}

TEST(Sqrtm, of_a_negative_number_is_imaginary) {
  Array y(DType::c128, {1, 1});
  ASSERT_EQ(call(cotan_sqrtm, {arrayOf(DType::f64, {1, 1, 2}, {-4, 0}).asComplex()}, {y}), 0);
  EXPECT_NEAR(std::abs(at(y, 0) - std::complex<double>(0, 2)), 0, 1e-15);
}

TEST(Sylvester, is_NaN_without_a_solution) {
  const Array one = arrayOf(DType::f64, {1, 1}, {1}), less = arrayOf(DType::f64, {1, 1}, {-1});
  Array x(DType::f64, {1, 1});
  ASSERT_EQ(call(cotan_sylvester, {one, less, one}, {x}), 0);
  EXPECT_TRUE(std::isnan(x.asDouble(0)));
  ASSERT_EQ(call(cotan_sylvester, {one, one, one}, {x}), 0);
  EXPECT_EQ(x.asDouble(0), 0.5);
}

TEST(Ldl, takes_blocks_of_two_rows) {
  Array l(DType::f64, {2, 2}), d(DType::f64, {2, 2}), permutation(DType::i64, {2});
  ASSERT_EQ(call(cotan_ldl, {arrayOf(DType::f64, {2, 2}, {0, 7, 3, 0})}, {l, d, permutation}, {0}),
            0);
  const double one[] = {1, 0, 0, 1}, block[] = {0, 3, 3, 0};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(l.asDouble(i), one[i]);
    EXPECT_EQ(d.asDouble(i), block[i]);
  }
}

TEST(Eigen, refuses_what_LAPACK_cannot_count) {
  const int64_t sizes[] = {23001, 23001};
  const int32_t c64 = int32_t(DType::c64);
  const TensorView x{.data = nullptr, .sizes = sizes, .rank = 2, .dtype = c64};
  TensorView results[] = {x, x};
  EXPECT_EQ(cotan_schur(&x, results, nullptr), 1);
  EXPECT_NE(lastError().find("the smaller side may be 23000"), std::string::npos) << lastError();
}

} // namespace
