#include "cotan/codegen/program/frame.h"

using namespace mlir;

namespace cotan {

/// More would make deep recursion end early.
constexpr int64_t mostOnStack = 4096;

Frame::Frame(func::FuncOp program, Functions &functions, Heap &heap)
    : functions(functions), heap(heap), plan(program) {
  llvm::IRBuilder<> &ir = functions.ir;
  if (isOnStack()) {
    auto *words = functions.reserveAtEntry(plan.bytes() / sizeof(int64_t));
    words->setAlignment(llvm::Align(64));
    block = words;
  } else if (plan.bytes() > 0) {
    block = heap.allocate(program, ir.getInt64(plan.bytes()));
  }
}

bool Frame::isOnStack() const { return functions.isCallee() && plan.bytes() <= mostOnStack; }

void Frame::release() {
  if (plan.bytes() > 0 && !isOnStack())
    heap.release(block, functions.ir.getInt64(plan.bytes()));
}

llvm::Value *Frame::slotOf(Operation *op, unsigned variable, FramePlan::Place place) {
  if (!isSmallTensor(op->getResult(variable).getType()))
    return nullptr;
  return at(plan.offsetOf(op, variable, place));
}

SmallVector<llvm::Value *> Frame::slotsOf(Operation *op, FramePlan::Place place) {
  SmallVector<llvm::Value *> slots;
  for (unsigned j = 0; j < op->getNumResults(); ++j)
    slots.push_back(slotOf(op, j, place));
  return slots;
}

llvm::Value *Frame::at(int64_t offset) {
  return functions.ir.CreateConstGEP1_64(functions.ir.getInt8Ty(), block, offset);
}

} // namespace cotan
