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

// In 128 bits, where the product of two sizes cannot overflow.
llvm::Value *countOf(SizeBuilder &b, llvm::ArrayRef<llvm::Value *> sizes) {
  llvm::IRBuilder<> &ir = b.ir();
  llvm::Type *wide = ir.getInt128Ty();
  llvm::Value *most = llvm::ConstantInt::get(wide, std::numeric_limits<int64_t>::max());
  llvm::Value *count = llvm::ConstantInt::get(wide, 1), *fits = ir.getTrue();
  for (llvm::Value *size : sizes) {
    b.require(ir.CreateICmpSGE(size, ir.getInt64(0)), "the shape has a negative size");
    count = ir.CreateMul(count, ir.CreateZExt(size, wide));
    fits = ir.CreateAnd(fits, ir.CreateICmpULE(count, most));
  }
  b.require(ir.CreateOr(fits, isEmpty(b, sizes)), "an array of this shape is too large");
  return ir.CreateSelect(isEmpty(b, sizes), ir.getInt64(0), ir.CreateTrunc(count, ir.getInt64Ty()));
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
  countOf(b, sizes); // for its requirements
  return sizes;
}

} // namespace cotan
