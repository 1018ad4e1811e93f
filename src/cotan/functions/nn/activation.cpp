// Activations. More of them are one operation each, and are made from their .td files.
#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct::nn {
namespace {

DType floating(const Tensor &x) { return isFloating(x.dtype()) ? x.dtype() : DType::float32; }
Tensor toFloat(const Tensor &x) { return isFloating(x.dtype()) ? x : astype(x, DType::float32); }

/// Applied to `x` in floats, of which the result has the type.
template <typename Option>
Tensor applied(Tensor (*op)(const Tensor &, Option, const Typing &), const Tensor &x,
               std::type_identity_t<Option> option) {
  return op(x, option, {.operandTypes = inner(floating(x)), .isWeak = x.isWeak()});
}

} // namespace

Tensor softmax(const Tensor &x, int64_t axis) {
  const Called called("ct.nn.softmax");
  return applied(op::softmax, x, checkedAxis(axis, x.ndim()));
}
Tensor log_softmax(const Tensor &x, int64_t axis) {
  const Called called("ct.nn.log_softmax");
  return applied(op::log_softmax, x, checkedAxis(axis, x.ndim()));
}

Tensor standardize(const Tensor &given, const Axes &axes, const std::optional<Tensor> &mean,
                   const std::optional<Tensor> &variance, double epsilon) {
  const Called called("ct.nn.standardize");
  Tensor x = toFloat(given), center = mean ? *mean : ct::mean(x, axes, {.keepdims = true});
  Tensor spread = variance ? settled(std::vector{x, *variance})[1]
                           : ct::mean(square(x - center), axes, {.keepdims = true});
  return (x - center) * rsqrt(spread + epsilon);
}

Tensor elu(const Tensor &x, double alpha) {
  const Called called("ct.nn.elu");
  return applied(op::elu, x, alpha);
}

// Where x is not selected, the exponential is of 0: it neither overflows nor has a slope.
Tensor celu(const Tensor &given, const Tensor &alpha) {
  const Called called("ct.nn.celu");
  Tensor x = toFloat(given), isPositive = x > 0;
  return where(isPositive, x, alpha * expm1(where(isPositive, 0, x) / alpha));
}

// Klambauer et al., Self-Normalizing Neural Networks, 2017.
Tensor selu(const Tensor &x) {
  const Called called("ct.nn.selu");
  return 1.0507009873554804934193349852946 * elu(x, 1.6732632423543772848170429916717);
}

Tensor leaky_relu(const Tensor &x, double slope) {
  const Called called("ct.nn.leaky_relu");
  return applied(op::leaky_relu, x, slope);
}

Tensor gelu(const Tensor &x, bool approximate) {
  const Called called("ct.nn.gelu");
  return applied(op::gelu, x, approximate ? "tanh" : "none");
}

Tensor glu(const Tensor &x, int64_t axis) {
  const Called called("ct.nn.glu");
  int64_t size = sizeAt(x, checkedAxis(axis, x.ndim()));
  if (size % 2 != 0)
    refuse("axis " + std::to_string(axis) + " of shape " + printTuple(openSizesOf(x)) +
           " cannot be cut in two halves; its size must be even");
  std::vector<Tensor> halves = split(x, 2, axis);
  return halves[0] * sigmoid(halves[1]);
}

Tensor identity(const Tensor &x) {
  const Called called("ct.nn.identity");
  return x;
}

Tensor hard_tanh(const Tensor &given) {
  const Called called("ct.nn.hard_tanh");
  Tensor x = toFloat(given);
  return where(x > 1, 1, where(x < -1, -1, x));
}
Tensor hard_sigmoid(const Tensor &x) {
  const Called called("ct.nn.hard_sigmoid");
  return relu6(x + 3.0) / 6.0;
}
Tensor hard_silu(const Tensor &x) {
  const Called called("ct.nn.hard_silu");
  return x * hard_sigmoid(x);
}
Tensor soft_sign(const Tensor &x) {
  const Called called("ct.nn.soft_sign");
  return x / (abs(x) + 1);
}
Tensor squareplus(const Tensor &x, const Tensor &b) {
  const Called called("ct.nn.squareplus");
  return 0.5 * (x + sqrt(square(x) + b));
}

} // namespace ct::nn
