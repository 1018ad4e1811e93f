#include "cotan/driver/generated_input.h"

#include "cotan/support/array_text.h"

#include <gtest/gtest.h>

using namespace cotan;

namespace {

std::string generate(llvm::StringRef text) {
  auto array = generateInput(text, ArrayType{DType::f64, {2}});
  return array ? describe(*array) + " " + printArray(*array)
               : "error: " + llvm::toString(array.takeError());
}

TEST(GeneratedInput, takes_the_type_of_the_argument_or_its_own) {
  EXPECT_EQ(generate("zeros"), "f64[2] [0.0, 0.0]");
  EXPECT_EQ(generate("ones:i8[3]"), "i8[3] [1, 1, 1]");
  EXPECT_EQ(generate("zeros:f32"), "f32[] 0.0");
  EXPECT_EQ(generate("zeros:f32[2,0]"), "f32[2, 0] []");
}

TEST(GeneratedInput, gives_the_same_numbers_for_the_same_seed) {
  EXPECT_EQ(generate("uniform:7"), generate("uniform:f64[2]:7"));
  EXPECT_NE(generate("uniform:7"), generate("uniform:8"));
  EXPECT_EQ(generate("uniform"), "f64[2] [0.1597933633704608, 0.9921452096298288]");
}

TEST(GeneratedInput, keeps_to_the_range) {
  auto array = generateInput("uniform:i32[1000]:1:-2:3", std::nullopt);
  ASSERT_TRUE(bool(array));
  auto [low, high] =
      std::minmax_element(array->values<int32_t>().begin(), array->values<int32_t>().end());
  EXPECT_EQ(*low, -2);
  EXPECT_EQ(*high, 2);
}

TEST(GeneratedInput, is_normal_when_asked_to_be) {
  auto array = generateInput("normal:f64[10000]:1", std::nullopt);
  ASSERT_TRUE(bool(array));
  double sum = 0, squares = 0;
  for (double x : array->values<double>()) {
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / 1e4, 0, 0.03);
  EXPECT_NEAR(squares / 1e4, 1, 0.05);
}

TEST(GeneratedInput, says_what_is_wrong) {
  EXPECT_EQ(generate("uniform:i32[3]"),
            "error: random integers need a range: uniform:i32[3]:SEED:LOW:HIGH");
  EXPECT_EQ(generate("normal:i32[3]"), "error: normal makes floating-point numbers, not i32");
  EXPECT_EQ(generate("uniform:-1"), "error: the seed '-1' is not a whole number from 0 on");
  EXPECT_EQ(generate("uniform:f64[2]:1:5"),
            "error: expected uniform:TYPE:SEED:LOW:HIGH with LOW < HIGH");
  EXPECT_EQ(generate("zeros:f65[2]"),
            "error: 'f65' is no element type; there are i1, i8 to i64, ui8 to "
            "ui64, f16, bf16, f32, f64, c64, c128, f8E4M3FN, f8E5M2, i4, ui4");
  EXPECT_EQ(generate("zeros:f32[2"), "error: a ']' is missing in 'f32[2'");
  EXPECT_EQ(generate("zeros:f32[2,x]"), "error: 'x' is no size in 'f32[2,x]'");
  auto open = generateInput("zeros", std::nullopt);
  EXPECT_EQ(llvm::toString(open.takeError()),
            "the argument's type leaves sizes open; say them, as in zeros:f64[3]");
}

} // namespace
