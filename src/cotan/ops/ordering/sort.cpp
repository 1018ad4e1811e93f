// sort, argsort: meaning and derivative. Signature and doc: sort.td.
#include "cotan/ops/ordering/sort.inc"

#include "cotan/ops/indexing/positions.h"
#include "cotan/ops/layout/checks.h"
#include "cotan/ops/ordering/order.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

//--- sort

LogicalResult SortOp::verify() {
  return verifyAxes(getLoc(), int64_t(getAxis()), getType().getRank());
}

Arrays SortOp::evaluate(ArrayRef<Array> x) {
  Array order = orderAlong(x[0], getAxis(), getDescending());
  Array positions = positionsAlongAxis(x[0].shape(), order, getAxis(), /*clip=*/false);
  return {readAt(x[0], positions, /*lastOnly=*/false)};
}

// A sort is a permutation that depends on x: its derivative is that permutation, held fixed.
Values SortOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr order = argsort(b(getX()), getAxis(), getDescending());
  return {put_along_axis(b.zerosLike(getX()), order, b(g[0]), getAxis(), /*add=*/true)};
}

Values SortOp::jvp(RuleBuilder &b, ValueRange t) {
  Expr order = argsort(b(getX()), getAxis(), getDescending());
  return {take_along_axis(b(t[0]), order, getAxis())};
}

Sizes SortOp::sizes(SizeRules &rules, unsigned) { return rules.sizes(0); }

RuntimeCall SortOp::runtimeCall() { return {"cotan_sort", {int64_t(getAxis()), getDescending()}}; }

//--- argsort

LogicalResult ArgsortOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyAxes(loc, int64_t(adaptor.getAxis()), type.getRank())))
    return failure();
  return inferTypes<ArgsortOp>(loc, adaptor, IntegerType::get(context, 64), results);
}

Arrays ArgsortOp::evaluate(ArrayRef<Array> x) {
  return {orderAlong(x[0], getAxis(), getDescending())};
}

Sizes ArgsortOp::sizes(Adaptor, SizeRules &rules, unsigned) { return rules.sizes(0); }

RuntimeCall ArgsortOp::runtimeCall() {
  return {"cotan_argsort", {int64_t(getAxis()), getDescending()}};
}

Values SortOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
Values ArgsortOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
