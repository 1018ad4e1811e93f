#include "cotan/codegen/program/frame.h"

using namespace mlir;

namespace cotan {

Frame::Frame(func::FuncOp program, Functions &functions, Heap &heap)
    : functions(functions), plan(program) {
  if (plan.bytes() > 0)
    block = heap.allocate(program, functions.ir.getInt64(plan.bytes()));
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
