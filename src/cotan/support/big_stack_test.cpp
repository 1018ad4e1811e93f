#include "cotan/support/big_stack.h"

#include <gtest/gtest.h>

#include <stdexcept>

using namespace cotan;

static int depthOf(int depth) {
  volatile char frame[1000]; // so that 100 000 calls need more than the usual 8 MiB
  frame[0] = char(depth);
  return depth == 0 ? frame[0] : 1 + depthOf(depth - 1);
}

TEST(BigStack, holds_deep_recursion) {
  int depth = 0;
  runOnBigStack([&] { depth = depthOf(100'000); });
  EXPECT_EQ(depth, 100'000);
}

TEST(BigStack, hands_exceptions_on) {
  EXPECT_THROW(runOnBigStack([] { throw std::runtime_error("inside"); }), std::runtime_error);
}
