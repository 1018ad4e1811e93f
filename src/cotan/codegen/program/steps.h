// The steps that a run may take, and who wants its attention: asked once per turn of a loop and per
// call of a function.
#pragma once

#include "cotan/codegen/program/emission.h"

namespace cotan {

/// How many steps a region takes, as the interpreter counts them.
int64_t stepsOf(mlir::Region &region);

class Steps : OpEmitter {
public:
  using OpEmitter::OpEmitter;

  /// Ends the program at `op` when its steps are used up.
  void count(mlir::Operation *op, int64_t steps);

private:
  void attend(mlir::Operation *op, llvm::Value *left);
};

} // namespace cotan
