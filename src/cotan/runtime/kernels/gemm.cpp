// The inner tiles are libxsmm's: it generates machine code for each size it meets, and keeps it.
#include "cotan/runtime/kernels/gemm.h"

#include "cotan/runtime/kernels/block_product.h"
#include "cotan/runtime/kernels/narrow_product.h"
#include "cotan/runtime/kernels/processors.h"
#include "cotan/runtime/kernels/transposition.h"
#include "cotan/runtime/parallel.h"

#include <libxsmm.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace cotan {
namespace {

template <typename T> struct AlignedBuffer {
  explicit AlignedBuffer(size_t count)
      : data(std::aligned_alloc(64, count * sizeof(T)), std::free) {
    if (!data)
      throw std::bad_alloc();
  }
  T *get() const { return static_cast<T *>(data.get()); }

  std::unique_ptr<void, decltype(&std::free)> data;
};

/// Copies a matrix so that its rows are dense.
template <typename T>
void pack(Matrix<T> from, int64_t rows, int64_t columns, T *to, int64_t step) {
  constexpr int64_t largest = std::numeric_limits<libxsmm_blasint>::max();
  if (from.columnStep == 1) {
    for (int64_t i = 0; i < rows; ++i)
      std::copy_n(from.data + i * from.rowStep, columns, to + i * step);
    return;
  }
  if constexpr (std::is_same_v<T, float>)
    if (from.rowStep == 1)
      return transposeBlocks(from.data, from.columnStep, columns, rows, to, step);
  if (from.rowStep == 1 && from.columnStep >= rows && from.columnStep <= largest) {
    libxsmm_otrans(to, from.data, sizeof(T), rows, columns, from.columnStep, step);
    return;
  }
  const bool byRows = from.columnStep <= from.rowStep; // what lies near each other in turn
  const int64_t outer = byRows ? rows : columns, inner = byRows ? columns : rows;
  for (int64_t p = 0; p < outer; ++p)
    for (int64_t q = 0; q < inner; ++q) {
      const int64_t i = byRows ? p : q, j = byRows ? q : p;
      to[i * step + j] = *from.part(i, j).data;
    }
}

/// Whether rows of this many columns can be read where they are.
template <typename T> bool isDense(Matrix<T> x, int64_t rows, int64_t columns) {
  return (x.columnStep == 1 || columns == 1) && (x.rowStep >= columns || rows == 1);
}

template <typename T> constexpr int64_t sumsOfDot = 256 / sizeof(T);
template <typename T> constexpr int64_t blockOfDot = 32 * sumsOfDot<T>;

/// The sum of a block's products, in sums side by side that the compiler makes vectors of.
template <typename T>
[[gnu::always_inline]] inline T dotOfBlock(const T *x, const T *y, int64_t count) {
  constexpr int64_t lanes = sumsOfDot<T>, few = 64 / sizeof(T);
  T sums[lanes] = {};
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes)
    for (int64_t j = 0; j < lanes; ++j)
      sums[j] += x[i + j] * y[i + j];
  for (; i + few <= count; i += few)
    for (int64_t j = 0; j < few; ++j)
      sums[j] += x[i + j] * y[i + j];
  T total = 0;
  for (; i < count; ++i)
    total += x[i] * y[i];
  for (int64_t width = lanes / 2; width > 0; width /= 2)
    for (int64_t j = 0; j < width; ++j)
      sums[j] += sums[j + width];
  return total + sums[0];
}
COTAN_FOR_EACH_PROCESSOR float dotOfSome(const float *x, const float *y, int64_t count) {
  return dotOfBlock(x, y, count);
}
COTAN_FOR_EACH_PROCESSOR double dotOfSome(const double *x, const double *y, int64_t count) {
  return dotOfBlock(x, y, count);
}

/// Sums of more products than a block has are those of two halves: errors grow with the logarithm.
template <typename T> T dot(const T *x, const T *y, int64_t count) {
  constexpr int64_t block = blockOfDot<T>;
  if (count <= block)
    return dotOfSome(x, y, count);
  const int64_t half = (count / 2 + block - 1) / block * block;
  return dot(x, y, half) + dot(x + half, y + half, count - half);
}

/// For few rows of a, packing b would cost more than the product.
template <typename T>
bool multiplyByDots(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, T *c, int64_t cStep,
                    bool add) {
  constexpr int64_t few = sizeof(T) == sizeof(float) ? 3 : 2;
  if (m > few || (isDense(b, k, n) && n > 1) || b.rowStep != 1 || !(a.columnStep == 1 || k == 1))
    return false;
  if constexpr (std::is_floating_point_v<T>)
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < m; ++i) {
        T &to = c[i * cStep + j];
        const T product = dot(a.data + i * a.rowStep, b.data + j * b.columnStep, k);
        to = add ? to + product : product;
      }
  return std::is_floating_point_v<T>;
}

