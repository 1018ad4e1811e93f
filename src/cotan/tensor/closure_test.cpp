// Functions as values: the programs of the functional IR's design, eagerly and compiled, with
// derivatives, against what they are on paper.
#include "cotan/cotan.h"

#include <cmath>
#include <gtest/gtest.h>

using ct::Tensor;
using ct::Tensors;
using Map = ct::Closure<Tensor(Tensor)>;

namespace {

Tensor f64(double value) { return ct::reshape(ct::array({value}), {}); }

Tensor square(const Tensor &x) { return x * x; }
Map scaled(const Tensor &k) {
  return ct::closure([](Tensor k, Tensor x) { return k * x; }, k);
}
Map composed(const Map &f, const Map &g) {
  return ct::closure([](Map f, Map g, Tensor x) { return f(g(x)); }, f, g);
}
template <typename True, typename False>
Map chosen(const Tensor &predicate, const True &f, const False &g) {
  return ct::cond(predicate, [&] { return Map(f); }, [&] { return Map(g); });
}

/// The value and three derivatives of f, eagerly, compiled, and as part of compiled functions.
void expectDerivatives(const Map &f, double x, const std::vector<double> &expected) {
  Map order = f;
  for (double value : expected) {
    const double near = 1e-9 * std::max(1.0, std::abs(value));
    EXPECT_NEAR(order(f64(x)).item<double>(), value, near);
    EXPECT_NEAR(ct::jit(order)(f64(x)).item<double>(), value, near);
    EXPECT_NEAR(ct::checkpoint(order)(f64(x)).item<double>(), value, near);
    EXPECT_NEAR(ct::vmap(order)(ct::array({x, x + 1})).realAt(0), value, near);
    order = ct::grad(order);
  }
}

//--- what the design lists

TEST(Closure, functionsUseAndTakeFunctions) {
  auto inner = [](Tensor x) { return x * x + 1; };
  auto testF = [=](Tensor x) { return inner(x) * inner(x); };
  expectDerivatives(Map(testF), 2, {25, 40, 52, 48});
  auto hof = [](Map f, Tensor x) { return f(f(x)); };
  expectDerivatives(ct::closure(hof, Map(square)), 2, {16, 32, 48, 48});
  EXPECT_EQ(ct::jit(hof)(square, 3.0).item<double>(), 81);
  EXPECT_EQ(ct::jit(hof)(scaled(2.0), 3.0).item<double>(), 12);
}

TEST(Closure, fibonacci) {
  auto fibonacci = ct::recursive([](auto self, Tensor n) {
    return ct::cond(n < 2, [&] { return n; }, [&] { return self(n - 1) + self(n - 2); });
  });
  EXPECT_EQ(ct::jit(fibonacci)(15).item<int>(), 610);
}

TEST(Closure, capturesByValue) {
  auto adder = [](Tensor k) { return ct::closure([](Tensor k, Tensor x) { return x + k; }, k); };
  Map one = adder(1), two = adder(2);
  EXPECT_EQ(one(3).item<int>(), 4);
  EXPECT_EQ(two(3).item<int>(), 5);
  auto both = ct::jit([&](Tensor x) { return std::pair(adder(1)(x), adder(x)(2)); });
  EXPECT_EQ(both(3).first.item<int>(), 4);
  EXPECT_EQ(both(3).second.item<int>(), 5);
}

TEST(Closure, powerByALoopAndByRecursion) {
  auto loop = [](Tensor x, Tensor n) {
    return ct::fori_loop(0, n, [=](Tensor, Tensor y) { return y * x; }, ct::ones_like(x));
  };
  auto down = ct::recursive([](auto self, Tensor x, Tensor n) {
    return ct::cond(n == 0, [&] { return ct::ones_like(x); }, [&] { return x * self(x, n - 1); });
  });
  for (const Map &f :
       {Map([=](Tensor x) { return loop(x, 5); }), Map([=](Tensor x) { return down(x, 5); })})
    expectDerivatives(f, 2, {32, 80, 160, 240});
}

TEST(Closure, productOfPrimes) {
  auto divides = [](Tensor n) {
    auto more = [=](Tensors s) { return ct::logical_and(s[0] * s[0] <= n, s[1]); };
    auto turn = [=](Tensors s) { return Tensors{s[0] + 1, n % s[0] != 0}; };
    return ct::while_loop(more, turn, Tensors{2, true})[1];
  };
  auto product = [=](Tensor n) {
    auto turn = [=](Tensor i, Tensor p) {
      return ct::cond(divides(i), [&] { return p * i; }, [&] { return p; });
    };
    return ct::fori_loop(2, n + 1, turn, Tensor(1));
  };
  EXPECT_EQ(ct::jit(product)(11).item<int>(), 2 * 3 * 5 * 7 * 11);
}

TEST(Closure, functionsThatCallEachOther) {
  auto isEven = ct::recursive([](auto even, Tensor n) {
    auto odd = ct::recursive([even](auto, Tensor n) {
      return ct::cond(n == 0, [&] { return Tensor(false); }, [&] { return even(n - 1); });
    });
    return ct::cond(n == 0, [&] { return Tensor(true); }, [&] { return odd(n - 1); });
  });
  auto compiled = ct::jit(isEven);
  EXPECT_TRUE(compiled(10).item<bool>());
  EXPECT_FALSE(compiled(7).item<bool>());
}

TEST(Closure, ackermann) {
  auto ackermann = ct::recursive([](auto self, Tensor m, Tensor n) {
    auto more = [&] {
      return ct::cond(
          n == 0, [&] { return self(m - 1, 1); }, [&] { return self(m - 1, self(m, n - 1)); });
    };
    return ct::cond(m == 0, [&] { return n + 1; }, more);
  });
  EXPECT_EQ(ct::jit(ackermann)(2, 3).item<int>(), 9);
}

TEST(Closure, isReturnedFromABranch) {
  auto f = [](Tensor x) { return chosen(x > 0, square, scaled(x))(x + 1); };
  expectDerivatives(Map(f), 2, {9, 6, 2, 0});   // (x + 1)^2
  expectDerivatives(Map(f), -3, {6, -5, 2, 0}); // x (x + 1)
  auto lambdas = [](Tensor x) {
    auto f = ct::cond(
        x > 0, [] { return [](Tensor t) { return ct::sin(t); }; },
        [] { return [](Tensor t) { return ct::cos(t); }; });
    return f(x);
  };
  expectDerivatives(Map(lambdas), 1, {std::sin(1), std::cos(1), -std::sin(1), -std::cos(1)});
  expectDerivatives(Map(lambdas), -1, {std::cos(1), std::sin(1), -std::cos(1), -std::sin(1)});
}

TEST(Closure, aListOfThemIsFoldedOver) {
  auto folded = [](Tensor x) {
    std::vector<Map> all = ct::cond(
        x > 0, [&] { return std::vector<Map>{square, scaled(3.0)}; },
        [&] { return std::vector<Map>{scaled(x), square}; });
    for (const Map &f : all)
      x = f(x);
    return x;
  };
  expectDerivatives(Map(folded), 2, {12, 12, 6, 0});      // 3 x^2
  expectDerivatives(Map(folded), -2, {16, -32, 48, -48}); // x^4
}

TEST(Closure, derivativesReachWhatIsCaptured) {
  auto loss = [](Tensors w, Tensor x) {
    Map layer = chosen(ct::sum(x) > 0,
                       ct::closure([](Tensor w, Tensor x) { return ct::tanh(x * w); }, w[0]),
                       ct::closure([](Tensor w, Tensor x) { return ct::tanh(x * w); }, w[1]));
    return ct::sum(layer(layer(x)));
  };
  Tensors w = {ct::array({0.5, 0.7}), ct::array({0.2, 0.3})};
  Tensor x = ct::array({1.0, 2.0});
  Tensors slopes = ct::grad(loss)(w, x), compiled = ct::jit(ct::grad(loss))(w, x);
  const double h = 1e-6;
  double up = loss({w[0] + ct::array({h, 0.0}), w[1]}, x).item<double>(),
         down = loss({w[0] - ct::array({h, 0.0}), w[1]}, x).item<double>();
  EXPECT_NEAR(slopes[0].realAt(0), (up - down) / (2 * h), 1e-8);
  EXPECT_EQ(slopes[0].values<double>(), compiled[0].values<double>());
  EXPECT_EQ(slopes[1].values<double>(), (std::vector<double>{0, 0}));
}

TEST(Closure, fixedPointCombinator) {
  auto fix = [](ct::Closure<Tensor(Map, Tensor)> f) {
    return ct::recursive([f](Map self, Tensor x) { return f(self, x); });
  };
  auto halving = [](Map self, Tensor x) {
    return ct::cond(x < 1, [&] { return x * x; }, [&] { return self(x / 2) * 3; });
  };
  expectDerivatives(Map(fix(halving)), 3, {9 * 9.0 / 16, 9 * 6.0 / 16, 9 * 2.0 / 16, 0});
}

TEST(Closure, foldsATree) {
  // (2 + 3) * 4: node 0 is the product; leaves have no children. How nodes are joined is a value.
  Tensor left = ct::array({1, 3, -1, -1, -1}), right = ct::array({2, 4, -1, -1, -1}),
         isSum = ct::array({false, true, false, false, false});
  using Join = ct::Closure<Tensor(Tensor, Tensor)>;
  auto at = [](Tensor xs, Tensor i) { return ct::index(xs, {i}); };
  auto tree = ct::recursive([=](auto self, Tensor leaves, Tensor w, Tensor node) {
    auto inside = [&] {
      Join join = ct::cond(
          at(isSum, node),
          [&] { return ct::closure([](Tensor w, Tensor a, Tensor b) { return w * (a + b); }, w); },
          [&] { return ct::closure([](Tensor a, Tensor b) { return a * b; }); });
      return join(self(leaves, w, at(left, node)), self(leaves, w, at(right, node)));
    };
    return ct::cond(at(left, node) < 0, [&] { return at(leaves, node); }, inside);
  });
  Tensor leaves = ct::array({0.0, 0.0, 4.0, 2.0, 3.0});
  EXPECT_EQ(tree(leaves, f64(2), 0).item<double>(), 40);
  EXPECT_EQ(ct::grad(tree)(leaves, f64(2), 0).values<double>(),
            (std::vector<double>{0, 0, 10, 8, 8}));
  EXPECT_EQ(ct::jit(ct::grad(tree, 1))(leaves, f64(2), 0).item<double>(), 20);
}

Tensor factorial(int64_t n, const Map &k) {
  if (n == 0)
    return k(1.0);
  return factorial(n - 1, ct::closure([](Map k, Tensor n, Tensor x) { return k(n * x); }, k, n));
}

TEST(Closure, continuations) {
  expectDerivatives(Map([](Tensor x) { return factorial(5, scaled(x)); }), 2, {240, 120, 0, 0});
  auto product = ct::recursive([](auto self, Tensor n, Tensor x, Map k) {
    return ct::cond(n == 0, [&] { return k(x); }, [&] { return self(n - 1, x * 2, k); });
  });
  auto f = [=](Tensor x) { return product(3, x, chosen(x > 0, square, scaled(x))); };
  expectDerivatives(Map(f), 1, {64, 128, 128, 0});
}

using Numeral = ct::Closure<Map(Map)>;
Numeral successor(const Numeral &n) {
  auto next = [](Numeral n, Map f) { return composed(f, n(f)); };
  return ct::closure(next, n);
}

TEST(Closure, churchNumerals) {
  Numeral zero = [](Map) { return Map([](Tensor x) { return x; }); };
  Numeral two = successor(successor(zero));
  auto plus = [](Numeral a, Numeral b, Map f) { return composed(a(f), b(f)); };
  auto times = [](Numeral a, Numeral b, Map f) { return a(b(f)); };
  Numeral three = successor(two), five = ct::closure(plus, two, three),
          six = ct::closure(times, two, three);
  auto value = [](Numeral n) { return n([](Tensor x) { return x + 1; })(0); };
  EXPECT_EQ(ct::jit(value)(five).item<int>(), 5);
  EXPECT_EQ(value(six).item<int>(), 6);
  auto pick = ct::jit(
      [&](Tensor c) { return value(ct::cond(c, [&] { return five; }, [&] { return six; })); });
  EXPECT_EQ(pick(true).item<int>(), 5);
  EXPECT_EQ(pick(false).item<int>(), 6);
  expectDerivatives(Map([=](Tensor x) { return three(scaled(x))(1.0); }), 2, {8, 12, 12, 6});
}

TEST(Closure, deepTailCalls) {
  auto count = ct::recursive([](auto self, Tensor n, Tensor x, Map f) {
    return ct::cond(n == 0, [&] { return x; }, [&] { return self(n - 1, f(x), f); });
  });
  auto run = ct::jit([=](Tensor c, Tensor n) {
    return count(n, 0, chosen(c, [](Tensor x) { return x + 1; }, [](Tensor x) { return x + 2; }));
  });
  EXPECT_EQ(run(false, 1'000'000).item<int64_t>(), 2'000'000);
}

TEST(Closure, gradientsOfWhatTakesAFunction) {
  auto thrice = [](Map f, Tensor x) { return f(f(f(x))); };
  auto bend = ct::grad(ct::grad(ct::closure(thrice, Map([](Tensor x) { return x * x; }))));
  EXPECT_EQ(bend(f64(2)).item<double>(), 56 * 64); // x^8
  auto asArgument = ct::grad(ct::grad(thrice, 1), 1);
  EXPECT_EQ(asArgument(Map(square), f64(2)).item<double>(), 56 * 64);
  EXPECT_EQ(ct::jit(asArgument)(square, f64(2)).item<double>(), 56 * 64);
}

TEST(Closure, gradientsDoNotConfuseVariables) {
  auto sum = [](Tensor x, Tensor y) { return x + y; };
  auto product = [](Tensor x, Tensor y) { return x * y; };
  auto one = [=](Tensor x) { return x * ct::grad(ct::closure(sum, x))(1.0); };
  auto eight = [=](Tensor x) { return x * ct::grad(ct::closure(product, x))(1.0); };
  EXPECT_EQ(ct::jit(ct::grad(Map(one)))(f64(1)).item<double>(), 1);
  EXPECT_EQ(ct::grad(Map(one))(f64(1)).item<double>(), 1);
  EXPECT_EQ(ct::jit(ct::grad(Map(eight)))(f64(4)).item<double>(), 8);
  EXPECT_EQ(ct::grad(Map(eight))(f64(4)).item<double>(), 8);
}

TEST(Closure, liesInTuples) {
  auto f = [](Tensor x) {
    auto [g, k, more] = ct::cond(
        x > 0, [&] { return std::tuple(Map(square), x, std::array<Map, 2>{scaled(x), square}); },
        [&] {
          return std::tuple(scaled(2.0), Tensor(3.0), std::array<Map, 2>{square, scaled(x)});
        });
    return more[0](g(k)) + more[1](x);
  };
  expectDerivatives(Map(f), 2, {8 + 4, 12 + 4, 12 + 2, 6}); // x^3 + x^2
  expectDerivatives(Map(f), -2, {36 + 4, -4, 2, 0});        // 36 + x^2
}

TEST(Closure, secondOrderThroughABranch) {
  Map f = [](Tensor x) { return chosen(x < 0, square, [](Tensor x) { return x * x * x; })(x); };
  auto bend = ct::grad(ct::grad(f));
  for (auto [x, expected] : {std::pair(-1, 2), std::pair(1, 6), std::pair(2, 12)}) {
    EXPECT_EQ(bend(f64(x)).item<double>(), expected);
    EXPECT_EQ(ct::jit(bend)(f64(x)).item<double>(), expected);
  }
}

TEST(Closure, gradientOfGradientOfGradient) {
  Map h = [](Tensor x) { return x * x * x * x * x * x; };
  for (int i = 0; i < 3; ++i)
    h = ct::grad(h);
  EXPECT_EQ(h(f64(2)).item<double>(), 960);
  EXPECT_EQ(ct::jit(h)(f64(2)).item<double>(), 960);
}

TEST(Closure, mapsOverANest) {
  using Layers = std::vector<std::pair<Tensor, Tensor>>;
  auto mapped = [](Map f, Layers layers) {
    for (auto &[w, b] : layers)
      w = f(w), b = f(b);
    return layers;
  };
  auto total = [=](Layers layers, Tensor c) {
    Tensor sum = 0.0;
    for (auto &[w, b] : mapped(chosen(c, square, scaled(3.0)), layers))
      sum = sum + ct::sum(w) + ct::sum(b);
    return sum;
  };
  Layers layers = {{ct::array({1.0, 2.0}), f64(3)}, {ct::array({4.0}, {1, 1}), f64(5)}};
  Layers slopes = ct::jit(ct::grad(total))(layers, true);
  EXPECT_EQ(slopes[0].first.values<double>(), (std::vector<double>{2, 4}));
  EXPECT_EQ(slopes[1].second.item<double>(), 10);
  EXPECT_EQ(ct::grad(total)(layers, false)[1].first.realAt(0), 3);
}

//--- what is small, empty or another type

TEST(Closure, conversions) {
  // The types of both branches are made one; numbers are tensors.
  auto f = [](Tensor x) {
    return ct::cond(
        x > 0, [] { return Map(square); }, [] { return [](Tensor) { return 2.5; }; })(x);
  };
  EXPECT_EQ(ct::jit(f)(-1.0).item<double>(), 2.5);
  EXPECT_EQ(f(3.0).item<double>(), 9);
  EXPECT_EQ(ct::cond(true, [] { return 1; }, [] { return 2; }).item<int>(), 1);
  ct::Closure<Tensor(Tensor, Tensor)> minus = [](auto a, auto b) { return a - b; };
  EXPECT_EQ(ct::closure(minus, 5)(3).item<int>(), 2);
  ct::Closure<Map(Tensor)> maker = [](Tensor) { return [](Tensor x) { return x + 1; }; };
  EXPECT_EQ(maker(0)(3).item<int>(), 4);
  ct::Closure<Tensor()> constant = ct::closure(square, 3);
  EXPECT_EQ(ct::jit([](ct::Closure<Tensor()> c) { return c(); })(constant).item<int>(), 9);
  std::function<Tensor(Tensor)> general = square;
  EXPECT_EQ(Map(general)(4).item<int>(), 16);
}

TEST(Closure, loopsOfFunctionsAlone) {
  auto same = [](Tensor n) {
    return ct::fori_loop(0, n, [](Tensor, Map f) { return f; }, Map(square))(3.0);
  };
  auto next = [](Tensor n) {
    return ct::fori_loop(0, n, [](Tensor, Map) { return Map(square); }, scaled(2.0))(3.0);
  };
  for (int turns : {0, 1, 4}) {
    EXPECT_EQ(same(turns).item<double>(), 9);
    EXPECT_EQ(ct::jit(same)(turns).item<double>(), 9);
    EXPECT_EQ(next(turns).item<double>(), turns ? 9 : 6);
    EXPECT_EQ(ct::jit(next)(turns).item<double>(), turns ? 9 : 6);
  }
}

TEST(Closure, whatIsNotChosenIsNotRun) {
  // 0 stands for what the other function has captured.
  auto divided = [](Tensor k) { return ct::closure([](Tensor k, Tensor x) { return x / k; }, k); };
  auto slope = ct::grad([=](Tensor x) { return chosen(x > 0, divided(x * x), square)(x); });
  EXPECT_EQ(ct::jit(slope)(f64(2)).item<double>(), -0.25);
  EXPECT_EQ(ct::vmap(slope)(ct::array({2.0, -2.0})).values<double>(),
            (std::vector<double>{-0.25, -4}));
}

//--- which functions are one

TEST(Closure, numberOfBranches) {
  auto text = [](auto f) {
    return ct::programText([=](const Tensors &xs) { return Tensors{f(xs[0])}; }, {f64(1)});
  };
  auto count = [](const std::string &text, const std::string &what) {
    size_t found = 0;
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
      ++found;
    return found;
  };
  // One function but for what it has captured: there is no branch where it is called.
  auto one = [](Tensor x) { return chosen(x > 0, scaled(x), scaled(2.0))(x); };
  EXPECT_EQ(count(text(one), "flow.if") + count(text(one), "flow.switch"), 1u);
  auto pointers = [](Tensor x) { return chosen(x > 0, &square, &square)(x); };
  EXPECT_EQ(count(text(pointers), "prim.mul"), 1u);
  Map copied = [w = f64(3)](Tensor x) { return w * x; };
  auto copies = [=](Tensor x) { return chosen(x > 0, copied, copied)(x); };
  EXPECT_EQ(count(text(copies), "prim.mul"), 1u);
  auto two = [](Tensor x) { return chosen(x > 0, scaled(x), square)(x); };
  EXPECT_EQ(count(text(two), "flow.switch"), 1u);
}

} // namespace
