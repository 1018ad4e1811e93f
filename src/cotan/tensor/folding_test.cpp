// Programs written at random, which make functions of functions in loops and branches, against the
// same in plain C++. COTAN_SEED and COTAN_COUNT say which and how many.
#include "cotan/cotan.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <random>

using ct::Tensor;
using Map = ct::Closure<Tensor(Tensor)>;

namespace {

//--- the same operations of both

/// A number with the beginning of its Taylor series, for derivatives of functions.
struct Series {
  static constexpr size_t length = 4;
  std::array<double, length> terms = {};

  Series(double value = 0) { terms[0] = value; }
};
Series operator+(Series a, const Series &b) {
  for (size_t i = 0; i < Series::length; ++i)
    a.terms[i] += b.terms[i];
  return a;
}
Series operator*(const Series &a, const Series &b) {
  Series product;
  for (size_t i = 0; i < Series::length; ++i)
    for (size_t j = 0; i + j < Series::length; ++j)
      product.terms[i + j] += a.terms[i] * b.terms[j];
  return product;
}
Series operator-(const Series &a, const Series &b) { return a + Series(-1) * b; }
/// y with y' = x' slope(y), by the terms before.
Series solved(double first, const Series &x, const std::function<Series(const Series &)> &slope) {
  Series y(first);
  for (size_t k = 1; k < Series::length; ++k) {
    const Series s = slope(y);
    double sum = 0;
    for (size_t j = 1; j <= k; ++j)
      sum += double(j) * x.terms[j] * s.terms[k - j];
    y.terms[k] = sum / double(k);
  }
  return y;
}
Series tanh(const Series &x) {
  return solved(std::tanh(x.terms[0]), x, [](const Series &y) { return Series(1) - y * y; });
}
Series sin(const Series &x) {
  Series s(std::sin(x.terms[0])), c(std::cos(x.terms[0]));
  for (size_t k = 1; k < Series::length; ++k) {
    double up = 0, down = 0;
    for (size_t j = 1; j <= k; ++j) {
      up += double(j) * x.terms[j] * c.terms[k - j];
      down += double(j) * x.terms[j] * s.terms[k - j];
    }
    s.terms[k] = up / double(k), c.terms[k] = -down / double(k);
  }
  return s;
}

struct Plain {
  using Number = double;
  using Function = std::function<Series(Series)>;

  template <typename F, typename... Captured>
  static Function closure(const F &f, const Captured &...captured) {
    return [=](const Series &y) { return f(captured..., y); };
  }
  static Function derivative(const Function &f) {
    return [f](const Series &y) {
      Series from(y.terms[0]);
      from.terms[1] = 1;
      const Series found = f(from), step = y - Series(y.terms[0]);
      Series power(1), sum;
      for (size_t k = 0; k + 1 < Series::length; ++k) {
        sum = sum + Series(double(k + 1) * found.terms[k + 1]) * power;
        power = power * step;
      }
      return sum;
    };
  }
  static double call(const Function &f, double x) { return f(Series(x)).terms[0]; }
  static double tanh(double x) { return std::tanh(x); }
  template <typename State, typename F>
  static State branch(double k, double limit, State s, const F &yes, const F &no) {
    return k > limit ? yes(s) : no(s);
  }
  template <typename State, typename F> static State loop(int n, State s, const F &turn) {
    for (int i = 0; i < n; ++i)
      s = turn(s);
    return s;
  }
};

struct Traced {
  using Number = Tensor;
  using Function = Map;

