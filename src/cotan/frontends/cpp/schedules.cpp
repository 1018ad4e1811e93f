#include "cotan/frontends/cpp/schedules.h"

#include "cotan/functions/functions.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/checks.h"

#include <algorithm>

// What is computed, and in which order, is what python/cotan/optim/_schedules.py computes, so that
// numbers are the same to the last bit.
namespace ct::optim {
namespace {

/// Which part of `count` steps is done, from 0 to 1.
Tensor partOf(const Tensor &step, int64_t count, int64_t begin = 0) {
  return clip((step - begin) / count, Tensor(0.0), Tensor(1.0));
}

/// From 1 to 0, as half a cosine.
Tensor cosine(const Tensor &part) { return 0.5 * (1.0 + cos(std::numbers::pi * part)); }

} // namespace

Schedule constant_schedule(double value) {
  return [=](const Tensor &) { return Tensor(value); };
}

Schedule polynomial_schedule(double init_value, double end_value, Tensor exponent,
                             int64_t transition_steps, int64_t transition_begin) {
  if (transition_steps <= 0)
    return constant_schedule(init_value);
  const int64_t begin = std::max<int64_t>(transition_begin, 0);
  return [=](const Tensor &step) {
    const Tensor left = 1.0 - partOf(step, transition_steps, begin);
    return end_value + (init_value - end_value) * power(left, exponent);
  };
}

Schedule linear_schedule(double init_value, double end_value, int64_t transition_steps,
                         int64_t transition_begin) {
  return polynomial_schedule(init_value, end_value, 1, transition_steps, transition_begin);
}

Schedule exponential_decay(double init_value, int64_t transition_steps, double decay_rate,
                           ExponentialDecayOptions options) {
  if (transition_steps <= 0)
    return constant_schedule(init_value);
  return [=](const Tensor &step) {
    const Tensor exponent = maximum(step - options.transition_begin, 0) / transition_steps;
    const Tensor value =
        init_value * power(decay_rate, options.staircase ? floor(exponent) : exponent);
    if (!options.end_value)
      return value;
    const Tensor end = *options.end_value;
    return decay_rate < 1 ? maximum(value, end) : minimum(value, end);
  };
}

Schedule cosine_decay_schedule(double init_value, int64_t decay_steps, double alpha,
                               double exponent) {
  const Called called("ct.optim.cosine_decay_schedule");
  if (decay_steps <= 0)
    refuse("decay_steps must be more than 0, but is " + std::to_string(decay_steps));
  return [=](const Tensor &step) {
    return init_value *
           ((1.0 - alpha) * power(cosine(partOf(step, decay_steps)), exponent) + alpha);
  };
}

Schedule warmup_constant_schedule(double init_value, double peak_value, int64_t warmup_steps) {
  return linear_schedule(init_value, peak_value, warmup_steps);
}

Schedule warmup_cosine_decay_schedule(double init_value, double peak_value, int64_t warmup_steps,
                                      int64_t decay_steps, double end_value, double exponent) {
  const Called called("ct.optim.warmup_cosine_decay_schedule");
  if (decay_steps <= warmup_steps)
    refuse("decay_steps must be more than warmup_steps, " + std::to_string(warmup_steps) +
           ", but is " + std::to_string(decay_steps) + ": it counts these, too");
  auto fall = [=](const Tensor &step) {
    const Tensor left = cosine(partOf(step, decay_steps - warmup_steps));
    return end_value + (peak_value - end_value) * power(left, exponent);
  };
  return join_schedules({linear_schedule(init_value, peak_value, warmup_steps), fall},
                        {warmup_steps});
}

Schedule join_schedules(std::vector<Schedule> schedules, std::vector<int64_t> boundaries) {
  const Called called("ct.optim.join_schedules");
  if (schedules.size() != boundaries.size() + 1)
    refuse("there must be one boundary between two schedules, but there are " +
           std::to_string(schedules.size()) + " schedules and " +
           std::to_string(boundaries.size()) + " boundaries");
  if (!std::ranges::is_sorted(boundaries) || (!boundaries.empty() && boundaries[0] < 0))
    refuse("boundaries must be numbers of steps that rise");
  return
      [schedules = std::move(schedules), boundaries = std::move(boundaries)](const Tensor &step) {
        Tensor value = schedules[0](step);
        for (size_t i = 0; i < boundaries.size(); ++i)
          value = where(step < boundaries[i], value, schedules[i + 1](step - boundaries[i]));
        return value;
      };
}

} // namespace ct::optim
