#include "cotan/autodiff/split_reverse.h"

#include "cotan/autodiff/stack_classes.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/silence.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace cotan {
namespace {

using Ops = llvm::SetVector<Operation *>;

/// What an op of the function's block reads, also in its regions.
llvm::SetVector<Value> readBy(Operation *op) {
  llvm::SetVector<Value> read(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  return read;
}

/// The ops of a block that belong to one of the two functions.
struct SplitParts {
  Block &block;
  llvm::DenseSet<Operation *> seeded; // depend on the seeds
  Ops forward, reverse;
  SmallVector<Value> residuals, stacks;

  SplitParts(func::FuncOp function, unsigned firstSeed, unsigned firstCotangent, FilledStacks how)
      : block(function.front()) {
    findSeeded(function.getArguments().drop_front(firstSeed));
    auto results = block.getTerminator()->getOperands();
    findForward(results.take_front(firstCotangent));
    findReverse(results.drop_front(firstCotangent), how);
    if (!stacks.empty() && !areReadLater(function))
      findReverse(results.drop_front(firstCotangent), FilledStacks::filledAgain);
  }

private:
  void findSeeded(ValueRange seeds) {
    llvm::DenseSet<Value> values(seeds.begin(), seeds.end());
    for (Operation &op : block) {
      auto read = readBy(&op);
      if (llvm::none_of(read, [&](Value value) { return values.contains(value); }))
        continue;
      seeded.insert(&op);
      values.insert_range(op.getResults());
      values.insert_range(llvm::make_filter_range(read, flow::isStack)); // for what uses them next
    }
  }

  /// All that push on a stack and pop from it, if it is made in the block; what calls push gives no
  /// value that would lead there.
  SmallVector<Operation *> usersOf(Value stack) {
    SmallVector<Operation *> users;
    if (stack.getDefiningOp<flow::CreateStackOp>())
      for (Operation *user : stack.getUsers())
        users.push_back(block.findAncestorOpInBlock(*user));
    return users;
  }

  /// Ops that `roots` are made of; those that print or assert too, if they can.
  void findForward(ValueRange roots) {
    SmallVector<Value> work(roots);
    auto add = [&](Operation *op) {
      if (op && forward.insert(op))
        llvm::append_range(work, readBy(op));
    };
    for (Operation &op : block.without_terminator())
      if (hasOutput(&op) && !seeded.contains(&op))
        add(&op);
    while (!work.empty()) {
      Value value = work.pop_back_val();
      add(value.getDefiningOp());
      for (Operation *user : usersOf(value))
        if (!seeded.contains(user))
          add(user);
    }
  }

  /// The same of the other function; what the first one computes ends the search, but for
  /// constants, views, and what makes stacks, if these are not handed over.
  void findReverse(ValueRange roots, FilledStacks how) {
    llvm::SetVector<Value> read(roots.begin(), roots.end());
    SmallVector<Value> work(roots);
    reverse.clear();
    residuals.clear();
    stacks.clear();
    auto add = [&](Operation *op, bool isMadeAgain) {
      if ((forward.contains(op) && !isMadeAgain) || !reverse.insert(op))
        return;
      llvm::append_range(work, readBy(op));
      read.insert_range(readBy(op));
    };
    for (Operation &op : block.without_terminator())
      if (hasOutput(&op) && seeded.contains(&op))
        add(&op, false);
    while (!work.empty()) {
      Value value = work.pop_back_val();
      Operation *op = value.getDefiningOp();
      if (!op)
        continue;
      const bool isFilledAgain = flow::isStack(value) && how == FilledStacks::filledAgain;
      add(op, op->hasTrait<OpTrait::ConstantLike>() || op->hasTrait<View>() || isFilledAgain);
      for (Operation *user : usersOf(value))
        add(user, isFilledAgain);
    }
    for (Value value : read)
      if (Operation *op = value.getDefiningOp(); op && !reverse.contains(op))
        (flow::isStack(value) ? stacks : residuals).push_back(value);
    computeCheapAgain();
  }

  /// What is a sum, a product or the like of arguments and of what is kept anyway is not kept.
  void computeCheapAgain() {
    llvm::sort(residuals, [](Value a, Value b) {
      Operation *first = a.getDefiningOp(), *then = b.getDefiningOp();
      return first == then
                 ? cast<OpResult>(a).getResultNumber() < cast<OpResult>(b).getResultNumber()
                 : first->isBeforeInBlock(then);
    });
    const llvm::DenseSet<Value> kept(residuals.begin(), residuals.end());
    auto isThere = [&](Value operand) {
      return isa<BlockArgument>(operand) || kept.contains(operand) ||
             reverse.contains(operand.getDefiningOp());
    };
    llvm::erase_if(residuals, [&](Value residual) {
      Operation *op = residual.getDefiningOp();
      return op->getNumResults() == 1 && isCheap(op) && llvm::all_of(op->getOperands(), isThere) &&
             reverse.insert(op);
    });
  }

  /// Whether the stacks that are handed over are read by the second function alone.
  bool areReadLater(func::FuncOp function) {
    StackClasses classes(function);
    auto isRead = [&](Operation *use) {
      return !isa<flow::PushBackOp>(use) && forward.contains(block.findAncestorOpInBlock(*use));
    };
    return classes.joins().empty() && llvm::none_of(stacks, [&](Value stack) {
             return llvm::any_of(classes.uses(classes.leader(stack)), isRead);
           });
  }
};

void eraseOthers(Block &block, llvm::function_ref<bool(Operation *)> isKept) {
  SmallVector<Operation *> others;
  for (Operation &op : block.without_terminator())
    if (!isKept(&op))
      others.push_back(&op);
  for (Operation *op : llvm::reverse(others))
    op->erase();
}

llvm::BitVector range(unsigned size, unsigned first, unsigned end) {
  llvm::BitVector bits(size);
  bits.set(first, end);
  return bits;
}

/// With the residuals as arguments before the seeds, stacks behind.
func::FuncOp makeReverse(func::FuncOp function, const SplitParts &parts, unsigned firstSeed,
                         unsigned firstCotangent) {
  IRMapping copies;
  auto copy = cast<func::FuncOp>(function->clone(copies));
  Ops kept;
  for (Operation *op : parts.reverse)
    kept.insert(copies.lookup(op));
  auto makeArguments = [&](ArrayRef<Value> values, unsigned at) {
    const SmallVector<unsigned> places(values.size(), at);
    const SmallVector<DictionaryAttr> unmarked(values.size());
    auto locations = llvm::map_to_vector(values, [](Value value) { return value.getLoc(); });
    (void)copy.insertArguments(places, ValueRange(values).getTypes(), unmarked, locations);
    for (auto [i, value] : llvm::enumerate(values))
      copies.lookup(value).replaceAllUsesWith(copy.getArgument(at + i));
  };
  makeArguments(parts.residuals, firstSeed);
  makeArguments(parts.stacks, copy.getNumArguments());
  Block &body = copy.front();
  body.getTerminator()->eraseOperands(0, firstCotangent);
  (void)copy.eraseResults(range(copy.getNumResults(), 0, firstCotangent));
  eraseOthers(body, [&](Operation *op) { return kept.contains(op); });
  SmallVector<Operation *> again; // their lines are printed already
  for (Operation *op : parts.reverse)
    if (parts.forward.contains(op))
      again.push_back(copies.lookup(op));
  silence(again, function->getParentOp());
  return copy;
}

} // namespace

func::FuncOp splitReverse(func::FuncOp function, unsigned firstSeed, unsigned firstCotangent,
                          FilledStacks stacks) {
  SplitParts parts(function, firstSeed, firstCotangent, stacks);
  func::FuncOp reverse = makeReverse(function, parts, firstSeed, firstCotangent);
  Operation *end = parts.block.getTerminator();
  end->eraseOperands(firstCotangent, end->getNumOperands() - firstCotangent);
  (void)function.eraseResults(
      range(function.getNumResults(), firstCotangent, function.getNumResults()));
  eraseOthers(parts.block, [&](Operation *op) { return parts.forward.contains(op); });
  (void)function.eraseArguments(
      range(function.getNumArguments(), firstSeed, function.getNumArguments()));
  auto handedOn = llvm::to_vector(llvm::concat<Value>(parts.residuals, parts.stacks));
  end->insertOperands(end->getNumOperands(), handedOn);
  const SmallVector<unsigned> places(handedOn.size(), function.getNumResults());
  const SmallVector<DictionaryAttr> unmarked(handedOn.size());
  (void)function.insertResults(places, ValueRange(handedOn).getTypes(), unmarked);
  return reverse;
}

} // namespace cotan
