// Activations that are not one operator.
#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

#include <cmath>

using namespace cotan::trace;

namespace ct::nn {
namespace {

DType floating(const Tensor &x) { return isFloating(x.dtype()) ? x.dtype() : default_dtype(); }
Tensor toFloat(const Tensor &x) {
  needComputed(x.dtype());
  return isInexact(x.dtype()) ? x : astype(x, default_dtype());
}

using AlongAxis = Tensor (*)(const Tensor &, int64_t, const Typing &);
using AlongAxes = Tensor (*)(const Tensor &, const Axes &);

/// Elements that are not in `where` are as if they were not there; the result is `outside` then.
Tensor amongOthers(AlongAxis op, AlongAxes ofComplex, const Tensor &x, int64_t axis,
                   const std::optional<Tensor> &where, double outside) {
  Tensor given = x;
  if (where) { // a line of which nothing counts is one of zeros, whose derivatives are numbers
    const Reduction kept{.keepdims = true};
    Tensor whole = ct::where(*where, toFloat(x), toFloat(x)); // of the shape of both
    Tensor isAny = any(broadcast_to(*where, shapeOf(whole)), {{axis}}, kept);
    given = ct::where(*where, whole, ct::where(isAny, -HUGE_VAL, 0.0));
  }
  const int64_t along = checkedAxis(axis, given.ndim());
  Tensor y =
      isComplex(given.dtype())
          ? ofComplex(given, {{along}})
          : op(given, along, {.operandTypes = inner(floating(given)), .isWeak = given.isWeak()});
  return where ? ct::where(*where, y, outside) : y;
}

} // namespace

Tensor softmax(const Tensor &x, int64_t axis, const std::optional<Tensor> &where) {
  const Called called("ct.nn.softmax");
  return amongOthers(op::softmax, special::softmax, x, axis, where, 0.0);
}

Tensor log_softmax(const Tensor &x, int64_t axis, const std::optional<Tensor> &where) {
  const Called called("ct.nn.log_softmax");
  return amongOthers(op::log_softmax, special::log_softmax, x, axis, where, -HUGE_VAL);
}

Tensor standardize(const Tensor &given, const Axes &axes, const std::optional<Tensor> &mean,
                   const std::optional<Tensor> &variance, double epsilon,
                   const std::optional<Tensor> &where) {
  const Called called("ct.nn.standardize");
  const Reduction kept{.keepdims = true, .where = where};
  std::vector<Tensor> all{toFloat(given)};
  for (const auto &moment : {mean, variance})
    if (moment)
      all.push_back(*moment);
  all = promoted(Accepts::floats, all);
  Tensor x = widened(all[0]), center = mean ? widened(all[1]) : ct::mean(x, axes, kept);
  Tensor spread = variance ? widened(all.back()) : ct::mean(square(x - center), axes, kept);
  return narrowed((x - center) * rsqrt(spread + epsilon), all[0]);
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

// The mean is 1/n of the sum, in logarithms.
Tensor logmeanexp(const Tensor &given, const Axes &axes, const std::optional<Tensor> &mask,
                  bool keepdims) {
  const Called called("ct.nn.logmeanexp");
  Tensor x = toFloat(given), count = int64_t(1);
  if (mask) {
    Tensor isThere = broadcast_to(astype(*mask, DType::bool_), shapeOf(x));
    x = where(isThere, x, -HUGE_VAL);
    count = sum(isThere, axes, {.keepdims = keepdims});
  } else {
    for (int64_t axis : axesOrAll(axes, x.ndim()))
      count = count * size(x, axis);
  }
  return logsumexp(x, axes, keepdims) - astype(log(astype(count, DType::float64)), x.dtype());
}

} // namespace ct::nn
