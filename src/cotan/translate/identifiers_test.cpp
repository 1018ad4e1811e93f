#include "cotan/translate/identifiers.h"

#include <gtest/gtest.h>

namespace cotan::forms {
namespace {

TEST(Identifiers, KeepWhatIsFree) {
  Identifiers words;
  EXPECT_EQ(words.fresh("x"), "x");
  EXPECT_EQ(words.fresh("y1"), "y1");
}

TEST(Identifiers, NumberWhatIsTaken) {
  Identifiers words;
  EXPECT_EQ(words.fresh("x"), "x");
  EXPECT_EQ(words.fresh("x1"), "x1");
  EXPECT_EQ(words.fresh("x"), "x2");
  EXPECT_EQ(words.fresh("x1"), "x1_1");
}

TEST(Identifiers, AreNoWordsOfTheForms) {
  Identifiers words;
  EXPECT_EQ(words.fresh("end"), "end1");
  EXPECT_EQ(words.fresh("return"), "return1");
}

TEST(Identifiers, HoldOnlyLettersDigitsAndLines) {
  Identifiers words;
  EXPECT_EQ(words.fresh("a.b c"), "a_b_c");
  EXPECT_EQ(words.fresh("0"), "v0");
  EXPECT_EQ(words.fresh(""), "v");
}

} // namespace
} // namespace cotan::forms
