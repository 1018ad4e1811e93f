// Which element type operands have together: JAX's rules (docs/spec/types.md).
#pragma once

#include "cotan/trace/tensor_body.h"

namespace cotan::trace {

struct Promoted {
  DType dtype;
  bool isWeak;
};

/// Throws TypeError if they have no type in common.
Promoted promote(Promoted x, Promoted y);
Promoted promote(llvm::ArrayRef<TensorRef> tensors);

/// Why operations refuse numbers of a type for storage only, or complex ones.
std::string whyRefused(DType dtype);

/// The type of what is one or the other: of branches' results, and of a loop's variable before and
/// after a turn. None if the shapes differ, or an element type that does not give way would have
/// to.
std::optional<TensorType> join(const TensorType &x, const TensorType &y);

} // namespace cotan::trace
