// The rule language: decompositions and derivative rules are short formulas over `Expr`.
//
//   Values TanhOp::vjp(RuleBuilder &b, ValueRange g) {
//     Expr y = b(getY()), dy = b(g[0]);
//     return {dy * (1.0 - y * y)};
//   }
//
// The functions of each op (`exp(x)`, `sum(x, axes)`) are generated: cotan/ops/op_rules.h.
#pragma once

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <initializer_list>

namespace cotan {

class RuleBuilder;

/// A value a rule computes with. Only a RuleBuilder makes one, so a rule cannot read a primal value
/// behind the reverse pass's back.
class Expr {
public:
  /// Nothing: the cotangent of an operand nothing flows to.
  Expr() = default;

  explicit operator bool() const { return bool(held); }
  mlir::Value value() const { return held; }
  RuleBuilder &builder() const { return *maker; }
  mlir::RankedTensorType type() const { return mlir::cast<mlir::RankedTensorType>(held.getType()); }
  mlir::Type elementType() const { return type().getElementType(); }
  llvm::ArrayRef<int64_t> sizes() const { return type().getShape(); }
  int64_t rank() const { return type().getRank(); }

private:
  friend class RuleBuilder;
  Expr(RuleBuilder &maker, mlir::Value value) : maker(&maker), held(value) {}

  RuleBuilder *maker = nullptr;
  mlir::Value held;
};

using Exprs = llvm::SmallVector<Expr, 4>;

/// What a rule answers: one value per operand or result, null where there is none.
class Values : public llvm::SmallVector<mlir::Value, 4> {
public:
  using SmallVector::SmallVector;
  Values(std::initializer_list<Expr> exprs) {
    for (const Expr &expr : exprs)
      push_back(expr.value());
  }
  Values(const Exprs &exprs) {
    for (const Expr &expr : exprs)
      push_back(expr.value());
  }
};

/// Builds the ops of one rule. Subclasses say how a primal value is reached from where the rule's
/// ops are put: directly (decomposition, forward mode) or from a stack (reverse mode).
class RuleBuilder {
public:
  RuleBuilder(mlir::OpBuilder &builder, mlir::Location loc) : ops(builder), loc(loc) {}
  virtual ~RuleBuilder() = default;

  /// The value, usable here. In a vjp rule, reading a primal value is what makes the reverse pass
  /// keep it; reading only its shape keeps only the shape.
  Expr operator()(mlir::Value value) { return {*this, read(value)}; }
  /// The sizes of `value`, one i64 per axis; a constant if they are static.
  Expr shapeOf(mlir::Value value);

  /// Whether the caller wants the cotangent of this operand; a rule may skip work if not.
  virtual bool needs(unsigned operand) const { return true; }

  Expr constant(mlir::DenseElementsAttr value);
  /// `value` as an i64 vector.
  Expr integers(llvm::ArrayRef<int64_t> values);
  /// A 0-d constant of this element type.
  Expr scalar(double value, mlir::Type elementType);
  /// `value` in the shape and element type of `like`.
  Expr full(double value, const Expr &like);
  /// Zeros or ones in the shape of a primal value, of which only the shape is read.
  Expr zerosLike(mlir::Value value) { return fullLike(value, 0.0); }
  Expr onesLike(mlir::Value value) { return fullLike(value, 1.0); }
  Expr add(const Expr &x, const Expr &y);
  Expr subtract(const Expr &x, const Expr &y);
  /// The parts of complex numbers, and complex numbers of their parts.
  Expr real(const Expr &z);
  Expr imag(const Expr &z);
  Expr complex(const Expr &re, const Expr &im);
  Expr logicalNot(const Expr &x);
  /// `x`, which has the shape of `like`, under the type of `like` (more or less static).
  Expr conform(const Expr &x, mlir::Value like);
  /// `x` repeated to `type`; `shape` gives the sizes that `type` leaves open.
  Expr broadcast(const Expr &x, mlir::RankedTensorType type, const Expr &shape);
  /// `value`, a tensor or a number beside tensors, as a tensor.
  Expr tensorOf(mlir::Value value);
  /// Vectors one behind the other.
  Expr join(llvm::ArrayRef<Expr> vectors);
  /// The shape the operands have together, of this rank.
  Expr broadcastShapes(llvm::ArrayRef<Expr> exprs, int64_t rank);

  /// What a loop over the numbers below `count`, or from the last of them to 0, carries from turn
  /// to turn: `initial`, and then what `turn` makes of the number and of what the turn before has
  /// left. For ops with the trait Looping.
  using Turn = llvm::function_ref<Exprs(const Expr &number, llvm::ArrayRef<Expr> carried)>;
  Exprs loop(const Expr &count, llvm::ArrayRef<Expr> initial, bool isReverse, Turn turn);

  /// `op` once more, of other operands.
  Exprs again(mlir::Operation *op, mlir::ValueRange operands, mlir::TypeRange types);
  /// Builds one op, folding it away if it can be.
  template <typename Op, typename... Args> Expr emit(Args &&...args) {
    return {*this, settle(Op::create(ops, loc, std::forward<Args>(args)...))[0]};
  }
  template <typename Op, typename... Args> Exprs emitAll(Args &&...args) {
    return settled(Op::create(ops, loc, std::forward<Args>(args)...));
  }

protected:
  Expr wrap(mlir::Value value) { return {*this, value}; }
  virtual mlir::Value read(mlir::Value value) { return value; }
  virtual mlir::Value readShape(mlir::Value value);
  /// A constant op that dominates the insertion point.
  virtual mlir::Value materialize(mlir::DenseElementsAttr value);

  mlir::OpBuilder &ops;
  mlir::Location loc;

private:
  Expr fullLike(mlir::Value value, double element);
  llvm::SmallVector<mlir::Value, 4> settle(mlir::Operation *op);
  Exprs settled(mlir::Operation *op);
};

/// `x` in the shape of `target` (NumPy's rules: aligned at the last axis, size 1 is repeated).
Expr broadcastTo(const Expr &x, llvm::ArrayRef<int64_t> sizes, const Expr &shape);
Expr broadcastLike(const Expr &x, const Expr &target);
/// All of them in their common shape. Operands of one type are taken to have one shape.
void broadcastTogether(llvm::MutableArrayRef<Expr> exprs);

} // namespace cotan
