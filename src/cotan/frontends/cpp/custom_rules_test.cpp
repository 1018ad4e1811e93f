// Rules of one's own are what every transformation uses, to any order.
#include "cotan/frontends/cpp/custom_rules_test.h"

#include <cmath>

using ct::Tensor;
using ct::Tensors;

namespace {

Tensor plain(Tensor x) { return ct::sin(x) * x; }
Tensor slopeOfPlain(Tensor x) { return ct::cos(x) * x + ct::sin(x); }

// The rule calls the function again, which is made anew each time.
Tensor ruled(Tensor x) {
  return ct::custom_jvp(
      plain, [](Tensor x, Tensor dx) { return std::pair(ruled(x), dx * slopeOfPlain(x)); })(x);
}
// Its rule is not its derivative, but that of 1.5 x^2.
Tensor tripled(Tensor x) {
  return ct::custom_jvp([](Tensor x) { return x * x; },
                        [](Tensor x, Tensor dx) { return std::pair(tripled(x), 3 * x * dx); })(x);
}
Tensor like(Tensor x) { return 1.5 * x * x; }

auto summed(auto f) {
  return [=](Tensor x) { return ct::sum(f(x)); };
}
auto pushed(auto f) {
  return [=](Tensor x) { return ct::jvp(f, x, ct::cos(x)).second; };
}
auto squared(auto f) {
  return [=](Tensor x) { return ct::square(f(x)); };
}
auto inALoop(auto f) {
  return
      [=](Tensor x) { return ct::fori_loop(0, 3, [=](Tensor, Tensor y) { return f(y) / 2; }, x); };
}
auto whileSmall(auto f) {
  return [=](Tensor x) {
    return ct::while_loop([](Tensor y) { return ct::sum(ct::abs(y)) < 40; },
                          [=](Tensor y) { return y + ct::square(f(y)) + 1; }, x);
  };
}

std::vector<std::pair<std::string, Tensor>> derivatives(auto f, Tensor x) {
  auto grad = [](auto f) { return ct::grad(summed(f)); };
  auto taylor = [=](Tensor x) {
    return ct::stack(ct::jet(f, x, {ct::cos(x), ct::zeros_like(x), ct::zeros_like(x)}).second);
  };
  return {{"grad", grad(f)(x)},
          {"compiled", ct::jit(grad(f))(x)},
          {"second", grad(grad(f))(x)},
          {"third", ct::jit(grad(grad(grad(squared(f)))))(x)},
          {"jvp", pushed(f)(x)},
          {"jvp of jvp", pushed(pushed(f))(x)},
          {"jvp of grad of jvp", pushed(grad(pushed(f)))(x)},
          {"taylor", ct::jit(taylor)(x)},
          {"jacobian", ct::jacrev(f)(x)},
          {"lanes of grad", ct::vmap(ct::grad(f))(x)},
          {"grad of lanes", grad(ct::vmap(f))(x)},
          {"checkpoint", grad(ct::checkpoint(f))(x)},
          {"linearize", ct::linearize(f, x).second(ct::cos(x))}};
}

TEST(CustomJvp, ofTheDerivativeChangesNoNumber) {
  const Tensor x = ct::array({0.3, -1.2, 2.0});
  const auto found = derivatives(ruled, x), expected = derivatives(plain, x);
  for (size_t i = 0; i < found.size(); ++i)
    EXPECT_TRUE(ct::allclose(found[i].second, expected[i].second, 1e-11).item<bool>())
        << found[i].first << found[i].second << expected[i].second;
  EXPECT_TRUE(ct::allclose(ct::jit(ct::grad(summed(inALoop(ruled))))(x),
                           ct::grad(summed(inALoop(plain)))(x), 1e-11)
                  .item<bool>());
  EXPECT_TRUE(
      ct::allclose(pushed(whileSmall(ruled))(x), pushed(whileSmall(plain))(x), 1e-11).item<bool>());
}

TEST(CustomJvp, isWhatIsUsed) {
  const Tensor x = ct::array({0.3, -1.2, 2.0});
  EXPECT_EQ(ct::jit(tripled)(x).values<double>(), (x * x).values<double>());
  const auto found = derivatives(tripled, x), expected = derivatives(like, x);
  for (size_t i = 0; i < found.size(); ++i)
    if (found[i].first != "third") // of which the square has the value in it
      EXPECT_TRUE(ct::allclose(found[i].second, expected[i].second, 1e-11).item<bool>())
          << found[i].first << found[i].second << expected[i].second;
}

TEST(CustomJvp, keepsTheElementType) {
  for (ct::DType type : {ct::DType::float16, ct::DType::bfloat16, ct::float32, ct::float64,
                         ct::DType::complex64, ct::DType::complex128}) {
    const Tensor x = ct::astype(ct::array({0.5, 1.5}), type);
    auto [value, slope] = ct::jvp(ruled, x, x);
    EXPECT_EQ(value.dtype(), type);
    EXPECT_EQ(slope.dtype(), type);
    if (type < ct::DType::complex64)
      EXPECT_EQ(ct::grad(summed(ruled))(x).dtype(), type);
    EXPECT_EQ(ruled(ct::zeros({0, 2}, type)).shape(), (ct::Shape{0, 2}));
  }
}

using Parts = std::map<std::string, Tensor>;

TEST(CustomJvp, isOfNestsAndIntegers) {
  auto scaled = [](Parts p, Tensor n) { return std::pair(p.at("w") * n * p.at("scale"), n); };
  auto f = ct::custom_jvp(scaled, [=](Parts p, Tensor n, Parts dp, Tensor dn) {
    EXPECT_EQ(dn.dtype(), n.dtype());
    Tensor slope = dp.at("w") * n * p.at("scale") + p.at("w") * n * dp.at("scale");
    return std::pair(scaled(p, n), std::pair(10 * slope, dn));
  });
  auto total = [=](Parts p) { return ct::sum(f(p, 3).first); };
  const Parts p = {{"w", ct::array({1.0, 2.0})}, {"scale", ct::array(2.0)}};
  const Parts slopes = ct::jit(ct::grad(total))(p);
  EXPECT_EQ(slopes.at("w").values<double>(), (std::vector<double>{60, 60}));
  EXPECT_EQ(slopes.at("scale").item<double>(), 90);
  EXPECT_EQ(ct::jvp(total, p, p).second.item<double>(), 2 * 60 * 3);
}

TEST(CustomJvp, readsConstantsFromOutside) {
  auto by = [](Tensor a) {
    return ct::custom_jvp([a](Tensor x) { return x * a; },
                          [a](Tensor x, Tensor dx) { return std::pair(x * a, a * dx); });
  };
  EXPECT_EQ(ct::jit([=](Tensor a, Tensor x) { return ct::grad(by(a))(x); })(3., 2.).item<int>(), 3);
  // One of a type in another: each has its own rule.
  auto inner = [=](Tensor x) { return by(5.0)(by(7.0)(x)); };
  EXPECT_EQ(ct::grad(inner)(2.0).item<int>(), 35);
  EXPECT_THROW(ct::grad([=](Tensor a) { return by(a)(2.0); })(3.0), ct::Error);
}

TEST(CustomJvp, writesTheFunctionDownOnceForAllOrders) {
  int runs = 0;
  std::function<Tensor(Tensor, int)> deep = [&](Tensor x, int n) -> Tensor {
    if (n == 0)
      return ++runs, x * x;
    return ct::custom_jvp([&deep, n](Tensor x) { return deep(x, n - 1); },
                          [&deep, n](Tensor x, Tensor t) { return std::pair(deep(x, n), t * n); })(
        x);
  };
  EXPECT_EQ(ct::grad([&](Tensor x) { return deep(x, 6); })(3.0).item<int>(), 6);
  EXPECT_EQ(runs, 1);
}

TEST(CustomJvp, saysWhatIsWrong) {
  auto same = [](Tensor x) { return x; };
  auto sameList = [](Tensor x) { return Tensors{x}; };
  auto problem = [](auto f) { return problemOf([&] { return ct::jvp(f, 1.0, 1.0); }); };
  expectWords(problem(ct::custom_jvp(
                  same, [](Tensor x, Tensor t) { return std::pair(ct::stack({x, x}), t); })),
              {"ct.custom_jvp: the rule's result", "float32[2]", "must be alike"});
  expectWords(problem(ct::custom_jvp(
                  same, [](Tensor x, Tensor t) { return std::pair(x, ct::stack({t, t})); })),
              {"tangent that the rule returned", "one shape"});
  auto list = ct::custom_jvp(
      sameList, [](Tensor x, Tensor t) { return std::pair(Tensors{x}, Tensors{t, t}); });
  expectWords(problem([=](Tensor x) { return list(x)[0]; }),
              {"tangent that the rule returned", "[*, *]", "[*]", "one structure"});
  auto apply = [](ct::Closure<Tensor(Tensor)> f, Tensor x) { return f(x); };
  auto ofFunction = ct::custom_jvp(apply, [=](ct::Closure<Tensor(Tensor)> f, Tensor x,
                                              ct::Closure<Tensor(Tensor)>,
                                              Tensor dx) { return std::pair(apply(f, x), dx); });
  expectWords(problem([=](Tensor x) { return ofFunction(same, x); }),
              {"argument 0 holds a function"});
}

TEST(CustomJvp, ofLists) {
  auto square = ct::customJvpFlat([](const Tensors &x) { return Tensors{x[0] * x[0]}; },
                                  [](const Tensors &x) { return Tensors{x[0] * x[0], 5 * x[1]}; });
  EXPECT_EQ(ct::grad([=](Tensor x) { return square({x})[0]; })(3.0).item<int>(), 5);
  auto wrong = ct::customJvpFlat([](const Tensors &x) { return x; },
                                 [](const Tensors &x) { return Tensors{x[0]}; });
  expectWords(problemOf([=] { ct::grad([=](Tensor x) { return wrong({x})[0]; })(3.0); }),
              {"the rule's result is []", "the function's [*]"});
}

TEST(CustomVjp, rulesMayUseOtherRules) {
  auto times = [](double factor, auto f) { // the gradient is `factor` times what it is
    return ct::custom_vjp(
        f, [=](Tensor x) { return std::pair(f(x), Tensors()); },
        [=](Tensors, Tensor dy) { return factor * dy; });
  };
  auto identity = [](Tensor x) { return x; };
  auto tenfold = times(10.0, identity);
  // Of what the rule computes the derivative is by the other rule.
  auto f = ct::custom_vjp([=](Tensor x) { return tenfold(x); },
                          [=](Tensor x) { return std::pair(tenfold(x), tenfold(x)); },
                          [](Tensor kept, Tensor dy) { return kept * dy; });
  EXPECT_EQ(ct::grad(ct::grad(f))(3.0).item<int>(), 10);
  EXPECT_EQ(ct::grad(times(2.0, times(3.0, identity)))(3.0).item<int>(), 2);
}

TEST(CustomVjp, ofNests) {
  using Parameters = std::map<std::string, Tensor>;
  using Results = std::tuple<Tensor, Tensor, Tensor>; // two floats and an integer
  auto value = [](const Parameters &p, Tensor n, Tensor x) {
    return Results{p.at("w") * x, ct::sin(p.at("b")), n + 1};
  };
  auto forward = [=](const Parameters &p, Tensor n, Tensor x) {
    return std::pair(value(p, n, x), Parameters(p));
  };
  auto reverse = [](const Parameters &p,
                    const Results &g) { // the slope of w is ten times what it is
    return std::tuple(
        Parameters{{"b", ct::cos(p.at("b")) * std::get<1>(g)}, {"w", 10 * std::get<0>(g)}},
        std::get<2>(g), p.at("w") * std::get<0>(g));
  };
  auto ruled = ct::custom_vjp(value, forward, reverse);
  auto total = [=](const Parameters &p, Tensor x) {
    const auto [y, z, n] = ruled(p, 3, x);
    return y * 2 + z + ct::astype(n, ct::float64);
  };
  const Parameters p{{"w", ct::array(2.0)}, {"b", ct::array(0.5)}};
  EXPECT_EQ(total(p, 3.0).item<double>(), 12 + std::sin(0.5) + 4);
  for (auto slopes : {ct::grad(total)(p, 3.0), ct::jit(ct::grad(total))(p, 3.0)}) {
    EXPECT_EQ(slopes.at("w").item<double>(), 20);
    EXPECT_NEAR(slopes.at("b").item<double>(), std::cos(0.5), 1e-15);
  }
  EXPECT_EQ(ct::grad([=](Tensor x) { return total(p, x); })(3.0).item<double>(), 4);
  auto few = ct::custom_vjp(value, forward, [](const Parameters &p, const Results &) { return p; });
  expectWords(problemOf([=] {
                ct::grad([=](const Parameters &p) { return std::get<0>(few(p, 3, 1.0)); })(p);
              }),
              {"ct.custom_vjp", "2 cotangents", "4 tensors"});
}

} // namespace
