// The rules of a single operator, from C++.
#include "cotan/cotan.h"

#include <cmath>
#include <gtest/gtest.h>

using ct::Tensor;
using ct::Tensors;

namespace {

Tensors softmax(const Tensors &xs) { return {ct::nn::softmax(xs[0])}; }

TEST(OperatorRules, decomposition) {
  Tensor x = ct::array({0.5, 1.0, -2.0});
  Tensor whole = softmax({x})[0], parts = ct::call_decomp(softmax, {x})[0];
  for (size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(parts.values<double>()[i], whole.values<double>()[i], 1e-14);
  auto exp = [](const Tensors &xs) -> Tensors { return {ct::exp(xs[0])}; };
  EXPECT_THROW(ct::call_decomp(exp, {x}), ct::ValueError);
}

TEST(OperatorRules, derivative) {
  Tensor x = ct::array({0.5, 1.0}), y = ct::array({2.0, 3.0}), g = ct::array({1.0, 10.0});
  auto product = [](const Tensors &xs) -> Tensors { return {xs[0] * xs[1]}; };
  auto both = ct::call_vjp(product, {x, y}, {x * y}, {g});
  EXPECT_EQ(both[0]->values<double>()[1], 30);
  EXPECT_EQ(both[1]->values<double>()[0], 0.5);
  auto one = ct::call_vjp(product, {x, y}, {x * y}, {g}, {true, false});
  EXPECT_FALSE(one[0]);
  EXPECT_TRUE(one[1]);
  EXPECT_THROW(ct::call_vjp(product, {x, y}, {x * y}, {g}, {true}), ct::ValueError);
  EXPECT_THROW(ct::call_vjp(product, {x, y}, {x * y}, {}), ct::ValueError);
}

} // namespace
