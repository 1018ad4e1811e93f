// Elements around a tensor.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

#include "llvm/ADT/StringExtras.h"

using namespace cotan::trace;

namespace ct {
namespace {

void needWidths(const Tensor &x, const Widths &widths) {
  if (int64_t(widths.size()) != x.ndim())
    refuse(std::to_string(widths.size()) + " pairs of widths for " + std::to_string(x.ndim()) +
           " axes");
}

void needNotNegative(const Tensor &x, const Widths &widths) {
  needWidths(x, widths);
  for (auto [before, behind] : widths)
    if (before < 0 || behind < 0)
      refuse("found width " + std::to_string(std::min(before, behind)) +
             ", but expected at least 0; cut with a slice");
}

/// The place of each element with what is before and behind, counted from the first one.
Tensor placesAround(const Tensor &x, int64_t axis, int64_t before, int64_t behind) {
  return arange(size(x, axis) + (before + behind)) - before;
}

/// Elements of the axis once more, each place outside being that of one inside.
Tensor padByPlaces(const Tensor &x, int64_t axis, int64_t before, int64_t behind,
                   const std::string &mode) {
  Tensor n = size(x, axis), place = placesAround(x, axis, before, behind);
  return take(x, mode == "wrap" ? remainder(place, n) : minimum(maximum(place, 0), n - 1), axis);
}

/// Elements of the axis there and back again. If it is odd, the way goes on as it came: what is as
/// far behind the last element as another before it differs from it as much, the other way.
Tensor padByMirrors(const Tensor &x, int64_t axis, int64_t before, int64_t behind, bool isLastTwice,
                    bool isOdd) {
  Tensor n = size(x, axis), place = placesAround(x, axis, before, behind), last = n - 1;
  Tensor period = isLastTwice ? 2 * n : maximum(2 * last, 1);
  Tensor turn = remainder(place, period), back = period - (isLastTwice ? 1 : 0) - turn;
  Tensor even = take(x, minimum(turn, back), axis);
  if (!isOdd)
    return even;
  auto alongAxis = [&](const Tensor &vector) {
    std::vector<int64_t> others;
    for (int64_t other = 0; other < x.ndim(); ++other)
      if (other != axis)
        others.push_back(other);
    return expand_dims(vector, others);
  };
  Tensor top = take(x, reshape(last, {1}), axis), bottom = take(x, reshape(0 * last, {1}), axis);
  Tensor turns = astype(alongAxis(floor_divide(place, period)), x.dtype());
  return where(alongAxis(turn > last), top + (top - even), even) + 2 * turns * (top - bottom);
}

/// Rows on both sides, which broadcast to their widths.
Tensor between(const Tensor &x, int64_t axis, int64_t before, int64_t behind, const Tensor &first,
               const Tensor &last) {
  auto repeated = [&](const Tensor &row, int64_t width) {
    Shape sizes = shapeOf(x);
    sizes[axis] = width;
    return broadcast_to(astype(row, x.dtype()), sizes);
  };
  return concatenate({repeated(first, before), x, repeated(last, behind)}, axis);
}

/// What the elements next to a side say of it.
Tensor statistic(const Tensor &x, int64_t axis, const std::string &mode) {
  Reduction kept{.keepdims = true};
  if (mode == "maximum")
    return max(x, {{axis}}, kept);
  if (mode == "minimum")
    return min(x, {{axis}}, kept);
  Tensor found = mode == "mean" ? mean(x, {{axis}}, kept) : median(x, {{axis}}, true);
  return isInexact(x.dtype()) || x.dtype() == DType::bool_ ? found : round(found);
}

Tensor padByStatistic(const Tensor &x, int64_t axis, int64_t before, int64_t behind,
                      const std::string &mode, const PadOptions &options) {
  if (size_t(axis) >= options.stat_length.size()) {
    Tensor all = statistic(x, axis, mode);
    return between(x, axis, before, behind, all, all);
  }
  auto [first, last] = options.stat_length[axis];
  if (first < 1 || last < 1)
    refuse("stat_length is " + std::to_string(std::min(first, last)) + ", but expected at least 1");
  Indices start(axis, Slice{}), end(axis, Slice{});
  start.push_back(Slice{0, first});
  end.push_back(Slice{-last, {}});
  return between(x, axis, before, behind, statistic(index(x, start), axis, mode),
                 statistic(index(x, end), axis, mode));
}

/// From the element at a side to the value at the end, in steps of one size.
Tensor ramp(const Tensor &edge, const Tensor &end, int64_t axis, int64_t width, bool isFirst) {
  Tensor number = isInexact(edge.dtype()) ? edge : astype(edge, DType::float64);
  Shape sizes(edge.ndim(), 1);
  sizes[axis] = width;
  Tensor step = iota(sizes, axis, partOf(number.dtype())) / double(std::max<int64_t>(width, 1));
  step = isFirst ? step : flip(step);
  Tensor row = astype(end, number.dtype()) * (1.0 - step) + number * step;
  return isInexact(edge.dtype()) ? row : floor(row);
}

Tensor padOneAxis(const Tensor &x, int64_t axis, int64_t before, int64_t behind,
                  const std::string &mode, const PadOptions &options) {
  if (openSizesOf(x)[axis] == 0)
    refuse("axis " + std::to_string(axis) + " of shape " + printTuple(openSizesOf(x)) +
           " has no elements, from which '" + mode + "' could be; pad with a constant");
  if (mode == "edge" || mode == "wrap")
    return padByPlaces(x, axis, before, behind, mode);
  if (mode == "reflect" || mode == "symmetric")
    return padByMirrors(x, axis, before, behind, mode == "symmetric", options.isOdd);
  if (mode != "linear_ramp")
    return padByStatistic(x, axis, before, behind, mode, options);
  Indices start(axis, Slice{}), end(axis, Slice{});
  start.push_back(Slice{0, 1});
  end.push_back(Slice{-1, {}});
  auto [first, last] =
      size_t(axis) < options.values.size() ? options.values[axis] : std::pair<Tensor, Tensor>(0, 0);
  return between(x, axis, before, behind, ramp(index(x, start), first, axis, before, true),
                 ramp(index(x, end), last, axis, behind, false));
}

/// Other values on each side, axis by axis: the last ones are in the corners.
Tensor padWithConstants(const Tensor &x, const Widths &widths, const PadOptions &options) {
  Tensor result = x;
  for (size_t axis = 0; axis < widths.size(); ++axis) {
    auto [first, last] =
        axis < options.values.size() ? options.values[axis] : std::pair<Tensor, Tensor>(0, 0);
    Widths before(widths.size()), behind(widths.size());
    before[axis].first = widths[axis].first;
    behind[axis].second = widths[axis].second;
    result = pad(pad(result, before, first), behind, last);
  }
  return result;
}

} // namespace

Tensor pad(const Tensor &x, const Widths &widths, const Tensor &value) {
  const Called called("ct.pad");
  needWidths(x, widths);
  llvm::SmallVector<int64_t> low, high, interior(widths.size(), 0);
  for (auto [axis, width] : llvm::enumerate(widths)) {
    auto [before, behind] = width;
    int64_t size = openSizesOf(x)[axis];
    if (!isOpen(size) && (size + std::min<int64_t>(before, 0) + std::min<int64_t>(behind, 0) < 0))
      refuse("the widths " + printTuple({before, behind}) + " cut more than there is of axis " +
             std::to_string(axis) + " of shape " + printTuple(openSizesOf(x)));
    low.push_back(before);
    high.push_back(behind);
  }
  cotan::DType types[] = {inner(x.dtype()), inner(x.dtype())};
  return op::pad(x, value, low, high, interior, {.operandTypes = types, .isWeak = x.isWeak()});
}

Tensor pad(const Tensor &x, const Widths &widths, const std::string &mode,
           const PadOptions &options) {
  const Called called("ct.pad");
  constexpr llvm::StringLiteral modes[] = {"constant", "edge",  "reflect",    "symmetric",
                                           "wrap",     "mean",  "median",     "maximum",
                                           "minimum",  "empty", "linear_ramp"};
  if (!llvm::is_contained(modes, mode))
    refuse("there is no mode '" + mode + "', but " + llvm::join(llvm::ArrayRef(modes), ", "));
  needNotNegative(x, widths);
  if (mode == "constant")
    return padWithConstants(x, widths, options);
  if (mode == "empty")
    return pad(x, widths, Tensor(0));
  Tensor result = x;
  for (auto [axis, width] : llvm::enumerate(widths))
    if (addSizes(width.first, width.second) > 0)
      result = padOneAxis(result, int64_t(axis), width.first, width.second, mode, options);
  return result;
}

Tensor pad(const Tensor &x, const Widths &widths, const PadFunction &function) {
  const Called called("ct.pad");
  needNotNegative(x, widths);
  Tensor result = pad(x, widths, Tensor(0));
  for (auto [axis, width] : llvm::enumerate(widths)) {
    Tensor filled = function(result, int64_t(axis), width);
    if (openSizesOf(filled) != openSizesOf(result))
      refuse("the function made shape " + printTuple(openSizesOf(filled)) + " of shape " +
             printTuple(openSizesOf(result)) + "; it must return the whole vector");
    result = astype(filled, x.dtype());
  }
  return result;
}

} // namespace ct

