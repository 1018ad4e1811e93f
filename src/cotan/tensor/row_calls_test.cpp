// Functions that are made of those before them, as often as data says: eagerly, compiled, and in
// all transformations, against what they are in plain C++.
#include "cotan/cotan.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>

using ct::Tensor;
using ct::Tensors;
using Map = ct::Closure<Tensor(Tensor)>;
using Plain = std::function<double(double)>;

namespace {

Tensor f64(double value) { return ct::reshape(ct::array({value}), {}); }

Map composed(const Map &f, const Map &g) {
  return ct::closure([](Map f, Map g, Tensor y) { return f(g(y)); }, f, g);
}
Plain composed(const Plain &f, const Plain &g) {
  return [=](double y) { return f(g(y)); };
}
Map scaled(const Tensor &k) {
  return ct::closure([](Tensor k, Tensor y) { return k * y; }, k);
}
Plain scaled(double k) {
  return [=](double y) { return k * y; };
}
const Map sine = [](Tensor y) { return ct::sin(y); }, cosine = [](Tensor y) { return ct::cos(y); };
const Plain plainSine = [](double y) { return std::sin(y); },
            plainCosine = [](double y) { return std::cos(y); };

/// n turns of what makes a function of the one before.
template <typename Turn> Map grown(const Tensor &n, const Turn &turn, const Map &first) {
  return ct::fori_loop(0, n, turn, first);
}
Plain grown(int n, const std::function<Plain(int, Plain)> &turn, Plain f) {
  for (int i = 0; i < n; ++i)
    f = turn(i, f);
  return f;
}

/// A function of x and a number of turns, and what it is.
struct Program {
  std::string name;
  std::function<Tensor(Tensor, Tensor)> run;
  std::function<double(double, int)> plain;

