// empty, assign: meaning. Signature and doc: empty.td.
#include "cotan/ops/creation/empty.inc"

#include "cotan/ops/layout/sizes.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult EmptyOp::verify() { return verifySizes(*this); }

Sizes EmptyOp::sizes(SizeRules &rules, unsigned) {
  return sizesGiven(rules, getType(), getShape() ? std::optional(0) : std::nullopt);
}

Values EmptyOp::decompose(RuleBuilder &b) {
  Expr zero = b.scalar(0.0, getType().getElementType());
  return {fill(getType(), zero, getShape() ? b(getShape()) : Expr())};
}

Values AssignOp::decompose(RuleBuilder &b) { return {b(getX())}; }
