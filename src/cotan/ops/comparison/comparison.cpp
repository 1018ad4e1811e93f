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

/// By the first parts that differ; no number with NaN comes before or behind another.
template <typename F, typename G>
static Values compareParts(const Expr &x, const Expr &y, F real, G imaginary) {
  const Complex z = partsOf(x), w = partsOf(y);
  Expr areNumbers = not_(or_(is_nan(z.im), is_nan(w.im)));
  return {or_(and_(real(z.re, w.re), areNumbers), and_(eq(z.re, w.re), imaginary(z.im, w.im)))};
}

#define COTAN_ORDER(OP, SIGN, IMAGINARY_SIGN)                                                      \
  Values OP::splitComplex(RuleBuilder &b) {                                                        \
    return compareParts(                                                                           \
        b(getX()), b(getY()), [](const Expr &x, const Expr &y) { return x SIGN y; },               \
        [](const Expr &x, const Expr &y) { return x IMAGINARY_SIGN y; });                          \
  }
COTAN_ORDER(LtOp, <, <)
COTAN_ORDER(LeOp, <, <=)
COTAN_ORDER(GtOp, >, >)
COTAN_ORDER(GeOp, >, >=)
