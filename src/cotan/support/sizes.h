// How many elements and bytes a tensor has. Counted here and nowhere else where sizes may be any:
// no product of sizes that were let through overflows. No MLIR, no LLVM: the runtime counts so too.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace cotan {

/// The most bytes a tensor can have: what a processor addresses.
constexpr int64_t mostBytes = int64_t{1} << 47;

/// The number of elements of `width` bytes, if there can be a tensor of these sizes: none is
/// negative, and it has at most mostBytes. Of an empty one, too, the sizes that are not 0 must have
/// a product that can be counted: loops multiply some of the sizes, not always all of them.
std::optional<int64_t> countElements(std::span<const int64_t> sizes, int64_t width);

/// Whether sizes there is no tensor of are too large, and not negative.
bool areTooLarge(std::span<const int64_t> sizes);
/// Why there is no tensor of these sizes.
std::string whyNoTensor(std::span<const int64_t> sizes);

} // namespace cotan
