// Machine code for a program, from where it is found first: this process, the disk, or the
// compiler.
#pragma once

#include "cotan/codegen/cpu/object_code.h"
#include "cotan/driver/compiled_program.h"
#include "cotan/driver/pipeline.h"

#include "mlir/Support/Timing.h"

namespace cotan {

/// The memory there is for runs, for code that is made to be run.
struct MemoryLimit {
  size_t bytes = SIZE_MAX;
  llvm::StringRef advice = ""; // what the report that it is too little ends with
};

struct CompileOptions {
  std::optional<Step> without = {}; // tests leave one out
  MemoryLimit limit = {};           // what a run may need, as far as that is known before
  Effort effort = Effort::whole;    // quick: for a program whose runs are brief
};

/// What compiling did, for those who want to know.
struct CompileReport {
  struct Function {
    std::string name;
    size_t ops;          // of the program; 0 for the code around the kernels
    size_t instructions; // of LLVM: what the code generator's time is about proportional to
  };
  mlir::TimingScope timing;            // each step is timed inside of it
  std::vector<Function> functions;     // empty if the code came from a cache
  bool isMade = false;                 // whether code was made, and did not come from a cache
  bool isFromDisk = false;             // whether it came from the cache there
  CompileObserver *observer = nullptr; // who sees all of it: caches are passed by
};

/// LLVM's code for a function that is its module's own: it is brought into the form code is made
/// of. Quick code is made only of programs whose runs are brief.
llvm::FailureOr<ProgramCode> emitCode(mlir::func::FuncOp function, const Target &target,
                                      mlir::TimingScope &timing, std::optional<Step> without = {},
                                      CompileObserver *observer = nullptr,
                                      Effort effort = Effort::whole);

/// The functions are all of the program's, the one to run last. What cannot be compiled is
/// reported. Code that is made without a step is not looked for elsewhere, nor kept. Code that was
/// made quickly does where that is wanted; other code takes its place.
llvm::FailureOr<std::shared_ptr<const CompiledProgram>>
findOrCompile(llvm::ArrayRef<mlir::func::FuncOp> functions, const Places &places,
              const FunctionLimits &functionLimits, CompileReport &report,
              const CompileOptions &options);

} // namespace cotan
