#include "cotan/codegen/program/flow.h"

#include "cotan/codegen/program/steps.h"
#include "cotan/ir/flow/variables.h"

using namespace mlir;

namespace cotan {

Flow::Phis Flow::makePhis(TypeRange types) {
  Phis phis;
  for (Type type : types)
    for (llvm::Type *part : registerTypes(type, values))
      phis.push_back(ir.CreatePHI(part, 2));
  return phis;
}

static void addIncoming(ArrayRef<llvm::PHINode *> phis, ArrayRef<llvm::Value *> from,
                        llvm::BasicBlock *block) {
  for (auto [phi, value] : llvm::zip_equal(phis, from))
    phi->addIncoming(value, block);
}

static SmallVector<llvm::Value *> valuesOf(ArrayRef<llvm::PHINode *> phis) {
  return SmallVector<llvm::Value *>(phis.begin(), phis.end());
}

void Flow::setAll(ValueRange all, ArrayRef<llvm::Value *> registers) {
  for (Value value : all) {
    unsigned count = registerTypes(value.getType(), values).size();
    setRegisters(value, registers.take_front(count), values);
    registers = registers.drop_front(count);
  }
}

/// The stacks that `init` makes, as the values of its ops.
SmallVector<Value> Flow::makeStacks(Region &init) {
  SmallVector<Value> made;
  if (!init.empty())
    for (auto make : init.front().getOps<flow::CreateStackOp>()) {
      stacks.emitCreate(make.getStack());
      made.push_back(make.getStack());
    }
  return made;
}

/// What a loop starts with, each tensor with memory of its own.
Registers Flow::startValues(flow::Structured op) {
  Registers registers;
  for (auto [j, start] : llvm::enumerate(op.getStartsMutable()))
    registers.append(
        ownership.handOverTo(op, start.get(), emission.frame.slotOf(op, j, FramePlan::current)));
  for (Value stack : makeStacks(op.getInit()))
    registers.push_back(values.stack(stack));
  return registers;
}

//--- branches

LogicalResult Flow::emitBranches(Operation *op, ArrayRef<Region *> regions,
                                 function_ref<void(ArrayRef<llvm::BasicBlock *>)> jump) {
  Registers made;
  for (Value stack : makeStacks(cast<flow::Structured>(op).getInit()))
    made.push_back(values.stack(stack));
  SmallVector<llvm::BasicBlock *> blocks;
  for (unsigned i = 0; i < regions.size(); ++i)
    blocks.push_back(functions.newBlock("case"));
  jump(blocks);
  llvm::BasicBlock *after = functions.newBlock("after");
  ir.SetInsertPoint(after);
  Phis phis = makePhis(op->getResultTypes());
  SmallVector<Value> inherited = ownership.disown(op); // what each branch may overwrite or release
  const int64_t before = heap.liveBytes();
  for (auto [region, block] : llvm::zip_equal(regions, blocks)) {
    heap.setLiveBytes(before); // one of them runs
    ir.SetInsertPoint(block);
    Registers yielded;
    if (!region->empty()) {
      setAll(region->getArguments(), made);
      if (failed(emitBlock(region->front(), inherited)))
        return failure();
      yielded = ownership.handOver(region->front().getTerminator()->getOperands(),
                                   emission.frame.slotsOf(op, FramePlan::leaving));
    } else {
      for (Value value : inherited)
        ownership.release(value);
      yielded = made;
    }
    addIncoming(phis, yielded, ir.GetInsertBlock());
    ir.CreateBr(after);
  }
  ir.SetInsertPoint(after);
  setAll(op->getResults(), valuesOf(phis));
  ownership.own(op->getResults());
  return success();
}

LogicalResult Flow::emit(flow::IfOp op) {
  llvm::Value *condition = values.number(op.getCondition()).value();
  return emitBranches(op, {&op.getThenRegion(), &op.getElseRegion()},
                      [&](ArrayRef<llvm::BasicBlock *> blocks) {
                        ir.CreateCondBr(condition, blocks[0], blocks[1]);
                      });
}

/// An index outside is clamped to the first or last case.
LogicalResult Flow::emit(flow::SwitchOp op) {
  SmallVector<Region *> regions;
  for (Region &region : op.getCases())
    regions.push_back(&region);
  Lanes index = values.number(op.getIndex());
  return emitBranches(op, regions, [&](ArrayRef<llvm::BasicBlock *> blocks) {
    Lanes low = index < 0.0;
    llvm::BasicBlock *inside = functions.newBlock("switch");
    ir.CreateCondBr(low.value(), blocks.front(), inside);
    ir.SetInsertPoint(inside);
    Lanes wide = convert(index, DType::i64);
    llvm::SwitchInst *table = ir.CreateSwitch(wide.value(), blocks.back(), blocks.size());
    for (auto [i, block] : llvm::enumerate(blocks.drop_back()))
      table->addCase(ir.getInt64(i), block);
  });
}

//--- loops

Flow::Phis Flow::spareSlots(Operation *op, llvm::BasicBlock *before) {
  Phis spares;
  SmallVector<llvm::Value *> slots;
  {
    llvm::IRBuilder<>::InsertPointGuard guard(ir);
    ir.SetInsertPoint(before->getTerminator());
    slots = emission.frame.slotsOf(op, FramePlan::spare);
  }
  for (llvm::Value *slot : slots) {
    spares.push_back(slot ? ir.CreatePHI(ir.getPtrTy(), 2) : nullptr);
    if (slot)
      spares.back()->addIncoming(slot, before);
  }
  return spares;
}

/// Goes back to the header. What small variables become is put into their spare slots, and the
/// slots change places: no value is overwritten that is still read.
void Flow::closeLoop(Operation *op, Block &body, ArrayRef<llvm::PHINode *> carried,
                     const Phis &spares, llvm::BasicBlock *header) {
  SmallVector<llvm::Value *> slots(spares.begin(), spares.end());
  Registers next = ownership.handOver(body.getTerminator()->getOperands(), slots);
  int64_t steps = 0;
  for (Region *region : flow::bodiesOf(cast<flow::Structured>(op)))
    steps += stepsOf(*region);
  Steps(emission).count(body.getTerminator(), steps);
  emission.probes.countTurn();
  addIncoming(carried, next, ir.GetInsertBlock());
  unsigned part = 0;
  for (auto [j, spare] : llvm::enumerate(spares)) {
    if (spare)
      spare->addIncoming(carried[part], ir.GetInsertBlock());
    part += registerTypes(op->getResult(j).getType(), values).size();
  }
  ir.CreateBr(header);
}

LogicalResult Flow::emit(flow::WhileOp op) {
  Registers start = startValues(op);
  llvm::BasicBlock *before = ir.GetInsertBlock();
  llvm::BasicBlock *header = functions.newBlock("while"), *body = functions.newBlock("do"),
                   *after = functions.newBlock("done");
  Block &condBlock = op.getCond().front(), &bodyBlock = op.getBody().front();
  ir.CreateBr(header);
  ir.SetInsertPoint(header);
  Phis phis = makePhis(condBlock.getArgumentTypes());
  addIncoming(phis, start, before);
  Phis spares = spareSlots(op, before);
  setAll(condBlock.getArguments(), valuesOf(phis));
  if (failed(emitBlock(condBlock, {})))
    return failure();
  auto last = cast<flow::CondYieldOp>(condBlock.getTerminator());
  llvm::Value *condition = values.number(last.getCondition()).value();
  SmallVector<llvm::Value *> slots = emission.frame.slotsOf(op, FramePlan::leaving);
  for (auto [variable, value, slot] : llvm::enumerate(last.getValues(), slots))
    if (slot && value == condBlock.getArgument(variable)) // another's memory may end earlier
      slot = values.data(value);                          // passed on as it is
  Registers onward = ownership.handOver(last.getValues(), slots);
  ir.CreateCondBr(condition, body, after);

  ir.SetInsertPoint(body);
  setAll(bodyBlock.getArguments(), onward);
  if (failed(emitBlock(bodyBlock, {})))
    return failure();
  closeLoop(op, bodyBlock, phis, spares, header);

  ir.SetInsertPoint(after);
  setAll(op->getResults(), onward);
  ownership.own(op->getResults());
  return success();
}

/// How often the loop runs, counted in 64 bits without a sign, so that no range is too long.
llvm::Value *Flow::tripCount(flow::ForOp op) {
  auto wide = [&](Value value) { return convert(values.number(value), DType::i64).value(); };
  llvm::Value *lower = wide(op.getLower()), *upper = wide(op.getUpper()),
              *step = wide(op.getStep());
  llvm::Value *zero = ir.getInt64(0), *one = ir.getInt64(1);
  functions.require(op, ir.CreateICmpNE(step, zero), "the step of the loop is 0");
  llvm::Value *up = ir.CreateICmpSGT(step, zero);
  llvm::Value *from = ir.CreateSelect(up, lower, upper), *to = ir.CreateSelect(up, upper, lower);
  llvm::Value *stride = ir.CreateSelect(up, step, ir.CreateSub(zero, step));
  llvm::Value *distance = ir.CreateSub(ir.CreateSub(to, from), one);
  llvm::Value *trips = ir.CreateAdd(ir.CreateUDiv(distance, stride), one);
  return ir.CreateSelect(ir.CreateICmpSLT(from, to), trips, zero);
}

Lanes Flow::loopIndex(flow::ForOp op, llvm::Value *trip, llvm::Value *trips) {
  if (op.getReverse())
    trip = ir.CreateSub(ir.CreateSub(trips, ir.getInt64(1)), trip);
  Lanes lower = convert(values.number(op.getLower()), DType::i64);
  Lanes step = convert(values.number(op.getStep()), DType::i64);
  DType dtype = elementType(op.getLower().getType());
  return convert(lower + Lanes(values.lanes(), DType::i64, trip) * step, dtype);
}

LogicalResult Flow::emit(flow::ForOp op) {
  llvm::Value *trips = tripCount(op);
  Registers start = startValues(op);
  llvm::BasicBlock *before = ir.GetInsertBlock();
  llvm::BasicBlock *header = functions.newBlock("for"), *body = functions.newBlock("do"),
                   *after = functions.newBlock("done");
  Block &block = op.getBody().front();
  ir.CreateBr(header);
  ir.SetInsertPoint(header);
  llvm::PHINode *trip = ir.CreatePHI(ir.getInt64Ty(), 2);
  trip->addIncoming(ir.getInt64(0), before);
  Phis phis = makePhis(op->getResultTypes());
  addIncoming(phis, start, before);
  Phis spares = spareSlots(op, before);
  ir.CreateCondBr(ir.CreateICmpULT(trip, trips), body, after);

  ir.SetInsertPoint(body);
  values.setNumber(block.getArgument(0), loopIndex(op, trip, trips));
  setAll(block.getArguments().drop_front(), valuesOf(phis));
  if (failed(emitBlock(block, {})))
    return failure();
  llvm::Value *nextTrip = ir.CreateAdd(trip, ir.getInt64(1));
  closeLoop(op, block, phis, spares, header);
  trip->addIncoming(nextTrip, ir.GetInsertBlock());

  ir.SetInsertPoint(after);
  setAll(op->getResults(), valuesOf(phis));
  ownership.own(op->getResults());
  return success();
}

} // namespace cotan
