// Places of what is not 0, and what is there.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/functions/selection/keywords.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"
#include "cotan/trace/custom_call.h"

using namespace cotan::trace;

namespace ct {
namespace {

struct Places {
  Tensor places;  // in the row of all elements
  Tensor isThere; // whether there are so many
};

Places placesOf(const Tensor &x, std::optional<int64_t> size) {
  Tensor isFound = ravel(x) != 0;
  if (!size && x.isTraced())
    refuse<TypeError>("of a traced tensor: how many elements there are is not known; say how many "
                      "results there are with size=");
  if (!size) {
    Tensor found = nonzero(isFound)[0];
    return {found, ones_like(found, DType::bool_)};
  }
  if (*size < 0)
    refuse("size is " + std::to_string(*size) + ", but expected at least 0");
  if (llvm::is_contained(openSizesOf(x), 0))
    return {zeros({*size}, DType::int64), zeros({*size}, DType::bool_)};
  // The n-th one is where the number of those so far becomes n.
  Tensor number = iota({*size}, 0) + 1, soFar = cumsum(isFound);
  Tensor places = minimum(searchsorted(soFar, number), lastPlace(isFound, 0));
  return {places, number <= index(soFar, {-1})};
}

/// What stands along an axis where there are no more places: one number, or one for each axis.
Tensor fillAlong(int64_t axis, const Tensor &x, const Tensor &given) {
  const Tensor fill = astype(given, DType::int64);
  if (fill.ndim() == 0)
    return fill;
  if (fill.ndim() != 1 || sizeAt(fill, 0) != x.ndim())
    refuse("fill_value has shape " + printTuple(openSizesOf(fill)) +
           ", but expected one number, or one for each of " + std::to_string(x.ndim()) + " axes");
  return index(fill, {axis});
}

/// The indices into each axis of `x` that the places are.
std::vector<Tensor> columnsOf(const Places &found, const Tensor &x, const Tensor &fill_value) {
  std::vector<Tensor> columns;
  Tensor places = found.places;
  for (int64_t axis = x.ndim() - 1; axis >= 0; --axis) {
    const int64_t size = openSizesOf(x)[axis];
    Tensor count =
        isOpen(size) ? maximum(ct::size(x, axis), 1) : Tensor(std::max<int64_t>(1, size));
    Tensor index = remainder(places, count);
    columns.push_back(where(found.isThere, index, fillAlong(axis, x, fill_value)));
    places = floor_divide(places, count);
  }
  std::reverse(columns.begin(), columns.end());
  return columns;
}

/// Throws, or ends the program that is traced, where the condition holds behind so many elements.
void needNoneBehind(const Tensor &condition, int64_t length) {
  const Tensor isNone = logical_not(any(index(condition, {Slice{length, {}}})));
  const std::string problem = "the condition has " + std::to_string(condition.size()) +
                              " elements, but the axis only " + std::to_string(length) +
                              ", and what is too much holds";
  if (isNone.isTraced())
    traceAssert(inner(isNone), "ct.compress: " + problem);
  else if (!isNone.item<bool>())
    refuse<IndexError>(problem);
}

} // namespace

Tensor flatnonzero(const Tensor &x, std::optional<int64_t> size,
                   const std::optional<Tensor> &fill_value) {
  const Called called("ct.flatnonzero");
  Places found = placesOf(x, size);
  return where(found.isThere, found.places, astype(fill_value.value_or(0), DType::int64));
}

std::vector<Tensor> nonzero(const Tensor &x, std::optional<int64_t> size,
                            const Tensor &fill_value) {
  Places found = placesOf(x, size);
  return columnsOf(found, x, fill_value);
}

Tensor argwhere(const Tensor &x, std::optional<int64_t> size, const Tensor &fill_value) {
  const Called called("ct.argwhere");
  Places found = placesOf(x, size);
  std::vector<Tensor> columns = columnsOf(found, x, fill_value);
  return columns.empty() ? zeros({found.places.size(), 0}, DType::int64) : stack(columns, 1);
}

Tensor compress(const Tensor &condition, const Tensor &x, std::optional<int64_t> axis,
                std::optional<int64_t> size, const Tensor &fill_value) {
  const Called called("ct.compress");
  if (condition.ndim() != 1)
    refuse("the condition has shape " + printTuple(openSizesOf(condition)) +
           ", but expected a vector");
  Tensor row = axis ? x : ravel(x);
  int64_t along = checkedAxis(axis.value_or(0), row.ndim());
  const int64_t length = row.shape()[along];
  const bool isLong = condition.size() > length; // as in NumPy, what is too much must be false
  if (isLong)
    needNoneBehind(condition, length);
  Places found = placesOf(isLong ? index(condition, {Slice{0, length}}) : condition, size);
  Tensor picked = take(row, found.places, along);
  if (!size)
    return picked;
  Shape shape(row.ndim(), 1);
  shape[along] = *size;
  return where(reshape(found.isThere, shape), picked, astype(fill_value, x.dtype()));
}

Tensor extract(const Tensor &condition, const Tensor &x, std::optional<int64_t> size,
               const Tensor &fill_value) {
  const Called called("ct.extract");
  return compress(ravel(condition), ravel(x), 0, size, fill_value);
}

} // namespace ct

ct::Tensor ct::dynamic::argwhere(const Tensor &x, std::optional<int64_t> size,
                                 const std::optional<OneOrList> &fill_value) {
  const Called called("ct.argwhere");
  return ct::argwhere(x, size, fillOf(fill_value));
}
