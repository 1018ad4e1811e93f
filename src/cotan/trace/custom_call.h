// Calls of functions with a derivative rule of their own, and effects at run time.
#pragma once

#include "cotan/trace/traced_function.h"

namespace cotan::trace {

/// A function, and its derivative: that of `forward` (the same results, then residuals) and
/// `reverse` (from residuals and cotangents of the results that are floats to cotangents of the
/// arguments that are) as jax.custom_vjp, and, as jax.custom_jvp, that of `jvp` (from arguments,
/// and tangents of those that are floats, to results, and tangents of those). They may read traced
/// tensors from outside, if no derivative depends on those, or what they read is said to be
/// constant.
struct CustomRule {
  const TracedFunction &function, &forward, &reverse;
  const TracedFunction *jvp = nullptr; // without it there is no forward mode
  bool isOutsideConstant = false;
};

/// Calls the function of a rule in the innermost open trace.
Tensors customCall(const CustomRule &rule, llvm::ArrayRef<TensorRef> arguments);

/// As jax.checkpoint, in the innermost open trace: calls `function`, whose derivative in reverse
/// mode keeps the arguments and what it reads from outside, and computes the rest again.
Tensors checkpointedCall(const TracedFunction &function, llvm::ArrayRef<TensorRef> arguments);

/// Prints a line when the traced function runs; each `{}` of the text stands for a tensor. With a
/// `mark` something else becomes of it (ir/output_marks.h).
void tracePrint(llvm::StringRef text, llvm::ArrayRef<TensorRef> tensors, llvm::StringRef mark = "");
/// Ends the run with an error if `condition`, one truth value, does not hold then. `limit` says
/// what the program needs more of in that case, if anything (ir/function_limits.h).
void traceAssert(const TensorRef &condition, llvm::StringRef message,
                 llvm::ArrayRef<TensorRef> tensors = {}, llvm::StringRef limit = "");

} // namespace cotan::trace
