#include "cotan/ops/indexing/positions.h"

#include "cotan/ir/rules/operand_sizes.h"
#include "cotan/ops/layout/checks.h"
#include "cotan/ops/op_evaluation.h"

using namespace mlir;

namespace cotan {
namespace {

/// The indices as places on an axis of this size; -1 where there is none.
std::vector<int64_t> placesOn(int64_t size, const Array &indices, bool clip) {
  std::vector<int64_t> places(indices.size());
  for (int64_t i = 0; i < indices.size(); ++i) {
    int64_t index = indices.asInt(i);
    if (isUnsigned(indices.dtype()) && index < 0) // larger than any i64
      index = std::numeric_limits<int64_t>::max();
    bool isInside = index >= 0 && index < size;
    places[i] = isInside ? index : clip ? std::clamp<int64_t>(index, 0, size - 1) : -1;
  }
  return places;
}

int64_t product(ArrayRef<int64_t> sizes) { return elementCount(sizes); }

SmallVector<int64_t> joined(ArrayRef<int64_t> a, ArrayRef<int64_t> b, ArrayRef<int64_t> c) {
  SmallVector<int64_t> sizes(a);
  sizes.append(b.begin(), b.end());
  sizes.append(c.begin(), c.end());
  return sizes;
}

} // namespace

Array positionsOnAxis(ArrayRef<int64_t> shape, const Array &indices, int64_t axis, bool clip) {
  Array positions(DType::i64,
                  joined(shape.take_front(axis), indices.shape(), shape.drop_front(axis + 1)));
  if (positions.size() == 0)
    return positions;
  auto places = placesOn(shape[axis], indices, clip);
  int64_t outer = product(shape.take_front(axis)), inner = product(shape.drop_front(axis + 1));
  int64_t *next = positions.mutableValues<int64_t>().begin();
  for (int64_t i = 0; i < outer; ++i)
    for (int64_t place : places)
      for (int64_t j = 0; j < inner; ++j)
        *next++ = place < 0 ? -1 : (i * shape[axis] + place) * inner + j;
  return positions;
}

Array positionsOnFirstAxes(ArrayRef<int64_t> shape, const Array &indices, bool clip) {
  int64_t depth = indices.shape().back();
  Array positions(DType::i64, joined(indices.shape().drop_back(), {}, shape.drop_front(depth)));
  if (positions.size() == 0)
    return positions;
  int64_t inner = product(shape.drop_front(depth)), rows = positions.size() / inner;
  std::vector<int64_t> corners(rows, 0);
  auto strides = stridesOf(shape);
  for (int64_t k = 0; k < depth; ++k) {
    Array column(indices.dtype(), {rows});
    size_t width = sizeOf(indices.dtype());
    for (int64_t row = 0; row < rows; ++row)
      std::memcpy(column.mutableData() + row * width, indices.data() + (row * depth + k) * width,
                  width);
    auto places = placesOn(shape[k], column, clip);
    for (int64_t row = 0; row < rows; ++row)
      corners[row] =
          places[row] < 0 || corners[row] < 0 ? -1 : corners[row] + places[row] * strides[k];
  }
  int64_t *next = positions.mutableValues<int64_t>().begin();
  for (int64_t corner : corners)
    for (int64_t j = 0; j < inner; ++j)
      *next++ = corner < 0 ? -1 : corner + j;
  return positions;
}

Array positionsAlongAxis(ArrayRef<int64_t> shape, const Array &indices, int64_t axis, bool clip) {
  SmallVector<int64_t> expected(shape);
  expected[axis] = indices.shape()[axis];
  Array positions(DType::i64, expected);
  if (positions.size() == 0)
    return positions;
  auto places = placesOn(shape[axis], indices, clip);
  int64_t inner = product(shape.drop_front(axis + 1));
  auto to = positions.mutableValues<int64_t>();
  for (int64_t i = 0; i < positions.size(); ++i) {
    int64_t outer = i / (inner * expected[axis]);
    to[i] = places[i] < 0 ? -1 : (outer * shape[axis] + places[i]) * inner + i % inner;
  }
  return positions;
}

Array readAt(const Array &x, const Array &positions, bool lastOnly) {
  Array y(x.dtype(), positions.shape());
  auto places = positions.values<int64_t>();
  std::vector<int64_t> last(lastOnly ? x.size() : 0);
  if (lastOnly)
    for (size_t i = 0; i < places.size(); ++i)
      if (places[i] >= 0)
        last[places[i]] = i;
  visitBits(x.dtype(), [&](auto element) {
    using T = decltype(element);
    auto from = x.values<T>();
    auto to = y.mutableValues<T>();
    for (size_t i = 0; i < to.size(); ++i)
      to[i] = places[i] < 0 || (lastOnly && last[places[i]] != int64_t(i)) ? T(0) : from[places[i]];
  });
  return y;
}

Array writeAt(const Array &x, const Array &positions, const Array &updates) {
  Array y(x.dtype(), x.shape());
  std::memcpy(y.mutableData(), x.data(), x.bytes());
  auto places = positions.values<int64_t>();
  visitBits(x.dtype(), [&](auto element) {
    using T = decltype(element);
    auto from = updates.values<T>();
    auto to = y.mutableValues<T>();
    for (size_t i = 0; i < from.size(); ++i)
      if (places[i] >= 0)
        to[places[i]] = from[i];
  });
  return y;
}

Array addAt(const Array &x, const Array &positions, const Array &updates) {
  Array y(x.dtype(), x.shape());
  auto places = positions.values<int64_t>();
  visitNumber(x.dtype(), [&](auto element) {
    using T = decltype(element);
    auto start = x.values<T>(), added = updates.values<T>();
    std::vector<Wrapping<T>> sums(start.size());
    for (size_t i = 0; i < sums.size(); ++i)
      sums[i] = static_cast<Wrapping<T>>(start[i]);
    for (size_t i = 0; i < added.size(); ++i)
      if (places[i] >= 0)
        sums[places[i]] += static_cast<Wrapping<T>>(added[i]);
    auto to = y.mutableValues<T>();
    for (size_t i = 0; i < sums.size(); ++i)
      to[i] = static_cast<T>(sums[i]);
  });
  return y;
}

LogicalResult verifyOnFirstAxes(std::optional<Location> loc, RankedTensorType x,
                                RankedTensorType indices) {
  if (indices.getRank() == 0 || indices.isDynamicDim(indices.getRank() - 1))
    return emitOptionalError(loc, "the last axis of the indices ", indices,
                             " must have a known size: the number of axes of ", x, " to index");
  const int64_t depth = indices.getShape().back();
  if (depth > x.getRank())
    return emitOptionalError(loc, "the indices ", indices, " name ", depth, " axes, but ", x,
                             " has ", x.getRank());
  return success();
}

LogicalResult verifyAlongAxis(std::optional<Location> loc, RankedTensorType x,
                              RankedTensorType indices, int64_t axis) {
  if (failed(verifyAxes(loc, axis, x.getRank())))
    return failure();
  if (indices.getRank() != x.getRank())
    return emitOptionalError(loc, "indices ", indices, " do not fit ", x, " along axis ", axis,
                             ": ranks and all other sizes must be the same");
  return success();
}

LogicalResult verifyUpdates(SaysSizes op, RankedTensorType updates, int64_t rank) {
  auto x = cast<RankedTensorType>(op->getResult(0).getType());
  if (updates.getElementType() != x.getElementType() || updates.getRank() != rank)
    return op->emitOpError("updates are ")
           << updates << ", but the indices name elements of " << x << " along " << rank << " axes";
  return verifySizes(op);
}

} // namespace cotan
