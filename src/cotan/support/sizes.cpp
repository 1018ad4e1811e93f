#include "cotan/support/sizes.h"

#include <algorithm>
#include <bit>

namespace cotan {

std::optional<int64_t> countElements(std::span<const int64_t> sizes, int64_t width) {
  int64_t count = 1, bytes = width;
  for (int64_t size : sizes) {
    if (size < 0 || __builtin_mul_overflow(bytes, std::max<int64_t>(size, 1), &bytes))
      return std::nullopt;
    count *= size; // no more than `bytes`
  }
  return count == 0 || bytes <= mostBytes ? std::optional(count) : std::nullopt;
}

bool areTooLarge(std::span<const int64_t> sizes) {
  return std::ranges::none_of(sizes, [](int64_t size) { return size < 0; });
}

std::string whyNoTensor(std::span<const int64_t> sizes) {
  std::string shape;
  for (int64_t size : sizes)
    shape += (shape.empty() ? "" : ", ") + std::to_string(size);
  if (!areTooLarge(sizes))
    return "shape [" + shape + "] has a negative size";
  return "an array of shape [" + shape + "] is too large: it would take more than 2^" +
         std::to_string(std::bit_width(uint64_t(mostBytes)) - 1) + " bytes";
}

} // namespace cotan
