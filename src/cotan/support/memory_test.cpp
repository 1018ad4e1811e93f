#include "cotan/support/memory.h"

#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace {

constexpr size_t page = 4096, line = 64, large = 64 * page;

TEST(Memory, can_be_written_from_front_to_end) {
  for (size_t bytes :
       {size_t{0}, size_t{1}, line, large - 1, large, large + 1, 8 * large, 9 * large + 5})
    for (size_t front : {size_t{0}, line}) {
      auto *elements = static_cast<std::byte *>(cotan::allocateElements(bytes, front));
      ASSERT_TRUE(elements);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(elements) % line, 0u);
      std::memset(elements - front, 1, front + bytes);
      cotan::freeElements(elements, bytes, front);
    }
  cotan::freeElements(nullptr, 0);
  EXPECT_FALSE(cotan::allocateElements(cotan::systemMemory() + 1));
}

TEST(Memory, of_large_tensors_lies_differently_in_its_pages) {
  std::set<uintptr_t> lines;
  std::vector<void *> all(page / line);
  for (void *&elements : all) {
    elements = cotan::allocateElements(large);
    lines.insert(reinterpret_cast<uintptr_t>(elements) % page);
  }
  EXPECT_EQ(lines.size(), all.size());
  for (void *elements : all)
    cotan::freeElements(elements, large);
}

} // namespace
