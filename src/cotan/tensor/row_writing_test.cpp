// Functions in rows in all transformations, of all element types, where they go and how many there
// are; and what is refused.
#include "cotan/cotan.h"

#include <cmath>
#include <gtest/gtest.h>
#include <sstream>
#include <thread>

using ct::Tensor;
using ct::Tensors;
using Map = ct::Closure<Tensor(Tensor)>;

namespace {

Tensor f64(double value) { return ct::reshape(ct::array({value}), {}); }

Map composed(const Map &f, const Map &g) {
  return ct::closure([](Map f, Map g, Tensor y) { return f(g(y)); }, f, g);
}
Map scaled(const Tensor &k) {
  return ct::closure([](Tensor k, Tensor y) { return k * y; }, k);
}
const Map sine = [](Tensor y) { return ct::sin(y); };

/// x sin(...), n times, of x.
Tensor nested(Tensor x, Tensor n) {
  Map f = ct::closure([](Tensor x, Tensor y) { return x * ct::sin(y); }, x);
  return ct::fori_loop(0, n, [&](Tensor, Map h) { return composed(f, h); }, sine)(x);
}
/// Its value and first two derivatives by x, by the rules of calculus.
std::array<double, 3> nestedPlain(double x, int n) {
  double y = std::sin(x), dy = std::cos(x), ddy = -y;
  for (int i = 0; i < n; ++i) {
    const double s = std::sin(y), c = std::cos(y);
    const double first = s + x * c * dy, second = 2 * c * dy - x * s * dy * dy + x * c * ddy;
    y = x * s, dy = first, ddy = second;
  }
  return {y, dy, ddy};
}

template <typename E = ct::Error, typename F> std::string errorOf(const F &f) {
  try {
    f();
  } catch (const E &error) {
    return error.what();
  }
  return "";
}

TEST(RowWriting, transformations) {
  for (int n : {0, 1, 3, 20}) {
    const auto [y, dy, ddy] = nestedPlain(0.7, n);
    auto f = [n](Tensor x) { return nested(x, ct::full({}, n)); };
    const Tensor x = f64(0.7);
    EXPECT_NEAR(ct::grad(ct::grad(f))(x).item<double>(), ddy, 1e-9);
    EXPECT_NEAR(ct::jit(ct::grad(ct::grad(f)))(x).item<double>(), ddy, 1e-9);
    EXPECT_NEAR(ct::jvp(f, x, f64(2)).second.item<double>(), 2 * dy, 1e-9);
    auto [value, series] = ct::jet(f, x, {f64(1), f64(0)});
    EXPECT_NEAR(value.item<double>(), y, 1e-12);
    EXPECT_NEAR(series[0].item<double>(), dy, 1e-9);
    EXPECT_NEAR(series[1].item<double>(), ddy, 1e-9);
    auto [result, back] = ct::vjp(f, x);
    EXPECT_NEAR(back(f64(3))[0].item<double>(), 3 * dy, 1e-9);
    EXPECT_NEAR(ct::grad(ct::checkpoint(f))(x).item<double>(), dy, 1e-9);
    EXPECT_NEAR(ct::jit(ct::grad(ct::checkpoint(f)))(x).item<double>(), dy, 1e-9);
  }
}

TEST(RowWriting, lanesGoTheirOwnWays) {
  const Tensor xs = ct::array({0.3, 0.7, 1.1}), turns = ct::array({0, 2, 30});
  const double x[] = {0.3, 0.7, 1.1};
  const int n[] = {0, 2, 30};
  Tensor values = ct::vmap(nested)(xs, turns), slopes = ct::vmap(ct::grad(nested))(xs, turns),
         compiled = ct::jit(ct::vmap(ct::grad(nested)))(xs, turns);
  for (int i = 0; i < 3; ++i) {
    const auto [y, dy, ddy] = nestedPlain(x[i], n[i]);
    EXPECT_NEAR(values.realAt(i), y, 1e-12);
    EXPECT_NEAR(slopes.realAt(i), dy, 1e-9);
    EXPECT_NEAR(compiled.realAt(i), dy, 1e-9);
  }
}

TEST(RowWriting, elementTypes) {
  for (auto [dtype, near] : {std::pair(ct::DType::float32, 1e-5),
                             {ct::DType::float16, 1e-2},
                             {ct::DType::bfloat16, 5e-2}}) {
    Tensor y = ct::jit(nested)(ct::full({}, 0.7, dtype), 3);
    EXPECT_EQ(y.dtype(), dtype);
    EXPECT_NEAR(y.item<double>(), nestedPlain(0.7, 3)[0], near);
  }
  auto counted = [](Tensor n, Tensor k) {
    auto more = [](ct::Closure<Tensor()> h, Tensor k) { return h() + k; };
    auto turn = [&](Tensor, ct::Closure<Tensor()> h) { return ct::closure(more, h, k); };
    return ct::fori_loop(0, n, turn, ct::closure([](Tensor k) { return k; }, k))();
  };
  for (auto dtype : {ct::DType::int8, ct::DType::uint16, ct::DType::int64, ct::DType::uint64}) {
    Tensor sum = ct::jit(counted)(20, ct::full({}, 3, dtype));
    EXPECT_EQ(sum.dtype(), dtype);
    EXPECT_EQ(sum.item<int>(), 63);
  }
  auto parity = [](Tensor n, Tensor c) {
    auto other = [](ct::Closure<Tensor(Tensor)> h, Tensor c, Tensor d) {
      return ct::logical_xor(h(d), c);
    };
    auto turn = [&](Tensor, Map h) { return ct::closure(other, h, c); };
    return ct::fori_loop(0, n, turn, Map([](Tensor d) { return d; }))(false);
  };
  EXPECT_TRUE(ct::jit(parity)(19, true).item<bool>());
  EXPECT_FALSE(ct::jit(parity)(19, false).item<bool>());
  auto empty = [](Tensor n, Tensor v) {
    auto longer = [](Map h, Tensor v, Tensor y) { return h(y) + ct::sum(v) + 1; };
    auto turn = [&](Tensor, Map h) { return ct::closure(longer, h, v); };
    return ct::fori_loop(0, n, turn, sine)(0.0);
  };
  EXPECT_EQ(ct::jit(empty)(5, ct::zeros({0, 3})).item<double>(), 5);
}

//--- how many

TEST(RowWriting, asManyAsARunMakes) {
  auto counted = ct::jit([](Tensor n) {
    auto turn = [](Tensor, Map h) {
      return ct::closure([](Map h, Tensor k) { return h(k) + 1; }, h);
    };
    return ct::fori_loop(0, n, turn, Map([](Tensor k) { return k; }))(0);
  });
  for (int64_t n : {3, 15, 16, 17, 1000, 100'000})
    EXPECT_EQ(counted(n).item<int64_t>(), n);
}

TEST(RowWriting, isTracedAgainForMoreOnly) {
  int traced = 0;
  auto compiled = ct::jit([&](Tensor x, Tensor n) { return ++traced, nested(x, n); });
  compiled(f64(0.7), 3);
  EXPECT_EQ(traced, 1);
  compiled(f64(0.7), 100); // 16 rows, then 128
  EXPECT_EQ(traced, 2);
  for (int n : {3, 100, 70, 127})
    EXPECT_NEAR(compiled(f64(0.7), n).item<double>(), nestedPlain(0.7, n)[0], 1e-12);
  EXPECT_EQ(traced, 2);
  compiled(f64(0.7), 200);
  EXPECT_EQ(traced, 3);
}

/// Functions of lists begin again as those of nests do.
TEST(RowWriting, asManyAsARunOfListsMakes) {
  const auto [y, dy, ddy] = nestedPlain(0.7, 20); // 16 rows, then 128
  const Tensor x = f64(0.7);
  int traced = 0;
  const ct::Function f = [&](const Tensors &xs) {
    ++traced;
    return Tensors{nested(xs.back(), ct::full({}, 20))};
  };
  const std::vector<std::pair<double, std::function<Tensor()>>> calls = {
      {dy, [&] { return ct::valueAndGradientFlat(f, {x}, {0}).gradients[0]; }},
      {dy, [&] { return ct::vjpFlat(f, {x}).second({f64(1)})[0]; }},
      {dy, [&] { return ct::jvpFlat(f, {x}, {f64(1)}).second[0]; }},
      {ddy, [&] { return ct::jetFlat(f, {x}, {{f64(1), f64(0)}}).series[0][1]; }},
      {y, [&] { return ct::sum(ct::vmapFlat(f, {0})({ct::reshape(x, {1})})[0]); }},
      {y, [&] { return ct::jitFlat(f)({x})[0]; }},
      {y, [&] { return ct::condFlat(true, f, [](const Tensors &xs) { return xs; }, {x})[0]; }},
      {y, [&] { return ct::switchFlat(0, {f}, {x})[0]; }},
      {y, [&] { return ct::foriLoopFlat(0, 1, f, {x})[0]; }},
      {y,
       [&] {
         return ct::scanFlat([&](const Tensors &xs) { return f({xs[0]}); }, {x},
                             {ct::ones({1})})[0];
       }},
      {y,
       [&] {
         return ct::recursiveFlat([&](const ct::Function &, const Tensors &xs) { return f(xs); },
                                  {x})[0];
       }},
  };
  for (size_t i = 0; i < calls.size(); ++i) {
    traced = 0;
    EXPECT_NEAR(calls[i].second().item<double>(), calls[i].first, 1e-9) << i;
    EXPECT_EQ(traced, 2) << i;
  }
}

TEST(RowWriting, noMoreThanThereCanBe) {
  auto endless = ct::jit([](Tensor n) {
    auto next = [](Map h, Tensor k) { return h(k) + 1; };
    auto turn = [&](Tensor, Map h) { return ct::closure(next, h); };
    return ct::fori_loop(0, n, turn, Map([](Tensor k) { return k; }))(0);
  });
  const std::string error = errorOf([&] { endless(int64_t(1) << 60); });
  EXPECT_NE(error.find("more than 4194304 functions are made of those before them; let the loop "
                       "carry the tensors that they are made of"),
            std::string::npos)
      << error;
  EXPECT_EQ(endless(5).item<int>(), 5);
}

TEST(RowWriting, ordersOfDerivatives) {
  auto f = ct::jit([](Tensor x, Tensor n) {
    Map exponential = [](Tensor y) { return ct::exp(2 * y); };
    return ct::fori_loop(0, n, [](Tensor, Map h) { return ct::grad(h); }, exponential)(x);
  });
  for (int n : {0, 1, 2, 3, 4, 5, 6})
    EXPECT_NEAR(f(f64(0.5), n).item<double>(), std::exp(1) * std::pow(2, n), 1e-9);
}

TEST(RowWriting, derivativesAmongOtherFunctions) {
  auto f = [](Tensor x, Tensor n) {
    auto turn = [&](Tensor i, Map h) {
      return ct::cond(
          i % 2 == 0, [&] { return composed(scaled(x), h); }, [&] { return Map(ct::grad(h)); });
    };
    return ct::fori_loop(0, n, turn, sine)(x);
  };
  const double x = 0.7;
  const double expected[] = {std::sin(x), x * std::sin(x), x * std::cos(x), x * x * std::cos(x),
                             -x * x * std::sin(x)};
  for (int n = 0; n < 5; ++n)
    EXPECT_NEAR(ct::jit(f)(f64(x), n).item<double>(), expected[n], 1e-12);
  const double slope = -2 * x * std::sin(x) - x * x * std::cos(x);
  EXPECT_NEAR(ct::jit(ct::grad(f))(f64(x), 4).item<double>(), slope, 1e-9);
}

//--- where they go

TEST(RowWriting, leaveAndComeBack) {
  auto made = [](Tensor k, Tensor n) {
    return ct::fori_loop(0, n, [=](Tensor, Map h) { return composed(scaled(k), h); }, sine);
  };
  for (int n : {0, 4, 40}) {
    Map h = ct::jit(made)(f64(1.5), n), eager = made(f64(1.5), n);
    const double factor = std::pow(1.5, n), near = 1e-9 * factor;
    EXPECT_NEAR(h(f64(0.7)).item<double>(), factor * std::sin(0.7), near);
    EXPECT_NEAR(eager(f64(0.7)).item<double>(), factor * std::sin(0.7), near);
    EXPECT_NEAR(ct::grad(h)(f64(0.7)).item<double>(), factor * std::cos(0.7), near);
    auto apply = [](Map h, Tensor x) { return h(x); };
    EXPECT_NEAR(ct::jit(apply)(h, f64(0.7)).item<double>(), factor * std::sin(0.7), near);
    auto further = [](Map h, Tensor x, Tensor n) {
      return ct::fori_loop(0, n, [=](Tensor, Map h) { return composed(scaled(x), h); }, h)(x);
    };
    const double expected = std::pow(0.7, 3) * factor * std::sin(0.7);
    EXPECT_NEAR(ct::jit(further)(h, f64(0.7), 3).item<double>(), expected, near);
    EXPECT_NEAR(further(h, f64(0.7), 3).item<double>(), expected, near);
  }
}

TEST(RowWriting, numeralsThatGrow) {
  using Numeral = ct::Closure<Map(Map)>;
  auto f = [](Tensor x, Tensor n) {
    auto turn = [](Tensor, Numeral k) {
      return ct::closure([](Numeral k, Map f) { return composed(f, k(f)); }, k);
    };
    Numeral zero = [](Map) { return Map([](Tensor y) { return y; }); };
    return ct::fori_loop(0, n, turn, zero)(scaled(x))(1.0);
  };
  for (int n : {0, 1, 3}) {
    EXPECT_NEAR(ct::jit(f)(f64(0.7), n).item<double>(), std::pow(0.7, n), 1e-12);
    EXPECT_NEAR(ct::jit(ct::grad(f))(f64(0.7), n).item<double>(), n * std::pow(0.7, n - 1), 1e-12);
  }
}

TEST(RowWriting, threadsHaveRoomOfTheirOwn) {
  auto compiled = ct::jit(nested);
  std::vector<std::thread> threads;
  std::vector<double> found(4);
  for (size_t i = 0; i < found.size(); ++i)
    threads.emplace_back([&, i] {
      for (int n : {3, 100, 20})
        found[i] = compiled(f64(0.7), int(i) * n).item<double>();
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], nestedPlain(0.7, int(i) * 20)[0], 1e-12);
}

//--- what is refused

TEST(RowWriting, callsOfEverOtherShapes) {
  auto f = ct::jit([](Tensor x, Tensor n) {
    auto deeper = [](Map h, Tensor y) { return h(ct::stack({y, y})); };
    auto turn = [&](Tensor, Map h) { return ct::closure(deeper, h); };
    return ct::sum(ct::fori_loop(0, n, turn, sine)(x));
  });
  EXPECT_EQ(errorOf<ct::TypeError>([&] { f(f64(1), 2); }),
            "the call of a function that was made of others: such functions call each other with "
            "arguments of other shapes again and again; let each call have arguments of the shapes "
            "of the one before");
}

TEST(RowWriting, capturesOfEverOtherShapes) {
  auto f = ct::jit([](Tensor x, Tensor n) {
    auto wider = [](Map h, Tensor w, Tensor y) { return h(y) + ct::sum(w); };
    int64_t size = 0;
    auto turn = [&](Tensor, Map h) { return ct::closure(wider, h, x * ct::ones({++size})); };
    return ct::fori_loop(0, n, turn, sine)(x);
  });
  EXPECT_EQ(errorOf<ct::TypeError>([&] { f(f64(1), 2); }),
            "ct.fori_loop: functions are made that hold other ones, or tensors of other shapes, "
            "each time, so that there is no end of functions they may be; let tensors be carried "
            "that they can be made of where they are called");
}

TEST(RowWriting, capturesOfOpenSizes) {
  auto run = [](Tensor x, Tensor n) {
    auto turn = [&](Tensor i, Map h) {
      return ct::closure([](Map h, Tensor w, Tensor y) { return h(y) + ct::sum(w); }, h, x * i);
    };
    return ct::fori_loop(0, n, turn, sine)(0.0);
  };
  auto f = ct::jit(run, {.dynamic_axes = {{0}, {}}});
  EXPECT_EQ(errorOf<ct::TypeError>([&] { f(ct::array({1.0, 2.0}), 2); }),
            "ct.fori_loop: a function that is made of the one before it has captured float64[?], "
            "whose size is open (?): how many such functions there are is known only when the "
            "program runs, so what they capture must be of known sizes");
  // What is the same for all of them may have any size.
  auto same = [](Tensor x, Tensor n) {
    auto turn = [&](Tensor, Map h) {
      return ct::closure([](Map h, Tensor w, Tensor y) { return h(y) + ct::sum(w); }, h, x);
    };
    return ct::fori_loop(0, n, turn, sine)(0.0);
  };
  auto open = ct::jit(same, {.dynamic_axes = {{0}, {}}});
  EXPECT_EQ(open(ct::array({1.0, 2.0}), 20).item<double>(), 60);
  EXPECT_EQ(open(ct::array({1.0, 2.0, 3.0}), 20).item<double>(), 120);
}

TEST(RowWriting, whatIsGivenIsNamed) {
  const std::string unnamed =
      "a function that is made here holds one that was given, which is another one each time; "
      "name it, as in ct::closure(f, h), where f takes h first";
  auto holding = [](Map h) { return Map([h](Tensor y) { return h(y) + 1; }); };
  auto loop = [=](Tensor x, Tensor n) {
    return ct::fori_loop(0, n, [=](Tensor, Map h) { return holding(h); }, sine)(x);
  };
  EXPECT_EQ(errorOf([&] { ct::jit(loop)(f64(1), 2); }), "ct.fori_loop: " + unnamed);
  EXPECT_EQ(errorOf([&] { loop(f64(1), 2); }), "ct.fori_loop: " + unnamed);
  auto inside = [=](Tensor x, Tensor n) {
    auto turn = [=](Tensor, Map h) { return composed(holding(h), h); };
    return ct::fori_loop(0, n, turn, sine)(x);
  };
  EXPECT_EQ(errorOf([&] { ct::jit(inside)(f64(1), 2); }), "ct.fori_loop: " + unnamed);
  auto recursion = [=](Tensor x, Tensor n) {
    auto made = ct::recursive<Map>([=](auto self, Tensor n) {
      return ct::cond(n <= 0, [] { return sine; }, [&] { return holding(self(n - 1)); });
    });
    return made(n)(x);
  };
  EXPECT_EQ(errorOf([&] { ct::jit(recursion)(f64(1), 2); }), "ct.recursive: " + unnamed);
  auto scan = [=](Tensor x) {
    auto turn = [=](Map h, Tensor k) { return std::pair(holding(h), h(k)); };
    return ct::scan(turn, sine, x).second;
  };
  EXPECT_EQ(errorOf([&] { ct::jit(scan)(ct::array({1.0, 2.0})); }), "ct.scan: " + unnamed);
}

} // namespace
