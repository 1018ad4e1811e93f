// Control flow with functions for its parts, as regions of flow's ops. The parts may use tensors
// from outside as they are.
#pragma once

#include "cotan/trace/traced_function.h"

namespace cotan::trace {

/// As jax.lax.switch; an index outside goes to the first or last branch. The branches' results have
/// one shape each; element types that give way do. With an i1 `index`, the second is for true.
/// `fit`: what a branch of this number returns instead, as all have been traced.
Tensors branch(const TensorRef &index, llvm::ArrayRef<Callback> branches,
               llvm::ArrayRef<TensorRef> operands,
               llvm::function_ref<Tensors(size_t number)> fit = nullptr);

/// As jax.lax.while_loop. `condition` returns one tensor.
Tensors whileLoop(Callback condition, Callback body, llvm::ArrayRef<TensorRef> initial);

/// `body` takes the index, then the variables.
Tensors forLoop(const TensorRef &lower, const TensorRef &upper, const TensorRef &step,
                Callback body, llvm::ArrayRef<TensorRef> initial);

/// As jax.lax.scan: `body` takes the carried tensors, then a row of each input; it returns the
/// carried ones, then what is stacked.
Tensors scan(Callback body, llvm::ArrayRef<TensorRef> carried, llvm::ArrayRef<TensorRef> inputs,
             bool reverse);

} // namespace cotan::trace
