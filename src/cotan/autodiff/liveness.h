// Which ops, loop variables and slots of frames a set of results needs, across stacks: a popped
// value needs the slot that was pushed for it, and a loop that drains a stack needs a frame per
// turn.
#pragma once

#include "cotan/autodiff/pairing.h"
#include "cotan/ir/flow/variables.h"

namespace cotan {

/// Whether `op` itself, not what it holds, has effects other than on stacks.
bool hasOwnEffects(mlir::Operation *op);

/// Whose effects are needed: all, or only those of code that no derivative has added.
enum class Effects { all, primal };

class Liveness {
public:
  /// `roots`, `rootOps`: the values and the ops that are needed. That a loop can count its turns by
  /// one of these ops is not relied on.
  Liveness(mlir::func::FuncOp function, const StackClasses &classes, const Pairing &pairing,
           mlir::ValueRange roots, Effects effects = Effects::all,
           llvm::ArrayRef<mlir::Operation *> rootOps = {});

  bool isLive(mlir::Operation *op) const { return ops.contains(op); }
  bool isLiveVariable(flow::Structured op, unsigned j) const {
    return values.contains(op->getResult(j));
  }
  /// Whether slot k of the frame of this push or pop is read.
  bool isLiveSlot(mlir::Operation *op, unsigned k) const;

private:
  void markRoots(mlir::func::FuncOp function, Effects effects);
  void markOp(mlir::Operation *op);
  void markValue(mlir::Value value);
  void markVariable(flow::Structured op, unsigned j);
  void run();
  void visit(mlir::Operation *op);
  bool keepCounting();

  const StackClasses &classes;
  const Pairing &pairing;
  llvm::DenseSet<mlir::Operation *> ops, rootOps;
  llvm::DenseSet<mlir::Value> values;
  llvm::SmallVector<mlir::Operation *> work;
  llvm::SmallVector<flow::IsEmptyOp> tests; // live ones
};

/// What a pass may take away.
struct Dead {
  llvm::function_ref<bool(mlir::Operation *)> op;
  llvm::function_ref<bool(flow::Structured, unsigned)> variable;
  llvm::function_ref<bool(mlir::Operation *, unsigned)> slot;
};

/// Erases dead ops, slots and variables.
void erase(mlir::func::FuncOp function, const Dead &dead);

/// The code one derivative adds to a function.
class NewCode {
public:
  /// Notes that `op` has just been given one more stack.
  void noteAppended(flow::Structured op) { appended.push_back(op); }
  /// Everything that is there now is old, but for the appended stacks.
  void start(mlir::func::FuncOp function);

  bool isNew(mlir::Operation *op) const { return !old.contains(op); }
  bool isNew(flow::Structured op, unsigned j) const;

private:
  llvm::SmallVector<flow::Structured> appended;
  llvm::DenseSet<mlir::Operation *> old, withAppended;
};

/// Erases new code that no result needs; old code stays, dead or not.
void eraseDeadNewCode(mlir::func::FuncOp function, const NewCode &newCode);

} // namespace cotan
