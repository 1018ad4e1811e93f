// Functions that are written in different contexts, as those of a process are in time.
#include "cotan/trace/traced_function.h"

#include "cotan/cotan.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace cotan::trace;
using ct::Tensor;

namespace {

ContextRef newContext() {
  static size_t number = 1'000'000;
  return Context::make(++number);
}

/// What `work` answers in a context of its own.
template <typename F> auto elsewhere(F work) {
  InContext here(newContext());
  return work();
}

struct Contexts : testing::Test {
  Tensor x = ct::array({0.3, -0.7, 1.1});
};

/// A loop whose number of turns depends on x, a branch, a number, a captured array.
Tensor halved(Tensor x) {
  static const Tensor half = ct::array({0.5, 0.5, 0.5});
  auto isLarge = [](Tensor a) { return ct::sum(a * a) > 0.01; };
  Tensor small = ct::while_loop(isLarge, [](Tensor a) { return a * half; }, x);
  return ct::cond(ct::sum(x) > 0.0, [=] { return small * 3.25; }, [=] { return x; });
}

/// The sum of squares of a jitted function that was traced before, elsewhere.
template <typename F> auto squares(F function, Tensor x) {
  auto f = ct::jit(function);
  elsewhere([&] { return f(x); });
  return [f](Tensor x) { return ct::sum(f(x) * f(x)); };
}

TEST_F(Contexts, are_crossed_by_calls_and_derivatives) {
  auto f = squares(halved, x);
  const Tensor value = elsewhere([&] { return ct::jit(f)(x); });
  EXPECT_NEAR(value.item<double>(), ct::sum(halved(x) * halved(x)).item<double>(), 1e-12);
  const Tensor slopes = elsewhere([&] { return ct::grad(f)(x); });
  const double factor = 2 * std::pow(3.25 / 16, 2); // four turns
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(slopes.values<double>()[i], factor * x.values<double>()[i], 1e-12);
  auto slope = ct::jit(ct::grad(f));
  elsewhere([&] { return slope(x); });
  const Tensor bend =
      elsewhere([&] { return ct::grad([&](Tensor x) { return ct::sum(slope(x)); })(x); });
  EXPECT_NEAR(bend.values<double>()[1], factor, 1e-12);
  const Tensor many = elsewhere([&] { return ct::vmap(f)(ct::stack({x, x * 0.5})); });
  EXPECT_NEAR(many.values<double>()[0], value.item<double>(), 1e-12);
}

TEST_F(Contexts, are_crossed_by_rules_of_ones_own) {
  auto clipped =
      ct::custom_vjp([](Tensor x) { return x * x; }, [](Tensor x) { return std::pair(x * x, x); },
                     [](Tensor x, Tensor dy) { return ct::clip(2 * x * dy, -1, 1); });
  auto f = ct::jit(clipped);
  elsewhere([&] { return f(x); });
  auto sum = [f](Tensor x) { return ct::sum(f(x) * 5.0); };
  const Tensor slopes = elsewhere([&] { return ct::grad(sum)(x); });
  EXPECT_EQ(slopes.values<double>(), std::vector<double>({1, -1, 1}));
}

size_t count(const std::string &text, const std::string &part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST_F(Contexts, share_a_function_that_is_called_often) {
  auto wave = ct::jit([](Tensor x) {
    for (int i = 0; i < 10; ++i)
      x = ct::sin(x) * x + ct::cos(x);
    return x;
  });
  elsewhere([&] { return wave(x); });
  auto often = [wave](Tensor y) {
    for (int i = 0; i < 60; ++i)
      y = wave(y) * 0.5;
    return ct::sum(y);
  };
  const std::string program = elsewhere([&] {
    return ct::programText([&](const ct::Tensors &xs) { return ct::Tensors{often(xs[0])}; }, {x});
  });
  EXPECT_EQ(count(program, "func.func private"), 1u);
  EXPECT_EQ(count(program, "call @called"), 60u);
  auto slopes = ct::grad(often);
  const Tensor kept = ct::jit(slopes)(x), all = ct::jit(slopes, {.calls = "keep"})(x),
               inlined = ct::jit(slopes, {.calls = "inline"})(x);
  EXPECT_EQ(kept.values<double>(), all.values<double>());
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(kept.values<double>()[i], inlined.values<double>()[i], 1e-12);
  EXPECT_THROW(ct::jit(slopes, {.calls = "some"})(x), ct::ValueError);
}

TEST_F(Contexts, end_with_the_last_of_their_functions) {
  std::weak_ptr<Context> seen;
  {
    auto f = ct::jit([](Tensor x) { return x * 0.123; });
    elsewhere([&] {
      seen = contextHere();
      return f(x);
    });
    EXPECT_FALSE(seen.expired());
    EXPECT_NEAR(f(x).values<double>()[0], 0.0369, 1e-12);
  }
  EXPECT_TRUE(seen.expired());
}

TEST_F(Contexts, are_left_by_eager_operations) {
  ContextRef context = newContext();
  const std::weak_ptr<Context> seen = context;
  auto computed = [&] { return ct::expm1(ct::array({0.0, 0.0})) + 2.25; };
  {
    InContext here(std::move(context));
    EXPECT_EQ(computed().values<double>()[0], 2.25);
  }
  EXPECT_FALSE(seen.expired());
  elsewhere([&] { return ct::cbrt(x); });
  EXPECT_TRUE(seen.expired());
  EXPECT_EQ(computed().values<double>()[1], 2.25);
}

TEST_F(Contexts, live_as_long_as_tensors_that_were_traced) {
  Tensor leaked = x;
  std::weak_ptr<Context> seen;
  elsewhere([&] {
    seen = contextHere();
    return ct::jit([&](Tensor x) { return leaked = x * 2.0; })(x);
  });
  EXPECT_EQ(leaked.shape()[0], 3);
  EXPECT_THROW(ct::exp(leaked), ct::Error);
  leaked = x;
  EXPECT_TRUE(seen.expired());
}

} // namespace
