// Losses.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

namespace ct::nn {

/// Minus the logarithm of the probability that logits along an axis give to each label, an integer.
/// The loss of a label that is no class is 0.
Tensor cross_entropy(const Tensor &logits, const Tensor &labels, int64_t axis = -1);
/// The same of logarithms of probabilities.
Tensor nll_loss(const Tensor &x, const Tensor &labels, int64_t axis = -1);
/// Mean of the squared differences.
Tensor mse(const Tensor &x, const Tensor &y);
/// Mean of the differences, squared and halved up to `delta`, straight beyond.
Tensor huber(const Tensor &x, const Tensor &y, double delta = 1.0);

} // namespace ct::nn
