// Tensors as text, as NumPy would print them.
#pragma once

#include "cotan/support/elements.h"

#include <string>

namespace cotan {

/// One element, with as few digits as tell it from its neighbours: "0.1", "243.0", "nan", "True".
std::string printElement(const Elements &array, int64_t index);

/// Nested brackets, one row a line. Of more than `threshold` elements only the first and last three
/// along each axis are shown.
std::string printArray(const Elements &array, int64_t threshold = 1000);

} // namespace cotan
