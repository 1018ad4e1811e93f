// The order of passes: from a program as it was written to its derivatives.
#pragma once

#include "cotan/autodiff/reverse.h"
#include "cotan/driver/compile_observer.h"

#include "mlir/Support/Timing.h"

#include <optional>

namespace cotan {

struct GradientOptions {
  llvm::SmallVector<unsigned> wrt; // arguments; empty: all that can carry a derivative
  std::optional<unsigned>
      result; // the result to differentiate; may be left out if it is the only one
  unsigned order = 1;
  Seed seed = Seed::one;
  bool prune = true; // drop what is saved but never read
};

/// Brings `function` into the form the derivative is taken of: no calls, no blocks, and only ops
/// that have a derivative rule where there is a choice. The functions it calls lose their blocks
/// too; those that its custom rules are made of get the same form.
llvm::LogicalResult prepareForDerivatives(mlir::func::FuncOp function);

/// Brings `function` into the form that is batched: no calls, no blocks and no scans.
llvm::LogicalResult prepareForBatching(mlir::func::FuncOp function);

/// A step on the way to machine code that makes it faster and nothing else: tests leave out one at
/// a time. Without `fuse` each operator gets a kernel of its own.
enum class Step {
  unrollRecursion,
  canonicalize,
  mergeEqual,
  recompute,
  sumAfterLoops,
  hoistInvariants,
  absorbPermutations,
  fuse,
  shareKernels,
  epilogues,
  placeUpdates,
  gatherCalls,
  overlap,
  llvmPasses
};

/// Canonicalizes a function of one block and merges what is computed twice. Its result is not
/// verified: that is left to the caller. Each pass is timed inside of `timing`.
llvm::LogicalResult simplify(mlir::func::FuncOp function, mlir::TimingScope &timing,
                             std::optional<Step> without = {});

/// Brings `function` into the form machine code is made of: primitives only, no calls, no blocks,
/// and operators grouped into kernels. Each step is timed inside of `timing`, and shown to
/// `observer`.
llvm::LogicalResult prepareForCode(mlir::func::FuncOp function, mlir::TimingScope &timing,
                                   std::optional<Step> without = {},
                                   CompileObserver *observer = nullptr);

/// Appends the derivatives as results. Each order differentiates every result of the order before
/// with respect to every argument of `wrt`: n arguments give n, n^2, ..., n^order results. They get
/// names (attribute `cotan.name`) such as dy_dx_dx.
llvm::LogicalResult appendGradients(mlir::func::FuncOp function, const GradientOptions &options);

} // namespace cotan
