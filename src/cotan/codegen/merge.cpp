#include "cotan/codegen/merge.h"

using namespace mlir;

namespace cotan {
namespace {

using Node = BlockOrder::Node;

/// How many clusters are tried for one: neighbours of neighbours add up.
constexpr unsigned mostAttempts = 16;
/// Nor are more readers of one value looked at: some are read by all of a program.
constexpr unsigned mostReaders = 64;

class Merger {
public:
  explicit Merger(BlockOrder &order) : order(order) {}

  void run() {
    for (Node node = order.nodes().begin(); node != order.nodes().end(); ++node)
      for (attempts = 0; node->cluster && attempts < mostAttempts && mergeOne(node);) {
      }
  }

private:
  /// Merges the first earlier neighbour that fits.
  bool mergeOne(Node node) {
    DenseSet<OrderedNode *> tried;
    for (Operation *member : node->members())
      for (Value operand : member->getOperands()) {
        if (mergeMaker(operand, node, tried) || mergeReader(operand, node, tried))
          return true;
      }
    return false;
  }

  bool mergeMaker(Value operand, Node node, DenseSet<OrderedNode *> &tried) {
    Operation *maker = operand.getDefiningOp();
    auto earlier = maker ? order.nodeOf(maker) : std::nullopt;
    return earlier && tryMerge(*earlier, node, tried);
  }

  /// Others that read the whole of a large operand.
  bool mergeReader(Value operand, Node node, DenseSet<OrderedNode *> &tried) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || type.getShape() != node->cluster->spaceType().getShape() ||
        (operand.getDefiningOp() && node->cluster->contains(operand.getDefiningOp())))
      return false;
    for (auto [i, user] : llvm::enumerate(operand.getUsers())) {
      if (attempts >= mostAttempts || i == mostReaders)
        return false;
      auto earlier = order.nodeOf(user);
      if (earlier && tryMerge(*earlier, node, tried))
        return true;
    }
    return false;
  }

  bool tryMerge(Node earlier, Node node, DenseSet<OrderedNode *> &tried) {
    if (!earlier->cluster || earlier == node || attempts >= mostAttempts ||
        !order.isBefore(earlier, node) || !tried.insert(&*earlier).second)
      return false;
    ++attempts;
    if (!node->cluster->canMerge(*earlier->cluster) || !order.bringTogether(earlier, node))
      return false;
    node->cluster->merge(*earlier->cluster);
    order.replace(earlier, node);
    return true;
  }

  BlockOrder &order;
  unsigned attempts = 0;
};

//--- recomputation

/// What a value of a cluster is computed of: cheap members, and what they read, be it of this
/// cluster.
struct Cone {
  llvm::SetVector<Operation *> ops;
  llvm::SetVector<Value> leaves;
};

constexpr size_t largestCone = 8;

bool isCheapAgain(Operation *op) { return isCheap(op) || isRepetition(op); }

bool isReadOutside(Operation *member, const Cluster &cluster) {
  return llvm::any_of(member->getUsers(), [&](auto *user) { return !cluster.contains(user); });
}

/// `stopsAtStored`: what others read, and thus is stored, is not computed again but read.
std::optional<Cone> coneOf(Operation *member, const Cluster &cluster, bool stopsAtStored) {
  Cone cone;
  SmallVector<Operation *> pending = {member};
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (cone.ops.contains(op))
      continue;
    if (cone.ops.size() == largestCone)
      return std::nullopt;
    cone.ops.insert(op);
    for (Value operand : op->getOperands()) {
      Operation *maker = operand.getDefiningOp();
      const bool isMember = maker && cluster.contains(maker);
      const bool isEnd =
          isMember && (cluster.isRow(maker) ||
                       (stopsAtStored && cluster.isWhole(maker) && isReadOutside(maker, cluster)));
      if (isMember && !isEnd && isCheapAgain(maker))
        pending.push_back(maker);
      else if (isMember && !cluster.isRow(maker) && !cluster.isWhole(maker))
        return std::nullopt; // no result of loops over this space
      else
        cone.leaves.insert(operand);
    }
  }
  return cone;
}

class Recomputer {
public:
  Recomputer(BlockOrder &order, DenseMap<Operation *, unsigned> &positions)
      : order(order), positions(positions) {}

