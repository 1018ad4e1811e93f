// Derivatives of traced functions, as traced functions: so they nest in any order.
#pragma once

#include "cotan/trace/traced_function.h"

namespace cotan::trace {

/// The function, with the cotangents of arguments `wrt` appended to its results. `result` is
/// differentiated; it is 0-d.
TracedFunctionRef gradient(const TracedFunction &function, llvm::ArrayRef<unsigned> wrt,
                           unsigned result);

/// The same of all results that can carry a derivative (`differentiable`), in two functions:
/// `forward` is the function with further results, the residuals; `reverse` takes the arguments,
/// the residuals and the cotangents of those results as extra ones, and returns those of `wrt`. If
/// `handsOverStacks`, which it may only if nothing is traced, stacks go from one to the other.
struct Pullback {
  TracedFunctionRef forward, reverse;
  llvm::SmallVector<unsigned> differentiable;
  bool handsOverStacks;
};
Pullback pullback(const TracedFunction &function, llvm::ArrayRef<unsigned> wrt,
                  bool mayHandOverStacks);

/// Whether the cotangents of these arguments can be seen to be the same wherever those are: the
/// function is linear in them, but for constants.
bool isLinear(const TracedFunction &function, llvm::ArrayRef<unsigned> wrt);

/// The function, with what it captures as further arguments.
TracedFunctionRef withoutCaptures(const TracedFunction &function);

/// The function without what it prints.
TracedFunctionRef silent(const TracedFunction &function);

/// What a function returns, and how that moves when its arguments do.
struct Expansion {
  Tensors values;
  llvm::SmallVector<unsigned> differentiable; // the values that can carry a derivative
  Tensors coefficients;                       // of those in turn, `order` of each
};
/// Calls the function on a curve: `curve` holds `order` Taylor coefficients (autodiff/forward.h) of
/// each argument of `wrt` in turn, tangents if there is one. The last ones cost nothing where they
/// are known to be zero.
Expansion expand(const TracedFunction &function, llvm::ArrayRef<unsigned> wrt,
                 llvm::ArrayRef<TensorRef> arguments, llvm::ArrayRef<TensorRef> curve,
                 unsigned order);

/// The function of many lanes at once: each of these arguments has a new first axis of `size`,
/// which may be open, and so have the results that differ between the lanes; those are said. Ops
/// along an axis of this name put the lanes together.
struct Batched {
  TracedFunctionRef function;
  llvm::SmallVector<bool> areBatched;
};
Batched batched(const TracedFunction &function, llvm::ArrayRef<unsigned> arguments, int64_t size,
                llvm::StringRef axisName = {});

} // namespace cotan::trace
