// While a region is built for some lanes only, what it reads is that of an active lane in the
// others.
#pragma once

#include "cotan/batching/batched_values.h"
#include "cotan/batching/mask.h"

namespace cotan {

class Batcher;

class IdleLanes {
public:
  IdleLanes(Batcher &batcher, const BatchedValues &batched, mlir::Region &region, Mask &mask);
  /// What the region read is again what it was.
  ~IdleLanes();

private:
  Batcher &batcher;
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> before;
};

/// Whether idle lanes may run with what they have: nothing in the region can go wrong, last for
/// ever, or make a NaN of a derivative of zero.
bool isHarmless(mlir::Region &region);

} // namespace cotan
