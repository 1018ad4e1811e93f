// Linear maps at a point, and transposes of linear functions.
#include "cotan/frontends/cpp/custom_rules_test.h"

#include <cmath>
#include <thread>

using ct::Tensor;
using ct::Tensors;

namespace {

const Tensor X = ct::array({0.3, -1.2, 2.0});

TEST(Linearize, movesAsJvpDoes) {
  int traced = 0;
  auto f = [&](std::map<std::string, Tensor> p, Tensor y) {
    ++traced;
    return std::pair(ct::sin(p.at("x")) * y, ct::sum(y));
  };
  const std::map<std::string, Tensor> p = {{"x", X}};
  auto [value, along] = ct::linearize(f, p, 2.0);
  EXPECT_EQ(value.second.item<int>(), 2);
  const int before = traced;
  for (double d : {1.0, -3.0}) {
    auto moved = along({{"x", d * X}}, 0.0);
    EXPECT_TRUE(ct::allclose(moved.first, 2 * d * ct::cos(X) * X, 1e-12).item<bool>());
    EXPECT_EQ(along({{"x", 0 * X}}, d).second.item<double>(), d);
  }
  EXPECT_EQ(traced, before);
  std::thread other(
      [&, along = along] { EXPECT_EQ(along({{"x", X}}, 1.0).second.item<int>(), 1); });
  other.join();
}

TEST(Linearize, isInsideOfOtherFunctions) {
  auto newton = [](Tensor x) { // in a loop, with a branch
    auto turn = [](Tensor, Tensor x) {
      auto [value, along] = ct::linearize(
          [](Tensor x) {
            return ct::cond(ct::all(x > 0), [&] { return x * x - 2; }, [&] { return x; });
          },
          x);
      return x - value / along(ct::ones_like(x));
    };
    return ct::fori_loop(0, 6, turn, x);
  };
  EXPECT_NEAR(ct::jit(newton)(ct::array(1.0)).item<double>(), std::sqrt(2.0), 1e-14);
  EXPECT_NEAR(ct::vmap(newton)(ct::array({1.0, 3.0})).values<double>()[1], std::sqrt(2.0), 1e-14);
  auto slope = [](Tensor x) {
    return ct::linearize([](Tensor x) { return x * x * x; }, x).second(1.0);
  };
  EXPECT_EQ(ct::grad(slope)(ct::array(2.0)).item<double>(), 12);
  EXPECT_EQ(ct::jit(ct::grad(ct::grad(slope)))(ct::array(2.0)).item<double>(), 6);
  // Through the tangent, which it is linear in.
  auto [value, along] = ct::linearize([](Tensor x) { return ct::exp(x); }, X);
  EXPECT_TRUE(ct::allclose(ct::grad([along = along](Tensor t) { return ct::sum(along(t)); })(X),
                           ct::exp(X), 1e-12)
                  .item<bool>());
}

TEST(Linearize, saysWhatIsWrong) {
  auto f = [](Tensor x) { return 2 * x; };
  EXPECT_THROW(ct::linearize(f, 1), ct::TypeError);
  EXPECT_THROW(ct::linearize([](Tensor x) { return x > 0; }, 1.0), ct::TypeError);
  auto along = ct::linearize(f, X).second;
  expectWords(problemOf([&] { along(ct::ones(2)); }), {"ct.linearize", "float64[3]"});
  auto ofList = ct::linearize([](Tensors xs) { return xs[0]; }, Tensors{X}).second;
  expectWords(problemOf([&] { ofList({X, X}); }),
              {"ct.linearize", "[*, *]", "[*]", "one structure"});
  EXPECT_EQ(ct::linearize(f, ct::zeros({0}, ct::float64)).second(ct::zeros(0)).size(), 0);
}

TEST(LinearTranspose, isTheAdjoint) {
  const Tensor a = ct::array({{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}});
  auto f = [=](Tensor x, Tensors ys) { return Tensors{ct::matmul(a, x) + 1, ys[0] - ct::flip(x)}; };
  auto back = ct::linear_transpose(f, X, Tensors{X});
  const Tensor u = ct::array({1.0, 10.0}), v = ct::array({1.0, 2.0, 3.0});
  for (int twice = 0; twice < 2; ++twice) {
    auto [dx, dys] = back({u, v});
    EXPECT_TRUE(ct::allclose(dx, ct::matmul(u, a) - ct::flip(v), 1e-14).item<bool>());
    EXPECT_EQ(dys[0].values<double>(), v.values<double>());
  }
  auto inside = [=](Tensor u) {
    auto [dx, dys] = ct::linear_transpose(f, X, Tensors{X})({u, v});
    return dx;
  };
  EXPECT_TRUE(ct::allclose(ct::jit(inside)(u), inside(u)).item<bool>());
  EXPECT_EQ(ct::vmap(inside)(ct::stack({u, u, u})).shape(), (ct::Shape{3, 3}));
  EXPECT_EQ(ct::jacrev(inside)(u).values<double>(), ct::transpose(a).values<double>());
}

TEST(LinearTranspose, saysWhatIsWrong) {
  expectWords(problemOf([] { ct::linear_transpose([](Tensor x) { return x * x; }, X); }),
              {"ct.linear_transpose", "not linear", "ct.vjp"});
  EXPECT_THROW(ct::linear_transpose([](Tensor x) { return x; }, 1), ct::TypeError);
  auto back = ct::linear_transpose([](Tensors xs) { return xs; }, Tensors{X});
  EXPECT_THROW(back({X, X}), ct::TypeError);
  EXPECT_THROW(back({ct::ones(2)}), ct::ValueError);
}

} // namespace
