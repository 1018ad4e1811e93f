// Activations that are not one operator.
#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct::nn {
namespace {

DType floating(const Tensor &x) { return isFloating(x.dtype()) ? x.dtype() : DType::float32; }
Tensor toFloat(const Tensor &x) {
  needComputed(x.dtype());
  return isFloating(x.dtype()) ? x : astype(x, DType::float32);
}

} // namespace

Tensor standardize(const Tensor &given, const Axes &axes, const std::optional<Tensor> &mean,
                   const std::optional<Tensor> &variance, double epsilon) {
  const Called called("ct.nn.standardize");
  Tensor x = toFloat(given), center = mean ? *mean : ct::mean(x, axes, {.keepdims = true});
  Tensor spread = variance ? settled(std::vector{x, *variance})[1]
                           : ct::mean(square(x - center), axes, {.keepdims = true});
  return (x - center) * rsqrt(spread + epsilon);
}

Tensor gelu(const Tensor &x, bool approximate) {
  const Called called("ct.nn.gelu");
  return op::gelu(x, approximate ? "tanh" : "none",
                  {.operandTypes = inner(floating(x)), .isWeak = x.isWeak()});
}

Tensor identity(const Tensor &x) {
  const Called called("ct.nn.identity");
  return x;
}

} // namespace ct::nn
