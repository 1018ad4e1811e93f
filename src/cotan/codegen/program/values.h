// The values of a program while it is emitted: registers, tensors in memory, and who owns them.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/lowering/element.h"
#include "cotan/ir/lowering/processor.h"

namespace cotan {

/// What a value consists of in generated code.
using Registers = llvm::SmallVector<llvm::Value *>;

/// The sizes of a tensor, i64.
using SizeValues = llvm::SmallVector<llvm::Value *, 4>;

/// A tensor in memory: dense, row by row.
struct Tensor {
  llvm::Value *data = nullptr;
  SizeValues sizes;
};

/// What each value is in generated code. 0-d tensors and plain numbers are registers, stacks are
/// pointers. A tensor's memory is owned by one value; views share it.
class ProgramValues {
public:
  ProgramValues(llvm::IRBuilder<> &ir, const Processor &processor)
      : ir(ir), laneBuilder(ir, processor) {}

  LaneBuilder &lanes() { return laneBuilder; }

  static bool isStack(mlir::Type type);
  static bool isTensor(mlir::Type type); // in memory
  static DType elementType(mlir::Type type);

  Lanes number(mlir::Value value);
  /// Whether it is in a register; a tensor of one element may be.
  bool isNumber(mlir::Value value) { return bool(numbers.lookup(value)); }
  const Tensor &tensor(mlir::Value value) { return tensors.find(value)->second; }
  llvm::Value *stack(mlir::Value value) { return stacks.lookup(value); }
  void setNumber(mlir::Value value, const Lanes &x) { numbers[value] = x; }
  void setTensor(mlir::Value value, Tensor tensor) { tensors[value] = std::move(tensor); }
  void setStack(mlir::Value value, llvm::Value *pointer) { stacks[value] = pointer; }
  void setView(mlir::Value view, mlir::Value of) { roots[view] = rootOf(of); }
  /// The value whose memory this one shares.
  mlir::Value rootOf(mlir::Value value) const;

  /// Where an element of a tensor is.
  llvm::Value *address(mlir::Value tensor, llvm::ArrayRef<Position> at);

  llvm::Value *size(mlir::Value value, unsigned axis);
  SizeValues sizesOf(mlir::Value value);
  /// SizeValues known before the value itself, as inside of kernels.
  void setSizes(mlir::Value value, SizeValues sizes) { known[value] = std::move(sizes); }
  llvm::Value *elementCount(mlir::Value value);
  llvm::Value *byteCount(mlir::Value value);

  /// The registers a value of this type consists of, and back.
  llvm::SmallVector<llvm::Type *> registerTypes(mlir::Type type);
  Registers registersOf(mlir::Value value);
  void setRegisters(mlir::Value value, llvm::ArrayRef<llvm::Value *> registers);

private:
  Lanes constant(mlir::Value value);

  llvm::IRBuilder<> &ir;
  LaneBuilder laneBuilder;
  llvm::DenseMap<mlir::Value, Lanes> numbers;
  llvm::DenseMap<mlir::Value, Tensor> tensors;
  llvm::DenseMap<mlir::Value, llvm::Value *> stacks;
  llvm::DenseMap<mlir::Value, mlir::Value> roots;
  llvm::DenseMap<mlir::Value, SizeValues> known;
};

/// Where those read that want nothing: a zero of any element type.
llvm::Constant *zeroInMemory(llvm::IRBuilder<> &ir);

} // namespace cotan
