// Taylor coefficients of values, each built when it is first asked for.
//
// Every value moves along a curve x_0 + x_1 t + x_2 t^2 + ...; x_0 is the value itself, and x_k is
// normalised: the k-th derivative divided by k!. The coefficients of an op's results follow from
// its trait, from its own rule for them, or from its rule for the first derivative: that is a
// formula of a few ops, whose series are found the same way, and y_k is coefficient k - 1 of it,
// divided by k.
#pragma once

#include "cotan/autodiff/shared_ops.h"
#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseSet.h"

namespace cotan {

class Series {
public:
  Series(mlir::MLIRContext *context, unsigned order) : highest(order), rewriter(context) {}

  unsigned order() const { return highest; }
  mlir::IRRewriter &builder() { return rewriter; }

  /// Says what the coefficients 1, 2, ... of a value are; null is zero.
  void set(mlir::Value value, mlir::ValueRange coefficients);
  /// Builds all coefficients of the results of `op`, behind it. The op is replaced if an equal one
  /// is known.
  llvm::LogicalResult expand(mlir::Operation *op);
  /// Coefficient `k`; null if it is zero.
  mlir::Value coefficient(mlir::Value value, unsigned k);
  mlir::Value coefficientOrZeros(mlir::Value value, unsigned k);
  /// Erases what was replaced, and puts coefficients in the place of what stands for derivatives.
  /// Nothing may be asked for afterwards.
  void finish();

private:
  class Builder;
  using Ops = llvm::SmallVector<mlir::Operation *>;
  /// `value` times `factor / divisor`.
  struct Multiple {
    mlir::Value value;
    int64_t factor, divisor;
  };

  bool varies(mlir::Operation *op) const;
  void adopt(mlir::Operation *op, Ops &adopted);
  void decompose(mlir::Operation *op, Ops &adopted);
  void replace(mlir::Operation *op, mlir::ValueRange values);
  mlir::Value current(mlir::Value value) const;

  void compute(mlir::Operation *op, unsigned k);
  Values applyRules(mlir::Operation *op, unsigned k);
  Values linear(mlir::Operation *op, unsigned k);
  Expr multilinear(mlir::Operation *op, unsigned k);
  Values ofFormula(mlir::Operation *op, unsigned k);
  Values formulaOf(mlir::Operation *op);
  Values buildFormula(mlir::Operation *op, llvm::ArrayRef<mlir::Value> given);
  mlir::Value tangentOf(mlir::Value value);
  mlir::Value scaled(mlir::Value value, int64_t factor, int64_t divisor);

  unsigned highest;
  mlir::IRRewriter rewriter;
  bool hasFailed = false;
  /// Values of which more than the first coefficient may not be zero.
  llvm::DenseSet<mlir::Value> varying;
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, mlir::Value> known;
  SharedOps shared;
  llvm::DenseMap<std::pair<mlir::Block *, mlir::Attribute>, mlir::Value> constants;
  llvm::DenseMap<mlir::Value, mlir::Value> replacements;
  Ops dead; // what has been replaced
  /// The derivatives of the results of an op.
  llvm::DenseMap<mlir::Operation *, Values> formulas;
  /// By block and x: what stands for x' in formulas. In the end it is x_1, but until then it is a
  /// value of its own, as its series is another.
  llvm::DenseMap<std::pair<mlir::Block *, mlir::Value>, mlir::Value> tangents;
  llvm::DenseMap<mlir::Value, mlir::Value> primals; // x by x'
  llvm::DenseMap<mlir::Value, Multiple> multiples;
};

} // namespace cotan
