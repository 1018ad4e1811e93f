#include "cotan/ops/normalization/standardize.h"

using namespace mlir;

namespace cotan {

Standardized standardize(const Expr &x, ArrayRef<int64_t> axes, double epsilon) {
  Expr centered = x - mean(x, axes, /*keepdims=*/true);
  Expr inverse = rsqrt(mean(square(centered), axes, /*keepdims=*/true) + epsilon);
  return {centered * inverse, inverse};
}

Standardized standardize(const Expr &x, const Expr &mean, const Expr &variance, double epsilon) {
  Expr inverse = rsqrt(variance + epsilon);
  return {(x - mean) * inverse, inverse};
}

Expr standardizeVjp(const Standardized &y, const Expr &dy, ArrayRef<int64_t> axes) {
  Expr together = mean(dy, axes, /*keepdims=*/true);
  Expr apart = y.value * mean(dy * y.value, axes, /*keepdims=*/true);
  return (dy - together - apart) * y.inverseDeviation;
}

LogicalResult verifyParameter(Operation *op, StringRef name, RankedTensorType parameter,
                              RankedTensorType x, ArrayRef<int64_t> axes) {
  SmallVector<int64_t> expected;
  for (int64_t axis : axes)
    expected.push_back(x.getDimSize(axis));
  auto type = RankedTensorType::get(expected, x.getElementType());
  if (parameter.getElementType() == type.getElementType() &&
      succeeded(verifyCompatibleShape(parameter, type)))
    return success();
  return op->emitOpError(name) << " is " << parameter << ", but " << x << " needs " << type;
}

} // namespace cotan
