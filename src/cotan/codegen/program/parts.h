// Long programs are several functions: LLVM takes more than linear time for long ones. A block of
// the program is cut into parts, which what is around it calls one after the other.
#pragma once

#include "cotan/codegen/program/functions.h"

namespace cotan {

class ProgramParts {
public:
  ProgramParts(mlir::func::FuncOp program, Functions &functions, ProgramCode &code);

  /// Ends the part that is emitted, or begins one, if the program is cut before `op`.
  void cutBefore(mlir::Operation *op);
  /// Ends the part if it is cut from this block, which ends.
  void endBlock(mlir::Block &block);
  /// Lets functions read what others of them have computed.
  void connect();

private:
  void begin(mlir::Block &block);
  void end();

  Functions &functions;
  ProgramCode &code;
  unsigned ops = 0;           // that cuts were thought of before
  mlir::Block *cut = nullptr; // of which a part is emitted now
  FunctionBody caller;        // of that part, and where it calls it
  llvm::SmallVector<llvm::Function *> made;
  llvm::AllocaInst *shared = nullptr; // what functions hand to each other; null if there is one
};

} // namespace cotan
