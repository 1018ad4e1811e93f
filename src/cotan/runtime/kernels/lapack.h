// The functions of BLAS and LAPACK that kernels call, by the names Fortran gives them, and the same
// for f32 and f64 under one name. Matrices lie column by column: one that lies row by row is its
// own transpose here.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace cotan::lapack {

/// Fortran passes the lengths of texts behind all other arguments.
using Length = size_t;

extern "C" {
#define COTAN_LAPACK(P, T)                                                                         \
  void P##trsm_(const char *side, const char *uplo, const char *trans, const char *diag,           \
                const int *m, const int *n, const T *alpha, const T *a, const int *lda, T *b,      \
                const int *ldb, Length, Length, Length, Length);                                   \
  void P##potrf_(const char *uplo, const int *n, T *a, const int *lda, int *info, Length);         \
  void P##getrf_(const int *m, const int *n, T *a, const int *lda, int *pivots, int *info);        \
  void P##syevd_(const char *jobz, const char *uplo, const int *n, T *a, const int *lda, T *w,     \
                 T *work, const int *lwork, int *iwork, const int *liwork, int *info, Length,      \
                 Length);                                                                          \
  void P##gesdd_(const char *jobz, const int *m, const int *n, T *a, const int *lda, T *s, T *u,   \
                 const int *ldu, T *vt, const int *ldvt, T *work, const int *lwork, int *iwork,    \
                 int *info, Length);                                                               \
  void P##geqrf_(const int *m, const int *n, T *a, const int *lda, T *tau, T *work,                \
                 const int *lwork, int *info);                                                     \
  void P##orgqr_(const int *m, const int *n, const int *k, T *a, const int *lda, const T *tau,     \
                 T *work, const int *lwork, int *info);
COTAN_LAPACK(s, float)
COTAN_LAPACK(d, double)
#undef COTAN_LAPACK
}

/// Calls `f` for the size of the workspace it needs, then with a workspace. Answers LAPACK's info.
template <typename T, typename F> int withWorkspace(F f) {
  int info = 0;
  T size = 0;
  f(&size, -1, info);
  std::vector<T> work(std::max<size_t>(1, size_t(std::nextafter(size, T(INFINITY)))));
  f(work.data(), int(work.size()), info);
  return info;
}

#define COTAN_LAPACK(P, T)                                                                         \
  inline void trsm(char side, char uplo, char trans, char diag, int m, int n, const T *a, int lda, \
                   T *b, int ldb) {                                                                \
    const T one = 1;                                                                               \
    P##trsm_(&side, &uplo, &trans, &diag, &m, &n, &one, a, &lda, b, &ldb, 1, 1, 1, 1);             \
  }                                                                                                \
  inline int potrf(char uplo, int n, T *a, int lda) {                                              \
    int info = 0;                                                                                  \
    P##potrf_(&uplo, &n, a, &lda, &info, 1);                                                       \
    return info;                                                                                   \
  }                                                                                                \
  inline int getrf(int m, int n, T *a, int lda, int *pivots) {                                     \
    int info = 0;                                                                                  \
    P##getrf_(&m, &n, a, &lda, pivots, &info);                                                     \
    return info;                                                                                   \
  }                                                                                                \
  inline int syevd(char uplo, int n, T *a, int lda, T *w) {                                        \
    std::vector<int> indices(3 + 5 * size_t(n));                                                   \
    const int count = int(indices.size());                                                         \
    return withWorkspace<T>([&](T *work, int size, int &info) {                                    \
      P##syevd_("V", &uplo, &n, a, &lda, w, work, &size, indices.data(), &count, &info, 1, 1);     \
    });                                                                                            \
  }                                                                                                \
  inline int gesdd(int m, int n, T *a, int lda, T *s, T *u, int ldu, T *vt, int ldvt) {            \
    std::vector<int> indices(8 * size_t(std::min(m, n)));                                          \
    return withWorkspace<T>([&](T *work, int size, int &info) {                                    \
      P##gesdd_("S", &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &size, indices.data(), &info,   \
                1);                                                                                \
    });                                                                                            \
  }                                                                                                \
  inline int geqrf(int m, int n, T *a, int lda, T *tau) {                                          \
    return withWorkspace<T>([&](T *work, int size, int &info) {                                    \
      P##geqrf_(&m, &n, a, &lda, tau, work, &size, &info);                                         \
    });                                                                                            \
  }                                                                                                \
  inline int orgqr(int m, int n, int k, T *a, int lda, const T *tau) {                             \
    return withWorkspace<T>([&](T *work, int size, int &info) {                                    \
      P##orgqr_(&m, &n, &k, a, &lda, tau, work, &size, &info);                                     \
    });                                                                                            \
  }
COTAN_LAPACK(s, float)
COTAN_LAPACK(d, double)
#undef COTAN_LAPACK

} // namespace cotan::lapack
