#include "cotan/ops/layout/sizes.h"

namespace cotan {

Sizes sizesOf(SizeBuilder &b, unsigned i, int64_t rank) {
  Sizes sizes;
  for (int64_t axis = 0; axis < rank; ++axis)
    sizes.push_back(b.size(i, axis));
  return sizes;
}

void requireEqual(SizeBuilder &b, llvm::Value *x, llvm::Value *y, const llvm::Twine &problem) {
  b.require(b.ir().CreateICmpEQ(x, y), problem);
}

llvm::Value *isEmpty(SizeBuilder &b, llvm::ArrayRef<llvm::Value *> sizes) {
  llvm::Value *isEmpty = b.ir().getFalse();
  for (llvm::Value *size : sizes)
    isEmpty = b.ir().CreateOr(isEmpty, b.ir().CreateICmpEQ(size, b.ir().getInt64(0)));
  return isEmpty;
}

// What wraps around is no size of a tensor that can be, which the program sees next.
llvm::Value *countOf(SizeBuilder &b, llvm::ArrayRef<llvm::Value *> sizes) {
  llvm::Value *count = b.ir().getInt64(1);
  for (llvm::Value *size : sizes)
    count = b.ir().CreateMul(count, size);
  return count;
}

Sizes sizesGiven(SizeBuilder &b, mlir::RankedTensorType result, std::optional<unsigned> shape) {
  Sizes sizes;
  if (!shape) {
    for (int64_t size : result.getShape())
      sizes.push_back(b.ir().getInt64(size));
    return sizes;
  }
  requireEqual(b, b.size(*shape, 0), b.ir().getInt64(result.getRank()),
               "the shape operand does not have one size per axis of the result, which has " +
                   llvm::Twine(result.getRank()) + " axes");
  for (auto [axis, size] : llvm::enumerate(result.getShape())) {
    sizes.push_back(b.number(*shape, axis));
    if (!mlir::ShapedType::isDynamic(size))
      requireEqual(b, sizes.back(), b.ir().getInt64(size),
                   "the shape operand does not fit: axis " + llvm::Twine(axis) +
                       " of the result has size " + llvm::Twine(size));
  }
  return sizes;
}

} // namespace cotan
