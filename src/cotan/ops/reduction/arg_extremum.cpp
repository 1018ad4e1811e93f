// argmax, argmin: meaning. Signature and doc: arg_extremum.td.
#include "cotan/ops/reduction/arg_extremum.inc"

#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ops/op_rules.h"
#include "cotan/ops/reduction/axes.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

/// The first element along the axis that no other one beats; NaN beats everything.
template <typename Op, typename F> Arrays findWinner(Op op, const Array &x, F beats) {
  const int64_t axis = op.getAxis();
  Array y = emptyFor(op, x);
  const int64_t size = x.shape()[axis], stride = stridesOf(x.shape())[axis];
  auto to = y.mutableValues<int64_t>();
  visitDType(x.dtype(), [&](auto element) {
    using T = decltype(element);
    auto from = x.values<T>();
    size_t line = 0;
    forEachLine(x.shape(), axis, [&](int64_t start) {
      int64_t winner = 0;
      auto best = static_cast<Exact<T>>(from[start]);
      for (int64_t i = 1; i < size && !isNan(best); ++i) {
        auto value = static_cast<Exact<T>>(from[start + i * stride]);
        if (isNan(value) || beats(value, best)) {
          best = value;
          winner = i;
        }
      }
      to[line++] = winner;
    });
  });
  return {y};
}

/// The context keeps the list.
template <typename Op> ArrayRef<int64_t> axesOf(Op op) {
  return DenseI64ArrayAttr::get(op.getContext(), {int64_t(op.getAxis())}).asArrayRef();
}

/// An accumulator is an element and its place. Of elements that do not beat each other the one at
/// the lower place wins, so that the order of merging does not matter.
template <typename F> Accumulator better(ArrayRef<Lanes> a, ArrayRef<Lanes> b, F beats) {
  Lanes aIsNaN = isNaN(a[0]), bIsNaN = isNaN(b[0]);
  Lanes tie = (a[0] == b[0]) | (aIsNaN & bIsNaN);
  Lanes bWins = beats(b[0], a[0]) | (bIsNaN & ~aIsNaN) | (tie & (b[1] < a[1]));
  return {select(bWins, b[0], a[0]), select(bWins, b[1], a[1])};
}

/// The result's sizes; where there is something to choose there must be something to choose from.
Sizes chosenSizes(SizeRules &rules, int64_t axis, bool keepdims) {
  Sizes sizes = reducedSizes(rules, axis, keepdims);
  rules.requireWhenRun((1 <= rules.size(0, axis)) | isEmpty(sizes),
                       "axis " + llvm::Twine(axis) + " has no elements to choose from");
  return sizes;
}

/// The first NaN, or of the best real parts the first with the best imaginary part.
template <typename Op, typename F> Values findInParts(Op op, RuleBuilder &b, F best, double worst) {
  const Complex z = partsOf(b(op.getX()));
  const int64_t axis = op.getAxis();
  Expr isNaN = or_(is_nan(z.re), is_nan(z.im));
  Expr isBest = eq(z.re, best(z.re, axis, /*keepdims=*/true));
  Expr im = where(isBest, z.im, worst);
  isBest = and_(isBest, eq(im, best(im, axis, /*keepdims=*/true)));
  Expr isChosen = where(any(isNaN, axis, /*keepdims=*/true), isNaN, isBest);
  return {argmax(isChosen, axis, op.getKeepdims())};
}

} // namespace

#define COTAN_ARG_EXTREMUM(OP, SIGN, WORST)                                                        \
  Arrays OP::evaluate(ArrayRef<Array> x) {                                                         \
    return findWinner(*this, x[0], [](auto a, auto b) { return a SIGN b; });                       \
  }                                                                                                \
  LogicalResult OP::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,            \
                                     Adaptor adaptor, SmallVectorImpl<Type> &results) {            \
    return inferReduction<OP>(loc, adaptor, int64_t(adaptor.getAxis()),                            \
                              IntegerType::get(context, 64), results);                             \
  }                                                                                                \
  ArrayRef<int64_t> OP::reducedAxes() { return axesOf(*this); }                                    \
  Accumulator OP::empty(LaneBuilder &b) {                                                          \
    return {WORST(b, elementTypeOf(getX())),                                                       \
            b.integer(DType::i64, std::numeric_limits<int64_t>::max())};                           \
  }                                                                                                \
  Accumulator OP::single(const Lanes &x, const Lanes &at) { return {x, at}; }                      \
  Accumulator OP::merge(ArrayRef<Lanes> a, ArrayRef<Lanes> b) {                                    \
    return better(a, b, [](const Lanes &x, const Lanes &y) { return x SIGN y; });                  \
  }                                                                                                \
  Lanes OP::finish(ArrayRef<Lanes> a) { return a[1]; }                                             \
  Sizes OP::sizes(Adaptor x, SizeRules &rules, unsigned) {                                         \
    return chosenSizes(rules, x.getAxis(), x.getKeepdims());                                       \
  }
COTAN_ARG_EXTREMUM(ArgmaxOp, >, lowestOf)
COTAN_ARG_EXTREMUM(ArgminOp, <, highestOf)

Values ArgmaxOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
Values ArgminOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }

Values ArgmaxOp::splitComplex(RuleBuilder &b) {
  return findInParts(*this, b, [](auto &&...x) { return max(x...); }, -INFINITY);
}
Values ArgminOp::splitComplex(RuleBuilder &b) {
  return findInParts(*this, b, [](auto &&...x) { return min(x...); }, INFINITY);
}
