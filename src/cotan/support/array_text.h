// Arrays as text: printed as NumPy would, and read from literals like [[1, 2], [3, 4]].
#pragma once

#include "cotan/support/array.h"

#include "llvm/Support/Error.h"

#include <string>

namespace cotan {

/// "f64[2, 3]".
std::string describe(const Array &array);

/// One element, with as few digits as tell it from its neighbours: "0.1", "243.0", "nan", "True".
std::string printElement(const Array &array, int64_t index);

/// Nested brackets, one row a line. Of more than `threshold` elements only the first and last three
/// along each axis are shown.
std::string printArray(const Array &array, int64_t threshold = 1000);

/// A number or nested brackets: `3.5`, `[1, 2]`, `[[true], [false]]`, `[nan, -inf]`. Numbers that
/// the element type cannot hold (300 as i8, 1.5 as i64) are errors.
llvm::Expected<Array> parseArray(llvm::StringRef text, DType dtype);

/// "f64" to DType::f64; none if there is no such type.
std::optional<DType> dtypeNamed(llvm::StringRef name);

} // namespace cotan
