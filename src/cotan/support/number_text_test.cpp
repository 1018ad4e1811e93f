#include "cotan/support/number_text.h"

#include "cotan/support/array.h"

#include <gtest/gtest.h>

#include <limits>

using namespace cotan;

namespace {

std::string formatted(double value, std::string_view how) {
  return formatNumber(Array::scalar(DType::f64, value), how);
}

// What Python's format() gives; test/python/texts_test.py compares many more.
TEST(NumberText, floats_are_written_as_python_does) {
  EXPECT_EQ(formatted(0.1, ""), "0.1");
  EXPECT_EQ(formatted(1e15, ""), "1000000000000000.0");
  EXPECT_EQ(formatted(1e16, ""), "1e+16");
  EXPECT_EQ(formatted(0.0001, ""), "0.0001");
  EXPECT_EQ(formatted(0.00001, ""), "1e-05");
  EXPECT_EQ(formatted(-0.0, ".1f"), "-0.0");
  EXPECT_EQ(formatted(-1.5, "08.2f"), "-0001.50");
  EXPECT_EQ(formatted(1.5, "*^9.1f"), "***1.5***");
  EXPECT_EQ(formatted(0.125, ".1%"), "12.5%");
  EXPECT_EQ(formatted(-std::numeric_limits<double>::quiet_NaN(), "6"), "   nan");
  EXPECT_EQ(formatted(std::numeric_limits<double>::infinity(), "F"), "INF");
}

TEST(NumberText, integers_are_written_as_python_does) {
  EXPECT_EQ(formatNumber(Array::scalar(DType::i64, -12), "05d"), "-0012");
  EXPECT_EQ(formatNumber(Array::scalar(DType::i64, 7), "<4"), "7   ");
  EXPECT_EQ(formatNumber(Array::scalar(DType::i1, 1), ""), "True");
  EXPECT_EQ(formatNumber(Array::scalar(DType::i1, 1), "d"), "1");
}

TEST(NumberText, what_is_no_format_is_known) {
  for (const char *how : {"x", "5x", ".f", ",", ".2d", "s", "!", "99999f", "3d4"})
    EXPECT_FALSE(isNumberFormat(how, DType::i64)) << how;
  for (const char *how : {"d", ".3", "b", "n"})
    EXPECT_FALSE(isNumberFormat(how, DType::f32)) << how;
}

} // namespace
