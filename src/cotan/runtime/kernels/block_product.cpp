#include "cotan/runtime/kernels/block_product.h"

#include "cotan/support/work.h"

#include <libxsmm.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <type_traits>
#include <unordered_set>

namespace cotan {
namespace {

template <typename T> void multiplyPortably(const Product<T> &block) {
  // Narrow integers are multiplied as unsigned int: as int, their products would overflow.
  using W = std::conditional_t<(sizeof(T) < 4), unsigned, T>;
  for (int64_t i = 0; i < block.m; ++i) {
    T *row = block.c + i * block.cStep;
    if (!block.add)
      std::fill_n(row, block.n, T());
    for (int64_t k = 0; k < block.k; ++k) {
      const W factor = *block.a.part(i, k).data;
      const T *other = block.b.part(k, 0).data;
      for (int64_t j = 0; j < block.n; ++j)
        row[j] = static_cast<T>(W(row[j]) + factor * W(other[j]));
    }
  }
}

/// What machine code is generated for.
struct Shape {
  libxsmm_blasint m, n, k, aStep, bStep, cStep;
  bool turned, add; // turned: the columns of a are dense
  bool operator==(const Shape &) const = default;

  /// Spreads shapes over a power of two.
  size_t hash() const {
    size_t hash = turned + 2 * add;
    for (libxsmm_blasint number : {m, n, k, aStep, bStep, cStep})
      hash = (hash ^ size_t(number)) * 0x9e3779b97f4a7c15;
    return hash >> 32;
  }
};
struct Hash {
  size_t operator()(const Shape &shape) const { return shape.hash(); }
};

libxsmm_smmfunction generate(const Shape &x, const float one, const float beta) {
  const int flags = x.turned ? LIBXSMM_GEMM_FLAG_TRANS_B : LIBXSMM_GEMM_FLAG_NONE;
  const int prefetch = LIBXSMM_GEMM_PREFETCH_NONE;
  return libxsmm_smmdispatch(x.n, x.m, x.k, &x.bStep, &x.aStep, &x.cStep, &one, &beta, &flags,
                             &prefetch);
}
libxsmm_dmmfunction generate(const Shape &x, const double one, const double beta) {
  const int flags = x.turned ? LIBXSMM_GEMM_FLAG_TRANS_B : LIBXSMM_GEMM_FLAG_NONE;
  const int prefetch = LIBXSMM_GEMM_PREFETCH_NONE;
  return libxsmm_dmmdispatch(x.n, x.m, x.k, &x.bStep, &x.aStep, &x.cStep, &one, &beta, &flags,
                             &prefetch);
}

/// libxsmm keeps its code for ever, some 20 kB for a shape. What is multiplied in more shapes than
/// this goes tile by tile.
constexpr size_t mostShapes = 1024;

bool isGenerated(const Shape &shape) {
  static std::mutex mutex;
  static auto *shapes = new std::unordered_set<Shape, Hash>;
  std::lock_guard lock(mutex);
  if (shapes->size() < mostShapes)
    shapes->insert(shape);
  return shapes->contains(shape);
}

constexpr int blockTile = 64;
constexpr Shape tileShape = {blockTile, blockTile, blockTile, blockTile,
                             blockTile, blockTile, false,     true};

/// Null if there is no code for this shape. libxsmm takes longer to find its code than a small
/// product does.
template <typename T> auto kernelOf(const Shape &shape) {
  struct Entry {
    Shape shape{};
    decltype(generate(shape, T(), T())) kernel = nullptr;
  };
  constexpr size_t entries = 64;
  static thread_local Entry kept[entries];
  Entry &entry = kept[shape.hash() % entries];
  if (entry.shape != shape) {
    During generating(Work::compiling); // libxsmm has locks
    [[maybe_unused]] static const bool once = (libxsmm_init(), endAllWorkFirst(), true);
    const bool isWanted = shape == tileShape || isGenerated(shape);
    auto kernel = isWanted ? generate(shape, T(1), T(shape.add ? 1 : 0)) : nullptr;
    if (isWanted && !kernel) // for want of memory: there may be some the next time
      return kernel;
    entry = {shape, kernel};
  }
  return entry.kernel;
}

/// libxsmm's matrices lie column by column: seen so, ours are transposed, and c' = b' * a'.
template <typename T> bool multiplyGenerated(const Product<T> &block) {
  const bool turned = block.a.columnStep != 1 && block.k > 1;
  const int64_t aStep =
      turned ? std::max(block.a.columnStep, block.m) : std::max(block.a.rowStep, block.k);
  const int64_t bStep = std::max(block.b.rowStep, block.n), cStep = std::max(block.cStep, block.n);
  if (std::max({aStep, bStep, cStep}) > std::numeric_limits<libxsmm_blasint>::max())
    return false;
  using Index = libxsmm_blasint;
  auto kernel = kernelOf<T>({Index(block.m), Index(block.n), Index(block.k), Index(aStep),
                             Index(bStep), Index(cStep), turned, block.add});
  if (!kernel)
    return false;
  kernel(block.b.data, block.a.data, block.c);
  return true;
}

/// A tile of a matrix, with zeros behind its rows and columns.
template <typename T>
void copyTile(const Matrix<T> &from, int64_t rows, int64_t columns,
              T (&to)[blockTile * blockTile]) {
  std::fill(std::begin(to), std::end(to), T());
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      to[i * blockTile + j] = *from.part(i, j).data;
}

/// By one piece of code for all shapes.
template <typename T> bool multiplyInTiles(const Product<T> &block) {
  auto kernel = kernelOf<T>(tileShape);
  if (!kernel)
    return false;
  alignas(64) T a[blockTile * blockTile], b[blockTile * blockTile], c[blockTile * blockTile];
  auto upTo = [](int64_t all, int64_t from) { return std::min<int64_t>(blockTile, all - from); };
  for (int64_t i = 0; i < block.m; i += blockTile)
    for (int64_t j = 0; j < block.n; j += blockTile) {
      const int64_t rows = upTo(block.m, i), columns = upTo(block.n, j);
      const Matrix<T> target{block.c + i * block.cStep + j, block.cStep, 1};
      copyTile(target, block.add ? rows : 0, columns, c);
      for (int64_t k = 0; k < block.k; k += blockTile) {
        copyTile(block.a.part(i, k), rows, upTo(block.k, k), a);
        copyTile(block.b.part(k, j), upTo(block.k, k), columns, b);
        kernel(b, a, c);
      }
      for (int64_t row = 0; row < rows; ++row)
        std::copy_n(c + row * blockTile, columns, block.c + (i + row) * block.cStep + j);
    }
  return true;
}

} // namespace

template <typename T> void multiplyBlock(const Product<T> &block) {
  if constexpr (std::is_floating_point_v<T>)
    if (multiplyGenerated(block) || multiplyInTiles(block))
      return;
  multiplyPortably(block);
}

#define COTAN_MULTIPLY_BLOCK(T) template void multiplyBlock<T>(const Product<T> &);
COTAN_MULTIPLY_BLOCK(float)
COTAN_MULTIPLY_BLOCK(double)
COTAN_MULTIPLY_BLOCK(uint8_t)
COTAN_MULTIPLY_BLOCK(uint16_t)
COTAN_MULTIPLY_BLOCK(uint32_t)
COTAN_MULTIPLY_BLOCK(uint64_t)
#undef COTAN_MULTIPLY_BLOCK

} // namespace cotan
