// Stacks. A frame is one record: a number's bits, a small tensor's elements, or the registers of a
// large one, whose memory is handed over. Fields start at multiples of eight bytes.
#include "cotan/codegen/program_emitter.h"

#include "llvm/Support/xxhash.h"

using namespace mlir;

namespace cotan {

namespace {

constexpr abi::Field top = COTAN_FIELD(abi::Stack, top), limit = COTAN_FIELD(abi::Stack, limit),
                     begin = COTAN_FIELD(abi::Stack, begin),
                     bottom = COTAN_FIELD(abi::Stack, bottom),
                     empty = COTAN_FIELD(abi::Stack, empty);

} // namespace

llvm::Value *ProgramEmitter::word(llvm::Value *frame, unsigned index) {
  return ir.CreateConstGEP1_64(ir.getInt64Ty(), frame, index);
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
  llvm::Value *made = callRuntime(ir, COTAN_FUNCTION(cotan_new_stack), {context});
  require(scopes.back().block->getParentOp(), ir.CreateIsNotNull(made), "");
  values.setStack(stack, made);
}

void ProgramEmitter::countEmpty(llvm::Value *stack, int64_t change) {
  llvm::Value *count = load(ir, empty, stack);
  store(ir, ir.CreateAdd(count, ir.getInt64(change)), empty, stack);
}

/// In memory a flag is a byte, f16 two: what a register holds is widened by its own store.
void ProgramEmitter::emitPush(flow::PushBackOp op) {
  code.memory.hasStacks = true;
  llvm::Value *stack = values.stack(op.getStack());
  int64_t bytes = frameBytes(op.getValues().getTypes());
  if (bytes == 0)
    return countEmpty(stack, 1);
  llvm::Value *at = load(ir, top, stack);
  llvm::Value *end = load(ir, limit, stack);
  llvm::BasicBlock *here = ir.GetInsertBlock(), *full = newBlock("grow"), *fits = newBlock("push");
  llvm::Value *room =
      ir.CreateSub(ir.CreatePtrToInt(end, ir.getInt64Ty()), ir.CreatePtrToInt(at, ir.getInt64Ty()));
  ir.CreateCondBr(ir.CreateICmpSGE(room, ir.getInt64(bytes)), fits, full);
  ir.SetInsertPoint(full);
  llvm::Value *fresh =
      callRuntime(ir, COTAN_FUNCTION(cotan_grow), {context, stack, ir.getInt64(bytes)});
  require(op, ir.CreateIsNotNull(fresh), "");
  llvm::BasicBlock *grown = ir.GetInsertBlock();
  ir.CreateBr(fits);
  ir.SetInsertPoint(fits);
  llvm::PHINode *frame = ir.CreatePHI(ir.getPtrTy(), 2);
  frame->addIncoming(at, here);
  frame->addIncoming(fresh, grown);
  unsigned index = 0;
  if (checksFrames)
    ir.CreateStore(tagOf(op.getValues().getTypes()), word(frame, index++));
  for (Value value : op.getValues()) {
    llvm::Value *place = word(frame, index);
    if (isSmallTensor(value.getType())) {
      copyOf(op, value, place);
    } else {
      for (auto [i, part] : llvm::enumerate(handOverTo(op, value, nullptr)))
        ir.CreateStore(part, word(place, i));
      if (isOwned(value.getType()))
        account(values.byteCount(value), -1); // the stack's from here on
    }
    index += fieldBytes(value.getType()) / 8;
  }
  store(ir, ir.CreateConstGEP1_64(ir.getInt8Ty(), frame, bytes), top, stack);
}

void ProgramEmitter::emitPop(flow::PopBackOp op) {
  llvm::Value *stack = values.stack(op.getStack());
  int64_t bytes = frameBytes(op.getValues().getTypes());
  if (bytes == 0) {
    llvm::Value *count = load(ir, empty, stack);
    require(op, ir.CreateICmpSGT(count, ir.getInt64(0)), "the stack is empty");
    for (Value value : op.getValues()) // tensors without elements
      makeResult(cast<OpResult>(value));
    return countEmpty(stack, -1);
  }
  llvm::Value *first = load(ir, begin, stack);
  llvm::Value *at = load(ir, top, stack);
  llvm::Value *least = load(ir, bottom, stack);
  require(op, ir.CreateICmpNE(at, least), "the stack is empty");
  llvm::BasicBlock *drained = newBlock("shrink"), *pop = newBlock("pop");
  ir.CreateCondBr(ir.CreateICmpEQ(first, at), drained, pop);
  ir.SetInsertPoint(drained);
  callRuntime(ir, COTAN_FUNCTION(cotan_shrink), {context, stack});
  ir.CreateBr(pop);
  ir.SetInsertPoint(pop);
  llvm::Value *end = load(ir, top, stack);
  llvm::Value *frame = ir.CreateConstGEP1_64(ir.getInt8Ty(), end, -bytes);
  store(ir, frame, top, stack);
  unsigned index = 0;
  if (checksFrames) {
    llvm::Value *tag = ir.CreateLoad(ir.getInt64Ty(), word(frame, index++));
    require(op, ir.CreateICmpEQ(tag, tagOf(op.getResultTypes())),
            "the frame holds values of other types than are popped");
  }
  for (Value value : op.getValues()) {
    llvm::Value *place = word(frame, index);
    index += fieldBytes(value.getType()) / 8;
    if (isSmallTensor(value.getType())) {
      llvm::Value *slot = makeResult(cast<OpResult>(value));
      ir.CreateMemCpy(slot, llvm::Align(8), place, llvm::Align(8), values.byteCount(value));
      continue;
    }
    Registers registers;
    for (auto [i, type] : llvm::enumerate(values.registerTypes(value.getType())))
      registers.push_back(ir.CreateLoad(type, word(place, i)));
    values.setRegisters(value, registers);
    own(value);
    if (isOwned(value.getType()))
      account(values.byteCount(value), 1);
  }
}

void ProgramEmitter::emitIsEmpty(flow::IsEmptyOp op) {
  llvm::Value *stack = values.stack(op.getStack());
  llvm::Value *count = load(ir, empty, stack);
  llvm::Value *at = load(ir, top, stack);
  llvm::Value *least = load(ir, bottom, stack);
  llvm::Value *isEmpty =
      ir.CreateAnd(ir.CreateICmpEQ(at, least), ir.CreateICmpEQ(count, ir.getInt64(0)));
  values.setNumber(op.getEmpty(), Lanes(values.lanes(), DType::i1, isEmpty));
}

} // namespace cotan
