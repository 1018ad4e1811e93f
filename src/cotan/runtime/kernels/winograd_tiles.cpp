// The points are 0, 1, -1 and infinity: all factors are 1 and 1/2, which are exact.
#include "cotan/runtime/kernels/winograd_tiles.h"

#include <cstring>

namespace cotan::winograd {
namespace {

#define COTAN_INLINE __attribute__((always_inline)) // into what is made for a processor

typedef float Vector __attribute__((vector_size(32)));
constexpr int64_t width = sizeof(Vector) / sizeof(float);

COTAN_INLINE inline void load(const float *from, Vector &to) { std::memcpy(&to, from, sizeof(to)); }
COTAN_INLINE inline void store(const Vector &from, float *to) {
  std::memcpy(to, &from, sizeof(from));
}

/// Calls `work` with each tile's number among them, image, row and column.
template <typename F> COTAN_INLINE inline void forEachTile(const SomeTiles &some, F work) {
  const Tiles &tiles = some.tiles;
  for (int64_t i = 0; i < some.count; ++i) {
    const int64_t tile = some.first + i, line = tile / tiles.across;
    work(i, line / tiles.down, 2 * (line % tiles.down), 2 * (tile % tiles.across));
  }
}

/// Where `size` by `size` places begin; those outside of the image are zeros.
template <int size>
COTAN_INLINE inline void findPlaces(const Images<const float> &x, int64_t entry, int64_t row,
                                    int64_t column, const float *zeros,
                                    const float *(&places)[size][size]) {
  for (int64_t i = 0; i < size; ++i)
    for (int64_t j = 0; j < size; ++j) {
      const int64_t r = row + i, c = column + j;
      const bool isInside = r >= 0 && r < x.rows && c >= 0 && c < x.columns;
      places[i][j] = isInside ? x.at(entry, r, c) : zeros;
    }
}

COTAN_INLINE inline void inputLine(const Vector &a, const Vector &b, const Vector &c,
                                   const Vector &d, Vector (&to)[4]) {
  to[0] = a - c;
  to[1] = b + c;
  to[2] = c - b;
  to[3] = b - d;
}

COTAN_INLINE inline void kernelLine(const Vector &a, const Vector &b, const Vector &c,
                                    Vector (&to)[4]) {
  const Vector outer = (a + c) * 0.5f, inner = b * 0.5f;
  to[0] = a;
  to[1] = outer + inner;
  to[2] = outer - inner;
  to[3] = c;
}

COTAN_INLINE inline void pairLine(const Vector &a, const Vector &b, Vector (&to)[4]) {
  to[0] = a;
  to[1] = (a + b) * 0.5f;
  to[2] = (a - b) * 0.5f;
  to[3] = b;
}

COTAN_INLINE inline void sumLine(const Vector &a, const Vector &b, const Vector &c, const Vector &d,
                                 Vector (&to)[3]) {
  to[0] = a + b + c;
  to[1] = b - c;
  to[2] = b + c - d;
}

COTAN_INLINE inline bool isZero(const Vector &x) {
  float sum = 0;
  for (int i = 0; i < width; ++i)
    sum += x[i];
  return sum == 0;
}

/// `from` are four lines across; to[j] is what has become of column j.
COTAN_INLINE inline void inputTile(const Vector (&from)[4][4], Vector (&to)[4][4]) {
  Vector down[4][4];
  for (int j = 0; j < 4; ++j)
    inputLine(from[0][j], from[1][j], from[2][j], from[3][j], down[j]);
  for (int i = 0; i < 4; ++i)
    inputLine(down[0][i], down[1][i], down[2][i], down[3][i], to[i]);
}

} // namespace

COTAN_FOR_EACH_PROCESSOR void transformInputs(const Images<const float> &x, const SomeTiles &some,
                                              const int64_t (&low)[2], const float *zeros,
                                              float *to) {
  forEachTile(some, [&](int64_t tile, int64_t image, int64_t row, int64_t column) COTAN_INLINE {
    const float *places[4][4];
    findPlaces(x, image, row - low[0], column - low[1], zeros, places);
    float *const begin = to + tile * x.channels;
    for (int64_t channel = 0; channel < x.channels; channel += width) {
      Vector from[4][4], made[4][4];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          load(places[i][j] + channel, from[i][j]);
      inputTile(from, made);
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          store(made[i][j], begin + channel + (4 * i + j) * some.step);
    }
  });
}

COTAN_FOR_EACH_PROCESSOR void transformKernel(const float *kernel, int64_t outputs, float *to,
                                              int64_t step) {
  for (int64_t output = 0; output < outputs; output += width) {
    Vector from[3][3], down[3][4], made[4];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        load(kernel + (3 * i + j) * outputs + output, from[i][j]);
    for (int j = 0; j < 3; ++j)
      kernelLine(from[0][j], from[1][j], from[2][j], down[j]);
    for (int i = 0; i < 4; ++i) {
      kernelLine(down[0][i], down[1][i], down[2][i], made);
      for (int j = 0; j < 4; ++j)
        store(made[j], to + (4 * i + j) * step + output);
    }
  }
}

COTAN_FOR_EACH_PROCESSOR bool transformResults(const float *from, const SomeTiles &some,
                                               const Images<float> &y) {
  Vector spoiled = {}; // 0 times infinity and NaN is NaN
  forEachTile(some, [&](int64_t tile, int64_t image, int64_t row, int64_t column) COTAN_INLINE {
    const float *const begin = from + tile * y.channels;
    const bool hasBelow = row + 1 < y.rows, hasRight = column + 1 < y.columns;
    float *const first = y.at(image, row, column);
    for (int64_t channel = 0; channel < y.channels; channel += width) {
      Vector top[4], bottom[4];
      for (int j = 0; j < 4; ++j) {
        Vector line[4];
        for (int i = 0; i < 4; ++i)
          load(begin + channel + (4 * i + j) * some.step, line[i]);
        top[j] = line[0] + line[1] + line[2];
        bottom[j] = line[1] - line[2] - line[3];
      }
      auto finish = [&](const Vector(&sums)[4], float *place) COTAN_INLINE {
        const Vector left = sums[0] + sums[1] + sums[2], right = sums[1] - sums[2] - sums[3];
        spoiled += (left + right) * 0.0f;
        store(left, place);
        if (hasRight)
          store(right, place + y.columnStep);
      };
      finish(top, first + channel);
      if (hasBelow)
        finish(bottom, first + y.rowStep + channel);
    }
  });
  return isZero(spoiled);
}

COTAN_FOR_EACH_PROCESSOR void transformCotangents(const Images<const float> &dy,
                                                  const SomeTiles &some, const float *zeros,
                                                  float *to) {
  forEachTile(some, [&](int64_t tile, int64_t image, int64_t row, int64_t column) COTAN_INLINE {
    const float *places[2][2];
    findPlaces(dy, image, row, column, zeros, places);
    float *const begin = to + tile * dy.channels;
    for (int64_t channel = 0; channel < dy.channels; channel += width) {
      Vector from[2][2], down[2][4], made[4];
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          load(places[i][j] + channel, from[i][j]);
      for (int j = 0; j < 2; ++j)
        pairLine(from[0][j], from[1][j], down[j]);
      for (int i = 0; i < 4; ++i) {
        pairLine(down[0][i], down[1][i], made);
        for (int j = 0; j < 4; ++j)
          store(made[j], begin + channel + (4 * i + j) * some.step);
      }
    }
  });
}

COTAN_FOR_EACH_PROCESSOR bool transformSums(const float *from, int64_t outputs, float *to,
                                            int64_t step) {
  Vector spoiled = {};
  for (int64_t output = 0; output < outputs; output += width) {
    Vector down[4][3], made[3];
    for (int j = 0; j < 4; ++j) {
      Vector line[4];
      for (int i = 0; i < 4; ++i)
        load(from + (4 * i + j) * step + output, line[i]);
      sumLine(line[0], line[1], line[2], line[3], down[j]);
    }
    for (int i = 0; i < 3; ++i) {
      sumLine(down[0][i], down[1][i], down[2][i], down[3][i], made);
      for (int j = 0; j < 3; ++j) {
        spoiled += made[j] * 0.0f;
        store(made[j], to + (3 * i + j) * outputs + output);
      }
    }
  }
  return isZero(spoiled);
}

#undef COTAN_INLINE

} // namespace cotan::winograd
