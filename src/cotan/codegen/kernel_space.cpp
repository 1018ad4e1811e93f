#include "cotan/codegen/kernel.h"
#include "cotan/codegen/row_access.h"

using namespace mlir;

namespace cotan {

static code::YieldOp yieldOf(code::KernelOp kernel) {
  return cast<code::YieldOp>(kernel.getBody().front().getTerminator());
}

/// Ops that do not ask for their place: elementwise ones, and those that repeat a single number.
static bool isFlatOp(Operation &op) {
  if (op.hasTrait<Elementwise>() || op.hasTrait<OpTrait::ConstantLike>())
    return true;
  auto repeats = [&](OpOperand &operand) {
    Follows axes = cast<Lowerable>(op).follows(operand.getOperandNumber());
    return axes && axes->empty();
  };
  return op.getNumOperands() > 0 && llvm::all_of(op.getOpOperands(), repeats);
}

/// Whether the last axis of all values has few places, and that before it more.
static bool canInterleave(ValueRange values) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(values[0].getType()).getShape();
  if (shape.size() < 2 || !(shape.back() == 1 || RowAccess::canInterleave(shape.back())))
    return false;
  const int64_t lanes = shape.drop_back().back();
  return (ShapedType::isDynamic(lanes) || lanes > shape.back()) &&
         llvm::all_of(values, [&](Value x) {
           return cast<RankedTensorType>(x.getType()).getShape() == shape;
         });
}

KernelSpace::KernelSpace(code::KernelOp kernel)
    : value(yieldOf(kernel).getValues()[0]), isFlat(false), isByRows(kernel.getByRows()) {
  if (isByRows)
    return;
  auto reductions = llvm::to_vector(kernel.getBody().front().getOps<Reducing>());
  for (Reducing reduction : reductions) {
    value = reduction->getOperand(0);
    ArrayRef<int64_t> axes = reduction.reducedAxes();
    if (reduction == reductions.front() || llvm::is_contained(axes, int64_t(rank()) - 1))
      reduced = llvm::to_vector(axes);
  }
  for (Reducing reduction : reductions)
    if (reduction.reducedAxes() != ArrayRef(reduced))
      totals.push_back(reduction);
  auto isScalar = [](Value x) { return cast<RankedTensorType>(x.getType()).getRank() == 0; };
  isFlat = reductions.empty() && rank() > 0 &&
           llvm::all_of(kernel.getBody().front().without_terminator(), isFlatOp) &&
           llvm::none_of(yieldOf(kernel).getValues(), isScalar);
  isInterleaved = reductions.empty() && !isFlat && canInterleave(yieldOf(kernel).getValues());
}

SmallVector<int64_t> KernelSpace::rowAxes() const {
  SmallVector<int64_t> axes;
  if (isFlat || isByRows)
    return axes;
  for (int64_t axis = 0; axis < laneAxis(); ++axis)
    if (!isReduced(axis))
      axes.push_back(axis);
  return axes;
}

/// A piece keeps sums for as many bytes as some of its rows have.
static constexpr int64_t rowsPerTotal = 64;
/// Vectors may be stored whole, whatever the length of a row is.
static constexpr int64_t mostLanes = 16;

KernelSignature::KernelSignature(code::KernelOp kernel, LaneBuilder &lanes) {
  auto add = [&](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    for (unsigned axis = 0; axis < type.getRank(); ++axis)
      if (type.isDynamicDim(axis))
        openSizes.push_back({value, axis});
  };
  Block &body = kernel.getBody().front();
  llvm::for_each(body.getArguments(), add);
  for (Operation &op : body.without_terminator())
    llvm::for_each(op.getResults(), add);

  KernelSpace space(kernel);
  if (space.isByRows) {
    splitAxes.push_back({space.value, 0});
    return;
  }
  if (space.isFlat) {
    for (unsigned axis = 0; axis < space.rank(); ++axis)
      splitAxes.push_back({space.value, axis});
    return;
  }
  for (int64_t axis : space.rowAxes())
    splitAxes.push_back({space.value, axis});
  for (Operation *total : space.totals)
    for (const Lanes &x : cast<Reducing>(total).empty(lanes))
      partials.push_back(x.dtype());
  if (!partials.empty()) {
    rowsPerPiece = rowsPerTotal;
    int64_t length = cast<RankedTensorType>(space.value.getType()).getShape().back();
    partialLength = llvm::alignTo(length, mostLanes);
  }
  // One row only: its own elements are split, if they are not summed up.
  isSplitInColumns = splitAxes.empty() && space.rank() > 0 && !space.isReduced(space.laneAxis());
  if (isSplitInColumns)
    splitAxes.push_back({space.value, space.laneAxis()});
}

} // namespace cotan
