#include "cotan/codegen/program/heap.h"

#include "cotan/ir/flow/flow.h"

using namespace mlir;

namespace cotan {

/// Whether it is in a branch or loop, and may not be run.
static bool isConditional(Operation *op) {
  return op->getParentOfType<flow::Structured>() != nullptr;
}

void Heap::willAllocate(Operation *op, llvm::Value *bytes) {
  gain(bytes);
  if (live > code.need.bytes && !isConditional(op) && !functions.isCallee())
    code.need = {live, op->getLoc(), op->getName().getStringRef().str()};
}

llvm::Value *Heap::allocate(Operation *op, llvm::Value *bytes) {
  willAllocate(op, bytes);
  llvm::IRBuilder<> &ir = functions.ir;
  llvm::Value *data = callRuntime(ir, COTAN_FUNCTION(cotan_allocate), {functions.run(), bytes});
  functions.require(op, ir.CreateIsNotNull(data), "");
  probes.countBytes(bytes);
  return data;
}

void Heap::release(llvm::Value *data, llvm::Value *bytes) {
  lose(bytes);
  callRuntime(functions.ir, COTAN_FUNCTION(cotan_release), {functions.run(), data});
}

void Heap::releaseAll(ArrayRef<llvm::Value *> blocks) {
  llvm::IRBuilder<> &ir = functions.ir;
  auto words = functions.wordsOfOp();
  callRuntime(ir, COTAN_FUNCTION(cotan_release_all),
              {functions.run(), ir.getInt64(blocks.size()), functions.listOf(blocks)});
}

void Heap::account(llvm::Value *bytes, int sign) {
  if (auto *known = dyn_cast<llvm::ConstantInt>(bytes))
    live += sign * known->getSExtValue();
  else
    code.memory.isOpen = true;
  code.memory.peakBytes = std::max(code.memory.peakBytes, live);
}

} // namespace cotan
