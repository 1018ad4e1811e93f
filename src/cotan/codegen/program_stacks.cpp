// Stacks. A frame is one record: a number's bits, a small tensor's elements, or the registers of a
// large one, whose memory is handed over. Fields start at multiples of eight bytes.
#include "cotan/codegen/program_emitter.h"

#include "llvm/Support/xxhash.h"

using namespace mlir;

namespace cotan {

namespace {
enum StackField { top, limit, begin, bottom, empty }; // of runtime::Stack
}

llvm::Value *ProgramEmitter::field(llvm::Value *stack, unsigned index) {
  return ir.CreateConstGEP1_64(ir.getInt64Ty(), stack, index);
}

int64_t ProgramEmitter::fieldBytes(Type type) {
  if (isSmallTensor(type))
    return llvm::alignTo(bytesOfTensor(type), 8);
  return 8 * values.registerTypes(type).size();
}

int64_t ProgramEmitter::frameBytes(TypeRange types) {
  int64_t bytes = checksFrames ? 8 : 0;
  for (Type type : types)
    bytes += fieldBytes(type);
  return bytes;
}

llvm::Value *ProgramEmitter::tagOf(TypeRange types) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(types, os, [&](Type type) { type.print(os); });
  return ir.getInt64(llvm::xxh3_64bits(text));
}

void ProgramEmitter::emitCreateStack(Value stack) {
  llvm::Value *made = callRuntime("cotan_new_stack", ir.getPtrTy(), {context});
  require(scopes.back().block->getParentOp(), ir.CreateIsNotNull(made), "");
  values.setStack(stack, made);
}

void ProgramEmitter::countEmpty(llvm::Value *stack, int64_t change) {
  llvm::Value *count = ir.CreateLoad(ir.getInt64Ty(), field(stack, empty));
  ir.CreateStore(ir.CreateAdd(count, ir.getInt64(change)), field(stack, empty));
}

/// In memory a flag is a byte, f16 two: what a register holds is widened by its own store.
void ProgramEmitter::emitPush(flow::PushBackOp op) {
  code.memory.hasStacks = true;
  llvm::Value *stack = values.stack(op.getStack());
  int64_t bytes = frameBytes(op.getValues().getTypes());
  if (bytes == 0)
    return countEmpty(stack, 1);
  llvm::Value *at = ir.CreateLoad(ir.getPtrTy(), field(stack, top));
  llvm::Value *end = ir.CreateLoad(ir.getPtrTy(), field(stack, limit));
  llvm::BasicBlock *here = ir.GetInsertBlock(), *full = newBlock("grow"), *fits = newBlock("push");
  llvm::Value *room =
      ir.CreateSub(ir.CreatePtrToInt(end, ir.getInt64Ty()), ir.CreatePtrToInt(at, ir.getInt64Ty()));
  ir.CreateCondBr(ir.CreateICmpSGE(room, ir.getInt64(bytes)), fits, full);
  ir.SetInsertPoint(full);
  llvm::Value *fresh =
      callRuntime("cotan_grow", ir.getPtrTy(), {context, stack, ir.getInt64(bytes)});
  require(op, ir.CreateIsNotNull(fresh), "");
  llvm::BasicBlock *grown = ir.GetInsertBlock();
  ir.CreateBr(fits);
  ir.SetInsertPoint(fits);
  llvm::PHINode *frame = ir.CreatePHI(ir.getPtrTy(), 2);
  frame->addIncoming(at, here);
  frame->addIncoming(fresh, grown);
  unsigned index = 0;
  if (checksFrames)
    ir.CreateStore(tagOf(op.getValues().getTypes()), field(frame, index++));
  for (Value value : op.getValues()) {
    llvm::Value *place = field(frame, index);
    if (isSmallTensor(value.getType())) {
      copyOf(op, value, place);
    } else {
      for (auto [i, part] : llvm::enumerate(handOverTo(op, value, nullptr)))
        ir.CreateStore(part, field(place, i));
      if (isOwned(value.getType()))
        account(values.byteCount(value), -1); // the stack's from here on
    }
    index += fieldBytes(value.getType()) / 8;
  }
  ir.CreateStore(ir.CreateConstGEP1_64(ir.getInt8Ty(), frame, bytes), field(stack, top));
}

void ProgramEmitter::emitPop(flow::PopBackOp op) {
  llvm::Value *stack = values.stack(op.getStack());
  int64_t bytes = frameBytes(op.getValues().getTypes());
  if (bytes == 0) {
    llvm::Value *count = ir.CreateLoad(ir.getInt64Ty(), field(stack, empty));
    require(op, ir.CreateICmpSGT(count, ir.getInt64(0)), "the stack is empty");
    for (Value value : op.getValues()) // tensors without elements
      makeResult(cast<OpResult>(value));
    return countEmpty(stack, -1);
  }
  llvm::Value *first = ir.CreateLoad(ir.getPtrTy(), field(stack, begin));
  llvm::Value *at = ir.CreateLoad(ir.getPtrTy(), field(stack, top));
  llvm::Value *least = ir.CreateLoad(ir.getPtrTy(), field(stack, bottom));
  require(op, ir.CreateICmpNE(at, least), "the stack is empty");
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
  if (checksFrames) {
    llvm::Value *tag = ir.CreateLoad(ir.getInt64Ty(), field(frame, index++));
    require(op, ir.CreateICmpEQ(tag, tagOf(op.getResultTypes())),
            "the frame holds values of other types than are popped");
  }
  for (Value value : op.getValues()) {
    llvm::Value *place = field(frame, index);
    index += fieldBytes(value.getType()) / 8;
    if (isSmallTensor(value.getType())) {
      llvm::Value *slot = makeResult(cast<OpResult>(value));
      ir.CreateMemCpy(slot, llvm::Align(8), place, llvm::Align(8), values.byteCount(value));
      continue;
    }
    Registers registers;
    for (auto [i, type] : llvm::enumerate(values.registerTypes(value.getType())))
      registers.push_back(ir.CreateLoad(type, field(place, i)));
    values.setRegisters(value, registers);
    own(value);
    if (isOwned(value.getType()))
      account(values.byteCount(value), 1);
  }
}

void ProgramEmitter::emitIsEmpty(flow::IsEmptyOp op) {
  llvm::Value *stack = values.stack(op.getStack());
  llvm::Value *count = ir.CreateLoad(ir.getInt64Ty(), field(stack, empty));
  llvm::Value *at = ir.CreateLoad(ir.getPtrTy(), field(stack, top));
  llvm::Value *least = ir.CreateLoad(ir.getPtrTy(), field(stack, bottom));
  llvm::Value *isEmpty =
      ir.CreateAnd(ir.CreateICmpEQ(at, least), ir.CreateICmpEQ(count, ir.getInt64(0)));
  values.setNumber(op.getEmpty(), Lanes(values.lanes(), DType::i1, isEmpty));
}

} // namespace cotan
