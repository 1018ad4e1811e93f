// roll: meaning. Signature and doc: roll.td.
#include "cotan/ops/layout/roll.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/regroup.h"

#include "mlir/IR/Matchers.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult RollOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyAxes(loc, int64_t(adaptor.getAxis()), x.getRank())))
    return failure();
  return inferTypes<RollOp>(loc, adaptor, x.getElementType(), results);
}

Sizes RollOp::sizes(Adaptor, SizeRules &rules, unsigned) { return rules.sizes(0); }

/// The shift in [0, size), if both are known.
static std::optional<int64_t> knownShift(RollOp op, int64_t size) {
  DenseIntElementsAttr shift;
  if (ShapedType::isDynamic(size) || size == 0 || !matchPattern(op.getShift(), m_Constant(&shift)))
    return std::nullopt;
  APInt value = *shift.value_begin<APInt>();
  const bool isUnsigned = shift.getElementType().isUnsignedInteger();
  value = isUnsigned ? value.zext(value.getBitWidth() + 64) : value.sext(value.getBitWidth() + 64);
  const int64_t rest = value.srem(APInt(value.getBitWidth(), size)).getSExtValue();
  return rest < 0 ? rest + size : rest;
}

Values RollOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  const int64_t axis = getAxis(), size = x.sizes()[axis];
  if (std::optional<int64_t> shift = knownShift(*this, size)) {
    if (*shift == 0)
      return {x};
    SmallVector<int64_t> zeros(x.rank(), 0), ones(x.rank(), 1), all(x.sizes());
    SmallVector<int64_t> cut = zeros, end = all;
    cut[axis] = end[axis] = size - *shift;
    return {concat({slice(x, cut, all, ones), slice(x, zeros, end, ones)}, axis)};
  }
  AxisSize length = sizeAlong(x, axis);
  Type i64 = length.vector.elementType();
  Expr count = iota(b, RankedTensorType::get({size}, i64), 0,
                    ShapedType::isDynamic(size) ? length.vector : Expr());
  Expr shift = b(getShift());
  if (shift.elementType().isUnsignedInteger(64)) // may be no i64; its remainder is one
    shift = remainder(shift, castTo(maximum(length.vector, 1.0), shift.elementType()));
  Expr by = remainder(castTo(shift, i64), length.vector);
  return {take(x, remainder(count - by, length.vector), axis)};
}
