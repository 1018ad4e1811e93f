// Joining tensors, and bringing them to one number of axes or one shape first.
#include "cotan/functions/functions.h"

#include "cotan/functions/indexing/index_plan.h"
#include "cotan/functions/layout/element_type.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

#include <numeric>

namespace ct {
namespace {

std::vector<Tensor> each(Tensor (*function)(const Tensor &), const std::vector<Tensor> &xs,
                         std::optional<DType> dtype = {}) {
  std::vector<Tensor> result;
  for (const Tensor &x : asOneType(xs, dtype))
    result.push_back(function(x));
  return result;
}

/// NumPy's: several values for one position come first, along an axis that is not there otherwise.
Tensor valuesForOne(const Tensor &values, const Tensor &x, int64_t axis) {
  Shape shape = shapeOf(values);
  shape.insert(shape.begin(), std::max<int64_t>(x.ndim() - values.ndim(), 0), 1);
  return moveaxis(reshape(values, shape), {0}, {axis});
}

/// Integers that are computed, counted from the front, in increasing order; those out of range go
/// to the nearest one. Also their order before.
std::pair<Tensor, Tensor> computedPositions(const Tensor &given, int64_t size, int64_t last) {
  Tensor row = astype(ravel(given), DType::int64);
  row = clip(where(row < 0, row + size, row), 0, last);
  Tensor order = argsort(row);
  return {take(row, order, 0), order};
}

/// Positions counted from the front; throws IndexError.
std::vector<int64_t> checkedPositions(std::vector<int64_t> positions, int64_t size, int64_t last) {
  for (int64_t &position : positions) {
    if (position < -size || position > last)
      refuse<IndexError>("position " + std::to_string(position) +
                         " is out of range for an axis of size " + std::to_string(size));
    position += position < 0 ? size : 0;
  }
  return positions;
}

/// The elements of `x` at these indices, which are known, along an axis.
Tensor pick(const Tensor &x, const std::vector<int64_t> &indices, int64_t axis) {
  return take(x, array(indices, {int64_t(indices.size())}), axis);
}

Tensor insertAt(const Tensor &x, const std::vector<int64_t> &before, const Tensor &values,
                int64_t axis) {
  int64_t size = x.shape()[axis], count = int64_t(before.size());
  Shape shape = shapeOf(x);
  shape[axis] = count;
  Tensor both = concatenate({x, broadcast_to(astype(values, x.dtype()), shape)}, axis);
  if (both.size() == 0) // all orders are the same, and the axis may be long
    return both;
  std::vector<int64_t> order(count), indices;
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](int64_t a, int64_t b) {
    return std::pair(before[a], a) < std::pair(before[b], b);
  });
  int64_t next = 0;
  for (int64_t i = 0; i <= size; ++i) {
    for (; next < count && before[order[next]] == i; ++next)
      indices.push_back(size + order[next]);
    if (i < size)
      indices.push_back(i);
  }
  return pick(both, indices, axis);
}

} // namespace

Tensor atleast_1d(const Tensor &x) {
  const Called called("ct.atleast_1d");
  return x.ndim() == 0 ? reshape(x, {1}) : x;
}
Tensor atleast_2d(const Tensor &x) {
  const Called called("ct.atleast_2d");
  return x.ndim() < 2 ? reshape(x, {1, x.size()}) : x;
}
Tensor atleast_3d(const Tensor &x) {
  const Called called("ct.atleast_3d");
  if (x.ndim() < 2)
    return reshape(x, {1, x.size(), 1});
  return x.ndim() == 2 ? expand_dims(x, {2}) : x;
}

Tensor hstack(const std::vector<Tensor> &xs, std::optional<DType> dtype) {
  const Called called("ct.hstack");
  std::vector<Tensor> rows = each(atleast_1d, xs, dtype);
  return concatenate(rows, !rows.empty() && rows[0].ndim() > 1 ? 1 : 0);
}
Tensor vstack(const std::vector<Tensor> &xs, std::optional<DType> dtype) {
  const Called called("ct.vstack");
  return concatenate(each(atleast_2d, xs, dtype), 0);
}
Tensor dstack(const std::vector<Tensor> &xs, std::optional<DType> dtype) {
  const Called called("ct.dstack");
  return concatenate(each(atleast_3d, xs, dtype), 2);
}

Tensor column_stack(const std::vector<Tensor> &xs) {
  const Called called("ct.column_stack");
  auto column = [](const Tensor &x) { return x.ndim() < 2 ? reshape(x, {x.size(), 1}) : x; };
  return concatenate(each(column, xs), 1);
}

