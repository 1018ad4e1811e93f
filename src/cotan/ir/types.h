// Between MLIR's types and constants and host arrays.
#pragma once

#include "cotan/support/array.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeRange.h"

#include <optional>

namespace cotan {

/// The element type of a tensor Cotan computes with; none for anything else (index, ...).
std::optional<DType> dtypeOf(mlir::Type elementType);
mlir::Type typeOf(DType dtype, mlir::MLIRContext *context);

/// Whether elements of this type are moved and converted, but never computed with.
bool isStorageOnly(mlir::Type elementType);

/// True for tensors of floating-point or complex numbers: the values a derivative can flow through.
bool carriesDerivative(mlir::Type type);

/// The places of those types.
llvm::SmallVector<unsigned> differentiableAmong(mlir::TypeRange types);

/// As programs write it: "tensor<2x3xf32>".
std::string printType(mlir::Type type);

/// The constant's elements. The element type must be one dtypeOf knows.
Array toArray(mlir::DenseElementsAttr attribute);
mlir::DenseElementsAttr toAttribute(const Array &array, mlir::RankedTensorType type);

/// Every element `value`, rounded to the tensor's element type.
mlir::DenseElementsAttr splat(mlir::RankedTensorType type, double value);

} // namespace cotan
