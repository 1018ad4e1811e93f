// All kinds of things that functions capture, on all ways a function can take to where it is
// called, in all transformations, against the same on numbers and finite differences.
#include "cotan/cotan.h"

#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>

using ct::Tensor;
using ct::Tensors;
using Map = ct::Closure<Tensor(Tensor)>;

namespace {

Tensor f64(double value) { return ct::reshape(ct::array({value}), {}); }

/// Functions number 0 to 3: two of one code, which have captured different things, and two of
/// another one.
struct Kind {
  std::string name;
  std::function<Map(Tensor x, int number)> make;
  std::function<double(double x, int captured, double t)> use;

  double expected(double x, int number, double t) const {
    double value = use(x, number % 2, t);
    return number < 2 ? value : value * t + 1;
  }
};

template <typename Make, typename Use>
Kind kind(std::string name, Make captured, Use use,
          std::function<double(double, int, double)> expected) {
  auto make = [=](Tensor x, int number) {
    auto other = [use](decltype(captured(x, 0)) c, Tensor t) { return use(c, t) * t + 1; };
    auto held = captured(x, number % 2);
    return number < 2 ? ct::closure(use, held) : ct::closure(other, held);
  };
  return {name, make, expected};
}

std::vector<Kind> kinds() {
  auto times = [](Tensor c, Tensor t) { return c * t; };
  return {
      kind(
          "a scalar", [](Tensor x, int i) { return x * (i + 1); }, times,
          [](double x, int i, double t) { return x * (i + 1) * t; }),
      kind(
          "a matrix", [](Tensor x, int i) { return x * ct::full({2, 3}, i + 1.0); },
          [](Tensor c, Tensor t) { return ct::sum(c) * t * t; },
          [](double x, int i, double t) { return 6 * x * (i + 1) * t * t; }),
      kind(
          "an integer", [](Tensor, int i) { return ct::full({}, i + 2); }, times,
          [](double, int i, double t) { return (i + 2) * t; }),
      kind(
          "a truth value", [](Tensor x, int i) { return x > i * 10; },
          [](Tensor c, Tensor t) { return ct::where(c, t, 2 * t * t); },
          [](double x, int i, double t) { return x > i * 10 ? t : 2 * t * t; }),
      kind(
          "a short float",
          [](Tensor, int i) { return ct::full({}, 0.5 * i + 1, ct::DType::float16); }, times,
          [](double, int i, double t) { return (0.5 * i + 1) * t; }),
      kind(
          "no elements", [](Tensor x, int) { return x * ct::zeros({0, 2}); },
          [](Tensor c, Tensor t) { return ct::sum(c) + t; },
          [](double, int, double t) { return t; }),
      kind(
          "a number", [](Tensor, int i) { return Tensor(i + 0.1); }, times,
          [](double, int i, double t) { return (i + 0.1) * t; }),
      kind(
          "shapes that differ", [](Tensor x, int i) { return x * ct::ones({i + 1}); },
          [](Tensor c, Tensor t) { return ct::sum(c) * t; },
          [](double x, int i, double t) { return x * (i + 1) * t; }),
      kind(
          "a function",
          [](Tensor x, int i) {
            return i == 0 ? ct::closure([](Tensor k, Tensor t) { return k * t; }, x)
                          : Map([](Tensor t) { return t * t; });
          },
          [](Map c, Tensor t) { return c(c(t)); },
          [](double x, int i, double t) { return i == 0 ? x * x * t : t * t * t * t; }),
      kind(
          "a nest", [](Tensor x, int i) { return std::pair(Tensors{x, Tensor(i)}, std::array{x}); },
          [](std::pair<Tensors, std::array<Tensor, 1>> c, Tensor t) {
            return (c.first[0] + c.first[1]) * c.second[0] * t;
          },
          [](double x, int i, double t) { return (x + i) * x * t; }),
  };
}

//--- ways

using Made = std::function<Map(int)>;
struct Way {
  std::string name;
  std::function<Map(Made make, Tensor n)> pick; // the function of this number
};

Map byCond(const Made &make, const Tensor &n) {
  auto lower = [&] { return ct::cond(n == 0, [&] { return make(0); }, [&] { return make(1); }); };
  auto upper = [&] { return ct::cond(n == 2, [&] { return make(2); }, [&] { return make(3); }); };
  return ct::cond(n < 2, lower, upper);
}
Map bySwitch(const Made &make, const Tensor &n) {
  std::vector<std::function<Map()>> branches;
  for (int i = 0; i < 4; ++i)
    branches.push_back([=] { return make(i); });
  return ct::switch_(n, branches);
}
Map byWhile(const Made &make, const Tensor &n) {
  using State = std::pair<Tensor, Map>;
  return ct::while_loop([=](State s) { return s.first < n; },
                        [=](State s) { return State(s.first + 1, bySwitch(make, s.first + 1)); },
                        State(0, make(0)))
      .second;
}
/// A list of all, of which each turn makes another one the first.
Map byFor(const Made &make, const Tensor &n) {
  using State = std::tuple<std::vector<Map>, Tensor>;
  State start({make(0), make(1), make(2), make(3)}, 0.0);
  auto turn = [](Tensor, State s) {
    auto all = std::get<0>(s);
    return State({all[1], all[2], all[3], all[0]}, std::get<1>(s) + all[0](0.0));
  };
  return std::get<0>(ct::fori_loop(0, n, turn, start))[0];
}
Map byScan(const Made &make, const Tensor &n) {
  auto turn = [=](Map f, Tensor i) {
    return std::pair(ct::cond(i < n, [&] { return bySwitch(make, i + 1); }, [&] { return f; }), i);
  };
  return ct::scan(turn, make(0), ct::arange(3)).first;
}
Map byRecursion(const Made &make, const Tensor &n) {
  auto down = ct::recursive<Map>([=](auto self, Tensor k, Map f) {
    return ct::cond(k == n, [&] { return f; }, [&] { return self(k + 1, bySwitch(make, k + 1)); });
  });
  return down(0, make(0));
}
Map byCalls(const Made &make, const Tensor &n) {
  auto same = ct::jit([](Map f) { return f; });
  return ct::jit([=](Tensor k) { return same(bySwitch(make, k)); })(n);
}

Map byCheckpoint(const Made &make, const Tensor &n) {
  return std::get<0>(ct::checkpoint([=](Tensor k) { return std::tuple(byCond(make, k), k); })(n));
}

std::vector<Way> ways() {
  return {{"cond", byCond},          {"switch", bySwitch},
          {"while_loop", byWhile},   {"fori_loop", byFor},
          {"scan", byScan},          {"recursive", byRecursion},
          {"calls of jit", byCalls}, {"checkpoint", byCheckpoint}};
}

//--- transformations

constexpr double point = 0.75; // where programs are checked

/// The program of a kind and a way: what the function of number n makes of x.
struct Case {
  Kind kind;
  Way way;

