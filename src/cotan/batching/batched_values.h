// Which values differ between the lanes of a batch, and where lanes go different ways.
#pragma once

#include "cotan/autodiff/pairing.h"

#include <map>
#include <memory>

namespace cotan {

/// Which results of functions that are called differ between lanes that differ in these arguments,
/// each found once: the fewest that fit together, where functions call themselves or each other.
class DifferingResults {
public:
  /// What calls leave on a stack that they are given.
  enum class Frames { ofAllLanes, asPushed };
  struct Found {
    llvm::SmallVector<bool> results;
    bool frames = false; // whether what is on the stacks differs afterwards
  };

  explicit DifferingResults(llvm::StringRef axisName = {}, Frames kept = Frames::ofAllLanes)
      : axisName(axisName), kept(kept) {}

  /// The axis of the lanes (BatchOptions).
  const std::string axisName;

  /// Of a stack it counts whether what is on it differs.
  const Found &of(mlir::func::FuncOp callee, const std::shared_ptr<DifferingResults> &self,
                  llvm::ArrayRef<bool> arguments);
  bool keepsAllLanes() const { return kept == Frames::ofAllLanes; }

private:
  struct Call {
    mlir::func::FuncOp callee;
    std::vector<bool> arguments;
    Found found;                          // so far; none differ at first
    llvm::SetVector<Call *> readers = {}; // which this was asked for
  };

  bool update(Call &call, const std::shared_ptr<DifferingResults> &self);

  const Frames kept;
  std::map<std::pair<mlir::Operation *, std::vector<bool>>, Call> known;
  llvm::SetVector<Call *> waiting; // as what they have read has changed
  Call *current = nullptr;         // which is updated
};

class BatchedValues {
public:
  /// `callees`: what is known of them already.
  BatchedValues(mlir::func::FuncOp function, llvm::ArrayRef<unsigned> arguments,
                const Pairing &pairing, std::shared_ptr<DifferingResults> callees);

  bool contains(mlir::Value value) const { return batched.contains(value); }
  /// Whether this loop or branch runs its regions for some lanes only: a branch chooses, a loop
  /// ends by what differs between the lanes, or empties a stack that such a loop filled.
  bool isMasked(mlir::Operation *op) const { return masked.contains(op); }
  /// Whether it is not known which pop takes off which push.
  bool hasLooseFrames() const { return !pairing.problems().empty(); }
  /// Whether frames hold all values with the new axis, for want of knowing which differ. Of what
  /// calls leave on stacks, too, if it is asked for.
  bool differsInFrames() const { return frames; }
  /// The loops and branches that take off the frames this one pushes, or push those it takes off.
  llvm::ArrayRef<mlir::Operation *> mirrorsOf(mlir::Operation *op) const {
    auto found = mirrors.find(op);
    return found == mirrors.end() ? llvm::ArrayRef<mlir::Operation *>() : found->second;
  }
  /// Notes an op that was made since, one that is neither a loop nor a branch.
  void add(mlir::Operation *op) { visit(op); }

private:
  bool visit(mlir::Operation *op);
  bool visitPush(flow::PushBackOp push);
  bool visitPop(flow::PopBackOp pop);
  bool visitCallWithStack(mlir::func::CallOp call);
  bool noteFrames(mlir::Operation *op, bool differ);
  bool isInMasked(mlir::Operation *op) const;
  bool visitCall(mlir::func::CallOp call);
  bool visitCollective(mlir::Operation *op);
  bool visitVariables(flow::Structured op);
  bool needsMask(flow::Structured op) const;
  bool mark(mlir::Value value) { return batched.insert(value).second; }
  bool anyOf(mlir::ValueRange values) const {
    return llvm::any_of(values, [&](mlir::Value value) { return contains(value); });
  }

  const Pairing &pairing;
  std::shared_ptr<DifferingResults> callees;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *, 2>> mirrors;
  bool frames = false;
  llvm::DenseSet<mlir::Value> batched;
  llvm::DenseSet<mlir::Operation *> masked;
};

/// Whether each turn of a loop hands variable j on as it came.
bool isUnchanged(flow::Structured loop, unsigned j);

} // namespace cotan
