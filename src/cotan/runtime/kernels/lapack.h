// The functions of BLAS and LAPACK that kernels call, by the names Fortran gives them, and the same
// for real and complex numbers under one name. Matrices lie column by column: one that lies row by
// row is its own transpose here.
#pragma once

#include "cotan/runtime/kernels/computed.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <type_traits>
#include <vector>

namespace cotan::lapack {

/// Fortran passes the lengths of texts behind all other arguments.
using Length = size_t;

/// Those of numbers of type T.
template <typename T> struct Functions;

#define COTAN_LAPACK(P, T)                                                                         \
  extern "C" {                                                                                     \
  void P##trsm_(const char *side, const char *uplo, const char *trans, const char *diag,           \
                const int *m, const int *n, const T *alpha, const T *a, const int *lda, T *b,      \
                const int *ldb, Length, Length, Length, Length);                                   \
  void P##gemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k,  \
                const T *alpha, const T *a, const int *lda, const T *b, const int *ldb,            \
                const T *beta, T *c, const int *ldc, Length, Length);                              \
  void P##potrf_(const char *uplo, const int *n, T *a, const int *lda, int *info, Length);         \
  void P##getrf_(const int *m, const int *n, T *a, const int *lda, int *pivots, int *info);        \
  void P##geqrf_(const int *m, const int *n, T *a, const int *lda, T *tau, T *work,                \
                 const int *lwork, int *info);                                                     \
  }                                                                                                \
  template <> struct Functions<T> {                                                                \
    static constexpr auto *trsm = P##trsm_;                                                        \
    static constexpr auto *gemm = P##gemm_;                                                        \
    static constexpr auto *potrf = P##potrf_;                                                      \
    static constexpr auto *getrf = P##getrf_;                                                      \
    static constexpr auto *geqrf = P##geqrf_;                                                      \
  };
COTAN_LAPACK(s, float)
COTAN_LAPACK(d, double)
COTAN_LAPACK(c, std::complex<float>)
COTAN_LAPACK(z, std::complex<double>)
#undef COTAN_LAPACK

/// Those whose names, or whose workspaces, are others of complex numbers.
template <typename T> struct OrthogonalFunctions;

// REALS and COUNT: the workspace of real numbers that only those of complex numbers have.
#define COTAN_LAPACK(P, T, EVD, GQR, REALS, COUNT)                                                 \
  extern "C" {                                                                                     \
  void P##EVD##_(const char *jobz, const char *uplo, const int *n, T *a, const int *lda,           \
                 Part<T> *w, T *work, const int *lwork REALS COUNT, int *iwork, const int *liwork, \
                 int *info, Length, Length);                                                       \
  void P##gesdd_(const char *jobz, const int *m, const int *n, T *a, const int *lda, Part<T> *s,   \
                 T *u, const int *ldu, T *vt, const int *ldvt, T *work, const int *lwork REALS,    \
                 int *iwork, int *info, Length);                                                   \
  void P##GQR##_(const int *m, const int *n, const int *k, T *a, const int *lda, const T *tau,     \
                 T *work, const int *lwork, int *info);                                            \
  }                                                                                                \
  template <> struct OrthogonalFunctions<T> {                                                      \
    static constexpr auto *evd = P##EVD##_;                                                        \
    static constexpr auto *gesdd = P##gesdd_;                                                      \
    static constexpr auto *gqr = P##GQR##_;                                                        \
  };
#define COTAN_REALS(R) , R *rwork
#define COTAN_COUNT , const int *lrwork
COTAN_LAPACK(s, float, syevd, orgqr, , )
COTAN_LAPACK(d, double, syevd, orgqr, , )
COTAN_LAPACK(c, std::complex<float>, heevd, ungqr, COTAN_REALS(float), COTAN_COUNT)
COTAN_LAPACK(z, std::complex<double>, heevd, ungqr, COTAN_REALS(double), COTAN_COUNT)
#undef COTAN_COUNT
#undef COTAN_REALS
#undef COTAN_LAPACK

/// Calls `f` for the size of the workspace it needs, then with a workspace. Answers LAPACK's info.
template <typename T, typename F> int withWorkspace(F f) {
  int info = 0;
  T size = 0;
  f(&size, -1, info);
  std::vector<T> work(
      std::max<size_t>(1, size_t(std::nextafter(std::real(size), Part<T>(INFINITY)))));
  f(work.data(), int(work.size()), info);
  return info;
}

/// Memory that a function reads and writes.
struct Buffer {
  template <typename E>
  Buffer(E *data, size_t count)
      : data(const_cast<std::remove_const_t<E> *>(data)), bytes(count * sizeof(E)),
        isWritten(!std::is_const_v<E>) {}
  void *data;
  size_t bytes;
  bool isWritten;
};

/// From here on, some milliseconds, copies and a thread cost next to nothing.
inline constexpr double longWork = 1e8; // multiplications

using Buffers = std::initializer_list<Buffer>;
int callOnThread(Buffers buffers, std::function<int(void *const *at)> f);

/// Calls `f` with where the buffers are. It cannot be interrupted: if it takes long, it works on
/// copies on a thread of its own, which is left alone when this one is interrupted. Answers what it
/// answers, which is LAPACK's info, or -1.
template <typename F> int callApart(double multiplications, Buffers buffers, F f) {
  if (multiplications >= longWork)
    return callOnThread(buffers, f);
  void *at[4];
  std::transform(buffers.begin(), buffers.end(), at, [](const Buffer &one) { return one.data; });
  return f(at);
}

