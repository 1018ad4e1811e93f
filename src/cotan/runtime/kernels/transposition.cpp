#include "cotan/runtime/kernels/transposition.h"

#include <algorithm>
#include <cstring>

namespace cotan {
namespace {

typedef float Eight __attribute__((vector_size(32)));

/// Row by row; pairs of numbers of two rows become neighbours, then pairs of those, then halves.
[[gnu::always_inline]] inline void transposeEight(const float *from, int64_t fromStep, float *to,
                                                  int64_t toStep) {
  Eight rows[8], pairs[8], fours[8];
  for (int i = 0; i < 8; ++i)
    std::memcpy(&rows[i], from + i * fromStep, sizeof(Eight));
  for (int i = 0; i < 8; i += 2) {
    pairs[i] = __builtin_shufflevector(rows[i], rows[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    pairs[i + 1] = __builtin_shufflevector(rows[i], rows[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (int i = 0; i < 8; i += 4)
    for (int j = 0; j < 2; ++j) {
      const Eight &low = pairs[i + j], &high = pairs[i + j + 2];
      fours[i + 2 * j] = __builtin_shufflevector(low, high, 0, 1, 8, 9, 4, 5, 12, 13);
      fours[i + 2 * j + 1] = __builtin_shufflevector(low, high, 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int j = 0; j < 4; ++j) {
    const Eight first = __builtin_shufflevector(fours[j], fours[j + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    const Eight second =
        __builtin_shufflevector(fours[j], fours[j + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    std::memcpy(to + j * toStep, &first, sizeof(Eight));
    std::memcpy(to + (j + 4) * toStep, &second, sizeof(Eight));
  }
}

[[gnu::always_inline]] inline void transposeOneByOne(const float *from, int64_t fromStep,
                                                     int64_t rows, int64_t columns, float *to,
                                                     int64_t toStep) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      to[j * toStep + i] = from[i * fromStep + j];
}

constexpr int64_t sideOfBlock = 8, lineOfCache = 16;

/// Up to eight rows, of each a line of the cache.
[[gnu::always_inline]] inline void transposeLines(const float *from, int64_t fromStep, int64_t rows,
                                                  int64_t columns, float *to, int64_t toStep) {
  const int64_t whole = rows == sideOfBlock ? columns / sideOfBlock * sideOfBlock : 0;
  for (int64_t j = 0; j < whole; j += sideOfBlock)
    transposeEight(from + j, fromStep, to + j * toStep, toStep);
  transposeOneByOne(from + whole, fromStep, rows, columns - whole, to + whole * toStep, toStep);
}

} // namespace

// Along those lines that lie farther apart: few are read, or written, at a time.
COTAN_FOR_EACH_PROCESSOR void transposeBlocks(const float *from, int64_t fromStep, int64_t rows,
                                              int64_t columns, float *to, int64_t toStep) {
  auto transposeAt = [&](int64_t i, int64_t j) __attribute__((always_inline)) {
    transposeLines(from + i * fromStep + j, fromStep, std::min(sideOfBlock, rows - i),
                   std::min(lineOfCache, columns - j), to + j * toStep + i, toStep);
  };
  if (fromStep > toStep)
    for (int64_t i = 0; i < rows; i += sideOfBlock)
      for (int64_t j = 0; j < columns; j += lineOfCache)
        transposeAt(i, j);
  else
    for (int64_t j = 0; j < columns; j += lineOfCache)
      for (int64_t i = 0; i < rows; i += sideOfBlock)
        transposeAt(i, j);
}

} // namespace cotan
