// flow.while, flow.for and flow.scan: where control goes, and what makes them well-formed.
#include "cotan/ir/flow/constants.h"
#include "cotan/ir/flow/verification.h"

using namespace mlir;

namespace cotan::flow {
namespace {

/// What every region but `init` takes: the operands, then the stacks.
SmallVector<Type> variableTypes(Structured loop, unsigned stacks) {
  SmallVector<Type> types;
  for (OpOperand &start : loop.getStartsMutable())
    types.push_back(start.get().getType());
  types.append(stacks, StackType::get(loop.getContext()));
  return types;
}

/// Checks that the results are the variables.
LogicalResult verifyResults(Structured loop, ArrayRef<Type> types, unsigned stacks) {
  if (loop->getNumResults() != types.size())
    return loop.emitOpError("has ")
           << counted(loop->getNumResults(), "result") << ", but carries "
           << counted(types.size() - stacks, "operand") << " and " << counted(stacks, "stack");
  for (auto [i, result, type] : llvm::enumerate(loop->getResultTypes(), types))
    if (result != type)
      return loop.emitOpError("result #")
             << i << " is " << result << ", but the loop carries " << type;
  return success();
}

std::string sizeName(int64_t size) {
  return ShapedType::isDynamic(size) ? "?" : std::to_string(size);
}

} // namespace

uint64_t tripCount(int64_t lower, int64_t upper, int64_t step) {
  if (step > 0 ? lower >= upper : lower <= upper)
    return 0;
  bool up = step > 0;
  uint64_t distance = up ? uint64_t(upper) - uint64_t(lower) : uint64_t(lower) - uint64_t(upper);
  uint64_t width = up ? uint64_t(step) : -uint64_t(step);
  return (distance - 1) / width + 1;
}

//--- while

MutableOperandRange WhileOp::getStartsMutable() { return getInitialMutable(); }
unsigned WhileOp::getNumExtraArguments(Region &) { return 0; }
bool WhileOp::isLoop() { return true; }
SmallVector<Region *> WhileOp::getLoopRegions() { return {&getCond(), &getBody()}; }
OperandRange WhileOp::getEntrySuccessorOperands(RegionSuccessor) { return getInitial(); }

void WhileOp::getSuccessorRegions(RegionBranchPoint point,
                                  SmallVectorImpl<RegionSuccessor> &successors) {
  Operation *terminator = point.getTerminatorPredecessorOrNull();
  Region *from = terminator ? terminator->getParentRegion() : nullptr;
  if (!from && !getInit().empty()) {
    successors.emplace_back(&getInit(), getInit().getArguments());
  } else if (from == &getCond()) {
    successors.emplace_back(&getBody(), getBody().getArguments());
    successors.emplace_back(getOperation(), getResults());
  } else {
    successors.emplace_back(&getCond(), getCond().getArguments());
  }
}

LogicalResult WhileOp::verify() {
  unsigned stacks = 0;
  if (failed(verifyInit(*this, stacks)))
    return failure();
  SmallVector<Type> types = variableTypes(*this, stacks);
  if (failed(verifyResults(*this, types, stacks)) ||
      failed(verifyBody<CondYieldOp>(*this, getCond(), "cond", types, types)))
    return failure();
  return verifyBody<YieldOp>(*this, getBody(), "body", types, types);
}

/// Whether variable `j` keeps the value it starts with.
static bool isUnchanged(WhileOp loop, unsigned j) {
  Block &cond = loop.getCond().front(), &body = loop.getBody().front();
  if (!body.mightHaveTerminator()) // it is being made
    return false;
  Value onward = cast<CondYieldOp>(cond.getTerminator()).getValues()[j];
  Value next = body.getTerminator()->getOperand(j);
  return onward == cond.getArgument(j) &&
         (next == body.getArgument(j) || next == cond.getArgument(j));
}

/// Whether the condition is the same in each turn, as far as that is easily seen.
static bool neverDecides(WhileOp loop, Value condition) {
  llvm::SetVector<Value> read;
  read.insert(condition);
  for (unsigned i = 0; i < read.size(); ++i) {
    auto arg = dyn_cast<BlockArgument>(read[i]);
    if (arg && arg.getOwner() == &loop.getCond().front() && !isUnchanged(loop, arg.getArgNumber()))
      return false;
    Operation *op = read[i].getDefiningOp();
    if (!op || !loop->isProperAncestor(op))
      continue;
    if (op->getNumRegions() != 0 || !isMemoryEffectFree(op))
      return false;
    read.insert_range(op->getOperands());
  }
  return true;
}

// Not to end is an effect; without it such a loop would be dropped, and what follows would run.
void WhileOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  auto end = dyn_cast<CondYieldOp>(getCond().front().getTerminator());
  std::optional<llvm::APInt> goesOn = end ? constantOf(end.getCondition()) : std::nullopt;
  if (end && (goesOn ? !goesOn->isZero() : neverDecides(*this, end.getCondition())))
    effects.emplace_back(MemoryEffects::Write::get());
}

//--- for

MutableOperandRange ForOp::getStartsMutable() { return getInitialMutable(); }
unsigned ForOp::getNumExtraArguments(Region &region) { return &region == &getBody() ? 1 : 0; }
bool ForOp::isLoop() { return true; }
SmallVector<Region *> ForOp::getLoopRegions() { return {&getBody()}; }
OperandRange ForOp::getEntrySuccessorOperands(RegionSuccessor) { return getInitial(); }

