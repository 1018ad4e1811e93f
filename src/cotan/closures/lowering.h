// The body of a function anew, with tensors in the place of function values.
#pragma once

#include "cotan/closures/choices.h"
#include "cotan/closures/environments.h"
#include "cotan/ir/flow/flow.h"

#include "mlir/IR/IRMapping.h"

namespace cotan {

/// The old body stays until all are built: it says what is of which kind.
class Lowering {
public:
  /// The root takes what it takes; rows begin there.
  Lowering(mlir::func::FuncOp function, const FunctionKinds &kinds, FunctionParts &parts,
           const Environments &environments, bool isRoot);

  llvm::LogicalResult build();
  void finish();

private:
  using Use = Environments::Use;
  using Values = Choices::Values;

  //--- what stands for values (lowering.cpp)

  Values partsOf(mlir::Value value) const;
  Values partsOf(mlir::Value value, const FunctionSet &to);
  Values partsOf(mlir::OpOperand &operand);
  Values partsOfOperands(mlir::Operation *op);
  const FunctionSet &targetOf(mlir::OpOperand &operand);
  void map(mlir::ValueRange olds, mlir::ValueRange fresh);

  //--- ops (lowering.cpp)

  void startRegion(mlir::Region &region, mlir::Region &fresh, bool takesRows, unsigned numStacks);
  llvm::LogicalResult runBlock(mlir::Block &block);
  llvm::LogicalResult runOp(mlir::Operation *op);
  llvm::LogicalResult rebuild(mlir::Operation *op);
  llvm::LogicalResult rebuildRegions(flow::Structured op, flow::Structured fresh);
  void addRows(mlir::Operation *op, mlir::OperationState &state);
  Values withoutRows(mlir::ValueRange values, unsigned first);

  //--- functions (lowering_calls.cpp)

  llvm::LogicalResult lower(fn::ClosureOp op);
  llvm::LogicalResult lower(fn::ApplyOp op);
  Values call(fn::ApplyOp op, unsigned number, mlir::ArrayRef<mlir::Value> given);
  Values argumentsOf(fn::ApplyOp op, const Closed &closed, mlir::ArrayRef<mlir::Value> captured);
  unsigned placeOfRows(mlir::func::FuncOp callee);

  mlir::TypeRange rowTypes() const { return environments.types(); }
  unsigned numRows() const { return environments.types().size(); }

  mlir::func::FuncOp function;
  const FunctionKinds &kinds;
  FunctionParts &parts;
  const Environments &environments;
  const Use use;
  const bool isRoot;
  mlir::OpBuilder ops;
  Choices choices;
  mlir::Region built;
  mlir::IRMapping tensors;
  llvm::DenseMap<mlir::Value, Values> functions;
  Values rows; // as they are where ops are built
};

} // namespace cotan
