// spectral_norm: meaning. Signature and doc: spectral_norm.td.
#include "cotan/ops/normalization/spectral_norm.inc"

#include "cotan/ops/layout/regroup.h"
#include "cotan/ops/reduction/vector_norm.h"

#include "mlir/IR/TypeUtilities.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult SpectralNormOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                               Adaptor x, SmallVectorImpl<Type> &results) {
  constexpr int64_t ranks[] = {2, 1, 1};
  for (auto [operand, rank] : llvm::zip_equal(x.getOperands(), ranks))
    if (auto type = cast<RankedTensorType>(operand.getType()); type.getRank() != rank)
      return emitOptionalError(loc, "needs a matrix and two vectors, but found one with ",
                               type.getRank(), " axes instead of ", rank);
  Type element = getElementTypeOrSelf(x.getX());
  return inferTypes<SpectralNormOp>(loc, x, {element, element, element}, results);
}

Sizes SpectralNormOp::sizes(Adaptor, SizeRules &rules, unsigned result) {
  rules.requireEqual(rules.size(0, 0), rules.size(1, 0), "u must have one element per row of x");
  rules.requireEqual(rules.size(0, 1), rules.size(2, 0), "v must have one element per column of x");
  return rules.sizes(result);
}

LogicalResult SpectralNormOp::verify() {
  constexpr int64_t most = 1 << 10; // each is a product of its own
  if (int64_t count = getIterations(); count < 0 || count > most)
    return emitOpError("iterations is ") << count << ", but must be from 0 to " << most;
  return success();
}

/// A vector as a matrix of one column.
static Expr column(const Expr &vector) { return expand_dims(vector, 1); }

static Expr ofLengthOne(const Expr &x, double epsilon) {
  return x / maximum(vectorNorm(x, 2, 0, /*keepdims=*/true), epsilon);
}

Values SpectralNormOp::decompose(RuleBuilder &b) {
  const double epsilon = getEpsilon().convertToDouble();
  Expr x = widened(b(getX())), u = widened(b(getU())), v = widened(b(getV()));
  Expr fixed = stop_gradient(x), transposed = transpose(fixed, {1, 0});
  for (int64_t i = 0; i < int64_t(getIterations()); ++i) {
    u = ofLengthOne(squeeze(matmul(fixed, column(stop_gradient(v))), 1), epsilon);
    v = ofLengthOne(squeeze(matmul(transposed, column(u)), 1), epsilon);
  }
  Expr norm = sum(column(u) * matmul(x, column(v)), {0, 1}, /*keepdims=*/true);
  Type type = getX().getType().getElementType();
  return {castTo(x / norm, type), castTo(u, type), castTo(v, type)};
}
