#include "cotan/ops/creation/shape_sizes.h"

namespace cotan {

Sizes sizesFromShape(SizeBuilder &b, mlir::RankedTensorType result, mlir::Value value,
                     unsigned shape) {
  llvm::IRBuilder<> &ir = b.ir();
  Sizes sizes;
  for (int64_t size : result.getShape())
    sizes.push_back(ir.getInt64(size));
  if (!value)
    return sizes;
  b.require(ir.CreateICmpEQ(b.size(shape, 0), ir.getInt64(result.getRank())),
            "the shape operand must have " + llvm::Twine(result.getRank()) + " sizes");
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    llvm::Value *given = b.number(shape, axis);
    if (result.isDynamicDim(axis)) {
      b.require(ir.CreateICmpSGE(given, ir.getInt64(0)),
                "the shape operand's size of axis " + llvm::Twine(axis) + " is negative");
      size = given;
    } else {
      b.require(ir.CreateICmpEQ(given, size),
                "the shape operand differs from the result, whose axis " + llvm::Twine(axis) +
                    " has size " + llvm::Twine(result.getDimSize(axis)));
    }
  }
  return sizes;
}

Lanes sizeFromShape(Element &x, mlir::RankedTensorType result, unsigned shape, unsigned axis) {
  if (!result.isDynamicDim(axis))
    return x.builder().integer(DType::i64, result.getDimSize(axis));
  return x.read(shape, {Position(x.builder(), int64_t(axis))});
}

} // namespace cotan
