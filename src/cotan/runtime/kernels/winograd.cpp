// Tiles become sixteen matrices with a column for each channel, and what the kernel becomes meets
// them in sixteen products: for as many tiles at a time as stay in the cache. Where channels are
// not neighbours, the rows that these tiles meet are copied first. Nothing depends on the number of
// threads.
#include "cotan/runtime/kernels/winograd.h"

#include "cotan/runtime/kernels/gemm.h"
#include "cotan/runtime/kernels/scratch.h"
#include "cotan/runtime/kernels/three_by_three.h"
#include "cotan/runtime/kernels/transposition.h"
#include "cotan/runtime/kernels/winograd_tiles.h"
#include "cotan/runtime/parallel.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>

namespace cotan {
namespace {

using winograd::Images;
using winograd::SomeTiles;
using winograd::Tiles;

constexpr int64_t matrices = 16, placesOfKernel = 9;
constexpr int64_t mostSums = 1 << 23; // of the kernel's elements, which parts have for themselves

Tiles tilesOf(const ThreeByThree &p) {
  return {p.y.entries, (p.y.rows + 1) / 2, (p.y.columns + 1) / 2};
}

double multiplicationsOf(const ThreeByThree &p) {
  return double(p.places()) * double(p.x.channels * p.y.channels * placesOfKernel);
}

/// Whether it takes less time: what tiles become is written and read again.
bool isFit(const ThreeByThree &p) {
  constexpr double leastWork = 1 << 24, mostLost = 1.4;
  constexpr int64_t fewest = 32, vector = 8;
  constexpr int64_t mostOfKernel = 1 << 16; // of more, there is room for the sums of few parts
  auto areFit = [](const ImageLayout &images) {
    return images.channels >= fewest && images.channels % vector == 0 &&
           (images.isChannelsLast() || images.hasPlanes());
  };
  const int64_t tiles = tilesOf(p).count(), ofKernel = p.x.channels * p.y.channels;
  // What the kernel becomes is read, too.
  const int64_t fewestTiles = std::max<int64_t>(64, ofKernel / 1024);
  const double lost = 4.0 * double(tiles) / double(p.places());
  return areFit(p.x) && areFit(p.y) && tiles >= fewestTiles && lost <= mostLost &&
         multiplicationsOf(p) >= leastWork && (!p.isOfKernel || ofKernel <= mostOfKernel);
}

/// So many that what tiles become fills half of the second cache, and not much memory.
int64_t numbersAtOnce() {
  constexpr int64_t most = 512 << 10, least = 256 << 10;
  return std::clamp<int64_t>(sysconf(_SC_LEVEL2_CACHE_SIZE) / 2, least, most) / sizeof(float);
}

/// Some rows of some entries, whose channels are neighbours: where they are in memory, or a copy.
class Strip {
public:
  Strip(const ImageLayout &images, int64_t entry, int64_t entries, int64_t begin, int64_t end)
      : images(images), entry(entry), entries(entries), row(std::max<int64_t>(begin, 0)),
        rows(std::max<int64_t>(0, std::min(end, images.rows) - row)) {}

  Images<const float> read(const float *data) {
    if (images.isChannelsLast())
      return inPlace(data);
    float *const to = take();
    for (int64_t i = 0; i < entries; ++i)
      transposeBlocks(data + offset(i), images.channelStep, images.channels, places(),
                      to + i * numbers(), images.channels);
    return copied(const_cast<const float *>(to));
  }
  /// What is to be written, and then brought back.
  Images<float> write(float *data) {
    return images.isChannelsLast() ? inPlace(data) : copied(take());
  }
  void bringBack(float *data) {
    for (int64_t i = 0; i < entries && !images.isChannelsLast(); ++i)
      transposeBlocks(copy.get() + i * numbers(), images.channels, places(), images.channels,
                      data + offset(i), images.channelStep);
  }

private:
  int64_t places() const { return rows * images.columns; }
  int64_t numbers() const { return places() * images.channels; }
  int64_t offset(int64_t i) const { return (entry + i) * images.entryStep + row * images.rowStep; }
  float *take() { return copy.take(entries * numbers()); }
  template <typename T> Images<T> inPlace(T *data) const {
    return {data,
            0,
            0,
            images.rows,
            images.columns,
            images.channels,
            images.entryStep,
            images.rowStep,
            images.columnStep};
  }
  template <typename T> Images<T> copied(T *data) const {
    return {data,           entry,           row,       images.rows,
            images.columns, images.channels, numbers(), images.columns * images.channels,
            images.channels};
  }

