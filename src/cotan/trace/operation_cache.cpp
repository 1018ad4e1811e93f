#include "cotan/trace/operation_cache.h"

#include "cotan/trace/reproducible.h"

#include <cstring>

namespace cotan::trace {
namespace {

void appendBytes(llvm::SmallVectorImpl<char> &key, const void *bytes, size_t count) {
  const size_t end = key.size();
  key.resize_for_overwrite(end + count);
  if (count)
    std::memcpy(key.data() + end, bytes, count);
}

template <typename T> void append(llvm::SmallVectorImpl<char> &key, T value) {
  appendBytes(key, &value, sizeof value);
}

void append(llvm::SmallVectorImpl<char> &key, llvm::StringRef text) {
  append(key, text.size());
  appendBytes(key, text.data(), text.size());
}

template <typename T> void append(llvm::SmallVectorImpl<char> &key, llvm::ArrayRef<T> numbers) {
  append(key, numbers.size());
  appendBytes(key, numbers.data(), numbers.size() * sizeof(T));
}

void append(llvm::SmallVectorImpl<char> &key, llvm::ArrayRef<int64_t> sizes, bool areOpen) {
  append(key, sizes.size());
  for (int64_t size : sizes)
    append(key, areOpen ? opened(size) : size);
}

} // namespace

int64_t opened(int64_t size) { return size < 2 ? size : mlir::ShapedType::kDynamic; }

// Each part says its own length or kind, so that no two calls have one key.
void writeKey(const OperationSpec &operation, llvm::ArrayRef<TensorRef> operands, Open open,
              llvm::SmallVectorImpl<char> &key) {
  append(key, open);
  append(key, operation.name);
  append(key, char(operation.broadcasts + 2 * operation.isWeak + 4 * Reproducible::isWanted()));
  for (const NamedAttribute &attribute : operation.attributes) {
    append(key, char(attribute.value.index()));
    append(key, attribute.name);
    std::visit([&](auto value) { append(key, value); }, attribute.value);
  }
  for (const TensorType &result : operation.results) {
    append(key, result.dtype);
    append(key, result.sizes, open != Open::none);
  }
  append(key, operands.size());
  for (const TensorRef &operand : operands) {
    append(key, operand->dtype);
    append(key, char(operand->isWeak));
    append(key, operand->sizes(), open == Open::all);
  }
  for (DType dtype : operation.operandTypes)
    append(key, dtype);
}

std::optional<TracedFunctionRef> OperationCache::find(llvm::StringRef key) {
  {
    std::shared_lock lock(mutex);
    if (auto found = recent.find(key); found != recent.end())
      return found->second;
    if (!older.contains(key))
      return std::nullopt;
  }
  std::unique_lock lock(mutex);
  auto found = older.find(key);
  if (found == older.end()) // another thread has moved it
    return recent.contains(key) ? std::optional(recent.lookup(key)) : std::nullopt;
  TracedFunctionRef function = found->second;
  older.erase(found);
  recent[key] = function;
  return function;
}

void OperationCache::keep(llvm::StringRef key, TracedFunctionRef function) {
  std::unique_lock lock(mutex);
  if (function && function->context().number > newestContext) {
    newestContext = function->context().number;
    recent.clear();
    older.clear();
  }
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
