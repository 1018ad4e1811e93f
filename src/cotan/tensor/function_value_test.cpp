// What is refused of functions as values, and how it is said; which functions are one.
#include "cotan/cotan.h"

#include <gtest/gtest.h>
#include <optional>
#include <thread>

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

template <typename E = ct::Error> std::string errorOf(const std::function<void()> &work) {
  try {
    work();
  } catch (const E &error) {
    return error.what();
  }
  return "";
}

/// The error of a program in a compiled function; in lanes it is the same.
template <typename E = ct::Error, typename F> std::string errorIn(const F &f, const Tensor &x) {
  std::string compiled = errorOf<E>([&] { ct::jit(f)(x); });
  EXPECT_EQ(errorOf<E>([&] { ct::vmap(f)(ct::reshape(x, {1})); }), compiled);
  return compiled;
}

TEST(FunctionValue, saysWhatToNameIfWhatItHasCapturedHasEnded) {
  const std::string advice =
      "; if a function that is called has captured it, name it where that is made, as in "
      "ct::closure(f, x), where f takes x first";
  const std::string ended = "ct.multiply: a traced tensor float64[] is used after the function, "
                            "branch or loop body it belongs to has ended; return it from there "
                            "instead of storing it outside" +
                            advice;
  const std::string outside = "ct.multiply: a traced tensor is used outside of the function it "
                              "belongs to; return it from there instead of storing it outside" +
                              advice;
  auto branch = [](Tensor x) {
    auto captures = [&] { return Map([y = x * 2](Tensor t) { return y * t; }); };
    return ct::cond(x > 0, captures, [] { return Map(square); })(x);
  };
  EXPECT_EQ(errorIn(branch, f64(1)), ended);
  EXPECT_EQ(branch(f64(3)).item<double>(), 18); // nothing is traced of y
  auto turn = [](Tensor x) {
    auto captures = [&](Tensor i, Map) { return Map([y = x * i](Tensor t) { return y * t; }); };
    return ct::fori_loop(0, 3, captures, Map(square))(x);
  };
  EXPECT_EQ(errorIn(turn, f64(1)), ended);
  EXPECT_EQ(errorOf([&] { turn(f64(1)); }), outside);
  auto result = ct::jit([](Tensor x) { return Map([x](Tensor t) { return x * t; }); });
  EXPECT_EQ(errorOf([&] { result(f64(1))(2.0); }), outside);
  auto named = ct::jit([](Tensor x) { return scaled(x); });
  EXPECT_EQ(named(f64(3))(2.0).item<double>(), 6);
}

TEST(FunctionValue, thereAreNotTooMany) {
  auto among = [](const std::function<Map(int)> &make, int count) {
    return [=](Tensor x) {
      std::vector<std::function<Map()>> branches;
      for (int i = 0; i < count; ++i)
        branches.push_back([=] { return make(i); });
      return ct::switch_(ct::astype(x, ct::DType::int64), branches)(x);
    };
  };
  auto hidden = [](int k) { return Map([k](Tensor x) { return x * k; }); };
  EXPECT_EQ(
      errorIn<ct::TypeError>(among(hidden, 65), 2.0),
      "ct.switch: there are more than 64 functions to choose from; those that differ in what "
      "they have captured count once if that is named, as in ct::closure(f, w), where f takes "
      "w first");
  EXPECT_EQ(ct::jit(among(hidden, 64))(f64(63)).item<double>(), 63 * 63);
  EXPECT_EQ(ct::jit(among([](int k) { return scaled(k); }, 100))(f64(99)).item<double>(), 99 * 99);
}

TEST(FunctionValue, resultsAgree) {
  auto shapes = [](Tensor x) {
    Map f = ct::cond(
        x > 0, [] { return Map(square); },
        [] { return Map([](Tensor x) { return ct::stack({x, x}); }); });
    return ct::sum(f(x));
  };
  EXPECT_EQ(errorIn<ct::TypeError>(shapes, 2.0),
            "the call of a function value: result 0 is float32[2] from one branch and float32[] "
            "from another; convert one of them, so that they agree");
  auto lists = [](Tensor x) {
    auto all = ct::cond(
        x > 0, [] { return std::vector<Map>{square}; },
        [] { return std::vector<Map>{square, square}; });
    return all[0](x);
  };
  EXPECT_EQ(errorIn<ct::ValueError>(lists, 2.0),
            "ct.cond: a list has 2 elements on one way and 1 on another; it must have as many on "
            "all");
  auto grows = [](Tensor x) {
    auto turn = [](Tensor, Tensors s) { return Tensors(s.size() + 1, s[0]); };
    return ct::fori_loop(0, 3, turn, Tensors{x})[0];
  };
  EXPECT_EQ(errorIn<ct::ValueError>(grows, 2.0),
            "ct.fori_loop: a list has 1 elements on one way and 2 on another; it must have as many "
            "on all");
}

