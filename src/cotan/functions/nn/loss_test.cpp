// Functions that are one operator, from C++: defaults, operands that may be missing, several
// results, errors.
#include "cotan/cotan.h"

#include <gtest/gtest.h>

#include <numbers>

using namespace ct;

namespace {

TEST(Loss, hasItsOperatorsDefaults) {
  Tensor x = array({1.0, 5.0}), y = array({2.0, 2.0});
  EXPECT_EQ(nn::smooth_l1_loss(x, y).item<double>(), 1.5);
  EXPECT_EQ(nn::smooth_l1_loss(x, y, 1.0, "sum").item<double>(), 3.0);
  EXPECT_EQ(nn::mse(x, 2.0, "none").values<double>(), (std::vector{1.0, 9.0}));
}

TEST(Loss, takesOperandsThatMayBeMissing) {
  Tensor x = zeros({2}, float64), y = array({0.0, 1.0});
  auto loss = [&](const std::optional<Tensor> &weight, const std::optional<Tensor> &positive) {
    return nn::binary_cross_entropy_with_logits(x, y, weight, positive, "sum").item<double>();
  };
  EXPECT_NEAR(loss({}, {}), 2 * std::numbers::ln2, 1e-12);
  EXPECT_NEAR(loss({}, array({3.0, 3.0})), 4 * std::numbers::ln2, 1e-12);
  EXPECT_NEAR(loss(array({3.0, 1.0}), {}), 4 * std::numbers::ln2, 1e-12);
}

TEST(Loss, hasASlopeInCompiledCode) {
  auto loss = [](Tensor x) { return nn::hinge_loss(x, 1.0); };
  EXPECT_EQ(jit(grad(loss))(array({0.5, 2.0})).values<double>(), (std::vector{-0.5, 0.0}));
}

TEST(Loss, saysWhatDoesNotFit) {
  EXPECT_THROW(nn::huber(1.0, 2.0, -1.0), ValueError);
  EXPECT_THROW(nn::mse(1.0, 2.0, "best"), ValueError);
  EXPECT_THROW(nn::embedding(array({0.5}), ones({2, 2})), TypeError);
}

TEST(Updates, giveTheNextParametersAndWhatIsKept) {
  Tensor zero = zeros({1}, float64);
  auto [x, mean, square] = nn::adam_update(array({1.0}), array({3.0}), zero, zero, 0.5, 1);
  EXPECT_NEAR(x.values<double>()[0], 0.5, 1e-8);
  EXPECT_NEAR(mean.values<double>()[0], 0.3, 1e-12);
  EXPECT_NEAR(square.values<double>()[0], 0.009, 1e-12);
}

} // namespace
