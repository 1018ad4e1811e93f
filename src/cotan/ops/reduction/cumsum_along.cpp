// cumsum_along: meaning and derivative. Signature and doc: cumsum_along.td.
#include "cotan/ops/reduction/cumsum_along.inc"

#include "cotan/ops/reduction/running.h"
#include "cotan/support/axis.h"

#include "mlir/IR/Matchers.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult CumsumAlongOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor x,
                                              SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(x.getX().getType());
  if (cast<RankedTensorType>(x.getAxis().getType()).getRank() != 0)
    return emitOptionalError(loc, "the axis is ", x.getAxis().getType(),
                             ", but must be one number; map the function over several");
  return inferTypes<CumsumAlongOp>(loc, x, type.getElementType(), results);
}

Sizes CumsumAlongOp::sizes(Adaptor, SizeRules &rules, unsigned) { return rules.sizes(0); }

/// The axis, if it is a constant, and there is such an axis.
static std::optional<int64_t> knownAxis(CumsumAlongOp op) {
  DenseIntElementsAttr constant;
  if (!matchPattern(op.getAxis(), m_Constant(&constant)))
    return {};
  return axisFromFront(constant.getSplatValue<APInt>().getSExtValue(), op.getType().getRank());
}

Values CumsumAlongOp::decompose(RuleBuilder &b) {
  const std::optional<int64_t> axis = knownAxis(*this);
  return axis ? Values{cumsum(b(getX()), *axis, getReverse(), getExclusive())} : Values();
}

RuntimeCall CumsumAlongOp::runtimeCall() {
  RuntimeCall call{"cotan_cumsum_along", {getReverse(), getExclusive()}};
  call.isFallback = true;
  return call;
}

Arrays CumsumAlongOp::evaluate(ArrayRef<Array> x) {
  const int64_t rank = x[0].shape().size();
  const std::optional<int64_t> axis = axisFromFront(x[1].asInt(), rank);
  if (!axis)
    throw EvaluationError(noSuchAxis(x[1].asInt(), rank));
  return runningSum({*axis, getReverse(), getExclusive()}, x[0]);
}

Values CumsumAlongOp::vjp(RuleBuilder &b, ValueRange g) {
  return {cumsum_along(b(g[0]), b(getAxis()), !getReverse(), getExclusive()), Expr()};
}

Values CumsumAlongOp::jvp(RuleBuilder &b, ValueRange t) {
  return {cumsum_along(b(t[0]), b(getAxis()), getReverse(), getExclusive())};
}

// In front of the axes there is one more now.
Values CumsumAlongOp::batch(Batch &x) {
  if (x.isBatched(1))
    return {};
  Expr axis = x[1], next = where(axis >= 0.0, axis + 1.0, axis);
  return {cumsum_along(x[0], next, getReverse(), getExclusive())};
}
