#include "cotan/frontends/cpp/mapping.h"

#include "cotan/frontends/cpp/derivatives.h"
#include "cotan/frontends/cpp/lanes.h"
#include "cotan/functions/functions.h"
#include "cotan/trace/context.h"
#include "cotan/trace/room.h"

#include <numeric>

namespace ct {
namespace {

std::vector<int64_t> upTo(int64_t end, int64_t start = 0) {
  std::vector<int64_t> numbers(end - start);
  std::iota(numbers.begin(), numbers.end(), start);
  return numbers;
}

/// For each element of x a tensor that is 1 there and 0 elsewhere.
Tensor basisOf(const Tensor &x) {
  Shape shape(x.shape().begin(), x.shape().end());
  shape.insert(shape.begin(), x.size());
  return reshape(eye(x.size(), {}, 0, x.dtype()), shape);
}

/// The first axis of `rows`, of the elements of x, as the axes x has.
Tensor withAxesOf(const Tensor &x, const Tensor &rows) {
  Shape shape(x.shape().begin(), x.shape().end());
  shape.insert(shape.end(), rows.shape().begin() + 1, rows.shape().end());
  return reshape(rows, shape);
}

} // namespace

Function vmapFlat(Function function, std::vector<MappedAxis> axes) {
  return [function = std::move(function), axes = std::move(axes)](const Tensors &given) {
    const Called called("ct.vmap");
    if (given.size() != axes.size())
      refuse(std::to_string(axes.size()) + " axes are given for " + std::to_string(given.size()) +
             " arguments");
    Lanes lanes(given, axes);
    auto [results, differ] =
        cotan::trace::untilItFits([&] { return lanes.call(traced(function, lanes.types())); });
    for (auto [result, differs] : llvm::zip_equal(results, differ))
      if (!differs)
        result = lanes.repeated(result);
    return results;
  };
}

Nest detail::vmapOfNests(const NestFunction &function, const Nest &arguments,
                         const std::vector<MappedAxis> &axes) {
  const Called called("ct.vmap");
  const Nest::Parts &given = arguments.parts();
  if (!axes.empty() && axes.size() != given.size())
    refuse(std::to_string(axes.size()) + " axes are given for " + std::to_string(given.size()) +
           " arguments");
  std::vector<MappedAxis> all;
  for (size_t i = 0; i < given.size(); ++i)
    all.insert(all.end(), leaves(given[i]).size(), axes.empty() ? MappedAxis(0) : axes[i]);
  auto map = [&](const Function &flat, const Tensors &xs) { return vmapFlat(flat, all)(xs); };
  return cotan::trace::untilItFits([&] { return onLeaves(function, arguments, map).first; });
}

/// A function of one tensor as one of lists.
static Function ofList(const NestFunction &function) {
  return [&](const Tensors &xs) { return detail::leaves(function(nest(xs.at(0)))); };
}

Tensor detail::jacobianByRows(const NestFunction &function, const Tensor &x) {
  const Called called("ct.jacrev");
  return cotan::trace::untilItFits([&] {
    auto [values, back] = vjpFlat(ofList(function), {x}, /*ofLanes=*/true);
    const Tensor &y = values.at(0);
    return withAxesOf(y, vmapFlat(back, {0})({basisOf(y)}).at(0));
  });
}

Tensor detail::jacobianByColumns(const NestFunction &function, const Tensor &x) {
  const Called called("ct.jacfwd");
  auto along = [&](const Tensors &direction) {
    return jvpFlat(ofList(function), {x}, direction).second;
  };
  Tensor columns = withAxesOf(
      x, cotan::trace::untilItFits([&] { return vmapFlat(along, {0})({basisOf(x)}).at(0); }));
  int64_t outer = columns.ndim() - x.ndim();
  return moveaxis(columns, upTo(x.ndim()), upTo(columns.ndim(), outer));
}

} // namespace ct
