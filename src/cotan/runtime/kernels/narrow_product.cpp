// libxsmm's code has the sums of three rows in registers at a time. Where a row of c is only one or
// two of those, these are less sums than the processor adds products to at once: here are twelve
// registers full of sums.
#include "cotan/runtime/kernels/narrow_product.h"

#include "cotan/runtime/kernels/processors.h"
#include "cotan/runtime/parallel.h"

#include <algorithm>
#include <cstring>

namespace cotan {
namespace {

template <typename T> struct NarrowProduct {
  int64_t k;
  Matrix<T> a;
  const T *b;
  T *c;
};

/// `rows` rows of c, each a vector of so many bytes, in `chains` sums that do not wait for each
/// other: those of every so many summands.
template <int bytes, int rows, int chains, typename T>
[[gnu::always_inline]] inline void multiplyRows(const NarrowProduct<T> &p, int64_t row) {
  typedef T Vector __attribute__((vector_size(bytes)));
  constexpr int64_t width = bytes / sizeof(T);
  const T *from = p.a.data + row * p.a.rowStep;
  Vector sums[chains][rows] = {};
  auto add = [&](int64_t summand, Vector(&to)[rows]) {
    Vector met;
    std::memcpy(&met, p.b + summand * width, sizeof(met));
    for (int64_t i = 0; i < rows; ++i)
      to[i] += met * from[i * p.a.rowStep + summand];
  };
  int64_t at = 0;
  for (; at + chains <= p.k; at += chains)
    for (int chain = 0; chain < chains; ++chain)
      add(at + chain, sums[chain]);
  for (; at < p.k; ++at)
    add(at, sums[0]);
  for (int chain = 1; chain < chains; ++chain)
    for (int64_t i = 0; i < rows; ++i)
      sums[0][i] += sums[chain][i];
  std::memcpy(p.c + row * width, sums[0], sizeof(sums[0]));
}

// Of more rows the first cache has no room for a line each, where they lie alike in their pages.
constexpr int rowsAtOnce = 6;

template <int bytes, int chains, typename T>
[[gnu::always_inline]] inline void multiplyRange(const NarrowProduct<T> &p, int64_t begin,
                                                 int64_t end) {
  int64_t row = begin;
  for (; row + rowsAtOnce <= end; row += rowsAtOnce)
    multiplyRows<bytes, rowsAtOnce, chains>(p, row);
  for (; row < end; ++row)
    multiplyRows<bytes, 1, chains>(p, row);
}

/// What a row of c is in registers.
enum class Row { half, pair, whole };

/// In twelve of them.
template <typename T>
[[gnu::always_inline]] inline void multiplyIn(Row row, const NarrowProduct<T> &p, int64_t begin,
                                              int64_t end) {
  switch (row) {
  case Row::half: return multiplyRange<32, 2>(p, begin, end);
  case Row::pair: return multiplyRange<64, 1>(p, begin, end);
  case Row::whole: return multiplyRange<64, 2>(p, begin, end);
  }
}

COTAN_FOR_EACH_PROCESSOR void multiplyNarrowRows(Row row, const NarrowProduct<float> &p,
                                                 int64_t begin, int64_t end) {
  multiplyIn(row, p, begin, end);
}
COTAN_FOR_EACH_PROCESSOR void multiplyNarrowRows(Row row, const NarrowProduct<double> &p,
                                                 int64_t begin, int64_t end) {
  multiplyIn(row, p, begin, end);
}

} // namespace

template <typename T>
void multiplyNarrow(int64_t m, int64_t n, int64_t k, Matrix<T> a, const T *b, T *c) {
  const Row row = narrowWidth<T>(n) < mostNarrow<T>   ? Row::half
                  : __builtin_cpu_supports("avx512f") ? Row::whole
                                                      : Row::pair;
  const int64_t block = 2 * rowsAtOnce, blocks = (m + block - 1) / block;
  const NarrowProduct<T> product{k, a, b, c};
  runtime::parallelFor(blocks, 1 + workOfThread / (block * narrowWidth<T>(n) * k),
                       [&](int64_t first, int64_t last) {
                         multiplyNarrowRows(row, product, first * block, std::min(m, last * block));
                       });
}

template void multiplyNarrow<float>(int64_t, int64_t, int64_t, Matrix<float>, const float *,
                                    float *);
template void multiplyNarrow<double>(int64_t, int64_t, int64_t, Matrix<double>, const double *,
                                     double *);

} // namespace cotan
