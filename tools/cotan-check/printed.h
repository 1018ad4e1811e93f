// What programs print, collected for each thread.
#pragma once

#include <string>

namespace cotan::check {

/// From here on what programs print is collected instead of shown.
void collectPrinted();

/// What programs have printed on this thread since this was asked last.
std::string takePrinted();

} // namespace cotan::check
