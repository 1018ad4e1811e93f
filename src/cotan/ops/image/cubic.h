// Cubic convolution: R. Keys, "Cubic convolution interpolation for digital image processing", 1981.
#pragma once

#include "cotan/ops/op_rules.h"

namespace cotan {

/// The weights of the four elements around a place that lies `t` behind the second of them, with
/// a = -0.75.
Exprs cubicWeights(const Expr &t);
/// The weight of an element at this distance, with a = -0.5.
Expr cubicFilter(const Expr &distance);

} // namespace cotan
