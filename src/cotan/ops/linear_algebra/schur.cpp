// schur, real_schur: meaning and derivative. Signature and doc: schur.td.
#include "cotan/ops/linear_algebra/schur.inc"

#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ops/linear_algebra/matrices.h"
#include "cotan/ops/linear_algebra/schur_form.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

//--- schur

LogicalResult SchurOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  return inferTypes<SchurOp>(loc, adaptor, {type.getElementType(), type.getElementType()}, results);
}

Arrays SchurOp::evaluate(ArrayRef<Array> operands) {
  const Array &x = operands[0];
  Array t = emptyFor(*this, operands, 0), z = emptyFor(*this, operands, 1);
  const int64_t n = x.shape().back();
  for (int64_t batch = 0; z.size() && batch < z.size() / (n * n); ++batch) {
    const auto matrix = ComplexDense::of(x, batch);
    if (!matrix.isFinite()) {
      const ComplexDense none(n, n, nanOf<std::complex<double>>());
      none.store(t, batch);
      none.store(z, batch);
      continue;
    }
    SchurForm form(matrix, spacingOf(x.dtype()));
    form.turnColumns();
    form.t.store(t, batch);
    form.z.store(z, batch);
  }
  return {t, z};
}

namespace {

/// z changes by z times a matrix whose adjoint is itself with the other sign. Below the blocks of t
/// it is r (p / gaps) r^-1 with p = r^-1 z^H dx z r, where r are the eigenvectors of t, in any
/// order.
class Turning {
public:
  explicit Turning(const Expr &t) : element(t.elementType()) {
    Exprs parts = eig(inComplex(t));
    gaps = alongColumns(parts[0]) - alongRows(parts[0]);
    r = parts[1];
    factors = lu(r);
  }

  /// Of z^H dx z.
  Expr of(const Expr &moved) const {
    Expr p = solved(matmul(inComplex(moved), r), false);
    return asGiven(rightSolved(matmul(r, quotientOffDiagonal(p, gaps))));
  }
  /// The slope of `moved`.
  Expr slope(const Expr &slope) const {
    Expr inner = matmul(adjoint(r), adjoint(solved(adjoint(inComplex(slope)), false)));
    inner = conj(quotientOffDiagonal(conj(inner), gaps));
    return asGiven(adjoint(matmul(r, rightSolved(adjoint(inner)))));
  }

private:
  static Expr inComplex(const Expr &x) {
    if (isComplexTensor(x.type()))
      return x;
    Expr wide = widened(x);
    return complex(wide, x.builder().full(0, wide));
  }
  Expr asGiven(const Expr &x) const {
    return isa<ComplexType>(element) ? x : castTo(real(x), element);
  }
  /// r^-1 x, or r^-T x.
  Expr solved(const Expr &x, bool transposes) const {
    return lu_solve(r, factors[0], factors[1], x, transposes);
  }
  Expr rightSolved(const Expr &x) const { return transposed(solved(transposed(x), true)); }

  Type element;
  Expr r, gaps;
  Exprs factors;
};

/// How elements turn in phase when the vectors of their rows and columns do.
Expr slopeOfTurns(const Expr &x, const Expr &slope) {
  return slopeOfTurn(x, slope) - slopeOfTurn(transposed(x), transposed(slope));
}

} // namespace

Values SchurOp::jvp(RuleBuilder &b, ValueRange tangents) {
  Expr t = b(getT()), z = b(getZ()), moved = matmul(matmul(adjoint(z), b(tangents[0])), z);
  Expr low = lowerPart(Turning(t).of(moved), -1), turning = low - adjoint(low);
  Expr dz = matmul(z, turning), turn = turnOfColumns(z, dz);
  Expr dt = upperPart(moved + matmul(t, turning) - matmul(turning, t));
  dt = dt + turned(t, turn) - turned(t, transposed(turn));
  return {dt, dz + turned(z, turn)};
}

Values SchurOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr t = b(getT()), z = b(getZ()), dt = upperPart(conjugated(b(g[0]))), dz = conjugated(b(g[1]));
  dz = slopeBeforeTurn(z, dz, slopeOfTurn(z, dz) + slopeOfTurns(t, dt));
  Expr turning = matmul(adjoint(z), dz) + matmul(adjoint(t), dt) - matmul(dt, adjoint(t));
  Expr moved = dt + Turning(t).slope(lowerPart(turning - adjoint(turning), -1));
  return {conjugated(matmul(matmul(z, moved), adjoint(z)))};
}

