#include "cotan/functions/functions.h"

#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/indexing/integer_range.h"
#include "cotan/functions/operators.h"
#include "cotan/functions/selection/keywords.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/open_sizes.h"

#include <cmath>

namespace ct::ops {
namespace {

struct Segments {
  Shape shape;   // of the result
  Tensor places; // of the rows; what is none is behind the last one
};

int64_t countOf(const Tensor &ids, std::optional<int64_t> given) {
  if (given && *given < 0)
    refuse("num_segments is " + std::to_string(*given) + ", but expected at least 0");
  if (given)
    return *given;
  if (ids.isTraced())
    refuse<TypeError>(
        "of traced numbers of segments: how large they are is not known; say how many "
        "results there are with num_segments=");
  return ids.size() == 0 ? 0 : std::max<int64_t>(0, addSizes(max(ids).item<int64_t>(), 1));
}

Segments segmentsOf(const Tensor &data, const Tensor &ids, std::optional<int64_t> given,
                    IndexMode mode) {
  needComputed(data.dtype());
  if (isInexact(ids.dtype()) || ids.dtype() == DType::bool_)
    refuse<TypeError>("segment_ids is of " + nameOf(ids.dtype()) +
                      ", but must be of integers; convert with astype(ct.int64)");
  if (ids.ndim() != 1 || data.ndim() == 0 ||
      !cotan::trace::mayBeEqual(openSizesOf(ids)[0], openSizesOf(data)[0]))
    refuse("segment_ids is of shape " + printTuple(openSizesOf(ids)) + " and data of " +
           printTuple(openSizesOf(data)) + ", but expected a number for each row of data");
  Tensor all = astype(ids, DType::int64);
  Shape shape = shapeOf(data);
  shape[0] = countOf(all, given);
  return {shape, in_range(all, shape[0], mode, /*wrap_negative=*/false)};
}

/// The least number of a type, or the largest.
Tensor endOf(DType dtype, bool isLeast) {
  if (isFloating(dtype))
    return astype(isLeast ? -HUGE_VAL : HUGE_VAL, dtype);
  if (dtype == DType::bool_)
    return astype(!isLeast, dtype);
  return isLeast ? leastInteger(dtype) : largestInteger(dtype);
}

Tensor changed(const Tensor &data, const Segments &segments, const Tensor &start,
               const Change &change, bool isUnique) {
  Tensor none = full(segments.shape, start, data.dtype());
  return llvm::is_contained(openSizesOf(none), 0)
             ? none
             : change_at(none, {segments.places}, data, change, isUnique);
}

Tensor extreme(const Tensor &data, const Tensor &ids, std::optional<int64_t> count, bool isUnique,
               IndexMode mode, bool isLargest) {
  if (isComplex(data.dtype()))
    refuse<TypeError>("complex numbers have no order; take their real part, ct.real(x), or their "
                      "size, ct.abs(x)");
  auto change = [&](const Tensor &x, const Tensor &y) {
    return isLargest ? maximum(x, y) : minimum(x, y);
  };
  const Segments segments = segmentsOf(data, ids, count, mode);
  return changed(data, segments, endOf(data.dtype(), isLargest), change, isUnique);
}

} // namespace

Tensor segment_sum(const Tensor &data, const Tensor &segment_ids,
                   std::optional<int64_t> num_segments, bool, IndexMode mode) {
  const Called called("ct.ops.segment_sum");
  const Segments segments = segmentsOf(data, segment_ids, num_segments, mode);
  return add_at(zeros(segments.shape, data.dtype()), {segments.places}, data);
}

Tensor segment_prod(const Tensor &data, const Tensor &segment_ids,
                    std::optional<int64_t> num_segments, bool unique_indices, IndexMode mode) {
  const Called called("ct.ops.segment_prod");
  auto change = [](const Tensor &x, const Tensor &y) { return x * y; };
  return changed(data, segmentsOf(data, segment_ids, num_segments, mode), 1, change,
                 unique_indices);
}

Tensor segment_max(const Tensor &data, const Tensor &segment_ids,
                   std::optional<int64_t> num_segments, bool unique_indices, IndexMode mode) {
  const Called called("ct.ops.segment_max");
  return extreme(data, segment_ids, num_segments, unique_indices, mode, /*isLargest=*/true);
}

Tensor segment_min(const Tensor &data, const Tensor &segment_ids,
                   std::optional<int64_t> num_segments, bool unique_indices, IndexMode mode) {
  const Called called("ct.ops.segment_min");
  return extreme(data, segment_ids, num_segments, unique_indices, mode, /*isLargest=*/false);
}

} // namespace ct::ops

namespace ct::dynamic::ops {
namespace {

using Reduce = Tensor (*)(const Tensor &, const Tensor &, std::optional<int64_t>, bool, IndexMode);

Tensor reduced(Reduce reduce, const char *name, const Tensor &data, const Tensor &ids,
               std::optional<int64_t> count, bool isUnique,
               const std::optional<std::string> &mode) {
  const Called called(name);
  return reduce(data, ids, count, isUnique, indexMode(mode).value_or(IndexMode::drop));
}

} // namespace

Tensor segment_sum(const Tensor &data, const Tensor &ids, std::optional<int64_t> count,
                   bool isUnique, const std::optional<std::string> &mode) {
  return reduced(ct::ops::segment_sum, "ct.ops.segment_sum", data, ids, count, isUnique, mode);
}
Tensor segment_prod(const Tensor &data, const Tensor &ids, std::optional<int64_t> count,
                    bool isUnique, const std::optional<std::string> &mode) {
  return reduced(ct::ops::segment_prod, "ct.ops.segment_prod", data, ids, count, isUnique, mode);
}
Tensor segment_max(const Tensor &data, const Tensor &ids, std::optional<int64_t> count,
                   bool isUnique, const std::optional<std::string> &mode) {
  return reduced(ct::ops::segment_max, "ct.ops.segment_max", data, ids, count, isUnique, mode);
}
Tensor segment_min(const Tensor &data, const Tensor &ids, std::optional<int64_t> count,
                   bool isUnique, const std::optional<std::string> &mode) {
  return reduced(ct::ops::segment_min, "ct.ops.segment_min", data, ids, count, isUnique, mode);
}

} // namespace ct::dynamic::ops
