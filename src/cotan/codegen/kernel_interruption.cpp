// Loops of a kernel that may take long: a piece of its work is done on one thread, and nobody but
// the kernel could see in the middle of it that the thread is interrupted.
#include "cotan/codegen/boundary.h"
#include "cotan/codegen/kernel_emitter.h"

using namespace mlir;

namespace cotan {

llvm::Value *KernelEmitter::atStart(llvm::function_ref<llvm::Value *()> make) {
  return loops.at(0, [&] { return Lanes(values.lanes(), DType::i64, make()); }).value();
}

llvm::Value *KernelEmitter::placesFrom(unsigned n) {
  llvm::Value *places = ir.getInt64(1);
  for (int64_t axis : ArrayRef(space.reduced).drop_front(n))
    places = ir.CreateMul(places, size(axis));
  if (sumsLanes() || space.rank() == 0)
    return places;
  llvm::Value *columns =
      ir.CreateBinaryIntrinsic(llvm::Intrinsic::umin, size(lastAxis()), ir.getInt64(columnsAtOnce));
  return ir.CreateMul(places, columns);
}

/// `next`, or `end` if the thread is to stop and that would not be the end anyway.
llvm::Value *KernelEmitter::askEnd(llvm::Value *next, llvm::Value *end) {
  llvm::BasicBlock *before = ir.GetInsertBlock();
  llvm::BasicBlock *ask = llvm::BasicBlock::Create(ir.getContext(), "ask", function);
  llvm::BasicBlock *after = llvm::BasicBlock::Create(ir.getContext(), "asked", function);
  ir.CreateCondBr(ir.CreateICmpSLT(next, end), ask, after);
  ir.SetInsertPoint(ask);
  llvm::CallInst *stops = callRuntime(ir, COTAN_FUNCTION(cotan_must_stop), {});
  stops->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
  llvm::Value *onward = ir.CreateSelect(stops, end, next);
  ir.CreateBr(after);
  ir.SetInsertPoint(after);
  llvm::PHINode *result = ir.CreatePHI(ir.getInt64Ty(), 2);
  result->addIncoming(next, before);
  result->addIncoming(onward, ask);
  return result;
}

// A part of the turns is a loop of its own, as long as what is worth a thread: asking after each
// costs nothing then. A loop that is known to be shorter stays as it is.
KernelEmitter::Carried KernelEmitter::longLoop(llvm::Value *begin, llvm::Value *end, int64_t step,
                                               llvm::function_ref<llvm::Value *()> placesOfTurn,
                                               Carried carried, Turn body) {
  const int64_t ops = std::distance(this->body().begin(), this->body().end());
  const int64_t most = std::max<int64_t>(workAtOnce / ops, 1);
  llvm::Value *part = atStart([&] {
    llvm::Value *one = ir.getInt64(1);
    llvm::Value *places = ir.CreateBinaryIntrinsic(llvm::Intrinsic::umax, placesOfTurn(), one);
    llvm::Value *turns = ir.CreateUDiv(ir.getInt64(most), places);
    turns = ir.CreateBinaryIntrinsic(llvm::Intrinsic::umax, turns, one);
    return ir.CreateMul(turns, ir.getInt64(step));
  });
  auto *known = dyn_cast<llvm::ConstantInt>(ir.CreateSub(end, begin));
  auto *knownPart = dyn_cast<llvm::ConstantInt>(part);
  if (known && knownPart && known->getSExtValue() <= knownPart->getSExtValue())
    return loops.loop(begin, end, step, std::move(carried), body);
  auto next = [&](llvm::Value *first) { return askEnd(ir.CreateAdd(first, part), end); };
  return loops.loop(begin, end, next, std::move(carried), [&](auto *first, const Carried &c) {
    llvm::Value *last =
        ir.CreateBinaryIntrinsic(llvm::Intrinsic::smin, ir.CreateAdd(first, part), end);
    return loops.loop(first, last, step, c, body);
  });
}

} // namespace cotan
