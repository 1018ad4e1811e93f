// Memory for elements of tensors.
#pragma once

#include <cstddef>

namespace cotan {

/// Not initialized; aligned to a cache line, if large to a page; null if the system has no more.
/// Freed by std::free.
void *allocateElements(size_t bytes);

} // namespace cotan
