#include "cotan/codegen/program/values.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/types.h"

#include "llvm/IR/Module.h"

using namespace mlir;

namespace cotan {

static RankedTensorType tensorType(Type type) { return dyn_cast<RankedTensorType>(type); }

bool ProgramValues::isStack(Type type) { return isa<flow::StackType>(type); }
bool ProgramValues::isTensor(Type type) {
  auto tensor = tensorType(type);
  return tensor && tensor.getRank() > 0;
}
DType ProgramValues::elementType(Type type) {
  auto tensor = tensorType(type);
  return *dtypeOf(tensor ? tensor.getElementType() : type);
}

Lanes ProgramValues::number(Value value) {
  if (Lanes held = numbers.lookup(value))
    return held;
  return constant(value); // not remembered: it may be asked for in any block
}

Lanes ProgramValues::constant(Value value) {
  DType dtype = elementType(value.getType());
  Operation *op = value.getDefiningOp();
  if (!op || !op->hasTrait<OpTrait::ConstantLike>())
    llvm::report_fatal_error("a value is read before it is emitted");
  Array array = cast<Evaluable>(op).evaluate({})[0];
  uint64_t bits = 0;
  std::memcpy(&bits, array.data(), array.bytes());
  llvm::Value *memory = ir.getIntN(8 * array.bytes(), bits);
  return laneBuilder.fromMemory(dtype, ir.CreateBitCast(memory, laneBuilder.memoryType(dtype)));
}

Value ProgramValues::rootOf(Value value) const {
  auto root = roots.find(value);
  return root == roots.end() ? value : root->second;
}

llvm::Value *ProgramValues::address(Value value, ArrayRef<Position> at) {
  llvm::Value *offset = ir.getInt64(0);
  for (auto [axis, position] : llvm::enumerate(at))
    offset = ir.CreateAdd(ir.CreateMul(offset, size(value, axis)), position.places(1).value());
  llvm::Type *type = laneBuilder.memoryType(elementType(value.getType()));
  return ir.CreateGEP(type, tensor(value).data, offset);
}

llvm::Constant *zeroInMemory(llvm::IRBuilder<> &ir) {
  llvm::Module *module = ir.GetInsertBlock()->getModule();
  auto *global =
      llvm::cast<llvm::GlobalVariable>(module->getOrInsertGlobal("zeros", ir.getInt64Ty()));
  global->setLinkage(llvm::GlobalValue::InternalLinkage);
  global->setInitializer(ir.getInt64(0));
  return global;
}

//--- sizes

llvm::Value *ProgramValues::size(Value value, unsigned axis) {
  auto type = tensorType(value.getType());
  if (!type.isDynamicDim(axis))
    return ir.getInt64(type.getDimSize(axis));
  auto before = known.find(value);
  return before != known.end() ? before->second[axis] : tensor(value).sizes[axis];
}

SizeValues ProgramValues::sizesOf(Value value) {
  SizeValues sizes;
  for (unsigned axis = 0; axis < tensorType(value.getType()).getRank(); ++axis)
    sizes.push_back(size(value, axis));
  return sizes;
}

llvm::Value *ProgramValues::elementCount(Value value) {
  llvm::Value *count = ir.getInt64(1);
  for (llvm::Value *size : sizesOf(value))
    count = ir.CreateMul(count, size);
  return count;
}

llvm::Value *ProgramValues::byteCount(Value value) {
  return ir.CreateMul(elementCount(value), ir.getInt64(sizeOf(elementType(value.getType()))));
}

//--- registers

SmallVector<llvm::Type *> ProgramValues::registerTypes(Type type) {
  if (isStack(type))
    return {ir.getPtrTy()};
  if (!isTensor(type))
    return {laneBuilder.registerType(elementType(type))};
  SmallVector<llvm::Type *> types = {ir.getPtrTy()};
  types.append(tensorType(type).getNumDynamicDims(), ir.getInt64Ty());
  return types;
}

Registers ProgramValues::registersOf(Value value) {
  if (isStack(value.getType()))
    return {stack(value)};
  if (!isTensor(value.getType()))
    return {number(value).value()};
  Registers registers = {tensor(value).data};
  for (auto [axis, size] : llvm::enumerate(tensor(value).sizes))
    if (tensorType(value.getType()).isDynamicDim(axis))
      registers.push_back(size);
  return registers;
}

void ProgramValues::setRegisters(Value value, ArrayRef<llvm::Value *> registers) {
  if (isStack(value.getType()))
    return setStack(value, registers[0]);
  if (!isTensor(value.getType()))
    return setNumber(value, Lanes(laneBuilder, elementType(value.getType()), registers[0]));
  Tensor tensor{registers[0], {}};
  unsigned next = 1;
  auto type = tensorType(value.getType());
  for (unsigned axis = 0; axis < type.getRank(); ++axis)
    tensor.sizes.push_back(type.isDynamicDim(axis) ? registers[next++]
                                                   : ir.getInt64(type.getDimSize(axis)));
  setTensor(value, std::move(tensor));
}

} // namespace cotan
