#include "cotan/interpreter/stack.h"

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
  if (meter)
    meter->add(frame.size() * sizeof(Slot) + sizeof(size_t));
  frames.push_back({values.size(), types});
  std::move(frame.begin(), frame.end(), std::back_inserter(values));
}

Slots Stack::pop() {
  Slots frame(std::make_move_iterator(values.begin() + frames.back().start),
              std::make_move_iterator(values.end()));
  values.resize(frames.back().start);
  frames.pop_back();
  if (meter)
    meter->remove(frame.size() * sizeof(Slot) + sizeof(size_t));
  return frame;
}

std::vector<Slot> Stack::takeAll() {
  if (meter)
    meter->remove(values.size() * sizeof(Slot) + frames.size() * sizeof(size_t));
  frames.clear();
  return std::exchange(values, {});
}

// Stacks that hold stacks may be nested to any depth: emptied one by one, not by recursion.
void Stack::clear() {
  std::vector<Slot> pending = takeAll();
  while (!pending.empty()) {
    Slot slot = std::move(pending.back());
    pending.pop_back();
    auto *inner = std::get_if<StackRef>(&slot);
    if (inner && (*inner)->UseCount() == 1)
      for (Slot &value : (*inner)->takeAll())
        pending.push_back(std::move(value));
  }
}

void clearAll(StackList &living) {
  std::vector<StackRef> stacks;
  for (Stack &stack : living)
    stacks.emplace_back(&stack);
  for (const StackRef &stack : stacks)
    stack->clear();
}

} // namespace cotan::interpreter