  double slope(double x, int n) const {
    const double step = 1e-6;
    return (plain(x + step, n) - plain(x - step, n)) / (2 * step);
  }
};

std::vector<Program> inOneVariable() {
  return {
      {"composed",
       [](Tensor x, Tensor n) {
         Map f = ct::closure([](Tensor x, Tensor y) { return x * ct::sin(y) + 0.5; }, x);
         Map square = [](Tensor y) { return y * y; };
         return grown(n, [&](Tensor, Map h) { return composed(f, h); }, square)(x);
       },
       [](double x, int n) {
         Plain f = [=](double y) { return x * std::sin(y) + 0.5; };
         return grown(
             n, [&](int, Plain h) { return composed(f, h); }, [](double y) { return y * y; })(x);
       }},
      {"inside, and of what the turn has",
       [](Tensor x, Tensor n) {
         auto turn = [&](Tensor i, Map h) { return composed(h, scaled(x + i)); };
         return grown(n, turn, sine)(x);
       },
       [](double x, int n) {
         return grown(n, [&](int i, Plain h) { return composed(h, scaled(x + i)); }, plainSine)(x);
       }},
      {"in a branch",
       [](Tensor x, Tensor n) {
         auto turn = [&](Tensor i, Map h) {
           return ct::cond(i % 2 == 0, [&] { return composed(scaled(x), h); }, [&] { return h; });
         };
         return grown(n, turn, sine)(x);
       },
       [](double x, int n) {
         auto turn = [&](int i, Plain h) { return i % 2 ? h : composed(scaled(x), h); };
         return grown(n, turn, plainSine)(x);
       }},
      {"reset",
       [](Tensor x, Tensor n) {
         auto turn = [&](Tensor i, Map h) {
           return ct::cond(i == 2, [&] { return cosine; }, [&] { return composed(scaled(x), h); });
         };
         return grown(n, turn, sine)(x);
       },
       [](double x, int n) {
         auto turn = [&](int i, Plain h) { return i == 2 ? plainCosine : composed(scaled(x), h); };
         return grown(n, turn, plainSine)(x);
       }},
      {"of vectors",
       [](Tensor x, Tensor n) {
         auto turn = [&](Tensor i, Map h) {
           auto layer = [](Map h, Tensor w, Tensor c, Tensor v) {
             return ct::where(c, ct::tanh(h(v) * w), h(v));
           };
           return ct::closure(layer, h, ct::stack({x, x * x, x + i}), i % 3 != 1);
         };
         Map square = [](Tensor v) { return v * v; };
         return ct::sum(grown(n, turn, square)(ct::stack({x, 2 * x, 3 * x})));
       },
       [](double x, int n) {
         double v[] = {x * x, 4 * x * x, 9 * x * x};
         for (int i = 0; i < n; ++i)
           for (int j = 0; j < 3 && i % 3 != 1; ++j)
             v[j] = std::tanh(v[j] * (j == 0 ? x : j == 1 ? x * x : x + i));
         return v[0] + v[1] + v[2];
       }},
      {"twice itself",
       [](Tensor x, Tensor n) {
         auto turn = [](Tensor, Map h) {
           return ct::closure([](Map g, Map h, Tensor y) { return g(y) * 0.5 + h(y * 0.5); }, h, h);
         };
         return grown(n, turn, sine)(x);
       },
       [](double x, int n) {
         auto turn = [](int, Plain h) { return [=](double y) { return h(y) * 0.5 + h(y * 0.5); }; };
         return grown(n, turn, plainSine)(x);
       }},
      {"its derivative",
       [](Tensor x, Tensor n) {
         Map sixth = [](Tensor y) { return y * y * y * y * y * y; };
         return grown(n, [](Tensor, Map h) { return ct::grad(h); }, sixth)(x);
       },
       [](double x, int n) {
         double factor = 1;
         for (int i = 0; i < n; ++i)
           factor *= 6 - i;
         return factor * std::pow(x, std::max(6 - n, 0));
       }},
  };
}

using Two = std::pair<Map, Map>;

std::vector<Program> inSeveralVariables() {
  return {
      {"in a pair",
       [](Tensor x, Tensor n) {
         auto turn = [](Tensor, std::pair<Map, Tensor> s) {
           return std::pair(composed(sine, s.first), s.second * 1.5);
         };
         auto [f, k] = ct::fori_loop(0, n, turn, std::pair(sine, x));
         return f(k);
       },
       [](double x, int n) {
         double y = std::sin(x * std::pow(1.5, n));
         for (int i = 0; i < n; ++i)
           y = std::sin(y);
         return y;
       }},
      {"as the numbers of Fibonacci",
       [](Tensor x, Tensor n) {
         auto turn = [](Tensor, Two s) { return Two(s.second, composed(s.first, s.second)); };
         return ct::fori_loop(0, n, turn, Two(sine, scaled(x))).second(x);
       },
       [](double x, int n) {
         Plain g = plainSine, h = scaled(x);
         for (int i = 0; i < n; ++i)
           g = std::exchange(h, composed(g, h));
         return h(x);
       }},
      {"in turn of two signatures",
       [](Tensor x, Tensor n) {
         using Binary = ct::Closure<Tensor(Tensor, Tensor)>;
         auto turn = [](Tensor, std::pair<Map, Binary> s) {
           Map one = ct::closure([](Binary b, Tensor y) { return b(y, 0.5 * y); }, s.second);
           Binary two = ct::closure([](Map f, Tensor y, Tensor z) { return f(y) * z; }, s.first);
           return std::pair(one, two);
         };
         Binary sum = [](Tensor y, Tensor z) { return y + z; };
         return ct::fori_loop(0, n, turn, std::pair(sine, sum)).first(x);
       },
       [](double x, int n) {
         std::function<double(double, double)> b = [](double y, double z) { return y + z; };
         Plain f = plainSine;
         for (int i = 0; i < n; ++i) {
           Plain one = [b](double y) { return b(y, 0.5 * y); };
           b = [f](double y, double z) { return f(y) * z; };
           f = one;
         }
         return f(x);
       }},
      {"called in the loop",
       [](Tensor x, Tensor n) {
         auto turn = [](Tensor, std::pair<Map, Tensor> s) {
           auto [h, y] = s;
           Map next = ct::closure([](Map h, Tensor k, Tensor t) { return h(t) * k; }, h, y);
           return std::pair(next, next(y) + ct::grad(next)(y));
         };
         return ct::fori_loop(0, n, turn, std::pair(sine, x)).second;
       },
       [](double x, int n) {
         double factor = 1, y = x;
         for (int i = 0; i < n; ++i) {
           factor *= y;
           y = factor * std::sin(y) + factor * std::cos(y);
         }
         return y;
       }},
      {"a number that grows",
       [](Tensor x, Tensor n) {
         auto turn = [](Tensor, std::pair<Map, Tensor> s) {
           Map next =
               ct::closure([](Map h, Tensor k, Tensor y) { return h(y) * k; }, s.first, s.second);
           return std::pair(next, s.second + 1);
         };
         return ct::fori_loop(0, n, turn, std::pair(sine, Tensor(1))).first(x);
       },
       [](double x, int n) { return std::sin(x) * std::tgamma(n + 1); }},
      {"of other shapes",
       [](Tensor x, Tensor n) {
         auto weighted = [](Map h, Tensor w, Tensor y) { return h(y) * ct::sum(w); };
         auto turn = [&](Tensor i, Map h) {
           return ct::cond(
               i % 2 == 0, [&] { return ct::closure(weighted, h, x * ct::ones({2})); },
               [&] { return ct::closure(weighted, h, x * ct::ones({3, 1})); });
         };
         return grown(n, turn, sine)(x);
       },
       [](double x, int n) {
         double y = std::sin(x);
         for (int i = 0; i < n; ++i)
           y *= (2 + i % 2) * x;
         return y;
       }},
  };
}

std::vector<Program> ofOtherControl() {
  auto over = [](Tensor x, Tensor n) {
    return grown(n, [=](Tensor, Map h) { return composed(scaled(x), h); }, sine);
  };
  auto powers = [](double x, int n, double y) { return std::pow(x, n) * std::sin(y); };
  return {
      {"a while loop",
       [](Tensor x, Tensor n) {
         using State = std::tuple<Tensor, Map, Tensor>;
         auto turn = [=](State s) {
           auto [i, h, total] = s;
           Map next = composed(cosine, composed(h, scaled(x)));
           return State(i + 1, next, total + next(total));
         };
         auto more = [=](State s) { return std::get<0>(s) < n; };
         return std::get<2>(ct::while_loop(more, turn, State(0, sine, x)));
       },
       [](double x, int n) {
         Plain h = plainSine;
         double total = x;
         for (int i = 0; i < n; ++i) {
           h = composed(plainCosine, composed(h, scaled(x)));
           total += h(total);
         }
         return total;
       }},
      {"a scan",
       [](Tensor x, Tensor) {
         auto turn = [](Map h, Tensor k) {
           Map next = composed(scaled(k), h);
           return std::pair(next, next(k));
         };
         auto [h, rows] = ct::scan(turn, sine, x * ct::array({1.0, 2.0, 3.0}));
         return h(x) + ct::sum(rows);
       },
       [](double x, int) {
         double product = 1, sum = 0;
         for (int k : {1, 2, 3}) {
           product *= k * x;
           sum += product * std::sin(k * x);
         }
         return product * std::sin(x) + sum;
       }},
      {"a recursion that is handed them",
       [](Tensor x, Tensor n) {
         auto stacked = ct::recursive([](auto self, Tensor x, Tensor n, Map h) {
           return ct::cond(
               n <= 0, [&] { return h(x); },
               [&] { return self(x, n - 1, composed(scaled(x), h)); });
         });
         return stacked(x, n, sine);
       },
       [=](double x, int n) { return powers(x, n, x); }},
      {"a recursion that returns them",
       [](Tensor x, Tensor n) {
         auto made = ct::recursive<Map>([](auto self, Tensor x, Tensor n) {
           return ct::cond(
               n <= 0, [&] { return sine; }, [&] { return composed(scaled(x), self(x, n - 1)); });
         });
         return made(x, n)(x);
       },
       [=](double x, int n) { return powers(x, n, x); }},
      {"continuations",
       [](Tensor x, Tensor n) {
         auto factorial = ct::recursive([](auto self, Tensor x, Tensor n, Map k) {
           auto multiplied = [](Map k, Tensor n, Tensor x) { return k(n * x); };
           auto more = [&] { return self(x, n - 1, ct::closure(multiplied, k, n)); };
           return ct::cond(n == 0, [&] { return k(x); }, more);
         });
         return factorial(x, n, sine);
       },
       [](double x, int n) { return std::sin(x * std::tgamma(n + 1)); }},
      {"two loops, one of the other",
       [=](Tensor x, Tensor n) {
         auto turn = [](Tensor, Two s) {
           auto sum = [](Map g, Map h, Tensor y) { return g(y) + h(y); };
           return Two(ct::closure(sum, s.first, s.second), s.second);
         };
         return ct::fori_loop(0, n, turn, Two(over(x, n), over(x * x, n + 1))).first(x);
       },
       [=](double x, int n) { return powers(x, n, x) + n * powers(x * x, n + 1, x); }},
      {"a loop in a loop",
       [=](Tensor x, Tensor n) {
         auto outer = [=](Tensor, std::pair<Map, Tensor> s) {
           Map h = grown(n, [](Tensor, Map h) { return composed(cosine, h); }, s.first);
           return std::pair(h, h(s.second));
         };
         return ct::fori_loop(0, 2, outer, std::pair(over(x, n), x)).second;
       },
       [=](double x, int n) {
         double y = x;
         for (int turns = n; turns <= 2 * n; turns += std::max(n, 1)) {
           y = powers(x, n, y);
           for (int i = 0; i < turns; ++i)
             y = std::cos(y);
           if (n == 0)
             y = powers(x, n, y);
           if (n == 0)
             break;
         }
         return y;
       }},
  };
}

void check(const Program &program) {
  SCOPED_TRACE(program.name);
  auto compiled = ct::jit(program.run);
  auto slope = ct::jit(ct::grad(program.run));
  for (int n : {0, 1, 2, 5}) {
    const double expected = program.plain(0.7, n), near = 1e-9 * std::max(1.0, std::abs(expected));
    EXPECT_NEAR(compiled(f64(0.7), n).item<double>(), expected, near);
    EXPECT_NEAR(program.run(f64(0.7), n).item<double>(), expected, near);
    const double steep = program.slope(0.7, n), close = 1e-6 * std::max(1.0, std::abs(steep));
    EXPECT_NEAR(slope(f64(0.7), n).item<double>(), steep, close);
    EXPECT_NEAR(ct::grad(program.run)(f64(0.7), n).item<double>(), steep, close);
  }
}

TEST(RowCalls, inOneVariable) {
  for (const Program &program : inOneVariable())
    check(program);
}
TEST(RowCalls, inSeveralVariables) {
  for (const Program &program : inSeveralVariables())
    check(program);
}
TEST(RowCalls, ofOtherControl) {
  for (const Program &program : ofOtherControl())
    check(program);
}

} // namespace
