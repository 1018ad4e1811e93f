#include "cotan/codegen/cluster.h"

using namespace mlir;

namespace cotan {
namespace {

constexpr unsigned mostMembers = 48;

RankedTensorType tensorType(Value value) { return cast<RankedTensorType>(value.getType()); }

Follows identity(unsigned rank) { return llvm::to_vector(llvm::seq<int64_t>(0, rank)); }

/// Which axis of the operand each axis of the result is, -1 for the 1s of keepdims.
SmallVector<int64_t> keptAxes(Operation *op) {
  RankedTensorType from = tensorType(op->getOperand(0)), to = tensorType(op->getResult(0));
  ArrayRef<int64_t> axes = cast<Reducing>(op).reducedAxes();
  bool keepdims = from.getRank() == to.getRank() && !axes.empty();
  SmallVector<int64_t> kept;
  for (int64_t axis = 0; axis < from.getRank(); ++axis)
    if (!llvm::is_contained(axes, axis))
      kept.push_back(axis);
    else if (keepdims)
      kept.push_back(-1);
  return kept;
}

bool readsScalarsOnly(Operation *op) {
  return llvm::all_of(op->getOperands(), [](Value x) { return tensorType(x).getRank() == 0; });
}

} // namespace

/// Whether a member may ask for these numbers when it says its sizes: they must be in memory before.
static bool decidesSizes(Operation *op, const llvm::DenseMap<Operation *, Follows> &members) {
  auto type = tensorType(op->getResult(0));
  return type.getRank() == 1 && type.getElementType().isInteger(64) &&
         llvm::any_of(op->getResult(0).getUses(), [&](OpOperand &use) {
           auto reader = dyn_cast<Lowerable>(use.getOwner());
           return members.contains(use.getOwner()) && isa<SaysSizes>(use.getOwner()) && reader &&
                  !reader.follows(use.getOperandNumber());
         });
}

Cluster::Cluster(Operation *root, unsigned position) : rootOp(root), rootPosition(position) {
  ops.push_back(root);
  if (auto reduction = dyn_cast<Reducing>(root)) {
    space = tensorType(root->getOperand(0));
    reduced = llvm::to_vector(reduction.reducedAxes());
    follows[root] = keptAxes(root);
  } else {
    space = tensorType(root->getResult(0));
    follows[root] = identity(space.getRank());
  }
}

Follows Cluster::followsOf(Operation *op) const {
  Follows common;
  for (OpOperand &use : op->getResult(0).getUses()) {
    Operation *user = use.getOwner();
    auto member = follows.find(user);
    if (member == follows.end())
      continue;
    Follows axes;
    if (isa<Reducing>(user))
      axes = identity(space.getRank());
    else if (Follows local = cast<Lowerable>(user).follows(use.getOperandNumber());
             local && member->second) {
      axes.emplace();
      for (int64_t axis : *local)
        axes->push_back(axis < 0 ? -1 : (*member->second)[axis]);
    }
    if (!axes || (common && *common != *axes))
      return std::nullopt;
    common = axes;
  }
  return common;
}

bool Cluster::isWholeSpace(Type type, const Follows &axes) const {
  return axes && *axes == *identity(space.getRank()) &&
         cast<RankedTensorType>(type).getShape() == space.getShape();
}

/// The operand must be the space, and the result be read row by row.
bool Cluster::fitsReduction(Operation *op, const Follows &axes) const {
  ArrayRef<int64_t> own = cast<Reducing>(op).reducedAxes();
  if (!axes || tensorType(op->getOperand(0)).getShape() != space.getShape() ||
      (reduced && *reduced != own))
    return false;
  return *axes == keptAxes(op);
}

bool Cluster::fitsFormula(Operation *op, const Follows &axes, bool isReadOutside) const {
  auto type = tensorType(op->getResult(0));
  if (isWholeSpace(type, axes))
    return true;
  if (isReadOutside)
    return false;
  if (readsScalarsOnly(op))
    return true;
  if (axes) { // rows are computed once; what misses an outer axis would be computed again and again
    SmallVector<int64_t> kept;
    for (int64_t axis : *axes)
      if (axis >= 0)
        kept.push_back(axis);
    return kept == llvm::to_vector(llvm::seq<int64_t>(0, kept.size()));
  }
  // Read at other places: not more often than there are elements, and no rows.
  if (!type.hasStaticShape() || !op->hasOneUse() || reduced)
    return false;
  auto reader = tensorType(op->getResult(0).getUses().begin()->getOwner()->getResult(0));
  return reader.hasStaticShape() && reader.getNumElements() <= 2 * type.getNumElements();
}

bool Cluster::tryAdd(Operation *op, bool isReadOutside) {
  if (ops.size() >= mostMembers || op->getNumResults() != 1 ||
      rootOp->getNumResults() != 1 || decidesSizes(op, follows))
    return false;
  Follows axes = followsOf(op);
  if (auto reduction = dyn_cast<Reducing>(op)) {
    if (!fitsReduction(op, axes))
      return false;
    // Reductions would be computed again at each place that is read.
    if (!reduced && llvm::any_of(follows, [](auto &entry) { return !entry.second; }))
      return false;
    reduced = llvm::to_vector(reduction.reducedAxes());
  } else if (!fitsFormula(op, axes, isReadOutside)) {
    return false;
  }
  ops.push_back(op);
  follows[op] = axes;
  return true;
}

} // namespace cotan
