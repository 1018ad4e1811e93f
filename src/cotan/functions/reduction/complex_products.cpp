#include "cotan/functions/reduction/complex_products.h"

#include "cotan/functions/functions.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"

namespace ct {

/// The factor for each of the others' places: 1.
static Tensor neutral(const Tensor &rows) {
  Shape shape = shapeOf(rows);
  shape.erase(shape.begin());
  return full(shape, 1, rows.dtype());
}

static Tensor inType(const Tensor &x, const Typing &typing) {
  return astype(x, outer(typing.operandTypes[0]));
}

Tensor complexProd(const Tensor &x, llvm::ArrayRef<int64_t> axes, bool keepdims,
                   const Typing &typing) {
  Tensor product = inType(x, typing);
  llvm::SmallVector<int64_t> along(axes);
  for (int64_t axis : llvm::reverse((llvm::sort(along), along))) {
    Tensor rows = moveaxis(product, {axis}, {0});
    auto turn = [](const Tensors &state) -> Tensors { return {state[0] * state[1]}; };
    product = scanFlat(turn, {neutral(rows)}, {rows})[0];
  }
  std::vector<int64_t> kept(along.begin(), along.end());
  return keepdims && !kept.empty() ? expand_dims(product, kept) : product;
}

Tensor complexCumprod(const Tensor &x, int64_t axis, bool reverse, bool exclusive,
                      const Typing &typing) {
  Tensor rows = moveaxis(inType(x, typing), {axis}, {0});
  auto turn = [&](const Tensors &state) -> Tensors {
    Tensor product = state[0] * state[1];
    return {product, exclusive ? state[0] : product};
  };
  return moveaxis(scanFlat(turn, {neutral(rows)}, {rows}, reverse)[1], {0}, {axis});
}

} // namespace ct
