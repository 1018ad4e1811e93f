#include "cotan/ops/layout/sizes.h"

namespace cotan {

Sizes sizesGiven(SizeRules &rules, mlir::RankedTensorType result, std::optional<unsigned> shape) {
  Sizes sizes;
  if (!shape) {
    rules.require(result.hasStaticShape(),
                  "the result has open sizes; add 'to %shape' with one size per axis");
    for (int64_t size : result.getShape())
      sizes.push_back(size);
    return sizes;
  }
  rules.requireEqual(
      rules.size(*shape, 0), result.getRank(),
      "the shape operand must have one size for each axis of the result, which has " +
          llvm::Twine(result.getRank()));
  for (auto [axis, size] : llvm::enumerate(result.getShape())) {
    sizes.push_back(rules.number(*shape, axis));
    if (mlir::ShapedType::isDynamic(size))
      rules.require(0 <= sizes.back(),
                    "the shape operand's size of axis " + llvm::Twine(axis) + " is negative");
    else
      sizes.back() = rules.same(sizes.back(), size,
                                "the shape operand differs from the result, whose axis " +
                                    llvm::Twine(axis) + " has size " + llvm::Twine(size));
  }
  return sizes;
}

Lanes sizeGiven(Element &x, mlir::RankedTensorType result, unsigned shape, unsigned axis) {
  if (!result.isDynamicDim(axis))
    return x.builder().integer(DType::i64, result.getDimSize(axis));
  return numberAt(x, shape, axis);
}

} // namespace cotan
