#include "cotan/ops/reduction/axes.h"

#include "cotan/ir/types.h"
#include "cotan/ops/arithmetic/scalar_arithmetic.h"
#include "cotan/ops/layout/checks.h"

using namespace mlir;

namespace cotan {

SmallVector<int64_t> reducedShape(ArrayRef<int64_t> shape, ArrayRef<int64_t> axes, bool keepdims) {
  SmallVector<int64_t> sizes(shape);
  for (int64_t axis : llvm::reverse(axes)) {
    if (keepdims)
      sizes[axis] = 1;
    else
      sizes.erase(sizes.begin() + axis);
  }
  return sizes;
}

FailureOr<RankedTensorType> reducedType(std::optional<Location> loc, RankedTensorType type,
                                        ArrayRef<int64_t> axes, bool keepdims, Type elementType) {
  if (failed(verifyAxes(loc, axes, type.getRank())))
    return failure();
  return RankedTensorType::get(reducedShape(type.getShape(), axes, keepdims), elementType);
}

DType elementTypeOf(Value x) {
  return *dtypeOf(cast<RankedTensorType>(x.getType()).getElementType());
}

template <typename T> static Lanes constant(LaneBuilder &b, DType dtype, T value) {
  if constexpr (std::is_floating_point_v<T>)
    return b.constant(dtype, value);
  else
    return b.integer(dtype, static_cast<int64_t>(value));
}

Lanes lowestOf(LaneBuilder &b, DType dtype) {
  return visitDType(dtype, [&](auto zero) { return constant(b, dtype, lowest<decltype(zero)>()); });
}

Lanes highestOf(LaneBuilder &b, DType dtype) {
  return visitDType(dtype,
                    [&](auto zero) { return constant(b, dtype, highest<decltype(zero)>()); });
}

SmallVector<int64_t> otherAxes(int64_t rank, ArrayRef<int64_t> axes) {
  SmallVector<int64_t> others;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (!llvm::is_contained(axes, axis))
      others.push_back(axis);
  return others;
}

SmallVector<int64_t> reducedStrides(ArrayRef<int64_t> shape, ArrayRef<int64_t> axes) {
  SmallVector<int64_t> strides(ArrayRef(stridesOf(reducedShape(shape, axes, true))));
  for (int64_t axis : axes)
    strides[axis] = 0;
  return strides;
}

} // namespace cotan
