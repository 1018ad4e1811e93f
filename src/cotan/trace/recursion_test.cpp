// ct::recursive: functions of C++ that call themselves as deep as their arguments say.
#include "cotan/cotan.h"

#include <cmath>
#include <gtest/gtest.h>

using ct::Tensor;

namespace {

Tensor f64(double value) { return ct::reshape(ct::array({value}), {}); }

const auto power = ct::recursive([](auto self, Tensor x, Tensor n) {
  return ct::cond(n == 0, [&] { return ct::ones_like(x); }, [&] { return x * self(x, n - 1); });
});

double fibonacciOf(double x, int n) {
  return n < 2 ? x / (1 + x * x) : fibonacciOf(x, n - 1) * 0.5 + fibonacciOf(x, n - 2) * x;
}
const auto fibonacci = ct::recursive([](auto self, Tensor x, Tensor n) {
  return ct::cond(
      n < 2, [&] { return x / (1 + x * x); },
      [&] { return self(x, n - 1) * 0.5 + self(x, n - 2) * x; });
});

TEST(Recursive, callsItselfAsDeepAsAValueSays) {
  auto compiled = ct::jit(fibonacci);
  for (int n = 0; n < 8; ++n) {
    EXPECT_NEAR(compiled(f64(0.7), n).item<double>(), fibonacciOf(0.7, n), 1e-14);
    EXPECT_NEAR(fibonacci(f64(0.7), n).item<double>(), fibonacciOf(0.7, n), 1e-14);
  }
  EXPECT_EQ(power(2.0, 5).item<double>(), 32);
}

TEST(Recursive, hasDerivativesOfAnyOrder) {
  EXPECT_EQ(ct::grad(power)(2.0, 5).item<double>(), 80);
  auto bend = ct::jit(ct::grad(ct::grad(power)));
  EXPECT_EQ(bend(2.0, 5).item<double>(), 160);
  const double h = 1e-6;
  EXPECT_NEAR(ct::grad(fibonacci)(f64(0.7), 6).item<double>(),
              (fibonacciOf(0.7 + h, 6) - fibonacciOf(0.7 - h, 6)) / (2 * h), 1e-8);
}

/// (a . x)^n, by a tree of calls.
const auto powerOfSum = ct::recursive([](auto self, Tensor x, Tensor n) {
  return ct::cond(
      n <= 1,
      [&] {
        return ct::cond(
            n == 1, [&] { return ct::dot(x, x * 0 + ct::array({0.5, -1.0, 2.0})); },
            [&] { return f64(1); });
      },
      [&] {
        const Tensor half = ct::floor_divide(n, 2);
        return self(x, half) * self(x, n - half);
      });
});

/// Its derivatives of this order, at every place.
std::vector<double> slopesOfPower(const std::vector<double> &x, int n, int order) {
  const std::vector<double> a = {0.5, -1.0, 2.0};
  double sum = 0, value = 1;
  for (size_t i = 0; i < a.size(); ++i)
    sum += a[i] * x[i];
  for (int k = 0; k < order; ++k)
    value *= n - k;
  value *= std::pow(sum, std::max(n - order, 0));
  std::vector<double> slopes = {value};
  for (int k = 0; k < order; ++k) {
    std::vector<double> more;
    for (double slope : slopes)
      for (double each : a)
        more.push_back(slope * each);
    slopes = std::move(more);
  }
  return slopes;
}

void expectNear(const std::vector<double> &found, const std::vector<double> &expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-12 * (1 + std::abs(expected[i]))) << i;
}

/// Of `slopes(x, n)`, derivatives of this order, at each depth, and in lanes of different depth.
template <typename F> void expectSlopes(const F &slopes, int order) {
  const std::vector<double> x = {0.25, 0.5, 1.5};
  const auto compiled = ct::jit(slopes);
  std::vector<double> all;
  for (int n : {0, 1, 2, 5}) {
    const std::vector<double> expected = slopesOfPower(x, n, order);
    expectNear(compiled(ct::array(x), Tensor(n)).template values<double>(), expected);
    all.insert(all.end(), expected.begin(), expected.end());
  }
  const auto lanes = ct::jit(ct::vmap(slopes, {std::nullopt, 0}));
  expectNear(lanes(ct::array(x), ct::array({0, 1, 2, 5})).template values<double>(), all);
}

/// All three orders of f, by the transformations that users write.
template <typename F> void expectThreeOrders(const F &f) {
  const auto at = [](auto transform) { // of x alone
    return [=](Tensor x, Tensor n) { return transform(n)(x); };
  };
  const auto of = [=](Tensor n) { return [=](Tensor x) { return f(x, n); }; };
  expectSlopes(at([=](Tensor n) { return ct::grad(of(n)); }), 1);
  expectSlopes(at([=](Tensor n) { return ct::hessian(of(n)); }), 2);
  expectSlopes(at([=](Tensor n) { return ct::jacrev(ct::hessian(of(n))); }), 3);
}

