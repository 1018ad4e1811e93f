// Singular values and vectors as the interpreter computes them: for svd and pinv.
#pragma once

#include "cotan/ops/linear_algebra/dense.h"

namespace cotan {

/// x = u diag(s) vt, where x has at least as many rows as columns; s is one row.
template <typename T> struct Singular {
  Dense<T> u;
  Dense<double> s;
  Dense<T> vt;

  /// All NaN if `x` holds NaN or infinities.
  static Singular of(const Dense<T> &x);
};

extern template struct Singular<double>;
extern template struct Singular<std::complex<double>>;

} // namespace cotan