  template <typename F, typename... Captured>
  static Map closure(const F &f, const Captured &...captured) {
    return Map(f, captured...);
  }
  static Map derivative(const Map &f) { return ct::grad(f); }
  static Tensor call(const Map &f, const Tensor &x) { return f(x); }
  static Tensor tanh(const Tensor &x) { return ct::tanh(x); }
  template <typename State, typename F>
  static State branch(const Tensor &k, double limit, const State &s, const F &yes, const F &no) {
    return State::of(
        ct::cond(k > limit, [&] { return yes(s).parts(); }, [&] { return no(s).parts(); }));
  }
  template <typename State, typename F>
  static State loop(const Tensor &n, const State &s, const F &turn) {
    using Parts = decltype(s.parts());
    return State::of(ct::fori_loop(
        0, n, [&](Tensor, Parts parts) { return turn(State::of(parts)).parts(); }, s.parts()));
  }
};

//--- programs

struct Statement {
  // No derivatives of derivatives: each order takes as long as all before (row_writing_test.cpp).
  enum class Kind : uint8_t { wrap, compose, swap, mix, bend, apply, slope, branch, loop };
  Kind kind;
  size_t f, g; // of the three functions
  int way;
  std::vector<Statement> inside, otherwise;
};
using Kind = Statement::Kind;
using Program = std::vector<Statement>;

Program written(std::mt19937 &random, int depth, int loops) {
  auto below = [&](int n) { return int(random() % unsigned(n)); };
  Program program;
  for (int count = 1 + below(3); count > 0; --count) {
    Statement statement{Kind(below(7)), size_t(below(3)), size_t(below(3)), below(4), {}, {}};
    if (statement.kind == Kind::slope && (depth > 0 || below(2)))
      statement.kind = Kind::apply; // it is differentiated each time that a loop is traced again
    if (depth < 2 && below(4) == 0) {
      const bool isLoop = loops < 2 && below(2);
      statement.kind = isLoop ? Kind::loop : Kind::branch;
      statement.inside = written(random, depth + 1, loops + isLoop);
      statement.otherwise = written(random, depth + 1, loops);
    }
    program.push_back(std::move(statement));
  }
  return program;
}

template <typename Domain> struct State {
  using Function = typename Domain::Function;
  using Number = typename Domain::Number;

  std::array<Function, 3> functions;
  Number k;

  std::pair<std::array<Function, 3>, Number> parts() const { return {functions, k}; }
  static State of(const std::pair<std::array<Function, 3>, Number> &parts) {
    return {parts.first, parts.second};
  }
};

template <typename Domain, typename N> class Runner {
public:
  using S = State<Domain>;
  using Number = typename Domain::Number;
  using Function = typename Domain::Function;

  Runner(const Number &x, const N &n) : x(x), n(n) {}

  Number operator()(const Program &program) const {
    auto sine = [](const auto &y) { return sin(y); };
    auto scaled = [](const auto &x, const auto &y) { return y * x; };
    auto bent = [](const auto &y) { return tanh(y); };
    S s{{Domain::closure(sine), Domain::closure(scaled, x), Domain::closure(bent)}, x * 0.5};
    s = Domain::loop(n, s, [&](const S &s) { return all(program, s); });
    auto end = [&](size_t i, const Number &at) {
      return Domain::tanh(Domain::call(s.functions[i], at));
    };
    return end(0, x) + end(1, x) * s.k + end(2, s.k);
  }

private:
  S all(const Program &program, S s) const {
    for (const Statement &statement : program)
      s = one(statement, std::move(s));
    return s;
  }

  Function wrapped(int way, const Number &k) const {
    auto first = [](const auto &k, const auto &y) { return sin(y) * k; };
    auto second = [](const auto &k, const auto &x, const auto &y) { return y * k + x; };
    auto third = [](const auto &y) { return tanh(y); };
    auto fourth = [](const auto &k, const auto &y) { return y - k * 0.5; };
    return way == 0   ? Domain::closure(first, k)
           : way == 1 ? Domain::closure(second, k, x)
           : way == 2 ? Domain::closure(third)
                      : Domain::closure(fourth, k);
  }

  S one(const Statement &statement, S s) const {
    auto &f = s.functions[statement.f], &g = s.functions[statement.g];
    auto composed = [](const auto &f, const auto &g, const auto &y) { return f(g(y)); };
    auto mixed = [](const auto &f, const auto &g, const auto &k, const auto &y) {
      return tanh(f(y)) * k - g(y) * 0.5;
    };
    auto bent = [](const auto &f, const auto &k, const auto &y) { return tanh(f(y) + k); };
    auto steep = [](const auto &f, const auto &y) { return tanh(f(y)); };
    auto turn = [&](const S &s) { return all(statement.inside, s); };
    auto otherwise = [&](const S &s) { return all(statement.otherwise, s); };
    using Turn = std::function<S(const S &)>;
    switch (statement.kind) {
    case Kind::wrap: f = Domain::closure(composed, wrapped(statement.way, s.k), g); break;
    case Kind::compose: f = Domain::closure(composed, f, wrapped(statement.way, s.k)); break;
    case Kind::swap: std::swap(f, g); break;
    case Kind::mix: f = Domain::closure(mixed, f, g, s.k); break;
    case Kind::bend: f = Domain::closure(bent, g, s.k); break;
    case Kind::apply: s.k = Domain::tanh(Domain::call(f, s.k)); break;
    case Kind::slope: {
      const Function slope = Domain::derivative(Domain::closure(steep, f));
      s.k = s.k * 0.5 + Domain::tanh(Domain::call(slope, s.k));
      break;
    }
    case Kind::branch: return Domain::branch(s.k, 0.2, s, Turn(turn), Turn(otherwise));
    case Kind::loop: return Domain::loop(N(2), s, turn);
    }
    return s;
  }

  const Number x;
  const N n;
};

Tensor f64(double value) { return ct::reshape(ct::array({value}), {}); }

int numberFrom(const char *name, int otherwise) {
  const char *given = std::getenv(name);
  return given ? std::atoi(given) : otherwise;
}

TEST(Folding, programsWrittenAtRandom) {
  const int first = numberFrom("COTAN_SEED", 0), count = numberFrom("COTAN_COUNT", 6);
  for (int seed = first; seed < first + count; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const Program program = written(random, 0, 1);
    auto traced = [&](Tensor x, Tensor n) { return Runner<Traced, Tensor>(x, n)(program); };
    auto plain = [&](double x, int n) { return Runner<Plain, int>(x, n)(program); };
    auto compiled = ct::jit(traced);
    auto slope = ct::jit(ct::grad(traced));
    for (int n : {0, 1, 3}) {
      const double expected = plain(0.7, n), step = 1e-6,
                   rise = (plain(0.7 + step, n) - plain(0.7 - step, n)) / (2 * step),
                   near = (plain(0.7 + 2 * step, n) - plain(0.7 - 2 * step, n)) / (4 * step);
      EXPECT_NEAR(compiled(f64(0.7), n).item<double>(), expected, 1e-9);
      if (std::abs(rise - near) < 1e-6 * std::max(1.0, std::abs(rise))) // it has no step here
        EXPECT_NEAR(slope(f64(0.7), n).item<double>(), rise, 1e-6 * std::max(1.0, std::abs(rise)));
    }
  }
}

} // namespace
