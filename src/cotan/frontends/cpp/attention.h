// Attention.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

#include <optional>

namespace ct::nn {

/// What is left out: nothing is added or hidden, and the scale is 1 / sqrt(features).
struct AttentionOptions {
  std::optional<Tensor> bias = {}; // added to the scores (batch, heads, queries, keys)
  std::optional<Tensor> mask = {}; // false: the query does not meet the key; shape as that of bias
  std::optional<double> scale = {};
  bool is_causal = false;
};

/// As jax.nn.dot_product_attention: query is (batch, queries, heads, features), key and value are
/// (batch, keys, heads, features); without batch too. Several heads of the query may share one of
/// key and value.
Tensor dot_product_attention(const Tensor &query, const Tensor &key, const Tensor &value,
                             const AttentionOptions &options = {});

} // namespace ct::nn