Shape broadcast_shapes(const std::vector<Shape> &shapes) {
  const Called called("ct.broadcast_shapes");
  Shape together;
  for (const Shape &shape : shapes) {
    needSizes(shape);
    size_t rank = std::max(together.size(), shape.size());
    Shape sizes = shape;
    sizes.insert(sizes.begin(), rank - sizes.size(), 1);
    together.insert(together.begin(), rank - together.size(), 1);
    for (size_t i = 0; i < rank; ++i) {
      if (together[i] != sizes[i] && together[i] != 1 && sizes[i] != 1)
        refuse("shape " + printTuple(shape) + " does not go together with those before, " +
               printTuple(together) + ": aligned at the last axis, " + std::to_string(together[i]) +
               " meets " + std::to_string(sizes[i]) + ", and neither is 1");
      together[i] = together[i] == 1 ? sizes[i] : together[i];
    }
  }
  return together;
}

std::vector<Tensor> broadcast_arrays(const std::vector<Tensor> &xs) {
  const Called called("ct.broadcast_arrays");
  auto sizes = broadcastSizes(xs);
  std::vector<Tensor> result;
  for (const Tensor &x : xs)
    result.push_back(broadcast_to(x, Shape(sizes.begin(), sizes.end())));
  return result;
}

Tensor append(const Tensor &x, const Tensor &values, std::optional<int64_t> axis) {
  const Called called("ct.append");
  if (axis)
    return concatenate({x, values}, *axis);
  return hstack({ravel(x), values.ndim() == 0 ? values : ravel(values)});
}

Tensor insert(const Tensor &x, const Integers &positions, const Tensor &values,
              std::optional<int64_t> axis) {
  const Called called("ct.insert");
  Tensor row = axis ? x : ravel(x);
  int64_t along = checkedAxis(axis.value_or(0), row.ndim()), size = row.shape()[along];
  return insertAt(row, checkedPositions(positions, size, size), values, along);
}

Tensor insert(const Tensor &x, int64_t position, const Tensor &values,
              std::optional<int64_t> axis) {
  const Called called("ct.insert");
  Tensor row = axis ? x : ravel(x);
  int64_t along = checkedAxis(axis.value_or(0), row.ndim()), size = row.shape()[along];
  Tensor added = valuesForOne(astype(values, x.dtype()), row, along);
  std::vector<int64_t> positions(added.shape()[along], position);
  return insertAt(row, checkedPositions(positions, size, size), added, along);
}

Tensor delete_(const Tensor &x, const Integers &positions, std::optional<int64_t> axis) {
  const Called called("ct.delete");
  Tensor row = axis ? x : ravel(x);
  int64_t along = checkedAxis(axis.value_or(0), row.ndim()), size = row.shape()[along];
  auto dropped = checkedPositions(positions, size, size - 1);
  if (row.size() == 0) { // the axis may be long
    Shape shape = shapeOf(row);
    llvm::sort(dropped);
    shape[along] -= std::unique(dropped.begin(), dropped.end()) - dropped.begin();
    return zeros(shape, row.dtype());
  }
  std::vector<int64_t> kept;
  for (int64_t i = 0; i < size; ++i)
    if (!llvm::is_contained(dropped, i))
      kept.push_back(i);
  return pick(row, kept, along);
}

static Tensor insertBeforeComputed(const Tensor &x, const Tensor &given, const Tensor &values,
                                   std::optional<int64_t> axis) {
  Tensor row = axis ? x : ravel(x), added = astype(values, x.dtype());
  const int64_t along = checkedAxis(axis.value_or(0), row.ndim()), size = row.shape()[along];
  if (given.ndim() == 0)
    added = valuesForOne(added, row, along);
  const int64_t count = given.ndim() == 0 ? added.shape()[along] : given.size();
  if (count == 0)
    return row;
  auto [positions, order] =
      computedPositions(given.ndim() == 0 ? broadcast_to(given, {count}) : given, size, size);
  Shape shape = shapeOf(row);
  shape[along] = count;
  Tensor both = concatenate({row, broadcast_to(added, shape)}, along);
  Tensor places = positions + iota({count}, 0), all = iota({size + count}, 0);
  Tensor passed = searchsorted(places, all, Side::right), last = maximum(passed - 1, 0);
  Tensor isNew = (passed > 0) & (take(places, last, 0) == all);
  return take(both, where(isNew, take(order, last, 0) + size, all - passed), along);
}

