// mse, huber: meaning. Signature and doc: regression.td.
#include "cotan/ops/loss/regression.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

static LogicalResult inferScalar(Value x, SmallVectorImpl<Type> &results) {
  auto type = dyn_cast<RankedTensorType>(x.getType());
  if (!type)
    return failure();
  results.push_back(RankedTensorType::get({}, type.getElementType()));
  return success();
}

static Expr meanOfAll(const Expr &x) {
  return mean(x, llvm::to_vector(llvm::seq<int64_t>(0, x.rank())));
}

LogicalResult MseOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  return inferScalar(adaptor.getX(), results);
}

Values MseOp::decompose(RuleBuilder &b) { return {meanOfAll(square(b(getX()) - b(getY())))}; }

LogicalResult HuberOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  return inferScalar(adaptor.getX(), results);
}

Values HuberOp::decompose(RuleBuilder &b) {
  const double delta = getDelta().convertToDouble();
  Expr d = b(getX()) - b(getY()), size = abs(d);
  Expr small = 0.5 * square(d), large = delta * (size - 0.5 * delta);
  return {meanOfAll(where(size <= delta, small, large))};
}
