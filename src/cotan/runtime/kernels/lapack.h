// The functions of BLAS and LAPACK that kernels call, by the names Fortran gives them, and the same
// for f32 and f64 under one name. Matrices lie column by column: one that lies row by row is its
// own transpose here.
#pragma once

#include <cstddef>

namespace cotan::lapack {

/// Fortran passes the lengths of texts behind all other arguments.
using Length = size_t;

extern "C" {
#define COTAN_LAPACK(P, T)                                                                         \
  void P##trsm_(const char *side, const char *uplo, const char *trans, const char *diag,           \
                const int *m, const int *n, const T *alpha, const T *a, const int *lda, T *b,      \
                const int *ldb, Length, Length, Length, Length);                                   \
  void P##potrf_(const char *uplo, const int *n, T *a, const int *lda, int *info, Length);         \
  void P##getrf_(const int *m, const int *n, T *a, const int *lda, int *pivots, int *info);
COTAN_LAPACK(s, float)
COTAN_LAPACK(d, double)
#undef COTAN_LAPACK
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
  }
COTAN_LAPACK(s, float)
COTAN_LAPACK(d, double)
#undef COTAN_LAPACK

} // namespace cotan::lapack
