// The reference evaluator: runs a function op by op. Slow, obvious, and the oracle of every test.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <cstdint>
#include <functional>

namespace cotan {

struct Limits {
  uint64_t maxSteps = ~uint64_t{0}; // ops executed
  size_t maxMemory = ~size_t{0};    // bytes alive at once
  size_t maxDepth = 100'000;        // nested calls
};

struct RunStatistics {
  uint64_t steps = 0;
  size_t peakBytes = 0;
  int64_t framesLeft = 0; // pushed on stacks and not popped
};

/// Reports inputs that do not fit the arguments of `function`, but for the last ones, `stacks`,
/// which are given otherwise.
llvm::LogicalResult checkInputs(mlir::func::FuncOp function, llvm::ArrayRef<Array> inputs,
                                size_t stacks = 0);

/// The memory that must be there for a diagnostic: MLIR holds a lock while it makes one.
inline constexpr size_t bytesOfDiagnostic = size_t(32) << 10;

/// Makes calls and branches of function values and their derivatives: what a derivative of a
/// function value needs to run.
using Resolve = llvm::LogicalResult (*)(mlir::func::FuncOp);

/// Sees what each op takes and gives; what it answers, if anything, ends the run with an error
/// there.
using Watch =
    std::function<std::string(llvm::ArrayRef<Array> operands, llvm::ArrayRef<Array> results)>;

namespace interpreter {
struct LaidOut;
}

/// A function to be run more than once: what a run has laid out serves those after it. Nobody may
/// change it meanwhile.
class Interpreter {
public:
  explicit Interpreter(mlir::func::FuncOp function, Resolve resolve = nullptr);
  ~Interpreter();
  Interpreter(Interpreter &&) noexcept;

  /// Runs it on `inputs`, one array per argument. A failure is reported as a diagnostic at the op
  /// that failed; std::bad_alloc is thrown where there is no memory for that.
  llvm::FailureOr<Arrays> run(llvm::ArrayRef<Array> inputs, const Limits &limits = {},
                              RunStatistics *statistics = nullptr, const Watch *watch = nullptr);

private:
  mlir::func::FuncOp function;
  Resolve resolve;
  std::unique_ptr<interpreter::LaidOut> laidOut;
};

/// Runs `function` once. May be called from several threads at once on a module nobody changes.
llvm::FailureOr<Arrays> interpret(mlir::func::FuncOp function, llvm::ArrayRef<Array> inputs,
                                  const Limits &limits = {}, RunStatistics *statistics = nullptr,
                                  Resolve resolve = nullptr, const Watch *watch = nullptr);

} // namespace cotan
