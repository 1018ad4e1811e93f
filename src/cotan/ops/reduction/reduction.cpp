// sum, prod, max, min, any, all: meaning and derivative. Signature and doc: reduction.td.
#include "cotan/ops/reduction/reduction.inc"

#include "cotan/ops/arithmetic/scalar_arithmetic.h"
#include "cotan/ops/layout/checks.h"
#include "cotan/ops/reduction/axes.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

/// Combines the elements along the op's axes, starting from `identity(T())`, in Precise<T>.
template <typename Op, typename I, typename F>
Arrays reduce(Op op, ArrayRef<Array> x, I identity, F combine) {
  ArrayRef<int64_t> shape = x[0].shape();
  Array y(x[0].dtype(), reducedShape(shape, op.getAxes(), op.getKeepdims()));
  visitDType(y.dtype(), [&](auto element) {
    using T = decltype(element);
    using Wide = Precise<T>;
    // Not std::vector<bool>, whose elements are no bools.
    SmallVector<Wide> results(y.size(), static_cast<Wide>(identity(T())));
    auto from = x[0].values<T>();
    size_t i = 0;
    forEachIndex(shape, reducedStrides(shape, op.getAxes()), [&](int64_t target) {
      results[target] = static_cast<Wide>(combine(results[target], static_cast<Wide>(from[i++])));
    });
    auto to = y.mutableValues<T>();
    for (size_t j = 0; j < to.size(); ++j)
      to[j] = static_cast<T>(results[j]);
  });
  return {y};
}

/// 1 in the elements that are the extremum, 0 elsewhere.
template <typename Op> Expr winners(Op op, const Expr &x, const Expr &y) {
  return eq(x, restoreAxes(y, op.getAxes(), op.getKeepdims()));
}

template <typename Op> Expr countWinners(Op op, const Expr &wins, Type elementType, bool keepdims) {
  return sum(castTo(wins, elementType), op.getAxes(), keepdims);
}

template <typename Op> Values extremumVjp(Op op, RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), wins = winners(op, b(op.getX()), b(op.getY()));
  Expr count = countWinners(op, wins, dy.elementType(), /*keepdims=*/true);
  return {where(wins, restoreAxes(dy, op.getAxes(), op.getKeepdims()), 0.0) / count};
}

template <typename Op> Values extremumJvp(Op op, RuleBuilder &b, ValueRange tangents) {
  Expr dx = b(tangents[0]), wins = winners(op, b(op.getX()), b(op.getY()));
  Expr count = countWinners(op, wins, dx.elementType(), op.getKeepdims());
  return {sum(where(wins, dx, 0.0), op.getAxes(), op.getKeepdims()) / count};
}

/// For each element the product of the others that lie in its slice along `axes`. Without division,
/// so zeros are no exception.
Expr productOfOthers(const Expr &x, ArrayRef<int64_t> axes) {
  Expr product, rest = x;
  for (int64_t axis : axes) {
    Expr before = cumprod(rest, axis, /*reverse=*/false, /*exclusive=*/true);
    Expr after = cumprod(rest, axis, /*reverse=*/true, /*exclusive=*/true);
    Expr others = before * after;
    product = product ? product * others : others;
    rest = prod(rest, axis, /*keepdims=*/true);
  }
  return product;
}

} // namespace

#define COTAN_REDUCTION(OP)                                                                        \
  LogicalResult OP::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,  \
                                     SmallVectorImpl<Type> &results) {                             \
    return inferReduction(loc, adaptor, results);                                                  \
  }
COTAN_REDUCTION(SumOp)
COTAN_REDUCTION(ProdOp)
COTAN_REDUCTION(MaxOp)
COTAN_REDUCTION(MinOp)
COTAN_REDUCTION(AnyOp)
COTAN_REDUCTION(AllOp)

Arrays SumOp::evaluate(ArrayRef<Array> x) {
  return reduce(*this, x, [](auto) { return 0; }, [](auto a, auto b) { return wrap(a) + wrap(b); });
}

Values SumOp::vjp(RuleBuilder &b, ValueRange g) {
  return {broadcastLike(b, restoreAxes(b(g[0]), getAxes(), getKeepdims()), getX())};
}

OpFoldResult SumOp::fold(FoldAdaptor) { return getAxes().empty() ? OpFoldResult(getX()) : nullptr; }

Arrays ProdOp::evaluate(ArrayRef<Array> x) {
  return reduce(*this, x, [](auto) { return 1; }, [](auto a, auto b) { return wrap(a) * wrap(b); });
}

Values ProdOp::vjp(RuleBuilder &b, ValueRange g) {
  if (getAxes().empty())
    return {b(g[0])};
  return {restoreAxes(b(g[0]), getAxes(), getKeepdims()) * productOfOthers(b(getX()), getAxes())};
}

Values ProdOp::jvp(RuleBuilder &b, ValueRange tangents) {
  if (getAxes().empty())
    return {b(tangents[0])};
  Expr others = productOfOthers(b(getX()), getAxes());
  return {sum(b(tangents[0]) * others, getAxes(), getKeepdims())};
}

Arrays MaxOp::evaluate(ArrayRef<Array> x) {
  return reduce(
      *this, x, [](auto zero) { return lowest<decltype(zero)>(); },
      [](auto a, auto b) { return larger(a, b); });
}

Values MaxOp::vjp(RuleBuilder &b, ValueRange g) { return extremumVjp(*this, b, g); }
Values MaxOp::jvp(RuleBuilder &b, ValueRange tangents) { return extremumJvp(*this, b, tangents); }

Arrays MinOp::evaluate(ArrayRef<Array> x) {
  return reduce(
      *this, x, [](auto zero) { return highest<decltype(zero)>(); },
      [](auto a, auto b) { return smaller(a, b); });
}

Values MinOp::vjp(RuleBuilder &b, ValueRange g) { return extremumVjp(*this, b, g); }
Values MinOp::jvp(RuleBuilder &b, ValueRange tangents) { return extremumJvp(*this, b, tangents); }

Arrays AnyOp::evaluate(ArrayRef<Array> x) {
  return reduce(*this, x, [](auto) { return false; }, [](auto a, auto b) { return a || b; });
}

Arrays AllOp::evaluate(ArrayRef<Array> x) {
  return reduce(*this, x, [](auto) { return true; }, [](auto a, auto b) { return a && b; });
}
