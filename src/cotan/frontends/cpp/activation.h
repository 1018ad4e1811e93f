// Activations of neural networks, as in jax.nn. More of them, made from their ops, are in
// elementwise.h.
#pragma once

#include "cotan/frontends/cpp/reduction.h"

namespace ct::nn {

using ct::logsumexp;

Tensor softmax(const Tensor &x, int64_t axis = -1);
Tensor log_softmax(const Tensor &x, int64_t axis = -1);
/// Mean 0 and variance 1 along axes; either may be given.
Tensor standardize(const Tensor &x, const Axes &axes = std::vector<int64_t>{-1},
                   const std::optional<Tensor> &mean = {},
                   const std::optional<Tensor> &variance = {}, double epsilon = 1e-5);

Tensor elu(const Tensor &x, double alpha = 1.0);
/// As elu, with a slope of 1 on both sides of 0.
Tensor celu(const Tensor &x, const Tensor &alpha = 1.0);
Tensor selu(const Tensor &x);
Tensor leaky_relu(const Tensor &x, double negative_slope = 0.01);
Tensor gelu(const Tensor &x, bool approximate = true);
/// The first half along an axis times the sigmoid of the second.
Tensor glu(const Tensor &x, int64_t axis = -1);
Tensor identity(const Tensor &x);
Tensor hard_tanh(const Tensor &x);
Tensor hard_sigmoid(const Tensor &x);
Tensor hard_silu(const Tensor &x);
Tensor soft_sign(const Tensor &x);
Tensor squareplus(const Tensor &x, const Tensor &b = 4.0);

} // namespace ct::nn
