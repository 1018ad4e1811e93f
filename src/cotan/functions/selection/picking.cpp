// Elements and blocks at places.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/index_plan.h"
#include "cotan/functions/operators.h"
#include "cotan/functions/selection/keywords.h"
#include "cotan/support/nonzero.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {
namespace {

/// Integers or tensors of none, as one tensor of int64.
Tensor startVector(const std::vector<Tensor> &starts) {
  std::vector<Tensor> parts;
  for (const Tensor &start : starts)
    parts.push_back(astype(start, DType::int64));
  return stack(parts);
}

/// `[:, ..., indices]`.
Indices atAxis(const Tensor &x, const Tensor &indices, int64_t axis) {
  Indices all(checkedAxis(axis, x.ndim()), Index(Slice{}));
  all.push_back(indices);
  return all;
}

} // namespace

Tensor take(const Tensor &x, const Tensor &indices, std::optional<int64_t> axis) {
  const Called called("ct.take");
  return axis ? index(x, atAxis(x, indices, *axis)) : take(ravel(x), indices, 0);
}

Tensor take(const Tensor &x, const Tensor &indices, std::optional<int64_t> axis, IndexMode mode,
            const std::optional<Tensor> &fill_value) {
  const Called called("ct.take");
  if (!axis)
    return take(ravel(x), indices, 0, mode, fill_value);
  const bool wrapsNegative = mode != IndexMode::clip;
  Indices places = in_range(x, atAxis(x, indices, *axis), mode, wrapsNegative);
  return mode == IndexMode::drop ? index_or(x, places, fill_value) : index(x, places);
}

Tensor diagonal(const Tensor &x, int64_t offset, int64_t axis1, int64_t axis2) {
  const Called called("ct.diagonal");
  int64_t from = checkedAxis(axis1, x.ndim()), to = checkedAxis(axis2, x.ndim());
  if (from == to)
    refuse("found axis " + std::to_string(from) + " twice, but expected two axes");
  return op::diagonal(x, offset, {from, to}, {.isWeak = x.isWeak()});
}

std::vector<Tensor> nonzero(const Tensor &x) {
  const Called called("ct.nonzero");
  if (x.ndim() == 0)
    refuse("a number has no places; make it a row first, with ct.atleast_1d(x)");
  if (x.isTraced())
    refuse<TypeError>(
        "of a traced tensor, and indexing with a traced mask: how many "
        "elements there are is not known; use ct.where(mask, x, 0) instead, or say how "
        "many results there are, as ct.nonzero(mask, size=...)");
  std::vector<Tensor> result;
  for (const cotan::Array &row : cotan::placesOfNonzero(x.body()->asArray()))
    result.push_back(outer(makeTensor(row)));
  return result;
}

/// That a block has a start for each axis, and lies within them.
static void needBlock(const Tensor &x, const std::vector<Tensor> &starts,
                      llvm::ArrayRef<int64_t> sizes) {
  if (int64_t(starts.size()) != x.ndim() || int64_t(sizes.size()) != x.ndim())
    refuse("found " + std::to_string(starts.size()) + " places and the sizes " + printTuple(sizes) +
           ", but expected one for each axis of shape " + printTuple(openSizesOf(x)));
  for (const Tensor &start : starts)
    if (start.ndim() != 0 || isInexact(start.dtype()) || start.dtype() == DType::bool_)
      refuse<TypeError>("a place is " + describe(start.body()->type()) +
                        ", but must be one integer");
  for (auto [size, all] : llvm::zip_equal(sizes, openSizesOf(x)))
    if (!isOpen(size) && !isOpen(all) && (size < 0 || size > all))
      refuse("a block of shape " + printTuple(sizes) + " does not lie within shape " +
             printTuple(openSizesOf(x)));
}

Tensor dynamic_slice(const Tensor &x, const std::vector<Tensor> &starts, const Shape &sizes) {
  const Called called("ct.dynamic_slice");
  needBlock(x, starts, sizes);
  if (x.ndim() == 0)
    return x;
  return op::dynamic_slice(x, startVector(starts),
                           {.results = typeOf(x.dtype(), sizes), .isWeak = x.isWeak()});
}

Tensor dynamic_update_slice(const Tensor &x, const Tensor &update,
                            const std::vector<Tensor> &starts) {
  const Called called("ct.dynamic_update_slice");
  needBlock(x, starts, openSizesOf(update));
  if (x.ndim() == 0)
    return astype(update, x.dtype());
  cotan::DType type = x.body()->dtype, types[] = {type, cotan::DType::i64, type};
  return op::dynamic_update_slice(
      x, startVector(starts), update,
      {.results = typeOf(x.dtype(), openSizesOf(x)), .operandTypes = types});
}

} // namespace ct

namespace ct::dynamic {

Tensor take(const Tensor &x, const Tensor &indices, std::optional<int64_t> axis,
            const std::optional<std::string> &mode, const std::optional<Tensor> &fill_value) {
  const Called called("ct.take");
  const std::optional<IndexMode> known = indexMode(mode, fill_value);
  return known ? ct::take(x, indices, axis, *known, fill_value) : ct::take(x, indices, axis);
}

Tuple nonzero(const Tensor &x, std::optional<int64_t> size,
              const std::optional<OneOrList> &fill_value) {
  const Called called("ct.nonzero");
  return {size ? ct::nonzero(x, size, fillOf(fill_value)) : ct::nonzero(x)};
}

} // namespace ct::dynamic
