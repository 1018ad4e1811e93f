// The factor q of a matrix as a product of Householder's reflections.
#include "cotan/functions/functions.h"
#include "cotan/functions/linalg/factors.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct::linalg {
namespace {

/// What reflections are found by, one after the other: the columns of q, without what those before
/// have taken; the vectors; their factors; and the signs that columns of q have in the product.
enum State { columns, vectors, factors, signs };

/// Column i of the identity less q is eliminated. LAPACK's sign makes the pivot at least 1; it
/// reflects nothing where there is nothing below. (Ballard et al., Reconstructing Householder
/// Vectors from Tall-Skinny QR, 2014.)
Tensors step(const Tensor &i, const Tensors &state) {
  const Tensor &q = state[columns];
  Tensor row = take(q, i, -2), column = take(q, i, -1), head = take(row, i, -1);
  Tensor isBelow = arange(openSizesOf(q)[q.ndim() - 2]) > i;
  Tensor isDone =
      logical_not(logical_or(any(logical_and(isBelow, column != 0), {{-1}}), imag(head) != 0));
  Tensor ahead = where(real(head) < 0, -1, 1);
  Tensor sign = astype(where(isDone, ahead, -ahead), q.dtype());
  Tensor factor = where(isDone, 0, 1 - sign * head);
  Tensor scale = -sign / where(isDone, 1, factor);
  Tensor vector = where(isBelow, column * expand_dims(scale, {-1}), 0);
  auto placed = [&](const Tensor &all, const Tensor &one) {
    return where(arange(openSizesOf(all).back()) == i, expand_dims(one, {-1}), all);
  };
  return {q - expand_dims(vector, {-1}) * expand_dims(row, {-2}), placed(state[vectors], vector),
          placed(state[factors], factor), placed(state[signs], sign)};
}

} // namespace

std::pair<Tensor, Tensor> qr_raw(const Tensor &a) {
  const Called called("ct.linalg.qr");
  const auto [q, r] = qr(matrixOf(a));
  Tensor none = zeros_like(sum(q, {{-2}}));
  const int64_t count = openSizesOf(q).back();
  const Tensors begin{q, zeros_like(q), none, none};
  const Tensors found = count == 0 ? begin : fori_loop(0, count, step, begin);
  Widths beside(q.ndim()), below(q.ndim());
  beside.back().second = openSizesOf(r).back() - count;
  below[q.ndim() - 2].second = openSizesOf(q)[q.ndim() - 2] - count;
  Tensor upper = pad(expand_dims(found[signs], {-1}) * r, below);
  Tensor both = pad(found[vectors], beside) + upper;
  return {narrowed(swapaxes(both, -1, -2), a), narrowed(found[factors], a)};
}

} // namespace ct::linalg
