#include "cotan/codegen/program/results.h"

#include "cotan/codegen/program/sizes.h"
#include "cotan/ir/code/code.h"

using namespace mlir;

namespace cotan {

void Results::size(OpResult result) {
  values.sizes.set(result, resultSizes(result, functions, values));
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
  if (!isTensor(result.getType()))
    return functions.reserve();
  llvm::IRBuilder<> &ir = functions.ir;
  SizeValues sizes = values.sizes.of(result);
  DType dtype = elementType(result.getType());
  llvm::Value *count = ir.getInt64(sizeOf(dtype));
  for (llvm::Value *size : sizes)
    count = ir.CreateMul(count, size);
  llvm::Value *data = isSmallTensor(result.getType()) ? frame.placeOf(result)
                                                      : heap.allocate(makerOf(result), count);
  values.setTensor(result, data, std::move(sizes));
  ownership.own(result);
  return data;
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
  bool fromTensor = isTensor(source.getType());
  if (!isTensor(result.getType())) {
    if (fromTensor)
      (void)resultSizes(result, functions, values); // for its checks
    if (!fromTensor || values.isNumber(source))
      return values.setNumber(result, values.number(source));
    return takeNumber(result, values.data(source));
  }
  SizeValues sizes = resultSizes(result, functions, values);
  if (fromTensor) {
    values.setTensor(result, values.data(source), sizes);
    return values.setView(result, source);
  }
  llvm::Value *data = make(result);
  functions.ir.CreateStore(values.lanes().toMemory(values.number(source)), data);
}

void Results::takeNumber(OpResult result, llvm::Value *place) {
  DType dtype = elementType(result.getType());
  llvm::Value *memory = functions.ir.CreateLoad(values.lanes().memoryType(dtype), place);
  values.setNumber(result, values.lanes().fromMemory(dtype, memory));
}

void Results::takeNumbers(Operation *op, ArrayRef<llvm::Value *> places) {
  for (auto [result, place] : llvm::zip_equal(op->getResults(), places))
    if (!isTensor(result.getType()))
      takeNumber(result, place);
}

} // namespace cotan