TEST(Recursive, hasHessiansAndTheirDerivatives) {
  expectThreeOrders(powerOfSum);
  const auto f = [](Tensor x) { return powerOfSum(x, 3); };
  expectNear(ct::hessian(f)(ct::array({0.25, 0.5, 1.5})).values<double>(),
             slopesOfPower({0.25, 0.5, 1.5}, 3, 2)); // at once
}

TEST(Recursive, hasHessiansInCheckpoints) { expectThreeOrders(ct::checkpoint(powerOfSum)); }

TEST(Recursive, goesAsDeepAsEachLaneNeeds) {
  std::vector<double> found =
      ct::vmap(power)(ct::array({2.0, 3.0}), ct::array({5, 0})).values<double>();
  EXPECT_EQ(found, (std::vector<double>{32, 1}));
}

TEST(Recursive, readsWhatIsOutside) {
  auto scaled = [](Tensor x, Tensor n) {
    Tensor scale = x * x;
    auto inner = ct::recursive([&](auto self, Tensor k) {
      return ct::cond(k <= 0, [&] { return x; }, [&] { return self(k - 1) * scale; });
    });
    return inner(n);
  };
  EXPECT_EQ(ct::grad(scaled)(2.0, 3).item<double>(), 7 * 64);
}

TEST(Recursive, callsAnotherThatCallsItBack) {
  auto even = ct::recursive([](auto even, Tensor n) {
    auto odd = ct::recursive([&](auto, Tensor m) {
      return ct::cond(m == 0, [] { return Tensor(false); }, [&] { return even(m - 1); });
    });
    return ct::cond(n == 0, [] { return Tensor(true); }, [&] { return odd(n - 1); });
  });
  for (int n = 0; n < 5; ++n)
    EXPECT_EQ(even(n).item<bool>(), n % 2 == 0);
}

TEST(Recursive, returnsSeveralTensors) {
  auto divided = ct::recursive<ct::Tensors>([](auto self, Tensor a, Tensor b) {
    return ct::cond(
        a < b, [&] { return ct::Tensors{Tensor(0), a}; },
        [&] {
          ct::Tensors rest = self(a - b, b);
          return ct::Tensors{rest[0] + 1, rest[1]};
        });
  });
  ct::Tensors found = divided(17, 5);
  EXPECT_EQ(found[0].item<int64_t>(), 3);
  EXPECT_EQ(found[1].item<int64_t>(), 2);
}

std::string errorOf(auto call) {
  try {
    call();
  } catch (const ct::Error &error) {
    return error.what();
  }
  return "";
}

TEST(Recursive, saysWhatIsWrong) {
  auto endless = ct::recursive([](auto self, Tensor n) { return self(n - 1); });
  EXPECT_EQ(errorOf([&] { endless(3); }),
            "ct.recursive: the function calls itself on every way through it, so that it would "
            "never end; let it return on one way without a call of itself, as `if n < 1: return x` "
            "does");
  auto grows = ct::recursive([](auto self, Tensor x, Tensor n) {
    return ct::cond(
        n == 0, [&] { return ct::sum(x); }, [&] { return self(ct::concatenate({x, x}), n - 1); });
  });
  EXPECT_EQ(errorOf([&] { grows(ct::array({1.0, 2.0}), 3); }),
            "ct.recursive: the function was called with float64[2], but calls itself with "
            "float64[4]; convert one of them, so that they agree");
  auto more = [](const ct::Function &self, const ct::Tensors &xs) {
    auto again = [&](const ct::Tensors &) { return self({xs[0], xs[0]}); };
    return ct::condFlat(xs[0] == 0, [](const ct::Tensors &given) { return given; }, again, xs);
  };
  EXPECT_EQ(errorOf([&] { ct::recursiveFlat(more, {3}); }),
            "ct.recursive: the function was called with 1 tensors, but calls itself with 2; give "
            "it as many");
}

TEST(Recursive, isNotToBeKept) {
  std::function<Tensor(Tensor)> kept;
  auto keeps = ct::recursive([&](auto self, Tensor n) {
    kept = self;
    return ct::cond(n == 0, [&] { return n; }, [&] { return self(n - 1); });
  });
  EXPECT_EQ(keeps(3).item<int64_t>(), 0);
  EXPECT_EQ(errorOf([&] { kept(3); }),
            "ct.recursive: a traced tensor is used outside of the function it belongs to; return "
            "it from there instead of storing it outside");
}

} // namespace
