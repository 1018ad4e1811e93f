// Which elements indices name: what gathering reads and scattering writes.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/support/array.h"

#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace cotan {

// Each of the next three answers, for every element that is read or written, its place in an array
// of this shape (row-major), or -1 where an index is out of range. With `clip`, such an index
// stands for the nearest one in range instead. Sizes must fit.

/// A block x[.., indices, ..]: the axes of `indices` stand in for `axis`.
Array positionsOnAxis(llvm::ArrayRef<int64_t> shape, const Array &indices, int64_t axis, bool clip);
/// The last axis of `indices` holds one index for each of the first axes of the array.
Array positionsOnFirstAxes(llvm::ArrayRef<int64_t> shape, const Array &indices, bool clip);
/// Each element of `indices` replaces the index along `axis` at its own place.
Array positionsAlongAxis(llvm::ArrayRef<int64_t> shape, const Array &indices, int64_t axis,
                         bool clip);

/// The elements at `positions`, 0 where there is none. With `lastOnly`, only the last of the
/// positions that name an element gets it, and the others get 0.
Array readAt(const Array &x, const Array &positions, bool lastOnly);
/// `x` with the elements at `positions` replaced; the last one wins.
Array writeAt(const Array &x, const Array &positions, const Array &updates);
/// `x` with the updates added at `positions`, rounded once.
Array addAt(const Array &x, const Array &positions, const Array &updates);

// Whether the op can exist: axes are there, ranks and element types go together. How sizes do is
// said by the rules of indexed.h.

mlir::LogicalResult verifyOnFirstAxes(std::optional<mlir::Location> loc, mlir::RankedTensorType x,
                                      mlir::RankedTensorType indices);
mlir::LogicalResult verifyAlongAxis(std::optional<mlir::Location> loc, mlir::RankedTensorType x,
                                    mlir::RankedTensorType indices, int64_t axis);
/// The updates of a scatter have the element type of the result and the rank and the sizes of what
/// would be read at the same indices.
mlir::LogicalResult verifyUpdates(SaysSizes op, mlir::RankedTensorType updates, int64_t rank);

} // namespace cotan
