// A function for each op, generated from its .td file and typed as the op is: what array functions
// are made of.
#pragma once

#include "cotan/tensor/tensor.h"
#include "cotan/trace/tensor_body.h"

#include <optional>

namespace ct {

/// What a call says of types.
struct Typing {
  /// The results', where the op does not infer them.
  llvm::ArrayRef<cotan::trace::TensorType> results = {};
  /// The element types operands are converted to first; none: they stay as they are.
  llvm::ArrayRef<cotan::DType> operandTypes = {};
  /// Whether the results' element type gives way.
  bool isWeak = false;
};

} // namespace ct

#include "cotan/tensor/op_calls.h.inc"
