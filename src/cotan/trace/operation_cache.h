// Operations that were compiled for eager use, by everything their code depends on.
#pragma once

#include "cotan/trace/build_op.h"
#include "cotan/trace/traced_function.h"

#include "llvm/ADT/StringMap.h"

#include <shared_mutex>

namespace cotan::trace {

/// What code of an operation depends on, as bytes. It is made on each eager call, so making one
/// touches no MLIR.
void writeKey(const Operation &operation, llvm::ArrayRef<TensorRef> operands,
              llvm::SmallVectorImpl<char> &key);

/// Keeps what was used last: when `recent` is full it becomes `older`, and what `older` held is
/// dropped. What is found in `older` goes to `recent` again.
class OperationCache {
public:
  explicit OperationCache(size_t capacity) : half(capacity / 2) {}

  /// Null if there is none.
  TracedFunctionRef find(llvm::StringRef key);
  void keep(llvm::StringRef key, TracedFunctionRef function);
  size_t size();

private:
  const size_t half;
  std::shared_mutex mutex;
  llvm::StringMap<TracedFunctionRef> recent, older;
};

} // namespace cotan::trace
