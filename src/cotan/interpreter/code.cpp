#include "cotan/interpreter/code.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/fn/fn.h"
#include "cotan/ir/program_parts.h"
#include "cotan/ir/rules/complex_parts.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace cotan::interpreter {
namespace {

std::optional<Step> stepOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Step>>(op)
      .Case([&](Evaluable) {
        return op->hasTrait<OpTrait::ConstantLike>() ? Step::constant : Step::evaluate;
      })
      .Case<func::CallOp, flow::CustomCallOp>([](auto) { return Step::call; })
      .Case([](func::ReturnOp) { return Step::leave; })
      .Case<cf::CondBranchOp, cf::SwitchOp>([](auto) { return Step::branch; })
      .Case([](cf::BranchOp) { return Step::jump; })
      .Case([](flow::CreateStackOp) { return Step::createStack; })
      .Case([](flow::PushBackOp) { return Step::push; })
      .Case([](flow::PopBackOp) { return Step::pop; })
      .Case([](flow::IsEmptyOp) { return Step::isEmpty; })
      .Case([](flow::PrintOp) { return Step::print; })
      .Case([](flow::AssertOp) { return Step::require; })
      .Case<flow::IfOp, flow::SwitchOp>([](auto) { return Step::choose; })
      .Case([](flow::WhileOp) { return Step::repeat; })
      .Case([](flow::ForOp) { return Step::count; })
      .Case([](flow::ScanOp) { return Step::scan; })
      .Case<fn::ConstantOp, fn::ClosureOp, fn::PartialOp, fn::GradOp, fn::VjpOp, fn::JvpOp>(
          [](auto) { return Step::makeFunction; })
      .Case([](fn::SwitchOp) { return Step::chooseFunction; })
      .Case([](fn::ApplyOp) { return Step::apply; })
      .Case([](fn::MapOp) { return Step::map; })
      .Case<flow::YieldOp, flow::CondYieldOp>([](auto) { return Step::yield; })
      .Default(std::nullopt);
}

ArrayRef<int64_t> shapeOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getShape() : ArrayRef<int64_t>();
}

class Layout {
public:
  explicit Layout(func::FuncOp function) : code(std::make_unique<Code>()) {
    code->function = function;
  }

  FailureOr<std::unique_ptr<Code>> run() {
    if (failed(checkParts(code->function)))
      return failure();
    // First numbers and blocks, so that forward references (back edges) find them.
    SmallVector<Block *> found;
    code->function.walk<WalkOrder::PreOrder>([&](Block *block) {
      if (!isa<Evaluable>(block->getParentOp())) // what is in such an op is its own business
        found.push_back(block);
    });
    for (Block *block : found)
      addBlock(block);
    for (Block *block : found)
      if (failed(addInstructions(block)))
        return failure();
    for (Block *block : found)
      addFrees(block);
    code->numSlots = numbers.size();
    code->entry = blocks.lookup(&code->function.front());
    return std::move(code);
  }

private:
  unsigned numberOf(Value value) {
    return numbers.try_emplace(value, numbers.size()).first->second;
  }

  void addBlock(Block *block) {
    code->blocks.push_back(std::make_unique<CodeBlock>());
    blocks[block] = code->blocks.back().get();
    for (BlockArgument arg : block->getArguments())
      code->blocks.back()->arguments.push_back(numberOf(arg));
    unsigned position = 0;
    for (Operation &op : *block) {
      positions[&op] = position++;
      for (Value result : op.getResults())
        numberOf(result);
    }
  }

  LogicalResult addInstructions(Block *block) {
    CodeBlock *target = blocks.lookup(block);
    target->instructions.reserve(block->getOperations().size());
    for (Operation &op : *block) {
      std::optional<Step> step = isOfComplexParts(&op) ? std::nullopt : stepOf(&op);
      if (!step)
        return op.emitError("'") << op.getName() << "' cannot be interpreted"
                                 << (isa<Decomposable>(op) || isOfComplexParts(&op)
                                         ? "; decompose it first (--decompose)"
                                         : "; use the ops of flow and prim");
      Instruction &in = target->instructions.emplace_back();
      in.op = &op;
      in.step = *step;
      in.evaluable = dyn_cast<Evaluable>(op);
      for (Value operand : op.getOperands())
        in.reads.push_back({numberOf(operand), false});
      for (Value result : op.getResults()) {
        in.writes.push_back(numberOf(result));
        in.shapes.push_back(shapeOf(result.getType()));
      }
      for (Region &region : op.getRegions())
        in.targets.push_back(region.empty() ? nullptr : blocks.lookup(&region.front()));
      if (auto scan = dyn_cast<flow::ScanOp>(op))
        addRows(scan, in);
      for (Block *successor : op.getSuccessors())
        in.targets.push_back(blocks.lookup(successor));
    }
    return success();
  }

  void addRows(flow::ScanOp scan, Instruction &in) {
    const unsigned carried = scan.getInitial().size();
    for (unsigned k = 0; k < scan.getNumResults() - carried; ++k) {
      Value source = scan.getRowShapeSource(k);
      auto argument = dyn_cast_or_null<BlockArgument>(source);
      if (argument && argument.getOwner()->getParentOp() == scan)
        in.rows.push_back(
            RowShape{in.reads[argument.getArgNumber()], argument.getArgNumber() >= carried});
      else if (source)
        in.rows.push_back(RowShape{{numberOf(source), false}, false});
      else
        in.rows.push_back(std::nullopt);
    }
  }

  void addFrees(Block *block) {
    for (BlockArgument arg : block->getArguments())
      freeAfterLastUse(arg, block, 0);
    for (Operation &op : *block)
      for (Value result : op.getResults())
        freeAfterLastUse(result, block, positions.lookup(&op));
  }

  // A value is freed after the last op of its own block that uses it, itself or in a region. Values
  // that cross blocks of unstructured code live until the function ends. The order of ops is read
  // from `positions`: the module may be shared with other threads, and isBeforeInBlock writes.
  void freeAfterLastUse(Value value, Block *block, unsigned last) {
    bool inRegion = false;
    for (Operation *user : value.getUsers()) {
      Operation *ancestor = block->findAncestorOpInBlock(*user);
      if (!ancestor)
        return;
      unsigned position = positions.lookup(ancestor);
      if (position > last)
        inRegion = false;
      last = std::max(last, position);
      inRegion |= position == last && ancestor != user;
    }
    Instruction &in = blocks.lookup(block)->instructions[last];
    unsigned slot = numberOf(value);
    in.frees.push_back(slot);
    if (inRegion)
      return;
    auto read =
        llvm::find_if(llvm::reverse(in.reads), [&](Read read) { return read.slot == slot; });
    if (read != in.reads.rend())
      read->isLast = true;
  }

  std::unique_ptr<Code> code;
  llvm::DenseMap<Value, unsigned> numbers;
  llvm::DenseMap<Operation *, unsigned> positions; // in its block
  llvm::DenseMap<Block *, CodeBlock *> blocks;
};

} // namespace

FailureOr<std::unique_ptr<Code>> layOut(func::FuncOp function) { return Layout(function).run(); }

} // namespace cotan::interpreter
