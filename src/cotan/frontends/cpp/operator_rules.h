// The rules of a single operator: its decomposition, and its own derivative.
#pragma once

#include "cotan/tensor/function.h"

#include <optional>

namespace ct {

/// What `function`, a call of one operator such as ct::nn::softmax(x), is made of: the results by
/// the operator's decomposition rule, applied once. Inside of ct::jit the simpler operators are
/// those of the program. ValueError: it is no call of one operator, the operator is a primitive, or
/// its rule does not serve these operands, as where an axis is known only when the program runs.
///
///     auto softmax = [](const ct::Tensors &xs) { return ct::Tensors{ct::nn::softmax(xs[0])}; };
///     ct::call_decomp(softmax, {x});
Tensors call_decomp(const Function &function, const Tensors &inputs);

/// The cotangents of the inputs by the operator's own derivative rule: of its results, `outputs`,
/// which are taken as they are given, and their cotangents `out_grads`. An entry is empty if the
/// input is named in `stop_gradients`, is no float, or nothing flows to it. ValueError as above, or
/// if there are more or fewer tensors, or others than the operator's.
std::vector<std::optional<Tensor>> call_vjp(const Function &function, const Tensors &inputs,
                                            const Tensors &outputs, const Tensors &out_grads,
                                            const std::vector<bool> &stop_gradients = {});

} // namespace ct
