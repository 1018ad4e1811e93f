#include "cotan/frontends/cpp/splitting.h"

#include "cotan/frontends/cpp/inside.h"
#include "cotan/frontends/cpp/layout.h"

namespace ct {
namespace {

std::vector<Tensor> splitAt(const Tensor &x, const Cuts &cuts, int64_t axis) {
  return std::visit([&](const auto &each) { return split(x, each, axis); }, cuts);
}

void needAxes(const char *name, const Tensor &x, int64_t count) {
  if (x.ndim() < count)
    refuse(name, "at least " + std::to_string(count) + " axes are needed, but found shape " +
                     printTuple(sizesOf(x)) + "; ct.split takes an axis");
}

} // namespace

std::vector<Tensor> array_split(const Tensor &x, const Cuts &cuts, int64_t axis) {
  int64_t size = x.shape()[checkedAxis("array_split", axis, x.ndim())];
  if (!std::holds_alternative<int64_t>(cuts))
    return splitAt(x, cuts, axis);
  int64_t sections = std::get<int64_t>(cuts);
  if (sections < 1)
    refuse("array_split",
           "found " + std::to_string(sections) + " parts, but expected at least one");
  std::vector<int64_t> positions;
  for (int64_t i = 1; i < sections; ++i)
    positions.push_back(i * (size / sections) + std::min(i, size % sections));
  return split(x, positions, axis);
}

std::vector<Tensor> hsplit(const Tensor &x, const Cuts &cuts) {
  needAxes("hsplit", x, 1);
  return splitAt(x, cuts, x.ndim() > 1 ? 1 : 0);
}
std::vector<Tensor> vsplit(const Tensor &x, const Cuts &cuts) {
  needAxes("vsplit", x, 2);
  return splitAt(x, cuts, 0);
}
std::vector<Tensor> dsplit(const Tensor &x, const Cuts &cuts) {
  needAxes("dsplit", x, 3);
  return splitAt(x, cuts, 2);
}

std::vector<Tensor> unstack(const Tensor &x, int64_t axis) {
  int64_t along = checkedAxis("unstack", axis, x.ndim()), size = x.shape()[along];
  std::vector<Tensor> result;
  if (size == 0)
    return result;
  for (const Tensor &part : split(x, size, along))
    result.push_back(squeeze(part, {{along}}));
  return result;
}

} // namespace ct
