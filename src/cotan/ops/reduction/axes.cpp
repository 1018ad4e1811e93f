#include "cotan/ops/reduction/axes.h"

#include "cotan/ir/types.h"
#include "cotan/ops/arithmetic/scalar_arithmetic.h"

using namespace mlir;

namespace cotan {

Sizes reducedSizes(SizeRules &rules, ArrayRef<int64_t> axes, bool keepdims) {
  Sizes sizes = rules.sizes(0);
  for (int64_t axis : llvm::reverse(axes)) {
    if (keepdims)
      sizes[axis] = 1;
    else
      sizes.erase(sizes.begin() + axis);
  }
  return sizes;
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
  SmallVector<int64_t> kept(shape);
  for (int64_t axis : axes)
    kept[axis] = 1;
  SmallVector<int64_t> strides(ArrayRef(stridesOf(kept)));
  for (int64_t axis : axes)
    strides[axis] = 0;
  return strides;
}

} // namespace cotan