  Tensor operator()(const Tensor &x, const Tensor &n) const {
    auto make = [this, x](int number) { return kind.make(x, number); };
    Map f = way.pick(make, n);
    return f(x) * f(x + 1);
  }
  double expected(double x, int n) const {
    return kind.expected(x, n, x) * kind.expected(x, n, x + 1);
  }
  double slope(double x, int n) const {
    const double h = 1e-5;
    return (8 * (expected(x + h, n) - expected(x - h, n)) -
            (expected(x + 2 * h, n) - expected(x - 2 * h, n))) /
           (12 * h);
  }
  double bend(double x, int n) const {
    const double h = 1e-3;
    return (8 * (slope(x + h, n) - slope(x - h, n)) - (slope(x + 2 * h, n) - slope(x - 2 * h, n))) /
           (12 * h);
  }
};

void expectNear(const Tensor &found, double expected, double precision) {
  EXPECT_EQ(found.ndim(), 0);
  EXPECT_NEAR(found.item<double>(), expected, precision * std::max(1.0, std::abs(expected)));
}

using Program = std::function<Tensor(Tensor, Tensor)>;

/// For all numbers of functions, compiled.
void expectAll(const Program &program, const std::function<double(int n)> &expected,
               double precision) {
  auto compiled = ct::jit(program);
  for (int n = 0; n < 4; ++n) {
    SCOPED_TRACE("function " + std::to_string(n));
    expectNear(compiled(f64(point), n), expected(n), precision);
  }
}

void checkLanes(const Case &f) {
  auto lanes = ct::jit(ct::vmap(ct::value_and_grad(Program(f)), {0, 0}));
  auto [values, gradients] =
      lanes(ct::array({point, point + 1, point, point}), ct::array({3, 0, 1, 2}));
  for (auto [lane, number] : {std::pair(0, 3), {1, 0}, {2, 1}, {3, 2}}) {
    const double at = lane == 1 ? point + 1 : point;
    EXPECT_NEAR(values.realAt(lane), f.expected(at, number),
                1e-9 * std::abs(f.expected(at, number)));
    EXPECT_NEAR(gradients.realAt(lane), f.slope(at, number), 1e-6);
  }
}

/// What a program is checked in, beside its value and its gradient.
const std::vector<std::function<void(const Case &)>> others = {
    [](const Case &f) {
      auto along = [=](Tensor x, Tensor n) {
        return ct::jvp([=](Tensor x) { return f(x, n); }, x, 1.0).second;
      };
      expectAll(along, [&](int n) { return f.slope(point, n); }, 1e-8);
    },
    [](const Case &f) {
      expectAll(ct::grad(ct::grad(Program(f))), [&](int n) { return f.bend(point, n); }, 1e-5);
    },
    [](const Case &f) {
      expectAll(
          ct::grad(ct::checkpoint(Program(f))), [&](int n) { return f.slope(point, n); }, 1e-8);
    },
    checkLanes};

void check(const Case &f) {
  const Program program = f, slope = ct::grad(program);
  expectAll(program, [&](int n) { return f.expected(point, n); }, 1e-12);
  expectAll(slope, [&](int n) { return f.slope(point, n); }, 1e-8);
  const int n = (f.kind.name.size() + f.way.name.size()) % 4;
  expectNear(program(f64(point), n), f.expected(point, n), 1e-12);
  expectNear(slope(f64(point), n), f.slope(point, n), 1e-8);
}

/// Each pair has one of the others in turn; where COTAN_THOROUGH is set, all of them.
TEST(Forms, allKindsOnAllWaysInAllTransformations) {
  const bool thorough = std::getenv("COTAN_THOROUGH");
  size_t turn = 0;
  for (const Kind &kind : kinds()) {
    for (const Way &way : ways()) {
      SCOPED_TRACE(kind.name + ", by " + way.name);
      check({kind, way});
      for (size_t i = 0; i < others.size(); ++i)
        if (thorough || i == turn % others.size())
          others[i]({kind, way});
      ++turn;
    }
    ++turn; // the next kind goes another way with each
  }
}

//--- open sizes

Map dotted(const Tensor &k) {
  return ct::closure([](Tensor k, Tensor t) { return ct::sum(k * k) * t; }, k);
}
Tensor square(const Tensor &t) { return t * t; }

TEST(Forms, whatIsCapturedMayHaveOpenSizes) {
  auto branch = [](Tensor x, Tensor n) {
    return ct::cond(n > 1, [&] { return dotted(x * 2); }, [] { return Map(square); })(n * 1.0);
  };
  auto loop = [](Tensor x, Tensor n) {
    auto turn = [=](Tensor i, Map h) {
      return ct::cond(i % 2 == 0, [&] { return dotted(x * h(2.0)); }, [&] { return h; });
    };
    return ct::fori_loop(0, n, turn, Map(square))(n * 1.0);
  };
  for (const Program &program : {Program(branch), Program(loop)}) {
    const ct::JitOptions options = {.dynamic_axes = {{0}}};
    Program value = ct::jit(program, options), slope = ct::jit(ct::grad(program), options);
    for (int size : {2, 3, 0})
      for (int n : {0, 1, 3}) {
        Tensor x = ct::full({size}, 0.5, ct::DType::float64);
        EXPECT_EQ(value(x, n).item<double>(), program(x, n).item<double>());
        EXPECT_EQ(slope(x, n).values<double>(), ct::grad(program)(x, n).values<double>());
      }
  }
  auto inside = [](Tensor x, Tensor n) {
    auto longer = [&] { return dotted(ct::concatenate({x, x})); };
    return ct::cond(n > 1, longer, [] { return Map(square); })(n * 1.0);
  };
  try {
    ct::jit(inside, {.dynamic_axes = {{0}}})(ct::ones({2}), 3);
    ADD_FAILURE();
  } catch (const ct::ValueError &error) {
    EXPECT_STREQ(
        error.what(),
        "ct.cond: a function that is one of several has captured float32[?], whose size is "
        "open (?) and known only where it is made; let it capture what that is computed of");
  }
}

} // namespace
