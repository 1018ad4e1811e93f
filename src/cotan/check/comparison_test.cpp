#include "cotan/check/comparison.h"

#include "gtest/gtest.h"

using namespace cotan;
using namespace cotan::check;

namespace {

Array vectorOf(std::initializer_list<double> values) {
  Array array(DType::f64, {static_cast<int64_t>(values.size())});
  llvm::copy(values, array.mutableValues<double>().begin());
  return array;
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Mismatch, says_where_and_what) {
  EXPECT_EQ(mismatch(vectorOf({1, 2}), vectorOf({1, 3})), "at [1]: found 2, expected 3");
  Array matrix = Array::zeros(DType::i32, {2, 3}), other = Array::zeros(DType::i32, {2, 3});
  other.mutableValues<int32_t>()[5] = -7;
  EXPECT_EQ(mismatch(matrix, other), "at [1, 2]: found 0, expected -7");
  EXPECT_EQ(mismatch(Array::scalar(DType::ui8, 200), Array::scalar(DType::ui8, 3)),
            "found 200, expected 3");
}

TEST(Mismatch, types_and_shapes_must_be_the_same) {
  EXPECT_EQ(mismatch(vectorOf({1}), Array::zeros(DType::f32, {1})),
            "found elements f64, expected f32");
  EXPECT_EQ(mismatch(vectorOf({1}), Array::zeros(DType::f64, {1, 1})),
            "found shape [1], expected [1, 1]");
}

TEST(Mismatch, without_tolerance_bits_must_agree) {
  EXPECT_TRUE(mismatch(vectorOf({0.0}), vectorOf({-0.0})));
  EXPECT_TRUE(mismatch(vectorOf({1}), vectorOf({std::nextafter(1.0, 2.0)})));
  EXPECT_FALSE(mismatch(vectorOf({nan, infinity}), vectorOf({-nan, infinity})));
}

TEST(Mismatch, tolerance_is_absolute_plus_relative) {
  Tolerance tolerance{1e-3, 1e-6};
  EXPECT_FALSE(mismatch(vectorOf({1000.9, 1e-7, -0.0}), vectorOf({1000, 0, 0}), tolerance));
  EXPECT_TRUE(mismatch(vectorOf({1001.1}), vectorOf({1000}), tolerance));
  EXPECT_TRUE(mismatch(vectorOf({2e-6}), vectorOf({0}), tolerance));
}

TEST(Mismatch, tolerance_does_not_hide_infinities_and_nans) {
  Tolerance generous{1, 1e300};
  EXPECT_TRUE(mismatch(vectorOf({1}), vectorOf({nan}), generous));
  EXPECT_TRUE(mismatch(vectorOf({nan}), vectorOf({1}), generous));
  EXPECT_TRUE(mismatch(vectorOf({infinity}), vectorOf({1}), generous));
  EXPECT_TRUE(mismatch(vectorOf({1}), vectorOf({infinity}), generous));
  EXPECT_TRUE(mismatch(vectorOf({-infinity}), vectorOf({infinity}), generous));
  EXPECT_FALSE(mismatch(vectorOf({infinity}), vectorOf({infinity}), generous));
}

TEST(Mismatch, integers_are_compared_exactly) {
  Array x = Array::scalar(DType::i64, int64_t{1} << 60);
  Array y = Array::scalar(DType::i64, (int64_t{1} << 60) + 1);
  EXPECT_TRUE(mismatch(x, y, Tolerance{1, 1}));
}

} // namespace
