// The order of the ops of a block while groups of them become one.
#pragma once

#include "cotan/codegen/cluster.h"

#include <list>
#include <memory>

namespace cotan {

/// An op of the block, or a cluster that stands in the place of its members.
struct OrderedNode {
  mlir::Operation *op = nullptr;
  std::unique_ptr<Cluster> cluster; // null: the op itself
  int64_t label = 0;                // increases along the order

  llvm::ArrayRef<mlir::Operation *> members() const {
    return cluster ? cluster->members() : llvm::ArrayRef(op);
  }
};

/// An order in which each node comes after those it reads from, and ops with effects stay as they
/// were among themselves.
class BlockOrder {
public:
  using Node = std::list<OrderedNode>::iterator;

  /// Clusters stand where their roots do.
  BlockOrder(mlir::Block &block,
             llvm::DenseMap<mlir::Operation *, std::unique_ptr<Cluster>> clusters);

  std::list<OrderedNode> &nodes() { return list; }
  /// The node of an op of the block, or of the one it is nested in; none for the terminator.
  std::optional<Node> nodeOf(mlir::Operation *op) const;
  bool isBefore(Node a, Node b) const { return a->label < b->label; }
  /// Says where an op is that has joined a cluster.
  void setNodeOf(mlir::Operation *op, Node node) { nodeOfOp[op] = node; }

  /// Makes room for `first` to be computed together with `last`, which comes later: what needs
  /// `first` moves behind `last`. False, and nothing is moved, if something in between needs the
  /// one and is needed by the other.
  bool bringTogether(Node first, Node last);
  /// Takes `first` out after its members have joined `last`.
  void replace(Node first, Node last);

  /// Moves each cluster to the first that reads it, where what it reads itself is needed until then
  /// anyway: its results take memory for a shorter time, and nothing takes it for longer.
  void moveToReaders();

private:
  /// Whether it is found among those that must come after `node`: readers, and the next op with
  /// effects.
  bool anySuccessor(Node node, llvm::function_ref<bool(Node)> isFound) const;
  void label();
  void moveBehind(Node node, Node place);
  /// The first that reads it; none if the terminator does.
  std::optional<Node> firstReader(Node node) const;
  bool isNeededUntil(mlir::Value operand, Node node, Node place) const;

  mlir::Block &block;
  std::list<OrderedNode> list;
  llvm::DenseMap<mlir::Operation *, Node> nodeOfOp;
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> nextEffect;
};

} // namespace cotan
