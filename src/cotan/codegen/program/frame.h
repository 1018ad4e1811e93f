// The block of memory where small tensors lie, each at a place that is planned
// (codegen/frame_plan).
#pragma once

#include "cotan/codegen/frame_plan.h"
#include "cotan/codegen/program/heap.h"

namespace cotan {

class Frame {
public:
  /// The program asks for the block here; a callee has it on the thread's own stack if it is not
  /// large.
  Frame(mlir::func::FuncOp program, Functions &functions, Heap &heap);

  /// A callee ends.
  void release();

  llvm::Value *placeOf(mlir::Value value) { return at(plan.offsetOf(value)); }
  /// Where a small tensor lies that a structured op carries or results in; null for other values.
  llvm::Value *slotOf(mlir::Operation *op, unsigned variable, FramePlan::Place place);
  llvm::SmallVector<llvm::Value *> slotsOf(mlir::Operation *op, FramePlan::Place place);

private:
  llvm::Value *at(int64_t offset);

  bool isOnStack() const;

  Functions &functions;
  Heap &heap;
  FramePlan plan;
  llvm::Value *block = nullptr;
};

} // namespace cotan
