// Functions that cut a tensor into several.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

#include <variant>

namespace ct {

/// A number of parts, or the positions to cut before.
using Cuts = std::variant<int64_t, std::vector<int64_t>>;

/// In parts of equal sizes as far as possible: the first ones are larger by one.
std::vector<Tensor> array_split(const Tensor &x, const Cuts &cuts, int64_t axis = 0);
/// `split` along the second axis (the only one of a row), the first, and the third.
std::vector<Tensor> hsplit(const Tensor &x, const Cuts &cuts);
std::vector<Tensor> vsplit(const Tensor &x, const Cuts &cuts);
std::vector<Tensor> dsplit(const Tensor &x, const Cuts &cuts);
/// The slices along an axis, without it.
std::vector<Tensor> unstack(const Tensor &x, int64_t axis = 0);

} // namespace ct