constexpr int64_t tile = rowsOfBlock; // rows of a block
constexpr int64_t panel = 256;        // columns of b that meet the same rows of a
// Packed columns of a block: so many that the first cache holds some hundred rows of them.
template <typename T> constexpr int64_t tileColumns = 128 / sizeof(T);

// Summands taken at once: as many packed ones as fill half of the second cache, but no more than
// this, since each pass reads and writes c. Where b is read in place, fewer: its rows lie far
// apart.
template <typename T> constexpr int64_t mostPacked = 4096 / sizeof(T);
template <typename T> int64_t packedDepth() {
  const int64_t leastBytes = 256 << 10; // should the system not know
  const int64_t cache =
      std::max<int64_t>(sysconf(_SC_LEVEL2_CACHE_SIZE), leastBytes); // takes 30 ns
  return std::min<int64_t>(mostPacked<T>, cache / 2 / (panel * sizeof(T)));
}
constexpr int64_t depthInPlace = 256;

/// Sums of more products are those of two halves. Of a small c, adding the halves takes no time.
constexpr int64_t longestSum(int64_t m, int64_t n) { return m * n <= 4096 ? 512 : 4096; }

/// As many elements as a line of the cache has: rows so much longer do not lie alike in their
/// pages.
template <typename T> constexpr int64_t elementsOfLine = 64 / sizeof(T);

/// Whether a is read in place. Column by column it lies as if made for other products: many of them
/// are worth a copy.
template <typename T> bool readsA(const Product<T> &p) {
  return isDense(p.a, p.m, p.k) || (isDense(p.a.transposed(), p.k, p.m) && p.n <= 2 * tile);
}

/// `count` numbers in parts of at most `most` that are equal but for the last.
int64_t evenPart(int64_t count, int64_t most) {
  const int64_t parts = (count + most - 1) / most;
  return (count + parts - 1) / parts;
}

/// Copies a panel of b to `to`, tile by tile. Dense rows are read as they lie, those of all tiles
/// at once.
template <typename T> void packTiles(Matrix<T> b, int64_t rows, int64_t columns, T *to) {
  constexpr int64_t width = tileColumns<T>;
  const int64_t whole = b.columnStep == 1 ? columns / width * width : 0;
  for (int64_t i = 0; i < rows && whole > 0; ++i)
    for (int64_t j = 0; j < whole; j += width)
      std::memcpy(to + j * rows + i * width, b.data + i * b.rowStep + j, width * sizeof(T));
  for (int64_t j = whole; j < columns; j += width) {
    const int64_t rest = std::min(width, columns - j);
    pack(b.part(0, j), rows, rest, to + j * rows, rest);
  }
}

/// The sum of products of a's columns with b's rows from `at` on, as many as the tiles have.
template <typename T>
void multiplyTiles(const Product<T> &p, int64_t at, int64_t summands, const T *tiles, T *rowsOfA) {
  const int64_t width = tiles ? tileColumns<T> : p.n;
  const int64_t step = summands + elementsOfLine<T>;
  for (int64_t i = 0; i < p.m; i += tile) {
    const int64_t rows = std::min(tile, p.m - i);
    Matrix<T> left = p.a.part(i, at);
    if (!readsA(p)) {
      pack(left, rows, summands, rowsOfA, step);
      left = {rowsOfA, step, 1};
    }
    for (int64_t j = 0; j < p.n; j += width) {
      const int64_t columns = std::min(width, p.n - j);
      const Matrix<T> right = tiles ? Matrix<T>{tiles + j * summands, columns, 1} : p.b.part(at, j);
      multiplyBlock<T>(
          {rows, columns, summands, left, right, p.c + i * p.cStep + j, p.cStep, p.add || at != 0});
    }
  }
}

/// All of c, some summands at a time: `tilesAt(at, summands)` is that part of b in tiles, or null
/// if b is read in place.
template <typename T, typename F>
void multiplyByDepths(const Product<T> &p, int64_t depth, const F &tilesAt) {
  static thread_local const AlignedBuffer<T> rowsOfA((mostPacked<T> + elementsOfLine<T>)*tile);
  for (int64_t at = 0; at < p.k && !mustStop(); at += depth) {
    const int64_t summands = std::min(depth, p.k - at);
    multiplyTiles<T>(p, at, summands, tilesAt(at, summands), rowsOfA.get());
  }
}