Sizes SchurOp::sizes(Adaptor, SizeRules &rules, unsigned) { return squareSizes(rules, 0); }

RuntimeCall SchurOp::runtimeCall() { return {"cotan_schur"}; }

Values SchurOp::batch(Batch &x) { return x.again(); }

//--- real_schur

LogicalResult RealSchurOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                            Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  return inferTypes<RealSchurOp>(loc, adaptor, {type.getElementType(), type.getElementType()},
                                 results);
}

Arrays RealSchurOp::evaluate(ArrayRef<Array> operands) {
  const Array &x = operands[0];
  Array t = emptyFor(*this, operands, 0), z = emptyFor(*this, operands, 1);
  forEachMatrix(z, [&](int64_t batch, auto) {
    const auto matrix = Dense<double>::of(x, batch);
    RealSchurForm form(matrix, spacingOf(x.dtype()));
    form.t.store(t, batch);
    form.z.store(z, batch);
  });
  return {t, z};
}

namespace {

/// How real vectors turn: below the blocks as above, and in each block so that the numbers on its
/// diagonal stay equal.
class RealTurning {
public:
  explicit RealTurning(const Expr &t) : t(t) {
    Expr isNothing = eq(lowerPart(t, -1), t.builder().full(0, t));
    isInBlock = not_(isNothing);
    Expr twice = 2.0 * (t + transposed(t)); // of the numbers beside a diagonal
    divisor = where(isNothing, 1.0, twice);
  }

  Expr withoutBlocks(const Expr &x) const { return where(isInBlock, 0.0, lowerPart(x, -1)); }
  Expr upperWithBlocks(const Expr &x) const { return where(isInBlock, x, upperPart(x)); }
  Expr inBlocks(const Expr &x) const { return where(isInBlock, x, 0.0); }
  Expr commutator(const Expr &x) const { return matmul(t, x) - matmul(x, t); }
  /// The slope of what the commutator is of.
  Expr slopeOfCommutator(const Expr &x) const {
    return matmul(transposed(t), x) - matmul(x, transposed(t));
  }

  Expr of(const Expr &moved) const {
    Expr low = withoutBlocks(Turning(t).of(moved)), turning = low - transposed(low);
    Expr diagonal = diagonalOf(moved + commutator(turning));
    Expr inside = inBlocks((alongRows(diagonal) - alongColumns(diagonal)) / divisor);
    return turning + inside - transposed(inside);
  }
  /// The slope of `moved`.
  Expr slope(Expr turning) const {
    turning = turning - transposed(turning);
    Expr inside = inBlocks(turning / divisor);
    Expr diagonal = diagonalMatrix(sum(inside, t.rank() - 1) - sum(inside, t.rank() - 2));
    Expr rest = slopeOfCommutator(diagonal);
    Expr low = withoutBlocks(turning + rest - transposed(rest));
    return diagonal + Turning(t).slope(low);
  }

private:
  Expr t, isInBlock, divisor;
};

} // namespace

Values RealSchurOp::jvp(RuleBuilder &b, ValueRange tangents) {
  Expr t = b(getT()), z = b(getZ()), moved = matmul(matmul(transposed(z), b(tangents[0])), z);
  RealTurning rule(t);
  Expr turning = rule.of(moved);
  return {rule.upperWithBlocks(moved + rule.commutator(turning)), matmul(z, turning)};
}

Values RealSchurOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr t = b(getT()), z = b(getZ());
  RealTurning rule(t);
  Expr dt = rule.upperWithBlocks(b(g[0]));
  Expr turning = matmul(transposed(z), b(g[1])) + rule.slopeOfCommutator(dt);
  return {matmul(matmul(z, dt + rule.slope(turning)), transposed(z))};
}

Sizes RealSchurOp::sizes(Adaptor, SizeRules &rules, unsigned) { return squareSizes(rules, 0); }

RuntimeCall RealSchurOp::runtimeCall() { return {"cotan_real_schur"}; }

Values RealSchurOp::batch(Batch &x) { return x.again(); }
