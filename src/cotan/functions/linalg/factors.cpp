#include "cotan/functions/linalg/factors.h"

#include "cotan/functions/functions.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct {

std::pair<Tensor, Tensor> inOneType(const Tensor &a, const Tensor &b) {
  Tensor both[] = {a, b};
  DType type = outer(common(Accepts::inexact, both).dtype);
  return {astype(a, type), astype(b, type)};
}

Tensor matrixOf(const Tensor &x) {
  needMatrix(x);
  return widened(x);
}
Tensor squareOf(const Tensor &x) {
  needSquare(x);
  return widened(x);
}

bool isWide(const Tensor &x) {
  auto sizes = openSizesOf(x).take_back(2);
  return !isOpen(sizes[0]) && !isOpen(sizes[1]) && sizes[0] < sizes[1];
}

bool isTall(const Tensor &x) {
  auto sizes = openSizesOf(x).take_back(2);
  return !isOpen(sizes[0]) && !isOpen(sizes[1]) && sizes[0] > sizes[1];
}

Tensor transposed(const Tensor &x) { return swapaxes(x, -1, -2); }
Tensor rowsInOrder(const Tensor &x, const Tensor &order) {
  Tensor each = broadcast_to(order, openSizesOf(x).drop_back().vec());
  return take_along_axis(x, expand_dims(each, {-1}), -2);
}
Tensor adjoint(const Tensor &x) { return conj(transposed(x)); }
Tensor squaredSizes(const Tensor &x) {
  return isComplex(x.dtype()) ? square(real(x)) + square(imag(x)) : square(x);
}

Tensor hermitianPartOf(const Tensor &x) { return (x + adjoint(x)) / 2; }

Tensor wholeOf(const Tensor &x, bool lower, bool conjugated) {
  const Tensor strict = lower ? tril(x, -1) : triu(x, 1), diagonal = tril(triu(x));
  if (!isComplex(x.dtype()) || !conjugated)
    return strict + transposed(strict) + diagonal;
  return strict + adjoint(strict) + astype(real(diagonal), x.dtype());
}

/// The sizes with others in place of the last two.
static Shape withLast(const Tensor &x, std::initializer_list<int64_t> last) {
  Shape sizes = openSizesOf(x).drop_back(2).vec();
  sizes.insert(sizes.end(), last);
  return sizes;
}

Tensor choleskyOf(const Tensor &x) {
  return op::cholesky(x, {.results = typeOf(x.dtype(), openSizesOf(x))});
}

Tensor triangularSolve(const Tensor &a, const Tensor &b, bool lower, bool transpose, bool unit) {
  return op::triangular_solve(a, b, lower, transpose, unit,
                              {.results = typeOf(b.dtype(), openSizesOf(b))});
}

LuFactors luOf(const Tensor &a) {
  TensorType results[] = {typeOf(a.dtype(), openSizesOf(a)),
                          typeOf(DType::int64, openSizesOf(a).drop_back())};
  auto both = op::lu(a, {.results = results});
  return {both[0], both[1]};
}

Tensor luSolve(const Tensor &a, const LuFactors &lu, const Tensor &b) {
  return op::lu_solve(a, lu.factors, lu.permutation, b, /*transpose=*/false,
                      {.results = typeOf(b.dtype(), openSizesOf(b))});
}

std::pair<Tensor, Tensor> eighOf(const Tensor &x) {
  TensorType results[] = {typeOf(partOf(x.dtype()), openSizesOf(x).drop_back()),
                          typeOf(x.dtype(), openSizesOf(x))};
  auto both = op::eigh(x, {.results = results});
  return {both[0], both[1]};
}

std::pair<Tensor, Tensor> eigOf(const Tensor &x) {
  TensorType results[] = {typeOf(x.dtype(), openSizesOf(x).drop_back()),
                          typeOf(x.dtype(), openSizesOf(x))};
  auto both = op::eig(x, {.results = results});
  return {both[0], both[1]};
}

std::pair<Tensor, Tensor> schurOf(const Tensor &x) {
  TensorType results[] = {typeOf(x.dtype(), openSizesOf(x)), typeOf(x.dtype(), openSizesOf(x))};
  auto both = op::schur(x, {.results = results});
  return {both[0], both[1]};
}

std::pair<Tensor, Tensor> realSchurOf(const Tensor &x) {
  TensorType results[] = {typeOf(x.dtype(), openSizesOf(x)), typeOf(x.dtype(), openSizesOf(x))};
  auto both = op::real_schur(x, {.results = results});
  return {both[0], both[1]};
}

LdlFactors ldlOf(const Tensor &x, bool isSymmetric) {
  TensorType results[] = {typeOf(x.dtype(), openSizesOf(x)), typeOf(x.dtype(), openSizesOf(x)),
                          typeOf(DType::int64, openSizesOf(x).drop_back())};
  auto all = op::ldl(x, isSymmetric, {.results = results});
  return {all[0], all[1], all[2]};
}

Tensor sqrtmOf(const Tensor &x) {
  return op::sqrtm(x, {.results = typeOf(x.dtype(), openSizesOf(x))});
}

SingularValues svdOf(const Tensor &x) {
  if (isWide(x)) {
    SingularValues turned = svdOf(transposed(x));
    return {transposed(turned.vt), turned.s, transposed(turned.u)};
  }
  int64_t columns = openSizesOf(x).back();
  TensorType results[] = {typeOf(x.dtype(), openSizesOf(x)),
                          typeOf(partOf(x.dtype()), withLast(x, {columns})),
                          typeOf(x.dtype(), withLast(x, {columns, columns}))};
  auto all = op::svd(x, {.results = results});
  return {all[0], all[1], all[2]};
}

Tensor svdvalsOf(const Tensor &x) {
  if (isWide(x))
    return svdvalsOf(transposed(x));
  return op::svdvals(x,
                     {.results = typeOf(partOf(x.dtype()), withLast(x, {openSizesOf(x).back()}))});
}

Tensor pinvOf(const Tensor &x, double rtol) {
  if (isWide(x))
    return transposed(pinvOf(transposed(x), rtol));
  auto sizes = openSizesOf(x).take_back(2);
  return op::pinv(x, rtol, {.results = typeOf(x.dtype(), withLast(x, {sizes[1], sizes[0]}))});
}

Tensor polarOf(const Tensor &x) {
  if (isWide(x))
    return transposed(polarOf(transposed(x)));
  return op::polar(x, {.results = typeOf(x.dtype(), openSizesOf(x))});
}

std::pair<Tensor, Tensor> qrOf(const Tensor &x) {
  int64_t columns = openSizesOf(x).back();
  TensorType results[] = {typeOf(x.dtype(), openSizesOf(x)),
                          typeOf(x.dtype(), withLast(x, {columns, columns}))};
  auto both = op::qr(x, {.results = results});
  return {both[0], both[1]};
}

} // namespace ct
