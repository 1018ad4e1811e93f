// Plain copies, as in STREAM: copy BYTES [non-temporal] reads and writes BYTES in all, half each.
// What it answers to: server.h. The loop is explicit because memcpy chooses its stores by size.
#include "../server.h"

#include <immintrin.h>

#include <cstdlib>
#include <cstring>
#include <memory>

namespace {

using Vector = __m256;

void copyPlainly(const float *from, float *to, size_t count) {
  for (size_t i = 0; i < count; i += 8)
    _mm256_store_ps(to + i, _mm256_load_ps(from + i));
}

void copyPastCache(const float *from, float *to, size_t count) {
  for (size_t i = 0; i < count; i += 8)
    _mm256_stream_ps(to + i, _mm256_load_ps(from + i));
  _mm_sfence();
}

struct Release {
  void operator()(float *memory) const { std::free(memory); }
};

std::unique_ptr<float, Release> makeArray(size_t count) {
  auto *memory = static_cast<float *>(std::aligned_alloc(64, count * sizeof(float)));
  std::fill_n(memory, count, 1.0f); // the system hands out pages when they are written
  return std::unique_ptr<float, Release>(memory);
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    std::cerr << "usage: copy BYTES [non-temporal]\n";
    return 2;
  }
  const size_t count = std::strtoull(argv[1], nullptr, 10) / 2 / sizeof(float) / 16 * 16;
  const auto copy = argc > 2 ? copyPastCache : copyPlainly;
  auto from = makeArray(count), to = makeArray(count);
  return bench::serve({[&] { copy(from.get(), to.get(), count); }, {}, {}});
}
