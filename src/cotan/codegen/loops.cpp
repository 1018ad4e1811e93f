#include "cotan/codegen/loops.h"

using namespace llvm;

namespace cotan {

LoopNest::LoopNest(IRBuilder<> &ir, Function *function) : ir(ir), function(function), levels(1) {
  depths[ir.GetInsertBlock()] = 0;
}

unsigned LoopNest::depthOf(const Value *value) const {
  auto instruction = dyn_cast<Instruction>(value);
  return instruction ? depths.lookup(instruction->getParent()) : 0;
}

BasicBlock *LoopNest::newBlock(const char *name) {
  return BasicBlock::Create(ir.getContext(), name, function);
}

void LoopNest::enter(const Lanes &mask) {
  levels[current].block = ir.GetInsertBlock();
  levels.push_back({nullptr, mask, {}});
  ++current;
}

void LoopNest::leave() {
  levels.pop_back();
  --current;
}

LoopNest::Carried LoopNest::loop(Value *begin, Value *end, int64_t step, Carried carried,
                                 function_ref<Carried(Value *, const Carried &)> body) {
  auto next = [&](Value *i) {
    return ir.CreateAdd(i, ir.getInt64(step), "", /*HasNUW=*/true, /*HasNSW=*/true);
  };
  return loop(begin, end, next, std::move(carried), body);
}

LoopNest::Carried LoopNest::loop(Value *begin, Value *end, function_ref<Value *(Value *)> next,
                                 Carried carried,
                                 function_ref<Carried(Value *, const Carried &)> body) {
  BasicBlock *before = ir.GetInsertBlock();
  BasicBlock *header = newBlock("loop"), *inside = newBlock("body"), *after = newBlock("end");
  depths[after] = current;
  ir.CreateBr(header);
  enter(levels[current].mask);
  depths[header] = depths[inside] = current;

  ir.SetInsertPoint(header);
  PHINode *i = ir.CreatePHI(ir.getInt64Ty(), 2);
  i->addIncoming(begin, before);
  SmallVector<PHINode *, 2> phis;
  for (Lanes &value : carried) {
    phis.push_back(ir.CreatePHI(value.value()->getType(), 2));
    phis.back()->addIncoming(value.value(), before);
    value = Lanes(value.builder(), value.dtype(), phis.back());
  }
  ir.CreateCondBr(ir.CreateICmpSLT(i, end), inside, after);

  ir.SetInsertPoint(inside);
  Carried changed = body(i, carried);
  Value *following = next(i);
  for (auto [phi, value] : llvm::zip_equal(phis, changed))
    phi->addIncoming(value.value(), ir.GetInsertBlock());
  i->addIncoming(following, ir.GetInsertBlock());
  ir.CreateBr(header);
  leave();
  ir.SetInsertPoint(after);
  return carried;
}

LoopNest::Carried LoopNest::rest(Value *begin, Value *end, Carried carried,
                                 function_ref<Lanes(Value *)> maskOf,
                                 function_ref<Carried(Value *, const Carried &)> body) {
  BasicBlock *inside = newBlock("rest"), *after = newBlock("all");
  depths[after] = current;
  ir.CreateCondBr(ir.CreateICmpSLT(begin, end), inside, after);
  enter(Lanes());
  depths[inside] = current;
  ir.SetInsertPoint(inside);
  Value *first = ir.CreateFreeze(begin); // belongs to this level: nothing read there may be hoisted
  levels[current].mask = maskOf(begin);  // a constant, if the bounds are
  Carried next = body(first, carried);
  BasicBlock *last = ir.GetInsertBlock();
  ir.CreateBr(after);
  leave();
  ir.SetInsertPoint(after);
  for (auto [value, changed] : llvm::zip_equal(carried, next)) {
    PHINode *phi = ir.CreatePHI(value.value()->getType(), 2);
    phi->addIncoming(value.value(), levels[current].block);
    phi->addIncoming(changed.value(), last);
    value = Lanes(value.builder(), value.dtype(), phi);
  }
  return carried;
}

Lanes LoopNest::choose(const Lanes &wanted, const Lanes &otherwise, function_ref<Lanes()> make) {
  BasicBlock *inside = newBlock("chosen"), *after = newBlock("either");
  depths[after] = current;
  ir.CreateCondBr(wanted.value(), inside, after);
  enter(levels[current].mask);
  depths[inside] = current;
  ir.SetInsertPoint(inside);
  Lanes made = make();
  BasicBlock *last = ir.GetInsertBlock();
  ir.CreateBr(after);
  leave();
  ir.SetInsertPoint(after);
  PHINode *phi = ir.CreatePHI(made.value()->getType(), 2);
  phi->addIncoming(otherwise.value(), levels[current].block);
  phi->addIncoming(made.value(), last);
  return Lanes(made.builder(), made.dtype(), phi);
}

Lanes LoopNest::at(unsigned depth, function_ref<Lanes()> make) {
  if (depth == current)
    return make();
  IRBuilder<>::InsertPointGuard guard(ir);
  // What is made may have branches and levels of its own.
  std::vector<Level> inner(std::make_move_iterator(levels.begin() + depth + 1),
                           std::make_move_iterator(levels.end()));
  levels.resize(depth + 1);
  const unsigned before = std::exchange(current, depth);
  BasicBlock *block = levels[depth].block;
  Instruction *end = block->getTerminator();
  end->removeFromParent();
  ir.SetInsertPoint(block);
  Lanes made = make();
  BasicBlock *last = ir.GetInsertBlock();
  end->insertInto(last, last->end());
  if (last != block)
    last->replaceSuccessorsPhiUsesWith(block, last);
  levels[depth].block = last;
  levels.insert(levels.end(), std::make_move_iterator(inner.begin()),
                std::make_move_iterator(inner.end()));
  current = before;
  return made;
}

Lanes LoopNest::find(const Key &key) const {
  for (unsigned depth = current + 1; depth-- > 0;)
    if (auto found = levels[depth].values.find(key); found != levels[depth].values.end())
      return found->second;
  return Lanes();
}

} // namespace cotan
