// Operations that were compiled for eager use, by everything their code depends on.
#pragma once

#include "cotan/trace/build_op.h"
#include "cotan/trace/traced_function.h"

#include "llvm/ADT/StringMap.h"

#include <shared_mutex>

namespace cotan::trace {

/// Which sizes code leaves open, so that it is of a rank rather than of a shape.
enum class Open : char {
  none,
  shape, // the operand of that name: the operation asks for certain sizes of the others
  all,
};

/// What stands for a size in code for all sizes. Axes of 1 may repeat, and those of 0 have no
/// elements: these stay what they are.
int64_t opened(int64_t size);

/// What code of an operation depends on, as bytes. It is made on each eager call, so making one
/// touches no MLIR.
void writeKey(const OperationSpec &operation, llvm::ArrayRef<TensorRef> operands, Open open,
              llvm::SmallVectorImpl<char> &key);

/// Keeps what was used last: when `recent` is full it becomes `older`, and what `older` held is
/// dropped. What is found in `older` goes to `recent` again. With the first function of a new
/// context those of old ones go, as each would keep its context.
class OperationCache {
public:
  explicit OperationCache(size_t capacity) : half(capacity / 2) {}

  /// None if it was not kept; null if what was kept is that there is no such code.
  std::optional<TracedFunctionRef> find(llvm::StringRef key);
  void keep(llvm::StringRef key, TracedFunctionRef function);
  size_t size();

private:
  const size_t half;
  size_t newestContext = 0;
  std::shared_mutex mutex;
  llvm::StringMap<TracedFunctionRef> recent, older;
};

} // namespace cotan::trace
