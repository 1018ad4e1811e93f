// Kernels that are run with a product, block by block of its rows, while those are in the cache.
#pragma once

#include "cotan/ir/code/code.h"
#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace cotan {

struct Epilogue {
  code::KernelOp kernel; // null if there is none
  MatrixProduct product;
  /// How many pieces of the kernel's work read one row of the product.
  int64_t piecesPerRow = 0;

  explicit operator bool() const { return bool(kernel); }
};

/// The kernel that stands directly behind `op`, but for views of its result, if `op` is a large
/// product and each piece of the kernel reads rows of it at its own place.
Epilogue epilogueOf(mlir::Operation *op);

/// Moves kernels behind products that they can be run with.
///
/// before: %0 = prim.matmul %x, %y          after: %0 = prim.matmul %x, %y
///         %1 = prim.matmul %x, %z                 %2 = code.kernel(%0) ...
///         %2 = code.kernel(%0) ...                %1 = prim.matmul %x, %z
void placeEpilogues(mlir::func::FuncOp function);

/// The same as a pass: --place-epilogues.
std::unique_ptr<mlir::Pass> createPlaceEpiloguesPass();

} // namespace cotan
