#include "cotan/codegen/program/stacks.h"

#include "llvm/Support/xxhash.h"

using namespace mlir;

namespace cotan {
namespace {

constexpr abi::Field top = COTAN_FIELD(abi::Stack, top), limit = COTAN_FIELD(abi::Stack, limit),
                     begin = COTAN_FIELD(abi::Stack, begin),
                     bottom = COTAN_FIELD(abi::Stack, bottom),
                     empty = COTAN_FIELD(abi::Stack, empty);

} // namespace

llvm::Value *Stacks::word(llvm::Value *frame, unsigned index) {
  return ir.CreateConstGEP1_64(ir.getInt64Ty(), frame, index);
}

int64_t Stacks::fieldBytes(Type type) {
  if (isSmallTensor(type))
    return llvm::alignTo(bytesOfTensor(type), 8);
  return 8 * registerTypes(type, values).size();
}

int64_t Stacks::frameBytes(TypeRange types) {
  int64_t bytes = checksFrames ? 8 : 0;
  for (Type type : types)
    bytes += fieldBytes(type);
  return bytes;
}

llvm::Value *Stacks::tagOf(TypeRange types) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(types, os, [&](Type type) { type.print(os); });
  return ir.getInt64(llvm::xxh3_64bits(text));
}

void Stacks::emitCreate(Value stack) {
  llvm::Value *made = callRuntime(ir, COTAN_FUNCTION(cotan_new_stack), {functions.run()});
  functions.require(ownership.block().getParentOp(), ir.CreateIsNotNull(made), "");
  values.setStack(stack, made);
}

void Stacks::countEmpty(llvm::Value *stack, int64_t change) {
  llvm::Value *count = load(ir, empty, stack);
  store(ir, ir.CreateAdd(count, ir.getInt64(change)), empty, stack);
}

llvm::Value *Stacks::makeRoom(flow::PushBackOp op, llvm::Value *stack, int64_t bytes) {
  llvm::Value *at = load(ir, top, stack);
  llvm::Value *end = load(ir, limit, stack);
  llvm::BasicBlock *here = ir.GetInsertBlock(), *full = functions.newBlock("grow"),
                   *fits = functions.newBlock("push");
  llvm::Value *room =
      ir.CreateSub(ir.CreatePtrToInt(end, ir.getInt64Ty()), ir.CreatePtrToInt(at, ir.getInt64Ty()));
  ir.CreateCondBr(ir.CreateICmpSGE(room, ir.getInt64(bytes)), fits, full);
  ir.SetInsertPoint(full);
  llvm::Value *fresh =
      callRuntime(ir, COTAN_FUNCTION(cotan_grow), {functions.run(), stack, ir.getInt64(bytes)});
  functions.require(op, ir.CreateIsNotNull(fresh), "");
  llvm::BasicBlock *grown = ir.GetInsertBlock();
  ir.CreateBr(fits);
  ir.SetInsertPoint(fits);
  llvm::PHINode *frame = ir.CreatePHI(ir.getPtrTy(), 2);
  frame->addIncoming(at, here);
  frame->addIncoming(fresh, grown);
  return frame;
}

/// In memory a flag is a byte, f16 two: what a register holds is widened by its own store.
void Stacks::storeField(flow::PushBackOp op, Value value, llvm::Value *place) {
  if (isSmallTensor(value.getType())) {
    ownership.copyOf(op, value, place);
    return;
  }
  for (auto [i, part] : llvm::enumerate(ownership.handOverTo(op, value, nullptr)))
    ir.CreateStore(part, word(place, i));
  if (Ownership::isOwned(value.getType()))
    heap.lose(values.sizes.bytes(value)); // the stack's from here on
}

