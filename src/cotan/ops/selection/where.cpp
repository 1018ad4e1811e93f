// where: meaning and derivative. Signature and doc: where.td.
#include "cotan/ops/selection/where.inc"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

Arrays WhereOp::evaluate(ArrayRef<Array> operands) {
  const Array &condition = operands[0], &x = operands[1], &y = operands[2];
  needFit(*this, operands);
  Array z(x.dtype(), x.shape());
  visitBits(x.dtype(), [&](auto element) {
    using T = decltype(element);
    auto chosen = condition.values<bool>();
    auto a = x.values<T>(), b = y.values<T>();
    auto to = z.mutableValues<T>();
    for (size_t i = 0; i < to.size(); ++i)
      to[i] = chosen[i] ? a[i] : b[i];
  });
  return {z};
}
Lanes WhereOp::lower(Element &x) { return select(x[0], x[1], x[2]); }

Values WhereOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr condition = b(getCondition()), dz = b(g[0]);
  return {Expr(), where(condition, dz, 0.0), where(condition, 0.0, dz)};
}

OpFoldResult WhereOp::fold(FoldAdaptor constants) {
  if (getX() == getY())
    return getX();
  auto condition = dyn_cast_or_null<DenseElementsAttr>(constants.getCondition());
  if (condition && condition.isSplat())
    return condition.getSplatValue<bool>() ? getX() : getY();
  return nullptr;
}