void ForOp::getSuccessorRegions(RegionBranchPoint point,
                                SmallVectorImpl<RegionSuccessor> &successors) {
  if (point.isParent() && !getInit().empty()) {
    successors.emplace_back(&getInit(), getInit().getArguments());
    return;
  }
  successors.emplace_back(&getBody(), getBody().getArguments().drop_front());
  successors.emplace_back(getOperation(), getResults());
}

LogicalResult ForOp::verify() {
  Type index = getLower().getType();
  if (getUpper().getType() != index || getStep().getType() != index)
    return emitOpError("lower bound, upper bound and step must be of one type, but are ")
           << index << ", " << getUpper().getType() << " and " << getStep().getType();
  unsigned stacks = 0;
  if (failed(verifyInit(*this, stacks)))
    return failure();
  SmallVector<Type> types = variableTypes(*this, stacks);
  if (failed(verifyResults(*this, types, stacks)))
    return failure();
  SmallVector<Type> args = types;
  args.insert(args.begin(), index);
  return verifyBody<YieldOp>(*this, getBody(), "body", args, types);
}

//--- scan

SmallVector<Region *> ScanOp::getLoopRegions() { return {&getBody()}; }
OperandRange ScanOp::getEntrySuccessorOperands(RegionSuccessor) { return getInitial(); }

void ScanOp::getSuccessorRegions(RegionBranchPoint point,
                                 SmallVectorImpl<RegionSuccessor> &successors) {
  unsigned carried = getInitial().size();
  successors.emplace_back(&getBody(), getBody().getArguments().take_front(carried));
  successors.emplace_back(getOperation(), getResults().take_front(carried));
}

/// The operand of an elementwise op that is as open as its result.
static Value shapeSource(Operation *op) {
  if (!op->hasTrait<Elementwise>())
    return nullptr;
  auto shape = cast<RankedTensorType>(op->getResult(0).getType()).getShape();
  for (Value operand : op->getOperands())
    if (auto type = dyn_cast<RankedTensorType>(operand.getType()); type && type.getShape() == shape)
      return operand;
  return nullptr;
}

Value ScanOp::getRowShapeSource(unsigned k) {
  Value value = getBody().front().getTerminator()->getOperand(getInitial().size() + k);
  while (Operation *op = value.getDefiningOp()) {
    if (!(*this)->isProperAncestor(op))
      return value;
    value = shapeSource(op);
    if (!value)
      return nullptr;
  }
  return value;
}

LogicalResult ScanOp::verify() {
  if (getInputs().empty())
    return emitOpError("has no tensor to go over; use 'flow.for'");
  unsigned carried = getInitial().size();
  SmallVector<Type> args(getInitial().getTypes());
  int64_t length = ShapedType::kDynamic;
  for (auto [i, type] : llvm::enumerate(getInputs().getTypes())) {
    auto tensor = cast<RankedTensorType>(type);
    if (tensor.getRank() == 0)
      return emitOpError("input #")
             << i << " is " << type << ", which has no first axis to go over";
    int64_t size = tensor.getDimSize(0);
    if (ShapedType::isDynamic(length))
      length = size;
    else if (!ShapedType::isDynamic(size) && size != length)
      return emitOpError("inputs differ in their first axis: ") << length << " and " << size;
    args.push_back(RankedTensorType::get(tensor.getShape().drop_front(), tensor.getElementType()));
  }
  if (getNumResults() < carried)
    return emitOpError("has ") << counted(getNumResults(), "result") << ", but carries "
                               << counted(carried, "operand");
  SmallVector<Type> yielded(args.begin(), args.begin() + carried);
  for (auto [i, type] : llvm::enumerate(getResultTypes())) {
    if (i < carried) {
      if (type != args[i])
        return emitOpError("result #")
               << i << " is " << type << ", but the loop carries " << args[i];
      continue;
    }
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getRank() == 0 || tensor.getDimSize(0) != length)
      return emitOpError("result #")
             << i << " is " << type << ", but must be a tensor whose first axis is that of the "
             << "inputs: " << sizeName(length);
    yielded.push_back(
        RankedTensorType::get(tensor.getShape().drop_front(), tensor.getElementType()));
  }
  return verifyBody<YieldOp>(*this, getBody(), "body", args, yielded);
}

//--- terminators

MutableOperandRange YieldOp::getMutableSuccessorOperands(RegionSuccessor) {
  if (auto scan = dyn_cast<ScanOp>((*this)->getParentOp()))
    return MutableOperandRange(*this, 0, scan.getInitial().size());
  return getValuesMutable();
}

MutableOperandRange CondYieldOp::getMutableSuccessorOperands(RegionSuccessor) {
  return getValuesMutable();
}

void CondYieldOp::getSuccessorRegions(ArrayRef<Attribute> operands,
                                      SmallVectorImpl<RegionSuccessor> &successors) {
  auto loop = cast<WhileOp>((*this)->getParentOp());
  std::optional<llvm::APInt> goesOn = constantOf(operands.front());
  if (!goesOn || !goesOn->isZero())
    successors.emplace_back(&loop.getBody(), loop.getBody().getArguments());
  if (!goesOn || goesOn->isZero())
    successors.emplace_back(loop.getOperation(), loop.getResults());
}

} // namespace cotan::flow
