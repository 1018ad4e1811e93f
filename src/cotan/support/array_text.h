// Arrays as text: printed as NumPy would (print_array.h), and read from literals like
// [[1, 2], [3, 4]].
#pragma once

#include "cotan/support/array.h"
#include "cotan/support/dtype_name.h"
#include "cotan/support/print_array.h"

#include "llvm/Support/Error.h"

#include <string>

namespace cotan {

/// "f64[2, 3]".
std::string describe(const Array &array);

/// A number or nested brackets: `3.5`, `[1, 2]`, `[[true], [false]]`, `[nan, -inf]`. Numbers that
/// the element type cannot hold (300 as i8, 1.5 as i64) are errors.
llvm::Expected<Array> parseArray(llvm::StringRef text, DType dtype);

} // namespace cotan
