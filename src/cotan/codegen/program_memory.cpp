// Who owns a tensor's memory. Each value that an op makes has memory of its own, which its block
// releases after the last use or hands over with a terminator; so do the arguments of regions.
#include "cotan/codegen/program_emitter.h"

using namespace mlir;

namespace cotan {
namespace {

/// The last op of `block` that reads the memory of `value`, itself or in a region; null if none
/// does.
Operation *lastReader(Value value, Block &block) {
  Operation *last = nullptr;
  for (Operation *user : readersOf(value)) {
    Operation *reader = block.findAncestorOpInBlock(*user);
    if (reader && (!last || last->isBeforeInBlock(reader)))
      last = reader;
  }
  return last;
}

} // namespace

void ProgramEmitter::findLastUses(Block &block, ValueRange inherited) {
  Scope &scope = scopes.emplace_back();
  scope.block = &block;
  auto add = [&](Value value, Operation *maker) {
    if (!isOwned(value.getType()) || (maker && sharesMemory(maker)))
      return;
    Operation *last = lastReader(value, block);
    if (last || maker)
      scope.dying[last ? last : maker].push_back(value);
  };
  auto take = [&](Value value) {
    own(value);
    add(value, nullptr);
    if (isOwned(value.getType()) && !lastReader(value, block)) {
      release(value);
      scope.owned.remove(value);
    }
  };
  auto function = dyn_cast<func::FuncOp>(block.getParentOp());
  for (BlockArgument arg : block.getArguments())
    if (!function || isDonated(function, arg.getArgNumber()))
      take(arg);
  llvm::for_each(inherited, take);
  for (Operation &op : block)
    for (Value result : op.getResults())
      add(result, &op);
}

void ProgramEmitter::own(Value value) {
  if (isOwned(value.getType()))
    scopes.back().owned.insert(value);
}

SmallVector<Value> ProgramEmitter::disown(Operation *op) {
  Scope &scope = scopes.back();
  SmallVector<Value> ending;
  for (Value value : scope.dying.lookup(op))
    if (scope.owned.remove(value))
      ending.push_back(value);
  return ending;
}

void ProgramEmitter::releaseAfter(Operation *op) {
  for (Value value : disown(op))
    release(value);
}

llvm::Value *ProgramEmitter::overwriteOperand(OpResult result, unsigned i) {
  Operation *op = result.getOwner();
  Value operand = op->getOperand(i), root = values.rootOf(operand);
  Scope &scope = scopes.back();
  bool isAlone = llvm::count_if(op->getOperands(),
                                [&](Value other) { return values.rootOf(other) == root; }) == 1;
  if (!isAlone || !llvm::is_contained(scope.dying.lookup(op), root) ||
      !scope.owned.contains(root) || values.sizesOf(operand) != values.sizesOf(result))
    return nullptr;
  scope.owned.remove(root);
  values.setTensor(result, {values.tensor(operand).data, values.sizesOf(result)});
  own(result);
  return values.tensor(result).data;
}

ProgramEmitter::Registers ProgramEmitter::handOverOne(Value value, llvm::Value *slot) {
  if (scopes.back().owned.remove(values.rootOf(value)))
    return values.registersOf(value);
  // In a slot of the frame, somebody else's memory, or handed over already.
  return copyOf(scopes.back().block->getTerminator(), value, slot);
}

ProgramEmitter::Registers ProgramEmitter::handOver(ValueRange leaving,
                                                   ArrayRef<llvm::Value *> slots) {
  Registers registers;
  for (auto [value, slot] : llvm::zip_equal(leaving, slots))
    registers.append(handOverOne(value, slot));
  for (Value value : scopes.back().owned)
    release(value);
  scopes.pop_back();
  return registers;
}

ProgramEmitter::Registers ProgramEmitter::handOverTo(Operation *op, Value value,
                                                     llvm::Value *slot) {
  Value root = values.rootOf(value);
  bool dies =
      llvm::is_contained(scopes.back().dying.lookup(op), root) &&
      llvm::none_of(readersOf(root), [&](auto *user) { return op->isProperAncestor(user); });
  return dies ? handOverOne(value, slot) : copyOf(op, value, slot);
}

ProgramEmitter::Registers ProgramEmitter::copyOf(Operation *op, Value value, llvm::Value *slot) {
  Registers registers = values.registersOf(value);
  if (!ProgramValues::isTensor(value.getType()))
    return registers;
  if (slot == registers[0])
    return registers;
  llvm::Value *bytes = values.byteCount(value);
  llvm::Value *copy = slot ? slot : allocate(op, bytes);
  ir.CreateMemCpy(copy, llvm::Align(1), registers[0], llvm::Align(1), bytes);
  registers[0] = copy;
  return registers;
}

/// Where a small tensor lies that a structured op carries or results in; null for other values.
llvm::Value *ProgramEmitter::slotOf(Operation *op, unsigned variable, FramePlan::Place place) {
  if (!isSmallTensor(op->getResult(variable).getType()))
    return nullptr;
  return inFrame(plan.offsetOf(op, variable, place));
}

SmallVector<llvm::Value *> ProgramEmitter::slotsOf(Operation *op, FramePlan::Place place) {
  SmallVector<llvm::Value *> slots;
  for (unsigned j = 0; j < op->getNumResults(); ++j)
    slots.push_back(slotOf(op, j, place));
  return slots;
}

llvm::Value *ProgramEmitter::inFrame(int64_t offset) {
  return ir.CreateConstGEP1_64(ir.getInt8Ty(), frame, offset);
}

llvm::Value *ProgramEmitter::allocate(Operation *op, llvm::Value *bytes) {
  account(bytes, 1);
  const bool isAlways = scopes.size() <= 1; // not in a branch or loop
  if (isAlways && liveBytes > code.need.bytes)
    code.need = {liveBytes, op->getLoc(), op->getName().getStringRef().str()};
  llvm::Value *data = callRuntime(ir, COTAN_FUNCTION(cotan_allocate), {context, bytes});
  require(op, ir.CreateIsNotNull(data), "");
  return data;
}

void ProgramEmitter::release(llvm::Value *data, llvm::Value *bytes) {
  account(bytes, -1);
  callRuntime(ir, COTAN_FUNCTION(cotan_release), {context, data});
}

void ProgramEmitter::release(Value value) {
  release(values.tensor(value).data, values.byteCount(value));
}

void ProgramEmitter::account(llvm::Value *bytes, int sign) {
  if (auto *known = dyn_cast<llvm::ConstantInt>(bytes))
    liveBytes += sign * known->getSExtValue();
  else
    code.memory.isOpen = true;
  code.memory.peakBytes = std::max(code.memory.peakBytes, liveBytes);
}

} // namespace cotan
