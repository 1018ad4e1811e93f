// What the ops on the matrices in the last two axes share: checks of shapes, and triangles in
// rules.
//
// Rules of functions that are not holomorphic are about slopes, the conjugates of cotangents:
// theirs are those of real numbers with adjoints in place of transposes.
#pragma once

#include "cotan/ops/op_rules.h"

namespace cotan {

//--- shapes

/// At least two axes.
mlir::LogicalResult verifyMatrix(std::optional<mlir::Location> loc, mlir::RankedTensorType type);
/// `a` are matrices and have the element type and number of axes of `b`.
mlir::LogicalResult verifySystem(std::optional<mlir::Location> loc, mlir::RankedTensorType a,
                                 mlir::RankedTensorType b);

/// The sizes of operand `i`, which must be square.
Sizes squareSizes(SizeRules &rules, unsigned i);
/// The sizes of operand 0, which must have at least as many rows as columns.
Sizes tallSizes(SizeRules &rules);
/// The sizes of operand `right`, whose batches and rows are those of the square operand `left`.
Sizes solutionSizes(SizeRules &rules, unsigned left, unsigned right);

//--- rules

Expr transposed(const Expr &x);
/// Real numbers as they are.
Expr conjugated(const Expr &x);
Expr realPart(const Expr &x);
/// The conjugates, transposed.
Expr adjoint(const Expr &x);
/// Real numbers, in the element type of `like`, which may be complex.
Expr inTypeOf(const Expr &like, const Expr &x);
/// The elements whose column is at most `k` to the right of the diagonal; the others are 0.
Expr lowerPart(const Expr &x, int64_t k = 0);
/// Those whose column is at least `k` to the right of the diagonal.
Expr upperPart(const Expr &x, int64_t k = 0);
/// `x` with the elements on the diagonal halved.
Expr halvedDiagonal(const Expr &x);
/// The symmetric or Hermitian matrices of which `x` holds the lower triangles.
Expr symmetricFromLower(const Expr &x);
/// The slope of such a lower triangle: `dx` is that of the whole matrix.
Expr lowerSlope(const Expr &dx);
/// The diagonals of the last two axes.
Expr diagonalOf(const Expr &x);
/// Each row of the last axis of `x` as a diagonal matrix.
Expr diagonalMatrix(const Expr &x);
/// y[j], or y[i], at row i and column j, for each row y of the last axis.
Expr alongColumns(const Expr &y);
Expr alongRows(const Expr &y);
/// x / y, and 0 where both are 0; y is real.
Expr quotient(const Expr &x, const Expr &y);
/// The same, and 0 on the diagonal.
Expr quotientOffDiagonal(const Expr &x, const Expr &y);

//--- phases of complex vectors: columns whose leading element is real and positive

/// What keeps it so while the columns `v` change by `dv`: they turn by i times these numbers, one
/// for each column.
Expr turnOfColumns(const Expr &v, const Expr &dv);
/// `x` times i times such numbers.
Expr turned(const Expr &x, const Expr &turn);
/// The slope of such numbers: that of columns `v` is `slope`.
Expr slopeOfTurn(const Expr &v, const Expr &slope);
/// The slope of `dv` above: `slope` where columns do not turn, and `turn`, the slope of how they
/// do.
Expr slopeBeforeTurn(const Expr &v, const Expr &slope, const Expr &turn);

//--- batches

/// `right`, an operand with the new axis in front where no other has it, with the lanes side by
/// side in its columns. `splitColumns` takes them apart again, and puts them in front.
Expr lanesAsColumns(Batch &x, unsigned right);
Expr splitColumns(Batch &x, const Expr &columns, unsigned right);

} // namespace cotan
