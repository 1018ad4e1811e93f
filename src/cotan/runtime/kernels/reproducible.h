// Products and factors of matrices that are the same on every processor, to the last bit, which
// LAPACK's are not: by Eigen, one number after the other. Arguments and answers are those of the
// functions of the same names in lapack.h, of dense columns.
#pragma once

#include "cotan/runtime/kernels/computed.h"
#include "cotan/runtime/kernels/gemm.h"

namespace cotan::reproducible {

/// As cotan::multiply; c is dense. On several threads where that pays.
template <typename C>
void multiply(int64_t m, int64_t n, int64_t k, Matrix<C> a, Matrix<C> b, C *c);
/// The upper factor of a Hermitian matrix, of which the upper triangle is read, in its place.
template <typename C> int potrf(int n, C *a);
/// The eigenvalues of such a matrix; the vectors in its place.
template <typename C> int syevd(int n, C *a, Part<C> *w);
/// Singular values and vectors of at most as many rows m as columns n; u is m by m, vt m by n.
template <typename C> int gesdd(int m, int n, C *a, Part<C> *s, C *u, C *vt);
/// In place of a, which has at least as many rows m as columns n, q; r is n by n, column by column.
template <typename C> int qr(int m, int n, C *a, C *r);

} // namespace cotan::reproducible
