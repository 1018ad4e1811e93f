#include "cotan/codegen/program/results.h"

#include "cotan/codegen/program/sizes.h"
#include "cotan/ir/code/code.h"

using namespace mlir;

namespace cotan {

void Results::size(OpResult result) {
  values.setSizes(result, resultSizes(result, functions, values));
}

/// The op that makes the result: of a kernel, one of those in it.
static Operation *makerOf(OpResult result) {
  auto kernel = dyn_cast<code::KernelOp>(result.getOwner());
  if (!kernel)
    return result.getOwner();
  Operation *yield = kernel.getBody().front().getTerminator();
  Operation *maker = yield->getOperand(result.getResultNumber()).getDefiningOp();
  return maker ? maker : kernel;
}

llvm::Value *Results::make(OpResult result) {
  if (!ProgramValues::isTensor(result.getType()))
    return functions.reserve();
  llvm::IRBuilder<> &ir = functions.ir;
  Tensor tensor;
  tensor.sizes = values.sizesOf(result);
  DType dtype = ProgramValues::elementType(result.getType());
  llvm::Value *count = ir.getInt64(sizeOf(dtype));
  for (llvm::Value *size : tensor.sizes)
    count = ir.CreateMul(count, size);
  tensor.data = isSmallTensor(result.getType()) ? frame.placeOf(result)
                                                : heap.allocate(makerOf(result), count);
  values.setTensor(result, tensor);
  ownership.own(result);
  return tensor.data;
}

llvm::Value *Results::makeOrUpdate(OpResult result) {
  if (isa<Updating>(result.getOwner()) && Ownership::isOwned(result.getType()))
    if (llvm::Value *data = ownership.overwrite(result, 0))
      return data;
  return make(result);
}

void Results::share(Operation *view) {
  OpResult result = view->getResult(0);
  Value source = view->getOperand(0);
  bool fromTensor = ProgramValues::isTensor(source.getType());
  if (!ProgramValues::isTensor(result.getType())) {
    if (fromTensor)
      (void)resultSizes(result, functions, values); // for its checks
    if (!fromTensor || values.isNumber(source))
      return values.setNumber(result, values.number(source));
    return takeNumber(result, values.tensor(source).data);
  }
  SizeValues sizes = resultSizes(result, functions, values);
  if (fromTensor) {
    values.setTensor(result, {values.tensor(source).data, sizes});
    return values.setView(result, source);
  }
  llvm::Value *data = make(result);
  functions.ir.CreateStore(values.lanes().toMemory(values.number(source)), data);
}

void Results::takeNumber(OpResult result, llvm::Value *place) {
  DType dtype = ProgramValues::elementType(result.getType());
  llvm::Value *memory = functions.ir.CreateLoad(values.lanes().memoryType(dtype), place);
  values.setNumber(result, values.lanes().fromMemory(dtype, memory));
}

void Results::takeNumbers(Operation *op, ArrayRef<llvm::Value *> places) {
  for (auto [result, place] : llvm::zip_equal(op->getResults(), places))
    if (!ProgramValues::isTensor(result.getType()))
      takeNumber(result, place);
}

} // namespace cotan
