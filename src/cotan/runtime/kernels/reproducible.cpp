#include "cotan/runtime/kernels/reproducible.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/lapack.h"
#include "cotan/runtime/parallel.h"

// Sums of Eigen's are in an order of their own for each kind of vectors, and it adds to a product
// in one step where the processor can. Its names are ours alone, or the linker would take this code
// in place of that of a program which takes Cotan up and uses Eigen, too, or the other way round.
#pragma STDC FP_CONTRACT OFF
#define EIGEN_DONT_VECTORIZE
#define EIGEN_DONT_PARALLELIZE
#define Eigen cotan_eigen
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>
#undef Eigen

namespace eigen = cotan_eigen;

namespace cotan::reproducible {
namespace {

template <typename C> using Columns = eigen::Matrix<C, eigen::Dynamic, eigen::Dynamic>;
template <typename C> using View = eigen::Map<Columns<C>>;

/// How many summands a product adds up at a time depends on the sizes of the caches: the same ones
/// everywhere, set before anything can run.
[[maybe_unused]] const bool cachesAreSet =
    (eigen::setCpuCacheSizes(32 << 10, 512 << 10, 4 << 20), true);

/// Any matrix in memory.
template <typename C>
using Strided = eigen::Map<const Columns<C>, 0, eigen::Stride<eigen::Dynamic, eigen::Dynamic>>;
template <typename C> Strided<C> viewOf(const Matrix<C> &x, int64_t rows, int64_t columns) {
  return {x.data, rows, columns, {x.columnStep, x.rowStep}};
}

} // namespace

// The pieces of a product are the same ones for any number of threads.
template <typename C>
void multiply(int64_t m, int64_t n, int64_t k, Matrix<C> a, Matrix<C> b, C *c) {
  constexpr int64_t mostRows = 256;
  auto multiplyPieces = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end && !mustStop(); ++i) {
      const int64_t first = i * mostRows, rows = std::min(mostRows, m - first);
      View<C>(c + first * n, n, rows).transpose().noalias() =
          viewOf(a.part(first, 0), rows, k) * viewOf(b, k, n);
    }
  };
  runtime::parallelFor((m + mostRows - 1) / mostRows, 1 + workOfThread / (1 + mostRows * n * k),
                       multiplyPieces);
}

template <typename C> int potrf(int n, C *a) {
  const size_t size = size_t(n) * n;
  return lapack::callApart(double(size) * n, {{a, size}}, [=](void *const *at) {
    View<C> x((C *)at[0], n, n);
    const eigen::LLT<eigen::Ref<Columns<C>>, eigen::Upper> factors(x);
    return factors.info() == eigen::Success ? 0 : 1;
  });
}

template <typename C> int syevd(int n, C *a, Part<C> *w) {
  const size_t size = size_t(n) * n;
  return lapack::callApart(double(size) * n, {{a, size}, {w, size_t(n)}}, [=](void *const *at) {
    View<C> x((C *)at[0], n, n);
    const eigen::SelfAdjointEigenSolver<Columns<C>> found(x.adjoint()); // reads the lower triangle
    x = found.eigenvectors();
    View<Part<C>>((Part<C> *)at[1], n, 1) = found.eigenvalues();
    return found.info() == eigen::Success ? 0 : 1;
  });
}

template <typename C> int gesdd(int m, int n, C *a, Part<C> *s, C *u, C *vt) {
  const size_t square = size_t(m) * m, size = size_t(m) * n;
  return lapack::callApart(double(square) * n, {{a, size}, {s, size_t(m)}, {u, square}, {vt, size}},
                           [=](void *const *at) {
                             const eigen::BDCSVD<Columns<C>> found(View<C>((C *)at[0], m, n),
                                                                   eigen::ComputeThinU |
                                                                       eigen::ComputeThinV);
                             View<Part<C>>((Part<C> *)at[1], m, 1) = found.singularValues();
                             View<C>((C *)at[2], m, m) = found.matrixU();
                             View<C>((C *)at[3], m, n) = found.matrixV().adjoint();
                             return found.info() == eigen::Success ? 0 : 1;
                           });
}

template <typename C> int qr(int m, int n, C *a, C *r) {
  const size_t size = size_t(m) * n, square = size_t(n) * n;
  return lapack::callApart(double(size) * n, {{a, size}, {r, square}}, [=](void *const *at) {
    View<C> x((C *)at[0], m, n);
    const eigen::HouseholderQR<Columns<C>> factors(x);
    View<C>((C *)at[1], n, n) =
        factors.matrixQR().topRows(n).template triangularView<eigen::Upper>();
    x = factors.householderQ() * Columns<C>::Identity(m, n);
    return 0;
  });
}

#define COTAN_FACTORS(C)                                                                           \
  template void multiply(int64_t, int64_t, int64_t, Matrix<C>, Matrix<C>, C *);                    \
  template int potrf(int, C *);                                                                    \
  template int syevd(int, C *, Part<C> *);                                                         \
  template int gesdd(int, int, C *, Part<C> *, C *, C *);                                          \
  template int qr(int, int, C *, C *);
COTAN_FACTORS(float)
COTAN_FACTORS(double)
COTAN_FACTORS(std::complex<float>)
COTAN_FACTORS(std::complex<double>)
#undef COTAN_FACTORS

} // namespace cotan::reproducible
