// Optimizers as pure functions of nests, with the names and meanings of optax, as in Python's
// ct.optim, whose numbers they have to the last bit.
#pragma once

#include "cotan/frontends/cpp/schedules.h"
#include "cotan/tensor/function.h"

#include <concepts>
#include <optional>
#include <string>
#include <variant>

namespace ct::optim {

/// What a transformation keeps: a nest, so that it goes through compiled functions and loops.
using State = Nest;

/// A pair of functions: `init(params)` gives a state; `update(gradients, state, params)` gives the
/// updates, made of what was a gradient, and the next state. For one of your own give both as
/// functions of Nest.
class GradientTransformation {
public:
  using Init = std::function<State(const Nest &params)>;
  using Update = std::function<std::pair<Nest, State>(const Nest &updates, const State &state,
                                                      const Nest *params)>;
  GradientTransformation(Init initial, Update update)
      : initial(std::move(initial)), next(std::move(update)) {}

  template <typename P> State init(const P &params) const { return initial(apart(params)); }
  /// Transformations that need the parameters, as weight decay does, throw ValueError without them.
  template <typename P>
  std::pair<detail::Held<P>, State> update(const P &gradients, const State &state) const {
    return outer<P>(next(apart(gradients), state, nullptr));
  }
  template <typename P>
  std::pair<detail::Held<P>, State> update(const P &gradients, const State &state,
                                           const detail::Held<P> &params) const {
    const Nest given = apart(params);
    return outer<P>(next(apart(gradients), state, &given));
  }

private:
  template <typename P> static Nest apart(const P &x) { return Nested<detail::Held<P>>::apart(x); }
  template <typename P>
  static std::pair<detail::Held<P>, State> outer(const std::pair<Nest, State> &made) {
    return {Nested<detail::Held<P>>::together(made.first), made.second};
  }

