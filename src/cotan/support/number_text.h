// Numbers as Python's format() writes them: "{:8.3f}".
#pragma once

#include "cotan/support/elements.h"

#include <string>
#include <string_view>

namespace cotan {

/// How Python and NumPy lay out a positive finite number: all digits from 1e-4 to 1e16, else an
/// exponent. `scientific` has the digits that count, as "1.25e-07".
std::string layOut(std::string_view scientific);

/// Whether `format` is [[fill]align][sign][0][width][.precision][type], with d for integers and
/// truth values, or one of e, E, f, F, g, G, %; all of it may be left out.
bool isNumberFormat(std::string_view format, DType dtype);

/// A tensor of one number, formatted.
std::string formatNumber(const Elements &number, std::string_view format);

} // namespace cotan