/// The blocks of c of one thread in one panel.
template <typename T> void multiplyPanel(const Product<T> &p, bool packs) {
  static thread_local const AlignedBuffer<T> tiles(mostPacked<T> * panel);
  const int64_t depth = evenPart(p.k, packs ? packedDepth<T>() : depthInPlace);
  multiplyByDepths(p, depth, [&](int64_t at, int64_t summands) -> const T * {
    if (!packs)
      return nullptr;
    packTiles(p.b.part(at, 0), summands, p.n, tiles.get());
    return tiles.get();
  });
}

/// Whether b is packed: reading much of it in place, again and again, takes longer, most of all
/// where its rows begin alike in their pages, of which many first caches keep but eight.
template <typename T> bool packsB(const Product<T> &p) {
  constexpr int64_t manyRows = 32, someRows = 8, large = 1 << 16, page = 4096, few = 8;
  const bool liesAlike = p.b.rowStep * int64_t(sizeof(T)) % page == 0;
  const bool pays = liesAlike && p.m >= someRows && sysconf(_SC_LEVEL1_DCACHE_ASSOC) <= few;
  return ((pays || p.m >= manyRows) && p.k * p.n >= large) || !isDense(p.b, p.k, p.n);
}

/// All of b, `depth` rows at a time, in memory that the calling thread keeps.
template <typename T> const T *packAll(const Product<T> &p, int64_t depth) {
  static thread_local std::unique_ptr<AlignedBuffer<T>> buffer;
  static thread_local int64_t room = 0;
  if (room < p.k * p.n) {
    buffer.reset();
    room = 0; // should there be no memory for more
    buffer = std::make_unique<AlignedBuffer<T>>((p.k * p.n + 15) / 16 * 16);
    room = p.k * p.n;
  }
  T *const to = buffer->get();
  const int64_t parts = (p.n + panel - 1) / panel;
  runtime::parallelFor(parts, 1 + workOfThread / (p.k * panel), [&](int64_t first, int64_t last) {
    for (int64_t at = 0; at < p.k; at += depth) {
      const int64_t summands = std::min(depth, p.k - at), begin = first * panel;
      packTiles(p.b.part(at, begin), summands, std::min(p.n, last * panel) - begin,
                to + at * p.n + begin * summands);
    }
  });
  return to;
}

/// All blocks of c, on several threads if there are many. The blocks are the same for any number of
/// threads: how a number is summed up may depend on the size of its block.
template <typename T> void multiplyBlocks(const Product<T> &p) {
  const bool packs = packsB(p), byRows = p.m >= p.n;
  const int64_t side = byRows || packs ? tile : panel;
  const int64_t length = byRows ? p.m : p.n, parts = (length + side - 1) / side;
  const int64_t shares = std::max<int64_t>(1, p.m * p.n * p.k / workOfThread);
  if (shares == 1 && !packs && readsA(p) && p.m <= 2 * tile && p.n <= panel &&
      p.k <= depthInPlace) // nothing else may cost time
    return multiplyBlock(p);
  runtime::parallelFor(
      parts, std::max<int64_t>(1, parts / shares), [&](int64_t first, int64_t last) {
        const int64_t at = first * side, count = std::min(length, last * side) - at;
        const Product<T> mine = byRows ? p.part(at, count, 0, p.n) : p.part(0, p.m, at, count);
        for (int64_t j = 0; j < mine.n; j += panel)
          multiplyPanel(mine.part(0, mine.m, j, std::min(panel, mine.n - j)), packs);
      });
}

/// Whether few rows meet a b that lies column by column: to pack it would cost more than to turn
/// the product around. Where they are no narrow matrix then, they must fill registers: libxsmm's
/// code for others is several times slower.
template <typename T> bool turnsAround(int64_t m, int64_t n, int64_t k, const Matrix<T> &b) {
  constexpr int64_t few = 32;
  return std::is_floating_point_v<T> && m > 1 && m <= few &&
         (m <= mostNarrow<T> || m % mostNarrow<T> == 0) && n >= 2 * m && !isDense(b, k, n) &&
         isDense(b.transposed(), n, k);
}

} // namespace

