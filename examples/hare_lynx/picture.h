// Draws the record and the fitted curves.
#pragma once

#include "model.h"

namespace hare_lynx {

/// Writes an SVG through gnuplot; false, with a message on standard error, if that fails.
bool drawPicture(const std::string &path, const Record &record, Model &model, const Theta &theta);

} // namespace hare_lynx