TEST(FunctionValue, isNothingToDifferentiateBy) {
  auto f = [](Map h, Tensor x) { return h(x); };
  EXPECT_EQ(errorOf<ct::TypeError>([&] { ct::grad(f)(square, f64(1)); }),
            "ct.grad: argument 0 holds a function, but a derivative is with respect to floats; let "
            "what the function has captured be an argument, and make it inside");
  auto mixed = [](Tensors w, Tensor x) { return w[0] * x; };
  EXPECT_EQ(
      errorOf<ct::TypeError>([&] { ct::grad(mixed, 1)(Tensors{f64(2)}, f64(1)); }),
      "ct.grad: argument 1 has another C++ type than the first one that is no function, which "
      "the gradient is returned as; put it first, or give a list, as ct::grad(f, "
      "std::vector<int64_t>{1})");
  EXPECT_EQ(ct::grad(mixed, std::vector<int64_t>{1})(Tensors{f64(2)}, f64(1))[0].item<int>(), 2);
  EXPECT_EQ(errorOf<ct::ValueError>([&] { ct::grad(mixed, 2)(Tensors{f64(2)}, f64(1)); }),
            "ct.grad: argnums holds 2, but there are 2 arguments");
  auto first = [](Tensors w) { return w[0] * w[0]; };
  EXPECT_EQ(
      errorOf<ct::TypeError>([&] { ct::grad(first)(Tensors{f64(2), ct::full({}, 3)}); }),
      "ct.grad: argument 0 is int64[], but a derivative is with respect to floats; convert it "
      "with astype(ct.float32), or leave it out of argnums");
  auto counted = [](Tensor x) { return std::pair(x * x, Tensor(3)); };
  EXPECT_EQ(errorOf<ct::TypeError>([&] { ct::jvp(counted, f64(2), 1.0); }),
            "ct.jvp: of 2 results 1 are floats, and others have no tangent; return floats only, or "
            "use ct::jvpFlat");
}

TEST(FunctionValue, ofLanesIsCalledInThem) {
  auto pick = [](Tensor x) {
    return ct::cond(x > 0, [&] { return scaled(x); }, [] { return Map(square); });
  };
  Map lanes = ct::vmap(pick)(ct::array({2.0, -3.0}));
  EXPECT_EQ(
      errorOf<ct::TypeError>([&] { lanes(f64(1)); }),
      "the call of a function value: it is one for each of several lanes; call it in ct.vmap, "
      "to which it is an argument");
  auto apply = ct::vmap([](Map f, Tensor x) { return f(x); });
  EXPECT_EQ(apply(lanes, ct::array({5.0, 5.0})).values<double>(), (std::vector<double>{10, 25}));
  auto turn = [](Tensor x, Map f) { return std::pair(f(x), f); };
  auto [last, same] = ct::scan(turn, f64(5), lanes);
  EXPECT_EQ(last.item<double>(), 100);
  EXPECT_EQ(apply(same, ct::array({5.0, 5.0})).values<double>(), (std::vector<double>{10, 25}));
}

TEST(FunctionValue, recursionIsCalledBehindItsEnd) {
  auto behind = [](const Map &other) {
    return ct::jit([other](Tensor x) {
      std::optional<ct::Closure<Tensor(Tensor, Map)>> kept;
      auto twice = ct::recursive([&](auto self, Tensor x, Map f) {
        kept = self;
        return ct::cond(x > 100, [&] { return x; }, [&] { return self(f(x), f); });
      });
      Tensor inside = twice(x, Map(square));
      return inside + (*kept)(x + 1, other);
    });
  };
  EXPECT_EQ(behind(square)(f64(2)).item<double>(), 256 + 6561);
  EXPECT_EQ(errorOf<ct::TypeError>([&] { behind(scaled(2.0))(f64(2)); }),
            "ct.recursive: the function is called with another function than it was traced with; "
            "call it anew, or inside of itself");
}

//--- functions that hold what is not named

