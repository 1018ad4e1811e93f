#include "cotan/support/array_text.h"

#include <gtest/gtest.h>

using namespace cotan;

namespace {

std::string reprint(llvm::StringRef text, DType dtype) {
  auto array = parseArray(text, dtype);
  return array ? printArray(*array) : "error: " + llvm::toString(array.takeError());
}

TEST(ArrayText, reads_what_it_prints) {
  EXPECT_EQ(reprint("3.5", DType::f64), "3.5");
  EXPECT_EQ(reprint("[1, -2]", DType::i8), "[ 1, -2]");
  EXPECT_EQ(reprint("[[1.0, 20.0],\n [3.0,  4.0]]", DType::f32), "[[ 1.0, 20.0],\n [ 3.0,  4.0]]");
  EXPECT_EQ(reprint("[true, False, 1]", DType::i1), "[ True, False,  True]");
  EXPECT_EQ(reprint("[nan, inf, -inf, -0.0]", DType::f64), "[ nan,  inf, -inf, -0.0]");
  EXPECT_EQ(reprint("18446744073709551615", DType::ui64), "18446744073709551615");
  EXPECT_EQ(reprint("-9223372036854775808", DType::i64), "-9223372036854775808");
}

TEST(ArrayText, prints_as_few_digits_as_tell_a_number_from_its_neighbours) {
  EXPECT_EQ(reprint("0.1", DType::f64), "0.1");
  EXPECT_EQ(reprint("0.1", DType::f32), "0.1");
  EXPECT_EQ(reprint("0.1", DType::f16), "0.1");
  EXPECT_EQ(reprint("0.1", DType::bf16), "0.1");
  EXPECT_EQ(reprint("0.30000000000000004", DType::f64), "0.30000000000000004");
  EXPECT_EQ(reprint("1e300", DType::f64), "1e+300");
}

TEST(ArrayText, refuses_what_the_element_type_cannot_hold) {
  EXPECT_EQ(reprint("300", DType::i8), "error: '300' does not fit in i8");
  EXPECT_EQ(reprint("-1", DType::ui8), "error: '-1' is no element of ui8");
  EXPECT_EQ(reprint("1.5", DType::i64), "error: '1.5' is no element of i64");
  EXPECT_EQ(reprint("2", DType::i1), "error: '2' is no element of i1");
  EXPECT_EQ(reprint("abc", DType::f64), "error: 'abc' is no element of f64");
  EXPECT_EQ(reprint("", DType::f64), "error: '' is no element of f64");
}

TEST(ArrayText, refuses_what_is_no_array) {
  EXPECT_EQ(reprint("[1, 2", DType::f64), "error: a ']' is missing");
  EXPECT_EQ(reprint("[1] 2", DType::f64), "error: unexpected '2'");
  EXPECT_EQ(reprint("[[1], [2, 3]]", DType::f64), "error: the rows differ in length: 1 and 2");
  EXPECT_EQ(reprint("[1, [2]]", DType::f64), "error: the rows differ in how deep they are");
  EXPECT_EQ(reprint("[[], 1]", DType::f64), "error: the rows differ in how deep they are");
  EXPECT_EQ(reprint(std::string(100, '['), DType::f64), "error: more than 64 nested brackets");
}

TEST(ArrayText, keeps_empty_shapes) {
  auto array = parseArray("[[], []]", DType::f64);
  ASSERT_TRUE(bool(array));
  EXPECT_EQ(describe(*array), "f64[2, 0]");
  EXPECT_EQ(printArray(*array), "[]");
}

TEST(ArrayText, shows_only_the_edges_of_large_arrays) {
  Array array = Array::zeros(DType::i64, {2, 1000});
  EXPECT_EQ(printArray(array), "[[0, 0, 0, ..., 0, 0, 0],\n [0, 0, 0, ..., 0, 0, 0]]");
}

TEST(ArrayText, breaks_long_rows) {
  Array array = Array::zeros(DType::i64, {200});
  llvm::SmallVector<llvm::StringRef> lines;
  std::string text = printArray(array);
  llvm::StringRef(text).split(lines, '\n');
  EXPECT_GT(lines.size(), 1u);
  for (llvm::StringRef line : lines)
    EXPECT_LE(line.size(), 100u);
}

} // namespace