  const ImageLayout &images;
  const int64_t entry, entries, row, rows;
  Scratch<float> copy;
};

/// Tiles that are computed at once: lines of one entry, or all of those of some entries.
struct Unit {
  int64_t entry, entries, line, lines;
};

class Winograd {
public:
  explicit Winograd(const ThreeByThree &p)
      : p(p), tiles(tilesOf(p)), channels(p.x.channels), outputs(p.y.channels),
        tilesAtOnce(
            std::clamp<int64_t>(numbersAtOnce() / (matrices * (channels + outputs)), 32, 256)) {
    std::fill_n(zeros.take(widest()), widest(), 0.0f);
  }

  bool findResults(const float *x, const float *kernel, float *y) {
    transformKernel(kernel);
    std::atomic<bool> areFinite = true;
    runtime::parallelFor(units(), 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end && !mustStop(); ++i)
        if (!findResultsOf(unitAt(i), x, y))
          areFinite = false;
    });
    return areFinite;
  }

  bool findKernel(const float *x, const float *dy, float *kernel) {
    const int64_t parts = partsOfSums();
    float *const sums = weights.take(parts * matrices * size());
    runtime::parallelFor(parts, 1, [&](int64_t begin, int64_t end) {
      for (int64_t part = begin; part < end; ++part) {
        float *const to = sums + part * matrices * size();
        std::fill_n(to, matrices * size(), 0.0f);
        for (int64_t i = part * units() / parts; i < (part + 1) * units() / parts && !mustStop();
             ++i)
          addSumsOf(unitAt(i), x, dy, to);
      }
    });
    addParts(sums, parts);
    return bringKernelBack(sums, kernel);
  }

private:
  /// So many that to add them to each other takes a few hundredths of the time.
  int64_t partsOfSums() const {
    constexpr int64_t most = 16, fewestTiles = 128;
    return std::max<int64_t>(
        1, std::min({units(), tiles.count() / fewestTiles, most, mostSums / (matrices * size())}));
  }
  int64_t widest() const { return std::max(channels, outputs); }
  /// Of each of the matrices that the kernel becomes.
  int64_t size() const { return channels * outputs; }

  int64_t linesAtOnce() const { return std::max<int64_t>(1, tilesAtOnce / tiles.across); }
  int64_t entriesAtOnce() const { return std::max<int64_t>(1, linesAtOnce() / tiles.down); }
  int64_t unitsOfEntry() const { return (tiles.down + linesAtOnce() - 1) / linesAtOnce(); }
  int64_t units() const {
    return (tiles.images + entriesAtOnce() - 1) / entriesAtOnce() * unitsOfEntry();
  }
  Unit unitAt(int64_t i) const {
    const int64_t entry = i / unitsOfEntry() * entriesAtOnce();
    const int64_t line = i % unitsOfEntry() * linesAtOnce();
    return {entry, std::min(entriesAtOnce(), tiles.images - entry), line,
            std::min(linesAtOnce(), tiles.down - line)};
  }
  /// Calls `work` with so many of its tiles at a time.
  template <typename F> void forTilesOf(const Unit &unit, F work) const {
    const int64_t first = (unit.entry * tiles.down + unit.line) * tiles.across;
    const int64_t end = first + unit.entries * unit.lines * tiles.across;
    for (int64_t at = first; at < end; at += tilesAtOnce)
      work(SomeTiles{tiles, at, std::min(tilesAtOnce, end - at), stepOfMatrices()});
  }
  /// They do not begin alike in their pages.
  int64_t stepOfMatrices() const { return tilesAtOnce * widest() + 16; }

  /// The rows that it meets.
  Strip stripOfX(const Unit &unit) const {
    const int64_t begin = 2 * unit.line - p.low[0];
    return {p.x, unit.entry, unit.entries, begin, begin + 2 * unit.lines + 2};
  }
  Strip stripOfY(const Unit &unit) const {
    return {p.y, unit.entry, unit.entries, 2 * unit.line, 2 * (unit.line + unit.lines)};
  }

