#include "cotan/functions/indexing/indexing.h"

#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/index_plan.h"
#include "cotan/functions/operators.h"
#include "cotan/support/nonzero.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {

Tensor index(const Tensor &x, const Indices &indices) {
  return select(x, indices, OutOfRange::nearest);
}

Tensor slice(const Tensor &x, const Shape &starts, Shape limits, const Shape &strides) {
  for (int64_t &limit : limits)
    limit = isOpen(limit) ? mlir::ShapedType::kDynamic : limit;
  return op::slice(x, starts, limits, strides, {.isWeak = x.isWeak()});
}

} // namespace ct
