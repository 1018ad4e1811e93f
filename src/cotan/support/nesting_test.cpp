#include "cotan/support/nesting.h"

#include <gtest/gtest.h>

using namespace cotan;

TEST(Nesting, points_at_the_first_bracket_too_deep) {
  EXPECT_EQ(findNestingBeyond("{ { } { { } } }", 2), 8u);
  EXPECT_EQ(findNestingBeyond("{ { } { { } } }", 3), std::nullopt);
  EXPECT_EQ(findNestingBeyond("([{<", 3), 3u);
}

TEST(Nesting, leaves_out_strings_and_comments) {
  EXPECT_EQ(findNestingBeyond("\"{{{\\\"{{\" {", 1), std::nullopt);
  EXPECT_EQ(findNestingBeyond("// {{{\n{", 1), std::nullopt);
  EXPECT_EQ(findNestingBeyond("\"not closed {{{\n{{", 1), 17u);
  EXPECT_EQ(findNestingBeyond("// at the end {{{", 1), std::nullopt);
}

TEST(Nesting, knows_arrows_from_brackets) {
  EXPECT_EQ(findNestingBeyond("(a) -> (b) (c) -> (d)", 1), std::nullopt);
  EXPECT_EQ(findNestingBeyond("f<x> <= >= f<y> f<z>", 1), std::nullopt);
}
