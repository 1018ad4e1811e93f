#include "cotan/codegen/program/ownership.h"

using namespace mlir;

namespace cotan {

/// The last op of `block` that reads the memory of `value`, itself or in a region; null if none
/// does.
static Operation *lastReader(Value value, Block &block) {
  Operation *last = nullptr;
  for (Operation *user : readersOf(value)) {
    Operation *reader = block.findAncestorOpInBlock(*user);
    if (reader && (!last || last->isBeforeInBlock(reader)))
      last = reader;
  }
  return last;
}

/// Remembers where a value of the current block ends, which `maker` makes or, if that is null, who
/// is around.
void Ownership::endsIn(Value value, Operation *maker) {
  if (!isOwned(value.getType()) || (maker && sharesMemory(maker)))
    return;
  Scope &scope = scopes.back();
  Operation *last = lastReader(value, *scope.block);
  if (last || maker)
    scope.dying[last ? last : maker].push_back(value);
}

void Ownership::take(Value value) {
  own(value);
  endsIn(value, nullptr);
  if (isOwned(value.getType()) && !lastReader(value, *scopes.back().block)) {
    release(value);
    scopes.back().owned.remove(value);
  }
}

void Ownership::enter(Block &block, ValueRange inherited) {
  scopes.emplace_back().block = &block;
  auto function = dyn_cast<func::FuncOp>(block.getParentOp());
  for (BlockArgument arg : block.getArguments())
    if (!function || isDonated(function, arg.getArgNumber()))
      take(arg);
  for (Value value : inherited)
    take(value);
  for (Operation &op : block)
    for (Value result : op.getResults())
      endsIn(result, &op);
}

void Ownership::own(Value value) {
  if (isOwned(value.getType()))
    scopes.back().owned.insert(value);
}

void Ownership::own(ValueRange all) {
  for (Value value : all)
    own(value);
}

SmallVector<Value> Ownership::disown(Operation *op) {
  Scope &scope = scopes.back();
  SmallVector<Value> ending;
  for (Value value : scope.dying.lookup(op))
    if (scope.owned.remove(value))
      ending.push_back(value);
  return ending;
}

void Ownership::releaseAfter(Operation *op) { release(disown(op)); }

void Ownership::release(ValueRange ending) {
  constexpr size_t few = 2;
  SmallVector<llvm::Value *> blocks;
  for (Value value : ending) {
    llvm::Value *block = values.data(value), *bytes = values.sizes.bytes(value);
    if (ending.size() <= few) {
      heap.release(block, bytes);
      continue;
    }
    heap.lose(bytes);
    blocks.push_back(block);
  }
  if (!blocks.empty())
    heap.releaseAll(blocks);
}

llvm::Value *Ownership::overwrite(OpResult result, unsigned i) {
  Operation *op = result.getOwner();
  Value operand = op->getOperand(i), root = values.rootOf(operand);
  Scope &scope = scopes.back();
  bool isAlone = llvm::count_if(op->getOperands(),
                                [&](Value other) { return values.rootOf(other) == root; }) == 1;
  if (!isAlone || !llvm::is_contained(scope.dying.lookup(op), root) ||
      !scope.owned.contains(root) || values.sizes.of(operand) != values.sizes.of(result))
    return nullptr;
  scope.owned.remove(root);
  values.setTensor(result, values.data(operand), values.sizes.of(result));
  own(result);
  return values.data(result);
}

bool Ownership::giveUp(Value value) { return scopes.back().owned.remove(values.rootOf(value)); }

void Ownership::leave() {
  release(scopes.back().owned.takeVector());
  scopes.pop_back();
}

Registers Ownership::handOverOne(Value value, llvm::Value *slot) {
  return giveUp(value) ? registersOf(value, values)
                       : copyOf(scopes.back().block->getTerminator(), value, slot);
}

Registers Ownership::handOver(ValueRange leaving, ArrayRef<llvm::Value *> slots) {
  Registers registers;
  for (auto [value, slot] : llvm::zip_equal(leaving, slots))
    registers.append(handOverOne(value, slot));
  leave();
  return registers;
}

Registers Ownership::handOverTo(Operation *op, Value value, llvm::Value *slot) {
  Value root = values.rootOf(value);
  bool dies =
      llvm::is_contained(scopes.back().dying.lookup(op), root) &&
      llvm::none_of(readersOf(root), [&](auto *user) { return op->isProperAncestor(user); });
  return dies ? handOverOne(value, slot) : copyOf(op, value, slot);
}

Registers Ownership::copyOf(Operation *op, Value value, llvm::Value *slot) {
  Registers registers = registersOf(value, values);
  if (!isTensor(value.getType()))
    return registers;
  if (slot == registers[0])
    return registers;
  llvm::Value *bytes = values.sizes.bytes(value);
  llvm::Value *copy = slot ? slot : heap.allocate(op, bytes);
  functions.ir.CreateMemCpy(copy, llvm::Align(1), registers[0], llvm::Align(1), bytes);
  registers[0] = copy;
  return registers;
}

} // namespace cotan
