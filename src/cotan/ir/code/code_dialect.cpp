#include "cotan/ir/code/code.h"

using namespace mlir;

#include "cotan/ir/code/code_dialect.cpp.inc"

#define GET_OP_CLASSES
#include "cotan/ir/code/code_ops.cpp.inc"

namespace cotan::code {

void CodeDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "cotan/ir/code/code_ops.cpp.inc"
      >();
}

static LogicalResult verifyTypes(Operation *op, TypeRange found, TypeRange expected,
                                 StringRef what) {
  if (found != expected)
    return op->emitOpError() << what << " have types (" << found << "), expected (" << expected << ")";
  return success();
}

LogicalResult KernelOp::verify() {
  Block &block = getBody().front();
  auto yield = dyn_cast_or_null<YieldOp>(block.empty() ? nullptr : &block.back());
  if (!yield)
    return emitOpError("must end in 'code.yield'");
  if (failed(verifyTypes(*this, block.getArgumentTypes(), getInputs().getTypes(), "arguments")) ||
      failed(verifyTypes(yield, yield.getValues().getTypes(), getResultTypes(), "values")))
    return failure();
  for (Operation &op : block.without_terminator())
    if (!hasFormula(&op) && !op.hasTrait<OpTrait::ConstantLike>())
      return op.emitOpError("cannot be in 'code.kernel': it has no formula of one element");
  return success();
}

Arrays KernelOp::evaluate(ArrayRef<Array> operands) {
  llvm::DenseMap<Value, Array> values;
  Block &block = getBody().front();
  for (auto [arg, array] : llvm::zip_equal(block.getArguments(), operands))
    values.try_emplace(arg, array);
  auto pick = [&](ValueRange wanted) {
    Arrays arrays;
    for (Value value : wanted)
      arrays.push_back(values.find(value)->second);
    return arrays;
  };
  for (Operation &op : block.without_terminator()) {
    Arrays results = cast<Evaluable>(op).evaluate(pick(op.getOperands()));
    for (auto [value, array] : llvm::zip_equal(op.getResults(), results))
      values.try_emplace(value, array);
  }
  return pick(block.getTerminator()->getOperands());
}

} // namespace cotan::code
