#include "cotan/trace/operation_cache.h"

namespace cotan::trace {
namespace {

template <typename T> void append(llvm::SmallVectorImpl<char> &key, T value) {
  const char *bytes = reinterpret_cast<const char *>(&value);
  key.append(bytes, bytes + sizeof value);
}

void append(llvm::SmallVectorImpl<char> &key, llvm::StringRef text) {
  append(key, text.size());
  key.append(text.begin(), text.end());
}

void append(llvm::SmallVectorImpl<char> &key, llvm::ArrayRef<int64_t> numbers) {
  append(key, numbers.size());
  auto *bytes = reinterpret_cast<const char *>(numbers.data());
  key.append(bytes, bytes + numbers.size() * sizeof(int64_t));
}

} // namespace

// Each part says its own length or kind, so that no two calls have one key.
void writeKey(const Operation &operation, llvm::ArrayRef<TensorRef> operands,
              llvm::SmallVectorImpl<char> &key) {
  append(key, operation.name);
  append(key, char(operation.broadcasts + 2 * operation.isWeak));
  for (const NamedAttribute &attribute : operation.attributes) {
    append(key, char(attribute.value.index()));
    append(key, attribute.name);
    std::visit([&](auto value) { append(key, value); }, attribute.value);
  }
  for (const TensorType &result : operation.results) {
    append(key, result.dtype);
    append(key, llvm::ArrayRef<int64_t>(result.sizes));
  }
  append(key, operands.size());
  for (const TensorRef &operand : operands) {
    append(key, operand->dtype);
    append(key, char(operand->isWeak));
    append(key, operand->sizes());
  }
  for (DType dtype : operation.operandTypes)
    append(key, dtype);
}

TracedFunctionRef OperationCache::find(llvm::StringRef key) {
  {
    std::shared_lock lock(mutex);
    if (auto found = recent.find(key); found != recent.end())
      return found->second;
    if (!older.contains(key))
      return nullptr;
  }
  std::unique_lock lock(mutex);
  TracedFunctionRef function = older.lookup(key);
  if (!function)
    return recent.lookup(key);
  older.erase(key);
  recent[key] = function;
  return function;
}

void OperationCache::keep(llvm::StringRef key, TracedFunctionRef function) {
  std::unique_lock lock(mutex);
  if (recent.size() >= half) {
    older = std::move(recent);
    recent = llvm::StringMap<TracedFunctionRef>();
  }
  recent[key] = std::move(function);
}

size_t OperationCache::size() {
  std::shared_lock lock(mutex);
  return recent.size() + older.size();
}

} // namespace cotan::trace
