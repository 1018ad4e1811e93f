// Counting: how often numbers occur, or lie in bins.
#include "cotan/functions/functions.h"

#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

#include <cmath>
#include <sstream>

using namespace cotan::trace;

namespace ct {

/// The weights added up at these places, or how often each is there: as int64, which a float of 32
/// bits does not count up to. What is at a place outside is left out.
static Tensor addUp(const Tensor &places, const std::optional<Tensor> &given, int64_t count) {
  const Tensor each = given ? *given : ones_like(places, DType::int64);
  const Tensor weights = each.dtype() == DType::bool_ ? astype(each, DType::int64) : each;
  const Tensor sums = zeros({count}, weights.dtype());
  const cotan::DType type = sums.body()->dtype, types[] = {type, cotan::DType::i64, type};
  return op::scatter_add(sums, places, weights, /*axis=*/0, /*clip=*/false,
                         {.results = typeOf(weights.dtype(), {count}), .operandTypes = types});
}

/// What is in each bin as a share of all, by the size of the bin.
static Tensor densityOf(const Tensor &sums, const Tensor &sizes, DType type) {
  return astype(sums / widened(sizes) / sum(sums), type);
}

static void needWeights(const std::optional<Tensor> &weights, const Tensor &x) {
  if (weights && !mayHaveOneShape(*weights, x))
    refuse("found weights of shape " + printTuple(openSizesOf(*weights)) +
           ", but expected that of the numbers, " + printTuple(openSizesOf(x)));
}

/// Throws if the ends are none of bins, or are known not to be in order.
static void needEdges(const Tensor &edges) {
  if (edges.ndim() != 1 || edges.size() < 2)
    refuse("the ends of the bins have shape " + printTuple(openSizesOf(edges)) +
           ", but expected a vector of at least two");
  if (edges.isTraced())
    return;
  const Tensor before = index(edges, {Slice{{}, -1}}), behind = index(edges, {Slice{1, {}}});
  if (any(behind < before).item<bool>())
    refuse("the ends of the bins are not in order, but each must be at least the one before it");
}

/// Throws if the ends of all bins are known, and no numbers in order.
static void needRange(const Tensor &low, const Tensor &high) {
  if (low.ndim() > 0 || high.ndim() > 0)
    refuse("the ends of the range have shapes " + printTuple(openSizesOf(low)) + " and " +
           printTuple(openSizesOf(high)) + ", but expected numbers");
  if (low.isTraced() || high.isTraced())
    return;
  const double first = astype(low, DType::float64).item<double>(),
               last = astype(high, DType::float64).item<double>();
  if (std::isfinite(first) && std::isfinite(last) && first <= last)
    return;
  std::ostringstream found;
  found << "range is (" << first << ", " << last << ")";
  refuse(found.str() + ", but expected finite numbers, the lower one first");
}

/// The number of the bin of each element: 0 is none, count the last, which has its upper end, too.
static Tensor binOf(const Tensor &row, const Tensor &edges) {
  const int64_t count = edges.size() - 1;
  Tensor ends = astype(edges, row.dtype());
  Tensor bin = searchsorted(index(ends, {Slice{0, count}}), row, Side::right);
  return where(row <= index(ends, {count}), bin, 0);
}

/// As rows.
static Tensor pointsOf(const Tensor &x, const Tensor &y) {
  if (x.ndim() != 1 || y.ndim() != 1 || !mayHaveOneShape(x, y))
    refuse("found shapes " + printTuple(openSizesOf(x)) + " and " + printTuple(openSizesOf(y)) +
           ", but expected vectors of one size");
  return stack(promoted(Accepts::floats, {x, y}), 1);
}

static void needSample(const Tensor &sample, size_t axes, const std::optional<Tensor> &weights) {
  if (sample.ndim() != 2 || sizeAt(sample, 1) == 0)
    refuse("the points have shape " + printTuple(openSizesOf(sample)) +
           ", but expected a matrix with a row for each");
  if (sizeAt(sample, 1) != int64_t(axes))
    refuse("found bins for " + std::to_string(axes) + " axes, but the points have " +
           std::to_string(sizeAt(sample, 1)));
  if (weights &&
      (weights->ndim() != 1 || !mayBeEqual(openSizesOf(*weights)[0], openSizesOf(sample)[0])))
    refuse("found weights of shape " + printTuple(openSizesOf(*weights)) +
           ", but expected one for each point");
}

Tensor bincount(const Tensor &x, const std::optional<Tensor> &weights, int64_t minlength,
                std::optional<int64_t> length) {
  const Called called("ct.bincount");
  if (isInexact(x.dtype()) || x.ndim() != 1)
    refuse("found " + describe(x.body()->type()) + ", but expected a vector of integers");
  needWeights(weights, x);
  Tensor places = maximum(astype(x, DType::int64), 0);
  if (!length && x.isTraced())
    refuse<TypeError>("of a traced tensor: how large its elements are is not known; say "
                      "how many results there are with length=");
  int64_t count = length ? *length : minlength;
  if (!length && x.size() > 0)
    count = std::max(count, addSizes(max(places).item<int64_t>(), 1));
  return addUp(places, weights, count);
}

Tensor histogram_bin_edges(const Tensor &x, int64_t bins,
                           const std::optional<std::pair<Tensor, Tensor>> &range) {
  const Called called("ct.histogram_bin_edges");
  if (bins < 1)
    refuse("found " + std::to_string(bins) + " bins, but expected at least one");
  if (range)
    needRange(range->first, range->second);
  Tensor numbers = asFloats(x), low = 0.0, high = 1.0;
  if (range || !llvm::is_contained(openSizesOf(x), 0)) {
    low = astype(range ? range->first : min(numbers), numbers.dtype());
    high = astype(range ? range->second : max(numbers), numbers.dtype());
  }
  Tensor isPoint = low == high;
  return linspace(where(isPoint, low - 0.5, low), where(isPoint, high + 0.5, high),
                  addSizes(bins, 1), true, numbers.dtype());
}

Tensor histogram(const Tensor &x, const Tensor &edges, const std::optional<Tensor> &weights,
                 bool density) {
  const Called called("ct.histogram");
  needEdges(edges);
  const int64_t count = edges.size() - 1;
  needWeights(weights, x);
  Tensor row = ravel(asFloats(x));
  auto each = weights ? std::optional(ravel(*weights)) : std::nullopt;
  if (density && weights && isInexact(weights->dtype())) // their sum may be too large for 16 bits
    each = widened(*each);
  Tensor sums = index(addUp(binOf(row, edges), each, count + 1), {Slice{1, count + 1}});
  if (!density)
    return weights ? sums : astype(sums, row.dtype());
  const Tensor given[] = {weights.value_or(row), edges};
  return densityOf(sums, diff(edges), outer(common(Accepts::inexact, given).dtype));
}

Tensor histogramdd(const Tensor &sample, const std::vector<Tensor> &edges,
                   const std::optional<Tensor> &weights, bool density) {
  const Called called("ct.histogramdd");
  needSample(sample, edges.size(), weights);
  Tensor points = asFloats(sample), isInside = true, place = int64_t(0);
  Shape counts;
  int64_t all = 1;
  for (size_t axis = 0; axis < edges.size(); ++axis) {
    needEdges(edges[axis]);
    Tensor bin = binOf(index(points, {ellipsis, int64_t(axis)}), edges[axis]);
    counts.push_back(edges[axis].size() - 1);
    all = multiplySizes(all, counts.back());
    isInside = logical_and(isInside, bin > 0);
    place = place * counts.back() + maximum(bin - 1, 0);
  }
  // 0 is where those are added that are in no bin.
  auto each = weights ? std::optional(asInexact(*weights)) : std::nullopt;
  if (density && weights)
    each = widened(*each);
  Tensor sums = addUp(where(isInside, place + 1, 0), each, addSizes(all, 1));
  sums = reshape(index(sums, {Slice{1, {}}}), counts);
  if (!density)
    return weights ? sums : astype(sums, points.dtype());
  Tensor volumes = 1.0;
  for (const Tensor &ends : edges)
    volumes = expand_dims(volumes, {-1}) * diff(widened(astype(ends, points.dtype())));
  const Tensor given[] = {weights ? asInexact(*weights) : points, points};
  return densityOf(sums, volumes, outer(common(Accepts::inexact, given).dtype));
}

Tensor histogram2d(const Tensor &x, const Tensor &y, const Tensor &xedges, const Tensor &yedges,
                   const std::optional<Tensor> &weights, bool density) {
  const Called called("ct.histogram2d");
  return histogramdd(pointsOf(x, y), {xedges, yedges}, weights, density);
}

} // namespace ct

