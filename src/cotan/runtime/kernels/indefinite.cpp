#include "cotan/runtime/kernels/indefinite.h"

#include "cotan/runtime/kernels/lapack.h"
#include "cotan/runtime/kernels/phases.h"

#include <numeric>

namespace cotan {
namespace lapack {
namespace {

template <typename T> struct IndefiniteFunctions;

// HERMITIAN: the function of Hermitian matrices, which are symmetric where numbers are real.
#define COTAN_LAPACK(P, T, HERMITIAN)                                                              \
  extern "C" {                                                                                     \
  void P##sytrf_(const char *uplo, const int *n, T *a, const int *lda, int *pivots, T *work,       \
                 const int *lwork, int *info, Length);                                             \
  void P##HERMITIAN##_(const char *uplo, const int *n, T *a, const int *lda, int *pivots, T *work, \
                       const int *lwork, int *info, Length);                                       \
  }                                                                                                \
  template <> struct IndefiniteFunctions<T> {                                                      \
    static constexpr auto *symmetric = P##sytrf_;                                                  \
    static constexpr auto *hermitian = P##HERMITIAN##_;                                            \
  };
COTAN_LAPACK(s, float, sytrf)
COTAN_LAPACK(d, double, sytrf)
COTAN_LAPACK(c, std::complex<float>, hetrf)
COTAN_LAPACK(z, std::complex<double>, hetrf)
#undef COTAN_LAPACK

/// Of the lower triangle, column by column. info is not 0 if d is singular, which is no error.
template <typename T> int sytrf(int n, T *a, int *pivots, bool isSymmetric) {
  const size_t size = size_t(n) * n;
  return callApart(double(size) * n / 3, {{a, size}, {pivots, size_t(n)}}, [=](void *const *at) {
    using Functions = IndefiniteFunctions<T>;
    auto *f = isSymmetric ? Functions::symmetric : Functions::hermitian;
    return withWorkspace<T>([&](T *work, int count, int &info) {
      f("L", &n, (T *)at[0], &n, (int *)at[1], work, &count, &info, 1);
    });
  });
}

} // namespace
} // namespace lapack

namespace {

/// Puts the factors, which share a matrix that lies column by column, where they belong. LAPACK
/// exchanges rows of what is to come alone: here the columns before follow.
template <typename C>
void unpack(const std::vector<C> &columns, const std::vector<int> &pivots, int64_t n,
            bool isSymmetric, C *l, C *d, int64_t *permutation) {
  std::fill(l, l + n * n, C(0));
  std::fill(d, d + n * n, C(0));
  std::iota(permutation, permutation + n, 0);
  for (int64_t k = 0; k < n;) {
    const int64_t last = pivots[k] < 0 ? k + 1 : k, pivot = std::abs(pivots[last]) - 1;
    std::swap(permutation[last], permutation[pivot]);
    std::swap_ranges(l + last * n, l + last * n + k, l + pivot * n);
    for (int64_t j = k; j <= last; ++j) {
      d[j * n + j] = columns[j * n + j];
      l[j * n + j] = 1;
      for (int64_t i = last + 1; i < n; ++i)
        l[i * n + j] = columns[j * n + i];
    }
    if (last != k) {
      const C below = columns[k * n + last];
      d[last * n + k] = below;
      d[k * n + last] = isSymmetric ? below : conjugate(below);
    }
    k = last + 1;
  }
}

template <typename C>
void factor(const C *x, int64_t n, bool isSymmetric, C *l, C *d, int64_t *permutation) {
  std::vector<C> lower(n * n), columns(n * n);
  copyLower(x, n, lower.data());
  for (int64_t i = 0; isSymmetric && i < n; ++i)
    lower[i * n + i] = x[i * n + i];
  transposeMatrix(lower.data(), n, n, columns.data());
  std::vector<int> pivots(n);
  if (areFinite(lower.data(), n * n) &&
      lapack::sytrf(n, columns.data(), pivots.data(), isSymmetric) >= 0)
    return unpack(columns, pivots, n, isSymmetric, l, d, permutation);
  fillNaN(l, n * n);
  fillNaN(d, n * n);
  std::iota(permutation, permutation + n, 0);
}

} // namespace

int32_t cotan_ldl(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return forMatrices(operands[0], checkSides, [&](auto element, const MatrixBatch &all) {
    using T = decltype(element);
    auto *permutation = elementsOf<int64_t>(results[2]);
    const ComputedOperand<T> x(operands[0]);
    ComputedResult<T> l(results[0]), d(results[1]);
    const int64_t n = all.rows, size = all.size();
    forEachBatch(all.batches, double(size) * n / 3, [&, l = l.data(), d = d.data()](int64_t i) {
      factor(x.data() + i * size, n, numbers[0] != 0, l + i * size, d + i * size,
             permutation + i * n);
    });
    l.store();
    d.store();
  });
}

} // namespace cotan
