// The factorizations as operations, and what functions of matrices check first. Not installed.
#pragma once

#include "cotan/tensor/tensor.h"

#include "llvm/ADT/StringRef.h"

#include <utility>

namespace ct {

//--- checks

/// Of a function of one matrix, or a batch of them: in f32 or f64, or complex numbers of these.
Tensor matrixOf(const Tensor &x);
Tensor squareOf(const Tensor &x);
/// (x + x^H) / 2.
Tensor hermitianPartOf(const Tensor &x);
/// All of a symmetric or, of complex numbers where `conjugated`, Hermitian matrix, one triangle of
/// which is read.
Tensor wholeOf(const Tensor &x, bool lower, bool conjugated = true);
/// Both in the element type they have together, a float or complex.
std::pair<Tensor, Tensor> inOneType(const Tensor &a, const Tensor &b);
/// Whether there are fewer rows than columns, as far as is known; or more.
bool isWide(const Tensor &x);
bool isTall(const Tensor &x);

//--- operations, on matrices of these shapes

Tensor transposed(const Tensor &x);
/// The conjugates, transposed.
Tensor adjoint(const Tensor &x);
/// The rows of each matrix in an order, the same in all or one for each.
Tensor rowsInOrder(const Tensor &x, const Tensor &order);
/// |x|^2, of complex numbers without a root.
Tensor squaredSizes(const Tensor &x);
Tensor choleskyOf(const Tensor &x);
Tensor triangularSolve(const Tensor &a, const Tensor &b, bool lower, bool transpose, bool unit);
struct LuFactors {
  Tensor factors, permutation;
};
LuFactors luOf(const Tensor &a);
Tensor luSolve(const Tensor &a, const LuFactors &lu, const Tensor &b);
/// Eigenvalues, eigenvectors.
std::pair<Tensor, Tensor> eighOf(const Tensor &x);
/// Of complex matrices: eigenvalues, eigenvectors; the Schur form t and its vectors z.
std::pair<Tensor, Tensor> eigOf(const Tensor &x);
std::pair<Tensor, Tensor> schurOf(const Tensor &x);
/// The Schur form of real matrices, with blocks of two rows.
std::pair<Tensor, Tensor> realSchurOf(const Tensor &x);
/// Of the lower triangle of a symmetric or Hermitian matrix: l, d and the permutation.
struct LdlFactors {
  Tensor l, d, permutation;
};
LdlFactors ldlOf(const Tensor &x, bool isSymmetric);
/// Of complex matrices.
Tensor sqrtmOf(const Tensor &x);
struct SingularValues {
  Tensor u, s, vt;
};
/// Of any matrix; one of at least as many rows as columns if that is not known.
SingularValues svdOf(const Tensor &x);
/// The singular values alone.
Tensor svdvalsOf(const Tensor &x);
Tensor pinvOf(const Tensor &x, double rtol);
/// The nearest matrix with orthonormal columns, or rows of which there are fewer; the same.
Tensor polarOf(const Tensor &x);
/// q, r; the same.
std::pair<Tensor, Tensor> qrOf(const Tensor &x);

} // namespace ct
