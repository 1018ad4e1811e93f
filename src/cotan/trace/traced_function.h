// A function of tensors that was written down by running it once on traced tensors.
#pragma once

#include "cotan/driver/executable.h"
#include "cotan/support/work.h"
#include "cotan/trace/context.h"
#include "cotan/trace/scope.h"
#include "cotan/transforms/decomposition.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace cotan::trace {

/// A program and the context it is written in.
struct OwnedProgram {
  ContextRef context;
  mlir::OwningOpRef<mlir::ModuleOp> module; // ends first

  /// The one that is called; others may stand beside it.
  mlir::func::FuncOp function() const;
};

/// How a function came to be machine code.
struct Compilation {
  double seconds = 0;
  std::string foundIn;                               // "process" or "disk" if the code was there
  std::vector<std::pair<std::string, double>> steps; // and how many seconds they took
  bool isQuick = false;                              // whether its code now is (codegen/effort.h)
  double optimizeSeconds = 0;                        // of making it once more, faster, if it was
};

/// Its function takes the signature's arguments, then the captures, then what a derivative added.
class TracedFunction : public std::enable_shared_from_this<TracedFunction> {
public:
  TracedFunction(OwnedProgram program, Tensors captures, llvm::SmallVector<TensorType> arguments,
                 llvm::SmallVector<bool> weakResults);
  ~TracedFunction();

  /// Found without a lock of MLIR's.
  mlir::func::FuncOp function() const { return entry; }
  /// A copy to derive something from, in the context of this thread.
  OwnedProgram copy() const;
  const Context &context() const { return *program.context; }
  const Tensors &captures() const { return captured; }
  /// Whether no capture belongs to a function under construction, so that it can be kept.
  bool isClosed() const;
  /// The name of an axis of lanes whose function this is (collectives.h); empty if it is none.
  llvm::StringRef axisName() const;
  llvm::ArrayRef<TensorType> arguments() const { return signature; }
  llvm::ArrayRef<bool> weakResults() const { return isResultWeak; }

  /// Runs it on arrays, one per argument of `function()` that is no stack (Executable::run).
  Arrays run(Arrays inputs, std::unique_ptr<LeftStacks> *stacks = nullptr) const;
  /// What a run needs of memory; it is compiled for that.
  MemoryPlan memory() const { return executable({}, Effort::quick).memory(); }
  /// Compiles it now, with whole effort.
  void compile() const { executable({}, Effort::whole); }
  /// None if it is not compiled yet.
  std::optional<Compilation> compilation() const {
    const Executable *made = compiled;
    if (!made)
      return std::nullopt;
    Compilation how = howCompiled;
    how.isQuick = made->isQuick();
    how.optimizeSeconds = made->secondsOfOptimizing();
    return how;
  }

private:
  struct Compiling;
  /// Compiled with this effort at least, or with more where it has run for long.
  const Executable &executable(const MemoryLimit &limit, Effort effort) const;

  OwnedProgram program;
  const mlir::func::FuncOp entry;
  Tensors captured;
  llvm::SmallVector<TensorType> signature;
  llvm::SmallVector<bool> isResultWeak;
  mutable std::once_flag wasSearched;
  mutable llvm::StringRef axis;    // found then
  mutable LongMutex mutex;         // of compiling
  mutable Compilation howCompiled; // set before `compiled` is
  mutable std::atomic<const Executable *> compiled = nullptr;
};

using TracedFunctionRef = std::shared_ptr<const TracedFunction>;
using Callback = llvm::function_ref<Tensors(llvm::ArrayRef<TensorRef>)>;

/// Calls what is the user's: it is not inside of Cotan then (support/work.h).
Tensors callUser(Callback callback, llvm::ArrayRef<TensorRef> arguments);

/// What the user wants of a program. What is not said is as in the function around it.
struct ProgramOptions {
  std::string calls; // what becomes of calls (`callsName`); empty: not said
  std::optional<Decomposition> decomposition;
};

/// Runs `callback`, which is ours, on traced tensors of these types and keeps what it did.
TracedFunctionRef trace(llvm::ArrayRef<TensorType> arguments, Callback callback,
                        const ProgramOptions &options = {});

/// Puts the function's operations in the innermost open trace if an argument or capture is traced;
/// otherwise compiles it, once, and runs it. `extra`: arguments behind the captures. With `stacks`
/// (Executable::run) none may be traced.
Tensors call(const TracedFunctionRef &function, llvm::ArrayRef<TensorRef> arguments,
             llvm::ArrayRef<TensorRef> extra = {}, std::unique_ptr<LeftStacks> *stacks = nullptr);

bool isAnyTraced(llvm::ArrayRef<TensorRef> tensors);

/// The types of these tensors.
llvm::SmallVector<TensorType> typesOf(llvm::ArrayRef<TensorRef> tensors);

} // namespace cotan::trace
