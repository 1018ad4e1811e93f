// What the ops on the matrices in the last two axes share: checks of shapes, triangles in rules,
// and matrices as the interpreter reads and writes them.
#pragma once

#include "cotan/ops/op_rules.h"
#include "cotan/support/array.h"

#include <vector>

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
/// The elements whose column is at most `k` to the right of the diagonal; the others are 0.
Expr lowerPart(const Expr &x, int64_t k = 0);
/// Those whose column is at least `k` to the right of the diagonal.
Expr upperPart(const Expr &x, int64_t k = 0);
/// `x` with the elements on the diagonal halved.
Expr halvedDiagonal(const Expr &x);
/// The matrices of which `x` holds the lower triangles.
Expr symmetricFromLower(const Expr &x);
/// The cotangent of such a lower triangle: `dx` is that of the whole matrix.
Expr lowerCotangent(const Expr &dx);
/// The diagonals of the last two axes.
Expr diagonalOf(const Expr &x);
/// Each row of the last axis of `x` as a diagonal matrix.
Expr diagonalMatrix(const Expr &x);
/// y[j], or y[i], at row i and column j, for each row y of the last axis.
Expr alongColumns(const Expr &y);
Expr alongRows(const Expr &y);
/// x / y, and 0 where both are 0.
Expr quotient(const Expr &x, const Expr &y);
/// The same, and 0 on the diagonal.
Expr quotientOffDiagonal(const Expr &x, const Expr &y);

//--- batches

/// `right`, an operand with the new axis in front where no other has it, with the lanes side by
/// side in its columns. `splitColumns` takes them apart again, and puts them in front.
Expr lanesAsColumns(Batch &x, unsigned right);
Expr splitColumns(Batch &x, const Expr &columns, unsigned right);

//--- values

/// One matrix, in f64.
class Dense {
public:
  Dense(int64_t rows, int64_t columns, double value = 0)
      : rows(rows), columns(columns), elements(rows * columns, value) {}
  static Dense identity(int64_t size);
  /// Matrix `batch` of the last two axes.
  static Dense of(const Array &array, int64_t batch);
  /// Rounds the elements to those of matrix `batch`.
  void store(Array &array, int64_t batch) const;

  double &operator()(int64_t i, int64_t j) { return elements[i * columns + j]; }
  double operator()(int64_t i, int64_t j) const { return elements[i * columns + j]; }
  /// The sum of products of two columns.
  /// In a range that squares of all numbers are in.
  long double dotColumns(int64_t i, int64_t j) const;
  bool isFinite() const;
  /// That of the largest element; 0 if all are 0, and not so small that its power has no inverse.
  int exponent() const;

  int64_t rows, columns;

private:
  std::vector<double> elements;
};

/// How many matrices there are in the last two axes.
int64_t batchesOf(const Array &array);
/// -1 if the first element of the column that is about as large as the largest is negative, else 1.
double signOfColumn(const Dense &x, int64_t column);
void scaleColumn(Dense &x, int64_t column, double factor);

} // namespace cotan
