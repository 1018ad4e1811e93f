// Places that follow each other along the last axis lie in registers; each element of the kernel is
// multiplied by all they meet there and added to them.
#include "cotan/runtime/kernels/direct_conv.h"

#include "cotan/runtime/kernels/gemm.h"
#include "cotan/runtime/kernels/processors.h"
#include "cotan/runtime/parallel.h"

#include <algorithm>
#include <cstring>

namespace cotan {
namespace {

constexpr int64_t fewestPlaces = 256, mostPlaces = 4096; // of a piece
constexpr int64_t bytesOfVector = 64;
constexpr int vectorsAtOnce = 4; // in registers at a time
template <typename C> constexpr int64_t lanesOf = bytesOfVector / sizeof(C);
/// Terms that are added one by one; the sums of so many are added in pairs, which keeps errors
/// small.
constexpr int64_t termsAtOnce = 64;

/// Products with elements of the kernel; the offsets say where in x each meets the first place.
template <typename C> struct Terms {
  const C *x, *weights;
  const int64_t *offsets;
  int64_t count;
};

/// sums[i] = the sum over k of weights[k] x[offsets[k] + i], for as many i as `n` vectors have.
template <int n, typename C>
[[gnu::always_inline]] inline void addTerms(const Terms<C> &terms, C *sums) {
  typedef C Vector __attribute__((vector_size(bytesOfVector)));
  Vector sum[n] = {};
  for (int64_t k = 0; k < terms.count; ++k) {
    const C *from = terms.x + terms.offsets[k];
    for (int i = 0; i < n; ++i) {
      Vector met;
      std::memcpy(&met, from + i * lanesOf<C>, sizeof(met));
      sum[i] += met * terms.weights[k];
    }
  }
  std::memcpy(sums, sum, sizeof(sum));
}

template <typename C> void sumUp(const Terms<C> &terms, C *sums, bool isWide) {
  isWide ? addTerms<vectorsAtOnce>(terms, sums) : addTerms<1>(terms, sums);
}
COTAN_FOR_EACH_PROCESSOR void sumUp(const Terms<float> &terms, float *sums, bool isWide) {
  isWide ? addTerms<vectorsAtOnce>(terms, sums) : addTerms<1>(terms, sums);
}
COTAN_FOR_EACH_PROCESSOR void sumUp(const Terms<double> &terms, double *sums, bool isWide) {
  isWide ? addTerms<vectorsAtOnce>(terms, sums) : addTerms<1>(terms, sums);
}

/// Sums of parts: those of equally many are added to each other.
template <typename C> class PairwiseSum {
public:
  /// Where the next part's sums are to be written.
  C *next() { return levels[depth]; }
  void add() {
    ++depth;
    for (int64_t left = ++parts; left % 2 == 0; left /= 2)
      addLast();
  }
  const C *total() {
    if (parts == 0)
      std::fill_n(levels[0], width, C());
    while (depth > 1)
      addLast();
    return levels[0];
  }

private:
  static constexpr int64_t width = vectorsAtOnce * lanesOf<C>;
  void addLast() {
    --depth;
    for (int64_t i = 0; i < width; ++i)
      levels[depth - 1][i] += levels[depth][i];
  }

  C levels[64][width];
  int64_t depth = 0, parts = 0;
};

/// Some places along the last axis, of one entry, group and place of the other axes.
struct Piece {
  int64_t n, group, outerPlace, first, count;
};

/// What the places of a piece meet.
template <typename C> class DirectConvolver {
public:
  DirectConvolver(const Convolution &conv, const C *x, const C *kernel, C *y)
      : conv(conv), last(conv.axes.back()), x(x), kernel(kernel), y(y) {}

  void compute(const Piece &piece) {
    findRows(piece);
    gather(piece);
    const int64_t outputs = conv.outputs / conv.groups();
    for (int64_t o = piece.group * outputs; o < (piece.group + 1) * outputs; ++o) {
      weights.clear();
      for (const Row &row : rows)
        weights.insert(weights.end(), kernel + o * conv.summands() + row.weight,
                       kernel + o * conv.summands() + row.weight + last.kernel);
      sumPlaces(piece, y + (piece.n * conv.outputs + o) * conv.places +
                           piece.outerPlace * last.places + piece.first);
    }
  }

private:
  /// A row of the kernel, and that of x it meets.
  struct Row {
    int64_t weight, x;
  };

  /// The rows that meet something; what others would add is nothing.
  void findRows(const Piece &piece) {
    rows.clear();
    const int64_t kernelRows = conv.kernelSize / last.kernel;
    for (int64_t k = 0; k < kernelRows; ++k)
      if (const int64_t row = conv.offsetAt(piece.outerPlace, k, conv.axes.size() - 1); row >= 0)
        for (int64_t channel = 0; channel < conv.inputs; ++channel)
          rows.push_back(
              {channel * conv.kernelSize + k * last.kernel,
               conv.startOf(piece.n, piece.group) + channel * conv.xSize + row * last.size});
  }

  /// Where each term begins in x: in x itself if all is there and next to each other, otherwise in
  /// a copy with zeros. Places a stride apart lie next to each other there.
  void gather(const Piece &piece) {
    const int64_t begin = piece.first * last.stride - last.low;
    const int64_t length =
        (piece.count - 1) * last.stride + (last.kernel - 1) * last.rhsDilation + 1;
    const int64_t part = (length + last.stride - 1) / last.stride + lanesOf<C>;
    const bool isThere = last.stride == 1 && last.lhsDilation == 1 && begin >= 0 &&
                         begin + length <= last.size && piece.count >= lanesOf<C>;
    offsets.clear();
    for (size_t i = 0; i < rows.size(); ++i) {
      const int64_t start = isThere ? rows[i].x + begin : int64_t(i) * part * last.stride;
      for (int64_t k = 0; k < last.kernel; ++k) {
        const int64_t at = k * last.rhsDilation;
        offsets.push_back(start + at % last.stride * part + at / last.stride);
      }
    }
    from = x;
    if (isThere)
      return;
    copy.assign(rows.size() * part * last.stride, C());
    for (size_t i = 0; i < rows.size(); ++i)
      copyRow(x + rows[i].x, begin, length, copy.data() + int64_t(i) * part * last.stride, part);
    from = copy.data();
  }

  void copyRow(const C *row, int64_t begin, int64_t length, C *to, int64_t part) const {
    const int64_t firstElement = begin <= 0 ? 0 : (begin + last.lhsDilation - 1) / last.lhsDilation;
    for (int64_t i = firstElement; i < last.size; ++i) {
      const int64_t at = i * last.lhsDilation - begin;
      if (at >= length)
        return;
      to[at % last.stride * part + at / last.stride] = row[i];
    }
  }

  /// Whole blocks of places; the last one covers some once more where there are no more.
  void sumPlaces(const Piece &piece, C *to) {
    constexpr int64_t wide = vectorsAtOnce * lanesOf<C>, narrow = lanesOf<C>;
    for (int64_t at = 0; at < piece.count;) {
      const bool isWide = at + wide <= piece.count;
      const int64_t start = isWide ? at : std::max<int64_t>(0, std::min(at, piece.count - narrow));
      const int64_t width = isWide ? wide : std::min(narrow, piece.count - start);
      PairwiseSum<C> sums;
      if (last.kernel < termsAtOnce)
        addPart(sums, start, 0, offsets.size(), isWide);
      else
        for (size_t row = 0; row < rows.size(); ++row)
          addRow(sums, piece.first + start, start, width, row * last.kernel, isWide);
      std::copy_n(sums.total(), width, to + start);
      at = start + width;
    }
  }

  /// The elements of a long row of the kernel that meet more than padding from `place` on.
  void addRow(PairwiseSum<C> &sums, int64_t place, int64_t start, int64_t width, int64_t row,
              bool isWide) {
    const int64_t dilation = last.rhsDilation, low = last.low - place * last.stride;
    const int64_t lowest = low - (width - 1) * last.stride;
    const int64_t highest = low + (last.size - 1) * last.lhsDilation;
    if (highest < 0)
      return;
    const int64_t first = lowest <= 0 ? 0 : (lowest + dilation - 1) / dilation;
    const int64_t end = std::min(last.kernel, highest / dilation + 1);
    addPart(sums, start, row + first, row + end, isWide);
  }

  void addPart(PairwiseSum<C> &sums, int64_t start, int64_t first, int64_t end, bool isWide) {
    for (int64_t k = first; k < end; k += termsAtOnce) {
      const int64_t count = std::min(termsAtOnce, end - k);
      sumUp(Terms<C>{from + start, weights.data() + k, offsets.data() + k, count}, sums.next(),
            isWide);
      sums.add();
    }
  }

  const Convolution &conv;
  const SpatialAxis &last;
  const C *x, *kernel;
  C *y;
  std::vector<Row> rows;
  std::vector<C> copy, weights;
  std::vector<int64_t> offsets;
  const C *from = nullptr;
};

} // namespace

template <typename C> bool isDirect(const Convolution &conv, const C *kernel) {
  constexpr int64_t fewOutputs = 2; // from here on, a product of matrices is faster
  if (conv.axes.empty() || conv.outputs / conv.groups() > fewOutputs || conv.kernelSize == 1)
    return false;
  const SpatialAxis &last = conv.axes.back();
  // What is copied is not much more than what there is, and stays in a cache.
  constexpr int64_t mostCopied = 1 << 22;
  const int64_t reach = (last.kernel - 1) * last.rhsDilation + last.places * last.stride;
  if (last.places < lanesOf<C> / 2 ||
      reach / 4 > last.size * last.lhsDilation + last.kernel + last.places ||
      conv.summands() / last.kernel > mostCopied / (reach + fewestPlaces))
    return false;
  // Weights that are not finite must not meet zeros: these are no summands.
  if constexpr (std::is_floating_point_v<C>)
    return allFinite(kernel, conv.outputs * conv.summands());
  return true;
}

template <typename C>
void convolveDirectly(const Convolution &conv, const C *x, const C *kernel, C *y) {
  const SpatialAxis &last = conv.axes.back();
  const int64_t work = conv.summands() * (conv.outputs / conv.groups());
  const int64_t size =
      std::clamp(workOfThread / 4 / work / fewestPlaces * fewestPlaces, fewestPlaces, mostPlaces);
  const int64_t pieces = (last.places + size - 1) / size, outer = conv.places / last.places;
  const int64_t all = conv.batch * conv.groups() * outer * pieces;
  const int64_t workOfPiece = work * std::min(size, last.places);
  runtime::parallelFor(all, std::max<int64_t>(1, workOfThread / 4 / workOfPiece),
                       [&](int64_t begin, int64_t end) {
                         DirectConvolver<C> convolver(conv, x, kernel, y);
                         for (int64_t i = begin; i < end && !mustStop(); ++i) {
                           const int64_t first = i % pieces * size, row = i / pieces;
                           const int64_t group = row / outer % conv.groups();
                           convolver.compute({row / outer / conv.groups(), group, row % outer,
                                              first, std::min(size, last.places - first)});
                         }
                       });
}

#define COTAN_DIRECT(C)                                                                            \
  template bool isDirect(const Convolution &, const C *);                                          \
  template void convolveDirectly(const Convolution &, const C *, const C *, C *);
COTAN_DIRECT(float)
COTAN_DIRECT(double)
COTAN_DIRECT(uint8_t)
COTAN_DIRECT(uint16_t)
COTAN_DIRECT(uint32_t)
COTAN_DIRECT(uint64_t)
#undef COTAN_DIRECT

} // namespace cotan
