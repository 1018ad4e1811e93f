// Which functions a function value may be.
//
// Values that go the same way, into and out of loops, branches and calls, are of one kind; a kind
// knows all places that make its values. As in type inference, kinds are found by unification:
// what a function value is applied to is of the kind of its arguments. (Steensgaard, "Points-to
// analysis in almost linear time", 1996.)
#pragma once

#include "cotan/ir/fn/fn.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <vector>

namespace cotan {

class FunctionKinds {
public:
  /// Functions whose values are made by fn.closure alone. Values that come to one of them from
  /// elsewhere are of no kind.
  explicit FunctionKinds(llvm::ArrayRef<mlir::func::FuncOp> functions);

  /// The number of the kind.
  unsigned of(mlir::Value function) const;
  /// What makes its values; of those with the same function one.
  llvm::ArrayRef<fn::ClosureOp> makersOf(unsigned kind) const { return nodes[kind].makers; }
  /// Which of them has the function of `closure`.
  unsigned numberOf(fn::ClosureOp closure) const;
  /// Whether a value of the kind may have captured another one, directly or in turn.
  bool isNested(unsigned kind) const { return nodes[kind].isNested; }

private:
  /// A kind, or, where it was joined with another one, a link to that.
  struct Node {
    unsigned leader;
    llvm::SmallVector<unsigned, 2> inputs, results; // none stands for tensors
    llvm::SmallVector<fn::ClosureOp, 2> makers;
    bool isNested = false;
  };
  static constexpr unsigned none = ~0u;

  unsigned create(mlir::Type type);
  llvm::SmallVector<unsigned, 2> createAll(mlir::TypeRange types);
  unsigned nodeOf(mlir::Value value);
  unsigned leaderOf(unsigned node) const;
  void join(mlir::Value a, mlir::Value b);
  void join(unsigned a, unsigned b);
  void joinEach(mlir::ValueRange values, llvm::ArrayRef<unsigned> nodes);
  void visit(mlir::Operation *op);
  void visitCall(mlir::ValueRange operands, mlir::ValueRange results, mlir::func::FuncOp callee);
  void addMaker(fn::ClosureOp closure);
  void findNested();

  std::vector<Node> nodes;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
};

} // namespace cotan
