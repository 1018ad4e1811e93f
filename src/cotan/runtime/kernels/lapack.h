// The functions of BLAS and LAPACK that kernels call, by the names Fortran gives them, and the same
// for f32 and f64 under one name. Matrices lie column by column: one that lies row by row is its
// own transpose here.
#pragma once

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

#define COTAN_LAPACK(P, T)                                                                         \
  inline void trsm(char side, char uplo, char trans, char diag, int m, int n, const T *a, int lda, \
                   T *b, int ldb) {                                                                \
    const double work = double(m) * n * lda;                                                       \
    const size_t order = side == 'L' ? m : n;                                                      \
    callApart(work, {{a, order * lda}, {b, size_t(n) * ldb}}, [=](void *const *at) {               \
      const T one = 1;                                                                             \
      P##trsm_(&side, &uplo, &trans, &diag, &m, &n, &one, (const T *)at[0], &lda, (T *)at[1],      \
               &ldb, 1, 1, 1, 1);                                                                  \
      return 0;                                                                                    \
    });                                                                                            \
  }                                                                                                \
  inline int potrf(char uplo, int n, T *a, int lda) {                                              \
    return callApart(double(n) * n * n, {{a, size_t(n) * lda}}, [=](void *const *at) {             \
      int info = 0;                                                                                \
      P##potrf_(&uplo, &n, (T *)at[0], &lda, &info, 1);                                            \
      return info;                                                                                 \
    });                                                                                            \
  }                                                                                                \
  inline int getrf(int m, int n, T *a, int lda, int *pivots) {                                     \
    const size_t smaller = std::min(m, n);                                                         \
    return callApart(double(m) * n * smaller, {{a, size_t(n) * lda}, {pivots, smaller}},           \
                     [=](void *const *at) {                                                        \
                       int info = 0;                                                               \
                       P##getrf_(&m, &n, (T *)at[0], &lda, (int *)at[1], &info);                   \
                       return info;                                                                \
                     });                                                                           \
  }                                                                                                \
  inline int syevd(char uplo, int n, T *a, int lda, T *w) {                                        \
    return callApart(double(n) * n * n, {{a, size_t(n) * lda}, {w, size_t(n)}},                    \
                     [=](void *const *at) {                                                        \
                       std::vector<int> indices(3 + 5 * size_t(n));                                \
                       const int count = int(indices.size());                                      \
                       return withWorkspace<T>([&](T *work, int size, int &info) {                 \
                         P##syevd_("V", &uplo, &n, (T *)at[0], &lda, (T *)at[1], work, &size,      \
                                   indices.data(), &count, &info, 1, 1);                           \
                       });                                                                         \
                     });                                                                           \
  }                                                                                                \
  inline int gesdd(int m, int n, T *a, int lda, T *s, T *u, int ldu, T *vt, int ldvt) {            \
    const size_t smaller = std::min(m, n);                                                         \
    return callApart(                                                                              \
        double(m) * n * smaller,                                                                   \
        {{a, size_t(n) * lda}, {s, smaller}, {u, smaller * ldu}, {vt, size_t(n) * ldvt}},          \
        [=](void *const *at) {                                                                     \
          std::vector<int> indices(8 * smaller);                                                   \
          return withWorkspace<T>([&](T *work, int size, int &info) {                              \
            P##gesdd_("S", &m, &n, (T *)at[0], &lda, (T *)at[1], (T *)at[2], &ldu, (T *)at[3],     \
                      &ldvt, work, &size, indices.data(), &info, 1);                               \
          });                                                                                      \
        });                                                                                        \
  }                                                                                                \
  inline int geqrf(int m, int n, T *a, int lda, T *tau) {                                          \
    return callApart(double(m) * n * n, {{a, size_t(n) * lda}, {tau, size_t(std::min(m, n))}},     \
                     [=](void *const *at) {                                                        \
                       return withWorkspace<T>([&](T *work, int size, int &info) {                 \
                         P##geqrf_(&m, &n, (T *)at[0], &lda, (T *)at[1], work, &size, &info);      \
                       });                                                                         \
                     });                                                                           \
  }                                                                                                \
  inline int orgqr(int m, int n, int k, T *a, int lda, const T *tau) {                             \
    return callApart(                                                                              \
        double(m) * n * k, {{a, size_t(n) * lda}, {tau, size_t(k)}}, [=](void *const *at) {        \
          return withWorkspace<T>([&](T *work, int size, int &info) {                              \
            P##orgqr_(&m, &n, &k, (T *)at[0], &lda, (const T *)at[1], work, &size, &info);         \
          });                                                                                      \
        });                                                                                        \
  }
COTAN_LAPACK(s, float)
COTAN_LAPACK(d, double)
#undef COTAN_LAPACK

} // namespace cotan::lapack
