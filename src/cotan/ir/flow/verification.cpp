#include "cotan/ir/flow/verification.h"

using namespace mlir;

namespace cotan::flow {

LogicalResult verifyBlock(Operation *op, Region &region, StringRef name, TypeRange args) {
  if (!region.hasOneBlock())
    return op->emitOpError("region '") << name << "' must be one block, but has "
                                       << region.getBlocks().size();
  if (region.getNumArguments() != args.size())
    return op->emitOpError("region '") << name << "' must take " << args.size()
                                       << " arguments, but takes " << region.getNumArguments();
  for (auto [i, arg, type] : llvm::enumerate(region.getArguments(), args))
    if (arg.getType() != type)
      return op->emitOpError("argument #") << i << " of region '" << name << "' is "
                                           << arg.getType() << ", expected " << type;
  return success();
}

LogicalResult verifyYielded(Operation *op, Operation *terminator, StringRef name,
                            ValueRange values, TypeRange types) {
  if (values.size() != types.size()) {
    auto diagnostic = terminator->emitOpError("hands on ")
                      << values.size() << " values, but region '" << name << "' of '"
                      << op->getName() << "' must hand on " << types.size();
    diagnostic.attachNote(op->getLoc()) << "the op is here";
    return diagnostic;
  }
  for (auto [i, value, type] : llvm::enumerate(values, types))
    if (value.getType() != type)
      return terminator->emitOpError("value #") << i << " is " << value.getType() << ", but region '"
                                                << name << "' must hand on " << type;
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
  auto yield = block.empty() ? YieldOp() : dyn_cast<YieldOp>(block.back());
  if (!yield)
    return op.emitOpError("region 'init' must end with 'flow.yield'");
  for (Operation &inner : block.without_terminator()) {
    if (!isa<CreateStackOp>(inner))
      return inner.emitOpError("is in region 'init', which may hold only 'flow.create_stack' and "
                               "'flow.yield'");
    ++stacks;
  }
  if (stacks == 0)
    return op.emitOpError("region 'init' makes no stack; leave the region out");
  if (stacks > op->getNumResults())
    return op.emitOpError("makes ") << stacks << " stacks in region 'init' but has only "
                                    << op->getNumResults() << " results; the stacks must be the last";
  ValueRange values = yield.getValues();
  if (values.size() != starts.size() + stacks)
    return yield.emitOpError("hands on ")
           << values.size() << " values, but region 'init' must hand on " << starts.size()
           << " operands and then " << stacks << " stacks";
  for (auto [i, arg] : llvm::enumerate(block.getArguments()))
    if (values[i] != arg)
      return yield.emitOpError("value #") << i << " must be argument #" << i
                                          << ": region 'init' hands the operands on unchanged";
  for (auto [i, inner] : llvm::enumerate(block.without_terminator()))
    if (values[starts.size() + i] != inner.getResult(0))
      return yield.emitOpError("value #")
             << starts.size() + i << " must be stack #" << i << " made in region 'init'";
  for (Value result : op->getResults().take_back(stacks))
    if (!isa<StackType>(result.getType()))
      return op.emitOpError("makes ") << stacks << " stacks in region 'init', so its last results "
                                      << "must be '!flow.stack', but one is " << result.getType();
  return success();
}

} // namespace cotan::flow
