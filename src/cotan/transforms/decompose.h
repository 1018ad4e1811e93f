// Replaces composite ops by what they mean.
#pragma once

#include "mlir/IR/Operation.h"
#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>
#include <vector>

namespace cotan {

struct DecomposeOptions {
  bool keepCustomVjp = false;    // leave ops that have a derivative rule of their own
  bool forCode = false;          // leave ops that a function of the runtime computes
  bool onlyLoops = false;        // leave ops that mean no loop
  bool none = false;             // leave all
  std::vector<std::string> skip; // ops to leave alone, by full name
  std::vector<std::string> only; // if not empty, the only ops to replace
};

/// Decomposes every op under `root` that asks for it, and what comes out, until none is left. An op
/// whose rule declines stays, with a remark. Fails if a rule builds something invalid, or if an op
/// that stays for code has no kernel. What is of complex numbers in parts never stays for code.
llvm::LogicalResult decompose(mlir::Operation *root, const DecomposeOptions &options = {});

/// The same as a pass: --decompose, with the options keep-custom-vjp, skip and only.
std::unique_ptr<mlir::Pass> createDecomposePass();

} // namespace cotan
