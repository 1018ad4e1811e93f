// maxout: meaning. Signature and doc: maxout.td.
#include "cotan/ops/activation/maxout.inc"

#include "cotan/ops/layout/regroup.h"
#include "cotan/ops/reduction/axes.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult MaxoutOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &results) {
  if (int64_t groups = adaptor.getGroups(); groups < 1)
    return emitOptionalError(loc, "groups is ", groups, ", but must be positive");
  return inferReduction<MaxoutOp>(loc, adaptor, int64_t(adaptor.getAxis()),
                                  getElementTypeOrSelf(adaptor.getX()), results);
}

Sizes MaxoutOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  return dividedSizes(rules, x.getAxis(), x.getGroups());
}

Values MaxoutOp::decompose(RuleBuilder &b) {
  // The groups lie side by side: the number of them is open where the size is.
  Expr inside = splitAxisInside(b(getX()), getAxis(), getGroups());
  return {max(inside, int64_t(getAxis()) + 1)};
}

Values MaxoutOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
