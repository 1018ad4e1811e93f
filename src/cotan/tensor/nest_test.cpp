// Nests of all kinds, of the user's own among them, on the way through compiled functions.
#include "cotan/cotan.h"

#include <gtest/gtest.h>

using ct::Tensor;
using ct::Tensors;

namespace {

struct Line {
  Tensor slope, start;
};
/// A function that takes itself: its type can be written only as a struct.
struct Knot {
  ct::Closure<Tensor(Knot, Tensor)> tied;
};

} // namespace

template <> struct ct::Nested<Line> {
  static Nest apart(const Line &x) { return nest(x.slope, x.start); }
  static Line together(const Nest &nest) { return {part<Tensor>(nest, 0), part<Tensor>(nest, 1)}; }
};
template <> struct ct::Nested<Knot> {
  static Nest apart(const Knot &x) { return nest(x.tied); }
  static Knot together(const Nest &nest) { return {part<Closure<Tensor(Knot, Tensor)>>(nest, 0)}; }
};

namespace {

TEST(Nest, goesIntoAndOutOfFunctions) {
  auto swapped = ct::jit([](std::pair<Tensor, Tensors> x, std::array<Tensor, 2> y, Tensors none) {
    return std::tuple(x.second, y, std::vector<Tensors>{none, {x.first}}, x.first * y[0]);
  });
  auto [list, array, lists, product] = swapped(std::pair(Tensor(2.0), Tensors{1, 2, 3}),
                                               std::array<Tensor, 2>{5.0, true}, Tensors());
  EXPECT_EQ(list.size(), 3u);
  EXPECT_EQ(list[2].item<int>(), 3);
  EXPECT_EQ(array[1].dtype(), ct::DType::bool_);
  EXPECT_EQ(lists[0].size(), 0u);
  EXPECT_EQ(lists[1][0].item<int>(), 2);
  EXPECT_EQ(product.item<double>(), 10);
}

TEST(Nest, isCompiledForEachShape) {
  int runs = 0;
  auto total = ct::jit([&](std::vector<Tensors> rows) {
    ++runs;
    Tensor sum = 0;
    for (const Tensors &row : rows)
      for (const Tensor &x : row)
        sum = sum + x * int(row.size());
    return sum;
  });
  EXPECT_EQ(total(std::vector<Tensors>{{1, 2}, {3}}).item<int>(), 9);
  EXPECT_EQ(total(std::vector<Tensors>{{1}, {2, 3}}).item<int>(), 11); // as many tensors
  EXPECT_EQ(total(std::vector<Tensors>{{4, 5}, {6}}).item<int>(), 24);
  EXPECT_EQ(runs, 2);
}

TEST(Nest, ofOnesOwnType) {
  auto at = [](Line line, Tensor x) { return line.slope * x + line.start; };
  Line line{Tensor(2.0), Tensor(1.0)};
  EXPECT_EQ(ct::jit(at)(line, 3.0).item<double>(), 7);
  Line slopes = ct::jit(ct::grad(at))(line, 3.0);
  EXPECT_EQ(slopes.slope.item<double>(), 3);
  EXPECT_EQ(slopes.start.item<double>(), 1);
  auto [value, moved] = ct::jvp([](Line x) { return Line{x.slope * x.start, x.start}; }, line,
                                Line{Tensor(1.0), Tensor(10.0)});
  EXPECT_EQ(value.slope.item<double>(), 2);
  EXPECT_EQ(moved.slope.item<double>(), 21);
  Line rows{ct::array({1.0, 2.0}), ct::array({5.0, 6.0})};
  EXPECT_EQ(ct::vmap(at, {0, std::nullopt})(rows, 2.0).values<double>(),
            (std::vector<double>{7, 10}));
  auto [y, back] = ct::vjp(at, line, Tensor(3.0));
  EXPECT_EQ(back(Tensor(1.0))[2].item<double>(), 2);
  auto turn = [](Tensor, Line x) { return Line{x.start, x.slope + x.start}; };
  EXPECT_EQ(ct::fori_loop(0, 5, turn, Line{Tensor(0), Tensor(1)}).slope.item<int>(), 5);
}

TEST(Nest, ofOpenSizes) {
  auto total = ct::jit([](Line x, Tensor y) { return ct::sum(x.slope) + ct::sum(x.start) * y; },
                       {.dynamic_axes = {{0}}});
  EXPECT_EQ(total(Line{ct::ones({2}), ct::ones({3})}, 2.0).item<double>(), 8);
  EXPECT_EQ(total(Line{ct::ones({4}), ct::ones({1})}, 2.0).item<double>(), 6);
  auto weighted = [](Tensor k, Tensor x) { return ct::sum(x) * k; };
  auto ofFunction = ct::jit(ct::closure(weighted, 2.0), {.dynamic_axes = {{0}}});
  EXPECT_EQ(ofFunction(ct::ones({3})).item<double>(), 6);
  EXPECT_EQ(ofFunction(ct::ones({5})).item<double>(), 10);
}

TEST(Nest, ofAFunctionThatTakesItself) {
  Knot half{[](Knot self, Tensor n) { return ct::sum(n) / 2; }};
  EXPECT_EQ(ct::jit([](Knot f, Tensor x) { return f.tied(f, x); })(half, 3.0).item<double>(), 1.5);
  Knot endless{[](Knot self, Tensor n) {
    return ct::cond(n > 0, [&] { return n * n; }, [&] { return self.tied(self, -n); });
  }};
  std::string found;
  try {
    endless.tied(endless, 2.0);
  } catch (const ct::Error &error) {
    found = error.what();
  }
  EXPECT_EQ(found,
            "the call of a function value: 500 calls are nested in each other while they are "
            "traced; write a function that calls itself as deep as a value says with "
            "ct::recursive");
}

} // namespace
