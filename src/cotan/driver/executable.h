// A function compiled to machine code, ready to run.
#pragma once

#include "cotan/driver/compiled_program.h"
#include "cotan/interpreter/interpreter.h"

#include "mlir/Support/Timing.h"

namespace cotan {

/// What compiling did, for those who want to know.
struct CompileReport {
  struct Function {
    std::string name;
    size_t ops;          // of the program; 0 for the code around the kernels
    size_t instructions; // of LLVM: what the code generator's time is about proportional to
  };
  mlir::TimingScope timing;        // each step is timed inside of it
  std::vector<Function> functions; // empty if the code came from a cache
};

class Executable {
public:
  /// Compiles `function` and what it calls, unless this process or the disk cache has the code
  /// (support/disk_cache.h). What cannot be compiled is reported.
  static llvm::FailureOr<std::unique_ptr<Executable>> compile(mlir::func::FuncOp function,
                                                              CompileReport *report = nullptr);

  /// Runs it on one array per argument; failures are reported at the op that failed. Several
  /// threads may run it at once.
  llvm::FailureOr<Arrays> run(llvm::ArrayRef<Array> inputs, const Limits &limits = {},
                              RunStatistics *statistics = nullptr) const;

private:
  Executable(mlir::func::FuncOp function, Places places,
             std::shared_ptr<const CompiledProgram> program)
      : function(function), places(std::move(places)), program(std::move(program)) {}

  mlir::func::FuncOp function; // as it was given, for its types and diagnostics
  Places places;
  std::shared_ptr<const CompiledProgram> program;
};

} // namespace cotan
