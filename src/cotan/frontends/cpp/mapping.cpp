#include "cotan/frontends/cpp/mapping.h"

#include "cotan/frontends/cpp/creation.h"
#include "cotan/frontends/cpp/derivatives.h"
#include "cotan/frontends/cpp/layout.h"
#include "cotan/frontends/cpp/tracing.h"
#include "cotan/trace/context.h"

#include <numeric>

using namespace cotan::trace;

namespace ct {
namespace {

/// The one size of the chosen axes, which come first here.
int64_t countLanes(const Tensors &tensors, const std::vector<MappedAxis> &axes) {
  std::optional<int64_t> size;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (!axes[i])
      continue;
    int64_t found = sizeAt("vmap", tensors[i], 0);
    if (size.value_or(found) != found)
      throw ValueError(currentPlace() + "ct.vmap: the axes to go along must have one size; found " +
                       std::to_string(*size) + " and " + std::to_string(found));
    size = found;
  }
  if (!size)
    throw ValueError(currentPlace() + "ct.vmap: no argument has an axis to go along");
  return *size;
}

Tensors withLanesFirst(const Tensors &given, const std::vector<MappedAxis> &axes) {
  if (given.size() != axes.size())
    throw ValueError(currentPlace() + "ct.vmap: " + std::to_string(axes.size()) +
                     " axes are given for " + std::to_string(given.size()) + " arguments");
  Tensors first;
  for (size_t i = 0; i < given.size(); ++i)
    first.push_back(axes[i] ? moveaxis(given[i], {*axes[i]}, {0}) : given[i]);
  return first;
}

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
    Tensors first = withLanesFirst(given, axes);
    int64_t lanes = countLanes(first, axes);
    cotan::trace::Tensors arguments = asArguments(first);
    llvm::SmallVector<TensorType> types = typesOf(arguments);
    llvm::SmallVector<unsigned> mapped;
    for (unsigned i = 0; i < types.size(); ++i)
      if (axes[i]) {
        types[i].sizes.erase(types[i].sizes.begin());
        mapped.push_back(i);
      }
    Batched all = batched(*traced(function, types), mapped, lanes);
    Tensors results = outer(call(all.function, arguments));
    for (size_t i = 0; i < results.size(); ++i)
      if (!all.areBatched[i]) { // the same for all
        Shape shape(results[i].shape().begin(), results[i].shape().end());
        shape.insert(shape.begin(), lanes);
        results[i] = broadcast_to(results[i], shape);
      }
    return results;
  };
}

Tensor jacobianByRows(const Function &function, const Tensor &x) {
  auto [values, back] = vjpFlat(function, {x});
  const Tensor &y = values.at(0);
  return withAxesOf(y, vmapFlat(back, {0})({basisOf(y)}).at(0));
}

Tensor jacobianByColumns(const Function &function, const Tensor &x) {
  auto along = [&](const Tensors &direction) { return jvpFlat(function, {x}, direction).second; };
  Tensor columns = withAxesOf(x, vmapFlat(along, {0})({basisOf(x)}).at(0));
  int64_t outer = columns.ndim() - x.ndim();
  return moveaxis(columns, upTo(x.ndim()), upTo(columns.ndim(), outer));
}

} // namespace ct
