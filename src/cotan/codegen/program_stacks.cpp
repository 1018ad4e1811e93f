// Stacks. A frame is one record: a number's bits, or the registers of a tensor, whose memory is
// handed over; each field has eight bytes.
#include "cotan/codegen/program_emitter.h"

using namespace mlir;

namespace cotan {

namespace {
enum StackField { top, limit, begin, frames }; // of runtime::Stack
}

llvm::Value *ProgramEmitter::field(llvm::Value *stack, unsigned index) {
  return ir.CreateConstGEP1_64(ir.getInt64Ty(), stack, index);
}

int64_t ProgramEmitter::frameBytes(TypeRange types) {
  int64_t bytes = 0;
  for (Type type : types)
    bytes += 8 * values.registerTypes(type).size();
  return bytes;
}

void ProgramEmitter::emitCreateStack(Value stack) {
  llvm::Value *made = callRuntime("cotan_new_stack", ir.getPtrTy(), {context});
  require(scopes.back().block->getParentOp(), ir.CreateIsNotNull(made), "");
  values.setStack(stack, made);
}

/// In memory a flag is a byte, f16 two: what a register holds is widened by its own store.
void ProgramEmitter::emitPush(flow::PushBackOp op) {
  llvm::Value *stack = values.stack(op.getStack());
  llvm::Value *count = ir.CreateLoad(ir.getInt64Ty(), field(stack, frames));
  ir.CreateStore(ir.CreateAdd(count, ir.getInt64(1)), field(stack, frames));
  int64_t bytes = frameBytes(op.getValues().getTypes());
  if (bytes == 0)
    return;
  llvm::Value *at = ir.CreateLoad(ir.getPtrTy(), field(stack, top));
  llvm::Value *end = ir.CreateLoad(ir.getPtrTy(), field(stack, limit));
  llvm::BasicBlock *here = ir.GetInsertBlock(), *full = newBlock("grow"), *fits = newBlock("push");
  llvm::Value *room = ir.CreateSub(ir.CreatePtrToInt(end, ir.getInt64Ty()),
                                   ir.CreatePtrToInt(at, ir.getInt64Ty()));
  ir.CreateCondBr(ir.CreateICmpSGE(room, ir.getInt64(bytes)), fits, full);
  ir.SetInsertPoint(full);
  llvm::Value *fresh = callRuntime("cotan_grow", ir.getPtrTy(), {context, stack, ir.getInt64(bytes)});
  require(op, ir.CreateIsNotNull(fresh), "");
  llvm::BasicBlock *grown = ir.GetInsertBlock();
  ir.CreateBr(fits);
  ir.SetInsertPoint(fits);
  llvm::PHINode *frame = ir.CreatePHI(ir.getPtrTy(), 2);
  frame->addIncoming(at, here);
  frame->addIncoming(fresh, grown);
  unsigned index = 0;
  for (Value value : op.getValues())
    for (llvm::Value *part : handOverTo(op, value))
      ir.CreateStore(part, field(frame, index++));
  ir.CreateStore(ir.CreateConstGEP1_64(ir.getInt8Ty(), frame, bytes), field(stack, top));
}

void ProgramEmitter::emitPop(flow::PopBackOp op) {
  llvm::Value *stack = values.stack(op.getStack());
  llvm::Value *count = ir.CreateLoad(ir.getInt64Ty(), field(stack, frames));
  require(op, ir.CreateICmpSGT(count, ir.getInt64(0)), "the stack is empty");
  ir.CreateStore(ir.CreateSub(count, ir.getInt64(1)), field(stack, frames));
  int64_t bytes = frameBytes(op.getValues().getTypes());
  if (bytes == 0)
    return;
  llvm::Value *first = ir.CreateLoad(ir.getPtrTy(), field(stack, begin));
  llvm::Value *at = ir.CreateLoad(ir.getPtrTy(), field(stack, top));
  llvm::BasicBlock *empty = newBlock("shrink"), *pop = newBlock("pop");
  ir.CreateCondBr(ir.CreateICmpEQ(first, at), empty, pop);
  ir.SetInsertPoint(empty);
  callRuntime("cotan_shrink", ir.getVoidTy(), {context, stack});
  ir.CreateBr(pop);
  ir.SetInsertPoint(pop);
  llvm::Value *end = ir.CreateLoad(ir.getPtrTy(), field(stack, top));
  llvm::Value *frame = ir.CreateConstGEP1_64(ir.getInt8Ty(), end, -bytes);
  ir.CreateStore(frame, field(stack, top));
  unsigned index = 0;
  for (Value value : op.getValues()) {
    Registers registers;
    for (llvm::Type *type : values.registerTypes(value.getType()))
      registers.push_back(ir.CreateLoad(type, field(frame, index++)));
    values.setRegisters(value, registers);
    own(value);
  }
}

void ProgramEmitter::emitIsEmpty(flow::IsEmptyOp op) {
  llvm::Value *stack = values.stack(op.getStack());
  llvm::Value *count = ir.CreateLoad(ir.getInt64Ty(), field(stack, frames));
  values.setNumber(op.getEmpty(), Lanes(values.lanes(), DType::i1,
                                        ir.CreateICmpEQ(count, ir.getInt64(0))));
}

} // namespace cotan
