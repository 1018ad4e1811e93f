// lt, le, gt, ge, eq, ne: meaning. Signature and doc: comparison.td. Results are i1, so no
// derivative flows through.
#include "cotan/ops/comparison/comparison.inc"

#include "cotan/ops/complex/numbers.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

static LogicalResult inferBool(Value operand, SmallVectorImpl<Type> &results) {
  auto type = dyn_cast<RankedTensorType>(operand.getType());
  if (!type)
    return failure();
  results.push_back(type.clone(IntegerType::get(type.getContext(), 1)));
  return success();
}

#define COTAN_COMPARISON(OP, SIGN)                                                                 \
  Arrays OP::evaluate(ArrayRef<Array> x) {                                                         \
    return {zipTruth(x[0], x[1], [](auto a, auto b) { return a SIGN b; })};                        \
  }                                                                                                \
  Lanes OP::lower(Element &x) { return x[0] SIGN x[1]; }                                           \
  LogicalResult OP::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,      \
                                     SmallVectorImpl<Type> &results) {                             \
    return inferBool(adaptor.getX(), results);                                                     \
  }
COTAN_COMPARISON(LtOp, <)
COTAN_COMPARISON(LeOp, <=)
COTAN_COMPARISON(GtOp, >)
COTAN_COMPARISON(GeOp, >=)
COTAN_COMPARISON(EqOp, ==)
COTAN_COMPARISON(NeOp, !=)

//--- complex numbers

Values EqOp::splitComplex(RuleBuilder &b) {
  const Complex x = partsOf(b(getX())), y = partsOf(b(getY()));
  return {and_(eq(x.re, y.re), eq(x.im, y.im))};
}

Values NeOp::splitComplex(RuleBuilder &b) {
  const Complex x = partsOf(b(getX())), y = partsOf(b(getY()));
  return {or_(ne(x.re, y.re), ne(x.im, y.im))};
}
