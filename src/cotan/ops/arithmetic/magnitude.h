// The direction of a point, for derivatives of what depends on its distance.
#pragma once

#include "cotan/ops/op_rules.h"

#include <utility>

namespace cotan {

/// (x, y) divided by its distance from the origin; 0 where that is 0 or infinite.
std::pair<Expr, Expr> directionOf(const Expr &x, const Expr &y, const Expr &distance);

} // namespace cotan
