#include "model.h"

using ct::Tensor, ct::Tensors;

namespace hare_lynx {
namespace {

// Runge-Kutta-Fehlberg 4(5) (NASA TR R-315, 1969): the difference of the two orders sets the step.
using Weights = std::vector<double>;
const std::vector<Weights> stages = {{},
                                     {1. / 4},
                                     {3. / 32, 9. / 32},
                                     {1932. / 2197, -7200. / 2197, 7296. / 2197},
                                     {439. / 216, -8, 3680. / 513, -845. / 4104},
                                     {-8. / 27, 2, -3544. / 2565, 1859. / 4104, -11. / 40}};
const Weights fifth = {16. / 135, 0, 6656. / 12825, 28561. / 56430, -9. / 50, 2. / 55};
const Weights difference = {1. / 360, 0, -128. / 4275, -2197. / 75240, 1. / 50, 2. / 55};

Tensor mix(const Weights &weights, const Tensors &slopes) {
  Tensor sum = 0.0;
  for (size_t i = 0; i < slopes.size(); ++i)
    sum += weights[i] * slopes[i];
  return sum;
}

/// The state a year later, and the step that the solver had come to: the loop turns as often as it
/// must.
template <typename Slope>
Tensors advance(const Slope &slope, const Tensor &start, const Tensor &step) {
  auto isBefore = [](const Tensors &now) { return now[0] < 1.0; };
  auto turn = [&](const Tensors &now) {
    Tensor t = now[0], y = now[1], h = ct::minimum(now[2], 1.0 - t);
    Tensors slopes;
    for (const Weights &weights : stages)
      slopes.push_back(slope(y + h * mix(weights, slopes)));
    Tensor next = y + h * mix(fifth, slopes);
    Tensor error = h * mix(difference, slopes) / (1e-8 * ct::maximum(y, next));
    Tensor badness = ct::mean(error * error) + 1e-20, isGood = badness <= 1.0;
    Tensor after = ct::where(now[2] >= 1.0 - t, 1.0, t + h);
    return Tensors{ct::where(isGood, after, t), ct::where(isGood, next, y),
                   h * ct::clip(0.9 * ct::power(badness, -0.1), 0.2, 5.0)};
  };
  Tensors end = ct::while_loop(isBefore, turn, Tensors{ct::zeros({}, ct::float64), start, step});
  return {end[1], end[2]};
}

} // namespace

Tensor loss(const Tensor &logs, const Tensor &record) {
  std::vector<Tensor> p = ct::split(ct::exp(logs), 6);
  auto slope = [&](const Tensor &y) {
    Tensor other = ct::flip(y), alone = ct::concatenate({p[0], -p[2]}),
           together = ct::concatenate({-p[1], p[3]});
    return y * (alone + together * other);
  };
  auto year = [&](const Tensor &i, const Tensors &now) {
    Tensor miss = ct::log(now[0]) - ct::log(ct::index(record, {i}));
    Tensors next = advance(slope, now[0], now[1]);
    return Tensors{next[0], next[1], now[2] + ct::sum(miss * miss)};
  };
  Tensors start{ct::concatenate({p[4], p[5]}), ct::full({}, 0.1, ct::float64),
                ct::zeros({}, ct::float64)};
  return ct::fori_loop(0, record.shape()[0], year, start)[2];
}

} // namespace hare_lynx
