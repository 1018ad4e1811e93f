// mse, huber: meaning. Signature and doc: regression.td.
#include "cotan/ops/loss/regression.inc"

#include "mlir/IR/TypeUtilities.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

static Expr meanOfAll(const Expr &x) {
  return mean(x, llvm::to_vector(llvm::seq<int64_t>(0, x.rank())));
}

LogicalResult MseOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  return inferTypes<MseOp>(loc, adaptor, getElementTypeOrSelf(adaptor.getX()), results);
}

Sizes MseOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  rules.commonSizes(2);
  return {};
}

Values MseOp::decompose(RuleBuilder &b) { return {meanOfAll(square(b(getX()) - b(getY())))}; }

LogicalResult HuberOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  return inferTypes<HuberOp>(loc, adaptor, getElementTypeOrSelf(adaptor.getX()), results);
}

Sizes HuberOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  rules.commonSizes(2);
  return {};
}

Values HuberOp::decompose(RuleBuilder &b) {
  const double delta = getDelta().convertToDouble();
  Expr d = b(getX()) - b(getY()), size = abs(d);
  Expr small = 0.5 * square(d), large = delta * (size - 0.5 * delta);
  return {meanOfAll(where(size <= delta, small, large))};
}
