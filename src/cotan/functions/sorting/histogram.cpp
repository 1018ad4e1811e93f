// Counting: how often numbers occur, or lie in bins.
#include "cotan/functions/functions.h"

#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {

/// The weights added up at these places; what is at a place outside is left out.
static Tensor addUp(const Tensor &places, const Tensor &weights, int64_t count) {
  const Tensor sums = zeros({count}, weights.dtype());
  const cotan::DType type = sums.body()->dtype, types[] = {type, cotan::DType::i64, type};
  return op::scatter_add(sums, places, weights, /*axis=*/0, /*clip=*/false,
                         {.results = typeOf(weights.dtype(), {count}), .operandTypes = types});
}

Tensor bincount(const Tensor &x, const std::optional<Tensor> &weights, int64_t minlength,
                std::optional<int64_t> length) {
  const Called called("ct.bincount");
  if (isInexact(x.dtype()) || x.ndim() != 1)
    refuse("found " + describe(x.body()->type()) + ", but expected a vector of integers");
  if (weights && !mayHaveOneShape(*weights, x))
    refuse("found weights of shape " + printTuple(openSizesOf(*weights)) +
           ", but expected that of the numbers, " + printTuple(openSizesOf(x)));
  Tensor places = maximum(astype(x, DType::int64), 0);
  if (!length && x.isTraced())
    refuse<TypeError>("of a traced tensor: how large its elements are is not known; say "
                      "how many results there are with length=");
  int64_t count = length ? *length : minlength;
  if (!length && x.size() > 0)
    count = std::max(count, addSizes(max(places).item<int64_t>(), 1));
  return addUp(places, weights ? *weights : ones_like(places), count);
}

Tensor histogram_bin_edges(const Tensor &x, int64_t bins,
                           const std::optional<std::pair<Tensor, Tensor>> &range) {
  const Called called("ct.histogram_bin_edges");
  if (bins < 1)
    refuse("found " + std::to_string(bins) + " bins, but expected at least one");
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
  int64_t count = edges.size() - 1;
  if (edges.ndim() != 1 || count < 1)
    refuse("the ends of the bins have shape " + printTuple(openSizesOf(edges)) +
           ", but expected a vector of at least two");
  if (weights && !mayHaveOneShape(*weights, x))
    refuse("found weights of shape " + printTuple(openSizesOf(*weights)) +
           ", but expected that of the numbers, " + printTuple(openSizesOf(x)));
  Tensor row = ravel(asFloats(x)), ends = astype(edges, row.dtype());
  // 0 is none of the bins, count the last, which has its upper end, too.
  Tensor bin = searchsorted(index(ends, {Slice{0, count}}), row, Side::right);
  Tensor place = where(row <= index(ends, {count}), bin, 0);
  Tensor all = addUp(place, weights ? ravel(*weights) : ones_like(row), count + 1);
  Tensor sums = index(all, {Slice{1, count + 1}});
  return density ? sums / diff(edges) / sum(sums) : sums;
}

} // namespace ct

namespace ct::dynamic {

Tensor histogram_bin_edges(const Tensor &a, const Count &bins,
                           const std::optional<std::pair<Tensor, Tensor>> &range) {
  const Called called("ct.histogram_bin_edges");
  if (auto *count = std::get_if<int64_t>(&bins))
    return ct::histogram_bin_edges(a, *count, range);
  const auto &edges = std::get<Tensor>(bins);
  if (edges.ndim() == 1)
    return edges;
  refuse("bins is " + cotan::trace::describe(edges.body()->type()) +
         ", but expected the vector of their ends, or an integer that is known when a "
         "function is compiled");
}

std::pair<Tensor, Tensor> histogram(const Tensor &a, const Count &bins,
                                    const std::optional<std::pair<Tensor, Tensor>> &range,
                                    const std::optional<Tensor> &weights, bool density) {
  const Called called("ct.histogram");
  Tensor edges = histogram_bin_edges(a, bins, range);
  return {ct::histogram(a, edges, weights, density), edges};
}

} // namespace ct::dynamic
