// Indexing, iteration, and methods whose parameters differ from those of the array
// functions of their names.
#include "cotan/frontends/python/convert.h"

namespace ct::python {
namespace {

/// A bound of a slice.
int64_t placeOf(py::handle object) {
  if (auto place = toInteger(object))
    return *place;
  return py::module_::import("operator").attr("index")(object).cast<int64_t>(); // says what it is
}

Index toIndex(py::handle part) {
  if (part.is_none())
    return newaxis;
  if (part.ptr() == Py_Ellipsis)
    return ellipsis;
  if (PySlice_Check(part.ptr())) {
    auto bound = [&](const char *name) -> std::optional<int64_t> {
      py::object value = part.attr(name);
      return value.is_none() ? std::nullopt : std::optional(placeOf(value));
    };
    return Slice{bound("start"), bound("stop"), bound("step")};
  }
  if (PyLong_Check(part.ptr()) && !PyBool_Check(part.ptr()))
    return *toInteger(part);
  if (py::isinstance<py::list>(part)) // one without elements has places, too
    return arrayOf(part, py::len(part) == 0 ? std::optional(DType::int64) : std::nullopt, false);
  Tensor tensor;
  if (!toTensor(part, tensor) || tensor.body() == nullptr)
    refuse(kindOf(part) + " cannot be an index; integers, slices, ..., None, and tensors of "
                          "integers or truth values can");
  // NumPy's integers are as Python's: out of range, they are an error.
  if (!tensorIn(part) && tensor.ndim() == 0 && !isInexact(tensor.dtype()) &&
      tensor.dtype() != DType::bool_)
    return tensor.item<int64_t>();
  return tensor;
}

Tensor getItem(const Tensor &x, py::handle key) {
  Indices indices = toIndices(key);
  return unlocked([&] { return index(x, indices); });
}

py::list rows(const Tensor &x) {
  if (x.ndim() == 0)
    refuse("a tensor of shape () cannot be iterated over; it is one number");
  py::list result;
  for (int64_t i = 0; i < x.shape()[0]; ++i)
    result.append(index(x, {i}));
  return result;
}

void bindIndexing(Class<Tensor> &type) {
  type.def("__getitem__", getItem)
      .def("__setitem__",
           [](const Tensor &, py::object, py::object) {
             refuse("tensors do not change; write x = x.at[key].set(value)");
           })
      .def("__iter__", [](const Tensor &x) { return py::iter(rows(x)); });
}

void bindShapeMethods(Class<Tensor> &type) {
  type.def(
          "astype",
          [](const Tensor &x, DTypeLike dtype, std::optional<bool> copy) {
            return unlocked([&] { return astype(x, dtype.dtype); });
          },
          py::arg("dtype"), py::kw_only(), py::arg("copy") = py::none(),
          R"(With elements of another type.

>>> ct.array([0.5, 2.5]).astype("int64")
Tensor([0, 2], dtype=int64))")
      .def(
          "reshape",
          [](const Tensor &x, py::args sizes, const std::string &order) {
            Shape shape = numbersOf<ShapeLike>(sizes).sizes;
            return unlocked([&] { return dynamic::reshape(x, shape, order); });
          },
          py::arg("order") = "C",
          R"(The same elements under another shape, as numbers or as a tuple; one may be -1.

>>> ct.arange(6).reshape(2, -1).shape
(2, 3))")
      .def(
          "transpose",
          [](const Tensor &x, py::args axes) {
            Axes order;
            if (!axes.empty() && !(axes.size() == 1 && axes[0].is_none()))
              order = numbersOf<AxesLike>(axes).axes;
            return unlocked([&] { return transpose(x, order); });
          },
          R"(With the axes in this order, or reversed.

>>> ct.ones((2, 3, 4)).transpose(1, 0, 2).shape
(3, 2, 4))");
}

void bindRows(Class<Tensor> &type) {
  auto row = [](const Tensor &x, const std::string &order) {
    return unlocked([&] { return dynamic::ravel(x, order); });
  };
  type.def("ravel", row, py::arg("order") = "C", R"(All elements in one row.

>>> ct.ones((2, 3)).ravel().shape
(6,))")
      .def("flatten", row, py::arg("order") = "C", R"(All elements in one row.

>>> ct.array([[1], [2]]).flatten()
Tensor([1, 2], dtype=int64))")
      .def_property_readonly(
          "T", [](const Tensor &x) { return unlocked([&] { return transpose(x); }); },
          R"(With the axes in reverse order.

>>> ct.ones((2, 3, 4)).T.shape
(4, 3, 2))")
      .def_property_readonly(
          "real", [](const Tensor &x) { return unlocked([&] { return real(x); }); },
          R"(The real parts.

>>> ct.array([1 + 2j]).real
Tensor([1.], dtype=float32))")
      .def_property_readonly(
          "imag", [](const Tensor &x) { return unlocked([&] { return imag(x); }); },
          R"(The imaginary parts.

>>> ct.array([1 + 2j]).imag
Tensor([2.], dtype=float32))")
      .def_property_readonly(
          "mT", [](const Tensor &x) { return unlocked([&] { return matrix_transpose(x); }); },
          R"(With the last two axes exchanged.

>>> ct.ones((2, 3, 4)).mT.shape
(2, 4, 3))");
}

/// What the array API standard asks of an array.
void bindStandard(Class<Tensor> &type) {
  type.def(
          "__array_namespace__",
          [](const Tensor &, std::optional<std::string>) { return py::module_::import("cotan"); },
          py::kw_only(), py::arg("api_version") = py::none())
      .def_property_readonly(
          "device", [](const Tensor &) { return deviceName; },
          R"(Where the elements are.

>>> ct.ones(2).device
'cpu')")
      .def(
          "devices", [](const Tensor &) { return std::set<std::string>{"cpu"}; },
          R"(Where it is, as a set: there is one device.

>>> ct.ones(2).devices()
{'cpu'})")
      .def(
          "to_device", [](const Tensor &x, const OnDevice &, const py::object &) { return x; },
          py::arg("device"), py::kw_only(), py::arg("stream") = py::none(),
          R"(The tensor itself: there is one device.

>>> ct.ones(2).to_device("cpu")
Tensor([1., 1.], dtype=float32))");
}

void bindCompress(Class<Tensor> &type) {
  type.def(
      "compress",
      [](const Tensor &x, const Operand &condition, std::optional<int64_t> axis,
         std::optional<int64_t> size, const Operand &fill) {
        return unlocked([&] { return compress(condition.tensor, x, axis, size, fill.tensor); });
      },
      py::arg("condition"), py::arg("axis") = py::none(), py::kw_only(),
      py::arg("size") = py::none(), py::arg("fill_value") = 0,
      R"(The slices along an axis where a condition, a vector, holds; see ct.compress.

>>> ct.array([1, 2, 3]).compress(ct.array([True, False, True]))
Tensor([1, 3], dtype=int64))");
}

} // namespace

Indices toIndices(py::handle key) {
  Indices indices;
  if (py::isinstance<py::tuple>(key))
    for (py::handle part : py::reinterpret_borrow<py::tuple>(key))
      indices.push_back(toIndex(part));
  else
    indices.push_back(toIndex(key));
  return indices;
}

void bindMethods(Class<Tensor> &type) {
  bindAt(type);
  bindIndexing(type);
  bindShapeMethods(type);
  bindRows(type);
  bindCompress(type);
  bindStandard(type);
}

} // namespace ct::python
