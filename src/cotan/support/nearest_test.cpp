#include "cotan/support/nearest.h"

#include <gtest/gtest.h>

using namespace cotan;

TEST(Nearest, finds_swapped_missing_and_wrong_letters) {
  EXPECT_EQ(didYouMean("rnu", {"run", "grad"}), "; did you mean 'run'?");
  EXPECT_EQ(didYouMean("grd", {"run", "grad"}), "; did you mean 'grad'?");
  EXPECT_EQ(didYouMean("Tanh", {"tan", "tanh", "sin"}), "; did you mean 'tanh' or 'tan'?");
}

TEST(Nearest, finds_parts_of_names) {
  EXPECT_EQ(didYouMean("softmax", {"log_softmax", "relu"}), "; did you mean 'log_softmax'?");
}

TEST(Nearest, says_nothing_when_nothing_is_close) {
  EXPECT_EQ(didYouMean("y", {"x", "n"}), "");
  EXPECT_EQ(didYouMean("", {"x"}), "");
  EXPECT_EQ(didYouMean("transpose", {"exp", "log"}), "");
  EXPECT_EQ(didYouMean("anything", {}), "");
}
