// The sizes of a program's tensors, while it is emitted.
#pragma once

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

namespace cotan {

/// The sizes of a tensor, i64.
using SizeValues = llvm::SmallVector<llvm::Value *, 4>;

/// Those that a value's type says need not be set. The others may be set before the value is made,
/// as inside of kernels.
class ValueSizes {
public:
  explicit ValueSizes(llvm::IRBuilder<> &ir) : ir(ir) {}

  llvm::Value *of(mlir::Value value, unsigned axis) const;
  SizeValues of(mlir::Value value) const;
  void set(mlir::Value value, SizeValues sizes) { known[value] = std::move(sizes); }

  /// How many there are of them.
  llvm::Value *elements(mlir::Value value) const;
  llvm::Value *bytes(mlir::Value value) const;

private:
  llvm::IRBuilder<> &ir;
  llvm::DenseMap<mlir::Value, SizeValues> known;
};

} // namespace cotan
