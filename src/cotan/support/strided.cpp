#include "cotan/support/strided.h"

#include <cstring>

namespace cotan {
namespace {

using Strides = llvm::ArrayRef<int64_t>;

/// Keeps the array alive whose memory a part of it is.
struct Whole : ArrayOwner {
  explicit Whole(Array array) : array(std::move(array)) {}
  Array array;
};

/// Copies a row of elements that lie so far apart on both sides.
template <typename Unit>
void copyRow(Unit *to, int64_t toStride, const Unit *from, int64_t fromStride, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    to[i * toStride] = from[i * fromStride];
}

void copyRow(std::byte *to, int64_t toStride, const std::byte *from, int64_t fromStride,
             int64_t count, size_t bytes) {
  auto copy = [&](auto unit) {
    using Unit = decltype(unit);
    copyRow(reinterpret_cast<Unit *>(to), toStride, reinterpret_cast<const Unit *>(from),
            fromStride, count);
  };
  if (toStride == 1 && fromStride == 1)
    std::memcpy(to, from, count * bytes);
  else if (bytes == 1)
    copy(uint8_t{});
  else if (bytes == 2)
    copy(uint16_t{});
  else if (bytes == 4)
    copy(uint32_t{});
  else
    bytes == 8 ? copy(uint64_t{}) : copy(std::complex<double>{});
}

/// Row by row along the last axis; `index` counts the rows.
void copyStrided(std::byte *to, Strides toStrides, const std::byte *from, Strides fromStrides,
                 llvm::ArrayRef<int64_t> sizes, size_t bytes) {
  if (llvm::is_contained(sizes, 0))
    return;
  const size_t outer = sizes.empty() ? 0 : sizes.size() - 1;
  llvm::SmallVector<int64_t, 4> index(outer, 0);
  while (true) {
    int64_t toPlace = 0, fromPlace = 0;
    for (size_t i = 0; i < outer; ++i) {
      toPlace += index[i] * toStrides[i];
      fromPlace += index[i] * fromStrides[i];
    }
    copyRow(to + toPlace * int64_t(bytes), sizes.empty() ? 1 : toStrides.back(),
            from + fromPlace * int64_t(bytes), sizes.empty() ? 1 : fromStrides.back(),
            sizes.empty() ? 1 : sizes.back(), bytes);
    size_t axis = outer;
    while (axis > 0 && ++index[axis - 1] == sizes[axis - 1])
      index[--axis] = 0;
    if (axis == 0)
      return;
  }
}

/// Whether the elements lie one behind the other, in order.
bool areOnePiece(const Strided &places) {
  int64_t count = 1;
  for (size_t i = places.sizes.size(); i-- > 0; count *= places.sizes[i])
    if (places.sizes[i] != 1 && places.strides[i] != count)
      return false;
  return true;
}

/// The strides of `array` as it broadcasts to these sizes.
llvm::SmallVector<int64_t, 4> broadcastStrides(const Array &array, size_t rank) {
  llvm::SmallVector<int64_t, 4> own = stridesOf(array.shape()), strides(rank, 0);
  for (size_t i = 0; i < own.size(); ++i)
    if (array.shape()[i] != 1)
      strides[rank - own.size() + i] = own[i];
  return strides;
}

} // namespace

Array elementsAt(const Array &array, const Strided &places) {
  constexpr size_t small = 16; // held by the array itself: it need not keep the others alive
  const size_t bytes = sizeOf(array.dtype());
  if (elementCount(places.sizes) * bytes > small && areOnePiece(places))
    return Array(array.dtype(), places.sizes,
                 const_cast<std::byte *>(array.data()) + places.start * bytes,
                 std::make_shared<Whole>(array));
  Array result(array.dtype(), places.sizes);
  copyStrided(result.mutableData(), stridesOf(places.sizes), array.data() + places.start * bytes,
              places.strides, places.sizes, bytes);
  return result;
}

Array withElements(const Array &array, const Strided &places, const Array &values) {
  const size_t bytes = sizeOf(array.dtype());
  Array result(array.dtype(), array.shape());
  std::memcpy(result.mutableData(), array.data(), array.bytes());
  copyStrided(result.mutableData() + places.start * bytes, places.strides, values.data(),
              broadcastStrides(values, places.sizes.size()), places.sizes, bytes);
  return result;
}

void forEachPlace(llvm::ArrayRef<int64_t> sizes,
                  llvm::function_ref<void(llvm::ArrayRef<int64_t>)> visit) {
  llvm::SmallVector<int64_t> place(sizes.size(), 0);
  for (bool isInside = !llvm::is_contained(sizes, 0); isInside;) {
    visit(place);
    isInside = false;
    for (int64_t axis = int64_t(sizes.size()) - 1; axis >= 0 && !isInside; --axis) {
      isInside = ++place[axis] < sizes[axis];
      place[axis] = isInside ? place[axis] : 0;
    }
  }
}

} // namespace cotan
