// What the reductions share: result types, and walking along axes.
#pragma once

#include "cotan/ir/lowering/lanes.h"
#include "cotan/ir/rules/operand_sizes.h"
#include "cotan/ops/layout/checks.h"
#include "cotan/support/array.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Value.h"

namespace cotan {

/// The sizes of operand 0 without `axes`, or with size 1 there.
Sizes reducedSizes(SizeRules &rules, llvm::ArrayRef<int64_t> axes, bool keepdims);

/// The inferReturnTypes of an op that reduces x along axes.
template <typename Op>
llvm::LogicalResult inferReduction(std::optional<mlir::Location> loc, typename Op::Adaptor adaptor,
                                   llvm::ArrayRef<int64_t> axes, mlir::Type elementType,
                                   llvm::SmallVectorImpl<mlir::Type> &results) {
  auto x = mlir::cast<mlir::RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyAxes(loc, axes, x.getRank())))
    return llvm::failure();
  return inferTypes<Op>(loc, adaptor, elementType, results);
}
/// The same where the op has the attributes axes and keepdims, and keeps the element type.
template <typename Op>
llvm::LogicalResult inferReduction(std::optional<mlir::Location> loc, typename Op::Adaptor adaptor,
                                   llvm::SmallVectorImpl<mlir::Type> &results) {
  return inferReduction<Op>(loc, adaptor, adaptor.getAxes(), getElementTypeOrSelf(adaptor.getX()),
                            results);
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
