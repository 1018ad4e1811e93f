// add, sub, mul, mul_no_nan, div, neg: meaning and derivative. Signature, shape rule and doc:
// arithmetic.td.
#include "cotan/ops/arithmetic/arithmetic.inc"

#include "cotan/ops/complex/numbers.h"

#include "cotan/ops/arithmetic/scalar_arithmetic.h"
#include "cotan/ops/layout/blocks.h"

#include "mlir/IR/Matchers.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

bool isZero(Attribute value) {
  return value && (matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero()));
}
bool isOne(Attribute value) {
  return value && (matchPattern(value, m_OneFloat()) || matchPattern(value, m_One()));
}

} // namespace

Arrays AddOp::evaluate(ArrayRef<Array> x) {
  return {zipExact(x[0], x[1], [](auto a, auto b) { return wrap(a) + wrap(b); })};
}
Lanes AddOp::lower(Element &x) { return x[0] + x[1]; }

Values AddOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]), b(g[0])}; }

// x + 0 is x but for the sign of a zero: -0 + 0 = 0. That sign is given up.
OpFoldResult AddOp::fold(FoldAdaptor constants) {
  if (isZero(constants.getY()))
    return getX();
  if (isZero(constants.getX()))
    return getY();
  return nullptr;
}

/// The sum in the same block that this is a term of, and nothing else; null if there is none.
static AddOp outerSum(AddOp op) {
  auto outer = op.getZ().hasOneUse() ? dyn_cast<AddOp>(*op->user_begin()) : AddOp();
  return outer && outer->getBlock() == op->getBlock() ? outer : AddOp();
}

/// A sum of sums: what it adds up, in its order, and by which ops, the innermost last.
struct WholeSum {
  explicit WholeSum(AddOp outermost) {
    SmallVector<Value> pending = {outermost.getZ()};
    while (!pending.empty()) {
      Value term = pending.pop_back_val();
      auto inner = term.getDefiningOp<AddOp>();
      if (inner == outermost || (inner && outerSum(inner))) {
        ops.push_back(inner);
        pending.append({inner.getY(), inner.getX()});
      } else {
        terms.push_back(term);
      }
    }
  }
  SmallVector<Value> terms;
  SmallVector<AddOp> ops;
};

/// Adds what is zero but for few places to these, where the rest of the sum is in memory.
static bool addToFewPlaces(AddOp op, PatternRewriter &rewriter) {
  for (auto [sum, term] : {std::pair(op.getX(), op.getY()), std::pair(op.getY(), op.getX())}) {
    auto sparse = term.getDefiningOp<Sparse>();
    if (!sparse || !term.hasOneUse() || sum.getDefiningOp<Sparse>() == sparse)
      continue;
    rewriter.setInsertionPoint(op);
    RuleBuilder b(rewriter, op.getLoc());
    if (Value added = sparse.addTo(b, sum)) {
      rewriter.replaceOp(op, added);
      return true;
    }
  }
  return false;
}

// Blocks that go together become one. Else, what is zero but for few places is added to these. The
// outermost sum does so for all that are in it, so that each term is looked at once.
LogicalResult AddOp::canonicalize(AddOp op, PatternRewriter &rewriter) {
  if (outerSum(op))
    return failure();
  const WholeSum whole(op);
  RuleBuilder b(rewriter, op.getLoc());
  if (Expr sum = joinBlocks(b, whole.terms)) {
    rewriter.replaceOp(op, sum.value());
    return success();
  }
  bool changes = false;
  for (AddOp inner : llvm::reverse(whole.ops))
    changes |= addToFewPlaces(inner, rewriter);
  return success(changes);
}

// Sums of half types would be rounded once, not in each turn.
Value AddOp::accumulate(RuleBuilder &b, Value carried, ArrayRef<Value> rows) {
  if (isHalf(getType()))
    return {};
  return (b(carried) + sum(b(rows[0]), {0})).value();
}

Arrays SubOp::evaluate(ArrayRef<Array> x) {
  return {zipExact(x[0], x[1], [](auto a, auto b) { return wrap(a) - wrap(b); })};
}
Lanes SubOp::lower(Element &x) { return x[0] - x[1]; }

Values SubOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]), -b(g[0])}; }

