// ldl: meaning and derivative. Signature and doc: ldl.td.
#include "cotan/ops/linear_algebra/ldl.inc"

#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ops/linear_algebra/dense.h"
#include "cotan/ops/linear_algebra/matrices.h"

#include <numeric>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult LdlOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                      Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  Type element = type.getElementType();
  return inferTypes<LdlOp>(loc, adaptor, {element, element, IntegerType::get(context, 64)},
                           results);
}

namespace {

/// The factorization of one matrix, block after block (Bunch and Kaufman 1977).
template <typename T> class Factored {
public:
  Factored(const Dense<T> &x, bool isSymmetric)
      : l(Dense<T>::identity(x.rows)), d(x.rows, x.rows), places(x.rows), rest(x),
        isSymmetric(isSymmetric) {
    std::iota(places.begin(), places.end(), 0);
    for (int64_t i = 0; i < x.rows; ++i) {
      rest(i, i) = isSymmetric ? x(i, i) : T(std::real(x(i, i)));
      for (int64_t j = i + 1; j < x.rows; ++j)
        rest(i, j) = turned(x(j, i));
    }
    if (!rest.isFinite()) {
      l = d = Dense<T>(x.rows, x.rows, nanOf<T>());
      return;
    }
    for (int64_t k = 0; k < x.rows;)
      k += takeBlock(k);
  }

  Dense<T> l, d;
  std::vector<int64_t> places;

private:
  T turned(T value) const { return isSymmetric ? value : conjugate(value); }

  /// The row of the largest element of a column, from `start` on and without the diagonal.
  int64_t largestIn(int64_t column, int64_t start) const {
    int64_t found = start == column ? start + 1 : start;
    for (int64_t i = start; i < rest.rows; ++i)
      if (i != column && sizeOfParts(rest(i, column)) > sizeOfParts(rest(found, column)))
        found = i;
    return found;
  }

  /// Which row is to be the last one of the block at row k, and how many rows that has.
  std::pair<int64_t, int64_t> pivotOf(int64_t k) const {
    const double alpha = (1 + std::sqrt(17.0)) / 8, here = sizeOfParts(rest(k, k));
    if (k + 1 == rest.rows)
      return {k, 1};
    const int64_t row = largestIn(k, k);
    const double inColumn = sizeOfParts(rest(row, k));
    if (std::max(here, inColumn) == 0 || here >= alpha * inColumn)
      return {k, 1};
    const double inRow = sizeOfParts(rest(largestIn(row, k), row));
    if (here >= alpha * inColumn * (inColumn / inRow))
      return {k, 1};
    return {row, sizeOfParts(rest(row, row)) >= alpha * inRow ? 1 : 2};
  }

  void exchange(int64_t k, int64_t p) {
    std::swap(places[k], places[p]);
    for (int64_t i = 0; i < rest.rows; ++i)
      std::swap(rest(k, i), rest(p, i));
    for (int64_t i = 0; i < rest.rows; ++i)
      std::swap(rest(i, k), rest(i, p));
  }

  int64_t takeBlock(int64_t k) {
    const auto [pivot, count] = pivotOf(k);
    const int64_t last = k + count - 1, n = rest.rows;
    exchange(last, pivot);
    for (int64_t j = 0; j < k; ++j)
      std::swap(l(last, j), l(pivot, j));
    const T a = rest(k, k), b = rest(k, last), c = rest(last, k), e = rest(last, last);
    d(k, k) = a;
    if (count == 2) {
      d(k, last) = b;
      d(last, k) = c;
      d(last, last) = e;
    }
    if (count == 1 && a == T(0))
      return 1;
    for (int64_t i = last + 1; i < n; ++i) {
      if (count == 1) {
        l(i, k) = rest(i, k) / a;
        continue;
      }
      const T determinant = (a / c) * (e / b) - T(1); // of the block, divided by b c
      l(i, k) = (rest(i, k) / c * (e / b) - rest(i, last) / b) / determinant;
      l(i, last) = (rest(i, last) / b * (a / c) - rest(i, k) / c) / determinant;
    }
    for (int64_t i = last + 1; i < n; ++i) {
      for (int64_t j = last + 1; j < n; ++j)
        for (int64_t q = k; q <= last; ++q)
          rest(i, j) -= l(i, q) * rest(q, j);
      if (!isSymmetric)
        rest(i, i) = std::real(rest(i, i));
    }
    return count;
  }

  Dense<T> rest;
  bool isSymmetric;
};

} // namespace

