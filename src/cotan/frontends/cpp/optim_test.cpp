// Optimizers beside the formulas of their papers, in double precision.
#include "cotan/cotan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace optim = ct::optim;
using ct::Tensor;
using ct::Tensors;

namespace {

using Parameters = std::map<std::string, Tensor>;

Parameters gradientAt(const Parameters &p, int step) {
  return {{"b", p.at("b") * 0.5 + step}, {"w", ct::cos(p.at("w")) * (step + 1.0)}};
}

/// Five steps of an optimizer, and of `step(number, parameter, gradient, kept)` of each number.
void check(const optim::GradientTransformation &optimizer, auto step) {
  Parameters p = {{"b", ct::array(2.0)}, {"w", ct::array({1.0, -0.5, 0.25})}};
  optim::State state = optimizer.init(p);
  std::vector<double> expected = {2.0, 1.0, -0.5, 0.25};
  std::vector<std::array<double, 2>> kept(4);
  for (int i = 0; i < 5; ++i) {
    const Parameters g = gradientAt(p, i);
    const std::vector<double> gs = ct::tree::ravel(g).first.values<double>();
    Parameters updates;
    std::tie(updates, state) = optimizer.update(g, state, p);
    p = optim::apply_updates(p, updates);
    for (size_t k = 0; k < 4; ++k)
      expected[k] += step(i + 1, expected[k], gs[k], kept[k]);
    const std::vector<double> found = ct::tree::ravel(p).first.values<double>();
    for (size_t k = 0; k < 4; ++k)
      EXPECT_NEAR(found[k], expected[k], 1e-13 * std::abs(expected[k]) + 1e-15) << i << " " << k;
  }
}

using Kept = std::array<double, 2>;

double adamStep(int t, double g, Kept &kept, double b1 = 0.9, double b2 = 0.999,
                double eps = 1e-8) {
  kept[0] = b1 * kept[0] + (1 - b1) * g;
  kept[1] = b2 * kept[1] + (1 - b2) * g * g;
  return kept[0] / (1 - std::pow(b1, t)) / (std::sqrt(kept[1] / (1 - std::pow(b2, t))) + eps);
}

TEST(Optim, isTheFormulaOfThePaper) {
  check(optim::sgd(0.1), [](int, double, double g, Kept &) { return -0.1 * g; });
  check(optim::sgd(0.1, 0.9),
        [](int, double, double g, Kept &kept) { return -0.1 * (kept[0] = 0.9 * kept[0] + g); });
  check(optim::sgd(0.1, 0.9, true), [](int, double, double g, Kept &kept) {
    kept[0] = 0.9 * kept[0] + g;
    return -0.1 * (g + 0.9 * kept[0]);
  });
  check(optim::adam(0.1),
        [](int t, double, double g, Kept &kept) { return -0.1 * adamStep(t, g, kept); });
  check(optim::adamw(0.1, 0.01, {.b1 = 0.8, .eps = 1e-3}),
        [](int t, double p, double g, Kept &kept) {
          return -0.1 * (adamStep(t, g, kept, 0.8, 0.999, 1e-3) + 0.01 * p);
        });
  check(optim::lion(0.1, 0.9, 0.99, 0.01), [](int, double p, double g, Kept &kept) {
    const double direction = 0.9 * kept[0] + 0.1 * g;
    kept[0] = 0.99 * kept[0] + 0.01 * g;
    return -0.1 * ((direction > 0) - (direction < 0) + 0.01 * p);
  });
  check(optim::rmsprop(0.1, {.decay = 0.8}, 0.5), [](int, double, double g, Kept &kept) {
    kept[0] = 0.8 * kept[0] + 0.2 * g * g;
    return kept[1] = 0.5 * kept[1] - 0.1 * g / std::sqrt(kept[0] + 1e-8);
  });
  check(optim::rmsprop(0.1, {.decay = 0.8, .eps = 1e-3}, {}, false, /*centered=*/true),
        [](int, double, double g, Kept &kept) {
          kept[0] = 0.8 * kept[0] + 0.2 * g;
          kept[1] = 0.8 * kept[1] + 0.2 * g * g;
          return -0.1 * g / std::sqrt(std::max(kept[1] - kept[0] * kept[0], 0.0) + 1e-3);
        });
  check(optim::adagrad(0.1), [](int t, double, double g, Kept &kept) {
    kept[0] += g * g + (t == 1 ? 0.1 : 0.0);
    return -0.1 * g / std::sqrt(kept[0] + 1e-7);
  });
  auto halved = [](const Tensor &step) { return ct::astype(ct::power(0.5, step), ct::float64); };
  check(optim::chain({optim::clip(0.25), optim::scale_by_schedule(halved), optim::scale(-1.0)}),
        [](int t, double, double g, Kept &) {
          return -std::clamp(g, -0.25, 0.25) * std::pow(0.5, t - 1);
        });
}

TEST(Optim, clipsByTheNormOfTheWholeNest) {
  const Parameters g = {{"a", ct::array({3.0, 0.0})}, {"b", ct::array({{4.0}})}};
  auto clip = optim::clip_by_global_norm(1.0);
  auto found = clip.update(g, clip.init(g)).first;
  EXPECT_EQ(optim::global_norm(g).item<double>(), 5);
  EXPECT_DOUBLE_EQ(found.at("b").item<double>(), 0.8);
  auto wide = optim::clip_by_global_norm(10.0);
  EXPECT_EQ(wide.update(g, wide.init(g)).first.at("b").item<double>(), 4);
}

TEST(Optim, goesThroughCompiledFunctionsAndLoops) {
  auto optimizer = optim::adam(optim::warmup_cosine_decay_schedule(0.0, 0.2, 10, 60));
  auto loss = [](Tensor w) { return ct::sum((w - 3.0) * (w - 3.0)); };
  using Both = std::pair<Tensor, ct::Nest>;
  auto turn = [=](Tensor, Both both) {
    auto [updates, state] = optimizer.update(ct::grad(loss)(both.first), both.second, both.first);
    return Both(optim::apply_updates(both.first, updates), state);
  };
  const Tensor start = ct::array({1.0, 5.0});
  auto train = ct::jit(
      [=](Tensor w) { return ct::fori_loop(0, 60, turn, Both(w, optimizer.init(w))).first; });
  Both both(start, optimizer.init(start));
  for (int i = 0; i < 60; ++i)
    both = turn(i, both);
  const Tensor found = train(start);
  EXPECT_LT(loss(found).item<double>(), 0.1);
  for (int i = 0; i < 2; ++i)
    EXPECT_NEAR(found.realAt(i), both.first.realAt(i), 1e-12);
}

TEST(Optim, keepsTypesAndRefusesWhatDoesNotFit) {
  auto adam = optim::adam(0.1);
  const Tensor half = ct::ones(2, ct::bfloat16);
  auto [updates, state] = adam.update(half, adam.init(half));
  EXPECT_EQ(updates.dtype(), ct::bfloat16);
  EXPECT_EQ(optim::apply_updates(half, updates).dtype(), ct::bfloat16);
  EXPECT_THROW(adam.init(ct::array({1, 2})), ct::TypeError);
  EXPECT_THROW(adam.update(ct::ones(3), adam.init(ct::ones(2))), ct::ValueError);
  EXPECT_THROW(adam.update(ct::ones(2), optim::sgd(0.1).init(half)), ct::TypeError);
  EXPECT_THROW(optim::apply_updates(ct::array({1, 2}), ct::array({0.5, 0.5})), ct::TypeError);
  EXPECT_THROW(optim::apply_updates(ct::ones(2), ct::ones(1)), ct::ValueError);
  try { // as the user's function calls it, not what that is made of
    adam.update(Parameters{{"a", 1.0}}, adam.init(Parameters{{"b", ct::array(1.0)}}));
    ADD_FAILURE();
  } catch (const ct::ValueError &error) {
    EXPECT_EQ(std::string(error.what()).find("ct.optim: the nests differ"), 0u) << error.what();
  }
  auto decay = optim::adamw(0.1);
  EXPECT_THROW(decay.update(half, decay.init(half)), ct::ValueError);
}

TEST(Optim, keepsMeansInTheTypeThatIsSaid) {
  const Tensor w = ct::array({1.0, 2.0});
  for (const auto &optimizer :
       {optim::adam(0.1, {.mu_dtype = ct::bfloat16}), optim::sgd(0.1, 0.9, false, ct::bfloat16),
        optim::lion(0.1, 0.9, 0.99, 0.0, ct::bfloat16)}) {
    optim::State state = optimizer.init(w);
    for (int i = 0; i < 2; ++i) {
      const Tensors kept = ct::tree::leaves(state);
      EXPECT_TRUE(std::ranges::any_of(kept, [](const Tensor &x) {
        return x.dtype() == ct::bfloat16 && x.size() == 2;
      })) << i;
      Tensor updates;
      std::tie(updates, state) = optimizer.update(w, state, w);
      EXPECT_EQ(updates.dtype(), ct::float64);
    }
  }
}

using Nested = std::map<std::string, std::vector<Tensor>>;

TEST(Optim, isMasked) {
  const Nested p = {{"a", {ct::array({1.0, 2.0}), ct::array(3.0)}}, {"b", {ct::array(4.0)}}};
  auto doubled = [&](const optim::Mask &mask) {
    auto optimizer = optim::masked(optim::trace(1.0), mask);
    optim::State state = optimizer.init(p);
    Nested g;
    for (int i = 0; i < 2; ++i) // the second time, what is masked has the double
      std::tie(g, state) = optimizer.update(p, state, p);
    std::vector<double> factors;
    ct::tree::map([&](Tensor x, Tensor y) { return factors.push_back((x / y).realAt(0)), x; }, g,
                  p);
    return factors;
  };
  using Flags = std::map<std::string, std::vector<Tensor>>;
  EXPECT_EQ(doubled(Flags{{"a", {true, false}}, {"b", {true}}}), (std::vector<double>{2, 1, 2}));
  EXPECT_EQ(doubled(std::map<std::string, Tensor>{{"a", true}, {"b", false}}),
            (std::vector<double>{2, 2, 1}));
  EXPECT_EQ(doubled(true), (std::vector<double>{2, 2, 2}));
  EXPECT_EQ(doubled(false), (std::vector<double>{1, 1, 1}));
  auto ofVectors = [](const ct::Nest &params) {
    return ct::tree::map([](Tensor x) { return Tensor(x.ndim() > 0); }, params);
  };
  EXPECT_EQ(doubled(ofVectors), (std::vector<double>{2, 1, 1}));

  // In compiled functions and loops, and without parameters.
  auto decayed = optim::adamw(0.1, 0.5, {}, ofVectors);
  auto train = [=](Nested w) {
    auto turn = [=](Tensor, std::pair<Nested, optim::State> now) {
      auto [updates, state] = decayed.update(now.first, now.second, now.first);
      return std::pair(optim::apply_updates(now.first, updates), state);
    };
    return ct::fori_loop(0, 3, turn, std::pair(w, decayed.init(w))).first;
  };
  const Nested found = ct::jit(train)(p), expected = train(p);
  EXPECT_NEAR(found.at("a")[0].realAt(1), expected.at("a")[0].realAt(1), 1e-14);
  auto plain = optim::adam(0.1);
  EXPECT_EQ(decayed.update(p, decayed.init(p), p).first.at("b")[0].item<double>(),
            plain.update(p, plain.init(p)).first.at("b")[0].item<double>());
  auto first =
      optim::masked(optim::scale(3.0), std::map<std::string, Tensor>{{"a", true}, {"b", false}});
  EXPECT_EQ(first.update(p, first.init(p)).first.at("a")[1].item<double>(), 9);
}

TEST(Optim, saysWhatIsWrongWithMasks) {
  const Nested p = {{"a", {ct::array({1.0, 2.0})}}};
  auto problem = [&](const optim::Mask &mask) -> std::string {
    try {
      optim::masked(optim::scale(2.0), mask).init(p);
    } catch (const ct::Error &error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(
      problem(std::map<std::string, Tensor>{{"c", true}}),
      "ct.optim.masked: 'mask' must be a nest like the parameters, or a beginning of one, but is "
      "{'c': *} where they are {'a': [*]}");
  for (const Tensor &wrong : {Tensor(1), Tensor(1.0), ct::array({true, false})})
    EXPECT_EQ(problem(wrong).find("ct.optim.masked: the mask must hold true or false"), 0u);
  auto traced = [&](Tensor x) { return optim::masked(optim::scale(2.0), x > 0).init(p), x; };
  EXPECT_THROW(ct::jit(traced)(1.0), ct::TypeError);
  auto masked = optim::masked(optim::scale(2.0), true);
  EXPECT_THROW(masked.update(p, ct::Nest(Tensor(1)), p), ct::TypeError);
  EXPECT_THROW(masked.update(Nested{{"a", {1.0, 2.0}}}, masked.init(p), p), ct::ValueError);
}

TEST(Schedules, areTheirFormulas) {
  auto at = [](const optim::Schedule &schedule, int step) { return schedule(step).item<double>(); };
  auto near = [&](const optim::Schedule &schedule, std::vector<std::pair<int, double>> expected) {
    for (auto [step, value] : expected)
      EXPECT_NEAR(at(schedule, step), value, 1e-6) << step;
  };
  near(optim::constant_schedule(0.5), {{0, 0.5}, {9, 0.5}});
  near(optim::linear_schedule(1.0, 0.0, 10, 2), {{0, 1.0}, {2, 1.0}, {7, 0.5}, {20, 0.0}});
  near(optim::polynomial_schedule(1.0, 0.0, 2, 10), {{5, 0.25}, {20, 0.0}});
  near(optim::exponential_decay(1.0, 10, 0.5), {{0, 1.0}, {5, std::sqrt(0.5)}, {20, 0.25}});
  near(optim::exponential_decay(1.0, 10, 0.5,
                                {.transition_begin = 10, .staircase = true, .end_value = 0.3}),
       {{19, 1.0}, {25, 0.5}, {40, 0.3}});
  near(optim::cosine_decay_schedule(1.0, 10, 0.2), {{0, 1.0}, {5, 0.6}, {12, 0.2}});
  near(optim::warmup_constant_schedule(0.0, 1.0, 4), {{1, 0.25}, {9, 1.0}});
  near(optim::warmup_cosine_decay_schedule(0.0, 1.0, 10, 30, 0.1),
       {{5, 0.5}, {10, 1.0}, {20, 0.55}, {40, 0.1}});
  near(optim::exponential_decay(1.0, 0, 0.5), {{0, 1.0}, {5, 1.0}});
  EXPECT_THROW(optim::cosine_decay_schedule(1.0, 0), ct::ValueError);
  EXPECT_THROW(optim::warmup_cosine_decay_schedule(0.0, 1.0, 10, 10), ct::ValueError);
  EXPECT_THROW(optim::join_schedules({optim::constant_schedule(1.0)}, {3}), ct::ValueError);
}

} // namespace
