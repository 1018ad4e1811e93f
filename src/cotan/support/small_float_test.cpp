// Floats and integers of few bits against what their bits mean, said another way.
#include "cotan/support/small_float.h"
#include "cotan/support/small_integer.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

using namespace cotan;

namespace {

/// What the code of a number without a sign means; none if it is no number.
template <typename T> std::optional<double> meaning(int code);
template <> std::optional<double> meaning<Float8E4M3>(int code) {
  if (code == 127)
    return {};
  return code < 8 ? code / 512.0 : (8 + code % 8) * std::pow(2.0, code / 8 - 10);
}
template <> std::optional<double> meaning<Float8E5M2>(int code) {
  if (code > 123)
    return {};
  return code < 4 ? code / 65536.0 : (4 + code % 4) * std::pow(2.0, code / 4 - 17);
}

/// The code of the nearest number, of two that are equally near the even one. Beyond the largest
/// comes what its code's successor would be.
template <typename T> int nearest(double magnitude) {
  int code = 0;
  while (meaning<T>(code + 1) && *meaning<T>(code + 1) <= magnitude)
    ++code;
  const double below = *meaning<T>(code);
  const double above = meaning<T>(code + 1).value_or(2 * below - *meaning<T>(code - 1));
  const double middle = (below + above) / 2;
  return magnitude > middle || (magnitude == middle && code % 2) ? code + 1 : code;
}

template <typename T> class EightBits : public testing::Test {};
using Floats = testing::Types<Float8E4M3, Float8E5M2>;
TYPED_TEST_SUITE(EightBits, Floats);

TYPED_TEST(EightBits, mean_what_they_say_and_come_back) {
  for (int bits = 0; bits < 256; ++bits) {
    TypeParam x;
    x.bits = bits;
    const double sign = bits < 128 ? 1 : -1, found = x;
    if (auto expected = meaning<TypeParam>(bits % 128)) {
      EXPECT_EQ(found, sign * *expected) << bits;
      EXPECT_EQ(std::signbit(found), bits >= 128);
      EXPECT_EQ(TypeParam(found).bits, bits);
    } else if (std::is_same_v<TypeParam, Float8E5M2> && bits % 128 == 124) {
      EXPECT_EQ(found, sign * INFINITY);
      EXPECT_EQ(TypeParam(found).bits, bits);
    } else {
      EXPECT_TRUE(std::isnan(found));
      EXPECT_TRUE(std::isnan(double(TypeParam(found))));
    }
  }
}

TYPED_TEST(EightBits, round_to_nearest_even) {
  auto check = [](double x) {
    ASSERT_EQ(TypeParam(x).bits, nearest<TypeParam>(x)) << x;
    ASSERT_EQ(TypeParam(-x).bits, nearest<TypeParam>(x) + 128) << x;
  };
  for (int bits = 0; bits < 0x7C00; ++bits) { // every Float16, and what lies just beside it
    Float16 x;
    x.bits = bits;
    check(x);
    check(std::nextafter(double(x), INFINITY));
    if (bits)
      check(std::nextafter(double(x), 0));
  }
}

TEST(EightBits, is_too_large) {
  EXPECT_EQ(Float8E4M3(464).bits, 0x7E); // halfway: to the even 448
  for (double x : {464.1, 1e300, double(INFINITY)}) {
    EXPECT_EQ(Float8E4M3(x).bits, 0x7F);
    EXPECT_EQ(Float8E4M3(-x).bits, 0xFF);
  }
  EXPECT_EQ(Float8E5M2(61439).bits, 0x7B);
  for (double x : {61440.0, 1e300, double(INFINITY)}) {
    EXPECT_EQ(Float8E5M2(x).bits, 0x7C);
    EXPECT_EQ(Float8E5M2(-x).bits, 0xFC);
  }
}

TEST(FourBits, wrap_around) {
  for (int x = -100; x < 100; ++x) {
    EXPECT_EQ(int(Int4(x)), ((x + 8) % 16 + 16) % 16 - 8);
    EXPECT_EQ(int(UInt4(x)), (x % 16 + 16) % 16);
  }
  EXPECT_EQ(int(std::numeric_limits<Int4>::min()), -8);
  EXPECT_EQ(int(std::numeric_limits<Int4>::max()), 7);
  EXPECT_EQ(int(std::numeric_limits<UInt4>::min()), 0);
  EXPECT_EQ(int(std::numeric_limits<UInt4>::max()), 15);
}

} // namespace
