// Many calls at once, and what they put together along an axis with a name.
#include "cotan/frontends/cpp/lanes.h"

#include "cotan/frontends/cpp/vectorize.h"
#include "cotan/frontends/python/programs.h"
#include "cotan/trace/collectives.h"

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

/// The operand of an operation of lanes, and what is said of its result's element type.
struct OfLanes {
  explicit OfLanes(const Operand &x) : x(outer(tracedHere(inner(x.tensor)))) {}

  /// With these sizes, as the op does not infer them.
  Typing typed(Shape sizes) {
    result = {x.body()->dtype, {sizes.begin(), sizes.end()}, x.isWeak()};
    return {.results = result, .isWeak = x.isWeak()};
  }
  Typing typed() const { return {.isWeak = x.isWeak()}; }

  Tensor x;
  TensorType result = {};
};

Tensor gather(const Operand &given, const std::string &axisName, std::optional<int64_t> count,
              int64_t axis) {
  OfLanes lanes(given);
  Shape sizes = shapeOf(lanes.x);
  sizes.insert(sizes.begin() + axis, count.value_or(mlir::ShapedType::kDynamic));
  return op::all_gather(lanes.x, axisName, axis, lanes.typed(sizes));
}

Tensor scatter(const Operand &given, const std::string &axisName, int64_t axis) {
  OfLanes lanes(given);
  Shape sizes = shapeOf(lanes.x);
  sizes.erase(sizes.begin() + axis);
  return op::psum_scatter(lanes.x, axisName, axis, lanes.typed(sizes));
}

void bindCollectives(Module &m) {
  m.def("_psum", [](const Operand &x, const std::string &axisName) {
    return unlocked([&] {
      const OfLanes lanes(x);
      return op::psum(lanes.x, axisName, lanes.typed());
    });
  });
  m.def(
      "_all_gather",
      [](const Operand &x, const std::string &axisName, std::optional<int64_t> count,
         int64_t axis) { return unlocked([&] { return gather(x, axisName, count, axis); }); },
      "All lanes' along a new axis; None: how many there are is open.");
  m.def(
      "_psum_scatter",
      [](const Operand &x, const std::string &axisName, int64_t axis) {
        return unlocked([&] { return scatter(x, axisName, axis); });
      },
      "Each lane's part, along `axis`, of the sum of all lanes'.");
  m.def("_ppermute",
        [](const Operand &x, const std::string &axisName, const std::vector<int64_t> &sources) {
          return unlocked([&] {
            const OfLanes lanes(x);
            return op::ppermute(lanes.x, axisName, sources, lanes.typed());
          });
        });
  m.def("_all_to_all", [](const Operand &x, const std::string &axisName, int64_t axis) {
    return unlocked([&] {
      const OfLanes lanes(x);
      return op::all_to_all(lanes.x, axisName, axis, lanes.typed());
    });
  });
  m.def("_axis_index", [](const std::string &axisName) {
    return unlocked([&] { return op::axis_index(axisName); });
  });
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
          [](const Lanes &lanes, const Program &one, const std::string &axisName) {
            auto [results, differ] = unlocked([&] { return lanes.call(one.function, axisName); });
            return std::pair(results, std::vector<bool>(differ.begin(), differ.end()));
          },
          "The results of all calls, and which of them differ. The program may know their axis.")
      .def_property_readonly("count", &Lanes::count, "How many; None if that is open.")
      .def("repeated",
           [](const Lanes &lanes, const Operand &x) { return lanes.repeated(x.tensor); });
  m.def(
      "_vectorized",
      [](const py::sequence &tensors, const std::optional<std::string> &signature) {
        const Tensors given = tensorsOf(tensors);
        const auto all = unlocked([&] { return detail::vectorized(given, signature); });
        return std::pair(all.arguments, all.maps);
      },
      "The arguments as they are mapped, and the axes of each vmap, from the outermost.");
  m.def(
      "_check_vectorized",
      [](const std::string &signature, const py::sequence &arguments, const py::sequence &results) {
        const Tensors xs = tensorsOf(arguments), ys = tensorsOf(results);
        unlocked([&] { detail::checkResults(signature, xs, ys); });
      },
      "Throws if what one call returned does not fit the signature.");
  bindCollectives(m);
}

} // namespace ct::python
