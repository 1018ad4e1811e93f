// glu, reglu, geglu, swiglu: meaning. Signature and doc: gated.td.
#include "cotan/ops/activation/gated.inc"

#include "cotan/ops/layout/regroup.h"
#include "cotan/ops/reduction/axes.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

/// The first half of x, times what `gate` makes of the second.
template <typename Op> static Expr gated(Op op, RuleBuilder &b, Expr (*gate)(const Expr &)) {
  Expr halves = splitAxis(b(op.getX()), op.getAxis(), 2);
  return pickAlong(halves, op.getAxis(), 0) * gate(pickAlong(halves, op.getAxis(), 1));
}

Values GluOp::decompose(RuleBuilder &b) { return {gated(*this, b, sigmoid)}; }
Values RegluOp::decompose(RuleBuilder &b) { return {gated(*this, b, relu)}; }
Values SwigluOp::decompose(RuleBuilder &b) { return {gated(*this, b, silu)}; }
Values GegluOp::decompose(RuleBuilder &b) {
  return {gated(*this, b, [](const Expr &x) { return gelu(x); })};
}

#define COTAN_GATED(OP)                                                                            \
  LogicalResult OP::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,  \
                                     SmallVectorImpl<Type> &results) {                             \
    return inferReduction<OP>(loc, adaptor, int64_t(adaptor.getAxis()),                            \
                              getElementTypeOrSelf(adaptor.getX()), results);                      \
  }                                                                                                \
  Sizes OP::sizes(Adaptor x, SizeRules &rules, unsigned) {                                         \
    return dividedSizes(rules, x.getAxis(), 2);                                                    \
  }                                                                                                \
  Values OP::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
COTAN_GATED(GluOp)
COTAN_GATED(RegluOp)
COTAN_GATED(GegluOp)
COTAN_GATED(SwigluOp)
