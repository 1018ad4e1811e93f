// Which functions each function value may be.
//
// Found by following values: into and out of loops, branches and calls, and, where a value is
// applied, into and out of each function it may be (0-CFA; Shivers, "Control-flow analysis in
// Scheme", 1988).
#pragma once

#include "cotan/ir/fn/fn.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <vector>

namespace cotan {

/// A function of the module of which the first `captured` arguments are given.
struct Closed {
  mlir::func::FuncOp callee;
  unsigned captured;

  bool operator==(const Closed &other) const = default;
  /// What it captures: arguments of the function that is called in the end.
  mlir::ValueRange capturedArguments() const;
};

/// Numbers of closed functions, in increasing order.
using FunctionSet = llvm::SmallVector<unsigned, 2>;

class FunctionKinds {
public:
  /// Of these functions, in which fn.closure alone makes function values.
  explicit FunctionKinds(llvm::ArrayRef<mlir::func::FuncOp> functions);

  const Closed &closed(unsigned number) const { return known[number]; }
  unsigned numberOf(fn::ClosureOp closure) const;
  unsigned count() const { return known.size(); }
  /// What a value may be.
  const FunctionSet &of(mlir::Value function) const { return sets[nodes.at(function)]; }
  /// What a function may return as this result.
  const FunctionSet &ofResult(mlir::func::FuncOp function, unsigned result) const {
    return sets[results.at({function, result})];
  }

  /// Whether it may have captured one of its own kind, directly or in turn.
  bool isNested(unsigned closed) const { return nested[closed]; }

private:
  using Node = unsigned;

  Node nodeOf(mlir::Value value);
  Node nodeOfResult(mlir::func::FuncOp function, unsigned result);
  Node create();
  unsigned numbered(const Closed &closed);
  void addEdge(Node from, Node to);
  void add(Node node, unsigned closed);
  void flow(mlir::Value from, mlir::Value to);
  void flowAll(mlir::ValueRange from, mlir::ValueRange to);
  void visit(mlir::Operation *op);
  void visitVariables(mlir::Operation *op);
  void visitCall(mlir::func::FuncOp callee, unsigned first, mlir::ValueRange operands,
                 mlir::ValueRange values);
  void propagate();
  void findNested();

  std::vector<Closed> known;
  llvm::BitVector nested;                               // by number of the closed function
  std::vector<FunctionSet> sets;                        // by node
  std::vector<llvm::SmallVector<Node, 2>> edges;        // by node
  std::vector<llvm::SmallVector<fn::ApplyOp, 1>> calls; // of a node's functions
  llvm::DenseMap<mlir::Value, Node> nodes;
  llvm::DenseMap<std::pair<mlir::Operation *, unsigned>, Node> results;
  std::vector<std::pair<Node, unsigned>> waiting; // functions that have come to a node
};

} // namespace cotan
