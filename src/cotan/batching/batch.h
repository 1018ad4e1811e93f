// Batching: a function of one lane becomes a function of many, side by side.
//
// before: func @f(%x: tensor<f64>, %y: tensor<f64>) { %z = prim.mul %x, %y ... }
// after:  func @f(%x: tensor<3xf64>, %y: tensor<f64>) { %y' = prim.broadcast %y
//                                                       %z = prim.mul %x, %y' ... }
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace cotan {

struct BatchOptions {
  llvm::SmallVector<unsigned> arguments;     // those that differ between the lanes
  int64_t size = mlir::ShapedType::kDynamic; // how many lanes; open: as the first of them has
  unsigned repeated = ~0u; // of the results that are the same for all lanes, which first ones are
                           // repeated too
  std::optional<unsigned> active = {}; // the argument, an i1, that says whether a lane takes part
  std::string axisName = {};           // by which ops along it know it (Collective); empty: none do
};

/// Gives the arguments a new first axis, which must be of one size when the program runs, and so
/// the results. Each lane computes what `function` did of its part: with its own number of turns in
/// every loop, its own way at every branch. Answers which results have the axis. The function must
/// be one block without scans and calls but those that have a derivative of their own, checkpoints,
/// and those of functions that call themselves; what they call gets functions of many lanes beside
/// it. Works on derivatives too, and its result can be differentiated. Ops along the axis of this
/// name put together the lanes that come to them, and are there no more.
llvm::FailureOr<llvm::SmallVector<bool>> batch(mlir::func::FuncOp function,
                                               const BatchOptions &options);

/// The same as a pass on modules: --batch, with the options entry, arguments, size, axis-name and
/// repeat-results.
std::unique_ptr<mlir::Pass> createBatchPass();

} // namespace cotan
