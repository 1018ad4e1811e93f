// What the reductions share: result types, and walking along axes.
#pragma once

#include "cotan/ir/lowering/lanes.h"
#include "cotan/support/array.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace cotan {

/// `shape` without `axes`, or with size 1 there.
llvm::SmallVector<int64_t> reducedShape(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> axes,
                                        bool keepdims);

/// The type of a reduction's result; an error if an axis does not exist.
llvm::FailureOr<mlir::RankedTensorType> reducedType(std::optional<mlir::Location> loc,
                                                    mlir::RankedTensorType type,
                                                    llvm::ArrayRef<int64_t> axes, bool keepdims,
                                                    mlir::Type elementType);

/// The inferReturnTypes of an op with x, axes and keepdims whose result has the element type of x.
template <typename Adaptor>
llvm::LogicalResult inferReduction(std::optional<mlir::Location> loc, Adaptor adaptor,
                                   llvm::SmallVectorImpl<mlir::Type> &results) {
  auto x = mlir::dyn_cast<mlir::RankedTensorType>(adaptor.getX().getType());
  if (!x)
    return llvm::failure();
  auto type = reducedType(loc, x, adaptor.getAxes(), adaptor.getKeepdims(), x.getElementType());
  if (llvm::failed(type))
    return llvm::failure();
  results.push_back(*type);
  return llvm::success();
}

/// The element type of a tensor.
DType elementTypeOf(mlir::Value x);

/// What every number of the type is at least, and at most: infinite for floats.
Lanes lowestOf(LaneBuilder &b, DType dtype);
Lanes highestOf(LaneBuilder &b, DType dtype);

/// The axes of a tensor of this rank that are not in `axes`.
llvm::SmallVector<int64_t> otherAxes(int64_t rank, llvm::ArrayRef<int64_t> axes);

/// For each axis of `shape`, how far a step along it moves in the reduced array: 0 along `axes`.
llvm::SmallVector<int64_t> reducedStrides(llvm::ArrayRef<int64_t> shape,
                                          llvm::ArrayRef<int64_t> axes);

/// Calls `visit(start)` for every line of elements along `axis`: it lies at start + i * stride, and
/// the lines come in row-major order of the other axes.
template <typename F> void forEachLine(llvm::ArrayRef<int64_t> shape, int64_t axis, F visit) {
  if (llvm::is_contained(shape, 0)) // there may be very many empty lines
    return;
  const int64_t stride = stridesOf(shape)[axis];
  const int64_t outer = elementCount(shape.take_front(axis));
  for (int64_t i = 0; i < outer; ++i)
    for (int64_t j = 0; j < stride; ++j)
      visit(i * shape[axis] * stride + j);
}

} // namespace cotan