  void run() {
    for (OrderedNode &node : llvm::reverse(order.nodes()))
      if (node.cluster && !node.cluster->isByRows())
        for (Operation *member : SmallVector<Operation *>(node.members()))
          if (node.cluster->isWhole(member))
            recompute(member, *node.cluster);
  }

private:
  /// The clusters that read the member; none if others read it too.
  SmallVector<Node> readingClusters(Operation *member, const Cluster &own) const {
    SmallVector<Node> readers;
    for (Operation *user : member->getUsers()) {
      auto node = order.nodeOf(user);
      if (!node || !(*node)->cluster || !(*node)->cluster->contains(user))
        return {};
      if (!own.contains(user) && !llvm::is_contained(readers, *node))
        readers.push_back(*node);
    }
    return readers;
  }

  /// Whether moving what the member is computed of costs no more than reading the member: what the
  /// reader reads anyway costs nothing, what nobody else reads must be written first.
  static bool pays(Operation *member, const Cone &cone, const Cluster &own, const Cluster &reader) {
    auto shape = reader.spaceType().getShape();
    unsigned bits = 0;
    for (Value leaf : cone.leaves) {
      auto type = cast<RankedTensorType>(leaf.getType());
      auto isReadBy = [&](auto wanted) { return llvm::any_of(leaf.getUsers(), wanted); };
      if (type.getShape() != shape || matchPattern(leaf, m_Constant()) ||
          isReadBy([&](auto *user) { return reader.contains(user); }))
        continue;
      Operation *maker = leaf.getDefiningOp();
      const bool isWritten = !maker || !own.contains(maker) || isReadOutside(maker, own);
      bits += type.getElementTypeBitWidth() * (isWritten ? 1 : 2);
    }
    return bits <= cast<RankedTensorType>(readResultOf(member).getType()).getElementTypeBitWidth();
  }

  void recompute(Operation *member, const Cluster &own) {
    SmallVector<Node> readers = readingClusters(member, own);
    if (readers.empty())
      return;
    for (bool stopsAtStored : {false, true}) {
      auto cone = isCheapAgain(member) ? coneOf(member, own, stopsAtStored) : std::nullopt;
      auto paysFor = [&](Node node) {
        return !node->cluster->isByRows() &&
               node->cluster->spaceType().getShape() == own.spaceType().getShape() &&
               pays(member, *cone, own, *node->cluster);
      };
      if (!cone || !llvm::all_of(readers, paysFor))
        continue;
      for (Node reader : readers)
        copyInto(reader, *cone, own);
      return;
    }
  }

  /// The copies stand where their originals do: the order of clusters decides, not that of ops.
  void copyInto(Node node, const Cone &cone, const Cluster &own) {
    Cluster &reader = *node->cluster;
    SmallVector<Operation *> sorted(cone.ops.begin(), cone.ops.end());
    llvm::sort(sorted, [&](auto *a, auto *b) { return positions.lookup(a) < positions.lookup(b); });
    IRMapping copies;
    OpBuilder builder(reader.root());
    for (Operation *op : sorted) {
      Operation *copy = builder.clone(*op, copies);
      positions[copy] = positions.lookup(op);
      reader.addCopy(copy, own, op);
      order.setNodeOf(copy, node);
    }
    Value value = readResultOf(sorted.back());
    value.replaceUsesWithIf(copies.lookup(value),
                            [&](OpOperand &use) { return reader.contains(use.getOwner()); });
  }

  BlockOrder &order;
  DenseMap<Operation *, unsigned> &positions;
};

} // namespace

bool isRepetition(Operation *op) {
  auto formula = dyn_cast<Lowerable>(op);
  auto type =
      op->getNumResults() == 1 ? dyn_cast<RankedTensorType>(op->getResult(0).getType()) : nullptr;
  if (!formula || !type || op->getNumOperands() == 0 || !hasFormula(op))
    return false;
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    Follows axes = formula.follows(operand.getOperandNumber());
    return axes && llvm::count_if(*axes, [](int64_t axis) { return axis >= 0; }) < type.getRank();
  });
}

void mergeClusters(BlockOrder &order) { Merger(order).run(); }

void recompute(BlockOrder &order, DenseMap<Operation *, unsigned> &positions) {
  Recomputer(order, positions).run();
}

} // namespace cotan
