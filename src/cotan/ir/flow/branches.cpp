// flow.if and flow.switch: where control goes, and what makes them well-formed.
#include "cotan/ir/flow/constants.h"
#include "cotan/ir/flow/verification.h"

using namespace mlir;

namespace cotan::flow {
namespace {

void successorsOfBranch(Structured op, RegionBranchPoint point,
                        SmallVectorImpl<RegionSuccessor> &successors) {
  Region &init = op.getInit();
  Operation *terminator = point.getTerminatorPredecessorOrNull();
  if (terminator && terminator->getParentRegion() != &init) {
    successors.emplace_back(op.getOperation(), op->getResults());
    return;
  }
  if (!terminator && !init.empty()) {
    successors.emplace_back(&init);
    return;
  }
  bool leaves = false;
  for (Region &region : op->getRegions().drop_front()) {
    if (region.empty())
      leaves = true; // an else that is left out
    else
      successors.emplace_back(&region, region.getArguments());
  }
  if (leaves)
    successors.emplace_back(op.getOperation(), op->getResults());
}

/// As above when the op is entered, its operands perhaps being constant.
void entriesOfBranch(Structured op, ArrayRef<Attribute> operands,
                     SmallVectorImpl<RegionSuccessor> &successors) {
  std::optional<llvm::APInt> selector = constantOf(operands.front());
  if (!selector || !op.getInit().empty())
    return successorsOfBranch(op, RegionBranchPoint::parent(), successors);
  Region &region = chosenRegion(op, *selector);
  if (region.empty())
    successors.emplace_back(op.getOperation(), op->getResults());
  else
    successors.emplace_back(&region, region.getArguments());
}

LogicalResult verifyBranch(Structured op, ArrayRef<std::string> names) {
  unsigned stacks = 0;
  if (failed(verifyInit(op, stacks)))
    return failure();
  SmallVector<Type> stackTypes(stacks, StackType::get(op.getContext()));
  for (auto [region, name] : llvm::zip_equal(op->getRegions().drop_front(), names)) {
    if (region.empty() && name == "else") {
      if (op->getNumResults() != stacks)
        return op.emitOpError("region 'else' is empty, but the op has ")
               << counted(op->getNumResults() - stacks, "result")
               << " other than stacks, which both branches must yield";
      continue;
    }
    if (failed(verifyBody<YieldOp>(op, region, name, stackTypes, op->getResultTypes())))
      return failure();
  }
  return success();
}

} // namespace

MutableOperandRange IfOp::getStartsMutable() { return {getOperation(), 0, 0}; }
unsigned IfOp::getNumExtraArguments(Region &) { return 0; }
bool IfOp::isLoop() { return false; }
OperandRange IfOp::getEntrySuccessorOperands(RegionSuccessor) {
  return (*this)->getOperands().take_front(0);
}

void IfOp::getSuccessorRegions(RegionBranchPoint point,
                               SmallVectorImpl<RegionSuccessor> &successors) {
  successorsOfBranch(*this, point, successors);
}

void IfOp::getEntrySuccessorRegions(ArrayRef<Attribute> operands,
                                    SmallVectorImpl<RegionSuccessor> &successors) {
  entriesOfBranch(*this, operands, successors);
}

LogicalResult IfOp::verify() { return verifyBranch(*this, {"then", "else"}); }

MutableOperandRange SwitchOp::getStartsMutable() { return {getOperation(), 0, 0}; }
unsigned SwitchOp::getNumExtraArguments(Region &) { return 0; }
bool SwitchOp::isLoop() { return false; }
OperandRange SwitchOp::getEntrySuccessorOperands(RegionSuccessor) {
  return (*this)->getOperands().take_front(0);
}

void SwitchOp::getSuccessorRegions(RegionBranchPoint point,
                                   SmallVectorImpl<RegionSuccessor> &successors) {
  successorsOfBranch(*this, point, successors);
}

void SwitchOp::getEntrySuccessorRegions(ArrayRef<Attribute> operands,
                                        SmallVectorImpl<RegionSuccessor> &successors) {
  entriesOfBranch(*this, operands, successors);
}

LogicalResult SwitchOp::verify() {
  if (getCases().empty())
    return emitOpError("has no case; it needs at least one");
  SmallVector<std::string> names;
  for (unsigned i = 0; i < getCases().size(); ++i)
    names.push_back("case #" + std::to_string(i));
  return verifyBranch(*this, names);
}

} // namespace cotan::flow
