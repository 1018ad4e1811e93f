// The functions of differences.h.
#include "cotan/frontends/python/bind_function.h"

namespace ct::python {
namespace {

void bindSteps(Module &m) {
  bindFunction(m, "diff", diff, py::arg("a"), py::arg("n") = 1, py::arg("axis") = -1,
               py::arg("prepend") = py::none(), py::arg("append") = py::none(),
               R"(The differences of neighbours along an axis, n times.

>>> ct.diff(ct.array([1, 4, 9]))
Tensor([3, 5], dtype=int64)
)");
  bindFunction(m, "ediff1d", ediff1d, py::arg("ary"), py::arg("to_end") = py::none(),
               py::arg("to_begin") = py::none(),
               R"(The differences of neighbours of all elements in one row.

>>> ct.ediff1d(ct.array([1, 4, 9]), to_end=0)
Tensor([3, 5, 0], dtype=int64)
)");
  m.def(
      "gradient",
      [](const Operand &f, const py::args &spacings,
         const std::optional<AxesLike> &axis) -> py::object {
        auto each = spacings.cast<Operands>().tensors;
        Axes axes = Taken<const Axes &>::of(axis);
        auto slopes = unlocked([&] { return gradient(f.tensor, each, axes); });
        return slopes.size() == 1 ? py::cast(slopes[0]) : py::cast(slopes);
      },
      py::arg("f"), py::kw_only(), py::arg("axis") = py::none(),
      R"(Slopes from both neighbours, at the ends from one; of several axes, a list.

After f, a distance or a vector of coordinates for each axis, or one for all.

>>> ct.gradient(ct.array([1.0, 4.0, 9.0]), 2.0)
Tensor([1.5, 2. , 2.5], dtype=float32)
)");
}

void bindSums(Module &m) {
  bindFunction(m, "trapezoid", trapezoid, py::arg("y"), py::arg("x") = py::none(),
               py::arg("dx") = 1.0, py::arg("axis") = -1,
               R"(The integral by trapezoids, at coordinates x or at distances dx.

>>> ct.trapezoid(ct.array([1.0, 2.0, 3.0]))
Tensor(4., dtype=float32)
)");
  auto bindRunning = [&](const char *name, auto function, const char *doc) {
    bindFunction(m, name, function, py::arg("x"), py::kw_only(), py::arg("axis") = py::none(),
                 py::arg("include_initial") = false, doc);
  };
  bindRunning("cumulative_sum", cumulative_sum,
              R"(Running sum along an axis, which vectors need not name.

With include_initial it begins with 0.

>>> ct.cumulative_sum(ct.array([1, 2, 3]), include_initial=True)
Tensor([0, 1, 3, 6], dtype=int64)
)");
  bindRunning("cumulative_prod", cumulative_prod,
              R"(Running product along an axis, which vectors need not name.

With include_initial it begins with 1.

>>> ct.cumulative_prod(ct.array([2, 3]), include_initial=True)
Tensor([1, 2, 6], dtype=int64)
)");
  bindFunction(
      m, "unwrap", unwrap, py::arg("p"), py::arg("discont") = py::none(), py::arg("axis") = -1,
      py::arg("period") = 2 * std::numbers::pi,
      R"(Without jumps of more than discont, half of the period if left out: periods are added.

>>> ct.unwrap(ct.array([0, 3, 2, 1]), period=4)
Tensor([ 0., -1., -2., -3.], dtype=float32)
)");
}

} // namespace

void bindDifferences(Module &m) {
  bindSteps(m);
  bindSums(m);
}

} // namespace ct::python
