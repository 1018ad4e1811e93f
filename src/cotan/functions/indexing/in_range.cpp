// Indices that are out of range, as JAX's `mode` says.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/index_in_full.h"
#include "cotan/functions/indexing/index_plan.h"
#include "cotan/functions/indexing/integer_range.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {
namespace {

/// From the front, where it may be out of range.
Tensor fromFront(const Tensor &places, const Tensor &size, bool wrapNegative) {
  return wrapNegative ? where(places < 0, places + size, places) : places;
}

void needWithin(const Tensor &places, const Tensor &size, bool wrapNegative) {
  if (places.isTraced() || size.isTraced())
    refuse<TypeError>("of a traced tensor: whether indices are in range is not known; say what "
                      "they mean with mode=\"wrap\" or mode=\"clip\"");
  const Tensor least = wrapNegative ? -size : Tensor(0);
  if (any(logical_or(places < least, places >= size)).item<bool>())
    refuse<IndexError>("an index is out of range for size " + std::to_string(size.item<int64_t>()));
}

/// A number, if it is known and within the range then; else a tensor, which may be beyond it.
Index movedNumber(int64_t place, int64_t size, IndexMode mode, bool wrapNegative) {
  const bool isInside = place < size && place >= (wrapNegative ? -size : 0);
  if (isInside)
    return place;
  const Tensor there = in_range(Tensor(place), Tensor(size), mode, wrapNegative);
  return mode == IndexMode::drop || size == 0 ? Index(there) : Index(there.item<int64_t>());
}

bool isPlaces(const Index &index) {
  auto *tensor = std::get_if<Tensor>(&index);
  return tensor && !isMask(index) && !isInexact(tensor->dtype());
}

} // namespace

Tensor in_range(const Tensor &given, const Tensor &size, IndexMode mode, bool wrap_negative) {
  const Tensor places = astype(given, DType::int64);
  switch (mode) {
  case IndexMode::raise: needWithin(places, size, wrap_negative); return places;
  case IndexMode::wrap: return remainder(places, maximum(size, 1));
  case IndexMode::clip:
    return clip(fromFront(places, size, wrap_negative), 0, maximum(size - 1, 0));
  case IndexMode::drop: // those that are still negative are read from the end once more
    return wrap_negative ? places : where(places < 0, size, places);
  }
  llvm_unreachable("unknown mode");
}

Indices in_range(const Tensor &x, Indices indices, IndexMode mode, bool wrap_negative) {
  const int64_t left = x.ndim() - axesAt(indices);
  if (left < 0)
    return indices; // which is an error to come
  int64_t axis = 0;
  for (Index &index : indices) {
    auto *number = std::get_if<int64_t>(&index);
    const int64_t size = number || isPlaces(index) ? openSizesOf(x)[axis] : 0;
    if (number && !isOpen(size))
      index = movedNumber(*number, size, mode, wrap_negative);
    else if (number || isPlaces(index))
      index = in_range(number ? Tensor(*number) : std::get<Tensor>(index), outer(sizeTensor(size)),
                       mode, wrap_negative);
    axis += std::holds_alternative<Ellipsis>(index) ? left : axesAt(index);
  }
  return indices;
}

Tensor usualFill(DType dtype) {
  if (isInexact(dtype))
    return NAN;
  if (dtype == DType::bool_)
    return true;
  if (dtype == DType::int4 || dtype == DType::uint4)
    return dtype == DType::int4 ? -8 : 15;
  return cotan::isUnsigned(inner(dtype)) ? largestInteger(dtype) : leastInteger(dtype);
}

Tensor index_or(const Tensor &x, const Indices &indices, const std::optional<Tensor> &fill) {
  const Called called("ct.index_or");
  if (llvm::none_of(indices, isPlaces))
    return index(x, indices);
  Tensor isThere = select(full(shapeOf(x), true), indices, OutOfRange::zero);
  Tensor found = select(x, indices, OutOfRange::zero);
  return where(isThere, found, astype(fill.value_or(usualFill(x.dtype())), x.dtype()));
}

} // namespace ct
