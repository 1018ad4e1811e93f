#include "cotan/codegen/program/tasks.h"

#include "cotan/codegen/boundary.h"

#include "llvm/IR/MDBuilder.h"

using namespace mlir;

namespace cotan {

/// Slot number `i`.
static llvm::Value *slotAt(llvm::IRBuilder<> &ir, llvm::Value *slots, unsigned i) {
  return ir.CreateConstGEP1_64(ir.getInt64Ty(), slots, i);
}

/// What another thread calls: the call, with registers that lie in memory.
llvm::Function *Tasks::functionOf(func::CallOp call) {
  llvm::Function *callee = emission.tables.callees.lookup(call.getCallee());
  llvm::Function *&made = emission.tables.tasks[callee];
  if (made)
    return made;
  llvm::IRBuilder<> own(ir.getContext());
  auto *type = llvm::FunctionType::get(own.getVoidTy(), {own.getPtrTy(), own.getPtrTy()}, false);
  made = llvm::Function::Create(type, llvm::Function::InternalLinkage, "task." + call.getCallee(),
                                functions.module());
  own.SetInsertPoint(llvm::BasicBlock::Create(ir.getContext(), "entry", made));
  llvm::Value *slots = made->getArg(1);
  Registers arguments = {made->getArg(0)};
  unsigned next = 0;
  for (llvm::Type *each : callee->getFunctionType()->params().drop_front())
    arguments.push_back(own.CreateLoad(each, slotAt(own, slots, next++)));
  llvm::CallInst *result = own.CreateCall(callee, arguments);
  result->setCallingConv(callee->getCallingConv());
  if (auto *parts = dyn_cast<llvm::StructType>(callee->getReturnType()))
    for (unsigned i = 0; i < parts->getNumElements(); ++i)
      own.CreateStore(own.CreateExtractValue(result, i), slotAt(own, slots, next++));
  own.CreateRetVoid();
  return made;
}

Tasks::Task Tasks::reserve(func::CallOp call) {
  const Registers arguments = Calls(emission).argumentsOf(call);
  const size_t results = Calls(emission).resultTypesOf(call).size();
  return {call, arguments, functions.reserve(std::max<size_t>(1, arguments.size() + results))};
}

/// Goes to `ask` if so many steps were taken since the last offer. Calls that are nested so deeply
/// that they are likely to be short go to `deep`.
void Tasks::branchIfTime(int64_t steps, llvm::BasicBlock *ask, llvm::BasicBlock *notNow,
                         llvm::BasicBlock *deep) {
  llvm::MDNode *rarely = llvm::MDBuilder(ir.getContext()).createUnlikelyBranchWeights();
  if (deep) {
    llvm::Value *here = ir.CreatePtrToInt(ir.CreateStackSave(), ir.getInt64Ty());
    llvm::Value *least = load(ir, COTAN_FIELD(abi::Run, leastOfferAddress), functions.run());
    llvm::BasicBlock *shallow = functions.newBlock("shallow");
    ir.CreateCondBr(ir.CreateICmpSGE(here, least), shallow, deep);
    ir.SetInsertPoint(shallow);
  }
  llvm::Value *last = load(ir, COTAN_FIELD(abi::Run, lastOffer), functions.run());
  llvm::Value *left = load(ir, COTAN_FIELD(abi::Run, stepsLeft), functions.run());
  llvm::Value *isTime = ir.CreateICmpSGE(ir.CreateSub(last, left), ir.getInt64(steps));
  ir.CreateCondBr(isTime, ask, notNow, deep ? rarely : nullptr);
}

/// Whether they are to be collected.
llvm::Value *Tasks::offer(ArrayRef<Task> tasks, llvm::Value *list) {
  for (auto [i, task] : llvm::enumerate(tasks)) {
    for (auto [k, argument] : llvm::enumerate(task.arguments))
      ir.CreateStore(argument, slotAt(ir, task.slots, k));
    func::CallOp call = task.call;
    int64_t stackSlot = 0;
    for (Value operand : call.getOperands()) {
      if (isStack(operand.getType()))
        break;
      stackSlot += registerTypes(operand.getType(), values).size();
    }
    store(ir,
          {{COTAN_FIELD(abi::Task, function), functionOf(call)},
           {COTAN_FIELD(abi::Task, slots), task.slots},
           {COTAN_FIELD(abi::Task, stackUse), ir.getInt64(int64_t(*stackUseOf(call)))},
           {COTAN_FIELD(abi::Task, stackSlot), ir.getInt64(stackSlot)},
           {COTAN_FIELD(abi::Task, given), llvm::ConstantPointerNull::get(ir.getPtrTy())}},
          list, i);
  }
  llvm::Value *isOffered = callRuntime(ir, COTAN_FUNCTION(cotan_offer),
                                       {functions.run(), ir.getInt64(tasks.size()), list});
  return ir.CreateICmpNE(isOffered, ir.getInt32(0));
}

Registers Tasks::resultsIn(const Task &task) {
  Registers results;
  unsigned next = task.arguments.size();
  for (llvm::Type *type : Calls(emission).resultTypesOf(task.call))
    results.push_back(ir.CreateLoad(type, slotAt(ir, task.slots, next++)));
  return results;
}

/// All calls one after the other, on this thread.
Tasks::Way Tasks::oneByOne(const Task &first, ArrayRef<Task> others, llvm::BasicBlock *block,
                           bool isAlone) {
  ir.SetInsertPoint(block);
  Calls calls(emission);
  Registers results = calls.make(first.call, first.arguments, isAlone);
  for (const Task &task : others)
    results.append(calls.make(task.call, task.arguments, isAlone));
  return {results, ir.GetInsertBlock()};
}

Tasks::Way Tasks::together(const Task &first, ArrayRef<Task> others, llvm::Value *list,
                           llvm::BasicBlock *block) {
  ir.SetInsertPoint(block);
  Registers results = Calls(emission).make(first.call, first.arguments);
  callRuntime(ir, COTAN_FUNCTION(cotan_collect),
              {functions.run(), ir.getInt64(others.size()), list});
  llvm::Value *left = load(ir, COTAN_FIELD(abi::Run, stepsLeft), functions.run());
  functions.require(first.call, ir.CreateICmpSGE(left, ir.getInt64(0)), outOfSteps);
  for (const Task &task : others)
    results.append(resultsIn(task));
  return {results, ir.GetInsertBlock()};
}

/// The results, whichever way was taken.
Registers Tasks::join(ArrayRef<Way> ways) {
  llvm::BasicBlock *after = functions.newBlock("all");
  Registers all;
  for (const Way &way : ways) {
    ir.SetInsertPoint(way.end);
    ir.CreateBr(after);
  }
  ir.SetInsertPoint(after);
  for (size_t i = 0; i < ways[0].results.size(); ++i) {
    llvm::PHINode *either = ir.CreatePHI(ways[0].results[i]->getType(), ways.size());
    for (const Way &way : ways)
      either->addIncoming(way.results[i], way.end);
    all.push_back(either);
  }
  return all;
}

void Tasks::emit(const CallsTogether &group) {
  Calls calls(emission);
  if (emission.isAlone) {
    for (func::CallOp call : group.calls)
      calls.emit(call);
    return;
  }
  const Task first = {group.calls[0], calls.argumentsOf(group.calls[0]), nullptr};
  SmallVector<Task> others;
  for (func::CallOp call : ArrayRef(group.calls).drop_front())
    others.push_back(reserve(call));
  llvm::Value *list = functions.reserve(abi::wordsOf<abi::Task>(others.size()));
  llvm::BasicBlock *notNow = functions.newBlock("notnow"), *ask = functions.newBlock("offer"),
                   *shared = functions.newBlock("shared"),
                   *deep = group.steps > 0 ? functions.newBlock("deep") : nullptr;
  branchIfTime(group.steps, ask, notNow, deep);
  ir.SetInsertPoint(ask);
  ir.CreateCondBr(offer(others, list), shared, notNow);
  SmallVector<Way> ways = {oneByOne(first, others, notNow, false),
                           together(first, others, list, shared)};
  if (deep)
    ways.push_back(oneByOne(first, others, deep, true));
  const Registers all = join(ways);
  ArrayRef<llvm::Value *> rest = all;
  auto take = [&](const Task &task) {
    const size_t count = calls.resultTypesOf(task.call).size();
    calls.take(task.call, task.arguments, rest.take_front(count));
    rest = rest.drop_front(count);
  };
  take(first);
  llvm::for_each(others, take);
}

} // namespace cotan