namespace ct::dynamic {

template <typename T>
static std::vector<std::pair<T, T>> pairsFor(const char *name, const PairsOfAxes<T> &given,
                                             int64_t rank) {
  if (given.isForAll)
    return std::vector<std::pair<T, T>>(rank, given.pairs[0]);
  if (rank > 0 && int64_t(given.pairs.size()) != rank)
    refuse("'" + std::string(name) + "' must be one for all axes, a pair, or a list of pairs for " +
           std::to_string(rank) + " axes, but has " + std::to_string(given.pairs.size()) +
           " pairs");
  return rank > 0 ? given.pairs : std::vector<std::pair<T, T>>();
}

/// Throws if an argument is given that is of other modes.
static void needUse(bool isGiven, const char *name, const std::string &mode,
                    std::initializer_list<llvm::StringRef> modes) {
  if (isGiven && !llvm::is_contained(modes, mode))
    refuse("'" + std::string(name) + "' says nothing with mode '" + mode + "', but with " +
           llvm::join(modes, ", ") + "; leave it out");
}

Tensor pad(const Tensor &array, const PairsOfAxes<int64_t> &pad_width, const PadMode &how,
           const std::optional<PairsOfAxes<Tensor>> &constant_values,
           const std::optional<PairsOfAxes<Tensor>> &end_values,
           const std::optional<PairsOfAxes<int64_t>> &stat_length,
           const std::string &reflect_type) {
  const Called called("ct.pad");
  const bool isOdd = oneOf("reflect_type", reflect_type, {"even", "odd"}) == 1;
  const auto *function = std::get_if<PadFunction>(&how);
  const std::string mode = function ? "a function" : std::get<std::string>(how);
  needUse(constant_values.has_value(), "constant_values", mode, {"constant"});
  needUse(end_values.has_value(), "end_values", mode, {"linear_ramp"});
  needUse(stat_length.has_value(), "stat_length", mode, {"mean", "median", "maximum", "minimum"});
  needUse(isOdd, "reflect_type", mode, {"reflect", "symmetric"});
  Widths widths = pairsFor("pad_width", pad_width, array.ndim());
  if (function)
    return ct::pad(array, widths, *function);
  PadOptions options;
  options.isOdd = isOdd;
  if (stat_length)
    options.stat_length = pairsFor("stat_length", *stat_length, array.ndim());
  if (mode == "constant" && (!constant_values || constant_values->isOneNumber))
    return ct::pad(array, widths, constant_values ? constant_values->pairs[0].first : 0);
  if (constant_values)
    options.values = pairsFor("constant_values", *constant_values, array.ndim());
  if (end_values)
    options.values = pairsFor("end_values", *end_values, array.ndim());
  return ct::pad(array, widths, mode, options);
}

} // namespace ct::dynamic
