#include "cotan/ops/ordering/order.h"

#include "cotan/ops/op_evaluation.h"

#include <numeric>

namespace cotan {
Array orderAlong(const Array &x, int64_t axis, bool descending) {
  Array indices(DType::i64, x.shape());
  if (x.size() == 0)
    return indices;
  int64_t length = x.shape()[axis], step = stridesOf(x.shape())[axis];
  auto to = indices.mutableValues<int64_t>();
  std::vector<int64_t> order(length);
  visitElement(x.dtype(), [&](auto element) {
    using T = decltype(element);
    auto values = x.values<T>();
    for (int64_t line = 0; line < x.size() / length; ++line) {
      int64_t start = line / step * step * length + line % step;
      auto value = [&](int64_t i) {
        if constexpr (isComplexStorage<T>)
          return values[start + i * step];
        else
          return static_cast<Exact<T>>(values[start + i * step]);
      };
      std::iota(order.begin(), order.end(), 0);
      std::sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
        auto a = value(i), b = value(j);
        if (isLess(a, b) || isLess(b, a))
          return isLess(a, b) != descending;
        return i < j;
      });
      for (int64_t i = 0; i < length; ++i)
        to[start + i * step] = order[i];
    }
  });
  return indices;
}

} // namespace cotan
