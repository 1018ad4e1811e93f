// The Schur form of complex matrices as the interpreter finds it: by the QR algorithm, with
// rotations.
#pragma once

#include "cotan/ops/linear_algebra/dense.h"

namespace cotan {

using ComplexDense = Dense<std::complex<double>>;

/// x = z t z^H, t upper triangular and z unitary. The eigenvalues, on the diagonal of t, are in the
/// order of eigenvalue_order.h; eigenvalues of a real matrix that are real but for rounding are
/// real.
struct SchurForm {
  /// Of finite numbers; `spacing` is that of the element type, which rounded them.
  SchurForm(const ComplexDense &x, double spacing);

  /// The eigenvectors, of length 1.
  ComplexDense eigenvectors() const;
  /// Makes the leading element of each column of z real and positive.
  void turnColumns();

  ComplexDense t, z;

private:
  using Number = std::complex<double>;

  void toHessenberg();
  void iterate();
  void step(int64_t low, int64_t high, Number shift);
  void sort(double spacing);
  void turnRows(int64_t p, int64_t q, Number x, Number y);
};

/// The upper triangular u with u u = t, whose diagonal has the principal roots.
ComplexDense rootOfTriangular(const ComplexDense &t);

/// The same of a real matrix, in real numbers: a pair of conjugate eigenvalues is a block of two
/// rows and columns with equal numbers on its diagonal. NaN of a matrix that is not finite.
struct RealSchurForm {
  RealSchurForm(const Dense<double> &x, double spacing);

  Dense<double> t, z;

private:
  /// Takes the first eigenvalues of the rows from `start` out of the others. Answers how many.
  int64_t deflate(int64_t start, double spacing);
  void balance(int64_t start);
  void turnRows(int64_t p, int64_t q, double x, double y);
};

/// The spacing of the numbers beside 1 of complex64 or complex128, and their parts.
double spacingOf(DType dtype);

} // namespace cotan
