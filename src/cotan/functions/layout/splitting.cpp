// Cutting a tensor into several.
#include "cotan/functions/functions.h"

#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/layout/needed_axes.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/custom_call.h"

using namespace cotan::trace;

namespace ct {
namespace {

/// `count` elements, a number of any kind, from `start` on along an axis of open size.
Tensor piece(const Tensor &x, int64_t axis, const Tensor &start, const Tensor &count) {
  std::vector<Tensor> starts(x.ndim(), Tensor(int64_t(0)));
  starts[axis] = start;
  Shape sizes = shapeOf(x);
  sizes[axis] = sizeFrom(inner(count));
  return dynamic_slice(x, starts, sizes);
}

/// An axis of open size cut into parts, the first ones an element longer than the last.
std::vector<Tensor> splitOpen(const Tensor &x, int64_t sections, int64_t axis) {
  Tensor all = size(x, axis), least = floor_divide(all, sections), more = remainder(all, sections);
  std::vector<Tensor> parts;
  for (int64_t i = 0; i < sections; ++i)
    parts.push_back(piece(x, axis, least * i + minimum(more, i),
                          floor_divide(all + (sections - 1 - i), sections)));
  return parts;
}

/// Slices from each position to the next, of axes of open size too. They may overlap: positions are
/// not always in order.
std::vector<Tensor> slicesBetween(const Tensor &x, const std::vector<int64_t> &positions,
                                  int64_t axis) {
  Indices place(axis, Index(Slice{}));
  std::optional<int64_t> before;
  std::vector<Tensor> parts;
  auto cut = [&](std::optional<int64_t> end) {
    place.push_back(Slice{before, end});
    parts.push_back(index(x, place));
    place.pop_back();
    before = end;
  };
  llvm::for_each(positions, cut);
  cut({});
  return parts;
}

std::vector<Tensor> splitAt(const Tensor &x, const Cuts &cuts, int64_t axis) {
  return std::visit([&](const auto &each) { return split(x, each, axis); }, cuts);
}

constexpr const char *splitTakesAnAxis = "; ct.split takes an axis";

} // namespace

std::vector<Tensor> split(const Tensor &x, const std::vector<int64_t> &positions, int64_t axis) {
  const Called called("ct.split");
  int64_t checked = checkedAxis(axis, x.ndim()), before = 0, size = openSizesOf(x)[checked];
  if (isOpen(size))
    return slicesBetween(x, positions, checked);
  llvm::SmallVector<int64_t> sizes;
  for (int64_t position : positions) {
    int64_t end = std::clamp<int64_t>(position < 0 ? position + size : position, 0, size);
    if (end < before)
      return slicesBetween(x, positions, checked);
    sizes.push_back(end - before);
    before = end;
  }
  sizes.push_back(size - before);
  return op::split(x, checked, sizes, {.isWeak = x.isWeak()});
}

std::vector<Tensor> split(const Tensor &x, int64_t sections, int64_t axis) {
  const Called called("ct.split");
  const int64_t checked = checkedAxis(axis, x.ndim()), size = openSizesOf(x)[checked];
  if (sections < 1 || (!isOpen(size) && size % sections != 0))
    refuse(printSize(size) + " elements do not make " + std::to_string(sections) + " equal parts");
  if (isOpen(size)) {
    traceAssert(inner(remainder(ct::size(x, checked), sections) == 0),
                "ct.split: the elements do not make " + std::to_string(sections) + " equal parts");
    return splitOpen(x, sections, checked);
  }
  checkParts(sections);
  std::vector<int64_t> positions;
  for (int64_t i = 1; i < sections; ++i)
    positions.push_back(i * (size / sections));
  return split(x, positions, checked);
}

std::vector<Tensor> array_split(const Tensor &x, const Cuts &cuts, int64_t axis) {
  const Called called("ct.array_split");
  const int64_t checked = checkedAxis(axis, x.ndim()), size = openSizesOf(x)[checked];
  if (!std::holds_alternative<int64_t>(cuts))
    return splitAt(x, cuts, axis);
  int64_t sections = std::get<int64_t>(cuts);
  if (sections < 1)
    refuse("found " + std::to_string(sections) + " parts, but expected at least one");
  checkParts(sections);
  if (isOpen(size))
    return splitOpen(x, sections, checked);
  std::vector<int64_t> positions;
  for (int64_t i = 1; i < sections; ++i)
    positions.push_back(i * (size / sections) + std::min(i, size % sections));
  return split(x, positions, axis);
}

std::vector<Tensor> hsplit(const Tensor &x, const Cuts &cuts) {
  const Called called("ct.hsplit");
  needAxes(x, 1, splitTakesAnAxis);
  return splitAt(x, cuts, x.ndim() > 1 ? 1 : 0);
}
std::vector<Tensor> vsplit(const Tensor &x, const Cuts &cuts) {
  const Called called("ct.vsplit");
  needAxes(x, 2, splitTakesAnAxis);
  return splitAt(x, cuts, 0);
}
std::vector<Tensor> dsplit(const Tensor &x, const Cuts &cuts) {
  const Called called("ct.dsplit");
  needAxes(x, 3, splitTakesAnAxis);
  return splitAt(x, cuts, 2);
}

std::vector<Tensor> unstack(const Tensor &x, int64_t axis) {
  const Called called("ct.unstack");
  int64_t along = checkedAxis(axis, x.ndim()), size = x.shape()[along];
  std::vector<Tensor> result;
  if (size == 0)
    return result;
  checkParts(size);
  for (const Tensor &part : split(x, size, along))
    result.push_back(squeeze(part, {{along}}));
  return result;
}

} // namespace ct

ct::dynamic::Tuple ct::dynamic::unstack(const Tensor &x, int64_t axis) {
  const Called called("ct.unstack");
  return {ct::unstack(x, axis)};
}

std::vector<ct::Tensor> ct::dynamic::split(const Tensor &x, const Cuts &indices_or_sections,
                                           int64_t axis) {
  const Called called("ct.split");
  return std::visit([&](const auto &said) { return ct::split(x, said, axis); },
                    indices_or_sections);
}
