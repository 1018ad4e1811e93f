// det, cofactors: meaning and derivative. Signature and doc: det.td.
#include "cotan/ops/linear_algebra/det.inc"

#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ops/linear_algebra/matrices.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

constexpr int64_t few = 3; // rows of matrices whose cofactors are written out

SmallVector<int64_t> lastTwo(const Expr &x) { return {x.rank() - 2, x.rank() - 1}; }

/// A number for each matrix, as one of each element.
Expr forEachElement(const Expr &y) { return expand_dims(y, {y.rank(), y.rank() + 1}); }

/// -1 where the permutation exchanges rows an odd number of times, else 1: it counts the pairs that
/// are in the wrong order.
Expr parity(const Expr &permutation, Type elementType) {
  Expr isTurned = alongRows(permutation) > alongColumns(permutation);
  Expr turned = upperPart(castTo(isTurned, permutation.elementType()), 1);
  Expr count = sum(turned, lastTwo(turned));
  return castTo(1.0 - 2.0 * remainder(count, count.builder().full(2, count)), elementType);
}

/// Elements [start, end) along one axis; ShapedType::kDynamic is its end.
Expr cut(const Expr &x, int64_t axis, int64_t start, int64_t end = ShapedType::kDynamic) {
  SmallVector<int64_t> starts(x.rank(), 0), limits(x.rank(), ShapedType::kDynamic),
      strides(x.rank(), 1);
  starts[axis] = start;
  limits[axis] = end;
  return slice(x, starts, limits, strides);
}

/// The product of the elements along the last axis. That of complex ones is y[0] where y[i] = x[i]
/// y[i + 1], which is a triangular system.
Expr product(const Expr &x) {
  const int64_t last = x.rank() - 1;
  if (!isComplexTensor(x.type()))
    return prod(x, last);
  RuleBuilder &b = x.builder();
  SmallVector<int64_t> none(x.rank(), 0), behind = none, before(x.rank() + 1, 0), below = before;
  behind[last] = below[last] = before[last + 1] = 1;
  Expr end = pad(b.full(0, x), b.scalar(1, x.elementType()), none, behind, none);
  none.push_back(0);
  Expr steps = pad(diagonalMatrix(-x), b.scalar(0, x.elementType()), before, below, none);
  Expr y = triangular_solve(steps, expand_dims(end, last + 1), /*lower=*/false,
                            /*transpose=*/false, /*unit_diagonal=*/true);
  return squeeze(cut(y, last, 0, 1), {last, last + 1});
}

/// The determinant, from `lu` of the matrix.
Expr ofFactors(const Exprs &lu) {
  Expr diagonal = diagonalOf(lu[0]);
  return parity(lu[1], diagonal.elementType()) * product(diagonal);
}

Expr inverse(const Expr &a, const Exprs &lu) {
  Expr one = diagonalMatrix(a.builder().full(1, diagonalOf(a)));
  return lu_solve(a, lu[0], lu[1], one);
}

/// `count` more rows and columns of zeros; if it is negative, fewer.
Expr extended(const Expr &x, int64_t count) {
  SmallVector<int64_t> none(x.rank(), 0), high = none;
  high[x.rank() - 2] = high[x.rank() - 1] = count;
  return pad(x, x.builder().scalar(0, x.elementType()), none, high, none);
}

/// The matrix beside that of `count` ones on the diagonal: its determinant is the same, and its
/// cofactors are the first of those.
Expr besideOnes(const Expr &x, int64_t count) {
  Expr diagonal = diagonalOf(x);
  SmallVector<int64_t> none(diagonal.rank(), 0), high = none;
  high.back() = count;
  RuleBuilder &b = x.builder();
  Expr ones = pad(b.full(0, diagonal), b.scalar(1, x.elementType()), none, high, none);
  return extended(x, count) + diagonalMatrix(ones);
}

//--- cofactors of few rows: polynomials, which have all derivatives

/// x with its first row or column last.
Expr rolled(const Expr &x, int64_t axis) {
  return concat({cut(x, axis, 1), cut(x, axis, 0, 1)}, axis);
}

Expr ofFewRows(const Expr &x) {
  const int64_t rows = x.rank() - 2, columns = x.rank() - 1;
  Expr down = rolled(x, rows), twice = rolled(down, rows);
  Expr right = rolled(down, columns), left = rolled(twice, columns);
  return right * rolled(left, columns) - rolled(right, columns) * left;
}

/// The determinant of few rows, given the cofactors.
Expr alongFirstRow(const Expr &x, const Expr &cofactors) {
  return sum(cut(x * cofactors, x.rank() - 2, 0, 1), lastTwo(x));
}

