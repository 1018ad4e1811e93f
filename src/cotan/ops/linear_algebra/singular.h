// Singular values and vectors as the interpreter computes them: for svd and pinv.
#pragma once

#include "cotan/ops/linear_algebra/matrices.h"

namespace cotan {

/// x = u diag(s) vt, where x has at least as many rows as columns; s is one row.
struct Singular {
  Dense u, s, vt;

  /// All NaN if `x` holds NaN or infinities.
  static Singular of(const Dense &x);
};

} // namespace cotan
