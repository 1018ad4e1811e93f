// Operations by name: what the array functions of all front doors are made of.
#pragma once

#include "cotan/trace/tensor_body.h"

#include "mlir/IR/Builders.h"

#include <variant>

namespace cotan::trace {

/// An attribute that is there or not.
struct Unit {
  bool isThere;
};

/// Refers to what the caller holds, so that a call allocates nothing.
struct NamedAttribute {
  llvm::StringRef name;
  std::variant<Unit, bool, int64_t, double, llvm::StringRef, llvm::ArrayRef<int64_t>,
               llvm::ArrayRef<int32_t>>
      value;
};

/// An operation that is not built yet.
struct OperationSpec {
  llvm::StringRef name;
  llvm::ArrayRef<NamedAttribute> attributes = {};
  /// The types of the results, where the op does not infer them.
  llvm::ArrayRef<TensorType> results = {};
  /// The element types operands are converted to first; none: they stay as they are.
  llvm::ArrayRef<DType> operandTypes = {};
  /// Whether operands are brought to their common shape first.
  bool broadcasts = false;
  /// Whether open sizes of the result are an operand of their own, behind the others.
  bool takesShape = false;
  bool isWeak = false; // the results
};

/// A result, and what is known of its open sizes.
struct BuiltResult {
  mlir::Value value;
  llvm::SmallVector<int64_t, 4> sizes;
};

/// Builds it, folding what can be folded. `sizes` are those of the operands, open ones as labels:
/// by the op's rule they are what the results have. Failures are reported as diagnostics, but for a
/// type for storage only or of complex numbers that the op does not compute with, which is left in
/// `refused`.
llvm::FailureOr<llvm::SmallVector<BuiltResult>>
buildOp(mlir::OpBuilder &builder, mlir::Location location, const OperationSpec &operation,
        llvm::SmallVector<mlir::Value> operands, llvm::ArrayRef<llvm::ArrayRef<int64_t>> sizes,
        std::optional<DType> &refused);

} // namespace cotan::trace
