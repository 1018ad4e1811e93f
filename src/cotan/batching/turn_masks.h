// How a loop that empties a stack knows for which lanes it runs a turn: the loop that filled the
// stack pushed its mask along.
//
// A turn of one lane alone is a turn of all lanes together, or none. So a frame that some lanes
// push says which, and where it is popped the other lanes keep what they have.
#pragma once

#include "cotan/batching/batched_values.h"

namespace cotan {

class TurnMasks {
public:
  /// Finds a frame for each region of each such loop. `function` gets one more frame, an empty one,
  /// where a region has none; then `changed`, and what is known of `function` must be found again.
  static llvm::FailureOr<TurnMasks> find(mlir::func::FuncOp function, const StackClasses &classes,
                                         const Pairing &pairing, const BatchedValues &batched,
                                         bool &changed);

  /// The pop that gives the mask of this region; null if the region decides itself, or has no need.
  flow::PopBackOp sourceOf(mlir::Region &region) const { return sources.lookup(&region); }
  /// Whether the frame of this push or pop holds a mask behind its values.
  bool holdsMask(mlir::Operation *op) const { return holders.contains(op); }

private:
  llvm::DenseMap<mlir::Region *, flow::PopBackOp> sources;
  llvm::DenseSet<mlir::Operation *> holders;
};

/// Whether a while-loop decides itself for which lanes it goes on, and does not leave that to a
/// stack.
bool decidesByLane(flow::WhileOp loop, const BatchedValues &batched);

} // namespace cotan
