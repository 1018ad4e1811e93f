// Every 16-bit number, and f32 numbers between them, against the conversions of the storage types.
#include "cotan/runtime/kernels/wide_numbers.h"

#include <gtest/gtest.h>

#include <random>

using namespace cotan;

namespace {

template <typename T> class HalfTypes : public testing::Test {};
using Halves = testing::Types<Float16, BFloat16>;
TYPED_TEST_SUITE(HalfTypes, Halves);

TYPED_TEST(HalfTypes, are_widened_exactly_and_come_back) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    TypeParam x;
    x.bits = bits;
    const double expected = x;
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(widen(x)));
      EXPECT_TRUE(std::isnan(double(narrow<TypeParam>(widen(x)))));
      continue;
    }
    ASSERT_EQ(std::bit_cast<uint64_t>(double(widen(x))), std::bit_cast<uint64_t>(expected)) << bits;
    ASSERT_EQ(narrow<TypeParam>(widen(x)).bits, bits);
  }
}

TYPED_TEST(HalfTypes, round_to_nearest_even) {
  std::mt19937 generator(1);
  for (int i = 0; i < 300000; ++i) {
    // Half of them lie in the middle between neighbours.
    uint32_t bits = generator() & (i % 2 ? 0xFFFFFFFF : 0xFFFFF000);
    const float x = std::bit_cast<float>(bits);
    if (!std::isnan(x)) {
      ASSERT_EQ(narrow<TypeParam>(x).bits, TypeParam(double(x)).bits) << x;
    }
  }
  EXPECT_EQ(narrow<Float16>(65519.0f).bits, Float16(65519.0).bits);
  EXPECT_EQ(narrow<Float16>(65520.0f).bits, Float16(65520.0).bits);
}

} // namespace
