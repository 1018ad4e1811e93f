#include "cotan/runtime/kernels/linear_algebra.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/random_arrays.h"

#include <cmath>
#include <thread>

using namespace cotan;

namespace {

constexpr DType floats[] = {DType::f16, DType::bf16, DType::f32, DType::f64};

template <typename F> Array matrix(DType dtype, int64_t rows, int64_t columns, F element) {
  Array result(dtype, {rows, columns});
  visitDType(dtype, [&](auto stored) {
    using T = decltype(stored);
    auto values = result.mutableValues<T>();
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        values[i * columns + j] = static_cast<T>(element(i, j));
  });
  return result;
}

/// Integers whose triangular factors hold ones alone: min(i, j) + 1.
Array smallerIndex(DType dtype, int64_t n) {
  return matrix(dtype, n, n, [](int64_t i, int64_t j) { return double(std::min(i, j) + 1); });
}
Array lowerOnes(DType dtype, int64_t n) {
  return matrix(dtype, n, n, [](int64_t i, int64_t j) { return j <= i ? 1.0 : 0.0; });
}
Array allOnes(DType dtype, int64_t n) {
  return matrix(dtype, n, n, [](int64_t, int64_t) { return 1.0; });
}

/// Whether they are the same on every processor.
class PositiveFactors : public testing::TestWithParam<int64_t> {};
INSTANTIATE_TEST_SUITE_P(Ways, PositiveFactors, testing::Values(0, 1));

TEST_P(PositiveFactors, Cholesky_factors_exactly_what_has_integer_factors) {
  for (DType dtype : floats)
    for (int64_t n : {1, 2, 7, 120}) // f16 and bf16 hold all integers up to 128 exactly
      EXPECT_EQ(
          valuesOf(resultOf(cotan_cholesky, dtype, {n, n}, {smallerIndex(dtype, n)}, {GetParam()})),
          valuesOf(lowerOnes(dtype, n)));
}

TEST_P(PositiveFactors, Cholesky_reads_the_lower_triangle_alone) {
  Array x = arrayOf(DType::f64, {2, 2}, {4.0, double(NAN), 2.0, 5.0});
  EXPECT_EQ(valuesOf(resultOf(cotan_cholesky, DType::f64, {2, 2}, {x}, {GetParam()})),
            (std::vector<double>{2, 0, 1, 2}));
}

TEST_P(PositiveFactors, Cholesky_gives_NaN_for_one_matrix_and_not_for_its_neighbours) {
  Array x = arrayOf(DType::f32, {3, 2, 2}, {1, 0, 0, 1, 1, 2, 2, 1, 4, 0, 0, 9});
  auto l = valuesOf(resultOf(cotan_cholesky, DType::f32, {3, 2, 2}, {x}, {GetParam()}));
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(std::isnan(l[i]), i >= 4 && i < 8) << i;
  EXPECT_EQ(l[11], 3);
}

TEST_P(PositiveFactors, Cholesky_of_complex_numbers_reads_the_real_diagonal) {
  Array x = arrayOf(DType::f64, {2, 2, 2}, {4.0, double(NAN), 9.0, 9.0, 2.0, 2.0, 6.0, 1.0});
  Array l(DType::c128, {2, 2});
  ASSERT_EQ(call(cotan_cholesky, {x.asComplex()}, {l}, {GetParam()}), 0);
  EXPECT_EQ(valuesOf(l.asReal()), (std::vector<double>{2, 0, 0, 0, 1, 1, 2, 0}));
}

TEST(Lu, of_complex_numbers_has_pivots_of_the_largest_sum_of_parts) {
  // |4 + 3i| is 5, less than 5.5, and the sum is 7.
  Array x = arrayOf(DType::f32, {2, 2, 2}, {4.0, 3.0, 1.0, 0.0, 5.5, 0.0, 0.0, 1.0});
  Array factors(DType::c64, {2, 2}), permutation(DType::i64, {2});
  ASSERT_EQ(call(cotan_lu, {x.asComplex()}, {factors, permutation}), 0);
  EXPECT_EQ(permutation.asInts(), (llvm::SmallVector<int64_t>{0, 1}));
}

TEST(TriangularSolve, takes_differences_and_sums) {
  // The inverse of a triangle of ones takes differences.
  const int64_t n = 60;
  for (DType dtype : floats) {
    Array a = lowerOnes(dtype, n), ones = allOnes(dtype, n);
    Array b = matrix(dtype, n, 3, [](int64_t i, int64_t j) { return double(j == 0 ? i + 1 : j); });
    auto solved = [&](const Array &a, std::initializer_list<int64_t> numbers) {
      return valuesOf(resultOf(cotan_triangular_solve, dtype, {n, 3}, {a, b}, numbers));
    };
    auto down = valuesOf(matrix(dtype, n, 3, [](int64_t i, int64_t j) {
      return j == 0 || i == 0 ? double(j == 0 ? 1 : j) : 0.0;
    }));
    EXPECT_EQ(solved(a, {true, false, false}), down);
    EXPECT_EQ(solved(ones, {true, false, true}), down); // the rest is not read
    EXPECT_EQ(solved(ones, {false, true, false}), down);
    auto up = valuesOf(matrix(dtype, n, 3, [](int64_t i, int64_t j) {
      return i + 1 == n ? double(j == 0 ? n : j) : j == 0 ? -1.0 : 0.0;
    }));
    EXPECT_EQ(solved(a, {true, true, false}), up);
    EXPECT_EQ(solved(ones, {false, false, false}), up);
  }
}

/// The largest distance between a with its rows permuted and the product of its factors.
double factorError(const Array &a, const Array &factors, const Array &permutation) {
  const int64_t n = a.shape()[0];
  double largest = 0;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (int64_t k = 0; k <= std::min(i, j); ++k)
        sum += (k == i ? 1 : factors.asDouble(i * n + k)) * factors.asDouble(k * n + j);
      largest = std::max(largest, std::fabs(sum - a.asDouble(permutation.asInt(i) * n + j)));
    }
  return largest;
}

