// The reverse pass over one function: one block-level transformation that accepts its own output.
// How and why it works: docs/decisions/0004-reverse-mode.md.
#pragma once

#include "cotan/autodiff/activity.h"
#include "cotan/autodiff/call_pairs.h"
#include "cotan/autodiff/reverse_builder.h"
#include "cotan/autodiff/scope.h"
#include "cotan/ir/derivative_location.h"
#include "cotan/ir/flow/variables.h"
#include "cotan/ir/interfaces/op_interfaces.h"

namespace cotan {

/// Whether, in a function that is reversed apart, the frames of an op's regions lie on the stack of
/// all frames: not those of a loop that goes on until its own stack is empty.
inline bool sharesTree(flow::Structured op) { return !isa<flow::WhileOp>(op); }

class Reverser {
public:
  Reverser(mlir::func::FuncOp function, const StackClasses &classes, const Activity &activity,
           CallPairs &calls)
      : classes(classes), activity(activity), calls(calls), ops(function.getContext()) {}

  /// Reverses the top block up to `last`, starting from `seeds` (value, cotangent); afterwards
  /// cotangent() answers.
  llvm::LogicalResult run(mlir::Block &block, mlir::Operation *last,
                          llvm::ArrayRef<std::pair<mlir::Value, mlir::Value>> seeds);
  /// Reverses a block of a function into that of another, which returns the cotangents of `wanted`.
  /// The last argument of the one and the first of the other are the stack of all frames.
  llvm::LogicalResult runApart(mlir::Block &block, mlir::Block &dual,
                               llvm::ArrayRef<std::pair<mlir::Value, mlir::Value>> seeds,
                               mlir::ValueRange wanted);
  /// Says where the cotangents are of the frames of a stack from outside.
  void giveCotangents(mlir::Value stack, mlir::Value cotangents) {
    top.cotangentStacks[classes.leader(stack)] = cotangents;
  }
  /// Says what is a value of the forward function in the dual one.
  void giveKnown(mlir::Value value, mlir::Value known) { top.known[value] = known; }
  /// The cotangent of a value of the top block; zeros if nothing reached it.
  mlir::Value cotangent(mlir::Value value);

private:
  /// The dual of one region of a structured op while it is being built.
  struct DualRegion {
    Scope scope;
    mlir::Region region;
    unsigned leading = 0; // arguments before the variables
  };
  /// What a structured op hands to its dual.
  struct DualOp {
    flow::Structured forward;
    mlir::Value residuals;                 // the stack the forward op saves on, as the dual sees it
    llvm::SmallVector<unsigned> variables; // the active ones
    llvm::SmallVector<mlir::Value> newStacks; // classes whose cotangent stack the dual makes
    llvm::SetVector<mlir::Value> outer;       // outside values it contributes to
    bool isNeeded = false;                    // a cotangent arrives, or active frames move
    std::vector<std::unique_ptr<DualRegion>> regions;
  };

  llvm::LogicalResult reverseBlock(Scope &scope);
  llvm::LogicalResult reverseOp(mlir::Operation *op, Scope &scope);
  llvm::LogicalResult applyRule(mlir::Operation *op, Scope &scope);
  llvm::LogicalResult useRule(Differentiable op, llvm::ArrayRef<mlir::Value> cotangents,
                              Scope &scope);
  llvm::LogicalResult useParts(mlir::Operation *op, llvm::ArrayRef<mlir::Value> cotangents,
                               Scope &scope);
  void reversePush(flow::PushBackOp push, Scope &scope);
  void reversePop(flow::PopBackOp pop, Scope &scope);
  bool isActiveSlot(mlir::Value slot) const;
  bool usesTree(flow::Structured op) const { return !top.isTop && sharesTree(op); }
  llvm::LogicalResult reverseCall(mlir::func::CallOp call, Scope &scope);
  void reverseWithResiduals(mlir::func::CallOp call, const CallResiduals &pair, Scope &scope);
  mlir::Value cotangentStackOf(mlir::Value stack, Scope &scope);

  // reverser_parts.cpp: composite ops without a rule
  using Cotangents = llvm::DenseMap<mlir::Value, mlir::Value>;
  /// Adds the cotangents of the operands to `into`.
  llvm::LogicalResult reverseParts(mlir::Operation *op, llvm::ArrayRef<mlir::Value> cotangents,
                                   Cotangents &into, Scope &scope);
  llvm::LogicalResult reversePart(mlir::Operation *part, Cotangents &sums, Scope &scope);
  void addTo(Cotangents &sums, mlir::Value value, mlir::Value contribution, Scope &scope);

  // reverser_control.cpp: structured ops
  llvm::LogicalResult reverseBranch(flow::Structured op, Scope &scope);
  llvm::LogicalResult reverseWhile(flow::WhileOp op, Scope &scope);
  llvm::LogicalResult reverseFor(flow::ForOp op, Scope &scope);
  DualOp startDual(flow::Structured op, Scope &scope);
  DualRegion &addRegion(DualOp &dual, mlir::Region &forward, Scope &scope,
                        llvm::ArrayRef<mlir::Type> leading = {});
  llvm::LogicalResult reverseLoopRegion(DualOp &dual, DualRegion &region);
  llvm::SmallVector<mlir::Value> loopYields(DualOp &dual, DualRegion &region);
  llvm::SmallVector<mlir::Value> branchYields(DualOp &dual, DualRegion &region);
  flow::Structured createDual(DualOp &dual, Scope &scope, llvm::ArrayRef<mlir::Value> selectors,
                              llvm::ArrayRef<mlir::Value> starts);
  mlir::Value startOf(mlir::Value value, Scope &scope);
  void handOver(DualOp &dual, flow::Structured made, Scope &scope);
  void makeFrames(DualOp &dual, bool countsTurns);

  void accumulate(mlir::Value value, mlir::Value contribution, Scope &scope);
  mlir::Value &sumOf(mlir::Value value, Scope &scope);
  mlir::Value sumSoFar(mlir::Value value, Scope &scope);
  mlir::Value take(mlir::Value value, Scope &scope);
  mlir::Value takeOrZeros(mlir::Value value, Scope &scope);
  mlir::Value zeros(mlir::Value like, Scope &scope);
  static mlir::Location reversed(mlir::Location loc) {
    return inDerivative(loc, DerivativeMode::backward);
  }
  ReverseBuilder builderAt(Scope &scope, mlir::Location loc, mlir::Operation *op = nullptr) {
    return ReverseBuilder(ops, reversed(loc), scope, activity, op);
  }

  const StackClasses &classes;
  const Activity &activity;
  CallPairs &calls;
  mlir::OpBuilder ops;
  Scope top;
  mlir::Value tree, dualTree; // the stack of the frames of calls
};

} // namespace cotan
