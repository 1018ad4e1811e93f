#include "cotan/functions/functions.h"

#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/layout/needed_axes.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

namespace ct {

Tensor matrix_transpose(const Tensor &x) {
  const Called called("ct.matrix_transpose");
  needAxes(x, 2);
  return swapaxes(x, -1, -2);
}

Tensor rot90(const Tensor &x, int64_t k, const Integers &axes) {
  const Called called("ct.rot90");
  if (axes.size() != 2)
    refuse("found " + std::to_string(axes.size()) + " axes, but expected two");
  int64_t from = checkedAxis(axes[0], x.ndim()), to = checkedAxis(axes[1], x.ndim());
  if (from == to)
    refuse("found axis " + std::to_string(from) + " twice, but expected two axes");
  switch ((k % 4 + 4) % 4) {
  case 0: return x;
  case 1: return swapaxes(flip(x, {{to}}), from, to);
  case 2: return flip(x, {{from, to}});
  default: return swapaxes(flip(x, {{from}}), from, to);
  }
}

Tensor fliplr(const Tensor &x) {
  const Called called("ct.fliplr");
  needAxes(x, 2);
  return flip(x, {{1}});
}
Tensor flipud(const Tensor &x) {
  const Called called("ct.flipud");
  needAxes(x, 1);
  return flip(x, {{0}});
}

Tensor rollaxis(const Tensor &x, int64_t axis, int64_t start) {
  const Called called("ct.rollaxis");
  int64_t from = checkedAxis(axis, x.ndim());
  int64_t to = start == x.ndim() ? start : checkedAxis(start, x.ndim());
  return moveaxis(x, {from}, {to > from ? to - 1 : to});
}

Tensor resize(const Tensor &x, const Shape &shape) {
  const Called called("ct.resize");
  Shape known = shape;
  int64_t count = 1;
  for (int64_t size : known) {
    if (size < 0)
      refuse("the shape " + printTuple(known) + " has a negative size");
    count = multiplySizes(count, size);
  }
  if (x.size() == 0)
    return zeros(shape, x.dtype());
  return reshape(take(ravel(x), remainder(iota({count}, 0), x.size()), 0), shape);
}

} // namespace ct
