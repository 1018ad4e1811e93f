// Nests as such: of all kinds that C++ has for them.
#include "cotan/cotan.h"

#include <gtest/gtest.h>

#include <sstream>

using ct::Tensor;
using ct::Tensors;

namespace {

struct Layer {
  Tensor weights, bias;
};
using Parameters = std::map<std::string, Layer>;

} // namespace

template <> struct ct::Nested<Layer> {
  static Nest apart(const Layer &x) { return nest(x.weights, x.bias); }
  static Layer together(const Nest &nest) { return {part<Tensor>(nest, 0), part<Tensor>(nest, 1)}; }
};

namespace {

std::string problemOf(auto f) {
  try {
    f();
  } catch (const ct::ValueError &error) {
    return error.what();
  }
  return "";
}

const Parameters parameters = {{"out", {ct::array({1.0, 2.0}), ct::array(3.0)}},
                               {"in", {ct::array({4.0}), ct::array(5.0)}}};

TEST(Tree, mapsTensorsInTheSamePlaces) {
  auto doubled = ct::tree::map([](Tensor x) { return 2 * x; }, parameters);
  auto sums = ct::tree::map([](Tensor x, Tensor y) { return x + y; }, parameters, doubled);
  EXPECT_EQ(sums.at("out").weights.values<int>(), (std::vector<int>{3, 6}));
  EXPECT_EQ(sums.at("in").bias.item<int>(), 15);
  EXPECT_EQ(ct::tree::map([](Tensor x) { return -x; }, 2.0).item<double>(), -2);

  std::string paths;
  ct::tree::map_with_path([&](const std::string &path, Tensor x) { return paths += path, x; },
                          std::pair(parameters, Tensors{1}));
  EXPECT_EQ(paths, "[0]['in'][0][0]['in'][1][0]['out'][0][0]['out'][1][1][0]");
}

TEST(Tree, hasLeavesAndAStructure) {
  auto [leaves, structure] = ct::tree::flatten(parameters);
  EXPECT_EQ(leaves.size(), 4u);
  EXPECT_EQ(structure.num_leaves(), 4u);
  std::ostringstream text;
  text << structure << ct::tree::structure(std::optional<Tensor>()) << ct::tree::structure(1);
  EXPECT_EQ(text.str(), "{'in': [*, *], 'out': [*, *]}[]*");
  EXPECT_EQ(structure,
            ct::tree::structure(ct::tree::unflatten<Parameters>(structure, {1, 2, 3, 4})));
  EXPECT_FALSE(structure == ct::tree::structure(Tensors{1, 2, 3, 4}));
  EXPECT_EQ(ct::tree::unflatten<Parameters>(structure, {1, 2, 3, 4}).at("out").weights.item<int>(),
            3);
  EXPECT_EQ(
      problemOf([&] { ct::tree::unflatten<Parameters>(structure, {1, 2}); }),
      "ct.tree.unflatten: the nest {'in': [*, *], 'out': [*, *]} has 4 leaves, but there are 2");

  EXPECT_TRUE(ct::tree::all(std::pair(Tensor(true), Tensors{1, 2})));
  EXPECT_FALSE(ct::tree::all(std::pair(Tensor(true), Tensors{1, 0})));
  EXPECT_EQ(ct::tree::reduce([](int n, Tensor x) { return n + int(x.size()); }, parameters, 0), 5);
}

TEST(Tree, saysWhereNestsDiffer) {
  auto add = [](Tensor x, Tensor y) { return x + y; };
  using Lists = std::map<std::string, std::vector<Tensors>>;
  EXPECT_EQ(
      problemOf([&] { ct::tree::map(add, Lists{{"a", {{1}, {2}}}}, Lists{{"a", {{1}, {}}}}); }),
      "ct.tree.map: the nests differ at ['a'][1]: expected a list of 1, but found a list of 0");
  EXPECT_EQ(problemOf([&] { ct::tree::map(add, Lists{{"a", {}}}, Lists{{"b", {}}, {"c", {}}}); }),
            "ct.tree.map: the nests differ: expected a map with the keys 'a', but found a map with "
            "the keys 'b', 'c'");
  EXPECT_EQ(problemOf([&] { ct::tree::map(add, Tensors{1}, std::vector<Tensors>{{1}}); }),
            "ct.tree.map: the nests differ at [0]: expected int64[], but found a list of 1");
}

TEST(Tree, isAVectorAndBack) {
  using State = std::tuple<Parameters, Tensor, std::optional<Tensor>>;
  const State state = {parameters, ct::array({{1, 2}, {3, 4}}), std::nullopt};
  auto [flat, unravel] = ct::tree::ravel(state);
  EXPECT_EQ(flat.values<int>(), (std::vector<int>{4, 5, 1, 2, 3, 1, 2, 3, 4}));
  EXPECT_EQ(flat.dtype(), ct::float64);
  const State twice = unravel(2 * flat);
  EXPECT_EQ(std::get<1>(twice).shape(), (ct::Shape{2, 2}));
  EXPECT_EQ(std::get<1>(twice).dtype(), ct::int32);
  EXPECT_EQ(std::get<0>(twice).at("out").weights.values<int>(), (std::vector<int>{2, 4}));
  EXPECT_NE(problemOf([&, f = unravel] { f(ct::ones(8, ct::float64)); }), "");
  EXPECT_EQ(ct::tree::ravel(Tensors()).first.shape(), ct::Shape{0});
  // Complex numbers among real ones.
  auto [mixed, apart] = ct::tree::ravel(Tensors{ct::array(1.0), Tensor(std::complex(2.0, 3.0))});
  EXPECT_EQ(apart(mixed)[0].dtype(), ct::float64);
  EXPECT_EQ(apart(mixed)[1].complexAt(0), std::complex(2.0, 3.0));
  // Derivatives reach a nest through its vector.
  auto square = [](Parameters p) {
    Tensor x = ct::tree::ravel(p).first;
    return ct::sum(x * x);
  };
  EXPECT_EQ(ct::jit(ct::grad(square))(parameters).at("in").weights.item<int>(), 8);
}

TEST(Tree, mapsWithKeysGoThroughLoopsBranchesAndCompiledFunctions) {
  auto swap = [](std::map<std::string, Tensor> x) {
    return std::map<std::string, Tensor>{{"x", x.at("y")}, {"y", x.at("x")}};
  };
  auto f = ct::jit([=](std::map<std::string, Tensor> x, Tensor n) {
    auto once = [=](Tensor, std::map<std::string, Tensor> s) { return swap(s); };
    return ct::cond(n > 0, [&] { return ct::fori_loop(0, n, once, x); }, [&] { return x; });
  });
  EXPECT_EQ(f(std::map<std::string, Tensor>{{"x", 1}, {"y", 2}}, 3).at("x").item<int>(), 2);
  EXPECT_EQ(ct::vmap(swap)(std::map<std::string, Tensor>{{"x", ct::arange(2)}, {"y", ct::ones(2)}})
                .at("y")
                .values<int>(),
            (std::vector<int>{0, 1}));

  int compiled = 0;
  auto total = ct::jit([&](std::map<std::string, Tensor> x) {
    ++compiled;
    return x.contains("a") ? x.at("a") : Tensor(0);
  });
  EXPECT_EQ(total(std::map<std::string, Tensor>{{"a", 1}}).item<int>(), 1);
  EXPECT_EQ(total(std::map<std::string, Tensor>{{"b", 1}}).item<int>(), 0); // as many tensors
  EXPECT_EQ(total(std::map<std::string, Tensor>{{"a", 2}}).item<int>(), 2);
  EXPECT_EQ(compiled, 2);

  auto differ = ct::jit([](Tensor c) {
    auto one = [](const char *key) { return std::map<std::string, Tensor>{{key, 1}}; };
    return ct::cond(c, [&] { return one("a"); }, [&] { return one("b"); });
  });
  EXPECT_EQ(problemOf([&] { differ(true); }), "ct.cond: a map has the keys 'b' on one way and 'a' "
                                              "on another; it must have the same on all");
}

} // namespace