static Tensor deleteComputed(const Tensor &x, const Tensor &given, std::optional<int64_t> axis,
                             bool areUnique) {
  Tensor row = axis ? x : ravel(x);
  const int64_t along = checkedAxis(axis.value_or(0), row.ndim()), size = row.shape()[along],
                count = given.size();
  if (count == 0)
    return row;
  if (count > 1 && !areUnique)
    refuse<TypeError>("of positions that are computed some may be the same, and how many elements "
                      "are left is not known then; give assume_unique_indices=True if none are");
  if (count > size)
    refuse<IndexError>("there are " + std::to_string(count) + " positions, but the axis has size " +
                       std::to_string(size));
  Tensor positions = computedPositions(given, size, size - 1).first;
  Tensor left = iota({size - count}, 0);
  Tensor passed = searchsorted(positions - iota({count}, 0), left, Side::right);
  return take(row, left + passed, along);
}

} // namespace ct

namespace ct::dynamic {
namespace {

OneOrList each(Tensor (*function)(const Tensor &), const std::vector<Tensor> &xs) {
  std::vector<Tensor> results;
  for (const Tensor &x : xs)
    results.push_back(function(x));
  return results.size() == 1 ? OneOrList(results[0]) : OneOrList(results);
}

int64_t sizeAlong(const Tensor &x, std::optional<int64_t> axis) {
  return axis && *axis >= -x.ndim() && *axis < x.ndim()
             ? x.shape()[*axis < 0 ? *axis + x.ndim() : *axis]
             : x.size();
}

/// Positions known now: integers or a mask.
std::vector<int64_t> positionsOf(const Tensor &given) {
  Tensor row = ravel(given);
  if (row.size() == 0)
    return {};
  if (isInexact(row.dtype()))
    refuse<TypeError>("positions must be integers, but found " + std::string(nameOf(row.dtype())));
  if (row.dtype() == DType::bool_)
    row = ct::nonzero(row)[0];
  return row.values<int64_t>();
}

std::vector<int64_t> positionsOf(const Positions &given, const Tensor &x,
                                 std::optional<int64_t> axis) {
  if (auto *slice = std::get_if<Slice>(&given)) {
    const Range places = rangeOf(*slice, sizeAlong(x, axis));
    std::vector<int64_t> positions(places.count);
    for (int64_t i = 0; i < places.count; ++i)
      positions[i] = places.start + i * places.step;
    return positions;
  }
  if (auto *one = std::get_if<int64_t>(&given))
    return {*one};
  return positionsOf(std::get<Tensor>(given));
}

/// The tensor of positions, if they are computed.
const Tensor *computed(const Positions &given) {
  auto *positions = std::get_if<Tensor>(&given);
  if (!positions || !positions->isTraced())
    return nullptr;
  if (isInexact(positions->dtype()) || positions->dtype() == DType::bool_)
    refuse<TypeError>("positions that are computed must be integers, but are " +
                      describe(positions->body()->type()));
  return positions;
}

} // namespace

OneOrList atleast_1d(const std::vector<Tensor> &xs) {
  const Called called("ct.atleast_1d");
  return each(ct::atleast_1d, xs);
}
OneOrList atleast_2d(const std::vector<Tensor> &xs) {
  const Called called("ct.atleast_2d");
  return each(ct::atleast_2d, xs);
}
OneOrList atleast_3d(const std::vector<Tensor> &xs) {
  const Called called("ct.atleast_3d");
  return each(ct::atleast_3d, xs);
}

Tensor insert(const Tensor &arr, const Positions &obj, const Tensor &values,
              std::optional<int64_t> axis) {
  const Called called("ct.insert");
  if (const Tensor *positions = computed(obj))
    return insertBeforeComputed(arr, *positions, values, axis);
  if (auto *position = std::get_if<int64_t>(&obj))
    return ct::insert(arr, *position, values, axis);
  return ct::insert(arr, positionsOf(obj, arr, axis), values, axis);
}

Tensor delete_(const Tensor &arr, const Positions &obj, std::optional<int64_t> axis,
               bool assume_unique_indices) {
  const Called called("ct.delete");
  if (const Tensor *positions = computed(obj))
    return deleteComputed(arr, *positions, axis, assume_unique_indices);
  return ct::delete_(arr, positionsOf(obj, arr, axis), axis);
}

} // namespace ct::dynamic
