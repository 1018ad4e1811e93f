// Triangular factors of matrices of any shape. Not installed.
#pragma once

#include "cotan/functions/linalg/factors.h"

namespace ct {

/// p a = l u, with as many columns of l and rows of u as the matrix has of the fewer. The factors
/// have the shape of a: l is below the diagonal, u on and above it.
LuFactors eliminated(const Tensor &a);

/// What the factors hold: l with its ones, and u.
Tensor lowerOf(const Tensor &factors);
Tensor upperOf(const Tensor &factors);

} // namespace ct
