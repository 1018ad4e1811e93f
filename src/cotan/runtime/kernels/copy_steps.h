// Copies of tensors whose elements lie in another order.
#pragma once

#include <cstdint>
#include <vector>

namespace cotan {

/// The steps of a tensor without gaps, row by row: how many elements neighbours along each axis are
/// apart.
inline std::vector<int64_t> denseSteps(const std::vector<int64_t> &sizes) {
  std::vector<int64_t> steps(sizes.size());
  int64_t step = 1;
  for (size_t i = sizes.size(); i-- > 0; step *= sizes[i])
    steps[i] = step;
  return steps;
}

/// Axes from `axis` on; steps may be negative.
template <typename T>
void copySteps(const std::vector<int64_t> &sizes, const T *from,
               const std::vector<int64_t> &fromSteps, T *to, const std::vector<int64_t> &toSteps,
               size_t axis = 0) {
  if (axis == sizes.size()) {
    *to = *from;
    return;
  }
  for (int64_t i = 0; i < sizes[axis]; ++i)
    copySteps(sizes, from + i * fromSteps[axis], fromSteps, to + i * toSteps[axis], toSteps,
              axis + 1);
}

} // namespace cotan
