// A function compiled to machine code, ready to run.
#pragma once

#include "cotan/codegen/jit.h"
#include "cotan/codegen/program.h"
#include "cotan/interpreter/interpreter.h"

namespace cotan {

class Executable {
public:
  /// Compiles a copy of `function` and what it calls. What cannot be compiled is reported.
  static llvm::FailureOr<std::unique_ptr<Executable>> compile(mlir::func::FuncOp function);

  /// Runs it on one array per argument; failures are reported at the op that failed. Several threads
  /// may run it at once.
  llvm::FailureOr<Arrays> run(llvm::ArrayRef<Array> inputs, const Limits &limits = {},
                              RunStatistics *statistics = nullptr) const;

private:
  explicit Executable(mlir::func::FuncOp function) : function(function) {}

  mlir::func::FuncOp function; // as it was given, for its types and diagnostics
  std::vector<FailureSite> sites;
  std::unique_ptr<MachineCode> code;
  void *entry = nullptr;
};

} // namespace cotan
