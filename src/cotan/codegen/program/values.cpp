#include "cotan/codegen/program/values.h"

#include "llvm/IR/Module.h"

using namespace mlir;

namespace cotan {

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

void ProgramValues::setTensor(Value value, llvm::Value *data, SizeValues of) {
  tensors[value] = data;
  sizes.set(value, std::move(of));
}

llvm::Value *ProgramValues::address(Value value, ArrayRef<Position> at) {
  llvm::Value *offset = ir.getInt64(0);
  for (auto [axis, position] : llvm::enumerate(at))
    offset = ir.CreateAdd(ir.CreateMul(offset, sizes.of(value, axis)), position.places(1).value());
  llvm::Type *type = laneBuilder.memoryType(elementType(value.getType()));
  return ir.CreateGEP(type, data(value), offset);
}

llvm::Constant *zeroInMemory(llvm::IRBuilder<> &ir) {
  llvm::Module *module = ir.GetInsertBlock()->getModule();
  auto *global =
      llvm::cast<llvm::GlobalVariable>(module->getOrInsertGlobal("zeros", ir.getInt64Ty()));
  global->setLinkage(llvm::GlobalValue::InternalLinkage);
  global->setInitializer(ir.getInt64(0));
  return global;
}

} // namespace cotan
