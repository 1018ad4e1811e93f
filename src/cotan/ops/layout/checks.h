// What the layout ops share: the shape operand, and walking over indices.
#pragma once

#include "cotan/support/array.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace cotan {

/// `axes` must be increasing and name axes of a tensor of this rank.
mlir::LogicalResult verifyAxes(std::optional<mlir::Location> loc, llvm::ArrayRef<int64_t> axes,
                               int64_t rank);

/// The attribute `name` must hold one number per axis of `type`.
mlir::LogicalResult verifyOnePerAxis(std::optional<mlir::Location> loc, llvm::StringRef name,
                                     llvm::ArrayRef<int64_t> values, mlir::RankedTensorType type);

/// Calls `visit` with the offset sum(index * stride) for every index of `shape`, in row-major
/// order.
template <typename F>
void forEachIndex(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> strides, F visit) {
  int64_t count = elementCount(shape);
  llvm::SmallVector<int64_t> index(shape.size(), 0);
  int64_t offset = 0;
  for (int64_t i = 0; i < count; ++i) {
    visit(offset);
    for (int axis = int(shape.size()) - 1; axis >= 0; --axis) {
      offset += strides[axis];
      if (++index[axis] < shape[axis])
        break;
      offset -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

} // namespace cotan
