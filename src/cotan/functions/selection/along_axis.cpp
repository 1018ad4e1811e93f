// One element for each index, along an axis.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/index_plan.h"
#include "cotan/functions/operators.h"
#include "cotan/functions/selection/keywords.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct {
namespace {

void needAxesOf(const Tensor &x, const Tensor &indices) {
  if (isInexact(indices.dtype()) || indices.dtype() == DType::bool_)
    refuse<TypeError>("the indices are " + describe(indices.body()->type()) +
                      ", but expected integers");
  if (indices.ndim() != x.ndim())
    refuse("found indices of shape " + printTuple(openSizesOf(indices)) +
           ", but expected as many axes as shape " + printTuple(openSizesOf(x)) + " has");
}

/// Counted from the front; with IndexMode::drop some may be out of range.
Tensor fromFront(const Tensor &indices, const Tensor &size, IndexMode mode) {
  Tensor places = in_range(indices, size, mode);
  return where(places < 0, places + size, places);
}

Tensor sizeAlong(const Tensor &x, int64_t axis) { return outer(sizeTensor(openSizesOf(x)[axis])); }

/// Negative indices are out of range of `mode`, which has them count from the end.
Tensor negativeOutside(const Tensor &x, const Tensor &indices, int64_t axis,
                       std::optional<IndexMode> mode) {
  const int64_t along = checkedAxis(axis, x.ndim());
  needAxesOf(x, indices);
  if (mode == IndexMode::wrap)
    return indices;
  return mode == IndexMode::clip ? maximum(indices, 0)
                                 : where(indices < 0, sizeAlong(x, along), indices);
}

/// Where out of range it is 0.
Tensor taken(const Tensor &x, const Tensor &places, int64_t axis) {
  Shape wide = shapeOf(x), narrow = shapeOf(places);
  for (int64_t i = 0; i < x.ndim(); ++i)
    if (i != axis)
      wide[i] = narrow[i] = wide[i] == 1 ? narrow[i] : wide[i];
  return op::take_along_axis(broadcast_to(x, wide), broadcast_to(places, narrow), axis,
                             /*clip=*/false, /*last_only=*/false, {.isWeak = x.isWeak()});
}

} // namespace

Tensor take_along_axis(const Tensor &x, const Tensor &indices, std::optional<int64_t> axis) {
  const Called called("ct.take_along_axis");
  if (!axis)
    return take_along_axis(ravel(x), indices, 0);
  const int64_t along = checkedAxis(*axis, x.ndim());
  needAxesOf(x, indices);
  return taken(x, fromFront(indices, sizeAlong(x, along), IndexMode::drop), along);
}

Tensor take_along_axis(const Tensor &x, const Tensor &indices, std::optional<int64_t> axis,
                       IndexMode mode, const std::optional<Tensor> &fill_value) {
  const Called called("ct.take_along_axis");
  if (!axis)
    return take_along_axis(ravel(x), indices, 0, mode, fill_value);
  const int64_t along = checkedAxis(*axis, x.ndim());
  needAxesOf(x, indices);
  Tensor size = sizeAlong(x, along), places = fromFront(indices, size, mode);
  Tensor result = taken(x, places, along);
  if (mode != IndexMode::drop)
    return result;
  Tensor fill = astype(fill_value.value_or(usualFill(x.dtype())), x.dtype());
  return where(logical_and(places >= 0, places < size), result, fill);
}

Tensor put_along_axis(const Tensor &x, const Tensor &indices, const Tensor &values,
                      std::optional<int64_t> axis, IndexMode mode) {
  const Called called("ct.put_along_axis");
  if (!axis)
    return reshape(put_along_axis(ravel(x), indices, values, 0, mode), shapeOf(x));
  const int64_t along = checkedAxis(*axis, x.ndim());
  needAxesOf(x, indices);
  Shape shape = shapeOf(x);
  shape[along] = shapeOf(indices)[along];
  Tensor places = broadcast_to(fromFront(indices, sizeAlong(x, along), mode), shape);
  Tensor updates = broadcast_to(astype(values, x.dtype()), shape);
  return op::put_along_axis(astype(x, x.dtype()), places, updates, along, /*add=*/false,
                            /*clip=*/false);
}

} // namespace ct

namespace ct::dynamic {

Tensor take_along_axis(const Tensor &x, const Tensor &indices, std::optional<int64_t> axis,
                       const std::optional<std::string> &mode,
                       const std::optional<Tensor> &fill_value,
                       std::optional<bool> wrap_negative_indices) {
  const Called called("ct.take_along_axis");
  if (!axis)
    return take_along_axis(ravel(x), indices, 0, mode, fill_value, wrap_negative_indices);
  std::optional<IndexMode> known;
  if (mode != "one_hot")
    known = indexMode(mode, fill_value);
  else if (fill_value)
    refuse("mode 'one_hot' reads 0 out of range; mode 'fill' reads fill_value");
  const Tensor places =
      wrap_negative_indices.value_or(true) ? indices : negativeOutside(x, indices, *axis, known);
  return known ? ct::take_along_axis(x, places, axis, *known, fill_value)
               : ct::take_along_axis(x, places, axis);
}

Tensor put_along_axis(const Tensor &arr, const Tensor &indices, const Tensor &values,
                      std::optional<int64_t> axis, bool inplace,
                      const std::optional<std::string> &mode) {
  const Called called("ct.put_along_axis");
  needCopy(inplace, "arr = ct.put_along_axis(arr, indices, values, axis)");
  return ct::put_along_axis(arr, indices, values, axis,
                            indexMode(mode, {}).value_or(IndexMode::drop));
}

} // namespace ct::dynamic
