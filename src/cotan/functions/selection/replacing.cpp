// Copies in which elements are others, named as what changes arrays in NumPy.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/functions/selection/keywords.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct {
namespace {

int64_t elementsOf(const Tensor &x) {
  int64_t count = 1;
  for (int64_t size : sizesOf(x))
    count = multiplySizes(count, size);
  return count;
}

/// As many as that, from the first one again if there are too few.
Tensor inTurn(const Tensor &values, int64_t count) {
  return values.ndim() == 0 ? values : resize(values, {count});
}

void needValues(const Tensor &values) {
  if (elementsOf(values) == 0)
    refuse("there are no values to take, but expected at least one");
}

/// How far two elements of the diagonal are from each other in the row of all elements.
int64_t strideOfDiagonal(const Tensor &x) {
  if (x.ndim() < 2)
    refuse("found shape " + printTuple(openSizesOf(x)) + ", but expected at least two axes");
  if (x.ndim() == 2)
    return sizeAt(x, 1) + 1;
  int64_t stride = 0, below = 1;
  for (int64_t axis = x.ndim() - 1; axis >= 0; --axis) {
    if (sizeAt(x, axis) != sizeAt(x, 0))
      refuse("found shape " + printTuple(openSizesOf(x)) +
             ", but expected axes of one size, as there are more than two");
    stride += below;
    below *= sizeAt(x, axis);
  }
  return stride;
}

} // namespace

Tensor fill_diagonal(const Tensor &a, const Tensor &val, bool wrap) {
  const Called called("ct.fill_diagonal");
  const int64_t stride = strideOfDiagonal(a), all = elementsOf(a), columns = sizeAt(a, 1);
  needValues(val);
  const bool isSquare = wrap || a.ndim() > 2 || sizeAt(a, 0) <= columns;
  const int64_t end = isSquare ? all : columns * columns;
  const int64_t count = (end + stride - 1) / stride;
  if (count == 0)
    return astype(a, a.dtype());
  Tensor values = astype(inTurn(val, count), a.dtype());
  return reshape(set_at(ravel(a), {Slice{0, end, stride}}, values), shapeOf(a));
}

Tensor place(const Tensor &arr, const Tensor &mask, const Tensor &vals) {
  const Called called("ct.place");
  if (elementsOf(arr) != elementsOf(mask))
    refuse("the mask has shape " + printTuple(openSizesOf(mask)) +
           ", but expected as many elements as shape " + printTuple(openSizesOf(arr)) + " has");
  needValues(vals);
  Tensor isThere = astype(ravel(mask), DType::bool_), row = ravel(vals);
  Tensor number = cumsum(astype(isThere, DType::int64), 0) - 1;
  Tensor values = take(row, remainder(number, elementsOf(row)), 0);
  return reshape(where(isThere, astype(values, arr.dtype()), ravel(arr)), shapeOf(arr));
}

Tensor put(const Tensor &a, const Tensor &ind, const Tensor &v, IndexMode mode) {
  const Called called("ct.put");
  if (isInexact(ind.dtype()) || ind.dtype() == DType::bool_)
    refuse<TypeError>("needs integers as indices, but found " + nameOf(ind.dtype()) +
                      "; convert with astype(ct.int64), or use ct.place for a mask");
  const int64_t all = elementsOf(a), count = elementsOf(ind);
  if (count == 0)
    return astype(a, a.dtype());
  needValues(v);
  if (all == 0)
    refuse("shape " + printTuple(openSizesOf(a)) + " has no elements, but indices were given");
  Tensor places = in_range(ravel(ind), all, mode, /*wrap_negative=*/mode != IndexMode::clip);
  Tensor values = astype(inTurn(v, count), a.dtype());
  return reshape(set_at(ravel(a), {places}, values), shapeOf(a));
}

} // namespace ct

namespace ct::dynamic {

Tensor fill_diagonal(const Tensor &a, const Tensor &val, bool wrap, bool inplace) {
  const Called called("ct.fill_diagonal");
  needCopy(inplace, "a = ct.fill_diagonal(a, val)");
  return ct::fill_diagonal(a, val, wrap);
}

Tensor place(const Tensor &arr, const Tensor &mask, const Tensor &vals, bool inplace) {
  const Called called("ct.place");
  needCopy(inplace, "arr = ct.place(arr, mask, vals)");
  return ct::place(arr, mask, vals);
}

Tensor put(const Tensor &a, const Tensor &ind, const Tensor &v,
           const std::optional<std::string> &mode, bool inplace) {
  const Called called("ct.put");
  needCopy(inplace, "a = ct.put(a, ind, v)");
  if (!mode)
    return ct::put(a, ind, v);
  return ct::put(a, ind, v, IndexMode(oneOf("mode", *mode, {"raise", "wrap", "clip"})));
}

} // namespace ct::dynamic