  bool findResultsOf(const Unit &unit, const float *x, float *y) const {
    Strip fromX = stripOfX(unit), toY = stripOfY(unit);
    const Images<const float> inputs = fromX.read(x);
    const Images<float> results = toY.write(y);
    Scratch<float> left, right;
    float *const from = left.take(matrices * stepOfMatrices());
    float *const to = right.take(matrices * stepOfMatrices());
    bool areFinite = true;
    forTilesOf(unit, [&](const SomeTiles &some) {
      transformInputs(inputs, some, p.low, zeros.get(), from);
      for (int64_t i = 0; i < matrices; ++i)
        multiply(some.count, outputs, channels, Matrix<float>{from + i * some.step, channels, 1},
                 Matrix<float>{weights.get() + i * size(), outputs, 1}, to + i * some.step,
                 outputs);
      areFinite &= transformResults(to, some, results);
    });
    toY.bringBack(y);
    return areFinite;
  }

  void addSumsOf(const Unit &unit, const float *x, const float *dy, float *to) const {
    Strip fromX = stripOfX(unit), fromY = stripOfY(unit);
    const Images<const float> inputs = fromX.read(x), cotangents = fromY.read(dy);
    Scratch<float> first, second;
    float *const left = first.take(matrices * stepOfMatrices());
    float *const right = second.take(matrices * stepOfMatrices());
    forTilesOf(unit, [&](const SomeTiles &some) {
      transformInputs(inputs, some, p.low, zeros.get(), left);
      transformCotangents(cotangents, some, zeros.get(), right);
      for (int64_t i = 0; i < matrices; ++i)
        multiply(channels, outputs, some.count, Matrix<float>{left + i * some.step, 1, channels},
                 Matrix<float>{right + i * some.step, outputs, 1}, to + i * size(), outputs,
                 /*add=*/true);
    });
  }

  void transformKernel(const float *kernel) {
    float *const to = weights.take(matrices * size());
    runtime::parallelFor(channels, 1 + (1 << 12) / outputs, [&](int64_t begin, int64_t end) {
      Scratch<float> inOrder;
      float *const from = inOrder.take(placesOfKernel * outputs);
      for (int64_t i = begin; i < end; ++i) {
        const auto &[channelStep, outputStep, placeStep] = p.kernel;
        transpose(Matrix<float>{kernel + i * channelStep, placeStep, outputStep}, placesOfKernel,
                  outputs, from);
        winograd::transformKernel(from, outputs, to + i * outputs, size());
      }
    });
  }

  /// Equally many are added to each other.
  void addParts(float *sums, int64_t parts) const {
    const int64_t count = matrices * size();
    runtime::parallelFor(count, 1 << 16, [&](int64_t begin, int64_t end) {
      for (int64_t step = 1; step < parts; step *= 2)
        for (int64_t part = 0; part + step < parts; part += 2 * step)
          for (int64_t i = begin; i < end; ++i)
            sums[part * count + i] += sums[(part + step) * count + i];
    });
  }

  bool bringKernelBack(const float *sums, float *kernel) const {
    std::atomic<bool> areFinite = true;
    runtime::parallelFor(channels, 1 + (1 << 12) / outputs, [&](int64_t begin, int64_t end) {
      const auto &[channelStep, outputStep, placeStep] = p.kernel;
      Scratch<float> inOrder;
      float *const made = inOrder.take(placesOfKernel * outputs);
      for (int64_t i = begin; i < end; ++i) {
        if (!winograd::transformSums(sums + i * outputs, outputs, made, size()))
          areFinite = false;
        for (int64_t place = 0; place < placesOfKernel; ++place)
          for (int64_t output = 0; output < outputs; ++output)
            kernel[i * channelStep + output * outputStep + place * placeStep] =
                made[place * outputs + output];
      }
    });
    return areFinite;
  }

  const ThreeByThree &p;
  const Tiles tiles;
  const int64_t channels, outputs, tilesAtOnce;
  Scratch<float> zeros, weights;
};

} // namespace

bool convolveByWinograd(const Convolution &conv, const ConvSteps &steps, const float *x,
                        const float *kernel, float *y) {
  const std::optional<ThreeByThree> form = threeByThreeOf(conv, steps);
  if (!form || !isFit(*form))
    return false;
  Winograd winograd(*form);
  x += form->start;
  return form->isOfKernel ? winograd.findKernel(x, kernel, y) : winograd.findResults(x, kernel, y);
}

} // namespace cotan
