// What the compiler makes of a program, and what a run of that takes, kernel by kernel.
#pragma once

#include "cotan/driver/compile_observer.h"
#include "cotan/driver/view/program_trace.h"

#include <atomic>
#include <deque>

namespace cotan {

/// Records steps in `trace`, and makes kernels count their time. It must outlive the code.
class CodeTrace : public CompileObserver {
public:
  explicit CodeTrace(ProgramTrace &trace) : trace(trace) {}

  void afterStep(llvm::StringRef name, mlir::func::FuncOp function) override;
  void onCode(ProgramCode &code) override;
  void onObjects(llvm::ArrayRef<std::string> files) override;

  /// What was counted; `nanoseconds` are those of the whole run, 0 if there was none.
  MeasuredRun measured(int64_t nanoseconds) const;

  /// What code that counts adds to.
  struct Counter {
    std::atomic<int64_t> calls = 0, nanoseconds = 0;
  };

private:
  ProgramTrace &trace;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers; // of the kernels of the last step
  std::vector<MeasuredKernel> kernels;
  std::deque<Counter> counters; // one per kernel, where code finds them
};

} // namespace cotan
