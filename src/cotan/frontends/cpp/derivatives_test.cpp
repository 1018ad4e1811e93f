// vjp, jvp, Taylor mode, rules, mapping and Jacobians of C++ functions, in each other.
#include "cotan/cotan.h"

#include <cmath>
#include <gtest/gtest.h>

using ct::Tensor;
using ct::Tensors;

namespace {

Tensor f64(double value) { return ct::reshape(ct::array({value}), {}); }

TEST(Derivatives, vjpAndJvpAgree) {
  auto f = [](Tensor x, Tensor y) { return ct::exp(x) * y; };
  Tensor x = ct::array({0.5, 1.0}), y = ct::array({2.0, 3.0}), u = ct::array({1.0, 10.0});
  auto [value, back] = ct::vjp(f, x, y);
  Tensors slopes = back(u);
  auto [same, tangent] = ct::jvp([&](Tensor x) { return f(x, y); }, x, ct::ones_like(x));
  EXPECT_NEAR(ct::sum(slopes[0]).item<double>(), ct::sum(tangent * u).item<double>(), 1e-12);
  EXPECT_NEAR(value.values<double>()[1], 3 * std::exp(1.0), 1e-12);
  EXPECT_THROW(back(f64(1)), ct::ValueError);
}

TEST(Derivatives, alongACurve) {
  auto [value, series] =
      ct::jet([](Tensor x) { return ct::sin(x); }, f64(0.3), {f64(1), f64(0), f64(0)});
  EXPECT_NEAR(value.item<double>(), std::sin(0.3), 1e-15);
  EXPECT_NEAR(series[0].item<double>(), std::cos(0.3), 1e-15);
  EXPECT_NEAR(series[1].item<double>(), -std::sin(0.3), 1e-15);
  EXPECT_NEAR(series[2].item<double>(), -std::cos(0.3), 1e-15);
  EXPECT_THROW(ct::jet([](Tensor x) { return x; }, 1, {1.0}), ct::TypeError);
  auto both = [](Tensor x) { return std::pair(ct::exp(2 * x), x * x); };
  auto [values, all] = ct::jet(both, f64(0), {f64(1), f64(0), f64(0)});
  EXPECT_EQ(values.first.item<double>(), 1);
  EXPECT_NEAR(all[0][2].item<double>(), 8, 1e-12);
  EXPECT_EQ(all[1][1].item<double>(), 2);
  EXPECT_THROW(ct::jet([](Tensor x) { return x; }, f64(1), {}), ct::ValueError);
}

TEST(Derivatives, byARuleOfOnesOwn) {
  auto clipped =
      ct::custom_vjp([](Tensor x) { return x * x; }, [](Tensor x) { return std::pair(x * x, x); },
                     [](Tensor x, Tensor dy) { return ct::clip(2 * x * dy, -1, 1); });
  EXPECT_EQ(clipped(f64(3)).item<double>(), 9);
  EXPECT_EQ(ct::grad(clipped)(f64(3)).item<double>(), 1);
  EXPECT_EQ(ct::jit(ct::grad(clipped))(f64(0.25)).item<double>(), 0.5);
  EXPECT_EQ(ct::grad(ct::grad(clipped))(f64(0.25)).item<double>(), 2); // of the rule
}

TEST(Derivatives, ofCheckpoints) {
  Tensor w = f64(0.7);
  auto wave = [](Tensor x, Tensor w) { return ct::sin(ct::tanh(x * w) * x); };
  auto again = ct::checkpoint(wave);
  EXPECT_EQ(again(f64(0.3), w).item<double>(), wave(f64(0.3), w).item<double>());
  auto slope = [&](auto f) {
    return ct::grad([f, w](Tensor x) { return f(x, x * w); })(f64(0.3)).template item<double>();
  };
  EXPECT_DOUBLE_EQ(slope(again), slope(wave));
  auto pair = ct::checkpoint([](Tensor x) { return Tensors{x * x, ct::sin(x)}; });
  EXPECT_DOUBLE_EQ(ct::grad([&](Tensor x) { return pair(x)[1]; })(f64(0.3)).item<double>(),
                   std::cos(0.3));
}

TEST(Mapping, ofLoopsOfTheirOwnLength) {
  auto halvings = [](Tensor x) {
    auto goesOn = [](const Tensors &s) { return s[0] > 1; };
    auto halve = [](const Tensors &s) { return Tensors{s[0] / 2, s[1] + 1}; };
    return ct::while_loop(goesOn, halve, Tensors{x, f64(0)})[1];
  };
  std::vector<double> counts = ct::vmap(halvings)(ct::array({1.0, 8.0, 100.0})).values<double>();
  EXPECT_EQ(counts, (std::vector<double>{0, 3, 7}));
}

TEST(Mapping, alongChosenAxes) {
  Tensor x = ct::array<double>({1, 2, 3, 4, 5, 6}, {2, 3}), y = ct::array({1.0, 10.0});
  auto product = [](Tensor column, Tensor y) { return ct::dot(column, y); };
  EXPECT_EQ(ct::vmap(product, {1, std::nullopt})(x, y).values<double>(),
            (std::vector<double>{41, 52, 63}));
  auto constant = [](Tensor) { return f64(7); };
  EXPECT_EQ(ct::vmap(constant)(y).values<double>(), (std::vector<double>{7, 7}));
  auto total = [](Tensor x, Tensor y) { return ct::sum(x) + ct::sum(y); };
  EXPECT_THROW(ct::vmap(total)(x, ct::array({1.0, 2.0, 3.0})), ct::ValueError);
  EXPECT_THROW(ct::vmap(total, {std::nullopt, std::nullopt})(x, y), ct::ValueError);
  EXPECT_THROW(ct::vmap(total)(f64(1), y), ct::Error);
}

TEST(Mapping, makesJacobians) {
  auto f = [](Tensor x) { return ct::stack({x * x, ct::sin(x), x}); }; // 3 rows of 2
  Tensor x = ct::array({0.5, 2.0});
  Tensor rows = ct::jacrev(f)(x), columns = ct::jacfwd(f)(x);
  ASSERT_EQ(ct::Shape(rows.shape().begin(), rows.shape().end()), (ct::Shape{3, 2, 2}));
  std::vector<double> expected = {1, 0, 0, 4, std::cos(0.5), 0, 0, std::cos(2.0), 1, 0, 0, 1};
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(rows.values<double>()[i], expected[i], 1e-15) << i;
    EXPECT_NEAR(columns.values<double>()[i], expected[i], 1e-15) << i;
  }
  auto g = [](Tensor x) { return ct::prod(x) * ct::sum(x); }; // x^2 y + x y^2
  std::vector<double> bend = ct::jit(ct::hessian(g))(x).values<double>();
  EXPECT_EQ(bend, (std::vector<double>{2 * 2.0, 2 * 0.5 + 2 * 2.0, 2 * 0.5 + 2 * 2.0, 2 * 0.5}));
}

TEST(Control, choosesOneOfMany) {
  std::vector<std::function<Tensor()>> branches = {[] { return f64(1); }, [] { return f64(2); },
                                                   [] { return f64(3); }};
  for (auto [index, value] : {std::pair(-1, 1), {0, 1}, {1, 2}, {7, 3}})
    EXPECT_EQ(ct::switch_(index, branches).item<double>(), value);
  auto cubic = ct::grad([](Tensor x) {
    return ct::switch_(
        1, std::vector<std::function<Tensor()>>{[&] { return x; }, [&] { return x * x * x; }});
  });
  EXPECT_EQ(cubic(f64(2)).item<double>(), 12);
}

} // namespace
