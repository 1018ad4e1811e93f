// Looking for values, places and ranks.
#include "cotan/functions/functions.h"

#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

#include <cmath>

using namespace cotan::trace;

namespace ct {
namespace {

void needVector(const char *argument, const Tensor &x) {
  if (x.ndim() != 1)
    refuse(std::string(argument) + " has shape " + printTuple(openSizesOf(x)) +
           ", but expected a vector");
}

/// The points once more at both ends, a period away.
void goAround(Tensor &x, Tensor &xp, Tensor &fp, const Tensor &period) {
  Tensor length = abs(period);
  x = remainder(x, length);
  xp = remainder(xp, length);
  Tensor order = argsort(xp);
  xp = take(xp, order, 0);
  fp = take(fp, order, 0);
  auto first = [](const Tensor &p) { return index(p, {Slice{0, 1}}); };
  auto last = [](const Tensor &p) { return index(p, {Slice{-1, {}}}); };
  xp = concatenate({last(xp) - length, xp, first(xp) + length});
  fp = concatenate({last(fp), fp, first(fp)});
}

/// `line`, and where it is beside all points what was asked for there, or the `nearest` value.
Tensor beside(const char *name, const std::optional<Beside> &asked, const Tensor &isBeside,
              const Tensor &nearest, const Tensor &line) {
  auto *text = asked ? std::get_if<std::string>(&*asked) : nullptr;
  if (!text)
    return where(isBeside, asked ? std::get<Tensor>(*asked) : nearest, line);
  oneOf(name, *text, {"extrapolate"});
  return line;
}

} // namespace

Tensor searchsorted(const Tensor &sorted, const Tensor &values, Side side) {
  const Called called("ct.searchsorted");
  needVector("the first argument", sorted);
  Tensor given[] = {sorted, values};
  DType type = outer(common(Accepts::any, given).dtype);
  return op::searchsorted(astype(values, type), astype(sorted, type), side == Side::right,
                          {.results = typeOf(DType::int64, openSizesOf(values))});
}

Tensor digitize(const Tensor &x, const Tensor &bins, bool right) {
  const Called called("ct.digitize");
  needVector("bins", bins);
  if (openSizesOf(bins)[0] == 0)
    return zeros_like(x, DType::int64);
  Tensor rising = searchsorted(bins, x, right ? Side::left : Side::right);
  Tensor falling = size(bins, 0) - searchsorted(flip(bins), x, right ? Side::left : Side::right);
  return where(index(bins, {-1}) >= index(bins, {0}), rising, falling);
}

Tensor isin(const Tensor &element, const Tensor &test_elements, bool invert) {
  const Called called("ct.isin");
  if (llvm::is_contained(openSizesOf(test_elements), 0))
    return full_like(element, invert, DType::bool_);
  Tensor row = sort(ravel(test_elements));
  Tensor place = minimum(searchsorted(row, element), lastPlace(row, 0));
  Tensor nearest = take(row, place, 0);
  return invert ? nearest != element : nearest == element;
}

Tensor interp(const Tensor &x, const Tensor &xp, const Tensor &fp,
              const std::optional<Beside> &left, const std::optional<Beside> &right,
              const std::optional<Tensor> &period) {
  const Called called("ct.interp");
  needVector("xp", xp);
  if (!mayHaveOneShape(xp, fp) || openSizesOf(xp)[0] == 0)
    refuse("xp has shape " + printTuple(openSizesOf(xp)) + " and fp " +
           printTuple(openSizesOf(fp)) + ", but expected vectors of one size, which is not 0");
  const Tensor given[] = {x, index(xp, {0}), index(fp, {0})};
  auto all = promoted(Accepts::floats, {given[0], given[1], real(given[2])});
  DType type = all[0].dtype();
  Tensor at = all[0], points = astype(xp, type),
         values = astype(fp, outer(common(Accepts::inexact, given).dtype));
  if (period)
    goAround(at, points, values, astype(*period, type));
  // The last place is the limit: of one point, it is the first.
  Tensor behind = clip(searchsorted(points, at, Side::right), 1, lastPlace(points, 0));
  Tensor before = maximum(behind - 1, 0);
  Tensor start = take(points, before, 0), width = take(points, behind, 0) - start;
  Tensor value = take(values, before, 0), rise = take(values, behind, 0) - value;
  Tensor isJump = width == 0;                                   // of two points at one place
  rise = where(logical_and(at == start, isinf(rise)), 0, rise); // at a point nothing is added
  Tensor result = value + where(isJump, 0, (at - start) / where(isJump, 1, width)) * rise;
  if (period)
    return result;
  Tensor first = index(values, {0}), last = index(values, {-1});
  result = beside("left", left, at < index(points, {0}), first, result);
  return beside("right", right, at > index(points, {-1}), last, result);
}

Tensor lexsort(const std::vector<Tensor> &keys, int64_t axis) {
  const Called called("ct.lexsort");
  if (keys.empty())
    refuse("there are no keys, but expected at least one");
  auto sizes = broadcastSizes(keys);
  int64_t along = checkedAxis(axis, int64_t(sizes.size()));
  Tensor order = iota(Shape(sizes.begin(), sizes.end()), along);
  for (const Tensor &key : keys) { // the order of what is equal stays
    Tensor whole = broadcast_to(key, Shape(sizes.begin(), sizes.end()));
    Tensor step = argsort(take_along_axis(whole, order, along), along);
    order = take_along_axis(order, step, along);
  }
  return order;
}

static void needPosition(const Tensor &x, int64_t kth, int64_t axis) {
  const int64_t size = x.shape()[checkedAxis(axis, x.ndim())];
  if (kth < -size || kth >= size)
    refuse("kth is " + std::to_string(kth) + ", but the axis has " + std::to_string(size) +
           " elements");
}
Tensor partition(const Tensor &x, int64_t kth, int64_t axis) {
  const Called called("ct.partition");
  needPosition(x, kth, axis);
  return sort(x, axis);
}
Tensor argpartition(const Tensor &x, int64_t kth, int64_t axis) {
  const Called called("ct.argpartition");
  needPosition(x, kth, axis);
  return argsort(x, axis);
}

} // namespace ct

namespace ct::dynamic {

Tensor searchsorted(const Tensor &a, const Tensor &v, const std::string &side,
                    const std::optional<Tensor> &sorter) {
  const Called called("ct.searchsorted");
  Side where = Side(oneOf("side", side, {"left", "right"}));
  return ct::searchsorted(sorter ? take(a, *sorter, 0) : a, v, where);
}

Tensor isin(const Tensor &element, const Tensor &test_elements, bool, bool invert) {
  const Called called("ct.isin");
  return ct::isin(element, test_elements, invert);
}

} // namespace ct::dynamic
