// mode: meaning. Signature and doc: mode.td.
#include "cotan/ops/statistics/mode.inc"

#include "cotan/ops/layout/regroup.h"
#include "cotan/ops/reduction/axes.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult ModeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc, Adaptor x,
                                       SmallVectorImpl<Type> &results) {
  if (failed(verifyAxes(loc, int64_t(x.getAxis()),
                        cast<RankedTensorType>(x.getX().getType()).getRank())))
    return failure();
  return inferTypes<ModeOp>(loc, x, {getElementTypeOrSelf(x.getX()), IntegerType::get(context, 64)},
                            results);
}

Sizes ModeOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  rules.require(Size(1) <= rules.size(0, x.getAxis()),
                "axis " + Twine(x.getAxis()) + " has no elements");
  return reducedSizes(rules, x.getAxis(), x.getKeepdims());
}

/// How many elements up to each one equal it, of a sorted line; `places` count along it.
static Expr runLengths(const Expr &sorted, const Expr &places, int64_t axis) {
  RuleBuilder &b = sorted.builder();
  Expr before = take_along_axis(sorted, maximum(places - 1.0, 0.0), axis);
  Expr begins = or_(ne(sorted, before), eq(places, b.full(0.0, places)));
  return places - cummax(where(begins, places, 0.0), axis);
}

Values ModeOp::decompose(RuleBuilder &b) {
  const int64_t axis = getAxis();
  Expr x = b(getX());
  Type i64 = IntegerType::get(getContext(), 64);
  auto type = RankedTensorType::get(x.sizes(), i64);
  Expr places = iota(b, type, axis, type.hasStaticShape() ? Expr() : b.shapeOf(getX()));
  Expr sorted = stop_gradient(sort(x, axis));
  Expr longest = argmax(runLengths(sorted, places, axis), axis, /*keepdims=*/true);
  Expr value = take_along_axis(sorted, longest, axis);
  // NaN equals nothing: then it is the first place.
  Expr found = where(eq(stop_gradient(x), value), places, 0.0);
  Expr last = max(found, axis, /*keepdims=*/true);
  Expr values = take_along_axis(x, last, axis);
  return {getKeepdims() ? values : squeeze(values, axis),
          getKeepdims() ? last : squeeze(last, axis)};
}

Values ModeOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
