#include "cotan/codegen/program/registers.h"

using namespace mlir;

namespace cotan {

SmallVector<llvm::Type *> registerTypes(Type type, ProgramValues &values) {
  LaneBuilder &lanes = values.lanes();
  if (isStack(type))
    return {lanes.ir.getPtrTy()};
  if (!isTensor(type))
    return {lanes.registerType(elementType(type))};
  SmallVector<llvm::Type *> types = {lanes.ir.getPtrTy()};
  types.append(cast<RankedTensorType>(type).getNumDynamicDims(), lanes.ir.getInt64Ty());
  return types;
}

Registers registersOf(Value value, ProgramValues &values) {
  if (isStack(value.getType()))
    return {values.stack(value)};
  if (!isTensor(value.getType()))
    return {values.number(value).value()};
  Registers registers = {values.data(value)};
  auto type = cast<RankedTensorType>(value.getType());
  for (unsigned axis = 0; axis < type.getRank(); ++axis)
    if (type.isDynamicDim(axis))
      registers.push_back(values.sizes.of(value, axis));
  return registers;
}

void setRegisters(Value value, ArrayRef<llvm::Value *> registers, ProgramValues &values) {
  if (isStack(value.getType()))
    return values.setStack(value, registers[0]);
  if (!isTensor(value.getType()))
    return values.setNumber(value,
                            Lanes(values.lanes(), elementType(value.getType()), registers[0]));
  SizeValues sizes;
  unsigned next = 1;
  auto type = cast<RankedTensorType>(value.getType());
  for (unsigned axis = 0; axis < type.getRank(); ++axis)
    sizes.push_back(type.isDynamicDim(axis) ? registers[next++]
                                            : values.lanes().ir.getInt64(type.getDimSize(axis)));
  values.setTensor(value, registers[0], std::move(sizes));
}

} // namespace cotan
