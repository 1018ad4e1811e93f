#include "cotan/functions/functions.h"

#include "cotan/frontends/cpp/indexing.h"
#include "cotan/frontends/cpp/inside.h"
#include "cotan/frontends/cpp/operators.h"

namespace ct {

static void needAxes(const char *name, const Tensor &x, int64_t count) {
  if (x.ndim() < count)
    refuse(name, "at least " + std::to_string(count) + " axes are needed, but found shape " +
                     printTuple(openSizesOf(x)));
}

Tensor matrix_transpose(const Tensor &x) {
  needAxes("matrix_transpose", x, 2);
  return swapaxes(x, -1, -2);
}

Tensor rot90(const Tensor &x, int64_t k, const std::vector<int64_t> &axes) {
  if (axes.size() != 2)
    refuse("rot90", "found " + std::to_string(axes.size()) + " axes, but expected two");
  int64_t from = checkedAxis("rot90", axes[0], x.ndim()),
          to = checkedAxis("rot90", axes[1], x.ndim());
  if (from == to)
    refuse("rot90", "found axis " + std::to_string(from) + " twice, but expected two axes");
  switch ((k % 4 + 4) % 4) {
  case 0: return x;
  case 1: return swapaxes(flip(x, {{to}}), from, to);
  case 2: return flip(x, {{from, to}});
  default: return swapaxes(flip(x, {{from}}), from, to);
  }
}

Tensor fliplr(const Tensor &x) {
  needAxes("fliplr", x, 2);
  return flip(x, {{1}});
}
Tensor flipud(const Tensor &x) {
  needAxes("flipud", x, 1);
  return flip(x, {{0}});
}

Tensor rollaxis(const Tensor &x, int64_t axis, int64_t start) {
  int64_t from = checkedAxis("rollaxis", axis, x.ndim());
  int64_t to = start == x.ndim() ? start : checkedAxis("rollaxis", start, x.ndim());
  return moveaxis(x, {from}, {to > from ? to - 1 : to});
}

Tensor resize(const Tensor &x, const Shape &shape) {
  Shape known = shape;
  int64_t count = 1;
  for (int64_t size : known) {
    if (size < 0)
      refuse("resize", "the shape " + printTuple(known) + " has a negative size");
    count = multiplySizes("resize", count, size);
  }
  if (x.size() == 0)
    return zeros(shape, x.dtype());
  return reshape(take(ravel(x), remainder(iota({count}, 0), x.size()), 0), shape);
}

} // namespace ct
