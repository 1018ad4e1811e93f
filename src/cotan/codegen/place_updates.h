// Reads before updates, so that these find nobody left who needs what they overwrite.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace cotan {

/// Moves what reads a tensor in front of the op that updates it, where it need not come after.
///
///     %y = prim.scatter %x at %i update %u ...        %a = prim.take %x at %j ...
///     %a = prim.take %x at %j ...                ->   %y = prim.scatter %x at %i update %u ...
void placeUpdates(mlir::func::FuncOp function);

std::unique_ptr<mlir::Pass> createPlaceUpdatesPass();

} // namespace cotan
