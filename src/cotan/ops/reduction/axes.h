// What the reductions share: result types, and walking along axes.
#pragma once

#include "cotan/support/array.h"

#include "mlir/IR/BuiltinTypes.h"

namespace cotan {

/// `shape` without `axes`, or with size 1 there.
llvm::SmallVector<int64_t> reducedShape(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> axes,
                                        bool keepdims);

/// The type of a reduction's result; an error if an axis does not exist.
llvm::FailureOr<mlir::RankedTensorType> reducedType(std::optional<mlir::Location> loc,
                                                    mlir::RankedTensorType type,
                                                    llvm::ArrayRef<int64_t> axes, bool keepdims,
                                                    mlir::Type elementType);

/// For each axis of `shape`, how far a step along it moves in the reduced array: 0 along `axes`.
llvm::SmallVector<int64_t> reducedStrides(llvm::ArrayRef<int64_t> shape,
                                          llvm::ArrayRef<int64_t> axes);

/// Calls `visit(start)` for every line of elements along `axis`: it lies at start + i * stride, and
/// the lines come in row-major order of the other axes.
template <typename F> void forEachLine(llvm::ArrayRef<int64_t> shape, int64_t axis, F visit) {
  const int64_t stride = stridesOf(shape)[axis];
  const int64_t outer = elementCount(shape.take_front(axis));
  for (int64_t i = 0; i < outer; ++i)
    for (int64_t j = 0; j < stride; ++j)
      visit(i * shape[axis] * stride + j);
}

} // namespace cotan
