// One block of a product of matrices, by machine code that libxsmm generates for its sizes.
#pragma once

#include "cotan/runtime/kernels/gemm.h"

namespace cotan {

/// c (+)= a * b, where a is m by k and b is k by n. The rows of b and of c are dense; those of a,
/// or its columns.
template <typename T> struct BlockProduct {
  int64_t m, n, k;
  Matrix<T> a, b;
  T *c;
  int64_t cStep;
  bool add;
};

/// For float, double and unsigned integers.
template <typename T> void multiplyBlock(const BlockProduct<T> &block);

} // namespace cotan
