#include "cotan/interpreter/code.h"

#include "cotan/ir/flow/flow.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace cotan::interpreter {
namespace {

std::optional<Step> stepOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Step>>(op)
      .Case([](Evaluable) { return Step::evaluate; })
      .Case([](func::CallOp) { return Step::call; })
      .Case([](func::ReturnOp) { return Step::leave; })
      .Case<cf::CondBranchOp, cf::SwitchOp>([](auto) { return Step::branch; })
      .Case([](cf::BranchOp) { return Step::jump; })
      .Case([](flow::CreateStackOp) { return Step::createStack; })
      .Case([](flow::PushBackOp) { return Step::push; })
      .Case([](flow::PopBackOp) { return Step::pop; })
      .Case([](flow::IsEmptyOp) { return Step::isEmpty; })
      .Case<flow::IfOp, flow::SwitchOp>([](auto) { return Step::choose; })
      .Case([](flow::WhileOp) { return Step::repeat; })
      .Case([](flow::ForOp) { return Step::count; })
      .Case([](flow::ScanOp) { return Step::scan; })
      .Case<flow::YieldOp, flow::CondYieldOp>([](auto) { return Step::yield; })
      .Default(std::nullopt);
}

class Layout {
public:
  explicit Layout(func::FuncOp function) : code(std::make_unique<Code>()) {
    code->function = function;
  }

  FailureOr<std::unique_ptr<Code>> run() {
    // First numbers and blocks, so that forward references (back edges) find them.
    code->function.walk<WalkOrder::PreOrder>([&](Block *block) { addBlock(block); });
    code->function.walk([&](Operation *op) {
      for (Value result : op->getResults())
        numberOf(result);
    });
    WalkResult result = code->function.walk<WalkOrder::PreOrder>(
        [&](Block *block) { return addInstructions(block); });
    if (result.wasInterrupted())
      return failure();
    code->function.walk([&](Block *block) { addFrees(block); });
    code->numSlots = numbers.size();
    code->entry = blocks.lookup(&code->function.front());
    return std::move(code);
  }

private:
  unsigned numberOf(Value value) { return numbers.try_emplace(value, numbers.size()).first->second; }

  void addBlock(Block *block) {
    code->blocks.push_back(std::make_unique<CodeBlock>());
    blocks[block] = code->blocks.back().get();
    for (BlockArgument arg : block->getArguments())
      code->blocks.back()->arguments.push_back(numberOf(arg));
  }

  WalkResult addInstructions(Block *block) {
    CodeBlock *target = blocks.lookup(block);
    for (Operation &op : *block) {
      std::optional<Step> step = stepOf(&op);
      if (!step)
        return op.emitError("'") << op.getName() << "' cannot be interpreted"
                                 << (isa<Decomposable>(op) ? "; decompose it first" : "");
      Instruction instruction{&op, *step, dyn_cast<Evaluable>(op), {}, {}, {}, {}};
      for (Value operand : op.getOperands())
        instruction.reads.push_back(numberOf(operand));
      for (Value result : op.getResults())
        instruction.writes.push_back(numberOf(result));
      for (Region &region : op.getRegions())
        instruction.targets.push_back(region.empty() ? nullptr : blocks.lookup(&region.front()));
      for (Block *successor : op.getSuccessors())
        instruction.targets.push_back(blocks.lookup(successor));
      target->instructions.push_back(std::move(instruction));
    }
    return WalkResult::advance();
  }

  // A value is freed after the last op of its own block that uses it, itself or in a region. Values
  // that cross blocks of unstructured code live until the function ends.
  void addFrees(Block *block) {
    CodeBlock *target = blocks.lookup(block);
    llvm::DenseMap<Operation *, Instruction *> instructions;
    for (Instruction &instruction : target->instructions)
      instructions[instruction.op] = &instruction;
    auto freeAfterLastUse = [&](Value value, Operation *definition) {
      Operation *last = definition;
      for (Operation *user : value.getUsers()) {
        Operation *ancestor = block->findAncestorOpInBlock(*user);
        if (!ancestor)
          return;
        if (!last || last->isBeforeInBlock(ancestor))
          last = ancestor;
      }
      if (last)
        instructions.lookup(last)->frees.push_back(numberOf(value));
    };
    for (BlockArgument arg : block->getArguments())
      freeAfterLastUse(arg, arg.use_empty() ? &block->front() : nullptr);
    for (Operation &op : *block)
      for (Value result : op.getResults())
        freeAfterLastUse(result, &op);
  }

  std::unique_ptr<Code> code;
  llvm::DenseMap<Value, unsigned> numbers;
  llvm::DenseMap<Block *, CodeBlock *> blocks;
};

} // namespace

FailureOr<std::unique_ptr<Code>> layOut(func::FuncOp function) { return Layout(function).run(); }

} // namespace cotan::interpreter
