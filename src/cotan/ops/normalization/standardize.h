// What the normalizations share: elements with mean 0 and variance 1 along some axes.
#pragma once

#include "cotan/ops/op_rules.h"

namespace cotan {

struct Standardized {
  Expr value, inverseDeviation;
};

/// (x - mean) / sqrt(variance + epsilon) along `axes`.
Standardized standardize(const Expr &x, llvm::ArrayRef<int64_t> axes, double epsilon);
Standardized standardize(const Expr &x, const Expr &mean, const Expr &variance, double epsilon);

/// The cotangent of the x that was standardized. Mean and variance depend on x, so what moves all
/// elements together, or apart, has no effect.
Expr standardizeVjp(const Standardized &y, const Expr &dy, llvm::ArrayRef<int64_t> axes);

/// Error unless `parameter` has the sizes that x has along `axes`, and its element type.
llvm::LogicalResult verifyParameter(mlir::Operation *op, llvm::StringRef name,
                                    mlir::RankedTensorType parameter, mlir::RankedTensorType x,
                                    llvm::ArrayRef<int64_t> axes);

} // namespace cotan
