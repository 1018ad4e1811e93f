// lerp: meaning. Signature and doc: lerp.td.
#include "cotan/ops/arithmetic/lerp.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

// From the nearer end, so that both are met exactly.
Values LerpOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), y = b(getY()), weight = b(getWeight()), step = y - x;
  return {where(weight < 0.5, x + weight * step, y - (1.0 - weight) * step)};
}
