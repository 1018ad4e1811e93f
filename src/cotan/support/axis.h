// Axes that are known when a program runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace cotan {

/// The axis counted from the front, where a negative one counts from behind the last; none if there
/// is no such axis.
inline std::optional<int64_t> axisFromFront(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    return {};
  return axis < 0 ? axis + rank : axis;
}

inline std::string noSuchAxis(int64_t axis, int64_t rank) {
  return "axis " + std::to_string(axis) + " is out of range for a tensor with " +
         std::to_string(rank) + (rank == 1 ? " axis" : " axes");
}

} // namespace cotan
