// Copies of tensors whose elements lie in another order.
#pragma once

#include "cotan/runtime/parallel.h"

#include <algorithm>
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

namespace detail {
template <typename T>
void copyAxes(const std::vector<int64_t> &sizes, const T *from,
              const std::vector<int64_t> &fromSteps, T *to, const std::vector<int64_t> &toSteps,
              size_t axis) {
  if (axis == sizes.size()) {
    *to = *from;
    return;
  }
  const int64_t fromStep = fromSteps[axis], toStep = toSteps[axis];
  if (axis + 1 == sizes.size())
    for (int64_t i = 0; i < sizes[axis]; ++i)
      to[i * toStep] = from[i * fromStep];
  else
    for (int64_t i = 0; i < sizes[axis]; ++i)
      copyAxes(sizes, from + i * fromStep, fromSteps, to + i * toStep, toSteps, axis + 1);
}
} // namespace detail

/// On all threads, by the first two axes, which there must be. Steps may be negative.
template <typename T>
void copySteps(const std::vector<int64_t> &sizes, const T *from,
               const std::vector<int64_t> &fromSteps, T *to, const std::vector<int64_t> &toSteps) {
  const int64_t pieces = sizes[0] * sizes[1];
  int64_t size = 1;
  for (size_t axis = 2; axis < sizes.size(); ++axis)
    size *= sizes[axis];
  runtime::parallelFor(
      pieces, 1 + (1 << 14) / std::max<int64_t>(1, size), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end && !mustStop(); ++i) {
          const int64_t first = i / sizes[1], second = i % sizes[1];
          detail::copyAxes(sizes, from + first * fromSteps[0] + second * fromSteps[1], fromSteps,
                           to + first * toSteps[0] + second * toSteps[1], toSteps, 2);
        }
      });
}

} // namespace cotan
