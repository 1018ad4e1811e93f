// Single elements without loops: ops on numbers, and few updates of a tensor.
#pragma once

#include "cotan/codegen/program/emission.h"

namespace cotan {

class SingleElements : OpEmitter {
public:
  using OpEmitter::OpEmitter;

  /// An op whose results are single numbers, be they tensors of one element.
  void emit(mlir::Operation *op);
  /// A reduction of a single number.
  void emitReduction(Reducing op);
  /// Few updates, one after the other, without a call.
  bool tryEmitUpdates(mlir::Operation *op);

private:
  void emitUpdate(const Update &update, mlir::OpResult result);
};

} // namespace cotan
