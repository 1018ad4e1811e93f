// Some elements of an array, at equal distances along each axis: what slices and integers choose.
#pragma once

#include "cotan/support/array.h"

namespace cotan {

/// The first one's place, and along each axis how many there are and how far apart, in elements.
struct Strided {
  int64_t start = 0;
  llvm::SmallVector<int64_t, 4> sizes, strides;
};

/// The elements at these places, in the memory of `array` if they lie there in one piece.
Array elementsAt(const Array &array, const Strided &places);

/// A copy in which these elements are those of `values`, which broadcasts to their sizes and has
/// the element type of `array`.
Array withElements(const Array &array, const Strided &places, const Array &values);

/// Calls `visit` with each place in a block of these sizes, in row-major order.
void forEachPlace(llvm::ArrayRef<int64_t> sizes,
                  llvm::function_ref<void(llvm::ArrayRef<int64_t>)> visit);

} // namespace cotan
