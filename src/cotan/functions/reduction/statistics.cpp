// What samples say: averages, ranges, how they vary together.
#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/functions/reduction/weights.h"
#include "cotan/tensor/inside.h"

namespace ct {
namespace {

/// Variables as rows, samples as columns.
Tensor variables(const Tensor &x, bool rowvar) {
  if (x.ndim() > 2)
    refuse("found shape " + printTuple(openSizesOf(x)) + ", but expected a vector or a matrix");
  Tensor rows = atleast_2d(asInexact(x));
  return !rowvar && openSizesOf(rows)[0] != 1 ? transpose(rows) : rows;
}

std::optional<Tensor> together(const CovOptions &options, DType dtype) {
  if (!options.fweights && !options.aweights)
    return {};
  if (options.fweights && options.aweights)
    return astype(*options.fweights * *options.aweights, dtype);
  return astype(options.fweights ? *options.fweights : *options.aweights, dtype);
}

} // namespace

Tensor average(const Tensor &x, const Axes &axes, const std::optional<Tensor> &weights,
               bool keepdims) {
  const Called called("ct.average");
  if (!weights)
    return mean(x, axes, {.keepdims = keepdims});
  auto both = promoted(Accepts::inexact, {x, placedWeights(*weights, x, axes)});
  const Tensor numbers = widened(both[0]), each = widened(both[1]);
  const Reduction kept{.keepdims = keepdims};
  const Tensor whole = sum(broadcast_to(each, shapeOf(numbers)), axes, kept);
  return narrowed(sum(numbers * each, axes, kept) / whole, both[0]);
}

Tensor weightSum(const Tensor &x, const Axes &axes, const std::optional<Tensor> &weights,
                 bool keepdims) {
  Tensor number = asInexact(x),
         one = weights ? asInexact(placedWeights(*weights, x, axes)) : Tensor(1.0);
  DType type = promote_types(number.dtype(), one.dtype());
  return sum(broadcast_to(astype(one, type), shapeOf(x)), axes, {.keepdims = keepdims});
}

Tensor ptp(const Tensor &x, const Axes &axes, bool keepdims) {
  const Called called("ct.ptp");
  Reduction kept{.keepdims = keepdims};
  return max(x, axes, kept) - min(x, axes, kept);
}

/// The variables of both as rows.
static Tensor variables(const Tensor &x, const std::optional<Tensor> &y,
                        const CovOptions &options) {
  Tensor rows = variables(options.dtype ? astype(x, *options.dtype) : x, options.rowvar);
  return y ? concatenate({rows, variables(*y, options.rowvar)}, 0, options.dtype) : rows;
}

static Tensor covariance(const Tensor &rows, const CovOptions &options) {
  const DType real = partOf(rows.dtype());
  auto weights = together(options, real);
  Tensor count = weights ? sum(*weights) : astype(size(rows, 1), real);
  Tensor centered = rows - average(rows, {{1}}, weights, true);
  Tensor freedom = double(options.ddof.value_or(options.bias ? 0 : 1));
  if (options.aweights)
    freedom = freedom * (sum(*weights * *options.aweights) / count);
  freedom = maximum(count - freedom, 0.0); // else a variance would be negative
  Tensor right = conj(weights ? centered * *weights : centered);
  return squeeze(matmul(centered, transpose(right)) / astype(freedom, rows.dtype()));
}

Tensor cov(const Tensor &x, const std::optional<Tensor> &y, const CovOptions &options) {
  const Called called("ct.cov");
  const Tensor rows = variables(x, y, options);
  return narrowed(covariance(widened(rows), options), rows);
}

Tensor corrcoef(const Tensor &x, const std::optional<Tensor> &y, bool rowvar,
                std::optional<DType> dtype) {
  const Called called("ct.corrcoef");
  const CovOptions options{.rowvar = rowvar, .dtype = dtype};
  const Tensor rows = variables(x, y, options);
  Tensor both = covariance(widened(rows), options);
  if (both.ndim() == 0)                 // NaN of 0, NaN and infinity
    return narrowed(both / both, rows); // NOLINT(misc-redundant-expression)
  Tensor deviation = sqrt(diag(both));
  Tensor together = both / expand_dims(deviation, {1}) / deviation;
  auto inRange = [](const Tensor &x) { return clip(x, -1.0, 1.0); };
  return isComplex(both.dtype()) ? complex(inRange(real(together)), inRange(imag(together)))
                                 : narrowed(inRange(together), rows);
}

} // namespace ct

std::variant<ct::Tensor, std::pair<ct::Tensor, ct::Tensor>>
ct::dynamic::average(const Tensor &a, const Axes &axis, const std::optional<Tensor> &weights,
                     bool returned, bool keepdims) {
  const Called called("ct.average");
  Tensor mean = ct::average(a, axis, weights, keepdims);
  if (!returned)
    return mean;
  return std::pair(mean, weightSum(a, axis, weights, keepdims));
}
