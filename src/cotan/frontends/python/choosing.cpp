// The functions of choosing.h.
#include "cotan/frontends/python/bind_function.h"

#include "cotan/trace/context.h"

namespace ct::python {
namespace {

Outside outsideOf(const std::string &mode) {
  if (mode == "raise")
    return Outside::refused;
  if (mode == "wrap")
    return Outside::wrapped;
  if (mode == "clip")
    return Outside::clipped;
  throw ValueError(cotan::trace::currentPlace() + "ct.choose: found mode '" + mode +
                   "', but expected 'raise', 'wrap' or 'clip'");
}

void bindChoices(Module &m) {
  bindFunction(m, "select",
               static_cast<Tensor (*)(const std::vector<Tensor> &, const std::vector<Tensor> &,
                                      const Tensor &)>(ct::select),
               py::arg("condlist"), py::arg("choicelist"), py::arg("default") = 0,
               R"(The element of the first choice whose condition holds at its place, else default.

jax.lax.select, of one condition, is `where`.

>>> x = ct.array([1, 5, 9])
>>> ct.select([x < 3, x < 7], [x, 10 * x], -1)
Tensor([ 1, 50, -1], dtype=int64)
)");
  m.def(
      "choose",
      [](const Operand &a, const Operands &choices, const std::string &mode) {
        Outside outside = outsideOf(mode);
        return unlocked([&] { return choose(a.tensor, choices.tensors, outside); });
      },
      py::arg("a"), py::arg("choices"), py::kw_only(), py::arg("mode") = "raise",
      R"(The element of the choice whose number a says, elementwise.

mode: what a number that is out of range does, "raise", "wrap" or "clip"; in functions that are
traced it cannot raise.

>>> ct.choose(ct.array([1, 0]), [ct.array([1, 2]), ct.array([10, 20])])
Tensor([10,  2], dtype=int64)
)");
  bindFunction(m, "put_along_axis", put_along_axis, py::arg("arr"), py::arg("indices"),
               py::arg("values"), py::arg("axis"),
               R"(A copy in which the elements that take_along_axis reads are these values.

>>> ct.put_along_axis(ct.zeros((2, 2)), ct.array([[0], [1]]), 5.0, 1)
Tensor([[5., 0.],
        [0., 5.]], dtype=float32)
)");
}

void bindComparisons(Module &m) {
  auto bind = [&](const char *name, auto function, const char *doc) {
    bindFunction(m, name, function, py::arg("a"), py::arg("b"), py::arg("rtol") = 1e-5,
                 py::arg("atol") = 1e-8, py::arg("equal_nan") = false, doc);
  };
  bind("isclose", isclose, R"(Whether |a - b| <= atol + rtol * |b|, elementwise.

>>> ct.isclose(ct.array([1.0, ct.nan]), ct.array([1.000001, ct.nan]))
Tensor([ True, False], dtype=bool)
)");
  bind("allclose", allclose, R"(Whether all elements are close, as isclose says.

>>> ct.allclose(ct.array([1.0, 2.0]), ct.array([1.000001, 2.0]))
Tensor(True, dtype=bool)
)");
  bindFunction(m, "array_equal", array_equal, py::arg("a1"), py::arg("a2"),
               py::arg("equal_nan") = false, R"(Whether shapes and all elements are equal.

>>> ct.array_equal(ct.array([1, 2]), ct.array([1, 2, 3]))
Tensor(False, dtype=bool)
)");
}

} // namespace

void bindChoosing(Module &m) {
  bindChoices(m);
  bindComparisons(m);
}

} // namespace ct::python
