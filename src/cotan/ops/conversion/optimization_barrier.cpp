// optimization_barrier: meaning and derivative. Signature and doc: optimization_barrier.td. It is
// no formula and does not fold: kernels and simplifications end at it.
#include "cotan/ops/conversion/optimization_barrier.inc"

#include "cotan/ops/complex/numbers.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

Arrays OptimizationBarrierOp::evaluate(ArrayRef<Array> x) { return {x[0]}; }

Sizes OptimizationBarrierOp::sizes(SizeRules &rules, unsigned) { return rules.sizes(0); }

Values OptimizationBarrierOp::vjp(RuleBuilder &b, ValueRange g) {
  Values answer = {g[0]};
  answer.resize(getNumOperands()); // nothing flows to the others
  return answer;
}

Values OptimizationBarrierOp::jvp(RuleBuilder &b, ValueRange t) { return {t[0]}; }

Values OptimizationBarrierOp::batch(Batch &x) {
  Exprs others;
  for (unsigned i = 1; i < getNumOperands(); ++i)
    others.push_back(x[i]);
  return {optimization_barrier(x.whole(0), others)};
}

Values OptimizationBarrierOp::splitComplex(RuleBuilder &b) {
  Exprs others;
  for (Value other : getOthers())
    others.push_back(isComplexTensor(other.getType()) ? as_real(b(other)) : b(other));
  if (!isComplexTensor(getType()))
    return {optimization_barrier(b(getX()), others)};
  return {as_complex(optimization_barrier(as_real(b(getX())), others))};
}
