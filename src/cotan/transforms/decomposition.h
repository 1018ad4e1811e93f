// What the user says about the decomposition of composite operators, for a whole program.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <string>
#include <vector>

namespace cotan {

/// Where composite operators become what they mean. An operator that stays whole needs a kernel in
/// machine code, and a rule of its own in a derivative.
struct Decomposition {
  bool forward = true;           // for machine code: else none becomes others
  bool reverse = true;           // for derivatives: else they are taken by the operators' own rules
  std::vector<std::string> skip; // operators that stay whole in both, by full name
  std::vector<std::string> only; // if not empty, all others stay whole

  /// Of the function that a program begins with (attribute `cotan.decomposition`); what it does not
  /// say is as above. An attribute that cannot be read is reported.
  static llvm::FailureOr<Decomposition> of(mlir::func::FuncOp program);
  /// Of the environment: names with commas between them in COTAN_SKIP_DECOMPOSITION and
  /// COTAN_ONLY_DECOMPOSE. None if neither is set.
  static std::optional<Decomposition> ofEnvironment();
  void attachTo(mlir::func::FuncOp program) const;
};

/// The attribute, a dictionary of the members that are not as they are by default.
inline constexpr llvm::StringLiteral decompositionName = "cotan.decomposition";

} // namespace cotan
