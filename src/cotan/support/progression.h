// Numbers that count evenly.
#pragma once

#include "cotan/support/array.h"

#include <optional>

namespace cotan {

/// `first`, `first + step`, ...: `count` numbers, at least one.
struct Progression {
  int64_t first, step, count;

  int64_t last() const { return first + (count - 1) * step; }
};

/// The elements of a vector of integers, if they are such numbers; the step of one is 0.
std::optional<Progression> progressionOf(const Array &numbers);

} // namespace cotan
