// Vectors as sets.
#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct {
namespace {

using Size = std::optional<int64_t>;

/// How many results there are is known without a size only outside of traced functions.
void needSize(const Tensor &ar1, const Tensor &ar2, const Size &size) {
  if (!size && (ar1.isTraced() || ar2.isTraced()))
    refuse<TypeError>("of a traced tensor: how many elements there are in the result is not known; "
                      "say how many with size=");
}

DType commonType(const Tensor &x, const Tensor &y) {
  Tensor given[] = {x, y};
  return outer(common(Accepts::any, given).dtype);
}

int64_t knownCount(const Tensor &x) {
  int64_t count = 1;
  for (int64_t size : openSizesOf(x)) {
    if (isOpen(size))
      refuse("of an open size, which a set that is traced cannot have");
    count *= size;
  }
  return count;
}

/// The distinct elements in the first places, and which places those are.
std::pair<Unique, Tensor> distinct(const Tensor &x) {
  const Size size = x.isTraced() ? Size(knownCount(x)) : Size();
  Unique found = unique(x, {.size = size});
  return {found, found.counts > 0};
}

/// The elements where `isWanted`, and their places; of a size that is said, padded by `fill`, or
/// the first of them.
std::pair<Tensor, Tensor> chosen(const Tensor &x, const Tensor &isWanted, const Size &size,
                                 const std::optional<Tensor> &fill) {
  if (!size) {
    Tensor places = flatnonzero(isWanted);
    return {take(x, places, 0), places};
  }
  const int64_t count = knownCount(x);
  if (count == 0 || *size == 0) {
    Tensor padding = fill ? astype(*fill, x.dtype()) : zeros({}, x.dtype());
    return {full({*size}, padding, x.dtype()), zeros({*size}, DType::int64)};
  }
  Tensor places = flatnonzero(isWanted, size, count), isThere = places < count;
  Tensor values = take(x, where(isThere, places, 0), 0);
  Tensor first = where(any(isThere), index(values, {0}), zeros({}, x.dtype()));
  return {where(isThere, values, fill ? astype(*fill, x.dtype()) : first), places};
}

} // namespace

Tensor union1d(const Tensor &ar1, const Tensor &ar2, Size size, const std::optional<Tensor> &fill) {
  const Called called("ct.union1d");
  return unique(concatenate({ravel(ar1), ravel(ar2)}), {.size = size, .fill_value = fill}).values;
}

Intersection intersect1d(const Tensor &ar1, const Tensor &ar2, Size size,
                         const std::optional<Tensor> &fill) {
  const Called called("ct.intersect1d");
  needSize(ar1, ar2, size);
  const DType type = commonType(ar1, ar2);
  auto [of, isThere] = distinct(astype(ar1, type));
  Tensor row = ravel(astype(ar2, type)), isInBoth = logical_and(isThere, isin(of.values, row));
  auto [values, places] = chosen(of.values, isInBoth, size, fill);
  if (size && (knownCount(ar1) == 0 || knownCount(ar2) == 0))
    return {values, full_like(places, knownCount(ar1)), full_like(places, knownCount(ar2))};
  Tensor order = argsort(row); // equal ones stay in their order
  Tensor inOrder = searchsorted(take(row, order, 0), values);
  if (!size)
    return {values, take(of.index, places, 0), take(order, inOrder, 0)};
  const int64_t count = knownCount(ar1), countIn = knownCount(ar2);
  Tensor isFound = places < knownCount(of.values);
  return {values, where(isFound, take(of.index, minimum(places, count - 1), 0), count),
          where(isFound, take(order, minimum(inOrder, countIn - 1), 0), countIn)};
}

Tensor setdiff1d(const Tensor &ar1, const Tensor &ar2, bool assume_unique, Size size,
                 const std::optional<Tensor> &fill) {
  const Called called("ct.setdiff1d");
  needSize(ar1, ar2, size);
  Tensor row = ravel(ar1), isThere = ones_like(row, DType::bool_);
  if (!assume_unique) {
    auto [of, known] = distinct(row);
    row = of.values;
    isThere = known;
  }
  return chosen(row, logical_and(isThere, isin(row, ar2, /*invert=*/true)), size,
                fill.value_or(Tensor(0)))
      .first;
}

Tensor setxor1d(const Tensor &ar1, const Tensor &ar2, bool, Size size,
                const std::optional<Tensor> &fill) {
  const Called called("ct.setxor1d");
  needSize(ar1, ar2, size);
  const DType type = commonType(ar1, ar2);
  auto [first, inFirst] = distinct(astype(ar1, type));
  auto [second, inSecond] = distinct(astype(ar2, type));
  Tensor fromFirst = logical_and(inFirst, isin(first.values, second.values, /*invert=*/true));
  Tensor fromSecond = logical_and(inSecond, isin(second.values, first.values, /*invert=*/true));
  Tensor values = concatenate({first.values, second.values});
  Tensor isWanted = concatenate({fromFirst, fromSecond});
  Tensor order = argsort(values);
  return chosen(take(values, order, 0), take(isWanted, order, 0), size, fill).first;
}

} // namespace ct

ct::dynamic::OneOrTuple ct::dynamic::intersect1d(const Tensor &ar1, const Tensor &ar2, bool,
                                                 bool return_indices, std::optional<int64_t> size,
                                                 const std::optional<Tensor> &fill_value) {
  const Called called("ct.intersect1d");
  Intersection found = ct::intersect1d(ar1, ar2, size, fill_value);
  return return_indices ? OneOrTuple(Tuple{{found.values, found.first, found.second}})
                        : OneOrTuple(found.values);
}
