// Functions of many lanes, beside those of one: what calls become that stay calls.
#pragma once

#include "cotan/batching/lane_axis.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace cotan {

/// What is wanted of a function of many lanes.
struct OfLanes {
  llvm::SmallVector<bool> arguments; // which differ
  unsigned repeated = 0;             // the first results that differ in any case
  bool isMasked = false;             // whether a last argument says which lanes take part
  std::string suffix = {};           // what else is done with it
  llvm::function_ref<void(mlir::func::FuncOp)> finish = nullptr;

  std::string nameOf(mlir::func::FuncOp function, const LaneAxis &axis) const;
};

/// Such a function beside `function`. It is found again by its name, also where its body is not
/// built yet: it may call itself.
llvm::FailureOr<mlir::func::FuncOp> ofLanes(mlir::func::FuncOp function, const LaneAxis &axis,
                                            const OfLanes &wanted);

/// A function of lanes that all differ in all tensors that it takes and gives.
struct AllLanes {
  mlir::func::FuncOp function;
  std::optional<unsigned> active; // the argument that says which lanes take part, if it matters

  /// Where it takes what the function of one lane takes as argument i.
  unsigned placeOf(unsigned i) const { return active && i >= *active ? i + 1 : i; }
};

/// Such a function, of any that a derivative has made, too: the lanes of a derivative are the
/// derivative of the lanes, so frames need no rule of their own.
llvm::FailureOr<AllLanes> allOfLanes(mlir::func::FuncOp function, const LaneAxis &axis);

/// Whether it prints, or a function that it calls does.
bool prints(mlir::func::FuncOp function);
/// Whether `op`, or a function that it gets to, has ops along the axis of this name; not if it is
/// empty.
bool meetsIn(mlir::Operation *op, llvm::StringRef axisName);

/// The places of those that are set.
llvm::SmallVector<unsigned> placesOf(llvm::ArrayRef<bool> flags);
/// One letter for each: whether it differs or is shared.
std::string spelled(llvm::ArrayRef<bool> flags);

} // namespace cotan
