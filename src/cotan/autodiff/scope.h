// A block of the program and the block that reverses it, side by side at the same nesting depth.
#pragma once

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace cotan {

struct Scope {
  mlir::Block *forward = nullptr;
  mlir::Block *dual = nullptr; // the same block at the top of a function
  Scope *parent = nullptr;     // null for the block of a function

  /// Where the forward block pushes what the dual block needs, and what the dual block pops it
  /// from.
  mlir::Value stack, dualStack;
  /// The forward values that were asked for, each with its stand-in in the dual block until the pop
  /// is made.
  llvm::MapVector<mlir::Value, mlir::Value> saved;
  /// Forward values the dual block has without saving them (the index of a counted loop).
  llvm::DenseMap<mlir::Value, mlir::Value> known;

  /// The shapes of forward values, where they were asked for.
  llvm::DenseMap<mlir::Value, mlir::Value> shapes;

  /// Cotangents of values defined in the forward block, as far as they have been added up.
  llvm::DenseMap<mlir::Value, mlir::Value> cotangents;
  /// What this region alone contributes to values defined outside it; large tensors, which are
  /// summed up in place, with the sum around it.
  llvm::MapVector<mlir::Value, mlir::Value> contributions;
  /// Of a region of a loop: stand-ins for such sums before a turn.
  llvm::MapVector<mlir::Value, mlir::BlockArgument> sumsBefore;
  bool isOfLoop = false;
  bool isTop = false; // forward and dual code are in one block, so nothing need be saved
  /// By stack class: the stack that holds the cotangents of its frames.
  llvm::DenseMap<mlir::Value, mlir::Value> cotangentStacks;

  /// Constants made at the start of the dual block.
  llvm::DenseMap<mlir::Attribute, mlir::Value> constants;
  /// The op after which the dual code starts; null: the start of the block.
  mlir::Operation *before = nullptr;

  mlir::Value cotangentStack(mlir::Value leader) const;
  void setInsertionPointToStart(mlir::OpBuilder &builder) const;
};

/// Whether the cotangents of a value are summed up in place where regions contribute to them.
bool isSummedInPlace(mlir::Value value);

} // namespace cotan
