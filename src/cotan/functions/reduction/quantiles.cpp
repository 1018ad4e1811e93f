// Quantiles: elements between sorted ones.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/functions/reduction/weights.h"
#include "cotan/tensor/inside.h"

#include <cmath>

namespace ct {
namespace {

struct Question {
  double whole; // what q says for all elements
  const Axes &axes;
  std::string method;
  bool keepdims, leavesOutNan;
  std::optional<Tensor> weights = {};

  /// Whether the parts of a whole are compared, with all the digits that q has.
  bool isByParts() const {
    return method == "inverted_cdf" || method == "averaged_inverted_cdf" ||
           method == "closest_observation";
  }
};

/// The methods that are lines between elements: of n elements the part q is at the position
/// n q + alpha + q (1 - alpha - beta), counted from 1. Source: Hyndman and Fan, Sample Quantiles in
/// Statistical Packages, 1996; the other methods are there, too.
struct Line {
  const char *name;
  double alpha, beta;
};
constexpr Line lines[] = {{"linear", 1, 1},
                          {"interpolated_inverted_cdf", 0, 1},
                          {"hazen", 0.5, 0.5},
                          {"weibull", 0, 0},
                          {"median_unbiased", 1.0 / 3, 1.0 / 3},
                          {"normal_unbiased", 3.0 / 8, 3.0 / 8}};
const Line *lineOf(const std::string &method) {
  const auto *found = llvm::find_if(lines, [&](const Line &line) { return method == line.name; });
  return found == std::end(lines) ? nullptr : found;
}

/// Counted from 0.
Tensor positionOf(const std::string &method, const Tensor &q, const Tensor &last) {
  const Tensor count = last + 1;
  if (method == "inverted_cdf")
    return maximum(ceil(q * count) - 1, 0);
  if (method == "averaged_inverted_cdf")
    return q * count - 1;
  if (method == "closest_observation") { // half way the one whose number, from 1, is even
    Tensor place = q * count - 1.5, before = floor(place);
    Tensor isEven = logical_and(place == before, remainder(before, 2.0) == 1);
    return maximum(where(isEven, before, before + 1), 0);
  }
  const Line *line = lineOf(method);
  if (!line || line->alpha == 1)
    return q * last;
  Tensor place = q * count + (line->alpha + q * (1 - line->alpha - line->beta)) - 1;
  return clip(place, 0, last);
}

/// The axes that are reduced, in one row at the end, and the shape of the others.
struct Rows {
  Tensor values;
  Shape kept;
};

Rows rowsOf(const Tensor &x, const Question &question) {
  const auto axes = axesOrAll(question.axes, x.ndim());
  const std::vector<int64_t> along(axes.begin(), axes.end());
  std::vector<int64_t> ends;
  Shape others, kept;
  for (int64_t i = 0; i < x.ndim(); ++i) {
    bool isReduced = llvm::is_contained(along, i);
    if (!isReduced)
      others.push_back(openSizesOf(x)[i]);
    if (!isReduced || question.keepdims)
      kept.push_back(isReduced ? 1 : openSizesOf(x)[i]);
  }
  int64_t size = 1;
  for (int64_t axis : along) {
    ends.push_back(int64_t(ends.size()) - int64_t(along.size()));
    size = scaled(size, openSizesOf(x)[axis]);
  }
  others.push_back(size);
  return {reshape(moveaxis(x, along, ends), others), kept};
}

/// A product that is 0 where the weight is, whatever the element.
Tensor weighted(const Tensor &element, const Tensor &weight) {
  return elementwise(op::mul_no_nan, Accepts::floats, element, weight);
}

/// Of the elements before and behind a position, and how far it is from the first one.
Tensor between(const std::string &method, const Tensor &low, const Tensor &high,
               const Tensor &part) {
  if (method == "lower" || method == "inverted_cdf" || method == "closest_observation")
    return low; // of the latter two the position is an element's
  if (method == "averaged_inverted_cdf")
    return where(part > 0.0, high, low * 0.5 + high * 0.5);
  if (method == "higher")
    return high;
  if (method == "nearest")
    return where(part <= 0.5, low, high);
  if (method == "midpoint")
    return where(part > 0.0, low * 0.5 + high * 0.5, low);
  // On an element, the other does not count: it may be infinite.
  return weighted(low, 1.0 - part) + weighted(high, part);
}

/// The places of two neighbours, and where between them a position is. On an element it is the
/// first of them, but for the last element: so the slope is that of a line between two elements.
struct Neighbours {
  Tensor before, behind, part;
};

Neighbours around(const Tensor &position, const Tensor &last, const std::string &method) {
  Tensor before = floor(position);
  if (method == "averaged_inverted_cdf")
    return {before, before + 1, position - before};
  if (!lineOf(method))
    return {before, ceil(position), position - before};
  before = minimum(before, maximum(last - 1, 0));
  return {before, before + 1, position - before};
}

void check(const Question &question) {
  const std::string others[] = {"lower", "higher", "midpoint", "nearest"};
  const bool isKnown = lineOf(question.method) || llvm::is_contained(others, question.method);
  if (!isKnown && !question.isByParts())
    refuse("found method '" + question.method +
           "', but expected linear, lower, higher, midpoint, nearest, inverted_cdf, "
           "averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf, hazen, weibull, "
           "median_unbiased or normal_unbiased");
  if (!question.weights)
    return;
  if (question.method != "inverted_cdf")
    refuse("found weights with method '" + question.method +
           "', but they have a meaning only with 'inverted_cdf'");
  if (isComplex(question.weights->dtype()))
    refuse<TypeError>("found weights that are " + nameOf(question.weights->dtype()) +
                      ", but expected real numbers");
  if (!question.weights->isTraced() && any(*question.weights < 0).item<bool>())
    refuse("found weights that are negative");
}

/// Of elements in order, the first one up to which the weights are at least the part `q` of all.
Tensor pickByWeights(const Tensor &rows, const Tensor &weights, const Tensor &q,
                     const Question &question) {
  const Reduction kept{.keepdims = true};
  const std::vector<int64_t> last{-1};
  Tensor isNumber = logical_not(isnan(rows)), isWeight = weights >= 0;
  Tensor each = where(logical_and(isNumber, isWeight), weights, 0.0);
  Tensor order = argsort(stop_gradient(rows));
  Tensor sorted = take_along_axis(rows, order, -1),
         sums = cumsum(take_along_axis(each, order, -1), -1);
  Tensor whole =
      expand_dims(index(sums, {ellipsis, -1}), {-1}); // of one element, whatever the size
  // An element that has no weight is none, even if q is 0.
  Tensor parts = where(sums > 0, sums / whole, -1.0);
  Tensor isBefore = expand_dims(parts, {-2}) < expand_dims(q, {-1});
  Tensor place = minimum(sum(astype(isBefore, DType::int64), last), lastPlace(rows, -1));
  Tensor isKnown = logical_and(all(isWeight, last, kept), whole > 0);
  if (!question.leavesOutNan)
    isKnown = logical_and(isKnown, all(isNumber, last, kept));
  return where(isKnown, take_along_axis(sorted, place, -1), NAN);
}

/// For each row, the elements at the parts `q`, a vector, along the last axis.
Tensor pickQuantiles(const Tensor &rows, const std::optional<Tensor> &weights, const Tensor &q,
                     const Question &question) {
  Shape sizes = shapeOf(rows);
  const bool isEmpty = sizes.back() == 0;
  sizes.back() = openSizesOf(q)[0];
  if (isEmpty)
    return full(sizes, NAN, rows.dtype());
  if (weights)
    return pickByWeights(rows, *weights, q, question);
  Tensor sorted = sort(rows), isNumber = logical_not(isnan(rows)); // NaN comes last
  Tensor last = question.leavesOutNan
                    ? astype(sum(isNumber, {{-1}}, {.keepdims = true}) - 1, q.dtype())
                    : astype(lastPlace(rows, -1), q.dtype());
  Tensor position = positionOf(question.method, q, last);
  auto [before, behind, part] = around(broadcast_to(position, sizes), last, question.method);
  auto elementAt = [&](const Tensor &place) {
    return take_along_axis(sorted, clip(astype(place, DType::int64), 0, lastPlace(rows, -1)), -1);
  };
  Tensor result = between(question.method, elementAt(before), elementAt(behind),
                          astype(part, partOf(rows.dtype())));
  return question.leavesOutNan ? result
                               : where(all(isNumber, {{-1}}, {.keepdims = true}), result, NAN);
}

Tensor quantiles(const Tensor &x, const Tensor &q, const Question &question,
                 Accepts takes = Accepts::floats) {
  check(question);
  // Element types alone: the shapes need not go together.
  Tensor given[] = {x, q};
  DType type = outer(common(takes, given).dtype);
  Rows rows = rowsOf(astype(x, type), question);
  // Positions in float16 would not be whole beyond 2048.
  DType precise = question.isByParts() ? DType::float64
                  : itemSize(type) < 4 ? DType::float32
                                       : partOf(type);
  Tensor parts = astype(q, precise) / question.whole;
  std::optional<Tensor> weights;
  if (question.weights) {
    Tensor placed = placedWeights(astype(*question.weights, DType::float64), x, question.axes);
    weights = rowsOf(broadcast_to(placed, openSizesOf(x).vec()), question).values;
  }
  Tensor picked = pickQuantiles(rows.values, weights, ravel(parts), question);
  Shape shape = shapeOf(q);
  shape.insert(shape.end(), rows.kept.begin(), rows.kept.end());
  return reshape(moveaxis(picked, {-1}, {0}), shape);
}

/// Complex numbers have a middle in their order, but no line from one to the next.
Tensor medians(const Tensor &x, const Axes &axes, bool keepdims, bool leavesOutNan) {
  const char *method = isComplex(x.dtype()) ? "midpoint" : "linear";
  return quantiles(x, 0.5, {1, axes, method, keepdims, leavesOutNan}, Accepts::inexact);
}

} // namespace

Tensor quantile(const Tensor &x, const Tensor &q, const Axes &axes, const std::string &method,
                bool keepdims, const std::optional<Tensor> &weights) {
  const Called called("ct.quantile");
  return quantiles(x, q, {1, axes, method, keepdims, false, weights});
}
Tensor nanquantile(const Tensor &x, const Tensor &q, const Axes &axes, const std::string &method,
                   bool keepdims, const std::optional<Tensor> &weights) {
  const Called called("ct.nanquantile");
  return quantiles(x, q, {1, axes, method, keepdims, true, weights});
}
Tensor percentile(const Tensor &x, const Tensor &q, const Axes &axes, const std::string &method,
                  bool keepdims, const std::optional<Tensor> &weights) {
  const Called called("ct.percentile");
  return quantiles(x, q, {100, axes, method, keepdims, false, weights});
}
Tensor nanpercentile(const Tensor &x, const Tensor &q, const Axes &axes, const std::string &method,
                     bool keepdims, const std::optional<Tensor> &weights) {
  const Called called("ct.nanpercentile");
  return quantiles(x, q, {100, axes, method, keepdims, true, weights});
}
Tensor median(const Tensor &x, const Axes &axes, bool keepdims) {
  const Called called("ct.median");
  return medians(x, axes, keepdims, /*leavesOutNan=*/false);
}
Tensor nanmedian(const Tensor &x, const Axes &axes, bool keepdims) {
  const Called called("ct.nanmedian");
  return medians(x, axes, keepdims, /*leavesOutNan=*/true);
}

} // namespace ct
