// Normalization and dropout.
#pragma once

#include "cotan/frontends/cpp/reduction.h"

namespace ct::nn {

/// (x - mean) / sqrt(variance + epsilon) * scale + bias along axes; scale (1 if left out) and bias
/// (0) have the sizes of these axes.
Tensor layer_norm(const Tensor &x, const std::optional<Tensor> &scale = {},
                  const std::optional<Tensor> &bias = {}, const std::vector<int64_t> &axes = {-1},
                  double epsilon = 1e-5);
/// x / sqrt(mean(x^2) + epsilon) * scale along axes.
Tensor rms_norm(const Tensor &x, const std::optional<Tensor> &scale = {},
                const std::vector<int64_t> &axes = {-1}, double epsilon = 1e-5);

/// What `batch_norm` gives: mean and variance are those of each feature, for running averages.
struct BatchNorm {
  Tensor y, mean, variance;
};
/// For training: each feature, an index along `axis`, with mean 0 and variance 1 along all others.
BatchNorm batch_norm(const Tensor &x, const Tensor &scale, const Tensor &bias, int64_t axis = -1,
                     double epsilon = 1e-5);
/// With a given mean and variance.
Tensor batch_norm_inference(const Tensor &x, const Tensor &scale, const Tensor &bias,
                            const Tensor &mean, const Tensor &variance, int64_t axis = -1,
                            double epsilon = 1e-5);

/// Each element replaced by 0 with probability `rate`, the others divided by 1 - rate.
Tensor dropout(const Tensor &x, const Tensor &key, double rate);

} // namespace ct::nn
