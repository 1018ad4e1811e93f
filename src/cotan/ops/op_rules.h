// What a rule is written in: Expr with operators and one function per op (`exp(x)`, `sum(x,
// axes)`).
#pragma once

#include "cotan/ir/interfaces/collective.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/rules/operand_sizes.h"
#include "cotan/ir/rules/rule_builder.h"
#include "cotan/ir/types.h"

#include "cotan/ops/op_functions.h.inc"

namespace cotan {

Expr operator+(const Expr &x, const Expr &y);
Expr operator-(const Expr &x, const Expr &y);
Expr operator*(const Expr &x, const Expr &y);
Expr operator/(const Expr &x, const Expr &y);
Expr operator-(const Expr &x);
Expr operator>(const Expr &x, const Expr &y);
Expr operator>=(const Expr &x, const Expr &y);
Expr operator<(const Expr &x, const Expr &y);
Expr operator<=(const Expr &x, const Expr &y);

// A number takes the shape and element type of the other operand.
#define COTAN_WITH_NUMBER(OP)                                                                      \
  inline Expr operator OP(const Expr &x, double y) { return x OP x.builder().full(y, x); }         \
  inline Expr operator OP(double x, const Expr &y) { return y.builder().full(x, y) OP y; }
COTAN_WITH_NUMBER(+)
COTAN_WITH_NUMBER(-)
COTAN_WITH_NUMBER(*)
COTAN_WITH_NUMBER(/)
COTAN_WITH_NUMBER(>)
COTAN_WITH_NUMBER(>=)
COTAN_WITH_NUMBER(<)
COTAN_WITH_NUMBER(<=)
#undef COTAN_WITH_NUMBER

inline Expr where(const Expr &condition, const Expr &x, double y) {
  return where(condition, x, x.builder().full(y, x));
}
inline Expr where(const Expr &condition, double x, const Expr &y) {
  return where(condition, y.builder().full(x, y), y);
}
inline Expr maximum(const Expr &x, double y) { return maximum(x, x.builder().full(y, x)); }
inline Expr minimum(const Expr &x, double y) { return minimum(x, x.builder().full(y, x)); }

/// Sums and differences of what may be nothing, which stands for zero.
Expr total(const Expr &x, const Expr &y);
Expr difference(const Expr &x, const Expr &y);
/// Coefficient `k` of the product of two values, elementwise, without the terms of `x` below
/// `first`.
Expr sumOfProducts(SeriesBuilder &b, mlir::Value x, mlir::Value y, unsigned k, unsigned first = 0);

/// The values of the expressions, null where an expression is empty.
llvm::SmallVector<mlir::Value> valuesOf(llvm::ArrayRef<Expr> exprs);

/// Whether `value` is known to be zeros: a constant, or linear in one.
bool isZeros(mlir::Value value);

/// `x` in another element type.
Expr castTo(const Expr &x, mlir::Type elementType);
/// `x` as a tensor of `type`, which differs at most in the sizes it leaves open.
Expr asType(const Expr &x, mlir::RankedTensorType type);
/// f16 or bf16: sums of such are added up in f32 and rounded once.
bool isHalf(mlir::RankedTensorType type);
/// `x` in f32 if its own type is narrower: sums of many f16 or bf16 would lose too much.
Expr widened(const Expr &x);
/// `f` of `x`, which computes: in f32 and rounded once if `x` is of a type for storage only.
Expr inComputedType(const Expr &x, llvm::function_ref<Expr(const Expr &)> f);
/// Zeros in the shape of a primal value, of which only the shape is read, and the element type of
/// `dy`, its cotangent.
Expr zerosLike(mlir::Value value, const Expr &dy);
/// `y`, reduced along `axes`, with these put back with size 1; `keepdims`: they were left in.
Expr restoreAxes(const Expr &y, llvm::ArrayRef<int64_t> axes, bool keepdims);
/// How many elements of a primal value lie along `axes`, of which only the shape is read; 0-d.
Expr countAlong(RuleBuilder &b, mlir::Value value, llvm::ArrayRef<int64_t> axes,
                mlir::Type elementType);
/// `x` under the shape of a primal value of the same size, of which only the shape is read.
Expr reshapeLike(RuleBuilder &b, const Expr &x, mlir::Value like);
/// The sum of `x` over what a broadcast from `like` repeated.
Expr sumLike(RuleBuilder &b, const Expr &x, mlir::Value like);
/// `x` repeated to the shape of a primal value, of which only the shape is read.
Expr broadcastLike(RuleBuilder &b, const Expr &x, mlir::Value like);

} // namespace cotan
