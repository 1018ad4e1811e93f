// Machine code of a whole function: control flow, registers for 0-d tensors, memory for the others,
// calls of kernels and of the runtime.
#pragma once

#include "cotan/codegen/effort.h"
#include "cotan/ir/lowering/processor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"

namespace cotan {

/// A place in the program where it may fail while it runs.
struct FailureSite {
  mlir::Location location;
  std::string op;      // empty if it is a function
  std::string problem; // empty if the runtime says it
};

/// The problem of a site that is reached when the steps are used up.
inline constexpr llvm::StringLiteral outOfSteps = "out of steps";
/// How the problem of a site begins that is reached when a program needs more of what follows
/// (ir/function_limits.h). What the assertion says is in the context.
inline constexpr llvm::StringLiteral beyondLimit = "beyond limit: ";

/// A part of a profiled program whose time is taken, and the places it is made of.
struct Probe {
  enum class Kind : uint8_t { program, function, loop, kernel, call };
  Kind kind;
  std::string name; // of a function, or of the ops
  llvm::SmallVector<mlir::Location> locations;
};

/// A kernel of the module.
struct KernelFunction {
  llvm::WeakTrackingVH function; // null once it is part of its callers
  unsigned ops;
  std::vector<mlir::Operation *> sources = {}; // what it is the code of, in the function
};

/// How much memory a program will need at once, beside its inputs.
struct MemoryPlan {
  int64_t peakBytes = 0;
  /// Whether sizes are open, so that `peakBytes` is what is known of it.
  bool isOpen = false;
  /// Whether frames are pushed on stacks, which take memory beside that.
  bool hasStacks = false;
  /// Whether calls may be nested deeply, for which the run needs a large stack of the thread's.
  bool isDeep = false;
};

/// What every run needs at once, as it is at a place that every run comes to.
struct MemoryNeed {
  int64_t bytes = 0;
  std::optional<mlir::Location> location; // that place, if there is one
  std::string op;
};

struct ProgramCode {
  Effort effort = Effort::whole;
  int64_t quickSteps = 0; // how many a run may make, if it was compiled quickly
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  std::vector<FailureSite> sites;
  std::vector<KernelFunction> kernels;
  bool isProfiled = false;
  std::vector<Probe> probes; // the first is the program's; the code names them by number
  MemoryPlan memory;
  MemoryNeed need;
};

/// The name of the function in the module:
///
///   int32_t cotan_program(Context *context, void *const *inputs, const int64_t *sizes)
///
/// `inputs` are the elements of the arguments, and arguments that are stacks; `sizes` all sizes of
/// all arguments in order. Not 0 means failure at the site that `context` holds.
inline constexpr llvm::StringLiteral programName = "cotan_program";
/// What a part of it has that is in no loop.
inline constexpr llvm::StringLiteral runsOnce = "cotan-runs-once";

/// Emits a function of fused, structured code. With `checksFrames` each pop compares the types with
/// those that were pushed; without, they must have been proved to be the same. What cannot be
/// compiled is reported.
llvm::FailureOr<ProgramCode> emitProgram(mlir::func::FuncOp function, const Processor &processor,
                                         bool checksFrames, Effort effort = Effort::whole);

} // namespace cotan
