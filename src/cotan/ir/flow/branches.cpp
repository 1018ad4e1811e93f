// flow.if and flow.switch: where control goes, and what makes them well-formed.
#include "cotan/ir/flow/flow.h"
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

LogicalResult verifyBranch(Structured op, ArrayRef<StringRef> names) {
  unsigned stacks = 0;
  if (failed(verifyInit(op, stacks)))
    return failure();
  SmallVector<Type> stackTypes(stacks, StackType::get(op.getContext()));
  for (auto [region, name] : llvm::zip_equal(op->getRegions().drop_front(), names)) {
    if (region.empty()) {
      if (name != "else")
        return op.emitOpError() << "region '" << name << "' is empty; it needs one block";
      if (op->getNumResults() != stacks)
        return op.emitOpError("region 'else' is empty but there are ")
               << op->getNumResults() - stacks
               << " results that are not stacks; both branches must yield them";
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
OperandRange IfOp::getEntrySuccessorOperands(RegionSuccessor) { return (*this)->getOperands().take_front(0); }

void IfOp::getSuccessorRegions(RegionBranchPoint point,
                               SmallVectorImpl<RegionSuccessor> &successors) {
  successorsOfBranch(*this, point, successors);
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

LogicalResult SwitchOp::verify() {
  if (getCases().empty())
    return emitOpError("has no case; it needs at least one");
  return verifyBranch(*this, SmallVector<StringRef>(getCases().size(), "case"));
}

} // namespace cotan::flow
