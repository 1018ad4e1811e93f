// Products of complex numbers along an axis. Not installed.
#pragma once

#include "cotan/tensor/op_calls.h"

namespace ct {

/// Called as the operators of real numbers are (op::prod, op::cumprod): one number after the other,
/// vectors of them at once along other axes.
Tensor complexProd(const Tensor &x, llvm::ArrayRef<int64_t> axes, bool keepdims, const Typing &);
Tensor complexCumprod(const Tensor &x, int64_t axis, bool reverse, bool exclusive, const Typing &);

} // namespace ct
