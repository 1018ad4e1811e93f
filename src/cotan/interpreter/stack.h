// The run-time form of !flow.stack, and what a slot of the interpreter holds.
#pragma once

#include "cotan/support/array.h"

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/simple_ilist.h"

#include <variant>
#include <vector>

namespace cotan::interpreter {

class Stack;
using StackRef = llvm::IntrusiveRefCntPtr<Stack>;
using Slot = std::variant<std::monostate, Array, StackRef>;
using Slots = llvm::SmallVector<Slot, 4>;
using StackList = llvm::simple_ilist<Stack>;

/// A last-in, first-out store of frames. What the frames take is counted by the memory meter.
class Stack : public llvm::RefCountedBase<Stack>, public llvm::ilist_node<Stack> {
public:
  /// A new stack, which is in `living` as long as it is alive.
  explicit Stack(StackList &living);
  ~Stack();

  bool empty() const { return starts.empty(); }
  void push(Slots frame);
  Slots pop();
  void clear();

private:
  std::vector<Slot> takeAll();

  StackList &living;
  std::vector<Slot> values;   // of all frames
  std::vector<size_t> starts; // where each frame begins
  std::shared_ptr<MemoryMeter> meter;
};

/// Frees all stacks, also those that hold each other.
void clearAll(StackList &living);

} // namespace cotan::interpreter
