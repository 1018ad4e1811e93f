// Numbers that lie side by side in rows, read and written for as many rows as there are lanes.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace cotan {

/// Some columns of rows in memory, which begin `step` elements after each other. `columns` is 1, 2
/// or 4, and at most `rows`.
struct RowAccess {
  llvm::Type *element;
  llvm::Value *first; // the first column of the first row
  int64_t step;
  unsigned rows, columns;

  /// One vector for each column.
  llvm::SmallVector<llvm::Value *, 4> load(llvm::IRBuilder<> &ir) const;
  void store(llvm::IRBuilder<> &ir, llvm::ArrayRef<llvm::Value *> vectors) const;

private:
  llvm::Value *address(llvm::IRBuilder<> &ir, unsigned row) const;
  llvm::Align alignment() const { return llvm::Align(element->getPrimitiveSizeInBits() / 8); }
};

} // namespace cotan