void Stacks::emit(flow::PushBackOp op) {
  plan.hasStacks = true;
  llvm::Value *stack = values.stack(op.getStack());
  int64_t bytes = frameBytes(op.getValues().getTypes());
  if (bytes == 0)
    return countEmpty(stack, 1);
  llvm::Value *frame = makeRoom(op, stack, bytes);
  unsigned index = 0;
  if (checksFrames)
    ir.CreateStore(tagOf(op.getValues().getTypes()), word(frame, index++));
  for (Value value : op.getValues()) {
    storeField(op, value, word(frame, index));
    index += fieldBytes(value.getType()) / 8;
  }
  store(ir, ir.CreateConstGEP1_64(ir.getInt8Ty(), frame, bytes), top, stack);
}

llvm::Value *Stacks::takeFrame(flow::PopBackOp op, llvm::Value *stack, int64_t bytes) {
  llvm::Value *first = load(ir, begin, stack);
  llvm::Value *at = load(ir, top, stack);
  llvm::Value *least = load(ir, bottom, stack);
  functions.require(op, ir.CreateICmpNE(at, least), "the stack is empty");
  llvm::BasicBlock *drained = functions.newBlock("shrink"), *pop = functions.newBlock("pop");
  ir.CreateCondBr(ir.CreateICmpEQ(first, at), drained, pop);
  ir.SetInsertPoint(drained);
  callRuntime(ir, COTAN_FUNCTION(cotan_shrink), {functions.run(), stack});
  ir.CreateBr(pop);
  ir.SetInsertPoint(pop);
  llvm::Value *end = load(ir, top, stack);
  llvm::Value *frame = ir.CreateConstGEP1_64(ir.getInt8Ty(), end, -bytes);
  store(ir, frame, top, stack);
  return frame;
}

void Stacks::loadField(OpResult value, llvm::Value *place) {
  if (isSmallTensor(value.getType())) {
    llvm::Value *slot = results.make(value);
    ir.CreateMemCpy(slot, llvm::Align(8), place, llvm::Align(8), values.sizes.bytes(value));
    return;
  }
  Registers registers;
  for (auto [i, type] : llvm::enumerate(registerTypes(value.getType(), values)))
    registers.push_back(ir.CreateLoad(type, word(place, i)));
  setRegisters(value, registers, values);
  ownership.own(value);
  if (Ownership::isOwned(value.getType()))
    heap.gain(values.sizes.bytes(value));
}

void Stacks::emit(flow::PopBackOp op) {
  llvm::Value *stack = values.stack(op.getStack());
  int64_t bytes = frameBytes(op.getValues().getTypes());
  if (bytes == 0) {
    llvm::Value *count = load(ir, empty, stack);
    functions.require(op, ir.CreateICmpSGT(count, ir.getInt64(0)), "the stack is empty");
    for (OpResult value : op->getResults()) // tensors without elements
      results.make(value);
    return countEmpty(stack, -1);
  }
  llvm::Value *frame = takeFrame(op, stack, bytes);
  unsigned index = 0;
  if (checksFrames) {
    llvm::Value *tag = ir.CreateLoad(ir.getInt64Ty(), word(frame, index++));
    functions.require(op, ir.CreateICmpEQ(tag, tagOf(op.getResultTypes())),
                      "the frame holds values of other types than are popped");
  }
  for (OpResult value : op->getResults()) {
    loadField(value, word(frame, index));
    index += fieldBytes(value.getType()) / 8;
  }
}

void Stacks::emit(flow::IsEmptyOp op) {
  llvm::Value *stack = values.stack(op.getStack());
  llvm::Value *count = load(ir, empty, stack);
  llvm::Value *at = load(ir, top, stack);
  llvm::Value *least = load(ir, bottom, stack);
  llvm::Value *isEmpty =
      ir.CreateAnd(ir.CreateICmpEQ(at, least), ir.CreateICmpEQ(count, ir.getInt64(0)));
  values.setNumber(op.getEmpty(), Lanes(values.lanes(), DType::i1, isEmpty));
}

} // namespace cotan
