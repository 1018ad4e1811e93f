// Where results lie, and how large they are.
#pragma once

#include "cotan/codegen/program/ownership.h"

namespace cotan {

class Results {
public:
  Results(Functions &functions, ProgramValues &values, Heap &heap, Frame &frame,
          Ownership &ownership)
      : functions(functions), values(values), heap(heap), frame(frame), ownership(ownership) {}

  /// Says how large the result is, with the checks that its op asks for.
  void size(mlir::OpResult result);
  /// Makes a result's memory, or a place on the stack for a number. Its size has been said.
  llvm::Value *make(mlir::OpResult result);
  /// The same; of an op that updates its operand 0, the operand's memory where that ends.
  llvm::Value *makeOrUpdate(mlir::OpResult result);
  /// The result of a view has the memory of operand 0.
  void share(mlir::Operation *view);
  /// Reads results that are numbers from where callees wrote them.
  void takeNumber(mlir::OpResult result, llvm::Value *place);
  void takeNumbers(mlir::Operation *op, llvm::ArrayRef<llvm::Value *> places);

private:
  Functions &functions;
  ProgramValues &values;
  Heap &heap;
  Frame &frame;
  Ownership &ownership;
};

} // namespace cotan
