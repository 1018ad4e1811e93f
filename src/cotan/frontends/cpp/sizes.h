// Sizes that are computed from what the user gave: any of them may be more than there can be.
#pragma once

#include <cstdint>
#include <span>

namespace ct {

/// a + b and a * b; throw ValueError, as from the function of this name, if 63 bits do not hold
/// them.
int64_t addSizes(const char *name, int64_t a, int64_t b);
int64_t multiplySizes(const char *name, int64_t a, int64_t b);

/// More parts than anybody has use for: each is a tensor of its own.
void checkParts(const char *name, int64_t parts);

} // namespace ct
