// Which element type operands have together: JAX's rules (docs/spec/types.md).
#pragma once

#include "cotan/trace/tensor_body.h"

namespace cotan::trace {

struct Promoted {
  DType dtype;
  bool isWeak;
};

Promoted promote(Promoted x, Promoted y);
Promoted promote(llvm::ArrayRef<TensorRef> tensors);

/// The type of what is one or the other, as a branch says; none if their shapes differ, or an
/// element type that does not give way would have to.
std::optional<TensorType> join(const TensorType &x, const TensorType &y);
/// The same of a variable of a loop that came in as `x` and is `y` after a turn, which is
/// converted.
std::optional<TensorType> continued(const TensorType &x, const TensorType &y);

} // namespace cotan::trace
