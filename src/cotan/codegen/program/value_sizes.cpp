#include "cotan/codegen/program/value_sizes.h"

#include "cotan/codegen/value_kinds.h"

using namespace mlir;

namespace cotan {

llvm::Value *ValueSizes::of(Value value, unsigned axis) const {
  auto type = cast<RankedTensorType>(value.getType());
  return type.isDynamicDim(axis) ? known.find(value)->second[axis]
                                 : ir.getInt64(type.getDimSize(axis));
}

SizeValues ValueSizes::of(Value value) const {
  SizeValues sizes;
  for (unsigned axis = 0; axis < cast<RankedTensorType>(value.getType()).getRank(); ++axis)
    sizes.push_back(of(value, axis));
  return sizes;
}

llvm::Value *ValueSizes::elements(Value value) const {
  llvm::Value *count = ir.getInt64(1);
  for (llvm::Value *size : of(value))
    count = ir.CreateMul(count, size);
  return count;
}

llvm::Value *ValueSizes::bytes(Value value) const {
  return ir.CreateMul(elements(value), ir.getInt64(sizeOf(elementType(value.getType()))));
}

} // namespace cotan
