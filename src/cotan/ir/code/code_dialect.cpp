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
    return op->emitOpError() << what << " have types (" << found << "), expected (" << expected
                             << ")";
  return success();
}

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// Whether these are the sizes of a row's numbers, be the reduced axes left out or of size 1.
static bool isRowOf(ArrayRef<int64_t> shape, ArrayRef<int64_t> space, ArrayRef<int64_t> reduced) {
  SmallVector<int64_t> without, ones;
  for (auto [axis, size] : llvm::enumerate(space)) {
    const bool isReduced = llvm::is_contained(reduced, int64_t(axis));
    ones.push_back(isReduced ? 1 : size);
    if (!isReduced)
      without.push_back(size);
  }
  return shape == ArrayRef(without) || shape == ArrayRef(ones);
}

/// All reductions must go through one space, and what is handed on must have a number for each
/// place of it, for each of its rows, or be reduced: nothing else is made at a place of its own.
static LogicalResult verifySpace(Block &body) {
  auto reductions = llvm::to_vector(body.getOps<Reducing>());
  OperandRange values = body.getTerminator()->getOperands();
  if (reductions.empty() && values.empty())
    return success();
  ArrayRef<int64_t> space =
      shapeOf(reductions.empty() ? values.front() : reductions.front()->getOperand(0));
  for (Reducing reduction : reductions)
    if (shapeOf(reduction->getOperand(0)) != space)
      return reduction->emitOpError("reduces [")
             << shapeOf(reduction->getOperand(0)) << "], but the kernel's loops go through ["
             << space << "]";
  auto isMade = [&](Value value) {
    return shapeOf(value) == space || value.getDefiningOp<Reducing>() ||
           llvm::any_of(reductions, [&](Reducing reduction) {
             return isRowOf(shapeOf(value), space, reduction.reducedAxes());
           });
  };
  for (auto [i, value] : llvm::enumerate(values))
    if (!isMade(value))
      return body.getTerminator()->emitOpError("value ")
             << i << " has shape [" << shapeOf(value) << "], expected [" << space
             << "], which the kernel's loops go through, or its rows";
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
  return verifySpace(block);
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
