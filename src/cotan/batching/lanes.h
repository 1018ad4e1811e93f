// The ops of a block once for many lanes.
#pragma once

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace cotan {

/// What values are in each lane: `rows` for a value that differs has a new first axis.
using Rows = llvm::DenseMap<mlir::Value, mlir::Value>;

/// Puts what `ops`, in their order, compute for `size` lanes at the place of `builder`; answers the
/// rows of `wanted`. Other operands are the same in all lanes. Fails, and puts nothing there, if
/// some op has to run lane by lane.
llvm::FailureOr<llvm::SmallVector<mlir::Value>>
computeLanes(mlir::OpBuilder &builder, mlir::Location loc, llvm::ArrayRef<mlir::Operation *> ops,
             const Rows &rows, llvm::ArrayRef<mlir::Value> wanted, int64_t size);

} // namespace cotan
