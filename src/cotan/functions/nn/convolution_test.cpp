// Layers as C++ programs write them; their numbers are compared in test/python.
#include "cotan/cotan.h"

#include <gtest/gtest.h>

using namespace ct;

namespace {

std::vector<int64_t> shapeOf(const Tensor &x) { return {x.shape().begin(), x.shape().end()}; }

TEST(Convolution, takesItsOptionsByName) {
  Tensor x = ones({2, 4, 8, 8}), kernel = ones({6, 2, 3, 3});
  Tensor y = conv_general_dilated(x, kernel, {2, 2}, "SAME", {.feature_group_count = 2});
  EXPECT_EQ(shapeOf(y), (std::vector<int64_t>{2, 6, 4, 4}));
  Tensor wide = conv_general_dilated(x, kernel, {}, Widths{{2, 1}, {0, 0}},
                                     {.rhs_dilation = {2, 1}, .feature_group_count = 2});
  EXPECT_EQ(shapeOf(wide), (std::vector<int64_t>{2, 6, 7, 6}));
}

TEST(Convolution, ofANetworkHasASlope) {
  Tensor images = random::normal(random::key(0), {3, 8, 8, 1});
  Tensor labels = array<int64_t>({0, 2, 1});
  auto loss = [&](Tensor kernel, Tensor weights) {
    Tensor y = nn::max_pool(nn::relu(nn::conv(images, kernel)), {2, 2}, {2, 2});
    return mean(nn::cross_entropy(matmul(reshape(y, {3, -1}), weights), labels));
  };
  Tensor kernel = random::normal(random::key(1), {3, 3, 1, 2}, float64);
  Tensor weights = random::normal(random::key(2), {32, 3}, float64);
  Tensor slope = jit(grad(loss))(kernel, weights);
  Tensor step = 1e-4 * slope;
  double change = (loss(kernel + step, weights) - loss(kernel - step, weights)).item<double>();
  EXPECT_NEAR(change, 2 * sum(step * slope).item<double>(), 1e-5 * change);
}

TEST(Convolution, refusesWhatDoesNotGoTogether) {
  EXPECT_THROW(nn::conv(ones({1, 8, 8, 3}), ones({3, 3, 2, 4})), Error);
  EXPECT_THROW(nn::max_pool(ones({1, 8, 8, 3}), {9, 9}), ValueError);
}

} // namespace
