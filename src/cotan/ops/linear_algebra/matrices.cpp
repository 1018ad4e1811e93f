#include "cotan/ops/linear_algebra/matrices.h"

#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ops/layout/regroup.h"

using namespace mlir;

namespace cotan {

//--- shapes

LogicalResult verifyMatrix(std::optional<Location> loc, RankedTensorType type) {
  if (type.getRank() < 2)
    return emitOptionalError(loc, "needs matrices, but found ", type,
                             ", which has fewer than two axes");
  return success();
}

LogicalResult verifySystem(std::optional<Location> loc, RankedTensorType a, RankedTensorType b) {
  if (failed(verifyMatrix(loc, a)) || failed(verifyMatrix(loc, b)))
    return failure();
  if (a.getElementType() != b.getElementType())
    return emitOptionalError(loc, "element types differ: ", a, " and ", b,
                             "; cast one of them first");
  if (a.getRank() != b.getRank())
    return emitOptionalError(loc, a, " and ", b,
                             " do not go together; all axes but the last have the same sizes");
  return success();
}

Sizes squareSizes(SizeRules &rules, unsigned i) {
  Sizes sizes = rules.sizes(i);
  Size &rows = sizes[sizes.size() - 2];
  rows = sizes.back() = rules.same(rows, sizes.back(), "the matrices are not square");
  return sizes;
}

Sizes tallSizes(SizeRules &rules) {
  Sizes sizes = rules.sizes(0);
  rules.require(sizes.back() <= sizes[sizes.size() - 2],
                "there are fewer rows than columns; transpose the matrices");
  return sizes;
}

Sizes solutionSizes(SizeRules &rules, unsigned left, unsigned right) {
  Sizes matrices = squareSizes(rules, left), sizes = rules.sizes(right);
  for (size_t axis = 0; axis + 1 < sizes.size(); ++axis)
    sizes[axis] = rules.same(sizes[axis], matrices[axis],
                             "the shapes do not go together: axis " + Twine(axis) +
                                 " of the matrices and of the right sides differ");
  return sizes;
}

//--- rules

Expr transposed(const Expr &x) {
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, x.rank()));
  std::swap(axes[x.rank() - 2], axes[x.rank() - 1]);
  return transpose(x, axes);
}

Expr conjugated(const Expr &x) { return isComplexTensor(x.type()) ? conj(x) : x; }
Expr realPart(const Expr &x) { return isComplexTensor(x.type()) ? real(x) : x; }
Expr adjoint(const Expr &x) { return conjugated(transposed(x)); }
Expr inTypeOf(const Expr &like, const Expr &x) { return castTo(x, like.elementType()); }

/// The column of each element less its row.
static Expr distances(const Expr &x) {
  RuleBuilder &b = x.builder();
  auto type = x.type().clone(IntegerType::get(x.type().getContext(), 64));
  Expr shape = type.hasStaticShape() ? Expr() : b.shapeOf(x.value());
  return iota(b, type, x.rank() - 1, shape) - iota(b, type, x.rank() - 2, shape);
}

Expr lowerPart(const Expr &x, int64_t k) { return where(distances(x) <= double(k), x, 0.0); }
Expr upperPart(const Expr &x, int64_t k) { return where(distances(x) >= double(k), x, 0.0); }

static Expr isOnDiagonal(const Expr &x) {
  Expr distance = distances(x);
  return eq(distance, x.builder().full(0, distance));
}

Expr halvedDiagonal(const Expr &x) { return where(isOnDiagonal(x), x * 0.5, x); }
Expr symmetricFromLower(const Expr &x) {
  Expr half = halvedDiagonal(lowerPart(x));
  return half + adjoint(half);
}
Expr lowerSlope(const Expr &dx) { return halvedDiagonal(lowerPart(dx + adjoint(dx))); }

Expr diagonalOf(const Expr &x) { return sum(where(isOnDiagonal(x), x, 0.0), x.rank() - 1); }

