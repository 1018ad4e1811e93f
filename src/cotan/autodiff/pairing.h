// Which pop takes off which push: read off the structure of the program, like matching brackets.
//
// All frames of a stack are pushed and popped by items of its class's blocks: pushes, pops,
// branches and loops. A branch that pushes is undone by a branch on an equal condition, a loop by a
// loop that runs as many turns in the opposite direction, region by region. A pair makes the pushed
// and the popped values equal, which may prove further conditions equal; this goes on until nothing
// is new.
//
// A class must be one stack for that, known by one name at a time: nothing is told of a function
// where two stacks are handed on under one name, and a stack that is put into a frame is known from
// then on by what pops it.
#pragma once

#include "cotan/autodiff/equalities.h"
#include "cotan/autodiff/stack_classes.h"

#include <string>

namespace cotan {

class Pairing {
public:
  struct Problem {
    struct Note {
      mlir::Location location;
      const char *text;
    };
    mlir::Operation *op;
    std::string message;
    llvm::SmallVector<Note, 2> notes; // what it does not fit
  };
  /// A loop that empties the stack another loop filled: it asks is_empty once per turn.
  struct Drain {
    flow::WhileOp filler, drainer;
  };

  Pairing(mlir::func::FuncOp function, const StackClasses &classes);

  /// The pop of a push and the push of a pop; null if there is none.
  mlir::Operation *partnerOf(mlir::Operation *op) const { return partners.lookup(op); }
  /// Loops and branches that push, each with one that takes the frames off again.
  llvm::ArrayRef<std::pair<mlir::Operation *, mlir::Operation *>> mirrored() const {
    return mirrors;
  }
  /// What could not be proved: pops without a push, conditions that may differ, ...
  llvm::ArrayRef<Problem> problems() const { return found; }
  /// Pushes whose frames stay on their stack, with the class of the stack.
  llvm::ArrayRef<std::pair<mlir::Operation *, mlir::Value>> neverPopped() const { return leftOver; }
  /// Whether a stack is in a frame that is popped: then so must its own frames be, even by code
  /// that reads none of them.
  bool isInPoppedFrame(mlir::Value leader) const;
  const Drain *drainOf(mlir::Operation *isEmpty) const;

private:
  using Ops = llvm::SmallVector<mlir::Operation *, 4>;
  /// Frames on a stack: what pushed them, and the class it pushed them through.
  using Frames = llvm::SmallVector<std::pair<mlir::Operation *, mlir::Value>, 4>;
  /// What a block does to a stack it did not make: takes off `pops`, then leaves `pushes`.
  struct Effect {
    Ops pops, pushes;
  };
  struct Task {
    mlir::Operation *push, *pop;    // or structured ops that push and pop
    mlir::Value pushLeader, leader; // the classes of the two sides
    bool atBottom;                  // nothing lies beneath on the stack
  };
  enum class Outcome { done, later, failed };

  bool checkJoins();
  void checkUses(mlir::func::FuncOp function);
  void collect(mlir::Value leader);
  void reduce(mlir::Value leader, mlir::Block *block);
  void startChain(mlir::Value leader);
  bool checkHandOver(flow::PushBackOp push, flow::PopBackOp pop, mlir::Value from);
  void continueChain(mlir::Value from, mlir::Value to);
  void solve();
  Outcome attempt(const Task &task);
  Outcome pair(flow::PushBackOp push, flow::PopBackOp pop);
  Outcome pairRegions(const Task &task);
  bool drains(const Task &task, flow::WhileOp filler, flow::WhileOp drainer);
  Effect effectOf(mlir::Value leader, mlir::Region &region);
  void report(mlir::Operation *op, std::string message,
              llvm::SmallVector<Problem::Note, 2> notes = {});

  const StackClasses &classes;
  Equalities equal;
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> partners;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Block *>, Ops> touched;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Block *>, Effect> effects;
  llvm::DenseMap<mlir::Value, Frames> chains; // frames on the stack where its class ends
  llvm::DenseSet<mlir::Value> popped;         // classes that come out of frames
  llvm::DenseMap<mlir::Value, mlir::Operation *> handedOver; // classes that do so, by their push
  std::vector<Task> tasks;
  std::vector<Problem> found;
  llvm::SmallVector<std::pair<mlir::Operation *, mlir::Operation *>> mirrors;
  Frames leftOver;
  llvm::DenseMap<mlir::Operation *, Drain> drainsByTest;
};

} // namespace cotan
