// Memory that a program asks the runtime for, and how much it will need at once.
#pragma once

#include "cotan/codegen/program/probes.h"

namespace cotan {

class Heap {
public:
  Heap(Functions &functions, ProgramCode &code, Probes &probes)
      : functions(functions), code(code), probes(probes) {}

  /// Ends the program with an error at `op` if there is no memory.
  llvm::Value *allocate(mlir::Operation *op, llvm::Value *bytes);
  void release(llvm::Value *data, llvm::Value *bytes);
  /// The same of several, by one call: a program may have hundreds after each of its ops.
  void releaseAll(llvm::ArrayRef<llvm::Value *> blocks);
  /// Tells that the runtime will ask for memory where `op` is emitted.
  void willAllocate(mlir::Operation *op, llvm::Value *bytes);
  /// Takes part in the plan: what the program has from here on, or no longer has.
  void gain(llvm::Value *bytes) { account(bytes, 1); }
  void lose(llvm::Value *bytes) { account(bytes, -1); }
  /// How much it has at this point, as far as it is known. Branches begin with the same.
  int64_t liveBytes() const { return live; }
  void setLiveBytes(int64_t bytes) { live = bytes; }

private:
  void account(llvm::Value *bytes, int sign);

  Functions &functions;
  ProgramCode &code;
  Probes &probes;
  int64_t live = 0;
};

} // namespace cotan
