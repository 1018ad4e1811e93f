// The picture of the record and the fitted curves, drawn by gnuplot.
#pragma once

#include "record.h"

namespace hare_lynx {

/// Writes an SVG file. `curve` starts in the record's first year, its points `spacing` years apart.
llvm::Error drawPicture(llvm::StringRef path, const std::vector<Year> &record,
                        const std::vector<std::pair<double, double>> &curve, double spacing);

} // namespace hare_lynx