/// By that of the transposed matrices.
template <typename T>
void multiplyTurned(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, T *c, int64_t cStep,
                    bool add) {
  int64_t width = m;
  std::unique_ptr<T[]> turned;
  if constexpr (std::is_floating_point_v<T>)
    if (m <= mostNarrow<T>) {
      width = narrowWidth<T>(m);
      turned = std::make_unique_for_overwrite<T[]>(n * width);
      const auto columns = std::make_unique<T[]>(k * width); // zeros beside a's rows
      pack(a.transposed(), k, m, columns.get(), width);
      multiplyNarrow(n, m, k, b.transposed(), columns.get(), turned.get());
    }
  if (!turned) {
    turned = std::make_unique_for_overwrite<T[]>(n * m);
    multiply(n, m, k, b.transposed(), a.transposed(), turned.get(), m);
  }
  if (!add)
    return pack(Matrix<T>{turned.get(), 1, width}, m, n, c, cStep);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      c[i * cStep + j] += turned[j * width + i];
}

/// The products of two halves of the summands, each in order: else a long sum's errors add up.
template <typename T>
void multiplyHalves(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, T *c, int64_t cStep,
                    bool add) {
  const int64_t half = k / 2;
  const auto second = std::make_unique_for_overwrite<T[]>(m * n);
  multiply(m, n, half, a, b, c, cStep, add);
  multiply(m, n, k - half, a.part(0, half), b.part(half, 0), second.get(), n);
  if (mustStop())
    return;
  runtime::parallelFor(m, 1 + workOfThread / n, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      for (int64_t j = 0; j < n; ++j)
        c[i * cStep + j] += second[i * n + j];
  });
}

template <typename T> void transpose(Matrix<T> from, int64_t rows, int64_t columns, T *to) {
  pack(from, rows, columns, to, columns);
}

template <typename T>
void multiply(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, T *c, int64_t cStep,
              bool add) {
  if (m == 0 || n == 0)
    return;
  if (k == 0) {
    for (int64_t i = 0; i < m && !add; ++i)
      std::fill_n(c + i * cStep, n, T());
    return;
  }
  if (n == 1 && m > 1 && cStep == 1) // a column is as good as a row, and faster
    return multiply(1, m, k, b.transposed(), a.transposed(), c, m, add);
  if (multiplyByDots(m, n, k, a, b, c, cStep, add))
    return;
  if (std::is_floating_point_v<T> && k > longestSum(m, n))
    return multiplyHalves(m, n, k, a, b, c, cStep, add);
  if (turnsAround(m, n, k, b))
    return multiplyTurned(m, n, k, a, b, c, cStep, add);
  multiplyBlocks<T>({m, n, k, a, b, c, cStep, add});
}

template <typename T>
void multiplyThen(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, T *c,
                  const std::function<void(int64_t first, int64_t last)> &after) {
  const int64_t blocks = (m + tile - 1) / tile;
  const bool isLong = k > longestSum(m, n);
  if (isLong)
    multiply(m, n, k, a, b, c, n);
  const Product<T> p{m, n, k, a, b, c, n, false};
  const int64_t depth = evenPart(k, packedDepth<T>());
  const T *packed = !isLong && packsB(p) ? packAll(p, depth) : nullptr;
  auto multiplyBlockOfRows = [&](const Product<T> &rows) {
    if (packed)
      return multiplyByDepths(rows, depth, [&](int64_t at, int64_t) { return packed + at * n; });
    for (int64_t j = 0; j < n; j += panel)
      multiplyPanel(rows.part(0, rows.m, j, std::min(panel, n - j)), false);
  };
  runtime::parallelFor(blocks, 1 + workOfThread / (tile * n * k), [&](int64_t begin, int64_t end) {
    for (int64_t row = begin * tile; row < std::min(m, end * tile); row += tile) {
      const int64_t count = std::min(tile, m - row);
      if (!isLong)
        multiplyBlockOfRows(p.part(row, count, 0, n));
      after(row, row + count);
    }
  });
}

template void multiplyThen<float>(int64_t, int64_t, int64_t, Matrix<float>, Matrix<float>, float *,
                                  const std::function<void(int64_t, int64_t)> &);
template void multiplyThen<double>(int64_t, int64_t, int64_t, Matrix<double>, Matrix<double>,
                                   double *, const std::function<void(int64_t, int64_t)> &);

#define COTAN_MULTIPLY(T)                                                                          \
  template void transpose<T>(Matrix<T>, int64_t, int64_t, T *);                                    \
  template void multiply<T>(int64_t, int64_t, int64_t, Matrix<T>, Matrix<T>, T *, int64_t, bool);
COTAN_MULTIPLY(float)
COTAN_MULTIPLY(double)
COTAN_MULTIPLY(uint8_t)
COTAN_MULTIPLY(uint16_t)
COTAN_MULTIPLY(uint32_t)
COTAN_MULTIPLY(uint64_t)
#undef COTAN_MULTIPLY

} // namespace cotan
