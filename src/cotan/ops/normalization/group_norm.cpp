// group_norm, instance_norm: meaning and derivative. Signature and doc: group_norm.td.
#include "cotan/ops/normalization/group_norm.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/regroup.h"
#include "cotan/ops/normalization/standardize.h"
#include "cotan/ops/reduction/axes.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

template <typename Op> int64_t channelsOf(Op op) { return op.getAxis(); }

// x as it is standardized, and back: the groups of channels have an axis of their own.
Expr grouped(GroupNormOp op, const Expr &x) { return splitAxis(x, channelsOf(op), op.getGroups()); }
Expr grouped(InstanceNormOp, const Expr &x) { return x; }
template <typename Op> Expr ungrouped(Op op, const Expr &y) {
  Expr merged = y.rank() == op.getType().getRank() ? y : mergeAxes(y, channelsOf(op));
  return asType(merged, op.getType().clone(y.elementType()));
}

/// All axes of what is grouped but those of the batch, and of groups or channels.
template <typename Op> SmallVector<int64_t> standardizedAxes(Op op, const Expr &x) {
  return otherAxes(x.rank(), {0, channelsOf(op)});
}

template <typename Op> Standardized standardized(Op op, RuleBuilder &b) {
  Expr x = grouped(op, widened(b(op.getX())));
  return standardize(x, standardizedAxes(op, x), op.getEpsilon().convertToDouble());
}

/// A parameter, one number per channel, beside x.
template <typename Op> Expr beside(Op op, RuleBuilder &b, Value parameter) {
  return widened(expand_dims(b(parameter), otherAxes(op.getType().getRank(), channelsOf(op))));
}

template <typename Op> Values norm(Op op, RuleBuilder &b) {
  Expr y = ungrouped(op, standardized(op, b).value);
  if (op.getScale())
    y = y * beside(op, b, op.getScale());
  if (op.getBias())
    y = y + beside(op, b, op.getBias());
  return {castTo(y, op.getType().getElementType())};
}

// Of the primal values only x and scale are kept; mean and variance are computed again.
template <typename Op> Values normVjp(Op op, RuleBuilder &b, ValueRange g) {
  const Type type = op.getType().getElementType();
  SmallVector<int64_t> others = otherAxes(op.getType().getRank(), channelsOf(op));
  Expr dy = widened(b(g[0])), scaled = dy;
  Standardized x = standardized(op, b);
  if (op.getScale())
    scaled = dy * beside(op, b, op.getScale());
  Expr flow = grouped(op, scaled);
  Expr dx = ungrouped(op, standardizeVjp(x, flow, standardizedAxes(op, flow)));
  Values cotangents = {castTo(dx, type)};
  if (op.getScale())
    cotangents.push_back(castTo(sum(dy * ungrouped(op, x.value), others), type).value());
  if (op.getBias())
    cotangents.push_back(castTo(sum(dy, others), type).value());
  return cotangents;
}

template <typename Op> LogicalResult verifyNorm(Op op) {
  RankedTensorType type = op.getType();
  if (channelsOf(op) < 1 || channelsOf(op) >= type.getRank())
    return op.emitOpError("axis ") << channelsOf(op) << " is outside [1, " << type.getRank()
                                   << "), the axes of x behind that of the batch";
  for (auto [name, parameter] :
       {std::pair("scale", op.getScale()), std::pair("bias", op.getBias())})
    if (parameter && failed(verifyParameter(op, name, cast<RankedTensorType>(parameter.getType()),
                                            type, channelsOf(op))))
      return failure();
  return success();
}

} // namespace

Values GroupNormOp::decompose(RuleBuilder &b) { return norm(*this, b); }
Values GroupNormOp::vjp(RuleBuilder &b, ValueRange g) { return normVjp(*this, b, g); }

LogicalResult GroupNormOp::verify() {
  if (failed(verifyNorm(*this)))
    return failure();
  const int64_t size = getType().getDimSize(getAxis()), groups = getGroups();
  if (groups >= 1 && (ShapedType::isDynamic(size) || size % groups == 0))
    return success();
  return emitOpError() << size << " channels along axis " << getAxis() << " cannot be cut in "
                       << groups << " groups of the same size";
}

Values InstanceNormOp::decompose(RuleBuilder &b) { return norm(*this, b); }
Values InstanceNormOp::vjp(RuleBuilder &b, ValueRange g) { return normVjp(*this, b, g); }
LogicalResult InstanceNormOp::verify() { return verifyNorm(*this); }
