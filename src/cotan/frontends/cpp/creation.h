// Functions that make tensors from sizes and numbers.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

#include <optional>

namespace ct {

Tensor zeros(const Shape &shape, DType dtype = DType::float32);
Tensor ones(const Shape &shape, DType dtype = DType::float32);
Tensor full(const Shape &shape, const Tensor &value, std::optional<DType> dtype = {});
Tensor zeros_like(const Tensor &x, std::optional<DType> dtype = {});
Tensor ones_like(const Tensor &x, std::optional<DType> dtype = {});
Tensor full_like(const Tensor &x, const Tensor &value, std::optional<DType> dtype = {});
/// start, start + step, ... below stop. Whole numbers give int64.
Tensor arange(double stop);
/// As many as a tensor says, which may be traced: the size of the result is open then.
Tensor arange(const Tensor &stop);
Tensor arange(double start, double stop, double step = 1, std::optional<DType> dtype = {});
/// The same of integers, which stay exact.
Tensor count_up(int64_t start, int64_t stop, int64_t step, DType dtype = DType::int64);
template <std::integral I>
Tensor arange(I start, I stop, I step = 1, std::optional<DType> dtype = {}) {
  return count_up(start, stop, step, dtype.value_or(DType::int64));
}
/// Evenly from `start` to `stop`, along a new first axis.
Tensor linspace(const Tensor &start, const Tensor &stop, int64_t num = 50, bool endpoint = true,
                std::optional<DType> dtype = {});
Tensor eye(int64_t rows, std::optional<int64_t> columns = {}, int64_t k = 0,
           DType dtype = DType::float32);
/// Each element is its index along `axis`.
Tensor iota(const Shape &shape, int64_t axis, DType dtype = DType::int64);

namespace nn {
Tensor one_hot(const Tensor &indices, int64_t num_classes, DType dtype = DType::float32);
}

} // namespace ct
