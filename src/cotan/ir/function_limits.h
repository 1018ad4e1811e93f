// How much room a program has for functions of which only the run says how many there are.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// A program that needs more ends at an assertion with the attribute `limitName`: it is compiled
/// again with more room, and run from its start (driver/executable.h).
struct FunctionLimits {
  /// Of functions of one kind that have captured others of their kind.
  int64_t rows = 16;
  /// Derivatives of a function that may be a derivative itself.
  int64_t orders = 2;

  /// What the module says that holds the op, by the attributes `cotan.rows` and `cotan.orders`.
  static FunctionLimits of(mlir::Operation *op);
  void setIn(mlir::ModuleOp module) const;
  /// With more of what the assertion asks for, "rows" or "orders"; none if there cannot be.
  std::optional<FunctionLimits> raised(llvm::StringRef what) const;

  bool operator==(const FunctionLimits &) const = default;
};

inline constexpr llvm::StringLiteral limitName = "cotan.limit";

/// An error at this place, marked as one of a program that needs more of `what`.
mlir::InFlightDiagnostic emitBeyondLimit(mlir::Location location, llvm::StringRef what);
/// What the program needs more of that reports this; empty if it reports something else.
llvm::StringRef limitBeyond(mlir::Diagnostic &diagnostic);

} // namespace cotan
