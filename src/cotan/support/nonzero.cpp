// Two passes: the first one counts. The second writes each place, and stays where it is unless the
// place counts: without a branch, which could not be guessed.
#include "cotan/support/nonzero.h"

#include <cassert>
#include <cstring>

namespace cotan {
namespace {

template <typename T> bool isNonzero(T x) {
  if constexpr (isFloatStorage<T> && !std::is_floating_point_v<T>)
    return static_cast<double>(x) != 0;
  else
    return x != T();
}

template <typename T> int64_t countNonzero(llvm::ArrayRef<T> x) {
  int64_t count = 0;
  for (T each : x)
    count += isNonzero(each);
  return count;
}

/// Places in the row of all elements.
Array flatPlaces(const Array &x) {
  return visitStored(x.dtype(), [&](auto element) {
    auto from = x.values<decltype(element)>();
    const int64_t count = countNonzero(from);
    Array places(DType::i64, {count});
    auto to = places.mutableValues<int64_t>();
    int64_t found = 0;
    for (int64_t i = 0; found < count; ++i) {
      to[found] = i;
      found += isNonzero(from[i]);
    }
    return places;
  });
}

template <typename T> void copyWhere(const Array &x, llvm::ArrayRef<bool> mask, Array &result) {
  auto from = reinterpret_cast<const T *>(x.data());
  auto to = reinterpret_cast<T *>(result.mutableData());
  const int64_t count = result.size();
  int64_t found = 0;
  for (int64_t i = 0; found < count; ++i) {
    to[found] = from[i];
    found += mask[i];
  }
}

void copySlicesWhere(const Array &x, llvm::ArrayRef<bool> mask, size_t bytes, Array &result) {
  std::byte *to = result.mutableData();
  for (size_t i = 0; i < mask.size(); ++i)
    if (mask[i]) {
      std::memcpy(to, x.data() + i * bytes, bytes);
      to += bytes;
    }
}

} // namespace

std::vector<Array> placesOfNonzero(const Array &x) {
  Array flat = flatPlaces(x);
  if (x.rank() == 1)
    return {flat};
  std::vector<Array> columns;
  const auto strides = stridesOf(x.shape());
  for (int64_t axis = 0; axis < x.rank(); ++axis) {
    columns.emplace_back(DType::i64, flat.shape());
    llvm::transform(flat.values<int64_t>(), columns.back().mutableValues<int64_t>().begin(),
                    [&](int64_t place) { return place / strides[axis] % x.shape()[axis]; });
  }
  return columns;
}

Array slicesWhere(const Array &x, const Array &mask) {
  assert(mask.dtype() == DType::i1 && mask.shape() == x.shape().take_front(mask.rank()));
  auto isWanted = mask.values<bool>();
  llvm::SmallVector<int64_t> sizes = {countNonzero(isWanted)};
  llvm::append_range(sizes, x.shape().drop_front(mask.rank()));
  Array result(x.dtype(), sizes);
  if (result.size() == 0)
    return result;
  if (result.size() != sizes[0]) {
    copySlicesWhere(x, isWanted, result.bytes() / sizes[0], result);
    return result;
  }
  switch (sizeOf(x.dtype())) {
  case 1: copyWhere<uint8_t>(x, isWanted, result); break;
  case 2: copyWhere<uint16_t>(x, isWanted, result); break;
  case 4: copyWhere<uint32_t>(x, isWanted, result); break;
  case 8: copyWhere<uint64_t>(x, isWanted, result); break;
  default: copyWhere<std::complex<double>>(x, isWanted, result);
  }
  return result;
}

} // namespace cotan
