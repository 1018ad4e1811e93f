// Random numbers by keys, with the signatures and methods of jax.random. Use every key once: derive
// more by split and fold_in.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

#include <optional>

namespace ct::random {

Tensor key(int64_t seed);
Tensor split(const Tensor &key, int64_t num = 2);
Tensor fold_in(const Tensor &key, const Tensor &data);

/// Random bits, as integers without sign.
Tensor bits(const Tensor &key, const Shape &shape = {}, DType dtype = DType::uint32);
/// Evenly distributed from `minval` to below `maxval`.
Tensor uniform(const Tensor &key, const Shape &shape = {}, DType dtype = DType::float32,
               const Tensor &minval = 0, const Tensor &maxval = 1);
Tensor normal(const Tensor &key, const Shape &shape = {}, DType dtype = DType::float32);
/// Integers from `minval` to below `maxval`.
Tensor randint(const Tensor &key, const Shape &shape, const Tensor &minval, const Tensor &maxval,
               DType dtype = DType::int64);
/// Truth values; without a shape, of that of `p`.
Tensor bernoulli(const Tensor &key, const Tensor &p = 0.5, const std::optional<Shape> &shape = {});
Tensor exponential(const Tensor &key, const Shape &shape = {}, DType dtype = DType::float32);
Tensor gumbel(const Tensor &key, const Shape &shape = {}, DType dtype = DType::float32);
Tensor laplace(const Tensor &key, const Shape &shape = {}, DType dtype = DType::float32);
Tensor cauchy(const Tensor &key, const Shape &shape = {}, DType dtype = DType::float32);
Tensor logistic(const Tensor &key, const Shape &shape = {}, DType dtype = DType::float32);
/// -1 or 1.
Tensor rademacher(const Tensor &key, const Shape &shape = {}, DType dtype = DType::int64);
/// Normally distributed between `lower` and `upper`; without a shape, of that of both.
Tensor truncated_normal(const Tensor &key, const Tensor &lower, const Tensor &upper,
                        const std::optional<Shape> &shape = {}, DType dtype = DType::float32);
/// Indices along `axis`, each as likely as softmax of the logits says. A shape may have more axes
/// in front than the logits without `axis`.
Tensor categorical(const Tensor &key, const Tensor &logits, int64_t axis = -1,
                   const std::optional<Shape> &shape = {});
/// The slices along an axis in a random order; of a number n, those of arange(n). `independent`:
/// each line in an order of its own.
Tensor permutation(const Tensor &key, const Tensor &x, int64_t axis = 0, bool independent = false);
/// Slices of `a` along an axis (of a number n, of arange(n)), each as likely as `p` says.
Tensor choice(const Tensor &key, const Tensor &a, const Shape &shape = {}, bool replace = true,
              const std::optional<Tensor> &p = {}, int64_t axis = 0);

} // namespace ct::random
