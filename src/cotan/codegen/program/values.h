// The values of a program while it is emitted: registers, tensors in memory, and who owns them.
#pragma once

#include "cotan/codegen/program/value_sizes.h"
#include "cotan/codegen/value_kinds.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/lowering/element.h"
#include "cotan/ir/lowering/processor.h"

namespace cotan {

/// What each value is in generated code. 0-d tensors and plain numbers are registers, stacks are
/// pointers. A tensor is dense, row by row; its memory is owned by one value, and views share it.
class ProgramValues {
public:
  ProgramValues(llvm::IRBuilder<> &ir, const Processor &processor)
      : sizes(ir), ir(ir), laneBuilder(ir, processor) {}

  ValueSizes sizes;
  LaneBuilder &lanes() { return laneBuilder; }

  Lanes number(mlir::Value value);
  /// Whether it is in a register; a tensor of one element may be.
  bool isNumber(mlir::Value value) { return bool(numbers.lookup(value)); }
  void setNumber(mlir::Value value, const Lanes &x) { numbers[value] = x; }
  llvm::Value *stack(mlir::Value value) { return stacks.lookup(value); }
  void setStack(mlir::Value value, llvm::Value *pointer) { stacks[value] = pointer; }

  /// Where the elements of a tensor begin.
  llvm::Value *data(mlir::Value value) { return tensors.find(value)->second; }
  void setTensor(mlir::Value value, llvm::Value *data, SizeValues sizes);
  /// Where an element is.
  llvm::Value *address(mlir::Value tensor, llvm::ArrayRef<Position> at);
  void setView(mlir::Value view, mlir::Value of) { roots[view] = rootOf(of); }
  /// The value whose memory this one shares.
  mlir::Value rootOf(mlir::Value value) const;

private:
  Lanes constant(mlir::Value value);

  llvm::IRBuilder<> &ir;
  LaneBuilder laneBuilder;
  llvm::DenseMap<mlir::Value, Lanes> numbers;
  llvm::DenseMap<mlir::Value, llvm::Value *> stacks, tensors;
  llvm::DenseMap<mlir::Value, mlir::Value> roots;
};

/// Where those read that want nothing: a zero of any element type.
llvm::Constant *zeroInMemory(llvm::IRBuilder<> &ir);

} // namespace cotan
