// A function's results at a point, and its cotangents there, as often as they are asked for.
#pragma once

#include "cotan/trace/derivatives.h"

namespace cotan::trace {

class Vjp {
public:
  /// How often loops run.
  enum class Loops {
    once,  // for the results; the first cotangents find what they need of them as it was left
    again, // for cotangents too, which may be asked for many lanes at once
  };

  /// Calls the function, or makes it a part of what is being traced.
  Vjp(const TracedFunctionRef &function, llvm::ArrayRef<unsigned> wrt, Tensors arguments,
      Loops loops, bool prints = true);
  ~Vjp();
  Vjp(const Vjp &) = delete;

  llvm::ArrayRef<TensorRef> results() const { return values; }
  /// The results that can carry a derivative.
  llvm::ArrayRef<unsigned> differentiable() const { return back.differentiable; }
  /// The cotangents of the arguments `wrt` from those of these results.
  Tensors cotangents(llvm::ArrayRef<TensorRef> given) const;

private:
  const Vjp &another() const;

  const TracedFunctionRef function;
  const llvm::SmallVector<unsigned> wrt;
  const Tensors arguments;
  const Pullback back;
  Tensors values, residuals;
  mutable std::atomic<LeftStacks *> stacks = nullptr; // until they are read
  mutable std::atomic<const Vjp *> repeated = nullptr;
  mutable LongMutex mutex; // of making it
};

} // namespace cotan::trace
