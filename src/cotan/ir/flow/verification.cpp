#include "cotan/ir/flow/verification.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace cotan::flow {

std::string counted(unsigned count, StringRef noun) {
  return (Twine(count) + " " + noun + (count == 1 ? "" : "s")).str();
}

LogicalResult verifyBlock(Operation *op, Region &region, StringRef name, TypeRange args) {
  if (region.empty())
    return op->emitOpError("region '") << name << "' is empty, but must be one block";
  if (!region.hasOneBlock())
    return op->emitOpError("region '")
           << name << "' must be one block, but has " << region.getBlocks().size();
  if (region.getNumArguments() != args.size())
    return op->emitOpError("region '") << name << "' must take " << counted(args.size(), "argument")
                                       << ", but takes " << region.getNumArguments();
  for (auto [i, arg, type] : llvm::enumerate(region.getArguments(), args))
    if (arg.getType() != type)
      return op->emitOpError("argument #")
             << i << " of region '" << name << "' is " << arg.getType() << ", but must be " << type;
  return success();
}

LogicalResult emitWrongEnd(Operation *op, StringRef name, StringRef expected, Operation *found) {
  InFlightDiagnostic diagnostic = op->emitOpError("region '")
                                  << name << "' must end with '" << expected << "', but ";
  return found ? diagnostic << "ends with '" << found->getName() << "'"
               : diagnostic << "its block is empty";
}

LogicalResult verifyYielded(Operation *op, Operation *terminator, StringRef name, ValueRange values,
                            TypeRange types) {
  if (values.size() != types.size()) {
    InFlightDiagnostic diagnostic = terminator->emitOpError("hands on ")
                                    << counted(values.size(), "value") << ", but region '" << name
                                    << "' of '" << op->getName() << "' must hand on "
                                    << types.size();
    diagnostic.attachNote(op->getLoc()) << "the op is here";
    return diagnostic;
  }
  for (auto [i, value, type] : llvm::enumerate(values, types))
    if (value.getType() != type)
      return terminator->emitOpError("value #")
             << i << " is " << value.getType() << ", but region '" << name << "' must hand on "
             << type;
  return success();
}

/// Constant propagation may write the constant an operand is in place of the argument.
static bool isSameConstant(Value value, Value operand) {
  Attribute a, b;
  return value == operand ||
         (matchPattern(value, m_Constant(&a)) && matchPattern(operand, m_Constant(&b)) && a == b);
}

/// Checks that `init` hands on the operands unchanged and then the stacks in the order they are
/// made.
static LogicalResult verifyInitYield(Block &block, YieldOp yield) {
  unsigned operands = block.getNumArguments(), stacks = block.getOperations().size() - 1;
  OperandRange values = yield.getValues();
  if (values.size() != operands + stacks)
    return yield.emitOpError("hands on ")
           << counted(values.size(), "value") << ", but region 'init' must hand on "
           << counted(operands, "operand") << " and then " << counted(stacks, "stack");
  MutableOperandRange starts = cast<Structured>(block.getParentOp()).getStartsMutable();
  for (auto [i, arg] : llvm::enumerate(block.getArguments()))
    if (values[i] != arg && !isSameConstant(values[i], starts[i].get()))
      return yield.emitOpError("value #") << i << " must be argument #" << i
                                          << ": region 'init' hands the operands on unchanged";
  for (auto [i, inner] : llvm::enumerate(block.without_terminator()))
    if (values[operands + i].getDefiningOp() != &inner)
      return yield.emitOpError("value #")
             << operands + i << " must be stack #" << i << " made in region 'init'";
  return success();
}

LogicalResult verifyInit(Structured op, unsigned &stacks) {
  stacks = 0;
  Region &init = op.getInit();
  if (init.empty())
    return success();
  SmallVector<Type> starts;
  for (OpOperand &start : op.getStartsMutable())
    starts.push_back(start.get().getType());
  if (failed(verifyBlock(op, init, "init", starts)))
    return failure();
  Block &block = init.front();
  Operation *last = block.empty() ? nullptr : &block.back();
  auto yield = dyn_cast_or_null<YieldOp>(last);
  if (!yield)
    return emitWrongEnd(op, "init", YieldOp::getOperationName(), last);
  for (Operation &inner : block.without_terminator()) {
    if (!isa<CreateStackOp>(inner))
      return inner.emitOpError("is in region 'init', which may hold only 'flow.create_stack' and "
                               "'flow.yield'");
    ++stacks;
  }
  if (stacks == 0)
    return op.emitOpError("region 'init' makes no stack; leave the region out");
  if (failed(verifyInitYield(block, yield)))
    return failure();
  if (stacks > op->getNumResults())
    return op.emitOpError("makes ")
           << counted(stacks, "stack") << " in region 'init', which must be its last results, but "
           << "has only " << counted(op->getNumResults(), "result");
  for (Value result : op->getResults().take_back(stacks))
    if (!isa<StackType>(result.getType()))
      return op.emitOpError("makes ")
             << counted(stacks, "stack") << " in region 'init', so its last results must be "
             << "'!flow.stack', but one is " << result.getType();
  return success();
}

} // namespace cotan::flow
