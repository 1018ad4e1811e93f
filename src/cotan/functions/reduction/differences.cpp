// Differences, slopes and integrals of sampled functions.
#include "cotan/functions/functions.h"

#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/custom_call.h"

using namespace cotan::trace;

namespace ct {
namespace {

/// x[start:stop] along an axis counted from the front.
Tensor range(const Tensor &x, int64_t axis, std::optional<int64_t> start,
             std::optional<int64_t> stop) {
  Indices all(axis, Index(Slice{}));
  all.push_back(Slice{start, stop});
  return index(x, all);
}

/// A running reduction, behind the number it begins with.
Tensor cumulative(Tensor (*run)(const Tensor &, std::optional<int64_t>, std::optional<DType>),
                  int64_t first, const Tensor &x, std::optional<int64_t> axis,
                  std::optional<DType> dtype, bool include_initial) {
  if (!axis && x.ndim() != 1)
    refuse("found shape " + printTuple(openSizesOf(x)) +
           " and no axis, but expected a vector; say which axis");
  int64_t along = checkedAxis(axis.value_or(0), x.ndim());
  Tensor result = run(x, along, dtype);
  if (!include_initial)
    return result;
  Shape shape = shapeOf(x);
  shape[along] = 1;
  return concatenate({full(shape, first, result.dtype()), result}, along);
}

/// What is added to `x` at an end: a number as one slice.
Tensor slab(const Tensor &x, const Tensor &given, int64_t axis) {
  Tensor added = settled(std::vector{x, given})[1];
  if (added.ndim() != 0)
    return added;
  Shape shape = shapeOf(x);
  shape[axis] = 1;
  return broadcast_to(added, shape);
}

/// A vector as it goes together with `rank` axes, along one of them.
Tensor along(const Tensor &vector, int64_t axis, int64_t rank) {
  Shape shape(rank, 1);
  shape[axis] = openSizesOf(vector)[0];
  return reshape(vector, shape);
}

/// Slopes inside, where neighbours are at distances `before` and `behind`: exact for parabolas.
Tensor slopesInside(const Tensor &f, int64_t axis, const Tensor &before, const Tensor &behind) {
  Tensor left = range(f, axis, {}, -2), middle = range(f, axis, 1, -1),
         right = range(f, axis, 2, {});
  Tensor both = before + behind;
  return -behind / (before * both) * left + (behind - before) / (before * behind) * middle +
         before / (behind * both) * right;
}

/// The distances of coordinates; those of integers in a type that they fit into, as `type`.
Tensor distancesOf(const Tensor &x, DType type) {
  if (isInexact(x.dtype()))
    return diff(x);
  return astype(diff(astype(x, x.dtype() == DType::uint64 ? DType::float64 : DType::int64)), type);
}

void needElements(const Tensor &f, int64_t axis, int64_t count) {
  const int64_t size = openSizesOf(f)[axis];
  const std::string problem =
      count == 2 ? " has fewer than two elements" : " has fewer than three elements";
  if (isOpen(size))
    traceAssert(inner(ct::size(f, axis) >= count), "ct.gradient: an axis" + problem);
  else if (size < count)
    refuse("axis " + std::to_string(axis) + " of shape " + printTuple(openSizesOf(f)) + problem);
}

/// The slopes at both ends, of the chord there or, of order 2, of the parabola through two of them.
std::pair<Tensor, Tensor> slopesAtEnds(const Tensor &chords, const Tensor &distances, int64_t axis,
                                       int64_t order) {
  Tensor first = range(chords, axis, {}, 1), last = range(chords, axis, -1, {});
  if (order == 1)
    return {first, last};
  auto distance = [&](std::optional<int64_t> begin, std::optional<int64_t> end) {
    return distances.ndim() == 0 ? distances : range(distances, axis, begin, end);
  };
  Tensor begin = distance({}, 1), end = distance(-1, {});
  Tensor bend = (range(chords, axis, 1, 2) - first) / (begin + distance(1, 2)),
         lastBend = (last - range(chords, axis, -2, -1)) / (end + distance(-2, -1));
  return {first - begin * bend, last + end * lastBend};
}

Tensor slopes(const Tensor &f, int64_t axis, const Tensor &spacing, int64_t edge_order) {
  const int64_t size = openSizesOf(f)[axis];
  needElements(f, axis, edge_order + 1);
  if (spacing.ndim() > 1 || (spacing.ndim() == 1 && !mayBeEqual(openSizesOf(spacing)[0], size)))
    refuse("found coordinates of shape " + printTuple(openSizesOf(spacing)) +
           " for an axis of size " + printSize(size) +
           ", but expected one for each element, or a distance");
  Tensor steps = diff(f, 1, axis);
  if (spacing.ndim() == 0) {
    Tensor inside = (range(f, axis, 2, {}) - range(f, axis, {}, -2)) / spacing / 2;
    auto [first, last] = slopesAtEnds(steps / spacing, spacing, axis, edge_order);
    return concatenate({first, inside, last}, axis);
  }
  Tensor distances = along(distancesOf(spacing, partOf(f.dtype())), axis, f.ndim());
  Tensor inside =
      slopesInside(f, axis, range(distances, axis, {}, -1), range(distances, axis, 1, {}));
  auto [first, last] = slopesAtEnds(steps / distances, distances, axis, edge_order);
  return concatenate({first, inside, last}, axis);
}

} // namespace

Tensor diff(const Tensor &x, int64_t n, int64_t axis, const std::optional<Tensor> &prepend,
            const std::optional<Tensor> &append) {
  const Called called("ct.diff");
  if (n < 0)
    refuse("n is " + std::to_string(n) + ", but expected at least 0");
  int64_t checked = checkedAxis(axis, x.ndim());
  if (n == 0)
    return x;
  std::vector<Tensor> parts;
  if (prepend)
    parts.push_back(slab(x, *prepend, checked));
  parts.push_back(x);
  if (append)
    parts.push_back(slab(x, *append, checked));
  Tensor result = parts.size() > 1 ? concatenate(parts, checked) : x;
  for (int64_t i = 0; i < n && (i == 0 || openSizesOf(result)[checked] != 0); ++i) {
    Tensor behind = range(result, checked, 1, {}), before = range(result, checked, {}, -1);
    result = result.dtype() == DType::bool_ ? behind != before : behind - before;
  }
  return result;
}

Tensor ediff1d(const Tensor &x, const std::optional<Tensor> &to_end,
               const std::optional<Tensor> &to_begin) {
  const Called called("ct.ediff1d");
  Tensor steps = diff(ravel(x));
  std::vector<Tensor> parts;
  if (to_begin)
    parts.push_back(ravel(astype(*to_begin, steps.dtype())));
  parts.push_back(steps);
  if (to_end)
    parts.push_back(ravel(astype(*to_end, steps.dtype())));
  return parts.size() > 1 ? concatenate(parts) : steps;
}

std::vector<Tensor> gradient(const Tensor &f, const std::vector<Tensor> &spacings, const Axes &axes,
                             int64_t edge_order) {
  const Called called("ct.gradient");
  if (edge_order != 1 && edge_order != 2)
    refuse("edge_order is " + std::to_string(edge_order) + ", but expected 1 or 2");
  if (axes)
    checkedAxes(*axes, f.ndim());
  std::vector<int64_t> chosen;
  for (int64_t i = 0; i < (axes ? int64_t(axes->size()) : f.ndim()); ++i)
    chosen.push_back(checkedAxis(axes ? (*axes)[i] : i, f.ndim()));
  if (spacings.size() > 1 && spacings.size() != chosen.size())
    refuse("found " + std::to_string(spacings.size()) + " distances for " +
           std::to_string(chosen.size()) + " axes, but expected one, or as many");
  Tensor values = asInexact(f);
  std::vector<Tensor> result;
  for (size_t i = 0; i < chosen.size(); ++i)
    result.push_back(slopes(values, chosen[i],
                            spacings.empty() ? Tensor(1.0) : spacings[spacings.size() == 1 ? 0 : i],
                            edge_order));
  return result;
}

Tensor trapezoid(const Tensor &y, const std::optional<Tensor> &x, const Tensor &dx, int64_t axis) {
  const Called called("ct.trapezoid");
  auto given = settled(std::vector{asInexact(y), x ? asInexact(*x) : dx});
  int64_t along = checkedAxis(axis, y.ndim());
  Tensor values = widened(given[0]), widths = widened(given[1]);
  Tensor sums = range(values, along, 1, {}) + range(values, along, {}, -1);
  if (x && x->ndim() == 1)
    widths = ct::along(diff(widths), along, y.ndim());
  else if (x)
    widths = diff(widths, 1, along - y.ndim());
  return narrowed(sum(sums * widths, {{along}}) * 0.5, given[0]);
}

Tensor cumulative_sum(const Tensor &x, std::optional<int64_t> axis, std::optional<DType> dtype,
                      bool include_initial) {
  const Called called("ct.cumulative_sum");
  return cumulative(cumsum, 0, x, axis, dtype, include_initial);
}
Tensor cumulative_prod(const Tensor &x, std::optional<int64_t> axis, std::optional<DType> dtype,
                       bool include_initial) {
  const Called called("ct.cumulative_prod");
  return cumulative(cumprod, 1, x, axis, dtype, include_initial);
}

Tensor unwrap(const Tensor &p, const std::optional<Tensor> &discont, int64_t axis,
              const Tensor &period) {
  const Called called("ct.unwrap");
  // Of integers with such a period they are integers, as NumPy's; steps of unsigned ones have
  // signs.
  const bool areWhole =
      !isInexact(p.dtype()) && p.dtype() != DType::bool_ && !isInexact(period.dtype());
  const std::vector<Tensor> both = settled(std::vector{areWhole ? p : asFloats(p), period});
  const DType type = both[0].dtype(), inside = areWhole ? DType::int64 : type;
  const Tensor values = astype(both[0], inside), length = astype(both[1], inside);
  const Tensor half = areWhole ? floor_divide(length, 2) : divide(length, 2);
  const int64_t along = checkedAxis(axis, p.ndim());
  if (values.size() == 0)
    return both[0];
  const Tensor steps = diff(values, 1, along);
  Tensor wrapped = remainder(steps + half, length) - half;
  const Tensor isEither = 2 * half == length; // half a period, up or down
  wrapped = where(isEither & (wrapped == -half) & (steps > 0), half, wrapped);
  const Tensor fix = where(abs(steps) < discont.value_or(divide(length, 2)), 0, wrapped - steps);
  const Tensor rest = range(values, along, 1, {}) + cumsum(fix, along);
  return astype(concatenate({range(values, along, {}, 1), rest}, along), type);
}

} // namespace ct

ct::dynamic::OneOrList ct::dynamic::gradient(const Tensor &f, const std::vector<Tensor> &spacings,
                                             const Axes &axis, std::optional<int64_t> edge_order) {
  const Called called("ct.gradient");
  std::vector<Tensor> slopes = ct::gradient(f, spacings, axis, edge_order.value_or(1));
  return slopes.size() == 1 ? OneOrList(slopes[0]) : OneOrList(slopes);
}
