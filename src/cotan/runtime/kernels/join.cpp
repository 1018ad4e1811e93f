#include "cotan/runtime/kernels/join.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/parallel.h"

#include <cstring>

namespace cotan {
namespace {

/// So many bytes of the result are worth a thread.
constexpr int64_t bytesOfThread = 1 << 20;
/// Rows that are written together: their lines stay in the cache from one piece to the next.
constexpr int64_t rowsTogether = 64;

/// Copies `rows` rows of `bytes` each, which lie `step` apart in the target.
void copyRows(char *to, const char *from, int64_t rows, int64_t bytes, int64_t step) {
  auto copy = [&](auto count) { // a number of the language, where it is known: then no call is made
    for (int64_t row = 0; row < rows; ++row)
      std::memcpy(to + row * step, from + row * bytes, count);
  };
  switch (bytes) {
  case 1: return copy(std::integral_constant<size_t, 1>());
  case 2: return copy(std::integral_constant<size_t, 2>());
  case 4: return copy(std::integral_constant<size_t, 4>());
  case 8: return copy(std::integral_constant<size_t, 8>());
  case 16: return copy(std::integral_constant<size_t, 16>());
  default: return copy(size_t(bytes));
  }
}

int32_t join(const TensorView *operands, const TensorView &result, int64_t axis, int64_t count) {
  const AxisView all(result, axis);
  const int64_t element = sizeOf(dtypeOf(result)) * all.inner, step = all.length * element;
  if (all.outer == 0 || step == 0)
    return 0;
  const int64_t tiles = (all.outer + rowsTogether - 1) / rowsTogether;
  const int64_t bytesOfTile = std::min(all.outer, rowsTogether) * step;
  runtime::parallelFor(
      tiles, std::max<int64_t>(1, bytesOfThread / bytesOfTile), [&](int64_t begin, int64_t end) {
        for (int64_t tile = begin; tile < end && !mustStop(); ++tile) {
          const int64_t row = tile * rowsTogether, rows = std::min(rowsTogether, all.outer - row);
          char *to = static_cast<char *>(result.data) + row * step;
          for (int64_t i = 0; i < count; ++i) {
            const int64_t bytes = operands[i].sizes[axis] * element;
            if (bytes != 0)
              copyRows(to, static_cast<const char *>(operands[i].data) + row * bytes, rows, bytes,
                       step);
            to += bytes;
          }
        }
      });
  return 0;
}

} // namespace

int32_t cotan_join(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return withoutExceptions([&] { return join(operands, results[0], numbers[0], numbers[1]); });
}

} // namespace cotan
