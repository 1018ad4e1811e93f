// Memory for elements of tensors.
#pragma once

#include <cstddef>

namespace cotan {

/// What the machine has.
size_t systemMemory();

/// Not initialized; aligned to a cache line, if large to a page; null if the system has no more.
/// What is more than the machine has is not asked for: the system might promise it all the same.
/// Freed by std::free.
void *allocateElements(size_t bytes);

} // namespace cotan
