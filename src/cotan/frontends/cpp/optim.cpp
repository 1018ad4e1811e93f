#include "cotan/frontends/cpp/optim.h"

#include "cotan/frontends/cpp/tree.h"
#include "cotan/functions/functions.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/checks.h"
#include "cotan/tensor/inside.h"

#include <cmath>
#include <limits>

// What is computed, and in which order, is what python/cotan/optim computes.
namespace ct::optim {
namespace {

using Names = std::vector<std::string>;

//--- Arithmetic that optimizers share

/// To compute with: numbers of 16 bits in float32, where they neither overflow nor vanish.
Tensor wide(const Tensor &x) {
  const bool isHalf = x.dtype() == DType::float16 || x.dtype() == DType::bfloat16;
  return isHalf ? astype(x, DType::float32) : x;
}

/// `x` in the element type of `like`.
Tensor narrow(const Tensor &x, const Tensor &like) {
  const DType dtype = like.dtype();
  if (x.dtype() == dtype)
    return x;
  return astype(isComplex(x.dtype()) && !isComplex(dtype) ? ct::real(x) : x, dtype);
}

/// The squares of absolute values.
Tensor squared(const Tensor &x) {
  if (!isComplex(x.dtype()))
    return x * x;
  return power(ct::real(x), 2) + power(ct::imag(x), 2);
}

Tensor inexact(const Tensor &x) {
  const Called called("ct.optim");
  if (!isInexact(x.dtype()) || isStorageOnly(x.dtype()))
    refuse<TypeError>("parameters must be floating-point or complex tensors, but one is " +
                      describe(x.body()->type()) + "; convert it with astype");
  return x;
}

/// How a running mean of gradients begins: in the type of the parameter, or in this one.
std::function<Tensor(const Tensor &)> zerosOf(std::optional<DType> dtype = {}) {
  return [=](const Tensor &x) {
    const Tensor zeros = zeros_like(inexact(x));
    return dtype ? astype(zeros, *dtype) : zeros;
  };
}
/// A sum of squares to begin with: real, and never of 16 bits.
Tensor squaresOf(const Tensor &x, double start = 0.0) {
  const Tensor like = wide(inexact(x));
  return full_like(isComplex(like.dtype()) ? ct::real(like) : like, start);
}

Tensor firstStep() { return zeros({}, DType::int64); }
Tensor runningMean(double decay, const Tensor &old, const Tensor &now) {
  return decay * old + (1.0 - decay) * now;
}
Tensor valueAt(const ScalarOrSchedule &rate, const Tensor &step) {
  auto *schedule = std::get_if<Schedule>(&rate);
  return schedule ? (*schedule)(step) : std::get<Tensor>(rate);
}

/// A step that is being made, the first of which is number 1.
struct Turn {
  Tensor count;