  Init initial;
  Update next;
};

namespace detail {
using namespace ct::detail;
Nest applyUpdates(const Nest &params, const Nest &updates);
} // namespace detail

/// params + updates, leaf by leaf, in the types that the parameters have. Throws TypeError if they
/// cannot hold the sum, ValueError if shapes or structures differ.
template <typename P>
detail::Held<P> apply_updates(const P &params, const detail::Held<P> &updates) {
  using Held = detail::Held<P>;
  return Nested<Held>::together(
      detail::applyUpdates(Nested<Held>::apart(params), Nested<Held>::apart(updates)));
}

/// A learning rate: a number, a tensor, or a schedule.
struct ScalarOrSchedule : std::variant<Tensor, Schedule> {
  template <Number T> ScalarOrSchedule(T number) : std::variant<Tensor, Schedule>(Tensor(number)) {}
  ScalarOrSchedule(Tensor number) : std::variant<Tensor, Schedule>(std::move(number)) {}
  template <std::invocable<Tensor> F>
  ScalarOrSchedule(F f) : std::variant<Tensor, Schedule>(Schedule(std::move(f))) {}
};

/// The Euclidean norm of all numbers of a nest together, of float32 at least.
Tensor global_norm(const Nest &updates);
template <typename P>
  requires(!std::same_as<P, Nest>)
Tensor global_norm(const P &updates) {
  return global_norm(Nested<detail::Held<P>>::apart(updates));
}

//--- Transformations

/// One transformation after the other; the state is the list of theirs.
GradientTransformation chain(std::vector<GradientTransformation> transformations);
/// Updates as they are.
GradientTransformation identity();
/// step_size * u.
GradientTransformation scale(Tensor step_size);
/// step_size(count) * u, where `count` is the number of the step, from 0.
GradientTransformation scale_by_schedule(Schedule step_size);
/// -learning_rate * u, or +learning_rate * u without `flip_sign`.
GradientTransformation scale_by_learning_rate(ScalarOrSchedule learning_rate,
                                              bool flip_sign = true);
/// Each number brought to between -max_delta and max_delta.
GradientTransformation clip(double max_delta);
/// The nest, made shorter if its global norm is above `max_norm` (Pascanu et al. 2013).
GradientTransformation clip_by_global_norm(double max_norm);
/// Momentum: t = u + decay * t (Polyak 1964); `nesterov` gives u + decay * t with this t (1983). It
/// is kept in the type of the parameter, or in `accumulator_dtype`.
GradientTransformation trace(double decay, bool nesterov = false,
                             std::optional<DType> accumulator_dtype = {});

/// Where a transformation is used: a nest of truth values like the parameters, or a beginning of
/// one, or a function of the parameters, taken as ct::Nest, that returns it. They are known when a
/// function is compiled:
///
///     ct::optim::masked(ct::optim::scale(2.0), std::map<std::string, ct::Tensor>{{"w", true},
///                                                                                {"b", false}});
struct Mask : std::function<Nest(const Nest &params)> {
  template <typename M>
    requires(IsNested<M> || Number<M>)
  Mask(const M &flags)
      : std::function<Nest(const Nest &)>(
            [flags = Nested<detail::Held<M>>::apart(flags)](const Nest &) { return flags; }) {}
  template <std::invocable<const Nest &> F>
  Mask(F f)
      : std::function<Nest(const Nest &)>([f = std::move(f)](const Nest &params) {
          return Nested<detail::Result<F, Nest>>::apart(f(params));
        }) {}
};
/// `inner` for the leaves where the mask holds; the others' updates stay as they are.
GradientTransformation masked(GradientTransformation inner, Mask mask);
/// u + weight_decay * p, where the mask says so.
GradientTransformation add_decayed_weights(ScalarOrSchedule weight_decay = 0.0,
                                           std::optional<Mask> mask = {});

/// Decays of running means, what is added before and behind the root, and a variant.
struct AdamOptions {
  double b1 = 0.9, b2 = 0.999, eps = 1e-8, eps_root = 0.0;
  bool nesterov = false;              // looks one step ahead (Dozat 2016)
  std::optional<DType> mu_dtype = {}; // of the running mean of g; else the parameter's
};
/// m / (sqrt(v + eps_root) + eps), of running means of g and |g|**2 made unbiased (Kingma and Ba
/// 2015).
GradientTransformation scale_by_adam(AdamOptions options = {});
/// sign(b1 * m + (1 - b1) * g), where m is a running mean with b2 (Chen et al. 2023).
GradientTransformation scale_by_lion(double b1 = 0.9, double b2 = 0.99,
                                     std::optional<DType> mu_dtype = {});
/// g / sqrt(s + eps), where s is the sum of all squares so far (Duchi, Hazan and Singer 2011).
GradientTransformation scale_by_rss(double initial_accumulator_value = 0.1, double eps = 1e-7);

/// The decay of the running mean, what is added to the root, where the mean begins, and variants.
struct RmsOptions {
  double decay = 0.9, eps = 1e-8, initial_scale = 0.0;
  bool eps_in_sqrt = true, bias_correction = false;
};
/// g / sqrt(v + eps), or g / (sqrt(v) + eps), where v is a running mean of squares (Hinton 2012).
GradientTransformation scale_by_rms(RmsOptions options = {});
/// As `scale_by_rms`, of the variance: v less the square of the running mean (Graves 2013).
GradientTransformation scale_by_stddev(RmsOptions options = {});

//--- Optimizers, each of which ends with the learning rate

/// Stochastic gradient descent, with `trace` if there is momentum.
GradientTransformation sgd(ScalarOrSchedule learning_rate, std::optional<double> momentum = {},
                           bool nesterov = false, std::optional<DType> accumulator_dtype = {});
/// Adam (Kingma and Ba 2015): `scale_by_adam`.
GradientTransformation adam(ScalarOrSchedule learning_rate, AdamOptions options = {});
/// Adam with decay of the weights beside the gradient's step, where the mask says so (Loshchilov
/// and Hutter 2019).
GradientTransformation adamw(ScalarOrSchedule learning_rate, double weight_decay = 1e-4,
                             AdamOptions options = {}, std::optional<Mask> mask = {});
/// The sign of a momentum, with decay of the weights, where the mask says so (Chen et al. 2023).
GradientTransformation lion(ScalarOrSchedule learning_rate, double b1 = 0.9, double b2 = 0.99,
                            ScalarOrSchedule weight_decay = 1e-3,
                            std::optional<DType> mu_dtype = {}, std::optional<Mask> mask = {});
/// RMSProp (Hinton 2012), by the variance if `centered` (Graves 2013), with momentum of its steps.
GradientTransformation rmsprop(ScalarOrSchedule learning_rate, RmsOptions options = {},
                               std::optional<double> momentum = {}, bool nesterov = false,
                               bool centered = false);
/// Adagrad (Duchi, Hazan and Singer 2011): `scale_by_rss`.
GradientTransformation adagrad(ScalarOrSchedule learning_rate,
                               double initial_accumulator_value = 0.1, double eps = 1e-7);

} // namespace ct::optim
