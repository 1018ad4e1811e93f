// Many calls at once.
#include "cotan/frontends/cpp/lanes.h"

#include "cotan/frontends/python/programs.h"

namespace ct::python {
namespace {

using namespace cotan::trace;

/// Types of what one of many calls takes.
py::list typesOfOne(const Lanes &lanes) {
  py::list types;
  for (const TensorType &type : lanes.types())
    types.append(TypeOnly{type});
  return types;
}

} // namespace

void bindLanes(Module &m) {
  Class<Lanes>(m, "_Lanes", "Arguments of many calls at once.")
      .def(py::init([](const py::sequence &tensors, const std::vector<MappedAxis> &axes,
                       std::optional<int64_t> size) {
        std::vector<Tensor> given = tensorsOf(tensors);
        return unlocked([&] { return Lanes(given, axes, size); });
      }))
      .def("types", typesOfOne, "What one call takes.")
      .def(
          "call",
          [](const Lanes &lanes, const Program &one) {
            auto [results, differ] = unlocked([&] { return lanes.call(one.function); });
            return std::pair(results, std::vector<bool>(differ.begin(), differ.end()));
          },
          "The results of all calls, and which of them differ between the calls.")
      .def("repeated",
           [](const Lanes &lanes, const Operand &x) { return lanes.repeated(x.tensor); });
}

} // namespace ct::python