  /// 1 - decay ** t: which part of a running mean that began with 0 is made of what was seen.
  /// `later` is added to t.
  Tensor known(double decay, const Tensor &like, int later = 0) const {
    Tensor number = astype(count, DType::float64);
    if (later)
      number = number + later;
    const double logarithm =
        decay != 0 ? std::log(decay) : -std::numeric_limits<double>::infinity();
    const Tensor part = -expm1(number * logarithm);
    return narrow(part, isComplex(like.dtype()) ? ct::real(like) : like);
  }
};

//--- Nests

Nest mapped(const std::function<Tensor(const Tensor &)> &function, const Nest &nest) {
  const Called called("ct.optim");
  auto each = [&](const std::string &, const Tensors &xs) { return function(xs[0]); };
  return tree::detail::mapped(each, {nest});
}

/// As many nests as `function` of the leaves in one place, which must have one shape, returns
/// tensors.
Nest::Parts mappedToMany(size_t count, const std::function<Tensors(const Tensors &)> &function,
                         const Nest::Parts &nests) {
  const Called called("ct.optim");
  std::vector<Tensors> made(count);
  auto each = [&](const std::string &path, const Tensors &xs) {
    for (const Tensor &x : xs)
      if (!mayHaveOneShape(x, xs[0]))
        refuse((path.empty() ? "" : "at " + path + " ") + "shapes differ: " +
               describe(xs[0].body()->type()) + " and " + describe(x.body()->type()));
    const Tensors results = function(xs);
    for (size_t i = 0; i < count; ++i)
      made[i].push_back(results[i]);
    return xs[0];
  };
  tree::detail::mapped(each, nests);
  Nest::Parts all;
  for (const Tensors &leaves : made)
    all.push_back(ct::detail::filled(nests[0], leaves));
  return all;
}

const Nest &given(const char *name, const Nest *params) {
  const Called called(name);
  if (!params)
    refuse("the parameters are needed, but were not given; call update(gradients, state, params)");
  return *params;
}

const Nest::Parts &partsOf(const State &state, size_t count) {
  auto *parts = std::get_if<Nest::Parts>(&state.content);
  const Called called("ct.optim");
  if (!parts || parts->size() != count)
    refuse<TypeError>("the state must be what init or update of this optimizer returned");
  return *parts;
}

//--- Transformations

State nothing() { return Nest(Nest::Parts()); }

GradientTransformation withoutState(std::function<Nest(const Nest &, const Nest *)> function) {
  auto init = [](const Nest &) { return nothing(); };
  return {init, [=](const Nest &updates, const State &state, const Nest *params) {
            return std::pair(function(updates, params), state);
          }};
}

using Start = std::function<Tensor(const Tensor &)>;
using Step = std::function<Tensors(const Turn &turn, const Tensor &g, const Tensors &kept)>;

/// The transformation whose state holds a count, first, and what is kept of each leaf: it begins
/// with `starts` of the parameter, and `step` gives the update and what is kept then.
GradientTransformation byLeaf(const Names &names, const std::vector<Start> &starts,
                              const Step &step) {
  auto init = [=](const Nest &params) {
    Nest::Parts parts = {Nest(firstStep())};
    for (const Start &start : starts)
      parts.push_back(mapped(start, params));
    return Nest(std::move(parts), names);
  };
  auto update = [=](const Nest &updates, const State &state, const Nest *) {
    Nest::Parts nests = partsOf(state, 1 + starts.size());
    const Turn turn{nests[0].tensor() + 1};
    nests[0] = updates;
    auto one = [&](const Tensors &xs) {
      Tensors kept;
      for (const Tensor &x : std::span(xs).subspan(1))
        kept.push_back(wide(x));
      Tensors results = step(turn, wide(xs[0]), kept);
      for (size_t i = 0; i < xs.size(); ++i)
        results[i] = narrow(results[i], xs[i]);
      return results;
    };
    Nest::Parts after = mappedToMany(nests.size(), one, nests);
    const Nest made = after[0];
    after[0] = Nest(turn.count);
    return std::pair(made, Nest(std::move(after), names));
  };
  return {init, update};
}

Nest scaled(const Nest &updates, const Tensor &factor) {
  return mapped([&](const Tensor &u) { return narrow(wide(u) * factor, u); }, updates);
}

/// u + rate * p for each update and its parameter.
Nest decayed(const Nest &updates, const Nest *params, const Tensor &rate) {
  auto one = [&](const Tensors &x) {
    return Tensors{narrow(wide(x[0]) + rate * wide(x[1]), x[0])};
  };
  return mappedToMany(1, one, {updates, given("ct.optim.add_decayed_weights", params)})[0];
}

/// `change(updates, params, count)` with the number of the step for its state.
GradientTransformation
byCount(std::function<Nest(const Nest &, const Nest *, const Tensor &)> change) {
  auto init = [](const Nest &) { return Nest({Nest(firstStep())}, {"count"}); };
  return {init, [=](const Nest &updates, const State &state, const Nest *params) {
            const Tensor count = partsOf(state, 1)[0].tensor();
            return std::pair(change(updates, params, count), Nest({Nest(count + 1)}, {"count"}));
          }};
}

int rankOf(DType dtype) {
  return isComplex(dtype) ? 3 : isInexact(dtype) ? 2 : dtype == DType::bool_ ? 0 : 1;
}

Tensor moved(const Tensor &p, const Tensor &u) {
  if (rankOf(u.dtype()) > rankOf(p.dtype()))
    refuse<TypeError>("the parameter " + describe(p.body()->type()) +
                      " cannot hold what an update " + describe(u.body()->type()) +
                      " makes of it; convert it with astype");
  return narrow(wide(p) + wide(u), p);
}

} // namespace

Nest detail::applyUpdates(const Nest &params, const Nest &updates) {
  const Called called("ct.optim.apply_updates");
  auto one = [](const Tensors &x) { return Tensors{moved(x[0], x[1])}; };
  return mappedToMany(1, one, {params, updates})[0];
}

Tensor global_norm(const Nest &updates) {
  std::optional<Tensor> total;
  for (const Tensor &x : ct::detail::leaves(updates)) {
    const Tensor part = sum(squared(wide(x)));
    total = total ? *total + part : part;
  }
  return sqrt(total.value_or(zeros({})));
}

GradientTransformation chain(std::vector<GradientTransformation> all) {
  auto init = [all](const Nest &params) {
    Nest::Parts states;
    for (const GradientTransformation &each : all)
      states.push_back(each.init(params));
    return Nest(std::move(states));
  };
  return {init, [all](const Nest &gradients, const State &state, const Nest *params) {
            Nest updates = gradients;
            Nest::Parts states = partsOf(state, all.size());
            for (size_t i = 0; i < all.size(); ++i)
              std::tie(updates, states[i]) = params ? all[i].update(updates, states[i], *params)
                                                    : all[i].update(updates, states[i]);
            return std::pair(updates, Nest(std::move(states)));
          }};
}

GradientTransformation identity() {
  return withoutState([](const Nest &updates, const Nest *) { return updates; });
}

GradientTransformation scale(Tensor step_size) {
  return withoutState(
      [=](const Nest &updates, const Nest *) { return scaled(updates, step_size); });
}

GradientTransformation scale_by_schedule(Schedule step_size) {
  return byCount([=](const Nest &updates, const Nest *, const Tensor &count) {
    return scaled(updates, step_size(count));
  });
}

GradientTransformation scale_by_learning_rate(ScalarOrSchedule rate, bool flip_sign) {
  const int sign = flip_sign ? -1 : 1;
  if (auto *number = std::get_if<Tensor>(&rate))
    return scale(flip_sign ? -*number : *number);
  return scale_by_schedule([=](const Tensor &count) { return sign * valueAt(rate, count); });
}

GradientTransformation clip(double max_delta) {
  return withoutState([=](const Nest &updates, const Nest *) {
    return mapped(
        [&](const Tensor &u) {
          return narrow(ct::clip(u, Tensor(-max_delta), Tensor(max_delta)), u);
        },
        updates);
  });
}

GradientTransformation clip_by_global_norm(double max_norm) {
  return withoutState([=](const Nest &updates, const Nest *) {
    return scaled(updates, max_norm / maximum(global_norm(updates), max_norm));
  });
}

static GradientTransformation withDecayedWeights(const ScalarOrSchedule &weight_decay) {
  if (auto *number = std::get_if<Tensor>(&weight_decay))
    return withoutState([rate = *number](const Nest &updates, const Nest *params) {
      return decayed(updates, params, rate);
    });
  return byCount([=](const Nest &updates, const Nest *params, const Tensor &count) {
    return decayed(updates, params, valueAt(weight_decay, count));
  });
}

GradientTransformation add_decayed_weights(ScalarOrSchedule weight_decay,
                                           std::optional<Mask> mask) {
  auto all = withDecayedWeights(weight_decay);
  return mask ? masked(all, *mask) : all;
}

GradientTransformation trace(double decay, bool nesterov, std::optional<DType> dtype) {
  auto one = [=](const Tensors &x) {
    const Tensor after = wide(x[0]) + decay * wide(x[1]);
    return Tensors{narrow(nesterov ? wide(x[0]) + decay * after : after, x[0]),
                   narrow(after, x[1])};
  };
  auto init = [=](const Nest &params) { return Nest({mapped(zerosOf(dtype), params)}, {"trace"}); };
  return {init, [=](const Nest &updates, const State &state, const Nest *) {
            Nest::Parts made = mappedToMany(2, one, {updates, partsOf(state, 1)[0]});
            return std::pair(made[0], Nest({made[1]}, {"trace"}));
          }};
}

GradientTransformation scale_by_adam(AdamOptions o) {
  auto step = [=](const Turn &turn, const Tensor &g, const Tensors &kept) {
    const Tensor mu = runningMean(o.b1, kept[0], g), nu = runningMean(o.b2, kept[1], squared(g));
    Tensor unbiased = mu / turn.known(o.b1, mu);
    if (o.nesterov)
      unbiased = o.b1 * mu / turn.known(o.b1, mu, 1) + (1.0 - o.b1) * g / turn.known(o.b1, mu);
    return Tensors{unbiased / (sqrt(nu / turn.known(o.b2, nu) + o.eps_root) + o.eps), mu, nu};
  };
  return byLeaf({"count", "mu", "nu"},
                {zerosOf(o.mu_dtype), [](const Tensor &p) { return squaresOf(p); }}, step);
}

GradientTransformation scale_by_lion(double b1, double b2, std::optional<DType> mu_dtype) {
  auto step = [=](const Turn &, const Tensor &g, const Tensors &kept) {
    return Tensors{ct::sign(runningMean(b1, kept[0], g)), runningMean(b2, kept[0], g)};
  };
  return byLeaf({"count", "mu"}, {zerosOf(mu_dtype)}, step);
}

GradientTransformation scale_by_rss(double initial_accumulator_value, double eps) {
  auto one = [=](const Tensors &x) {
    const Tensor g = wide(x[0]), after = x[1] + squared(g), isPositive = after > 0;
    const Tensor root = where(isPositive, sqrt(where(isPositive, after, 1.0) + eps),
                              std::numeric_limits<double>::infinity());
    return Tensors{narrow(g / root, x[0]), narrow(after, x[1])};
  };
  auto start = [=](const Tensor &p) { return squaresOf(p, initial_accumulator_value); };
  const Names names = {"sum_of_squares"};
  auto init = [=](const Nest &params) { return Nest({mapped(start, params)}, names); };
  return {init, [=](const Nest &updates, const State &state, const Nest *) {
            Nest::Parts made = mappedToMany(2, one, {updates, partsOf(state, 1)[0]});
            return std::pair(made[0], Nest({made[1]}, names));
          }};
}

static Tensor overRoot(const Tensor &g, const Tensor &square, const RmsOptions &o) {
  return o.eps_in_sqrt ? g / sqrt(square + o.eps) : g / (sqrt(square) + o.eps);
}

GradientTransformation scale_by_rms(RmsOptions o) {
  auto step = [=](const Turn &turn, const Tensor &g, const Tensors &kept) {
    const Tensor nu = runningMean(o.decay, kept[0], squared(g));
    const Tensor square = o.bias_correction ? nu / turn.known(o.decay, nu) : nu;
    return Tensors{overRoot(g, square, o), nu};
  };
  return byLeaf({"count", "nu"}, {[=](const Tensor &p) { return squaresOf(p, o.initial_scale); }},
                step);
}

GradientTransformation scale_by_stddev(RmsOptions o) {
  auto step = [=](const Turn &turn, const Tensor &g, const Tensors &kept) {
    const Tensor mu = runningMean(o.decay, kept[0], g),
                 nu = runningMean(o.decay, kept[1], squared(g));
    const Tensor variance =
        o.bias_correction ? nu / turn.known(o.decay, nu) - squared(mu / turn.known(o.decay, mu))
                          : nu - squared(mu);
    return Tensors{overRoot(g, maximum(variance, 0.0), o), mu, nu};
  };
  return byLeaf({"count", "mu", "nu"},
                {zerosOf(), [=](const Tensor &p) { return squaresOf(p, o.initial_scale); }}, step);
}

//--- Optimizers

GradientTransformation sgd(ScalarOrSchedule rate, std::optional<double> momentum, bool nesterov,
                           std::optional<DType> accumulator_dtype) {
  return chain({momentum ? trace(*momentum, nesterov, accumulator_dtype) : identity(),
                scale_by_learning_rate(rate)});
}
GradientTransformation adam(ScalarOrSchedule rate, AdamOptions options) {
  return chain({scale_by_adam(options), scale_by_learning_rate(rate)});
}
GradientTransformation adamw(ScalarOrSchedule rate, double weight_decay, AdamOptions options,
                             std::optional<Mask> mask) {
  return chain({scale_by_adam(options), add_decayed_weights(weight_decay, mask),
                scale_by_learning_rate(rate)});
}
GradientTransformation lion(ScalarOrSchedule rate, double b1, double b2,
                            ScalarOrSchedule weight_decay, std::optional<DType> mu_dtype,
                            std::optional<Mask> mask) {
  return chain({scale_by_lion(b1, b2, mu_dtype), add_decayed_weights(weight_decay, mask),
                scale_by_learning_rate(rate)});
}
GradientTransformation rmsprop(ScalarOrSchedule rate, RmsOptions options,
                               std::optional<double> momentum, bool nesterov, bool centered) {
  return chain({centered ? scale_by_stddev(options) : scale_by_rms(options),
                scale_by_learning_rate(rate), momentum ? trace(*momentum, nesterov) : identity()});
}
GradientTransformation adagrad(ScalarOrSchedule rate, double initial_accumulator_value,
                               double eps) {
  return chain({scale_by_rss(initial_accumulator_value, eps), scale_by_learning_rate(rate)});
}

} // namespace ct::optim
