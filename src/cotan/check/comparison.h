// Whether two arrays are equal or close, and if not, where they first differ.
#pragma once

#include "cotan/support/array.h"

#include <optional>
#include <string>

namespace cotan::check {

/// An element may differ by absolute + relative * |expected|.
struct Tolerance {
  double relative, absolute;
};

/// What results of one or a few operations in this type may differ by.
Tolerance toleranceOf(DType dtype);

/// All digits of a number, enough to read it back exactly.
std::string printNumber(double value);

/// The first mismatch as text ("at [1, 2]: found 3, expected 4"); none if there is none. Without a
/// tolerance the bits must agree, but any NaN equals any NaN.
std::optional<std::string> mismatch(const Array &found, const Array &expected,
                                    std::optional<Tolerance> tolerance = std::nullopt);

} // namespace cotan::check
