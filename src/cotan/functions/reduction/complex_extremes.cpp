#include "cotan/functions/reduction/complex_extremes.h"

#include "cotan/functions/functions.h"
#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

namespace ct {
namespace {

/// Integers that are ordered as the elements along the axis are, and which element each stands for.
struct Ranks {
  Tensor order, ranks, places, size;
};

Ranks ranksAlong(const Tensor &x, int64_t axis) {
  Tensor order = argsort(x, axis);
  return {order, argsort(order, axis), iota(shapeOf(x), axis), size(x, axis)};
}

/// The elements of these ranks; NaN has those that are not, beyond which its place is.
Tensor elementsOfRanks(const Tensor &x, const Ranks &of, const Tensor &chosen,
                       const Tensor &placeOfNan, int64_t axis) {
  Tensor isNumber = logical_and(chosen >= 0, chosen < of.size);
  Tensor place = take_along_axis(of.order, where(isNumber, chosen, 0), axis);
  return take_along_axis(x, where(isNumber, place, placeOfNan), axis);
}

} // namespace

Tensor complexCummax(const Tensor &x, int64_t axis) {
  const Ranks of = ranksAlong(x, axis);
  Tensor beyond = 2 * of.size; // the first NaN is the largest
  Tensor chosen = cummax(where(isnan(x), beyond - of.places, of.ranks), axis);
  return elementsOfRanks(x, of, chosen, beyond - chosen, axis);
}

Tensor complexCummin(const Tensor &x, int64_t axis) {
  const Ranks of = ranksAlong(x, axis);
  Tensor beyond = 2 * of.size; // the first NaN is the smallest
  Tensor chosen = cummin(where(isnan(x), of.places - beyond, of.ranks), axis);
  return elementsOfRanks(x, of, chosen, chosen + beyond, axis);
}

} // namespace ct
