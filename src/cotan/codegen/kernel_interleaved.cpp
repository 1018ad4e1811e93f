// Last axes of few places, as that of the parts of complex numbers: lanes lie along the axis
// before, and what lies side by side in memory is read and written in one piece.
#include "cotan/codegen/kernel_emitter.h"

#include "cotan/ir/types.h"

using namespace mlir;

namespace cotan {

std::optional<RowAccess> KernelValues::interleavedAt(llvm::Value *data, Value shape,
                                                     ArrayRef<Position> place) {
  auto type = cast<RankedTensorType>(shape.getType());
  const int64_t rank = type.getRank();
  if (rank < 2 || int64_t(place.size()) != rank ||
      !RowAccess::canInterleave(type.getShape().back()))
    return std::nullopt;
  const int64_t columns = type.getShape().back();
  const Position &column = place.back();
  if (width < columns || !column.isAffine() || column.step() != 0 ||
      !isa<llvm::ConstantInt>(column.first()))
    return std::nullopt;
  Place row(place);
  row.back() = Position(laneBuilder, int64_t(0));
  const Position offset = offsetOf(shape, row);
  if (!offset.isAffine() || offset.step() != columns)
    return std::nullopt;
  llvm::Type *element = laneBuilder.memoryType(*dtypeOf(type.getElementType()));
  const Lanes &mask = loops.mask();
  return RowAccess{.element = element,
                   .first = ir.CreateGEP(element, data, offset.first()),
                   .step = columns,
                   .rows = width,
                   .columns = unsigned(columns),
                   .mask = mask ? laneBuilder.repeat(mask, width).value() : nullptr};
}

/// With its neighbours, which will be asked for, too.
Lanes KernelValues::loadInterleaved(BlockArgument input, const RowAccess &rows, Place place) {
  const DType dtype = *dtypeOf(cast<RankedTensorType>(input.getType()).getElementType());
  const int64_t wanted = cast<llvm::ConstantInt>(place.back().first())->getSExtValue();
  Lanes found;
  for (auto [i, vector] : llvm::enumerate(rows.load(ir))) {
    Lanes x = laneBuilder.fromMemory(dtype, vector);
    place.back() = Position(laneBuilder, int64_t(i));
    loops.remember(keyOf(input, place), x);
    if (int64_t(i) == wanted)
      found = x;
  }
  return found;
}

void KernelValues::storeInterleaved(unsigned i, ArrayRef<Position> place, ArrayRef<Lanes> xs) {
  Value result = kernel.getBody().front().getTerminator()->getOperand(i);
  Place at(place);
  at.back() = Position(laneBuilder, int64_t(0));
  auto rows = interleavedAt(outputs[i], result, at);
  if (!rows) {
    for (auto [column, x] : llvm::enumerate(xs)) {
      at.back() = Position(laneBuilder, int64_t(column));
      store(i, at, x);
    }
    return;
  }
  rows->isPastCaches = pastCaches.contains(i);
  SmallVector<llvm::Value *> vectors;
  for (const Lanes &x : xs)
    vectors.push_back(laneBuilder.toMemory(laneBuilder.repeat(x, width)));
  rows->store(ir, vectors);
}

/// All elements at the place of the lanes, and only then the stores: one may overwrite an input.
void KernelEmitter::storeAllInterleaved() {
  const int64_t columns = cast<RankedTensorType>(space.value.getType()).getShape().back();
  SmallVector<SmallVector<Lanes, 4>> made(yields.size());
  for (auto [yielded, columnsOf] : llvm::zip_equal(yields, made))
    for (int64_t column = 0; column < columns; ++column) {
      place.back() = Position(values.lanes(), column);
      columnsOf.push_back(values.element(yielded, place));
    }
  for (auto [i, columnsOf] : llvm::enumerate(made))
    values.storeInterleaved(i, place, columnsOf);
}

} // namespace cotan
