// Products with a matrix of few columns, such as layers of networks have for a few examples.
#pragma once

#include "cotan/runtime/kernels/gemm.h"

namespace cotan {

/// The most columns that such a matrix may have, f32 or f64.
template <typename T> inline constexpr int64_t mostNarrow = 64 / sizeof(T);

/// So many columns the result has in memory, where those beyond its `n` mean nothing.
template <typename T> constexpr int64_t narrowWidth(int64_t n) {
  return n <= mostNarrow<T> / 2 ? mostNarrow<T> / 2 : mostNarrow<T>;
}

/// Sets c to a b; a is m by k with dense rows, b is k by n, whose rows are narrowWidth<T>(n) apart
/// and have zeros in what is beyond n, as those of c will be.
template <typename T>
void multiplyNarrow(int64_t m, int64_t n, int64_t k, Matrix<T> a, const T *b, T *c);

} // namespace cotan
