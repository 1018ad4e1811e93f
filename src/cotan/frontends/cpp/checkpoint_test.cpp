// What a checkpoint keeps, and that its derivatives are those of the function.
#include "cotan/cotan.h"

#include <cmath>
#include <gtest/gtest.h>

using ct::Tensor;
using ct::Tensors;
namespace policies = ct::checkpoint_policies;

namespace {

Tensor layer(Tensor x, Tensor w) {
  Tensor wide = ct::checkpoint_name(ct::tanh(ct::matmul(x, w)), "wide");
  auto narrow = ct::checkpoint_name(std::pair(ct::exp(ct::matmul(wide, w)), Tensors{}), "narrow");
  return ct::sum(ct::sin(ct::matmul(narrow.first, w)));
}

const std::map<std::string, policies::Policy> choices = {
    {"without one", {}},
    {"all", policies::everything_saveable},
    {"none", policies::nothing_saveable},
    {"products", policies::dots_saveable},
    {"of matrices", policies::dots_with_no_batch_dims_saveable},
    {"a name", policies::save_only_these_names({"wide", "other"})},
    {"other names", policies::save_any_names_but_these({"wide"})},
    {"all but a name", policies::save_anything_except_these_names({"wide"})},
    {"both", policies::save_from_both_policies(policies::dots_saveable,
                                               policies::save_only_these_names({"narrow"}))},
    {"one's own", [](const policies::Operator &op) {
       return op.name == "prim.exp" && op.ranks == std::vector<int64_t>{2};
     }}};

size_t count(const std::string &text, const std::string &word) {
  size_t found = 0;
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    ++found;
  return found;
}

TEST(Checkpoint, keepsWhatThePolicySays) {
  Tensor x = ct::ones({4, 4}), w = ct::eye(4);
  const std::map<std::string, size_t> marks = {
      // operators that are kept, of 3 products and others
      {"without one", 0}, {"all", 0},         {"none", 0}, {"products", 3}, {"of matrices", 3},
      {"a name", 1},      {"other names", 1}, {"both", 4}, {"one's own", 1}};
  for (const auto &[name, kept] : marks) {
    auto f = ct::checkpoint(layer, choices.at(name));
    auto flat = [&](const Tensors &xs) { return Tensors{f(xs[0], xs[1])}; };
    const std::string text = ct::programText(flat, {x, w});
    EXPECT_EQ(count(text, "flow.kept"), kept) << name << text;
    EXPECT_EQ(count(text, "checkpoint") > count(text, "checkpoint_name"), name != "all")
        << name << text;
  }
}

TEST(Checkpoint, changesNoNumber) {
  const Tensor x = ct::array({{0.3, -0.2}, {0.5, 0.1}}), w = ct::array({{0.4, 0.2}, {-0.3, 0.7}});
  auto transformed = [&](auto f) {
    auto slope = ct::grad(f, 1);
    auto bend = ct::grad([=](Tensor x, Tensor w) { return ct::sum(ct::square(slope(x, w))); });
    auto lanes = ct::vmap(slope, {0, std::nullopt});
    auto along = ct::jvp([=](Tensor w) { return slope(x, w); }, w, x).second;
    return std::vector<Tensor>{f(x, w), ct::jit(slope)(x, w), ct::jit(bend)(x, w), along,
                               lanes(ct::stack({x, 2 * x}), w)};
  };
  const std::vector<Tensor> plain = transformed(layer);
  for (const char *name : {"without one", "products", "all but a name", "both"}) {
    const std::vector<Tensor> found = transformed(ct::checkpoint(layer, choices.at(name)));
    for (size_t i = 0; i < plain.size(); ++i)
      EXPECT_TRUE(ct::allclose(found[i], plain[i], 1e-12).item<bool>()) << name << " " << i;
  }
}

TEST(Checkpoint, isInLoopsAndOfNests) {
  auto wave = ct::checkpoint(
      [](std::pair<Tensor, Tensor> s) { return std::pair(ct::sin(s.first) * s.second, s.second); },
      policies::save_only_these_names({"x"}));
  auto run = [](auto turn) {
    return [=](Tensor x) {
      return ct::fori_loop(
                 0, 3, [=](Tensor, std::pair<Tensor, Tensor> s) { return turn(s); },
                 std::pair(x, x))
          .first;
    };
  };
  auto plain = [](std::pair<Tensor, Tensor> s) {
    return std::pair(ct::sin(s.first) * s.second, s.second);
  };
  EXPECT_NEAR(ct::grad(run(wave))(ct::array(0.7)).item<double>(),
              ct::grad(run(plain))(ct::array(0.7)).item<double>(), 1e-14);
  EXPECT_EQ(ct::checkpoint_name(3, "x").item<int>(), 3);
}

TEST(Checkpoint, passesOnWhatPoliciesThrow) {
  auto throws = [](const policies::Operator &) -> bool { throw std::runtime_error("mine"); };
  auto wave = [](Tensor x) { return ct::sin(ct::sin(x)); };
  EXPECT_THROW(ct::grad(ct::checkpoint(wave, throws))(1.0), std::runtime_error);
  EXPECT_THROW(policies::save_from_both_policies({}, policies::dots_saveable), ct::TypeError);
}

} // namespace
