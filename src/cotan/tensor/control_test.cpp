// Random programs in which functions are values, against the same programs on C++'s own numbers and
// functions.
#include "cotan/cotan.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

using ct::Tensor;

namespace {

//--- the two worlds

template <typename N> struct Functions;
template <> struct Functions<Tensor> {
  using Map = ct::Closure<Tensor(Tensor)>;
};
template <> struct Functions<double> {
  using Map = std::function<double(double)>;
};
template <typename N> using Map = typename Functions<N>::Map;

template <typename F, typename... Xs> Map<Tensor> made(F f, const Tensor &x, const Xs &...xs) {
  return ct::closure(f, x, xs...);
}
template <typename F> Map<Tensor> made(F f, const Map<Tensor> &g, const Map<Tensor> &h) {
  return ct::closure(f, g, h);
}
template <typename F, typename... Xs> Map<double> made(F f, const Xs &...xs) {
  return [=](double t) { return f(xs..., t); };
}
Tensor sine(const Tensor &x) { return ct::sin(x); }
double sine(double x) { return std::sin(x); }

template <typename F, typename G> auto either(const Tensor &test, const F &f, const G &g) {
  return ct::cond(test, f, g);
}
template <typename F, typename G> auto either(bool test, const F &f, const G &g) {
  return test ? f() : g();
}
template <typename F> auto among(const Tensor &index, const std::vector<F> &branches) {
  return ct::switch_(index, branches);
}
template <typename F> auto among(int index, const std::vector<F> &branches) {
  return branches[std::clamp(index, 0, int(branches.size()) - 1)]();
}
template <typename F, typename S> S turned(const Tensor &n, const F &turn, const S &start) {
  return ct::fori_loop(0, n, turn, start);
}
template <typename F, typename S> S turned(int n, const F &turn, S state) {
  for (int i = 0; i < n; ++i)
    state = turn(i, state);
  return state;
}

//--- programs

/// A function of x and an integer n, which the seed says: it makes functions of functions, and in
/// the end calls all of them.
template <typename N, typename Integer> class Program {
public:
  Program(unsigned seed, const N &x, const Integer &n) : random(seed), x(x), n(n) {}

  N run() {
    known = {wave(x), line(x * 0.5)};
    for (int step = 0; step < 6; ++step)
      known.push_back(more());
    N total = x;
    for (const Map<N> &f : known)
      total = total + f(x);
    return total;
  }

private:
  using Fn = Map<N>;
  using Pair = std::pair<Fn, Fn>;

  static Fn wave(const N &k) {
    return made([](N k, N t) { return sine(k * t + 0.3); }, k);
  }
  static Fn line(const N &k) {
    return made([](N k, N t) { return t * 0.4 + k; }, k);
  }
  static Fn composed(const Fn &f, const Fn &g) {
    return made([](Fn f, Fn g, N t) { return f(g(t)); }, f, g);
  }

  int below(int end) { return int(random() % unsigned(end)); }
  double number() { return below(100) / 50.0 - 1.013; }
  Fn any() { return known[size_t(below(int(known.size())))]; }

  Fn more() {
    const int kind = below(8);
    const double c = number();
    Fn f = any(), g = any();
    switch (kind) {
    case 0: return composed(f, g);
    case 1: return either(x > c, [&] { return f; }, [&] { return g; });
    case 2:
      return either(f(x) > c, [&] { return composed(f, wave(x * c)); }, [&] { return line(g(x)); });
    case 3: return ofThree(f, g, c);
    case 4: return swapped(f, g, c);
    case 5: return hiding(f, g, c);
    case 6: return looped(f, g, c);
    default: return loopedPairs(f, g, c);
    }
  }
  Fn ofThree(const Fn &f, const Fn &g, double c) {
    auto third = [&] { return composed(line(x * c), f); };
    return among(n, std::vector<std::function<Fn()>>{[&] { return f; }, [&] { return g; }, third});
  }
  Fn swapped(const Fn &f, const Fn &g, double c) {
    auto [first, second] =
        either(x > c, [&] { return Pair(f, g); }, [&] { return Pair(g, composed(g, g)); });
    return composed(first, second);
  }
  /// What these have captured is not named.
  Fn hiding(const Fn &f, const Fn &g, double c) {
    std::vector<Fn> both = {f, g};
    auto sum = [&] { return Fn([both](N t) { return both[0](t) + both[1](t * 0.5); }); };
    return either(g(x) > c, sum, [&] { return Fn([f, c](N t) { return f(t) * c; }); });
  }
  Fn looped(const Fn &f, const Fn &g, double c) {
    auto turn = [&](const Integer &i, const Fn &h) {
      return either(h(x) > c, [&] { return wave(h(x) + c); }, [&] { return g; });
    };
    return turned(n, turn, f);
  }
  Fn loopedPairs(const Fn &f, const Fn &g, double c) {
    using State = std::pair<Pair, N>;
    std::vector<Fn> held = {g};
    auto turn = [&](const Integer &i, const State &s) {
      auto [pair, y] = s;
      N next = pair.first(y) * 0.5;
      Fn last = either(
          next > c, [&] { return Fn([held](N t) { return held[0](t) * 0.5; }); },
          [&] { return line(next); });
      return State({pair.second, last}, next);
    };
    State end = turned(n, turn, State({f, g}, x * 1.0));
    return composed(end.first.first, line(end.second));
  }

  std::mt19937 random;
  const N x;
  const Integer n;
  std::vector<Fn> known;
};

TEST(RandomFunctions, areAsInCpp) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto program = [=](Tensor x, Tensor n) { return Program<Tensor, Tensor>(seed, x, n).run(); };
    auto expected = [=](double x, int n) { return Program<double, int>(seed, x, n).run(); };
    auto both = ct::jit(ct::value_and_grad(program));
    auto lanes = ct::jit(ct::vmap(program));
    const std::vector<double> xs = {0.37, -0.61, 1.24};
    for (size_t i = 0; i < xs.size(); ++i) {
      const double x = xs[i], h = 1e-6;
      const int n = int((seed + i) % 4);
      auto [value, slope] = both(ct::full({}, x, ct::DType::float64), n);
      EXPECT_NEAR(value.item<double>(), expected(x, n), 1e-11);
      EXPECT_NEAR(slope.item<double>(), (expected(x + h, n) - expected(x - h, n)) / (2 * h), 1e-5);
    }
    Tensor values = lanes(ct::array(xs), ct::array({2, 0, 3}));
    for (auto [i, n] : {std::pair(0, 2), {1, 0}, {2, 3}})
      EXPECT_NEAR(values.realAt(i), expected(xs[size_t(i)], n), 1e-11);
    if (seed % 4 == 0)
      EXPECT_NEAR(program(ct::full({}, xs[0], ct::DType::float64), 2).item<double>(),
                  expected(xs[0], 2), 1e-11);
  }
}

} // namespace
