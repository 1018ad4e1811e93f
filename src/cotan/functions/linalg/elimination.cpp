#include "cotan/functions/linalg/elimination.h"

#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct {
namespace {

int64_t rowsOf(const Tensor &x) { return openSizesOf(x)[x.ndim() - 2]; }
int64_t columnsOf(const Tensor &x) { return openSizesOf(x).back(); }

Tensor rows(const Tensor &x, Slice which) { return index(x, {ellipsis, which, Slice{}}); }
Tensor columns(const Tensor &x, Slice which) { return index(x, {ellipsis, which}); }

Tensor sizesOfElements(const Tensor &x) {
  return isComplex(x.dtype()) ? abs(real(x)) + abs(imag(x)) : abs(x);
}

/// One step of Gaussian elimination: row i becomes the one that is largest in column i of those
/// that are left, and what is below it in that column zero.
Tensors step(const Tensor &i, const Tensor &matrix, const Tensor &order, const Tensor &places) {
  Tensor sizes = where(places < i, -1.0, sizesOfElements(take(matrix, i, -1)));
  Tensor pivot = argmax(sizes, -1, /*keepdims=*/true);
  Tensor from = where(places == i, pivot, where(places == pivot, i, places));
  Tensor moved = rowsInOrder(matrix, from), row = take(moved, i, -2), column = take(moved, i, -1);
  Tensor head = expand_dims(take(row, i, -1), {-1}), isZero = head == 0;
  Tensor factors = where(logical_or(places <= i, isZero), 0, column / where(isZero, 1, head));
  return {moved - expand_dims(factors, {-1}) * expand_dims(row, {-2}),
          take_along_axis(order, from, -1)};
}

/// The order in which elimination takes the rows of matrices that have more of them than columns.
Tensor orderOfRows(const Tensor &a) {
  Shape each = openSizesOf(a).drop_back().vec();
  const Tensor places = broadcast_to(arange(rowsOf(a)), each);
  if (llvm::is_contained(openSizesOf(a), 0))
    return places;
  auto turn = [&](const Tensor &i, const Tensors &state) {
    return step(i, state[0], state[1], places);
  };
  return fori_loop(0, columnsOf(a), turn, Tensors{stop_gradient(a), places})[1];
}

/// With rows in the right order the upper square is eliminated as it stands, and derivatives are
/// its, and those of a system of equations. Columns that are zero by then stay so.
LuFactors ofTall(const Tensor &a) {
  const int64_t count = columnsOf(a);
  const Tensor order = orderOfRows(a), moved = rowsInOrder(a, order);
  const LuFactors top = luOf(rows(moved, {0, count}));
  Tensor u = triu(top.factors), isEmpty = logical_and(u == 0, eye(count, {}, 0, DType::bool_));
  Tensor below = transposed(rows(moved, {count, {}}));
  below = triangularSolve(where(isEmpty, 1, u), below, /*lower=*/false, /*transpose=*/true, false);
  Tensor first = take_along_axis(columns(order, {0, count}), top.permutation, -1);
  return {concatenate({top.factors, transposed(below)}, -2),
          concatenate({first, columns(order, {count, {}})}, -1)};
}

LuFactors ofWide(const Tensor &a) {
  const int64_t count = rowsOf(a);
  const LuFactors left = luOf(columns(a, {0, count}));
  Tensor right = rowsInOrder(columns(a, {count, {}}), left.permutation);
  right = triangularSolve(left.factors, right, /*lower=*/true, /*transpose=*/false, /*unit=*/true);
  return {concatenate({left.factors, right}, -1), left.permutation};
}

} // namespace

LuFactors eliminated(const Tensor &a) {
  return isTall(a) ? ofTall(a) : isWide(a) ? ofWide(a) : luOf(a);
}

Tensor lowerOf(const Tensor &factors) {
  if (isTall(factors))
    return tril(factors, -1) + eye(rowsOf(factors), columnsOf(factors), 0, factors.dtype());
  Tensor square = isWide(factors) ? columns(factors, {0, rowsOf(factors)}) : factors;
  return tril(square, -1) + eye(columnsOf(square), {}, 0, factors.dtype());
}

Tensor upperOf(const Tensor &factors) {
  return triu(isTall(factors) ? rows(factors, {0, columnsOf(factors)}) : factors);
}

} // namespace ct
