#include "cotan/ir/code/code.h"

using namespace mlir;

#include "cotan/ir/code/code_dialect.cpp.inc"

#define GET_OP_CLASSES
#include "cotan/ir/code/code_ops.cpp.inc"

namespace cotan {

bool keepsRows(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (auto reduction = dyn_cast<Reducing>(op))
    return !llvm::is_contained(reduction.reducedAxes(), 0);
  return cast<Lowerable>(op).keepsRows(operand.getOperandNumber());
}

bool hasFormulaOfRows(Operation *op) {
  if (hasFormula(op))
    return true;
  if (!isa<Lowerable>(op))
    return false;
  auto call = dyn_cast<CallsRuntime>(op);
  return op->hasTrait<View>() ? keepsRows(op->getOpOperand(0)) : call.runtimeCall().hasFormula;
}

} // namespace cotan

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

/// All that is computed must have the same rows, and read its own ones of what is computed before.
static LogicalResult verifyRows(Block &body) {
  auto rowsOf = [](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    return type.hasStaticShape() && type.getRank() > 0 ? type.getDimSize(0) : 0;
  };
  OperandRange values = body.getTerminator()->getOperands();
  const int64_t rows = values.empty() ? 0 : rowsOf(values.front());
  for (Value value : values)
    if (rows == 0 || rowsOf(value) != rows)
      return body.getTerminator()->emitOpError("value of type ")
             << value.getType() << " has not the rows that the kernel's loop goes over";
  for (Operation &op : body.without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>())
      continue;
    for (Value result : op.getResults())
      if (rows == 0 || rowsOf(result) != rows)
        return op.emitOpError("makes ")
               << result.getType() << ", but the kernel's loop goes over " << rows << " rows";
    for (OpOperand &operand : op.getOpOperands()) {
      Operation *maker = operand.get().getDefiningOp();
      if (maker && !maker->hasTrait<OpTrait::ConstantLike>() && !keepsRows(operand))
        return op.emitOpError("reads other rows of operand ")
               << operand.getOperandNumber() << ", which the kernel computes";
    }
  }
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
    if (!hasFormula(&op) && !op.hasTrait<OpTrait::ConstantLike>() &&
        !(getByRows() && hasFormulaOfRows(&op)))
      return op.emitOpError("cannot be in 'code.kernel': it has no formula of one element");
  return getByRows() ? verifyRows(block) : verifySpace(block);
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