TEST(FunctionValue, whatIsMadeInEachTurnIsOneFunction) {
  const Tensors w = {f64(2), f64(3)}; // whose memory is another one in each copy
  auto hides = [=](const Tensor &k) {
    return ct::closure([w](Tensor k, Tensor x) { return w[0] * x + w[1] * k; }, k);
  };
  auto everyTurn = [=](Tensor x) {
    return ct::fori_loop(0, 3, [=](Tensor i, Map h) { return hides(h(x) + i); }, Map(square))(x);
  };
  auto expected = [](double x, int n) {
    double h = x * x;
    for (int i = 0; i < n; ++i)
      h = 2 * x + 3 * (h + i);
    return h;
  };
  EXPECT_EQ(ct::jit(everyTurn)(f64(2)).item<double>(), expected(2, 3));
  EXPECT_EQ(ct::jit(ct::grad(everyTurn))(f64(2)).item<double>(), 27 * 4 + 2 * (1 + 3 + 9));
  auto someTurns = [=](Tensor x) {
    auto turn = [=](Tensor i, Map h) {
      return ct::cond(i % 2 == 0, [&] { return hides(h(x) + i); }, [&] { return h; });
    };
    return ct::fori_loop(0, 4, turn, Map(square))(x);
  };
  const double first = 2 * 2 + 3 * (2 * 2), second = 2 * 2 + 3 * (first + 2);
  EXPECT_EQ(ct::jit(someTurns)(f64(2)).item<double>(), second);
  EXPECT_EQ(someTurns(f64(2)).item<double>(), second);
}

TEST(FunctionValue, twoThatAreMadeInEachTurnAreNotTakenForEachOther) {
  auto hides = [](double k) { return Map([w = Tensors{f64(k)}](Tensor x) { return w[0] * x; }); };
  auto f = [=](Tensor n) {
    using Pair = std::pair<Map, Map>;
    auto turn = [=](Tensor i, Pair) { return Pair(hides(2), hides(3)); };
    auto [first, second] = ct::fori_loop(0, n, turn, Pair(square, square));
    return first(5.0) + 10.0 * second(5.0);
  };
  EXPECT_EQ(errorIn<ct::TypeError>(f, 3),
            "ct.fori_loop: there are more than 64 functions to choose from; those that differ in "
            "what they have captured count once if that is named, as in ct::closure(f, w), where f "
            "takes w first");
}

TEST(FunctionValue, whichAreOne) {
  int compiled = 0;
  auto apply = ct::jit([&](Map f, Tensor x) { return ++compiled, f(x); });
  auto isNew = [&](const Map &f) {
    const int before = compiled;
    apply(f, f64(2));
    return compiled > before;
  };
  EXPECT_TRUE(isNew(square));
  EXPECT_FALSE(isNew(&square));
  EXPECT_TRUE(isNew(scaled(2.0)));
  EXPECT_FALSE(isNew(scaled(3.0)));
  EXPECT_TRUE(isNew(scaled(f64(2)))); // of another type
  auto ofNumber = [](int k) { return Map([k](Tensor x) { return x * k; }); };
  EXPECT_TRUE(isNew(ofNumber(1)));
  EXPECT_FALSE(isNew(ofNumber(1)));
  EXPECT_TRUE(isNew(ofNumber(2)));
  auto ofTensor = [](Tensor k, bool b) { return Map([k, b](Tensor x) { return b ? x * k : x; }); };
  const Tensor k = f64(3);
  EXPECT_TRUE(isNew(ofTensor(k, true)));
  EXPECT_FALSE(isNew(ofTensor(k, true)));
  EXPECT_TRUE(isNew(ofTensor(k, false)));
  EXPECT_TRUE(isNew(ofTensor(f64(3), true)));
  auto ofLambda = [](auto f) { return Map([f](Tensor x) { return f(f(x)); }); };
  auto twice = [](Tensor x) { return 2 * x; };
  EXPECT_TRUE(isNew(ofLambda(twice)));
  EXPECT_FALSE(isNew(ofLambda(twice)));
  const Map held = [v = std::vector<int>(3)](Tensor x) { return x * int(v.size()); };
  EXPECT_TRUE(isNew(held));
  EXPECT_FALSE(isNew(Map(held)));
  EXPECT_TRUE(isNew(ct::grad(held)));
  EXPECT_FALSE(isNew(ct::grad(held)));
  EXPECT_TRUE(isNew(composed(held, square)));
  EXPECT_FALSE(isNew(composed(held, square)));
  EXPECT_TRUE(isNew(composed(square, held)));
}

TEST(FunctionValue, isCalledByManyThreads) {
  Map f = ct::jit([](Tensor c) {
    return ct::cond(c, [&] { return scaled(f64(2)); }, [] { return Map(square); });
  })(false);
  auto compiled = ct::jit([](Map f, Tensor x) { return f(x) + 1; });
  std::vector<std::thread> threads;
  std::vector<double> found(4);
  for (size_t i = 0; i < found.size(); ++i)
    threads.emplace_back([&, i] {
      for (int k = 0; k < 20; ++k)
        found[i] = compiled(f, ct::grad(f)(f64(double(i)))).item<double>();
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(found, (std::vector<double>{1, 5, 17, 37}));
}

} // namespace
