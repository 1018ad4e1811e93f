// isclose, allclose: meaning. Signature and doc: closeness.td.
#include "cotan/ops/comparison/closeness.inc"

#include "cotan/ir/rules/complex_parts.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult IscloseOp::inferReturnTypes(MLIRContext *context, std::optional<Location>,
                                          Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  results.push_back(type.clone(IntegerType::get(context, 1)));
  return success();
}

static bool hasParts(const Expr &x) { return isComplexTensor(x.type()); }

// Infinities are close to themselves alone, however large the limit is.
Values IscloseOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), y = b(getY());
  auto sizeOf = [](const Expr &z) { return hasParts(z) ? hypot(real(z), imag(z)) : abs(z); };
  auto tolerance = [&](Value given) { return hasParts(b(given)) ? real(b(given)) : b(given); };
  Expr isNear = sizeOf(x - y) <= tolerance(getAtol()) + tolerance(getRtol()) * sizeOf(y);
  Expr isClose = or_(eq(x, y), and_(isNear, and_(is_finite(x), is_finite(y))));
  return {getEqualNan() ? or_(isClose, and_(is_nan(x), is_nan(y))) : isClose};
}

LogicalResult AllcloseOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                           Adaptor adaptor, SmallVectorImpl<Type> &results) {
  return inferTypes<AllcloseOp>(loc, adaptor, IntegerType::get(context, 1), results);
}

Sizes AllcloseOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  rules.commonSizes(4);
  return {};
}

Values AllcloseOp::decompose(RuleBuilder &b) {
  Expr close = isclose(b(getX()), b(getY()), b(getRtol()), b(getAtol()), getEqualNan());
  return {all(close, to_vector(llvm::seq<int64_t>(0, close.rank())))};
}