namespace ct::dynamic {

Tensor histogram_bin_edges(const Tensor &a, const BinsOfAxis &bins,
                           const std::optional<std::pair<Tensor, Tensor>> &range,
                           const std::optional<Tensor> &weights) {
  const Called called("ct.histogram_bin_edges");
  needWeights(weights, a);
  if (auto *count = std::get_if<int64_t>(&bins))
    return ct::histogram_bin_edges(a, *count, range);
  auto *several = std::get_if<std::vector<Tensor>>(&bins);
  if (several && several->empty())
    refuse("bins is empty, but expected a number, or at least two ends");
  const Tensor edges = several ? stack(settled(*several)) : std::get<Tensor>(bins);
  if (edges.ndim() == 1)
    return edges;
  refuse("bins is " + cotan::trace::describe(edges.body()->type()) +
         ", but expected the vector of their ends, or an integer that is known when a "
         "function is compiled");
}

std::pair<Tensor, Tensor> histogram(const Tensor &a, const BinsOfAxis &bins,
                                    const std::optional<std::pair<Tensor, Tensor>> &range,
                                    const std::optional<Tensor> &weights, bool density) {
  const Called called("ct.histogram");
  Tensor edges = histogram_bin_edges(a, bins, range, weights);
  return {ct::histogram(a, edges, weights, density), edges};
}

/// The lower and the upper end along each axis, if they are given.
static std::vector<std::optional<std::pair<Tensor, Tensor>>>
endsOf(const std::optional<Ranges> &range, int64_t axes) {
  std::vector<std::optional<std::pair<Tensor, Tensor>>> ends(axes);
  if (!range)
    return ends;
  const auto &[rows, matrix] = *range;
  if (matrix && (matrix->ndim() != 2 || sizeAt(*matrix, 1) != 2))
    refuse("range has no pairs of ends, but expected one for each of " + std::to_string(axes) +
           " axes, or one for all");
  const int64_t pairs = matrix ? sizeAt(*matrix, 0) : int64_t(rows.size());
  if (pairs != axes && pairs != 1)
    refuse("range has " + std::to_string(pairs) + " pairs of ends, but expected one for each of " +
           std::to_string(axes) + " axes, or one for all");
  for (int64_t axis = 0; axis < axes; ++axis) {
    const int64_t i = pairs == 1 ? 0 : axis;
    ends[axis] = matrix ? std::pair(index(*matrix, {i, 0}), index(*matrix, {i, 1})) : rows[i];
  }
  return ends;
}

/// The ends of the bins along each axis.
static std::vector<Tensor> edgesOf(const Tensor &points, const Bins &bins,
                                   const std::optional<Ranges> &range) {
  const int64_t axes = points.ndim() == 2 ? sizeAt(points, 1) : 0;
  auto *several = std::get_if<std::vector<Tensor>>(&bins);
  needSample(points, several ? several->size() : axes, {});
  auto ranges = endsOf(range, axes);
  std::vector<Tensor> edges;
  for (int64_t axis = 0; axis < axes; ++axis) {
    BinsOfAxis count = several ? BinsOfAxis((*several)[axis]) : BinsOfAxis(std::get<int64_t>(bins));
    if (auto *one = std::get_if<Tensor>(&count);
        one && one->ndim() == 0 && !one->isTraced() && !isInexact(one->dtype()))
      count = one->item<int64_t>();
    edges.push_back(histogram_bin_edges(index(points, {ellipsis, axis}), count, ranges[axis], {}));
  }
  return edges;
}

std::pair<Tensor, std::vector<Tensor>> histogramdd(const Tensor &sample, const Bins &bins,
                                                   const std::optional<Ranges> &range,
                                                   const std::optional<Tensor> &weights,
                                                   bool density) {
  const Called called("ct.histogramdd");
  std::vector<Tensor> edges = edgesOf(sample, bins, range);
  return {ct::histogramdd(sample, edges, weights, density), edges};
}

std::tuple<Tensor, Tensor, Tensor> histogram2d(const Tensor &x, const Tensor &y, const Bins &bins,
                                               const std::optional<Ranges> &range,
                                               const std::optional<Tensor> &weights, bool density) {
  const Called called("ct.histogram2d");
  Tensor points = pointsOf(x, y);
  auto *several = std::get_if<std::vector<Tensor>>(&bins);
  // As in NumPy, a vector of another size than two has the ends for both axes.
  const bool areEnds = several && several->size() != 2 &&
                       llvm::all_of(*several, [](const Tensor &one) { return one.ndim() == 0; });
  if (areEnds && several->empty())
    refuse("bins is empty, but expected a number, their ends, or a list of two");
  Bins each = areEnds ? Bins(std::vector<Tensor>(2, stack(settled(*several)))) : bins;
  std::vector<Tensor> edges = edgesOf(points, each, range);
  return {ct::histogramdd(points, edges, weights, density), edges[0], edges[1]};
}

} // namespace ct::dynamic
