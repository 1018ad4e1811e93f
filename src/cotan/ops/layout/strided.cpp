#include "cotan/ops/layout/strided.h"

namespace cotan {

Walk Walk::from(llvm::ArrayRef<int64_t> corner, llvm::ArrayRef<int64_t> shape) {
  Walk walk = through(shape);
  for (size_t axis = 0; axis < shape.size(); ++axis)
    walk.start += corner[axis] * walk.steps[axis];
  return walk;
}

void copyBlock(llvm::ArrayRef<int64_t> sizes, const Array &from, const Walk &source, Array &to,
               const Walk &target) {
  int64_t count = elementCount(sizes);
  llvm::SmallVector<int64_t, 4> index(sizes.size(), 0);
  int64_t read = source.start, write = target.start;
  visitBits(to.dtype(), [&](auto element) {
    using T = decltype(element);
    auto elements = from.values<T>();
    auto copies = to.mutableValues<T>();
    for (int64_t i = 0; i < count; ++i) {
      copies[write] = elements[read];
      for (int axis = int(sizes.size()) - 1; axis >= 0; --axis) {
        read += source.steps[axis];
        write += target.steps[axis];
        if (++index[axis] < sizes[axis])
          break;
        read -= source.steps[axis] * sizes[axis];
        write -= target.steps[axis] * sizes[axis];
        index[axis] = 0;
      }
    }
  });
}

} // namespace cotan
