#include "cotan/codegen/program/kernel_table.h"

#include "cotan/codegen/kernel.h"
#include "cotan/codegen/small_product.h"

using namespace mlir;

namespace cotan {

KernelTable::KernelFunctions KernelTable::functionsOf(code::KernelOp kernel) {
  SmallVector<bool> isRead;
  for (Value result : kernel.getResults())
    isRead.push_back(!llvm::all_of(result.getUsers(), llvm::IsaPred<func::ReturnOp>));
  KernelKey key = keyOf(kernel);
  llvm::append_range(key, isRead);
  KernelFunctions &functions = kernels[key];
  if (!functions.run) {
    const std::string name = nextName();
    functions.run = emitKernel(kernel, name, *code.module, processor, isRead, code.effort);
    if (KernelSpace(kernel).rank() == 0) // an element of a tensor: a call takes longer
      functions.run->addFnAttr(llvm::Attribute::AlwaysInline);
    functions.number = code.kernels.size();
    code.kernels.push_back(
        {functions.run, unsigned(kernel.getBody().front().getOperations().size() - 1)});
    functions.finish = emitTotals(kernel, name + "_totals", *code.module, processor, code.effort);
  }
  code.kernels[functions.number].sources.push_back(kernel);
  return functions;
}

/// All numbers that its code depends on.
static std::vector<int64_t> keyOf(const MatrixProduct &product, DType dtype) {
  std::vector<int64_t> key = {int64_t(dtype), product.m, product.n, product.k};
  for (const MatrixProduct::Steps &steps : product.steps)
    key.insert(key.end(), {steps.row, steps.column});
  for (const PairedAxis &axis : product.batches)
    key.insert(key.end(), {axis.size, axis.steps[0], axis.steps[1]});
  return key;
}

llvm::Function *KernelTable::functionOf(const MatrixProduct &product, DType dtype) {
  llvm::Function *&function = products[keyOf(product, dtype)];
  if (!function) {
    function = emitProduct(product, dtype, nextName(), *code.module, processor);
    code.kernels.push_back({function, 1});
  }
  return function;
}

} // namespace cotan
