// What tells two builds of a program or a library apart.
#pragma once

#include <string>

namespace cotan {

/// The identity the linker gave to the program or shared library that holds `address`; empty if it
/// gave none.
std::string buildIdOf(const void *address);

} // namespace cotan
