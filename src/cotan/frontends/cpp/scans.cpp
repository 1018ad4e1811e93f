#include "cotan/frontends/cpp/scans.h"

#include "cotan/frontends/cpp/tracing.h"
#include "cotan/frontends/cpp/tree.h"
#include "cotan/functions/functions.h"

#include "llvm/ADT/SmallSet.h"

namespace ct {
namespace {

/// Two lists of slices along the first axis as one.
using Combine = std::function<Tensors(const Tensors &, const Tensors &)>;

Tensors each(const Tensors &xs, const std::function<Tensor(const Tensor &)> &f) {
  Tensors results;
  for (const Tensor &x : xs)
    results.push_back(f(x));
  return results;
}
Tensors sliced(const Tensors &xs, const Slice &slice) {
  return each(xs, [&](const Tensor &x) { return index(x, {slice}); });
}

/// even[0], odd[0], even[1], ...; there may be one more of the even ones.
Tensor interleaved(const Tensor &even, const Tensor &odd) {
  const int64_t count = sizeAt(odd, 0);
  Shape sizes = shapeOf(odd);
  sizes[0] = 2 * count;
  Tensor both = reshape(stack({index(even, {Slice{.stop = count}}), odd}, 1), sizes);
  return sizeAt(even, 0) == count ? both
                                  : concatenate({both, index(even, {Slice{.start = count}})});
}

/// Along the first axis: that of pairs gives every second result, and those the ones between.
/// (Blelloch, Prefix Sums and Their Applications, 1990.)
Tensors scanned(const Combine &combine, const Tensors &rows) {
  const int64_t size = sizeAt(rows[0], 0);
  if (size < 2)
    return rows;
  const Tensors pairs = combine(sliced(rows, {.stop = size - size % 2, .step = 2}),
                                sliced(rows, {.start = 1, .step = 2}));
  const Tensors odd = scanned(combine, pairs);
  const Tensors before = size % 2 ? odd : sliced(odd, {.stop = size / 2 - 1}),
                behind = sliced(rows, {.start = 2, .step = 2});
  const Tensors even = sizeAt(behind[0], 0) > 0 ? combine(before, behind) : behind;
  Tensors results;
  for (size_t i = 0; i < rows.size(); ++i)
    results.push_back(
        interleaved(concatenate({index(rows[i], {Slice{.stop = 1}}), even[i]}), odd[i]));
  return results;
}

/// Throws ValueError unless all are of one size along the axis.
void needOneSize(const Tensors &elements, int64_t axis) {
  llvm::SmallSet<int64_t, 2> sizes;
  bool haveAxis = true;
  std::string shapes;
  for (const Tensor &x : elements) {
    shapes += (shapes.empty() ? "" : ", ") + printTuple(openSizesOf(x));
    if (axis >= -x.ndim() && axis < x.ndim())
      sizes.insert(sizeAt(x, checkedAxis(axis, x.ndim())));
    else
      haveAxis = false;
  }
  if (!haveAxis || sizes.size() != 1)
    refuse("elems must be tensors of one size along axis " + std::to_string(axis) +
           "; found shapes " + (shapes.empty() ? "of no tensor" : shapes));
}

} // namespace

Tensors associativeScanFlat(const Function &combine, const Tensors &elements, int64_t axis,
                            bool reverse) {
  const Called called("ct.associative_scan");
  needOneSize(elements, axis);
  auto ofRows = [&](const Tensors &left, const Tensors &right) {
    Tensors both = left;
    both.insert(both.end(), right.begin(), right.end());
    both = each(both, [&](const Tensor &x) { return moveaxis(x, 0, axis); });
    auto user = [&](llvm::ArrayRef<cotan::trace::TensorRef> xs) {
      return inner(combine(outer(xs)));
    };
    return each(outer(cotan::trace::callUser(user, inner(both))),
                [&](const Tensor &x) { return moveaxis(x, axis, 0); });
  };
  auto turned = [&](const Tensor &x) { return reverse ? flip(x, 0) : x; };
  const Tensors rows =
      each(elements, [&](const Tensor &x) { return turned(moveaxis(x, axis, 0)); });
  return each(scanned(ofRows, rows), [&](const Tensor &x) { return moveaxis(turned(x), 0, axis); });
}

Nest detail::associativeScanOfNests(const NestFunction &combine, const Nest &elements, int64_t axis,
                                    bool reverse) {
  const tree::Structure wanted(elements);
  auto flat = [&](const Tensors &both) {
    const auto middle = both.begin() + both.size() / 2;
    const Tensors left(both.begin(), middle);
    const Nest result =
        combine(nest(filled(elements, left), filled(elements, Tensors(middle, both.end()))));
    const Called called("ct.associative_scan");
    const Tensors found = leaves(result);
    if (!(tree::Structure(result) == wanted))
      refuse<TypeError>("fn was given " + wanted.str() + " but returned " +
                        tree::Structure(result).str() +
                        "; it must return the structure it is given");
    for (size_t i = 0; i < found.size(); ++i)
      if (openSizesOf(found[i]) != openSizesOf(left[i]))
        refuse<TypeError>("fn was given " + describe(left[i].body()->type()) +
                          ", in slices, but returned " + describe(found[i].body()->type()) +
                          "; it must return the shapes it is given");
    return found;
  };
  return filled(elements, associativeScanFlat(flat, leaves(elements), axis, reverse));
}

} // namespace ct
