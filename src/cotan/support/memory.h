// Memory for elements of tensors.
#pragma once

#include <cstddef>

namespace cotan {

/// What the machine has.
size_t systemMemory();

/// Memory that is not initialized, aligned to a cache line, with `front` bytes of the caller's
/// before it, a multiple of a line; null if the system has no more. What is more than the machine
/// has is not asked for: the system might promise it all the same.
///
/// Large ones start on different lines of a page. A processor keeps few lines that lie alike in
/// their pages, so a loop over many tensors in step would lose each before it is read on.
void *allocateElements(size_t bytes, size_t front = 0);
void freeElements(void *elements, size_t bytes, size_t front = 0);

} // namespace cotan
