#include "cotan/interpreter/stack.h"

#include "cotan/interpreter/function_value.h"

namespace cotan::interpreter {

Stack::Stack(StackList &living) : living(living), meter(MemoryMeter::current()) {
  if (meter)
    meter->add(sizeof(Stack));
  living.push_back(*this);
}

Stack::~Stack() {
  clear();
  living.remove(*this);
  if (meter)
    meter->remove(sizeof(Stack));
}

void Stack::push(Slots frame, mlir::TypeRange types) {
  const size_t added = frame.size() * sizeof(Slot) + sizeof(size_t);
  if (meter)
    meter->add(added);
  bytes += added;
  frames.push_back({values.size(), types});
  std::move(frame.begin(), frame.end(), std::back_inserter(values));
}

Slots Stack::pop() {
  Slots frame(std::make_move_iterator(values.begin() + frames.back().start),
              std::make_move_iterator(values.end()));
  values.resize(frames.back().start);
  frames.pop_back();
  const size_t removed = frame.size() * sizeof(Slot) + sizeof(size_t);
  if (meter)
    meter->remove(removed);
  bytes -= removed;
  return frame;
}

/// Frees what it holds, but for stacks that nobody else holds: they are `pending`.
void Stack::empty(Stack *&pending) {
  if (meter)
    meter->remove(bytes);
  bytes = 0;
  frames.clear();
  std::vector<Slot> taken = std::exchange(values, {});
  for (Slot &value : taken) {
    const Slot slot = std::move(value); // one by one: one stack may be there twice
    auto *inner = std::get_if<StackRef>(&slot);
    if (!inner || (*inner)->UseCount() != 1)
      continue;
    (*inner)->Retain();
    (*inner)->nextPending = pending;
    pending = inner->get();
  }
}

// Stacks that hold stacks may be nested to any depth: emptied one by one, not by recursion.
void Stack::clear() {
  Stack *pending = nullptr;
  empty(pending);
  while (Stack *inner = pending) {
    pending = inner->nextPending;
    inner->empty(pending);
    inner->Release();
  }
}

void clearAll(StackList &living) {
  for (Stack &stack : living)
    stack.Retain();
  for (Stack &stack : living)
    stack.clear();
  for (auto next = living.begin(); next != living.end();)
    (next++)->Release();
}

} // namespace cotan::interpreter
