#include "cotan/runtime/kernels/block_product.h"

#include <libxsmm.h>

#include <algorithm>
#include <limits>
#include <type_traits>

namespace cotan {
namespace {

template <typename T> void multiplyPortably(const BlockProduct<T> &block) {
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

/// libxsmm's matrices lie column by column: seen so, ours are transposed, and c' = b' * a'.
template <typename T> bool multiplyGenerated(const BlockProduct<T> &block) {
  using Index = libxsmm_blasint;
  const bool turned = block.a.columnStep != 1 && block.k > 1;
  const Index aStep =
      turned ? std::max(block.a.columnStep, block.m) : std::max(block.a.rowStep, block.k);
  const Index bStep = std::max(block.b.rowStep, block.n), cStep = std::max(block.cStep, block.n);
  const T one = 1, beta = block.add ? 1 : 0;
  const int flags = turned ? LIBXSMM_GEMM_FLAG_TRANS_B : LIBXSMM_GEMM_FLAG_NONE;
  const int prefetch = LIBXSMM_GEMM_PREFETCH_NONE;
  auto run = [&](auto kernel) {
    if (kernel)
      kernel(block.b.data, block.a.data, block.c);
    return kernel != nullptr;
  };
  if constexpr (std::is_same_v<T, float>)
    return run(libxsmm_smmdispatch(block.n, block.m, block.k, &bStep, &aStep, &cStep, &one, &beta,
                                   &flags, &prefetch));
  else
    return run(libxsmm_dmmdispatch(block.n, block.m, block.k, &bStep, &aStep, &cStep, &one, &beta,
                                   &flags, &prefetch));
}

} // namespace

template <typename T> void multiplyBlock(const BlockProduct<T> &block) {
  constexpr int64_t largest = std::numeric_limits<libxsmm_blasint>::max();
  if constexpr (std::is_floating_point_v<T>)
    if (std::max({block.a.rowStep, block.a.columnStep, block.b.rowStep, block.cStep}) <= largest &&
        multiplyGenerated(block))
      return;
  multiplyPortably(block);
}

#define COTAN_MULTIPLY_BLOCK(T) template void multiplyBlock<T>(const BlockProduct<T> &);
COTAN_MULTIPLY_BLOCK(float)
COTAN_MULTIPLY_BLOCK(double)
COTAN_MULTIPLY_BLOCK(uint8_t)
COTAN_MULTIPLY_BLOCK(uint16_t)
COTAN_MULTIPLY_BLOCK(uint32_t)
COTAN_MULTIPLY_BLOCK(uint64_t)
#undef COTAN_MULTIPLY_BLOCK

} // namespace cotan
