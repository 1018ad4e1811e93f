#include "cotan/codegen/program/tensor_views.h"

using namespace mlir;

namespace cotan {

llvm::Value *TensorViews::spill(const Lanes &x) {
  llvm::Value *memory = values.lanes().toMemory(x);
  llvm::Value *place = functions.reserve();
  ir.CreateStore(memory, place);
  return place;
}

void TensorViews::store(Value value, llvm::Value *data, llvm::Value *views, unsigned index) {
  const bool isInMemory = isTensor(value.getType());
  SizeValues sizes = isInMemory ? values.sizes.of(value) : SizeValues();
  llvm::Value *list = functions.reserve(std::max<size_t>(sizes.size(), 1));
  for (auto [axis, size] : llvm::enumerate(sizes))
    ir.CreateStore(size, ir.CreateConstGEP1_64(ir.getInt64Ty(), list, axis));
  const auto dtype = uint32_t(elementType(value.getType()));
  cotan::store(ir,
               {{COTAN_FIELD(TensorView, data), data},
                {COTAN_FIELD(TensorView, sizes), list},
                {COTAN_FIELD(TensorView, rank), ir.getInt32(sizes.size())},
                {COTAN_FIELD(TensorView, dtype), ir.getInt32(dtype)}},
               views, index);
}

llvm::Value *TensorViews::of(ValueRange operands) {
  llvm::Value *views =
      functions.reserve(abi::wordsOf<TensorView>(std::max<size_t>(1, operands.size())));
  for (auto [i, operand] : llvm::enumerate(operands)) {
    llvm::Value *data =
        isTensor(operand.getType()) ? values.data(operand) : spill(values.number(operand));
    store(operand, data, views, i);
  }
  return views;
}

} // namespace cotan
