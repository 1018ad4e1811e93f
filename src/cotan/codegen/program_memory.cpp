// Who owns a tensor's memory. Each value that an op makes has memory of its own, which its block
// releases after the last use or hands over with a terminator; so do the arguments of regions.
#include "cotan/codegen/program_emitter.h"

using namespace mlir;

namespace cotan {
namespace {

bool isView(Operation *op) {
  return op->hasTrait<View>() && ProgramValues::isTensor(op->getResult(0).getType()) &&
         ProgramValues::isTensor(op->getOperand(0).getType());
}

/// The ops that read the memory of `value`, by itself or by a view.
SmallVector<Operation *> readersOf(Value value) {
  SmallVector<Operation *> readers;
  SmallVector<Value> shared = {value};
  while (!shared.empty())
    for (OpOperand &use : shared.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      readers.push_back(user);
      if (isView(user) && use.getOperandNumber() == 0)
        shared.push_back(user->getResult(0));
    }
  return readers;
}

/// The last op of `block` that reads the memory of `value`, itself or in a region.
Operation *lastReader(Value value, Block &block) {
  Operation *last = nullptr;
  for (Operation *user : readersOf(value)) {
    Operation *reader = block.findAncestorOpInBlock(*user);
    if (!last || last->isBeforeInBlock(reader))
      last = reader;
  }
  return last;
}

} // namespace

void ProgramEmitter::findLastUses(Block &block) {
  Scope &scope = scopes.emplace_back();
  scope.block = &block;
  auto add = [&](Value value, Operation *maker) {
    if (!ProgramValues::isTensor(value.getType()) || (maker && isView(maker)))
      return;
    Operation *last = lastReader(value, block);
    if (last || maker)
      scope.dying[last ? last : maker].push_back(value);
  };
  bool ownsArguments = !isa<func::FuncOp>(block.getParentOp());
  for (BlockArgument arg : block.getArguments())
    if (ownsArguments) {
      own(arg);
      add(arg, nullptr);
      if (ProgramValues::isTensor(arg.getType()) && arg.use_empty()) {
        release(values.tensor(arg).data);
        scope.owned.remove(arg);
      }
    }
  for (Operation &op : block)
    for (Value result : op.getResults())
      add(result, &op);
}

void ProgramEmitter::own(Value value) {
  if (ProgramValues::isTensor(value.getType()))
    scopes.back().owned.insert(value);
}

void ProgramEmitter::releaseAfter(Operation *op) {
  Scope &scope = scopes.back();
  for (Value value : scope.dying.lookup(op))
    if (scope.owned.remove(value))
      release(values.tensor(value).data);
}

ProgramEmitter::Registers ProgramEmitter::handOverOne(Value value) {
  Registers registers = values.registersOf(value);
  if (!ProgramValues::isTensor(value.getType()))
    return registers;
  if (scopes.back().owned.remove(values.rootOf(value)))
    return registers;
  // Somebody else's memory, or handed over already.
  return copyOf(scopes.back().block->getTerminator(), value);
}

ProgramEmitter::Registers ProgramEmitter::handOverTo(Operation *op, Value value) {
  Value root = values.rootOf(value);
  bool dies = llvm::is_contained(scopes.back().dying.lookup(op), root) &&
              llvm::none_of(readersOf(root), [&](auto *user) { return op->isProperAncestor(user); });
  return dies ? handOverOne(value) : copyOf(op, value);
}

ProgramEmitter::Registers ProgramEmitter::copyOf(Operation *op, Value value) {
  Registers registers = values.registersOf(value);
  if (!ProgramValues::isTensor(value.getType()))
    return registers;
  llvm::Value *bytes = values.byteCount(value);
  llvm::Value *copy = allocate(op, bytes);
  ir.CreateMemCpy(copy, llvm::Align(1), registers[0], llvm::Align(1), bytes);
  registers[0] = copy;
  return registers;
}

ProgramEmitter::Registers ProgramEmitter::handOver(ValueRange leaving) {
  Registers registers;
  for (Value value : leaving)
    registers.append(handOverOne(value));
  for (Value value : scopes.back().owned)
    release(values.tensor(value).data);
  scopes.pop_back();
  return registers;
}

llvm::Value *ProgramEmitter::allocate(Operation *op, llvm::Value *bytes) {
  llvm::Value *data = callRuntime("cotan_allocate", ir.getPtrTy(), {context, bytes});
  require(op, ir.CreateIsNotNull(data), "");
  return data;
}

void ProgramEmitter::release(llvm::Value *data) {
  callRuntime("cotan_release", ir.getVoidTy(), {context, data});
}

} // namespace cotan
