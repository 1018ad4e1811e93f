// is_nan, is_inf, is_finite: meaning. Signature and doc: classification.td.
#include "cotan/ops/logic/classification.inc"

#include "cotan/ops/complex/numbers.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

static LogicalResult inferBool(Value x, SmallVectorImpl<Type> &results) {
  auto type = dyn_cast<RankedTensorType>(x.getType());
  if (!type)
    return failure();
  results.push_back(type.clone(IntegerType::get(type.getContext(), 1)));
  return success();
}

#define COTAN_CLASSIFICATION(OP, QUESTION, FORMULA)                                                \
  Arrays OP::evaluate(ArrayRef<Array> x) {                                                         \
    return {mapTruth(x[0], [](auto a) { return QUESTION(double(a)); })};                           \
  }                                                                                                \
  Lanes OP::lower(Element &x) { return FORMULA; }                                                  \
  LogicalResult OP::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,      \
                                     SmallVectorImpl<Type> &results) {                             \
    return inferBool(adaptor.getX(), results);                                                     \
  }
COTAN_CLASSIFICATION(IsNanOp, std::isnan, isNaN(x[0]))
COTAN_CLASSIFICATION(IsInfOp, std::isinf, abs(x[0]) == INFINITY)
COTAN_CLASSIFICATION(IsFiniteOp, std::isfinite, abs(x[0]) < INFINITY)

//--- complex numbers

Values IsNanOp::splitComplex(RuleBuilder &b) {
  const Complex z = partsOf(b(getX()));
  return {or_(is_nan(z.re), is_nan(z.im))};
}

Values IsInfOp::splitComplex(RuleBuilder &b) {
  const Complex z = partsOf(b(getX()));
  return {or_(is_inf(z.re), is_inf(z.im))};
}

Values IsFiniteOp::splitComplex(RuleBuilder &b) {
  const Complex z = partsOf(b(getX()));
  return {and_(is_finite(z.re), is_finite(z.im))};
}
