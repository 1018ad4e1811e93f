// What Python's own functions ask of a tensor, and how it lies in memory.
#include "cotan/frontends/python/convert.h"

#include "cotan/functions/functions.h"
#include "cotan/tensor/checks.h"
#include "cotan/trace/context.h"

namespace ct::python {
namespace {

py::object views() { return late("cotan._views"); }

/// The operand of an operator of two, or none, in which case the other one is asked.
template <typename F> py::object withOperand(py::handle other, F function) {
  Tensor y;
  if (!toTensor(other, y))
    return py::reinterpret_borrow<py::object>(Py_NotImplemented);
  return py::cast(unlocked([&] { return function(y); }));
}

/// As of Python's floats: without digits the result is an integer.
Tensor rounded(const Tensor &x, std::optional<int64_t> digits) {
  return unlocked([&] {
    Tensor y = round(x, digits.value_or(0));
    return digits || !isInexact(y.dtype()) ? y : astype(y, DType::int64);
  });
}

void bindBuiltins(Class<Tensor> &type) {
  type.def("__divmod__",
           [](const Tensor &x, py::handle other) {
             return withOperand(other, [&](const Tensor &y) { return divmod(x, y); });
           })
      .def("__rdivmod__",
           [](const Tensor &y, py::handle other) {
             return withOperand(other, [&](const Tensor &x) { return divmod(x, y); });
           })
      .def("__round__", rounded, py::arg("ndigits") = py::none())
      .def("__contains__", [](const Tensor &x, const Operand &y) {
        return unlocked([&] { return any(equal(x, y.tensor)); });
      });
}

/// Names that NumPy has beside those of functions.
void bindCopies(Class<Tensor> &type) {
  type.def(
          "copy", [](const Tensor &x) { return x; },
          R"(Itself, as tensors never change.

>>> ct.array([1, 2]).copy()
Tensor([1, 2], dtype=int64))")
      .def(
          "conjugate", [](const Tensor &x) { return unlocked([&] { return conj(x); }); },
          R"(The complex conjugate, elementwise.

>>> ct.array([1 + 2j]).conjugate()
Tensor([1.-2.j], dtype=complex64))");
}

/// The same bytes in a type that NumPy has.
Tensor inTypeOfNumPy(const Tensor &x) {
  if (!isFloating(x.dtype()) || isKnownToNumPy(x.dtype())) // int4 lies in bytes as int8 does
    return x;
  const DType plain = itemSize(x.dtype()) == 1 ? DType::uint8 : DType::uint16;
  return unlocked([&] { return bitcast_convert_type(x, plain); });
}

/// How the elements lie in memory, or would.
void bindLayout(Class<Tensor> &type) {
  type.def_property_readonly(
          "itemsize", [](const Tensor &x) { return itemSize(x.dtype()); },
          R"(The bytes of an element.

>>> ct.ones(2).itemsize
4)")
      .def_property_readonly(
          "nbytes",
          [](const py::object &x) {
            const size_t each = itemSize(x.cast<const Tensor &>().dtype());
            return py::object(x.attr("size").attr("__mul__")(each)); // a tensor if a size is open
          },
          R"(The bytes of all elements.

>>> ct.ones((2, 3)).nbytes
24)")
      .def(
          "tobytes",
          [](const Tensor &x, const std::string &order) {
            const cotan::trace::Called called("x.tobytes");
            (void)oneOf("order", order, {"C", "F", "A", "K"});
            return py::cast(inTypeOfNumPy(x))
                .attr("numpy")()
                .attr("tobytes")(order)
                .cast<py::bytes>();
          },
          py::arg("order") = "C",
          R"(The bytes of the elements, row by row, or column by column ("F").

>>> ct.array([1, 2], dtype="int16").tobytes()
b'\x01\x00\x02\x00')")
      .def(
          "view",
          [](const Tensor &x, const DTypeOrNone &dtype) {
            if (!dtype.dtype)
              return x;
            return views().attr("view")(x, toPython(*dtype.dtype)).cast<Tensor>();
          },
          py::arg("dtype") = py::none(),
          R"(The bytes of the elements read as another type; the last axis grows or shrinks where it is of another width.

>>> ct.array([1.0, -2.0]).view("int32")
Tensor([ 1065353216, -1073741824], dtype=int32)
>>> ct.array([258, 3], dtype="int16").view("uint8")
Tensor([2, 1, 3, 0], dtype=uint8))")
      .def(
          "byteswap", [](const Tensor &x) { return views().attr("byteswap")(x).cast<Tensor>(); },
          R"(The bytes of each element in the opposite order.

>>> ct.array([1, 256], dtype="int16").byteswap()
Tensor([256,   1], dtype=int16))");
}

} // namespace

void bindBuiltinMethods(Class<Tensor> &type) {
  bindBuiltins(type);
  bindCopies(type);
  bindLayout(type);
}

} // namespace ct::python
