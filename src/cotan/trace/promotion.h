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

} // namespace cotan::trace
