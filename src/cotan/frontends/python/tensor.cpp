// The class Tensor: what it is, how it prints, and its operators.
#include "cotan/frontends/python/convert.h"

#include "cotan/frontends/cpp/inside.h"
#include "cotan/trace/context.h"

namespace ct::python {
namespace {

std::string repr(const Tensor &x) {
  if (x.isTraced())
    return "Tensor(" + x.str() + ")";
  py::object numpy = py::module_::import("numpy");
  std::string text = numpy
                         .attr("array2string")(toNumpy(x), py::arg("separator") = ", ",
                                               py::arg("prefix") = "Tensor(")
                         .cast<std::string>();
  return "Tensor(" + text + ", dtype=" + nameOf(x.dtype()) +
         (x.isWeak() ? ", weak_type=True)" : ")");
}

int64_t length(const Tensor &x) {
  if (x.ndim() == 0)
    throw TypeError("a tensor of shape () has no length; it is one number");
  int64_t size = openSizesOf(x)[0];
  if (cotan::trace::isOpen(size))
    throw TypeError(cotan::trace::currentPlace() + "the length of " + describe(x.body()->type()) +
                    " is open (?), and len() must be a number; use x.shape[0], which is a tensor");
  return size;
}

/// The number of elements; a tensor if a size is open.
py::object count(const Tensor &x) {
  if (!cotan::trace::anyOpen(openSizesOf(x)))
    return py::int_(x.size());
  return py::cast(countOf(x));
}

py::object item(const Tensor &x) {
  if (isFloating(x.dtype()))
    return py::float_(x.item<double>());
  int64_t value = x.item<int64_t>();
  if (x.dtype() == DType::bool_)
    return py::bool_(value != 0);
  return x.dtype() == DType::uint64 ? py::object(py::int_(uint64_t(value)))
                                    : py::object(py::int_(value));
}

int64_t asIndex(const Tensor &x) {
  if (isFloating(x.dtype()) || x.dtype() == DType::bool_ || x.ndim() != 0)
    throw TypeError("only a tensor of one integer can be an index");
  return x.item<int64_t>();
}

py::object asNumpy(const Tensor &x, py::object dtype, py::object copy) {
  py::object array = toNumpy(x);
  if (!dtype.is_none())
    array = array.attr("astype")(dtype);
  return !copy.is_none() && copy.cast<bool>() ? array.attr("copy")() : array;
}

template <Tensor (*function)(const Tensor &, const Tensor &)>
void bindOperator(py::class_<Tensor> &type, const char *name, const char *reflected = nullptr) {
  type.def(
      name,
      [](const Tensor &x, const Operand &y) {
        return unlocked([&] { return function(x, y.tensor); });
      },
      py::is_operator());
  if (reflected)
    type.def(
        reflected,
        [](const Tensor &y, const Operand &x) {
          return unlocked([&] { return function(x.tensor, y); });
        },
        py::is_operator());
}

template <Tensor (*function)(const Tensor &)>
void bindOperator(py::class_<Tensor> &type, const char *name) {
  type.def(name, [](const Tensor &x) { return unlocked([&] { return function(x); }); });
}

void bindOperators(py::class_<Tensor> &type) {
  bindOperator<add>(type, "__add__", "__radd__");
  bindOperator<subtract>(type, "__sub__", "__rsub__");
  bindOperator<multiply>(type, "__mul__", "__rmul__");
  bindOperator<divide>(type, "__truediv__", "__rtruediv__");
  bindOperator<floor_divide>(type, "__floordiv__", "__rfloordiv__");
  bindOperator<remainder>(type, "__mod__", "__rmod__");
  bindOperator<power>(type, "__pow__", "__rpow__");
  bindOperator<matmul>(type, "__matmul__", "__rmatmul__");
  bindOperator<bitwise_and>(type, "__and__", "__rand__");
  bindOperator<bitwise_or>(type, "__or__", "__ror__");
  bindOperator<bitwise_xor>(type, "__xor__", "__rxor__");
  bindOperator<left_shift>(type, "__lshift__", "__rlshift__");
  bindOperator<right_shift>(type, "__rshift__", "__rrshift__");
  bindOperator<equal>(type, "__eq__");
  bindOperator<not_equal>(type, "__ne__");
  bindOperator<less>(type, "__lt__");
  bindOperator<less_equal>(type, "__le__");
  bindOperator<greater>(type, "__gt__");
  bindOperator<greater_equal>(type, "__ge__");
  bindOperator<negative>(type, "__neg__");
  bindOperator<bitwise_not>(type, "__invert__");
  bindOperator<ct::abs>(type, "__abs__");
  type.def("__pos__", [](const Tensor &x) { return x; });
}

void bindPickling(py::class_<Tensor> &type) {
  auto state = [](const Tensor &x) {
    Tensor shown = weakScalar(x);
    py::bytes bytes(static_cast<const char *>(shown.data()),
                    shown.size() * itemSize(shown.dtype()));
    return py::make_tuple(nameOf(shown.dtype()), Shape(shown.shape().begin(), shown.shape().end()),
                          bytes);
  };
  auto restore = [](py::tuple state) {
    std::string bytes = state[2].cast<std::string>();
    return fromBytes(bytes.data(), dtypeNamed(state[0].cast<std::string>()),
                     state[1].cast<Shape>());
  };
  type.def(py::pickle(state, restore));
  type.def("__copy__", [](const Tensor &x) { return x; });
  type.def("__deepcopy__", [](const Tensor &x, py::dict) { return x; });
}

} // namespace

void bindTensor(py::module_ &m) {
  py::class_<Tensor> type(
      m, "Tensor",
      "Numbers of one element type in a grid of any number of axes. It never changes.");
  type.def_property_readonly("shape", shapeTuple, "The sizes of the axes.")
      .def_property_readonly(
          "dtype", [](const Tensor &x) { return toPython(x.dtype()); }, "The element type.")
      .def_property_readonly("ndim", &Tensor::ndim, "The number of axes.")
      .def_property_readonly("size", count, "The number of elements.")
      .def_property_readonly("_sizes", [](const Tensor &x) { return sizesTuple(openSizesOf(x)); })
      .def_property_readonly("weak_type", &Tensor::isWeak,
                             "Whether the element type gives way to others.")
      .def_property_readonly("is_traced", &Tensor::isTraced,
                             "Whether it belongs to a function that is being traced.")
      .def("item", item, "The one element as a number of Python.")
      .def("numpy", toNumpy, "The elements as an array of NumPy, without a copy.")
      .def(
          "tolist", [](const Tensor &x) { return toNumpy(x).attr("tolist")(); },
          "The elements in nested lists.")
      .def(
          "block_until_ready", [](const Tensor &x) { return x; },
          "Itself: operations have ended when they return.")
      .def("__array__", asNumpy, py::arg("dtype") = py::none(), py::arg("copy") = py::none())
      .def("__repr__", repr)
      .def("__str__",
           [](const Tensor &x) {
             return x.isTraced() ? repr(x) : py::str(toNumpy(x)).cast<std::string>();
           })
      .def("__format__",
           [](const Tensor &x, const std::string &how) {
             return py::module_::import("builtins")
                 .attr("format")(x.ndim() == 0 && !x.isTraced() ? item(x) : py::str(py::cast(x)),
                                 how);
           })
      .def("__len__", length)
      .def("__bool__", [](const Tensor &x) { return x.item<double>() != 0; })
      .def("__int__", [](const Tensor &x) { return py::int_(item(x)); })
      .def("__float__", [](const Tensor &x) { return x.item<double>(); })
      .def("__index__", asIndex)
      .def("__hash__", [](py::handle self) { return reinterpret_cast<intptr_t>(self.ptr()) >> 4; });
  type.attr("__module__") = "cotan";
  type.attr("__array_priority__") = 100; // NumPy's operators leave it to ours
  bindOperators(type);
  bindPickling(type);
  bindMethods(type);
  bindDlpack(m, type);
}

} // namespace ct::python
