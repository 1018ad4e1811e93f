// sum, prod, max, min, any, all: meaning and derivative. Signature and doc: reduction.td.
#include "cotan/ops/reduction/reduction.inc"

#include "cotan/ir/rules/complex_parts.h"
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
  Array y = emptyFor(op, x);
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

/// The element that is chosen along one axis after the other. With none of the axes kept, each part
/// is the largest of its own: there is one.
template <typename Op, typename F> Values chooseInParts(Op op, RuleBuilder &b, F placeOfBest) {
  Expr x = b(op.getX());
  for (int64_t axis : llvm::reverse(op.getAxes()))
    x = take_along_axis(x, placeOfBest(x, axis, /*keepdims=*/true), axis);
  if (op.getKeepdims())
    return {x};
  const Complex z = partsOf(x);
  return {joined({max(z.re, op.getAxes()), max(z.im, op.getAxes())})};
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
    return inferReduction<OP>(loc, adaptor, results);                                              \
  }                                                                                                \
  Sizes OP::sizes(Adaptor x, SizeRules &rules, unsigned) {                                         \
    return reducedSizes(rules, x.getAxes(), x.getKeepdims());                                      \
  }                                                                                                \
  ArrayRef<int64_t> OP::reducedAxes() { return getAxes(); }                                        \
  Values OP::batch(Batch &x) { return x.again({x.shifted(getAxesAttrName())}); }
COTAN_REDUCTION(SumOp)
COTAN_REDUCTION(ProdOp)
COTAN_REDUCTION(MaxOp)
COTAN_REDUCTION(MinOp)
COTAN_REDUCTION(AnyOp)
COTAN_REDUCTION(AllOp)

Arrays SumOp::evaluate(ArrayRef<Array> x) {
  return reduce(*this, x, [](auto) { return 0; }, [](auto a, auto b) { return wrap(a) + wrap(b); });
}

Accumulator SumOp::empty(LaneBuilder &b) {
  return {b.constant(accumulationType(elementTypeOf(getX())), 0)};
}
Accumulator SumOp::single(const Lanes &x, const Lanes &) {
  return {convert(x, accumulationType(x.dtype()))};
}
Accumulator SumOp::merge(ArrayRef<Lanes> a, ArrayRef<Lanes> b) { return {a[0] + b[0]}; }
// Of nothing but -0 the sum is 0, as if it had begun there.
Lanes SumOp::finish(ArrayRef<Lanes> a) { return convert(a[0] + 0.0, elementTypeOf(getX())); }

Values SumOp::vjp(RuleBuilder &b, ValueRange g) {
  return {broadcastLike(b, restoreAxes(b(g[0]), getAxes(), getKeepdims()), getX())};
}

OpFoldResult SumOp::fold(FoldAdaptor) { return getAxes().empty() ? OpFoldResult(getX()) : nullptr; }

Arrays ProdOp::evaluate(ArrayRef<Array> x) {
  return reduce(*this, x, [](auto) { return 1; }, [](auto a, auto b) { return wrap(a) * wrap(b); });
}

Accumulator ProdOp::empty(LaneBuilder &b) {
  return {b.constant(accumulationType(elementTypeOf(getX())), 1)};
}
Accumulator ProdOp::single(const Lanes &x, const Lanes &) {
  return {convert(x, accumulationType(x.dtype()))};
}
Accumulator ProdOp::merge(ArrayRef<Lanes> a, ArrayRef<Lanes> b) { return {a[0] * b[0]}; }
Lanes ProdOp::finish(ArrayRef<Lanes> a) { return convert(a[0], elementTypeOf(getX())); }

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

Accumulator MaxOp::empty(LaneBuilder &b) { return {lowestOf(b, elementTypeOf(getX()))}; }
Accumulator MaxOp::single(const Lanes &x, const Lanes &) { return {x}; }
Accumulator MaxOp::merge(ArrayRef<Lanes> a, ArrayRef<Lanes> b) { return {maximum(a[0], b[0])}; }
Lanes MaxOp::finish(ArrayRef<Lanes> a) { return a[0]; }

Values MaxOp::vjp(RuleBuilder &b, ValueRange g) { return extremumVjp(*this, b, g); }
Values MaxOp::splitComplex(RuleBuilder &b) { return chooseInParts(*this, b, argmax); }
Values MaxOp::jvp(RuleBuilder &b, ValueRange tangents) { return extremumJvp(*this, b, tangents); }

Arrays MinOp::evaluate(ArrayRef<Array> x) {
  return reduce(
      *this, x, [](auto zero) { return highest<decltype(zero)>(); },
      [](auto a, auto b) { return smaller(a, b); });
}

Accumulator MinOp::empty(LaneBuilder &b) { return {highestOf(b, elementTypeOf(getX()))}; }
Accumulator MinOp::single(const Lanes &x, const Lanes &) { return {x}; }
Accumulator MinOp::merge(ArrayRef<Lanes> a, ArrayRef<Lanes> b) { return {minimum(a[0], b[0])}; }
Lanes MinOp::finish(ArrayRef<Lanes> a) { return a[0]; }

Values MinOp::vjp(RuleBuilder &b, ValueRange g) { return extremumVjp(*this, b, g); }
Values MinOp::splitComplex(RuleBuilder &b) { return chooseInParts(*this, b, argmin); }
Values MinOp::jvp(RuleBuilder &b, ValueRange tangents) { return extremumJvp(*this, b, tangents); }

Arrays AnyOp::evaluate(ArrayRef<Array> x) {
  return reduce(*this, x, [](auto) { return false; }, [](auto a, auto b) { return a || b; });
}

Accumulator AnyOp::empty(LaneBuilder &b) { return {b.constant(DType::i1, false)}; }
Accumulator AnyOp::single(const Lanes &x, const Lanes &) { return {x}; }
Accumulator AnyOp::merge(ArrayRef<Lanes> a, ArrayRef<Lanes> b) { return {a[0] | b[0]}; }
Lanes AnyOp::finish(ArrayRef<Lanes> a) { return a[0]; }

Arrays AllOp::evaluate(ArrayRef<Array> x) {
  return reduce(*this, x, [](auto) { return true; }, [](auto a, auto b) { return a && b; });
}

Accumulator AllOp::empty(LaneBuilder &b) { return {b.constant(DType::i1, true)}; }
Accumulator AllOp::single(const Lanes &x, const Lanes &) { return {x}; }
Accumulator AllOp::merge(ArrayRef<Lanes> a, ArrayRef<Lanes> b) { return {a[0] & b[0]}; }
Lanes AllOp::finish(ArrayRef<Lanes> a) { return a[0]; }