//--- cofactors of many rows

/// A matrix in four blocks, the first of few rows and columns.
struct Blocks {
  Expr first, right, below, rest;
};

Blocks blocksOf(const Expr &x) {
  const int64_t rows = x.rank() - 2, columns = x.rank() - 1;
  Expr above = cut(x, rows, 0, few), below = cut(x, rows, few);
  return {cut(above, columns, 0, few), cut(above, columns, few), cut(below, columns, 0, few),
          cut(below, columns, few)};
}

Expr joined(const Blocks &x) {
  const int64_t rows = x.first.rank() - 2, columns = x.first.rank() - 1;
  return concat({concat({x.first, x.right}, columns), concat({x.below, x.rest}, columns)}, rows);
}

/// The gradient of det(rest) det(t), where t = first - right rest^-1 below. `isGone` tells which
/// numbers on the diagonal of the rest are 0, as those of the first part are then: there is nothing
/// but zeros until more than two derivatives have been taken. Else no number is divided by that
/// could be 0, so all derivatives are exact.
Blocks gradientOfDet(const Blocks &x, const Expr &isGone) {
  RuleBuilder &b = isGone.builder();
  Expr rest = x.rest + diagonalMatrix(where(isGone, 1.0, b.full(0, diagonalOf(x.rest))));
  Exprs factors = lu(rest);
  Expr w = inverse(rest, factors), isZero = any(isGone, isGone.rank() - 1);
  Expr product = where(isZero, 0.0, ofFactors(factors));
  Expr wBelow = matmul(w, x.below), rightW = transposed(matmul(x.right, w));
  Expr t = x.first - matmul(x.right, wBelow), cofactors = ofFewRows(t);
  Expr whole = forEachElement(product * alongFirstRow(t, cofactors));
  Blocks dx;
  dx.first = forEachElement(product) * cofactors;
  dx.right = -matmul(dx.first, transposed(wBelow));
  dx.below = -matmul(rightW, dx.first);
  dx.rest = whole * transposed(w) - matmul(rightW, dx.right);
  return dx;
}

/// In a basis in which the matrix is diagonal, the numbers increasing. The basis is held fixed: the
/// matrix moves in it.
Expr ofManyRows(const Expr &a) {
  Exprs parts = svd(stop_gradient(a));
  const int64_t last = a.rank() - 1;
  Expr u = flip(parts[0], last), vt = flip(parts[2], last - 1), s = flip(parts[1], last - 1);
  Expr isGone = cut(s, last - 1, few) <= 1e-30 * max(s, last - 1, /*keepdims=*/true);
  Blocks dx = gradientOfDet(blocksOf(matmul(matmul(adjoint(u), a), adjoint(vt))), isGone);
  Expr orientation = ofFactors(lu(matmul(u, vt)));
  if (!isComplexTensor(a.type()))
    orientation = sign(orientation);
  return forEachElement(orientation) * matmul(matmul(conjugated(u), joined(dx)), conjugated(vt));
}

} // namespace

LogicalResult DetOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getA().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  return inferTypes<DetOp>(loc, adaptor, type.getElementType(), results);
}

Sizes DetOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  Sizes sizes = squareSizes(rules, 0);
  sizes.pop_back_n(2);
  return sizes;
}

Values DetOp::decompose(RuleBuilder &b) { return {ofFactors(lu(b(getA())))}; }

Values DetOp::vjp(RuleBuilder &b, ValueRange g) {
  return {forEachElement(b(g[0])) * cofactors(b(getA()))};
}

Values DetOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr slopes = cofactors(b(getA()));
  return {sum(slopes * b(t[0]), lastTwo(slopes))};
}

Values DetOp::batch(Batch &x) { return x.again(); }

LogicalResult CofactorsOp::verify() {
  return failed(verifyMatrix(getLoc(), getA().getType())) ? failure() : verifySizes(*this);
}

Sizes CofactorsOp::sizes(SizeRules &rules, unsigned) { return squareSizes(rules, 0); }

Values CofactorsOp::decompose(RuleBuilder &b) {
  Expr a = b(getA());
  auto [rows, columns] = std::pair(a.sizes()[a.rank() - 2], a.sizes().back());
  if (ShapedType::isDynamic(rows) || ShapedType::isDynamic(columns))
    return {asType(extended(ofManyRows(besideOnes(a, few)), -few), getType())};
  if (rows > few)
    return {ofManyRows(a)};
  return {rows == few ? ofFewRows(a) : extended(ofFewRows(besideOnes(a, few - rows)), rows - few)};
}

Values CofactorsOp::batch(Batch &x) { return x.again(); }
