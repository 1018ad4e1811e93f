#include "cotan/support/big_stack.h"

#include <gtest/gtest.h>

#include <stdexcept>

using namespace cotan;

static int depthOf(int depth) {
  volatile char frame[5000]; // so that few calls, as a sanitizer counts them, need more than 8 MiB
  frame[0] = char(depth);
  return depth == 0 ? frame[0] : 1 + depthOf(depth - 1);
}

TEST(BigStack, holds_deep_recursion) {
  int depth = 0;
  runOnBigStack([&] { depth = depthOf(20'000); });
  EXPECT_EQ(depth, 20'000);
}

TEST(BigStack, hands_exceptions_on) {
  EXPECT_THROW(runOnBigStack([] { throw std::runtime_error("inside"); }), std::runtime_error);
}
