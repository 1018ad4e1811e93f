// Polynomials and their roots.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/functions/polynomial/coefficients.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"

#include <cmath>

using namespace cotan::trace;

namespace ct {
namespace {

/// Multiplied by x - root for each of them, one after the other.
Tensor withRoots(const Tensor &roots) {
  auto turn = [](const Tensors &given) -> Tensors {
    Tensor lower = pad(index(given[0], {Slice{{}, -1}}), {{1, 0}});
    return {given[0] - given[1] * lower};
  };
  Tensor one = pad(ones({1}, roots.dtype()), {{0, countOf(roots)}});
  return scanFlat(turn, {one}, {roots})[0];
}

/// The largest first. The first coefficient is not 0.
Tensor eigenvaluesOfCompanion(const Tensor &p) {
  const int64_t degree = countOf(p) - 1;
  Tensor first = expand_dims(-part(p, 1, degree + 1) / index(p, {0}), {0});
  Tensor all = linalg::eigvals(concatenate({first, eye(degree - 1, degree, 0, p.dtype())}));
  return take(all, argsort(abs(all), -1, /*descending=*/true), 0);
}

DType complexOf(DType dtype) {
  return dtype == DType::float64 || dtype == DType::complex128 ? DType::complex128
                                                               : DType::complex64;
}

/// Leading zeros are moved to the end, where they are roots of 0: the smallest ones.
Tensor rootsAndNans(const Tensor &p) {
  const int64_t count = countOf(p);
  Tensor isThere = p != 0;
  Tensor zeros = where(any(isThere), argmax(isThere), count);
  Tensor moved = roll(where(any(isThere), p, ones_like(p)), -zeros);
  Tensor isRoot = iota({count - 1}, 0) < count - 1 - zeros;
  return where(isRoot, eigenvaluesOfCompanion(moved), Tensor(double(NAN)));
}

/// det(x - t) as a polynomial of t, by Faddeev and LeVerrier. For its derivative, which needs no
/// eigenvalues that differ: its digits are fewer than those of a product over eigenvalues.
Tensor characteristic(const Tensor &x) {
  const Tensor one = eye(x.shape()[0], {}, 0, x.dtype());
  auto turn = [&](const Tensors &given) -> Tensors {
    Tensor next = matmul(x, given[0]), c = -trace(next) / astype(given[1], x.dtype());
    return {next + c * one, c};
  };
  Tensor rest = scanFlat(turn, {one}, {iota({x.shape()[0]}, 0) + 1})[1];
  return concatenate({ones({1}, x.dtype()), rest});
}

} // namespace

Tensor poly(const Tensor &seq_of_zeros) {
  const Called called("ct.poly");
  Tensor x = asInexact(seq_of_zeros);
  needComputed(x.dtype());
  if (x.ndim() > 2)
    refuse("found shape " + printTuple(openSizesOf(x)) +
           ", but expected a vector of roots, or a square matrix; ct.vmap takes many of them");
  if (x.ndim() == 2)
    needSquare(x);
  if (countOf(atleast_1d(x)) == 0)
    return ones({}, x.dtype());
  if (x.ndim() < 2)
    return withRoots(atleast_1d(x));
  Tensor all = withRoots(linalg::eigvals(stop_gradient(x)));
  Tensor value = isComplex(x.dtype()) ? all : astype(real(all), x.dtype()); // real of a real one
  Tensor smooth = characteristic(x);
  return value + (smooth - stop_gradient(smooth));
}

Tensor roots(const Tensor &given, bool strip_zeros) {
  const Called called("ct.roots");
  Tensor p = coefficientsOf(widened(given)); // a quotient of float16 may be beyond its range
  const DType type = complexOf(p.dtype());
  if (countOf(p) < 2)
    return zeros({0}, type);
  if (!strip_zeros)
    return rootsAndNans(p);
  auto [front, back] = zerosAround(p, "give strip_zeros=False");
  const int64_t count = countOf(p) - front - back;
  Tensor ofZero = zeros({count > 0 ? back : 0}, type);
  if (count < 2)
    return ofZero;
  return concatenate({eigenvaluesOfCompanion(part(p, front, front + count)), ofZero});
}

} // namespace ct
