#include "cotan/interpreter/function_value.h"

namespace cotan::interpreter {

static size_t bytesOf(const Slots &held) {
  return sizeof(FunctionValue) + held.size() * sizeof(Slot);
}

FunctionValue::FunctionValue(mlir::Operation *maker, Slots operands, bool isPullback)
    : maker(maker), isPullback(isPullback), held(std::move(operands)),
      meter(MemoryMeter::current()) {
  if (meter)
    meter->add(bytesOf(held));
}

/// Frees what it holds, but for functions that nobody else holds: they are `pending`.
void FunctionValue::release(FunctionValue *&pending) {
  if (meter)
    meter->remove(bytesOf(held));
  for (Slot &operand : held) {
    const Slot slot = std::exchange(operand, {}); // one by one: one function may be there twice
    auto *inner = std::get_if<FunctionRef>(&slot);
    if (!inner || (*inner)->UseCount() != 1)
      continue;
    auto *function = const_cast<FunctionValue *>(inner->get());
    function->Retain();
    function->nextPending = pending;
    pending = function;
  }
  meter.reset();
}

// Functions that capture functions may be nested to any depth: released one by one.
FunctionValue::~FunctionValue() {
  FunctionValue *pending = nullptr;
  if (meter || !held.empty())
    release(pending);
  while (FunctionValue *inner = pending) {
    pending = inner->nextPending;
    inner->release(pending);
    inner->held.clear();
    inner->Release();
  }
}

} // namespace cotan::interpreter
