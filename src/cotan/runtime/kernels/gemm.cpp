// The inner tiles are libxsmm's: it generates machine code for each size it meets, and keeps it.
#include "cotan/runtime/kernels/gemm.h"

#include "cotan/runtime/parallel.h"

#include <libxsmm.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>

namespace cotan {
namespace {

constexpr int64_t tile = 64;   // rows and columns of a block of c: 16 kB of f32
constexpr int64_t depth = 256; // summands taken at once: 64 kB of b stay in the cache

template <typename T> struct AlignedBuffer {
  explicit AlignedBuffer(size_t count)
      : data(std::aligned_alloc(64, count * sizeof(T)), std::free) {
    if (!data)
      throw std::bad_alloc();
  }
  T *get() const { return static_cast<T *>(data.get()); }

  std::unique_ptr<void, decltype(&std::free)> data;
};

/// c (+)= a * b for one block; the columns of a and of b are dense.
template <typename T> struct Block {
  int64_t m, n, k;
  const T *a;
  int64_t aStep;
  const T *b;
  int64_t bStep;
  T *c;
  int64_t cStep;
  bool add;
};

template <typename T> void multiplyPortably(const Block<T> &block) {
  // Narrow integers are multiplied as unsigned int: as int, their products would overflow.
  using W = std::conditional_t<(sizeof(T) < 4), unsigned, T>;
  for (int64_t i = 0; i < block.m; ++i) {
    T *row = block.c + i * block.cStep;
    if (!block.add)
      std::fill_n(row, block.n, T());
    for (int64_t k = 0; k < block.k; ++k) {
      const W factor = block.a[i * block.aStep + k];
      const T *other = block.b + k * block.bStep;
      for (int64_t j = 0; j < block.n; ++j)
        row[j] = static_cast<T>(W(row[j]) + factor * W(other[j]));
    }
  }
}

/// libxsmm's matrices lie column by column: seen so, ours are transposed, and c' = b' * a'.
template <typename T> bool multiplyGenerated(const Block<T> &block) {
  using Index = libxsmm_blasint;
  const Index aStep = block.aStep, bStep = block.bStep, cStep = block.cStep;
  const T one = 1, beta = block.add ? 1 : 0;
  const int flags = LIBXSMM_GEMM_FLAG_NONE, prefetch = LIBXSMM_GEMM_PREFETCH_NONE;
  auto run = [&](auto kernel) {
    if (kernel)
      kernel(block.b, block.a, block.c);
    return kernel != nullptr;
  };
  if constexpr (std::is_same_v<T, float>)
    return run(libxsmm_smmdispatch(block.n, block.m, block.k, &bStep, &aStep, &cStep, &one, &beta,
                                   &flags, &prefetch));
  else
    return run(libxsmm_dmmdispatch(block.n, block.m, block.k, &bStep, &aStep, &cStep, &one, &beta,
                                   &flags, &prefetch));
}

template <typename T> void multiplyBlock(const Block<T> &block) {
  constexpr int64_t largest = std::numeric_limits<libxsmm_blasint>::max();
  if constexpr (std::is_floating_point_v<T>)
    if (std::max({block.aStep, block.bStep, block.cStep}) <= largest && multiplyGenerated(block))
      return;
  multiplyPortably(block);
}

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

/// Whether rows of this many columns can be read where they are.
template <typename T> bool isDense(Matrix<T> x, int64_t rows, int64_t columns) {
  return (x.columnStep == 1 || columns == 1) && (x.rowStep >= columns || rows == 1);
}

template <typename T> T dot(const T *x, const T *y, int64_t count) {
  constexpr int64_t lanes = 64 / sizeof(T); // sums side by side, which the compiler vectorizes
  T sums[lanes] = {};
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes)
    for (int64_t j = 0; j < lanes; ++j)
      sums[j] += x[i + j] * y[i + j];
  T total = 0;
  for (; i < count; ++i)
    total += x[i] * y[i];
  for (T sum : sums)
    total += sum;
  return total;
}

/// For few rows of a, packing b would cost more than the product.
template <typename T>
bool multiplyByDots(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, T *c, int64_t cStep,
                    bool add) {
  constexpr int64_t few = 3;
  if (!std::is_floating_point_v<T> || m > few || isDense(b, k, n) || b.rowStep != 1 ||
      !(a.columnStep == 1 || k == 1))
    return false;
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      T &to = c[i * cStep + j];
      const T product = dot(a.data + i * a.rowStep, b.data + j * b.columnStep, k);
      to = add ? to + product : product;
    }
  return true;
}

/// The blocks of c of one thread; the rows of a are dense.
template <typename T>
void multiplyPart(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, T *c, int64_t cStep,
                  bool add, bool packs) {
  static thread_local const AlignedBuffer<T> buffer(depth * tile);
  T *packed = buffer.get();
  for (int64_t j = 0; j < n; j += tile)
    for (int64_t at = 0; at < k; at += depth) {
      const int64_t columns = std::min(tile, n - j), summands = std::min(depth, k - at);
      Matrix<T> right = b.part(at, j);
      if (packs) {
        pack(right, summands, columns, packed, columns);
        right = {packed, columns, 1};
      }
      for (int64_t i = 0; i < m; i += tile)
        multiplyBlock<T>({std::min(tile, m - i), columns, summands, a.part(i, at).data,
                          std::max(a.rowStep, summands), right.data,
                          std::max(right.rowStep, columns), c + i * cStep + j,
                          std::max(cStep, columns), add || at != 0});
    }
}

/// All blocks of c, on several threads if there are many. A number is summed up in the same order by
/// any of them.
template <typename T>
void multiplyBlocks(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, T *c, int64_t cStep,
                    bool add) {
  const bool pays = m >= 2 * tile && n > tile; // for many rows, each packed block is read often
  const bool packs = pays || !isDense(b, k, n), byRows = m >= n;
  const int64_t length = byRows ? m : n, tiles = (length + tile - 1) / tile;
  const int64_t shares = std::max<int64_t>(1, m * n * k / workOfThread);
  runtime::parallelFor(tiles, std::max<int64_t>(1, tiles / shares), [&](int64_t first, int64_t last) {
    const int64_t at = first * tile, count = std::min(length, last * tile) - at;
    if (byRows)
      multiplyPart(count, n, k, a.part(at, 0), b, c + at * cStep, cStep, add, packs);
    else
      multiplyPart(m, count, k, a, b.part(0, at), c + at, cStep, add, packs);
  });
}

} // namespace

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
  std::unique_ptr<T[]> rows;
  if (!isDense(a, m, k)) {
    rows = std::make_unique_for_overwrite<T[]>(m * k);
    pack(a, m, k, rows.get(), k);
    a = {rows.get(), k, 1};
  }
  a.columnStep = 1;
  multiplyBlocks(m, n, k, a, b, c, cStep, add);
}

#define COTAN_MULTIPLY(T)                                                                          \
  template void multiply<T>(int64_t, int64_t, int64_t, Matrix<T>, Matrix<T>, T *, int64_t, bool);
COTAN_MULTIPLY(float)
COTAN_MULTIPLY(double)
COTAN_MULTIPLY(uint8_t)
COTAN_MULTIPLY(uint16_t)
COTAN_MULTIPLY(uint32_t)
COTAN_MULTIPLY(uint64_t)
#undef COTAN_MULTIPLY

} // namespace cotan
