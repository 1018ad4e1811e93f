// stop_gradient: meaning. Signature and doc: stop_gradient.td. It must not fold to its operand:
// that would let the derivative through.
#include "cotan/ops/conversion/stop_gradient.inc"

#include "cotan/ops/complex/numbers.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

Arrays StopGradientOp::evaluate(ArrayRef<Array> x) { return {x[0]}; }
Lanes StopGradientOp::lower(Element &x) { return x[0]; }

Values StopGradientOp::splitComplex(RuleBuilder &b) {
  const Complex z = partsOf(b(getX()));
  return {joined({stop_gradient(z.re), stop_gradient(z.im)})};
}
