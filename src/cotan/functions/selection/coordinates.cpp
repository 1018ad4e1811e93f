// Indices of elements: along each axis, in the row of all, on diagonals and in triangles.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct {
namespace {

Tensor indicesOf(const Tensor &given) {
  if (isInexact(given.dtype()) || given.dtype() == DType::bool_)
    refuse<TypeError>("needs integers as indices, but found " + nameOf(given.dtype()) +
                      "; convert with astype(ct.int64)");
  if (given.dtype() != DType::uint64)
    return astype(given, DType::int64);
  return astype(minimum(given, astype(INT64_MAX, DType::uint64)), DType::int64);
}

/// The number of elements of such a shape, which must have some if they are asked for.
int64_t elementsOf(const Shape &shape, bool areAsked) {
  if (anyOpen(shape))
    refuse("the shape is known only when the program runs, but expected numbers");
  needSizes(shape);
  int64_t count = 1;
  for (int64_t size : shape)
    count = multiplySizes(count, size);
  if (count == 0 && areAsked)
    refuse("shape " + printTuple(shape) + " has no elements, but indices were given");
  return count;
}

void needMatrixOf(const Tensor &x) {
  if (x.ndim() != 2)
    refuse("found shape " + printTuple(openSizesOf(x)) + ", but expected a matrix");
}

} // namespace

std::vector<Tensor> unravel_index(const Tensor &given, const Shape &shape) {
  const Called called("ct.unravel_index");
  Tensor indices = indicesOf(given);
  const int64_t count = elementsOf(shape, !llvm::is_contained(openSizesOf(given), 0));
  Tensor rest = clip(indices, -count, count - 1);
  rest = where(rest < 0, rest + count, rest);
  std::vector<Tensor> result;
  for (int64_t size : llvm::reverse(shape)) {
    result.push_back(remainder(rest, std::max<int64_t>(size, 1)));
    rest = floor_divide(rest, std::max<int64_t>(size, 1));
  }
  std::reverse(result.begin(), result.end());
  return result;
}

Tensor ravel_multi_index(const std::vector<Tensor> &multi_index, const Shape &dims, IndexMode mode,
                         bool isFirstFastest) {
  const Called called("ct.ravel_multi_index");
  if (multi_index.size() != dims.size() || dims.empty())
    refuse("found indices for " + std::to_string(multi_index.size()) + " axes, but the shape " +
           printTuple(dims) + " has " + std::to_string(dims.size()) +
           "; expected one tensor for each, and at least one");
  elementsOf(dims, !llvm::is_contained(broadcastSizes(multi_index), 0));
  Tensor place = int64_t(0);
  for (size_t i = 0; i < dims.size(); ++i) {
    const size_t axis = isFirstFastest ? dims.size() - 1 - i : i;
    const Tensor places = indicesOf(multi_index[axis]);
    place = place * dims[axis];
    place += mode == IndexMode::drop // as they are
                 ? places
                 : in_range(places, dims[axis], mode, /*wrap_negative=*/false);
  }
  return place;
}

std::vector<Tensor> diag_indices(int64_t n, int64_t ndim) {
  const Called called("ct.diag_indices");
  if (n < 0 || ndim < 1)
    refuse("n is " + std::to_string(n) + " and ndim is " + std::to_string(ndim) +
           ", but expected at least 0 and 1");
  checkParts(ndim);
  return std::vector<Tensor>(ndim, iota({n}, 0));
}

std::vector<Tensor> diag_indices_from(const Tensor &x) {
  const Called called("ct.diag_indices_from");
  if (x.ndim() < 2)
    refuse("found shape " + printTuple(openSizesOf(x)) + ", but expected at least two axes");
  for (int64_t axis = 1; axis < x.ndim(); ++axis)
    if (sizeAt(x, axis) != sizeAt(x, 0))
      refuse("found shape " + printTuple(openSizesOf(x)) + ", but expected axes of one size");
  return diag_indices(sizeAt(x, 0), x.ndim());
}

std::pair<Tensor, Tensor> tril_indices_from(const Tensor &x, int64_t k) {
  const Called called("ct.tril_indices_from");
  needMatrixOf(x);
  return tril_indices(sizeAt(x, 0), k, sizeAt(x, 1));
}

std::pair<Tensor, Tensor> triu_indices_from(const Tensor &x, int64_t k) {
  const Called called("ct.triu_indices_from");
  needMatrixOf(x);
  return triu_indices(sizeAt(x, 0), k, sizeAt(x, 1));
}

} // namespace ct

namespace ct::dynamic {

Tuple unravel_index(const Tensor &indices, const Shape &shape) {
  const Called called("ct.unravel_index");
  return {ct::unravel_index(indices, shape)};
}

Tuple diag_indices(int64_t n, int64_t ndim) {
  const Called called("ct.diag_indices");
  return {ct::diag_indices(n, ndim)};
}

Tuple diag_indices_from(const Tensor &arr) {
  const Called called("ct.diag_indices_from");
  return {ct::diag_indices_from(arr)};
}

Tensor ravel_multi_index(const std::vector<Tensor> &multi_index, const Shape &dims,
                         const std::string &mode, const std::string &order,
                         std::optional<DType> dtype) {
  const Called called("ct.ravel_multi_index");
  const DType type = placesType(dtype);
  const auto beyond = IndexMode(oneOf("mode", mode, {"raise", "wrap", "clip", "ignore"}));
  const bool isFirstFastest = oneOf("order", order, {"C", "F"}) == 1;
  return astype(ct::ravel_multi_index(multi_index, dims, beyond, isFirstFastest), type);
}

} // namespace ct::dynamic
