// Code that says where it is: of programs that are profiled (ir/profiling.h), each kernel, call of
// the runtime, loop and function tells the runtime when it begins and ends (runtime/profile.h).
//
// Arithmetic of single numbers and updates in place are a few instructions each, which would take
// less time than to say so: they belong to the loop or function around them.
#pragma once

#include "cotan/codegen/program/functions.h"

namespace cotan {

class Probes {
public:
  Probes(Functions &functions, ProgramCode &code) : functions(functions), code(code) {}

  /// What is emitted between both belongs to the probe.
  struct Entered {
    llvm::Value *before = nullptr; // null: nothing is profiled
    size_t around = 0;
  };
  Entered enter(Probe::Kind kind, llvm::StringRef name, llvm::ArrayRef<mlir::Location> locations);
  void leave(const Entered &entered);

  /// The same for ops that are emitted together.
  Entered enter(llvm::ArrayRef<mlir::Operation *> ops);
  Entered enterFunction(mlir::func::FuncOp function);
  /// At the end of a loop's turn, whose probe was entered last.
  void countTurn();
  void countBytes(llvm::Value *bytes);

private:
  void addToAround(mlir::Operation *op);

  Functions &functions;
  ProgramCode &code;
  size_t current = 0; // the probe of what is emitted
};

} // namespace cotan
