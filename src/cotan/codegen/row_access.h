// Numbers that lie side by side in rows, read and written for as many rows as there are lanes.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace cotan {

/// Some columns of rows in memory, which begin `step` elements after each other. `columns` is 1, 2
/// or 4, and at most `rows`. Columns that are whole rows are read and written in one piece.
struct RowAccess {
  llvm::Type *element;
  llvm::Value *first; // the first column of the first row
  int64_t step;
  unsigned rows, columns;
  llvm::Value *mask = nullptr; // the rows that are there, if not all are; of whole rows only
  bool isPastCaches = false;   // the same

  /// Whether rows of this length are read and written in one piece.
  static bool canInterleave(int64_t length) { return length == 2 || length == 4; }

  /// One vector for each column.
  llvm::SmallVector<llvm::Value *, 4> load(llvm::IRBuilder<> &ir) const;
  void store(llvm::IRBuilder<> &ir, llvm::ArrayRef<llvm::Value *> vectors) const;

private:
  bool isWhole() const { return step == columns && canInterleave(columns); }
  llvm::Value *wideMask(llvm::IRBuilder<> &ir) const;
  llvm::SmallVector<llvm::Value *, 4> loadWhole(llvm::IRBuilder<> &ir) const;
  void storeWhole(llvm::IRBuilder<> &ir, llvm::ArrayRef<llvm::Value *> vectors) const;
  llvm::Value *address(llvm::IRBuilder<> &ir, unsigned row) const;
  llvm::Align alignment() const { return llvm::Align(element->getPrimitiveSizeInBits() / 8); }
};

} // namespace cotan
