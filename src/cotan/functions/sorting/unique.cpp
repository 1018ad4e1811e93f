// The distinct elements.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"
#include "cotan/trace/custom_call.h"

using namespace cotan::trace;

namespace ct {

Unique unique(const Tensor &x, const UniqueOptions &options) {
  const Called called("ct.unique");
  if (!options.size && x.isTraced())
    refuse<TypeError>("of a traced tensor: how many distinct elements there are is not "
                      "known; say how many results there are with size=");
  std::optional<int64_t> axis;
  if (options.axis)
    axis = checkedAxis(*options.axis, x.ndim());
  Tensor given = axis ? x : ravel(x);
  Shape sizes = shapeOf(given);
  const int64_t along = axis.value_or(0), count = openSizesOf(given)[along];
  if (isOpen(count))
    traceAssert(inner(size(given, along) > 0), "ct.unique: there are no elements");
  if (count == 0 && options.size.value_or(0) > 0)
    refuse("size is " + std::to_string(*options.size) + ", but there are no elements");
  const int64_t found = options.size.value_or(mlir::ShapedType::kDynamic);
  sizes[along] = found;
  const TensorType results[] = {typeOf(x.dtype(), sizes), typeOf(DType::int64, {found}),
                                typeOf(DType::int64, {count}), typeOf(DType::int64, {found})};
  std::optional<Tensor> fill;
  if (options.size && options.fill_value)
    fill = astype(*options.fill_value, x.dtype());
  auto all = op::unique(given, fill, axis, options.size, !options.equal_nan,
                        {.results = results, .isWeak = x.isWeak()});
  return {all[0], all[1], axis ? all[2] : reshape(all[2], shapeOf(x)), all[3]};
}

} // namespace ct

namespace ct {

std::tuple<Tensor, Tensor, Tensor, Tensor> unique_all(const Tensor &x, std::optional<int64_t> size,
                                                      const std::optional<Tensor> &fill_value) {
  const Called called("ct.unique_all");
  Unique found = unique(x, {.size = size, .fill_value = fill_value, .equal_nan = false});
  return {found.values, found.index, found.inverse, found.counts};
}
std::pair<Tensor, Tensor> unique_counts(const Tensor &x, std::optional<int64_t> size,
                                        const std::optional<Tensor> &fill_value) {
  const Called called("ct.unique_counts");
  Unique found = unique(x, {.size = size, .fill_value = fill_value, .equal_nan = false});
  return {found.values, found.counts};
}
std::pair<Tensor, Tensor> unique_inverse(const Tensor &x, std::optional<int64_t> size,
                                         const std::optional<Tensor> &fill_value) {
  const Called called("ct.unique_inverse");
  Unique found = unique(x, {.size = size, .fill_value = fill_value, .equal_nan = false});
  return {found.values, found.inverse};
}
Tensor unique_values(const Tensor &x, std::optional<int64_t> size,
                     const std::optional<Tensor> &fill_value) {
  const Called called("ct.unique_values");
  return unique(x, {.size = size, .fill_value = fill_value, .equal_nan = false}).values;
}

} // namespace ct

ct::dynamic::OneOrTuple ct::dynamic::unique(const Tensor &ar, bool return_index,
                                            bool return_inverse, bool return_counts,
                                            std::optional<int64_t> axis, bool equal_nan,
                                            std::optional<int64_t> size,
                                            const std::optional<Tensor> &fill_value) {
  const Called called("ct.unique");
  Unique found = ct::unique(ar, {axis, size, fill_value, equal_nan});
  std::vector<Tensor> results{found.values};
  for (const auto &[isWanted, tensor] : {std::pair(return_index, found.index),
                                         {return_inverse, found.inverse},
                                         {return_counts, found.counts}})
    if (isWanted)
      results.push_back(tensor);
  return results.size() == 1 ? OneOrTuple(results[0]) : OneOrTuple(Tuple{results});
}