TEST(Lu, factors_the_rows_in_another_order) {
  for (auto [dtype, tolerance] : {std::pair(DType::f32, 1e-3), std::pair(DType::f64, 1e-11)})
    for (int64_t n : {1, 5, 90}) {
      Array a = randomArray(dtype, {n, n}, 3, -9, 9), factors(dtype, {n, n});
      Array permutation(DType::i64, {n});
      ASSERT_EQ(call(cotan_lu, {a}, {factors, permutation}), 0);
      EXPECT_LT(factorError(a, factors, permutation), tolerance) << n;
    }
}

TEST(LuSolve, undoes_a_product) {
  const int64_t n = 40, columns = 3;
  Array a = randomArray(DType::f64, {n, n}, 5, -9, 9), factors(DType::f64, {n, n});
  Array x = randomArray(DType::f64, {n, columns}, 6), permutation(DType::i64, {n});
  ASSERT_EQ(call(cotan_lu, {a}, {factors, permutation}), 0);
  for (bool transposes : {false, true}) {
    Array b = matrix(DType::f64, n, columns, [&](int64_t i, int64_t j) {
      double sum = 0;
      for (int64_t k = 0; k < n; ++k)
        sum += a.asDouble(transposes ? k * n + i : i * n + k) * x.asDouble(k * columns + j);
      return sum;
    });
    Array found = resultOf(cotan_lu_solve, DType::f64, {n, columns}, {a, factors, permutation, b},
                           {transposes});
    for (int64_t i = 0; i < x.size(); ++i)
      EXPECT_NEAR(found.asDouble(i), x.asDouble(i), 1e-9) << i;
  }
}

TEST(LuSolve, refuses_rows_that_are_not_there) {
  Array a = lowerOnes(DType::f32, 2), b(DType::f32, {2, 1}), x(DType::f32, {2, 1});
  EXPECT_NE(call(cotan_lu_solve, {a, a, arrayOf(DType::i64, {2}, {0, 2}), b}, {x}, {false}), 0);
  EXPECT_EQ(lastError(), "the permutation has row 2 of 2");
}

// On several threads, too, each matrix is factored as it would be alone.
TEST(Lu, is_the_same_alone_and_among_others) {
  const int64_t n = 30, batches = 200;
  Array a = randomArray(DType::f64, {batches, n, n}, 8, -9, 9),
        factors(DType::f64, {batches, n, n});
  Array permutation(DType::i64, {batches, n});
  ASSERT_EQ(call(cotan_lu, {a}, {factors, permutation}), 0);
  for (int64_t i : {0, 1, 111, 199}) {
    Array alone(DType::f64, {n, n}), factorsAlone(DType::f64, {n, n}), rows(DType::i64, {n});
    const size_t bytes = n * n * sizeof(double);
    std::memcpy(alone.mutableData(), a.data() + i * bytes, bytes);
    ASSERT_EQ(call(cotan_lu, {alone}, {factorsAlone, rows}), 0);
    EXPECT_EQ(std::memcmp(factorsAlone.data(), factors.data() + i * bytes, bytes), 0);
  }
}

// Other callers' matrices do not get into one's own, from however many threads they come.
TEST(LinearAlgebra, is_the_same_beside_other_callers) {
  for (int64_t n : {3, 60}) { // smaller and larger than what OpenBLAS solves without memory
    auto solve = [n](unsigned seed) {
      Array x(DType::f64, {n, n}), a = lowerOnes(DType::f64, n);
      EXPECT_EQ(call(cotan_triangular_solve, {a, randomArray(DType::f64, {n, n}, seed)}, {x},
                     {true, false, false}),
                0);
      return valuesOf(x);
    };
    std::vector<std::thread> callers;
    for (unsigned seed = 0; seed < 100; ++seed)
      callers.emplace_back([&, seed, alone = solve(seed)] {
        for (int call = 0; call < 300; ++call)
          ASSERT_EQ(solve(seed), alone);
      });
    for (std::thread &caller : callers)
      caller.join();
  }
}

TEST_P(PositiveFactors, LinearAlgebra_takes_nothing) {
  Array none(DType::f64, {2, 0, 0}), rows(DType::i64, {2, 0}), b(DType::f64, {2, 0, 3});
  EXPECT_EQ(call(cotan_cholesky, {none}, {none}, {GetParam()}), 0);
  EXPECT_EQ(call(cotan_lu, {none}, {none, rows}), 0);
  EXPECT_EQ(call(cotan_triangular_solve, {none, b}, {b}, {false, false, false}), 0);
  EXPECT_EQ(call(cotan_lu_solve, {none, none, rows, b}, {b}, {false}), 0);
}

} // namespace
