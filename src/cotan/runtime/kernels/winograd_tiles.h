// What tiles of images become for Winograd's convolutions: two by two results are products, one by
// one, of what four by four elements of x and three by three of the kernel become.
#pragma once

#include "cotan/runtime/kernels/processors.h"

#include <cstdint>

namespace cotan::winograd {

/// Images whose channels are neighbours, in memory from some entry and row on.
template <typename T> struct Images {
  T *data;
  int64_t firstEntry, firstRow;
  int64_t rows, columns, channels; // of all
  int64_t entryStep, rowStep, columnStep;

  T *at(int64_t entry, int64_t row, int64_t column) const {
    return data + (entry - firstEntry) * entryStep + (row - firstRow) * rowStep +
           column * columnStep;
  }
};

/// Tiles of two by two places of all images, one image after the other.
struct Tiles {
  int64_t images, down, across;
  int64_t count() const { return images * down * across; }
};

/// Some of the tiles, and how many numbers the sixteen matrices are apart that have a row for each.
struct SomeTiles {
  const Tiles &tiles;
  int64_t first, count;
  int64_t step;
};

/// Of the elements of x that each tile meets, whose corner is `low` places before the tile's. There
/// are zeros around the images, as many as `zeros` has, which is one of each channel.
COTAN_FOR_EACH_PROCESSOR void transformInputs(const Images<const float> &x, const SomeTiles &some,
                                              const int64_t (&low)[2], const float *zeros,
                                              float *to);

/// Of one channel of a kernel, with numbers `[3 * 3][output]`: rows of sixteen matrices, `step`
/// numbers apart.
COTAN_FOR_EACH_PROCESSOR void transformKernel(const float *kernel, int64_t outputs, float *to,
                                              int64_t step);

/// The results in each tile, of what products are. Answers whether they are finite.
COTAN_FOR_EACH_PROCESSOR bool transformResults(const float *from, const SomeTiles &some,
                                               const Images<float> &y);

/// Of each tile of the cotangent of results, to make products with what x becomes.
COTAN_FOR_EACH_PROCESSOR void transformCotangents(const Images<const float> &dy,
                                                  const SomeTiles &some, const float *zeros,
                                                  float *to);

/// The cotangent of a channel of the kernel, of sums of these products, whose matrices are `step`
/// numbers apart. Answers whether it is finite.
COTAN_FOR_EACH_PROCESSOR bool transformSums(const float *from, int64_t outputs, float *to,
                                            int64_t step);

} // namespace cotan::winograd
