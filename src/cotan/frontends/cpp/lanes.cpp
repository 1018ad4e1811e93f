#include "cotan/frontends/cpp/lanes.h"

#include "cotan/functions/functions.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {

Lanes::Lanes(std::span<const Tensor> given, const std::vector<MappedAxis> &axes,
             std::optional<int64_t> wanted)
    : axes(axes) {
  const Called called("ct.vmap");
  for (auto [i, x, axis] : llvm::enumerate(given, axes)) {
    if (axis && (*axis < -x.ndim() || *axis >= x.ndim()))
      refuse("tensor " + std::to_string(i) + " of the arguments is " + describe(x.body()->type()) +
             ", which has no axis " + std::to_string(*axis) +
             "; choose another in in_axes, or none to give it to every call");
    all.push_back(axis ? moveaxis(x, {*axis}, {0}) : x);
    if (axis)
      mapped.push_back(i);
  }
  measure(wanted);
  for (unsigned i : mapped) // an open size is that of the others
    if (int64_t found = openSizesOf(all[i])[0]; isOpen(found) && !isOpen(size)) {
      Shape sizes = shapeOf(all[i]);
      sizes[0] = size;
      all[i] = reshape(all[i], sizes);
    }
  ofOne = typesOf(asArguments(all));
  for (unsigned i : mapped)
    ofOne[i].sizes.erase(ofOne[i].sizes.begin());
}

/// The one size of the chosen axes: a known one, if any is.
void Lanes::measure(std::optional<int64_t> wanted) {
  std::string found;
  llvm::SmallVector<int64_t> sizes;
  if (wanted) {
    found = std::to_string(*wanted) + " (axis_size)";
    sizes.push_back(*wanted);
  }
  for (unsigned i : mapped)
    if (int64_t one = openSizesOf(all[i])[0]; !llvm::is_contained(sizes, one)) {
      found += (sizes.empty() ? "" : ", ") + printSize(one) + " (tensor " + std::to_string(i) + ")";
      sizes.push_back(one);
    }
  if (sizes.empty() || llvm::count_if(sizes, [](int64_t one) { return !isOpen(one); }) > 1)
    refuse("the axes to go along must have one size; found " +
           (found.empty() ? "no argument with such an axis; say axis_size" : found));
  auto known = llvm::find_if(sizes, [](int64_t one) { return !isOpen(one); });
  size = known == sizes.end() ? sizes.front() : *known;
}

std::optional<int64_t> Lanes::count() const {
  return isOpen(size) ? std::nullopt : std::optional(size);
}

std::pair<Tensors, llvm::SmallVector<bool>> Lanes::call(const TracedFunctionRef &one,
                                                        const std::string &axisName) const {
  Batched together = batched(*one, mapped, size, axisName);
  cotan::trace::Tensors results = cotan::trace::call(together.function, asArguments(all));
  for (auto [result, differs] : llvm::zip_equal(results, together.areBatched))
    if (differs)
      result = withSize(result, 0, size);
  return {outer(results), together.areBatched};
}

Tensor Lanes::repeated(const Tensor &x) const {
  Shape shape = shapeOf(x);
  shape.insert(shape.begin(), size);
  return broadcast_to(x, shape);
}

} // namespace ct
