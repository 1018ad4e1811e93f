// One block of a product of matrices, by machine code that libxsmm generates for its sizes.
#pragma once

#include "cotan/runtime/kernels/gemm.h"

namespace cotan {

/// c (+)= a * b, where a is m by k and b is k by n. The rows of c are dense.
template <typename T> struct Product {
  int64_t m, n, k;
  Matrix<T> a, b;
  T *c;
  int64_t cStep;
  bool add;

  Product part(int64_t row, int64_t rows, int64_t column, int64_t columns) const {
    return {rows,  columns, k, a.part(row, 0), b.part(0, column), c + row * cStep + column,
            cStep, add};
  }
};

/// For float, double and unsigned integers. The rows of b are dense; those of a, or its columns.
template <typename T> void multiplyBlock(const Product<T> &block);

} // namespace cotan
