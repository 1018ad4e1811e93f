#include "cotan/frontends/cpp/indexing.h"

#include "cotan/frontends/cpp/index_plan.h"
#include "cotan/frontends/cpp/inside.h"
#include "cotan/frontends/cpp/operators.h"
#include "cotan/functions/functions.h"
#include "cotan/support/nonzero.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {

Tensor index(const Tensor &x, const Indices &indices) {
  return select(x, indices, OutOfRange::nearest);
}

Tensor slice(const Tensor &x, const Shape &starts, Shape limits, const Shape &strides) {
  llvm::SmallVector<int64_t> sizes;
  for (auto [axis, limit] : llvm::enumerate(limits)) {
    bool isWhole = limit == openSizesOf(x)[axis] && starts[axis] == 0 && strides[axis] == 1;
    sizes.push_back(isWhole ? limit : mlir::ShapedType::kDynamic);
    limit = isOpen(limit) ? mlir::ShapedType::kDynamic : limit;
  }
  return op::slice(x, starts, limits, strides, {.isWeak = x.isWeak(), .sizes = sizes});
}

} // namespace ct
