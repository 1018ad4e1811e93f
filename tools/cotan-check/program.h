// A function in a module of its own, with what it calls: what checks copy, change and run.
#pragma once

#include "cotan/interpreter/interpreter.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/OwningOpRef.h"

namespace cotan::check {

class Program {
public:
  /// Copies `function` and every function it calls, directly or not.
  static Program isolate(mlir::func::FuncOp function);
  /// Reads text or bytecode that holds `function`; failures are reported.
  static llvm::FailureOr<Program> parse(llvm::StringRef text, mlir::func::FuncOp function);

  Program clone() const;

  mlir::ModuleOp module() const { return *owner; }
  mlir::func::FuncOp function() const;
  mlir::MLIRContext *context() const { return module().getContext(); }
  /// Removes the ops of the check dialect: what they expect holds for the sample's inputs only.
  void eraseChecks() const;
  /// The module as text.
  std::string print(bool generic = false) const;

  // No sample needs more; a transformation that makes a loop endless is caught by it.
  static constexpr Limits limits = {.maxSteps = 50'000'000, .maxMemory = size_t{4} << 30};

  /// A copy without ops that the interpreter knows only by their decomposition.
  llvm::FailureOr<Program> runnable() const;
  /// Of the program, or a runnable copy of it: for many runs, until the program is changed.
  llvm::FailureOr<Interpreter *> interpreter() const;
  /// Runs the program. Stops after some seconds' worth of steps.
  llvm::FailureOr<Arrays> run(llvm::ArrayRef<Array> inputs,
                              RunStatistics *statistics = nullptr) const;

private:
  Program(mlir::OwningOpRef<mlir::ModuleOp> owner, llvm::StringRef name)
      : owner(std::move(owner)), name(name) {}

  /// What is run, and what the program was when it was laid out for that.
  struct LaidOut {
    mlir::OperationFingerPrint original;
    std::unique_ptr<Program> copy; // null if the program itself is run
    Interpreter interpreter;
  };

  mlir::OwningOpRef<mlir::ModuleOp> owner;
  std::string name;
  mutable std::unique_ptr<LaidOut> laidOut; // after the module: destroyed before it
};

} // namespace cotan::check
