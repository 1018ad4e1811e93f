// Schedules: functions of the number of the step, from 0, which give a learning rate or another
// number. Names and meanings are optax's, as in Python's ct.optim.
#pragma once

#include "cotan/tensor/tensor.h"

#include <functional>
#include <optional>
#include <vector>

namespace ct::optim {

using Schedule = std::function<Tensor(const Tensor &step)>;

/// The same value at each step.
Schedule constant_schedule(double value);
/// From `init_value` to `end_value` in `transition_steps` steps:
/// end + (init - end) * (1 - part) ** power. It keeps to `init_value` before step
/// `transition_begin`, and always if there are no steps.
Schedule polynomial_schedule(double init_value, double end_value, Tensor power,
                             int64_t transition_steps, int64_t transition_begin = 0);
/// From `init_value` to `end_value` in a line.
Schedule linear_schedule(double init_value, double end_value, int64_t transition_steps,
                         int64_t transition_begin = 0);

/// When the decay begins, whether it goes in steps, and where it ends.
struct ExponentialDecayOptions {
  int64_t transition_begin = 0;
  bool staircase = false;               // the exponent is rounded down
  std::optional<double> end_value = {}; // which the result does not go beyond
};
/// init_value * decay_rate ** ((step - transition_begin) / transition_steps), from
/// `transition_begin` on; `init_value` always if there are no steps.
Schedule exponential_decay(double init_value, int64_t transition_steps, double decay_rate,
                           ExponentialDecayOptions options = {});
/// Half a cosine, to a power, from `init_value` to alpha * init_value, which it keeps (Loshchilov
/// and Hutter 2017). Throws ValueError if there are no steps.
Schedule cosine_decay_schedule(double init_value, int64_t decay_steps, double alpha = 0.0,
                               double exponent = 1.0);
/// From `init_value` in a line to `peak_value`, which it keeps.
Schedule warmup_constant_schedule(double init_value, double peak_value, int64_t warmup_steps);
/// From `init_value` in a line to `peak_value`, then half a cosine, to a power, to `end_value` at
/// step `decay_steps`, which counts the warm-up, too.
Schedule warmup_cosine_decay_schedule(double init_value, double peak_value, int64_t warmup_steps,
                                      int64_t decay_steps, double end_value = 0.0,
                                      double exponent = 1.0);
/// One schedule after the other: the next from each boundary on, with its steps counted from there.
Schedule join_schedules(std::vector<Schedule> schedules, std::vector<int64_t> boundaries);

} // namespace ct::optim
