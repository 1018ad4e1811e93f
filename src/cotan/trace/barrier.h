// What a compiler must not compute across.
#pragma once

#include "cotan/trace/tensor_body.h"

namespace cotan::trace {

/// Each of the tensors, traced ones, as it is after all of them are there.
Tensors behindBarrier(llvm::ArrayRef<TensorRef> tensors);

} // namespace cotan::trace
