// LAPACK's functions of matrices that are not symmetric, the same for real and complex numbers
// under one name. Matrices lie column by column.
#pragma once

#include "cotan/runtime/kernels/lapack.h"

namespace cotan::lapack {

template <typename T> struct EigenFunctions;

// VALUES: where eigenvalues go, whose parts lie apart where matrices are real. REALS and WORK:
// workspaces that only complex or only real numbers have.
#define COTAN_LAPACK(P, T, VALUES, REALS, WORK)                                                    \
  extern "C" {                                                                                     \
  void P##geev_(const char *jobvl, const char *jobvr, const int *n, T *a, const int *lda, VALUES,  \
                T *vl, const int *ldvl, T *vr, const int *ldvr, T *work, const int *lwork REALS,   \
                int *info, Length, Length);                                                        \
  void P##gees_(const char *jobvs, const char *sort, const void *select, const int *n, T *a,       \
                const int *lda, int *sdim, VALUES, T *vs, const int *ldvs, T *work,                \
                const int *lwork REALS, int *bwork, int *info, Length, Length);                    \
  void P##trexc_(const char *compq, const int *n, T *t, const int *ldt, T *q, const int *ldq,      \
                 int *ifst, int *ilst WORK, int *info, Length);                                    \
  void P##trsyl_(const char *trana, const char *tranb, const int *isgn, const int *m,              \
                 const int *n, const T *a, const int *lda, const T *b, const int *ldb, T *c,       \
                 const int *ldc, Part<T> *scale, int *info, Length, Length);                       \
  }                                                                                                \
  template <> struct EigenFunctions<T> {                                                           \
    static constexpr auto *geev = P##geev_;                                                        \
    static constexpr auto *gees = P##gees_;                                                        \
    static constexpr auto *trexc = P##trexc_;                                                      \
    static constexpr auto *trsyl = P##trsyl_;                                                      \
  };
#define COTAN_PARTS(R) R *wr, R *wi
#define COTAN_WHOLE(R) std::complex<R> *w
#define COTAN_REALS(R) , R *rwork
#define COTAN_WORK(R) , R *work
COTAN_LAPACK(s, float, COTAN_PARTS(float), , COTAN_WORK(float))
COTAN_LAPACK(d, double, COTAN_PARTS(double), , COTAN_WORK(double))
COTAN_LAPACK(c, std::complex<float>, COTAN_WHOLE(float), COTAN_REALS(float), )
COTAN_LAPACK(z, std::complex<double>, COTAN_WHOLE(double), COTAN_REALS(double), )
#undef COTAN_WORK
#undef COTAN_REALS
#undef COTAN_WHOLE
#undef COTAN_PARTS
#undef COTAN_LAPACK

/// Calls `f` with where LAPACK is to put n eigenvalues, which are `w` afterwards.
template <typename T, typename F> int withEigenvalues(int n, std::complex<Part<T>> *w, F f) {
  if constexpr (isComplexStorage<T>) {
    return f(w);
  } else {
    std::vector<T> re(n), im(n);
    const int info = f(re.data(), im.data());
    for (int i = 0; i < n; ++i)
      w[i] = {re[i], im[i]};
    return info;
  }
}

/// The eigenvalues and, where v is not null, the eigenvectors; a is lost. Vectors of pairs of
/// conjugates of a real matrix are two columns, the real and the imaginary part.
template <typename T> int geev(int n, T *a, std::complex<Part<T>> *w, T *v) {
  const size_t size = size_t(n) * n;
  const char *job = v ? "V" : "N";
  const Buffer vectors{v, v ? size : 0};
  return callApart(
      (v ? 25.0 : 10.0) * size * n, {{a, size}, {w, size_t(n)}, vectors}, [=](void *const *at) {
        std::vector<Part<T>> reals(isComplexStorage<T> ? 2 * size_t(n) : 0);
        return withEigenvalues<T>(n, (std::complex<Part<T>> *)at[1], [&](auto *...values) {
          return withWorkspace<T>([&](T *work, int count, int &info) {
            T none;
            const int one = 1;
            auto call = [&](auto... workspaces) {
              EigenFunctions<T>::geev("N", job, &n, (T *)at[0], &n, values..., &none, &one,
                                      (T *)at[2], &n, work, &count, workspaces..., &info, 1, 1);
            };
            if constexpr (isComplexStorage<T>)
              call(reals.data());
            else
              call();
          });
        });
      });
}

/// The Schur form in place of a, and its vectors.
template <typename T> int gees(int n, T *a, T *z) {
  const size_t size = size_t(n) * n;
  return callApart(25.0 * size * n, {{a, size}, {z, size}}, [=](void *const *at) {
    std::vector<Part<T>> reals(isComplexStorage<T> ? n : 0);
    std::vector<std::complex<Part<T>>> w(n);
    return withEigenvalues<T>(n, w.data(), [&](auto *...values) {
      return withWorkspace<T>([&](T *work, int count, int &info) {
        int chosen = 0;
        auto call = [&](auto... workspaces) {
          EigenFunctions<T>::gees("V", "N", nullptr, &n, (T *)at[0], &n, &chosen, values...,
                                  (T *)at[1], &n, work, &count, workspaces..., nullptr, &info, 1,
                                  1);
        };
        if constexpr (isComplexStorage<T>)
          call(reals.data());
        else
          call();
      });
    });
  });
}

/// Moves the eigenvalue, or pair of them, from row `from` to row `to` of a Schur form.
template <typename T> int trexc(int n, T *t, T *z, int from, int to) {
  int info = 0;
  ++from;
  ++to;
  if constexpr (isComplexStorage<T>) {
    EigenFunctions<T>::trexc("V", &n, t, &n, z, &n, &from, &to, &info, 1);
  } else {
    std::vector<T> work(n);
    EigenFunctions<T>::trexc("V", &n, t, &n, z, &n, &from, &to, work.data(), &info, 1);
  }
  return info;
}

/// Solves a x + x b = scale c for upper triangular a and b, or Schur forms; x lies where c was.
template <typename T> int trsyl(int m, int n, const T *a, const T *b, T *c, Part<T> &scale) {
  return callApart(double(m) * n * (m + n),
                   {{a, size_t(m) * m}, {b, size_t(n) * n}, {c, size_t(m) * n}, {&scale, 1}},
                   [=](void *const *at) {
                     const int plus = 1;
                     int info = 0;
                     EigenFunctions<T>::trsyl("N", "N", &plus, &m, &n, (const T *)at[0], &m,
                                              (const T *)at[1], &n, (T *)at[2], &m,
                                              (Part<T> *)at[3], &info, 1, 1);
                     return info;
                   });
}

} // namespace cotan::lapack