/// Each row of the last axis, `size` times side by side along a new axis.
static Expr repeated(const Expr &x, int64_t axis) {
  SmallVector<int64_t> sizes(x.sizes());
  sizes.insert(sizes.begin() + axis, sizes.back());
  auto type = x.type().clone(sizes);
  Expr row = expand_dims(x, axis);
  if (type.hasStaticShape())
    return broadcast(type, row);
  RuleBuilder &b = x.builder();
  Expr shape = b.shapeOf(x.value()), last = part(shape, x.rank() - 1, x.rank());
  return broadcast(type, row, concat({shape, last}, 0));
}

Expr diagonalMatrix(const Expr &x) {
  Expr rows = repeated(x, x.rank());
  return where(isOnDiagonal(rows), rows, 0.0);
}

Expr alongColumns(const Expr &y) { return repeated(y, y.rank() - 1); }
Expr alongRows(const Expr &y) { return repeated(y, y.rank()); }

// What is divided by is 1 where the quotient is not taken: its derivative would be NaN there.
Expr quotient(const Expr &x, const Expr &y) {
  RuleBuilder &b = x.builder();
  Expr isNothing = and_(eq(x, b.full(0, x)), eq(y, b.full(0, y)));
  return where(isNothing, 0.0, x / inTypeOf(x, where(isNothing, 1.0, y)));
}

Expr quotientOffDiagonal(const Expr &x, const Expr &y) {
  Expr isLeftOut = isOnDiagonal(x);
  return where(isLeftOut, 0.0, quotient(where(isLeftOut, 0.0, x), where(isLeftOut, 0.0, y)));
}

//--- phases

/// 1 where the leading element of a column is: the first that is at least 0.9 times as large as the
/// largest; else 0.
static Expr isLeading(const Expr &v) {
  RuleBuilder &b = v.builder();
  const int64_t rows = v.rank() - 2;
  Expr re = real(v), im = imag(v), squares = re * re + im * im;
  Expr zero = b.full(0, squares);
  Expr isLarge = where(squares >= 0.81 * max(squares, rows, /*keepdims=*/true), zero + 1.0, zero);
  auto type = v.type().clone(IntegerType::get(v.type().getContext(), 64));
  Expr place = iota(b, type, rows, type.hasStaticShape() ? Expr() : b.shapeOf(v.value()));
  return castTo(eq(place, argmax(isLarge, rows, /*keepdims=*/true)), re.elementType());
}

/// The sum of each column.
static Expr ofColumns(const Expr &x) { return sum(x, x.rank() - 2, /*keepdims=*/true); }

Expr turnOfColumns(const Expr &v, const Expr &dv) {
  Expr leading = isLeading(v);
  return -(ofColumns(leading * imag(dv)) / ofColumns(leading * real(v)));
}

Expr turned(const Expr &x, const Expr &turn) { return complex(-(imag(x) * turn), real(x) * turn); }

Expr slopeOfTurn(const Expr &v, const Expr &slope) {
  return ofColumns(imag(slope) * real(v) - real(slope) * imag(v));
}

Expr slopeBeforeTurn(const Expr &v, const Expr &slope, const Expr &turn) {
  Expr leading = isLeading(v), im = leading * (turn / ofColumns(leading * real(v)));
  return slope - complex(v.builder().full(0, im), im);
}

//--- batches

Expr lanesAsColumns(Batch &x, unsigned right) {
  Expr lanes = x[right];
  return mergeAxes(moveAxis(lanes, 0, lanes.rank() - 2), lanes.rank() - 2);
}

Expr splitColumns(Batch &x, const Expr &columns, unsigned right) {
  int64_t last = columns.rank() - 1;
  Expr apart =
      splitAxis(columns, last, sizeOf(x.builder(), x.axis()), sizeAlong(x[right], columns.rank()));
  return moveAxis(apart, last, 0);
}

} // namespace cotan
