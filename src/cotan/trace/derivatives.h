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
/// the residuals and the cotangents of those results as extra ones, and returns those of `wrt`.
struct Pullback {
  TracedFunctionRef forward, reverse;
  llvm::SmallVector<unsigned> differentiable;
};
Pullback pullback(const TracedFunction &function, llvm::ArrayRef<unsigned> wrt);

struct Pushforward {
  TracedFunctionRef function;
  llvm::SmallVector<unsigned> differentiable;
};
/// The function, with the tangents of arguments `wrt` as extra arguments and the tangents of the
/// results that can carry a derivative appended to its results.
Pushforward pushforward(const TracedFunction &function, llvm::ArrayRef<unsigned> wrt);

/// The same to a higher order: `order` Taylor coefficients (autodiff/forward.h) of each of these
/// arguments in turn are extra arguments, those of the results are appended.
Pushforward taylor(const TracedFunction &function, llvm::ArrayRef<unsigned> wrt, unsigned order);

/// The function of many lanes at once: each of these arguments has a new first axis of `size`,
/// which may be open, and so have the results that differ between the lanes; those are said.
struct Batched {
  TracedFunctionRef function;
  llvm::SmallVector<bool> areBatched;
};
Batched batched(const TracedFunction &function, llvm::ArrayRef<unsigned> arguments, int64_t size);

} // namespace cotan::trace
