// Products of matrices, which all contractions and convolutions are made of.
#pragma once

#include <cstdint>
#include <functional>

namespace cotan {

/// A matrix in memory: element (i, j) is at data[i * rowStep + j * columnStep].
template <typename T> struct Matrix {
  const T *data;
  int64_t rowStep, columnStep;

  Matrix transposed() const { return {data, columnStep, rowStep}; }
  Matrix part(int64_t row, int64_t column) const {
    return {data + row * rowStep + column * columnStep, rowStep, columnStep};
  }
};

/// Copies a matrix to dense rows; quickly where its columns are dense.
template <typename T> void transpose(Matrix<T> from, int64_t rows, int64_t columns, T *to);

/// As many products of numbers are worth a thread: some ten microseconds.
inline constexpr int64_t workOfThread = int64_t(1) << 20;

/// Sets c to a * b, or adds that to it; a is m by k and b is k by n. The rows of c are dense and
/// begin `cStep` apart. T is float, double, or an unsigned integer type: those wrap around, so they
/// serve for signed ones too.
template <typename T>
void multiply(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, T *c, int64_t cStep,
              bool add = false);

/// Sets c, whose rows are dense, to a * b, and calls `after(first, last)` for each block of rows as
/// soon as they are known, while they are in the cache: on any thread, but on one for each row. T
/// is float or double. Keeps a copy of b, where it needs one, for the next call.
template <typename T>
void multiplyThen(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, T *c,
                  const std::function<void(int64_t first, int64_t last)> &after);

/// Blocks of multiplyThen start at multiples of so many rows.
inline constexpr int64_t rowsOfBlock = 64;

} // namespace cotan