OpFoldResult SubOp::fold(FoldAdaptor constants) {
  return isZero(constants.getY()) ? OpFoldResult(getX()) : nullptr;
}

Value SubOp::accumulate(RuleBuilder &b, Value carried, ArrayRef<Value> rows) {
  if (isHalf(getType()))
    return {};
  return (b(carried) - sum(b(rows[0]), {0})).value();
}

Arrays MulOp::evaluate(ArrayRef<Array> x) {
  return {zipExact(x[0], x[1], [](auto a, auto b) { return wrap(a) * wrap(b); })};
}
Lanes MulOp::lower(Element &x) { return x[0] * x[1]; }

Values MulOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dz = b(g[0]), dx, dy;
  if (b.needs(0))
    dx = dz * b(getY());
  if (b.needs(1))
    dy = dz * b(getX());
  return {dx, dy};
}

// x * 0 stays: it is not 0 when x is infinite or NaN. For integers it is.
OpFoldResult MulOp::fold(FoldAdaptor constants) {
  if (isOne(constants.getY()))
    return getX();
  if (isOne(constants.getX()))
    return getY();
  if (!carriesDerivative(getType()) && isZero(constants.getY()))
    return getY();
  return nullptr;
}

Arrays MulNoNanOp::evaluate(ArrayRef<Array> x) {
  return {zipExact(x[0], x[1], [](auto a, auto b) -> decltype(a) { return b == 0 ? b : a * b; })};
}
Lanes MulNoNanOp::lower(Element &x) { return select(x[1] == 0.0, x[1], x[0] * x[1]); }

// A cotangent of 0 is one of those factors.
Values MulNoNanOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dz = b(g[0]), dx, dy;
  if (b.needs(0))
    dx = mul_no_nan(dz, b(getY()));
  if (b.needs(1))
    dy = mul_no_nan(b(getX()), dz);
  return {dx, dy};
}

OpFoldResult MulNoNanOp::fold(FoldAdaptor constants) {
  if (isOne(constants.getY()))
    return getX();
  return isZero(constants.getY()) ? OpFoldResult(getY()) : nullptr;
}

Arrays DivOp::evaluate(ArrayRef<Array> x) {
  return {zipExact(x[0], x[1], [](auto a, auto b) -> decltype(a) {
    using T = decltype(a);
    if constexpr (std::is_integral_v<T>)
      if (b == 0)
        return T(-1);
    if constexpr (std::is_same_v<T, int64_t>)
      if (b == -1) // the smallest integer has no negative
        return wrap(T(0)) - wrap(a);
    return a / b;
  })};
}
Lanes DivOp::lower(Element &element) {
  Lanes x = element[0], y = element[1];
  if (isFloat(x.dtype()))
    return x / y;
  Lanes quotient = x / safeDivisor(y);
  if (!isUnsigned(x.dtype())) // the smallest integer has no negative
    quotient = select(y == -1.0, -x, quotient);
  return select(y == 0.0, -1.0, quotient);
}

Values DivOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dx = b(g[0]) / b(getY()), dy;
  if (b.needs(1))
    dy = -(dx * b(getZ()));
  return {dx, dy};
}
Values DivOp::splitComplex(RuleBuilder &b) {
  return {joined(quotient(partsOf(b(getX())), partsOf(b(getY()))))};
}

// z y = x: what y contributes to coefficient k with the earlier ones of z is known.
Values DivOp::taylor(SeriesBuilder &b, unsigned k) {
  Expr rest = difference(b.coefficient(getX(), k), sumOfProducts(b, getY(), getZ(), k, 1));
  return {rest ? rest / b(getY()) : Expr()};
}

OpFoldResult DivOp::fold(FoldAdaptor constants) {
  return isOne(constants.getY()) ? OpFoldResult(getX()) : nullptr;
}

Arrays NegOp::evaluate(ArrayRef<Array> x) {
  return {mapExact(x[0], [](auto a) { return -wrap(a); })};
}
Lanes NegOp::lower(Element &x) { return -x[0]; }

Values NegOp::vjp(RuleBuilder &b, ValueRange g) { return {-b(g[0])}; }

OpFoldResult NegOp::fold(FoldAdaptor) {
  if (auto inner = getX().getDefiningOp<NegOp>())
    return inner.getX();
  return nullptr;
}
