// The distinct elements.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"
#include "cotan/trace/custom_call.h"

using namespace cotan::trace;

namespace ct {
namespace {

/// The places of the rows in order; equal ones stay in theirs.
Tensor orderOf(const Tensor &rows) {
  if (openSizesOf(rows)[1] == 1)
    return argsort(ravel(rows));
  Tensor columns = transpose(rows);
  Tensor last = lastPlace(columns, 0);
  auto byColumn = [&](const Tensor &i, const Tensor &order) { // the first column counts most
    Tensor column = take(columns, last - i, 0);
    return take(order, argsort(take(column, order, 0)), 0);
  };
  return fori_loop(0, size(columns, 0), byColumn, iota({openSizesOf(rows)[0]}, 0));
}

/// Whether each row differs from the one before.
Tensor isFirst(const Tensor &rows, bool equalNan) {
  Tensor behind = index(rows, {Slice{1, {}}}), before = index(rows, {Slice{0, -1}});
  Tensor differs = behind != before;
  if (isInexact(rows.dtype()) && equalNan)
    differs = logical_and(differs, logical_not(logical_and(isnan(behind), isnan(before))));
  return concatenate({ones({1}, DType::bool_), any(differs, {{1}})});
}

} // namespace

Unique unique(const Tensor &x, const UniqueOptions &options) {
  const Called called("ct.unique");
  if (!options.size && x.isTraced())
    refuse<TypeError>("of a traced tensor: how many distinct elements there are is not "
                      "known; say how many results there are with size=");
  int64_t axis = options.axis ? checkedAxis(*options.axis, x.ndim()) : 0;
  Tensor slices = options.axis ? moveaxis(x, {axis}, {0}) : ravel(x);
  const int64_t count = openSizesOf(slices)[0];
  if (isOpen(count))
    traceAssert(inner(size(slices, 0) > 0), "ct.unique: there are no elements");
  if (count == 0 && options.size.value_or(0) > 0)
    refuse("size is " + std::to_string(*options.size) + ", but there are no elements");
  if (Tensor none = zeros({0}, DType::int64); count == 0)
    return {options.axis ? x : slices, none, options.axis ? none : reshape(none, shapeOf(x)), none};
  Tensor rows = reshape(slices, {count, options.axis ? -1 : 1});
  Tensor order = orderOf(rows), first = isFirst(take(rows, order, 0), options.equal_nan);
  Tensor all = size(slices, 0), starts = flatnonzero(first, options.size, all),
         isThere = starts < all;
  Tensor place = take(order, where(isThere, starts, 0), 0), values = take(slices, place, 0);
  if (options.size && options.fill_value) {
    Shape wide(slices.ndim(), 1);
    wide[0] = *options.size;
    values = where(reshape(isThere, wide), values, astype(*options.fill_value, x.dtype()));
  }
  Tensor ends = concatenate({index(starts, {Slice{1, {}}}), full({1}, all, DType::int64)});
  Tensor inverse = set_at(zeros({count}, DType::int64), {order}, cumsum(first) - 1);
  return {options.axis ? moveaxis(values, {0}, {axis}) : values, place,
          options.axis ? inverse : reshape(inverse, shapeOf(x)), ends - starts};
}

} // namespace ct

namespace ct {

std::tuple<Tensor, Tensor, Tensor, Tensor> unique_all(const Tensor &x) {
  const Called called("ct.unique_all");
  Unique found = unique(x, {.equal_nan = false});
  return {found.values, found.index, found.inverse, found.counts};
}
std::pair<Tensor, Tensor> unique_counts(const Tensor &x) {
  const Called called("ct.unique_counts");
  Unique found = unique(x, {.equal_nan = false});
  return {found.values, found.counts};
}
std::pair<Tensor, Tensor> unique_inverse(const Tensor &x) {
  const Called called("ct.unique_inverse");
  Unique found = unique(x, {.equal_nan = false});
  return {found.values, found.inverse};
}
Tensor unique_values(const Tensor &x) {
  const Called called("ct.unique_values");
  return unique(x, {.equal_nan = false}).values;
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
  for (auto [isWanted, tensor] : {std::pair(return_index, found.index),
                                  {return_inverse, found.inverse},
                                  {return_counts, found.counts}})
    if (isWanted)
      results.push_back(tensor);
  return results.size() == 1 ? OneOrTuple(results[0]) : OneOrTuple(Tuple{results});
}
