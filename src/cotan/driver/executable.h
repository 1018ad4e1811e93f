// A function compiled to machine code, ready to run.
#pragma once

#include "cotan/driver/call_types.h"
#include "cotan/driver/program_compiler.h"
#include "cotan/interpreter/interpreter.h"
#include "cotan/runtime/context.h"
#include "cotan/runtime/profile.h"
#include "cotan/support/work.h"

#include <atomic>
#include <forward_list>

namespace cotan {

/// Fails, with a diagnostic, if the arguments or the results of known sizes take more bytes than
/// that: to be asked before anything is compiled or run.
llvm::LogicalResult checkMemory(mlir::func::FuncOp function, const MemoryLimit &limit);

/// The memory of a run, and the stacks in it that it left for another.
struct LeftStacks {
  LeftStacks();
  ~LeftStacks();
  LeftStacks(const LeftStacks &) = delete;

  std::shared_ptr<runtime::Pool> pool;
  std::vector<void *> stacks;
};

class Executable {
public:
  /// Compiles `function` and what it calls, unless this process or the disk cache has the code
  /// (support/disk_cache.h). What cannot be compiled is reported, and that a run will need more
  /// memory than the limit, where that is known before code is generated.
  static llvm::FailureOr<std::unique_ptr<Executable>> compile(mlir::func::FuncOp function,
                                                              CompileReport *report = nullptr,
                                                              const CompileOptions &options = {});

  /// Whether it was compiled quickly.
  bool isQuick() const { return newest().program->isQuick(); }
  /// Whether its runs since took longer than to compile it with more effort may.
  bool isWorthMore() const {
    return isQuick() && runSeconds.load(std::memory_order_relaxed) > patience;
  }
  /// How long it took to compile it anew with more effort; 0 if it was not.
  double secondsOfOptimizing() const { return optimizing; }
  /// Compiles it anew, with whole effort, if it was compiled quickly. Others may run it meanwhile.
  llvm::LogicalResult optimize(CompileReport &report) const;

  /// Runs it on one array per argument; failures are reported at the op that failed, but not an
  /// interruption (support/interruption.h). Where memory of the run's own is missing, and that for
  /// a report, std::bad_alloc is thrown. Several threads may run it at once. Arguments with the
  /// attribute `cotan.donated` give their memory to results: move arrays in that were results of a
  /// run before and that nobody else holds. Others are copied for that.
  ///
  /// The last arguments and results may be stacks, if `stacks` is given: it holds those that are
  /// read, and then those that are left, if any.
  /// A function with the attribute `cotan.profiled` fills `profile`, if there is one.
  llvm::FailureOr<Arrays> run(Arrays inputs, const Limits &limits = {},
                              RunStatistics *statistics = nullptr,
                              std::unique_ptr<LeftStacks> *stacks = nullptr,
                              std::unique_ptr<runtime::Profile> *profile = nullptr) const;

  /// A part of a profiled program, by the number that its nodes have.
  struct ProfiledPart {
    Probe::Kind kind;
    std::string name;
    llvm::SmallVector<std::pair<mlir::Location, std::string>> lines; // and which derivative of it
  };
  std::vector<ProfiledPart> profiledParts() const;

  /// What the program will need of memory, as far as that is known before it runs.
  MemoryPlan memory() const { return newest().program->memory(); }

private:
  /// The code with room for so many functions.
  struct Version {
    FunctionLimits limits;
    std::shared_ptr<const CompiledProgram> program;
  };

  /// What a run needs that ended because the code it had was not enough.
  struct Need {
    FunctionLimits limits;
    Effort effort;
  };

  /// Seconds of runs: about as many as a small program takes to compile.
  static constexpr double patience = 5e-3;

  Executable(mlir::func::FuncOp function, const CompileOptions &options);
  const Version &newest() const { return *version.load(std::memory_order_acquire); }
  bool canHaveRoom() const;
  llvm::LogicalResult build(const FunctionLimits &room, CompileReport &report, Effort effort) const;
  llvm::LogicalResult alone(llvm::function_ref<llvm::LogicalResult()> compile) const;
  llvm::LogicalResult fulfil(const Need &need, const Version &used) const;
  std::optional<Need> needAt(const ProgramObject::Site &site, const Version &used,
                             bool mayGoOn) const;
  llvm::FailureOr<Arrays> runIn(LeftStacks &place, llvm::MutableArrayRef<Array> inputs,
                                const Version &used, const Limits &limits,
                                RunStatistics *statistics, runtime::Profile *profile,
                                std::optional<Need> &need) const;

  mlir::func::FuncOp function; // as it was given, for diagnostics
  const CallTypes types;
  const llvm::SmallVector<mlir::func::FuncOp> functions; // of the program
  const Places places;
  const CompileOptions options;
  mutable LongMutex compiling;
  mutable std::forward_list<Version> versions; // all of them: others may still run an old one
  mutable std::atomic<const Version *> version = nullptr; // the newest
  mutable std::atomic<double> runSeconds = 0;             // of quick code
  mutable std::atomic<double> optimizing = 0;             // seconds
};

} // namespace cotan
