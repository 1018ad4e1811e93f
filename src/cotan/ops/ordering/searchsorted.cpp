// searchsorted: meaning. Signature and doc: searchsorted.td.
#include "cotan/ops/ordering/searchsorted.inc"

#include "cotan/ops/op_evaluation.h"
#include "cotan/ops/op_rules.h"
#include "cotan/ops/ordering/order.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

/// How many elements of a row come before a place, by halving: in a row that is not sorted, too,
/// all that compute it find the same.
template <typename F> int64_t countBefore(int64_t length, F isBefore) {
  int64_t place = 0;
  for (int64_t left = length; left > 1; left -= left / 2)
    place += isBefore(place + left / 2 - 1) ? left / 2 : 0;
  return place + (length > 0 && isBefore(place));
}

} // namespace

LogicalResult SearchsortedOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                               Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto values = cast<RankedTensorType>(adaptor.getValues().getType());
  auto sorted = cast<RankedTensorType>(adaptor.getSorted().getType());
  if (values.getElementType() != sorted.getElementType())
    return emitOptionalError(loc, "element types differ: cannot look for ", values, " in ", sorted,
                             "; cast one of them");
  if (sorted.getRank() == 0 || sorted.getRank() - 1 > values.getRank())
    return emitOptionalError(loc, "cannot look for ", values, " in ", sorted,
                             ": the axes of the sorted tensor before its last one must be the "
                             "first axes of the values");
  return inferTypes<SearchsortedOp>(loc, adaptor, IntegerType::get(context, 64), results);
}

Arrays SearchsortedOp::evaluate(ArrayRef<Array> x) {
  const Array &values = x[0], &sorted = x[1];
  Array places = emptyFor(*this, x);
  const int64_t length = sorted.shape().back();
  const int64_t rows = elementCount(sorted.shape().drop_back());
  visitElement(values.dtype(), [&](auto element) {
    using T = decltype(element);
    using Compared = std::conditional_t<isComplexStorage<T>, T, Exact<T>>;
    auto all = sorted.values<T>(), wanted = values.values<T>();
    auto to = places.mutableValues<int64_t>();
    for (int64_t i = 0; i < values.size(); ++i) {
      auto row = all.slice(i / (values.size() / rows) * length, length);
      auto at = [&](int64_t k) { return static_cast<Compared>(row[k]); };
      const auto value = static_cast<Compared>(wanted[i]);
      // Complex numbers with NaN have an order too.
      const int64_t numbers = countBefore(length, [&](int64_t k) { return !isNan(at(k)); });
      if (isNan(value))
        to[i] = getRight() ? length : numbers;
      else
        to[i] = countBefore(numbers, [&](int64_t k) {
          return getRight() ? !isLess(value, at(k)) : isLess(at(k), value);
        });
    }
  });
  return {places};
}

Sizes SearchsortedOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  Sizes values = rules.sizes(0), sorted = rules.sizes(1);
  for (size_t i = 0; i + 1 < sorted.size(); ++i)
    values[i] = rules.same(values[i], sorted[i],
                           "the sorted tensor has more or fewer rows than the values along axis " +
                               Twine(i));
  return values;
}

RuntimeCall SearchsortedOp::runtimeCall() { return {"cotan_searchsorted", {getRight()}}; }

Values SearchsortedOp::batch(Batch &x) {
  if (x.isBatched(1) || getSorted().getType().getRank() > 1)
    return x.again();
  return {searchsorted(x[0], x[1], getRight())}; // in the one row there is
}
