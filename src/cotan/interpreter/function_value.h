// The run-time form of a function value.
#pragma once

#include "cotan/interpreter/stack.h"

#include "mlir/IR/Operation.h"

#include <memory>

namespace cotan::interpreter {

/// What an op of fn made of its operands; it never changes.
class FunctionValue : public llvm::RefCountedBase<FunctionValue> {
public:
  /// `isPullback` says that it is not what `maker`, an fn.vjp, made, but the function that returns
  /// with the results; then its operands are those of the op, and the arguments.
  FunctionValue(mlir::Operation *maker, Slots operands, bool isPullback = false);
  ~FunctionValue();

  mlir::Operation *const maker;
  const bool isPullback;
  llvm::ArrayRef<Slot> operands() const { return held; }

private:
  void release(FunctionValue *&pending);

  Slots held;
  std::shared_ptr<MemoryMeter> meter;
  FunctionValue *nextPending = nullptr; // to be released: a list that takes no memory
};

} // namespace cotan::interpreter
