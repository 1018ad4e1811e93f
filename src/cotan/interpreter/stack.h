// The run-time form of !flow.stack, and what a slot of the interpreter holds.
#pragma once

#include "cotan/support/array.h"

#include "mlir/IR/TypeRange.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/simple_ilist.h"

#include <variant>
#include <vector>

namespace cotan::interpreter {

class Stack;
class FunctionValue; // function_value.h
using StackRef = llvm::IntrusiveRefCntPtr<Stack>;
using FunctionRef = llvm::IntrusiveRefCntPtr<const FunctionValue>;
using Slot = std::variant<std::monostate, Array, StackRef, FunctionRef>;
using Slots = llvm::SmallVector<Slot, 4>;
using StackList = llvm::simple_ilist<Stack>;

/// A last-in, first-out store of frames. What the frames take is counted by the memory meter.
class Stack : public llvm::RefCountedBase<Stack>, public llvm::ilist_node<Stack> {
public:
  /// A new stack, which is in `living` as long as it is alive.
  explicit Stack(StackList &living);
  ~Stack();

  bool empty() const { return frames.empty(); }
  /// A frame with the types its values are pushed as.
  void push(Slots frame, mlir::TypeRange types);
  mlir::TypeRange typesOnTop() const { return frames.back().types; }
  Slots pop();
  void clear();

private:
  void empty(Stack *&pending);

  StackList &living;
  struct Frame {
    size_t start; // among the values
    mlir::TypeRange types;
  };
  std::vector<Slot> values; // of all frames
  std::vector<Frame> frames;
  size_t bytes = 0; // of both, as counted
  std::shared_ptr<MemoryMeter> meter;
  Stack *nextPending = nullptr; // to be emptied: a list that takes no memory
};

/// Frees all stacks, also those that hold each other.
void clearAll(StackList &living);

} // namespace cotan::interpreter
