// Copies of blocks of matrices that lie as the products want them.
#pragma once

#include "cotan/runtime/kernels/gemm.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace cotan {

/// Turns a square of four rows and columns; what lies side by side in memory stays so in registers.
inline void turnSquare(const float *from, int64_t fromStep, float *to, int64_t toStep) {
  using Four = float __attribute__((vector_size(16)));
  Four rows[4];
  for (int i = 0; i < 4; ++i)
    std::memcpy(&rows[i], from + i * fromStep, sizeof(Four));
  const Four a = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
  const Four b = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
  const Four c = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
  const Four d = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
  const Four turned[4] = {
      __builtin_shufflevector(a, b, 0, 1, 4, 5), __builtin_shufflevector(a, b, 2, 3, 6, 7),
      __builtin_shufflevector(c, d, 0, 1, 4, 5), __builtin_shufflevector(c, d, 2, 3, 6, 7)};
  for (int i = 0; i < 4; ++i)
    std::memcpy(to + i * toStep, &turned[i], sizeof(Four));
}

/// Copies a block of a matrix whose columns may be dense so that the rows are.
template <typename T>
void packBlock(Matrix<T> from, int64_t rows, int64_t columns, T *to, int64_t step) {
  int64_t turned = 0; // columns that are done
  if constexpr (std::is_same_v<T, float>)
    if (from.rowStep == 1 && rows % 4 == 0)
      for (; turned + 4 <= columns; turned += 4)
        for (int64_t i = 0; i < rows; i += 4)
          turnSquare(from.part(i, turned).data, from.columnStep, to + i * step + turned, step);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = turned; j < columns; ++j)
      to[i * step + j] = from.data[i * from.rowStep + j * from.columnStep];
}

/// Copies a matrix so that its rows are dense. In blocks: whichever way it lies, the cache lines
/// of both are used whole.
template <typename T>
void pack(Matrix<T> from, int64_t rows, int64_t columns, T *to, int64_t step) {
  if (from.columnStep == 1) {
    for (int64_t i = 0; i < rows; ++i)
      std::copy_n(from.data + i * from.rowStep, columns, to + i * step);
    return;
  }
  constexpr int64_t side = 16;
  for (int64_t i = 0; i < rows; i += side)
    for (int64_t j = 0; j < columns; j += side)
      packBlock(from.part(i, j), std::min(side, rows - i), std::min(side, columns - j),
                to + i * step + j, step);
}

} // namespace cotan
