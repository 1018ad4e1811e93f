// What an array refuses, and that a refused one leaves nothing behind.
#include "cotan/support/array.h"

#include "llvm/Support/Compiler.h"

#include <gtest/gtest.h>

using namespace cotan;

namespace {

template <typename F> std::string refusal(F make) {
  try {
    make();
  } catch (const EvaluationError &error) {
    return error.what();
  }
  return "not refused";
}

TEST(Array, hasNoNegativeSize) {
  EXPECT_EQ(refusal([] { Array(DType::f64, {2, -1}); }), "shape [2, -1] has a negative size");
  EXPECT_EQ(refusal([] { Array(DType::f64, {0, -1}); }), "shape [0, -1] has a negative size");
}

TEST(Array, hasAsManyElementsAndBytesAsCanBeCounted) {
  int64_t half = int64_t(1) << 32;
  EXPECT_EQ(refusal([&] { Array(DType::i8, {half, half}); }),
            "an array of shape [4294967296, 4294967296] is too large: it would take more than "
            "2^47 bytes");
  EXPECT_EQ(refusal([&] { Array(DType::f64, {half, half / 4}); }),
            "an array of shape [4294967296, 1073741824] is too large: it would take more than "
            "2^47 bytes");
  EXPECT_EQ(Array(DType::f64, {half, half / 64, 0}).size(), 0);
}

TEST(Array, thatTheSystemCannotHoldIsRefused) {
#if LLVM_ADDRESS_SANITIZER_BUILD
  GTEST_SKIP() << "the sanitizer ends the program";
#endif
  EXPECT_EQ(refusal([] { Array(DType::i8, {int64_t(1) << 46}); }),
            "the system has no 70368744177664 bytes of memory left");
}

TEST(Array, isViewedWithAsManyElements) {
  EXPECT_EQ(refusal([] { Array(DType::f64, {2, 3}).reshaped({4}); }),
            "cannot view 6 elements of shape [2, 3] as shape [4]");
}

TEST(Array, beyondTheLimitIsRefusedAndNotCounted) {
  auto meter = std::make_shared<MemoryMeter>(1000);
  auto previous = std::exchange(MemoryMeter::current(), meter);
  {
    Array kept(DType::i8, {300});
    size_t used = meter->usedBytes();
    std::string message = refusal([] { Array(DType::i8, {900}); });
    EXPECT_EQ(message.find("the memory limit of 1000 bytes is reached: " + std::to_string(used)),
              0u)
        << message;
    EXPECT_NE(message.find("raise it with --max-memory"), std::string::npos) << message;
    EXPECT_EQ(meter->usedBytes(), used);
  }
  EXPECT_EQ(meter->usedBytes(), 0u);
  MemoryMeter::current() = previous;
}

} // namespace
