// Stacks. A frame is one record: a number's bits, a small tensor's elements, or the registers of a
// large one, whose memory is handed over. Fields start at multiples of eight bytes.
#pragma once

#include "cotan/codegen/program/emission.h"
#include "cotan/ir/flow/flow.h"

namespace cotan {

class Stacks : OpEmitter {
public:
  /// With `checksFrames` frames hold a tag, which a pop compares: where it is not proved that they
  /// fit.
  Stacks(Emission &emission, MemoryPlan &plan, bool checksFrames)
      : OpEmitter(emission), plan(plan), checksFrames(checksFrames) {}

  void emitCreate(mlir::Value stack);
  void emit(flow::PushBackOp op);
  void emit(flow::PopBackOp op);
  void emit(flow::IsEmptyOp op);

private:
  /// Frames without values are only counted.
  void countEmpty(llvm::Value *stack, int64_t change);
  /// Where the next frame is written, which may be in a new chunk.
  llvm::Value *makeRoom(flow::PushBackOp op, llvm::Value *stack, int64_t bytes);
  /// Takes the last frame.
  llvm::Value *takeFrame(flow::PopBackOp op, llvm::Value *stack, int64_t bytes);
  void storeField(flow::PushBackOp op, mlir::Value value, llvm::Value *place);
  void loadField(mlir::OpResult value, llvm::Value *place);
  int64_t fieldBytes(mlir::Type type);
  int64_t frameBytes(mlir::TypeRange types);
  /// A number that stands for the types of a frame.
  llvm::Value *tagOf(mlir::TypeRange types);
  llvm::Value *word(llvm::Value *frame, unsigned index);

  MemoryPlan &plan;
  const bool checksFrames;
};

} // namespace cotan