Arrays LdlOp::evaluate(ArrayRef<Array> x) {
  Array l = emptyFor(*this, x, 0), d = emptyFor(*this, x, 1), permutation = emptyFor(*this, x, 2);
  const int64_t n = x[0].shape().back();
  forEachMatrix(l, [&](int64_t batch, auto number) {
    const Factored factored(Dense<decltype(number)>::of(x[0], batch), getSymmetric());
    factored.l.store(l, batch);
    factored.d.store(d, batch);
    llvm::copy(factored.places, permutation.mutableValues<int64_t>().slice(batch * n, n).begin());
  });
  return {l, d, permutation};
}

namespace {

/// The rules, with f = l^-1 p dx p^T l^-T: dd are its blocks, dl is l times what is below these
/// times d^-1. Adjoints where the matrices are Hermitian.
class Rule {
public:
  Rule(RuleBuilder &b, LdlOp op)
      : l(b(op.getL())), d(b(op.getD())), isSymmetric(op.getSymmetric()) {
    Expr permutation = b(op.getPermutation());
    auto type = d.type().clone(permutation.elementType());
    Expr shape = type.hasStaticShape() ? Expr() : b.shapeOf(d.value());
    rows = broadcast(type, expand_dims(permutation, permutation.rank()), shape);
    Expr one = diagonalMatrix(b.full(1, diagonalOf(d)));
    isInBlock = or_(ne(d, b.full(0, d)), ne(one, b.full(0, one)));
  }

  Exprs changes(const Expr &dx) const {
    const int64_t row = l.rank() - 2;
    Expr whole = isSymmetric ? symmetricPart(dx) : symmetricFromLower(dx);
    Expr moved = take_along_axis(take_along_axis(whole, rows, row), transposed(rows), row + 1);
    Expr f = leftSolved(flipped(leftSolved(flipped(moved), false)), false);
    Expr low = where(isInBlock, 0.0, lowerPart(f, -1));
    return {matmul(l, transposed(quotientByBlocks(transposed(low), /*transposes=*/true))),
            where(isInBlock, f, 0.0)};
  }

  Expr slope(const Expr &dl, const Expr &dd) const {
    const int64_t row = l.rank() - 2;
    Expr low = adjoint(quotientByBlocks(adjoint(matmul(adjoint(l), dl)), /*transposes=*/false));
    Expr f = where(isInBlock, dd, lowerPart(low, -1));
    Expr left = leftSolved(f, true), right = isSymmetric ? transposed(left) : adjoint(left);
    Expr moved = leftSolved(right, true);
    moved = isSymmetric ? transposed(moved) : adjoint(moved);
    Expr none = l.builder().full(0, moved);
    moved = put_along_axis(none, transposed(rows), moved, row + 1, /*add=*/true);
    moved = put_along_axis(none, rows, moved, row, /*add=*/true);
    return isSymmetric ? halvedDiagonal(lowerPart(moved + transposed(moved))) : lowerSlope(moved);
  }

private:
  Expr symmetricPart(const Expr &x) const {
    Expr half = halvedDiagonal(lowerPart(x));
    return half + transposed(half);
  }
  Expr flipped(const Expr &x) const { return isSymmetric ? transposed(x) : adjoint(x); }
  /// l^-1 x, or l^-H x.
  Expr leftSolved(const Expr &x, bool isAdjoint) const {
    if (!isAdjoint)
      return triangular_solve(l, x, /*lower=*/true, /*transpose=*/false, /*unit_diagonal=*/true);
    return conjugated(triangular_solve(l, conjugated(x), /*lower=*/true, /*transpose=*/true,
                                       /*unit_diagonal=*/true));
  }
  /// d^-1 x, or d^-T x.
  Expr quotientByBlocks(const Expr &x, bool transposes) const {
    Exprs factors = lu(d);
    return lu_solve(d, factors[0], factors[1], x, transposes);
  }

  Expr l, d, rows, isInBlock;
  bool isSymmetric;
};

} // namespace

Values LdlOp::jvp(RuleBuilder &b, ValueRange t) {
  Exprs changes = Rule(b, *this).changes(b(t[0]));
  return {changes[0], changes[1], Expr()};
}

Values LdlOp::vjp(RuleBuilder &b, ValueRange g) {
  return {conjugated(Rule(b, *this).slope(conjugated(b(g[0])), conjugated(b(g[1]))))};
}

Sizes LdlOp::sizes(Adaptor, SizeRules &rules, unsigned result) {
  Sizes sizes = squareSizes(rules, 0);
  if (result == 2)
    sizes.pop_back();
  return sizes;
}

RuntimeCall LdlOp::runtimeCall() { return {"cotan_ldl", {getSymmetric()}}; }

Values LdlOp::batch(Batch &x) { return x.again(); }
