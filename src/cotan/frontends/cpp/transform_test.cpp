// Derivatives, jit and control flow of C++ programs, in each other.
#include "cotan/cotan.h"

#include <cmath>
#include <gtest/gtest.h>

using ct::Tensor;

namespace {

Tensor f64(double value) { return ct::reshape(ct::array({value}), {}); }

TEST(Grad, ofALambda) {
  auto f = [](Tensor x) { return ct::sum(ct::sin(x) * x); };
  Tensor x = ct::array({1.0, 2.0});
  std::vector<double> slope = ct::grad(f)(x).values<double>();
  EXPECT_NEAR(slope[1], std::sin(2.0) + 2 * std::cos(2.0), 1e-12);
}

TEST(Jit, keepsTheDigitsOfNumbers) {
  auto scaled = [](Tensor a, Tensor x) { return a * x; };
  EXPECT_EQ(ct::jit(scaled)(0.1, f64(3)).item<double>(), 0.1 * 3);
  Tensor number = ct::jit([](Tensor a) { return a * 1.0; })(0.1);
  EXPECT_EQ(number.dtype(), ct::DType::float32);
  EXPECT_EQ(*static_cast<const float *>(number.data()), 0.1f);
  EXPECT_EQ((number * f64(3)).item<double>(), 0.1 * 3);
  EXPECT_EQ(ct::jvp([](Tensor a) { return a * f64(3); }, 1.0, 0.1).second.item<double>(), 0.1 * 3);
}

TEST(Grad, doesNotConfuseItsVariables) {
  auto one = ct::grad([](Tensor x) { return x * ct::grad([x](Tensor y) { return x + y; })(1.0); });
  EXPECT_EQ(one(1.0).item<double>(), 1);
  auto eight =
      ct::grad([](Tensor x) { return x * ct::grad([x](Tensor y) { return x * y; })(1.0); });
  EXPECT_EQ(eight(4.0).item<double>(), 8);
}

TEST(Grad, insideJitInsideGrad) {
  auto cube = [](Tensor x) { return x * x * x; };
  auto slope = ct::jit(ct::grad(cube));
  auto bend = ct::grad([&](Tensor x) { return slope(x) * 2; });
  EXPECT_EQ(ct::jit(bend)(f64(3)).item<double>(), 36);
  EXPECT_EQ(ct::grad(bend)(f64(3)).item<double>(), 12);
}

TEST(Grad, withRespectToSeveralArguments) {
  auto f = [](Tensor x, Tensor y) { return x * x * y; };
  ct::Tensors slopes = ct::grad(f, std::vector<int64_t>{0, 1})(3.0, 4.0);
  EXPECT_EQ(slopes[0].item<double>(), 24);
  EXPECT_EQ(slopes[1].item<double>(), 9);
  EXPECT_EQ(ct::grad(f, 1)(3.0, 4.0).item<double>(), 9);
}

TEST(Grad, refusesWhatHasNoGradient) {
  auto same = [](Tensor x) { return x; };
  EXPECT_THROW(ct::grad(same)(3), ct::TypeError);
  EXPECT_THROW(ct::grad(same)(ct::array({1.0, 2.0})), ct::TypeError);
  EXPECT_THROW(ct::grad(same, 1)(3.0), ct::ValueError);
}

TEST(Jit, compilesOncePerType) {
  int runs = 0;
  auto f = ct::jit([&](Tensor x, Tensor y) { return ++runs, x * y + 1; });
  EXPECT_EQ(f(2.0, 3.0).item<double>(), 7);
  EXPECT_EQ(f(4.0, 5.0).item<double>(), 21);
  EXPECT_EQ(runs, 1);
  f(ct::array({1.0}), 2.0);
  EXPECT_EQ(runs, 2);
}

TEST(Jit, compilesOnceForAllSizesOfAnOpenAxis) {
  int runs = 0;
  auto centred = [&](Tensor x, Tensor w) {
    ++runs;
    Tensor rows = ct::vmap([w](Tensor row) { return ct::dot(row, w); })(x);
    return rows - ct::sum(rows) / ct::size(rows, 0);
  };
  auto f = ct::jit(centred, {.dynamic_axes = {{0}, {}}});
  auto slope = ct::jit(ct::grad([&](Tensor x, Tensor w) { return ct::sum(centred(x, w) * x); }, 1),
                       {.dynamic_axes = {{-2}}});
  Tensor w = ct::array({1.0, 10.0});
  EXPECT_EQ(f(ct::array({1.0, 2.0, 3.0, 4.0}, {2, 2}), w).values<double>(),
            (std::vector<double>{-11, 11}));
  EXPECT_EQ(f(ct::ones({5, 2}, ct::float64), w).values<double>(), std::vector<double>(5, 0));
  EXPECT_EQ(runs, 1);
  EXPECT_THROW(slope(ct::ones({5, 2}), w), ct::Error); // rows of 5 do not meet columns of 2
  EXPECT_THROW(ct::jit(centred, {.dynamic_axes = {{2}}})(ct::ones({5, 2}), w), ct::ValueError);
  EXPECT_THROW(ct::jit(centred, {.dynamic_axes = {{}, {}, {0}}})(w, w), ct::ValueError);
}

TEST(While, reversesAndNests) {
  // x to the power n, by a loop whose number of turns is data.
  auto power = [](Tensor x, Tensor n) {
    auto more = [n](const ct::Tensors &s) { return s[0] < n; };
    auto turn = [x](const ct::Tensors &s) { return ct::Tensors{s[0] + 1, s[1] * x}; };
    return ct::while_loop(more, turn, ct::Tensors{0, 1.0})[1];
  };
  EXPECT_EQ(power(2.0, 10).item<double>(), 1024);
  EXPECT_EQ(ct::grad(power)(f64(2), 10).item<double>(), 5120);
  EXPECT_EQ(ct::jit(ct::grad(ct::grad(power)))(f64(2), 5).item<double>(), 160);
}

TEST(Fori, scanAndCond) {
  auto sum = ct::fori_loop(0, 5, [](Tensor i, Tensor s) { return s + i * 2; }, Tensor(0));
  EXPECT_EQ(sum.item<int>(), 20);
  auto body = [](Tensor c, Tensor x) { return std::pair<Tensor, Tensor>(c * x, c + x); };
  auto [last, rows] = ct::scan(body, f64(1), ct::array({2.0, 3.0, 4.0}));
  EXPECT_EQ(last.item<double>(), 24);
  EXPECT_EQ(rows.values<double>(), (std::vector<double>{3, 5, 10}));
  auto product = [&](Tensor xs) { return ct::scan(body, 1.0, xs).first; };
  EXPECT_EQ(ct::grad(product)(ct::array({2.0, 3.0, 4.0})).values<double>(),
            (std::vector<double>{12, 8, 6}));
  auto size = [](Tensor x) { return ct::cond(x > 0, [&] { return x; }, [&] { return -x; }); };
  EXPECT_EQ(size(f64(-3)).item<double>(), 3);
  EXPECT_EQ(ct::grad(size)(f64(-3)).item<double>(), -1);
}

TEST(Fori, refusesVariablesThatChangeTheirShape) {
  auto grow = [](Tensor, Tensor s) { return ct::concatenate({s, s}); };
  EXPECT_THROW(ct::fori_loop(0, 3, grow, ct::array({1.0})), ct::TypeError);
}

TEST(Loops, variablesKeepTheirElementTypes) {
  using ct::DType;
  using Loop = std::function<Tensor()>;
  for (unsigned i = 0; i <= unsigned(DType::float64); ++i)
    for (unsigned j = 0; j <= unsigned(DType::float64); ++j) {
      Tensor x = ct::ones({}, DType(i)), y = ct::ones({}, DType(j));
      auto byWhile = [&] {
        auto more = [](const ct::Tensors &s) { return s[1] < 2; };
        auto turn = [&](const ct::Tensors &s) { return ct::Tensors{y, s[1] + 1}; };
        return ct::while_loop(more, turn, ct::Tensors{x, 0})[0];
      };
      auto byFor = [&] { return ct::fori_loop(0, 2, [&](Tensor, Tensor) { return y; }, x); };
      auto byScan = [&] {
        auto turn = [&](Tensor, Tensor row) { return std::pair<Tensor, Tensor>(y, row); };
        return ct::scan(turn, x, ct::arange(2)).first;
      };
      for (const Loop &loop : {Loop(byWhile), Loop(byFor), Loop(byScan)})
        if (i == j)
          EXPECT_EQ(loop().dtype(), x.dtype());
        else
          EXPECT_THROW(loop(), ct::TypeError);
    }
}

TEST(Traced, hasNoElementsYet) {
  auto f = ct::jit([](Tensor x) { return x.item<double>() > 0 ? x : -x; });
  EXPECT_THROW(f(1.0), ct::TypeError);
}

} // namespace
