#include "cotan/functions/indexing/index_in_full.h"

#include "cotan/functions/functions.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {

int64_t axesAt(const Index &index) {
  if (auto *tensor = std::get_if<Tensor>(&index))
    return tensor->dtype() == DType::bool_ ? tensor->ndim() : 1;
  return !std::holds_alternative<NewAxis>(index) && !std::holds_alternative<Ellipsis>(index);
}

int64_t axesAt(const Indices &indices) {
  int64_t axes = 0;
  for (const Index &index : indices)
    axes += axesAt(index);
  return axes;
}

bool isMask(const Index &index) {
  auto *tensor = std::get_if<Tensor>(&index);
  return tensor && tensor->dtype() == DType::bool_;
}

void giveAxesToMasks(Tensor &x, Indices &indices) {
  const int64_t left = x.ndim() - axesAt(indices);
  if (left < 0)
    return; // an error to come
  std::vector<int64_t> added;
  int64_t used = 0;
  for (Index &index : indices) {
    if (isMask(index) && axesAt(index) == 0) {
      index = reshape(std::get<Tensor>(index), {1});
      added.push_back(used + int64_t(added.size()));
    } else {
      used += std::holds_alternative<Ellipsis>(index) ? left : axesAt(index);
    }
  }
  if (!added.empty())
    x = expand_dims(x, added);
}

/// The places of a mask that stands at axis `axis` of x. Without elements it fits an axis of any
/// size.
static std::vector<Tensor> placesIn(const Tensor &mask, const Tensor &x, int64_t axis) {
  auto fits = [](int64_t size, int64_t given) { return size == 0 || size == given; };
  if (!llvm::equal(sizesOf(mask), openSizesOf(x).slice(axis, mask.ndim()), fits))
    throw IndexError(currentPlace() + "a mask of shape " + printTuple(openSizesOf(mask)) +
                     " does not fit the axes it stands at, of a tensor of shape " +
                     printTuple(openSizesOf(x)));
  return nonzero(mask);
}

Indices inFull(const Tensor &x, const Indices &indices) {
  const int64_t named = axesAt(indices), left = x.ndim() - named;
  if (left < 0)
    throw IndexError(currentPlace() + std::to_string(named) +
                     " indices are too many for a tensor of shape " + printTuple(openSizesOf(x)) +
                     ", which has " + std::to_string(x.ndim()) + " axes");
  auto isEllipsis = [](const Index &index) { return std::holds_alternative<Ellipsis>(index); };
  if (llvm::count_if(indices, isEllipsis) > 1)
    throw IndexError(currentPlace() + "an index can have one ellipsis (...) only");
  Indices result;
  int64_t used = 0;
  for (const Index &index : indices) {
    if (isMask(index))
      llvm::append_range(result, placesIn(std::get<Tensor>(index), x, used));
    else
      result.push_back(index);
    if (isEllipsis(index))
      result.insert(result.end(), left, Slice{});
    used += isEllipsis(index) ? left : axesAt(index);
  }
  result.insert(result.end(), x.ndim() - used, Slice{});
  return result;
}

} // namespace ct
