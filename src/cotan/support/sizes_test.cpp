#include "cotan/support/sizes.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

using namespace cotan;

namespace {

using Sizes = std::vector<int64_t>;
constexpr int64_t large = int64_t{1} << 40, largest = std::numeric_limits<int64_t>::max();

TEST(Sizes, areCountedUpToWhatAProcessorAddresses) {
  EXPECT_EQ(countElements(Sizes{}, 8), 1);
  EXPECT_EQ(countElements(Sizes{2, 3}, 8), 6);
  EXPECT_EQ(countElements(Sizes{large, 32}, 4), large * 32);
  EXPECT_FALSE(countElements(Sizes{large, 33}, 4));
  EXPECT_FALSE(countElements(Sizes{largest}, 1));
  EXPECT_FALSE(countElements(Sizes{largest, 2}, 1));
}

TEST(Sizes, ofWhatIsEmptyHaveAProductAsWell) {
  EXPECT_EQ(countElements(Sizes{large, 0, 1 << 20}, 4), 0);
  EXPECT_EQ(countElements(Sizes{0, largest}, 1), 0);
  EXPECT_FALSE(countElements(Sizes{0, largest}, 2));
  EXPECT_FALSE(countElements(Sizes{large, 0, large}, 1));
}

TEST(Sizes, thatAreNegativeAreNone) {
  EXPECT_FALSE(countElements(Sizes{0, -1}, 1));
  EXPECT_FALSE(countElements(Sizes{-large, -large}, 1));
  EXPECT_EQ(whyNoTensor(Sizes{0, -1}), "shape [0, -1] has a negative size");
  EXPECT_EQ(whyNoTensor(Sizes{large, large}),
            "an array of shape [1099511627776, 1099511627776] is too large: it would take more "
            "than 2^47 bytes");
}

} // namespace