template <typename T>
void trsm(char side, char uplo, char trans, char diag, int m, int n, const T *a, int lda, T *b,
          int ldb) {
  const size_t order = side == 'L' ? m : n;
  callApart(double(m) * n * lda, {{a, order * lda}, {b, size_t(n) * ldb}}, [=](void *const *at) {
    const T one = 1;
    Functions<T>::trsm(&side, &uplo, &trans, &diag, &m, &n, &one, (const T *)at[0], &lda,
                       (T *)at[1], &ldb, 1, 1, 1, 1);
    return 0;
  });
}

/// c, m by n, of a and b, which are transposed or conjugated and transposed.
template <typename T>
void gemm(char transa, char transb, int m, int n, int k, const T *a, int lda, const T *b, int ldb,
          T *c, int ldc) {
  callApart(double(m) * n * k, {{a, size_t(m) * lda}, {b, size_t(k) * ldb}, {c, size_t(n) * ldc}},
            [=](void *const *at) {
              const T one = 1, zero = 0;
              Functions<T>::gemm(&transa, &transb, &m, &n, &k, &one, (const T *)at[0], &lda,
                                 (const T *)at[1], &ldb, &zero, (T *)at[2], &ldc, 1, 1);
              return 0;
            });
}

template <typename T> int potrf(char uplo, int n, T *a, int lda) {
  return callApart(double(n) * n * n, {{a, size_t(n) * lda}}, [=](void *const *at) {
    int info = 0;
    Functions<T>::potrf(&uplo, &n, (T *)at[0], &lda, &info, 1);
    return info;
  });
}

template <typename T> int getrf(int m, int n, T *a, int lda, int *pivots) {
  const size_t smaller = std::min(m, n);
  return callApart(double(m) * n * smaller, {{a, size_t(n) * lda}, {pivots, smaller}},
                   [=](void *const *at) {
                     int info = 0;
                     Functions<T>::getrf(&m, &n, (T *)at[0], &lda, (int *)at[1], &info);
                     return info;
                   });
}

/// Of a Hermitian matrix, if the numbers are complex. a is lost; with `findsVectors`, to them.
template <typename T>
int syevd(char uplo, int n, T *a, int lda, Part<T> *w, bool findsVectors = true) {
  const char *job = findsVectors ? "V" : "N";
  return callApart(double(n) * n * n, {{a, size_t(n) * lda}, {w, size_t(n)}}, [=](void *const *at) {
    constexpr auto *evd = OrthogonalFunctions<T>::evd;
    std::vector<int> indices(3 + 5 * size_t(n));
    const int count = int(indices.size());
    auto *to = (T *)at[0];
    auto *values = (Part<T> *)at[1];
    std::vector<Part<T>> reals(isComplexStorage<T> ? 1 + (5 + 2 * size_t(n)) * n : 0);
    const int realCount = int(reals.size());
    return withWorkspace<T>([&](T *work, int size, int &info) {
      if constexpr (isComplexStorage<T>)
        evd(job, &uplo, &n, to, &lda, values, work, &size, reals.data(), &realCount, indices.data(),
            &count, &info, 1, 1);
      else
        evd(job, &uplo, &n, to, &lda, values, work, &size, indices.data(), &count, &info, 1, 1);
    });
  });
}

/// The singular values, and where u and vt are not null, the vectors; a is lost.
template <typename T>
int gesdd(int m, int n, T *a, int lda, Part<T> *s, T *u, int ldu, T *vt, int ldvt) {
  const size_t smaller = std::min(m, n), larger = std::max(m, n);
  const char *job = u ? "S" : "N";
  const Buffer left{u, u ? smaller * ldu : 0}, right{vt, vt ? size_t(n) * ldvt : 0};
  return callApart(double(m) * n * smaller, {{a, size_t(n) * lda}, {s, smaller}, left, right},
                   [=](void *const *at) {
                     auto call = [&](T *work, int size, int &info, auto... workspaces) {
                       OrthogonalFunctions<T>::gesdd(job, &m, &n, (T *)at[0], &lda,
                                                     (Part<T> *)at[1], (T *)at[2], &ldu, (T *)at[3],
                                                     &ldvt, work, &size, workspaces..., &info, 1);
                     };
                     std::vector<int> indices(8 * smaller);
                     std::vector<Part<T>> reals(
                         isComplexStorage<T> ? smaller * (7 * smaller + 2 * larger + 5) : 0);
                     return withWorkspace<T>([&](T *work, int size, int &info) {
                       if constexpr (isComplexStorage<T>)
                         call(work, size, info, reals.data(), indices.data());
                       else
                         call(work, size, info, indices.data());
                     });
                   });
}

template <typename T> int geqrf(int m, int n, T *a, int lda, T *tau) {
  return callApart(double(m) * n * n, {{a, size_t(n) * lda}, {tau, size_t(std::min(m, n))}},
                   [=](void *const *at) {
                     return withWorkspace<T>([&](T *work, int size, int &info) {
                       Functions<T>::geqrf(&m, &n, (T *)at[0], &lda, (T *)at[1], work, &size,
                                           &info);
                     });
                   });
}

template <typename T> int orgqr(int m, int n, int k, T *a, int lda, const T *tau) {
  return callApart(double(m) * n * k, {{a, size_t(n) * lda}, {tau, size_t(k)}},
                   [=](void *const *at) {
                     return withWorkspace<T>([&](T *work, int size, int &info) {
                       OrthogonalFunctions<T>::gqr(&m, &n, &k, (T *)at[0], &lda, (const T *)at[1],
                                                   work, &size, &info);
                     });
                   });
}

} // namespace cotan::lapack
