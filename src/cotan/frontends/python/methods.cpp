// Indexing, `x.at[...]`, iteration, and the array functions that are methods too.
#include "cotan/frontends/python/convert.h"

namespace ct::python {
namespace {

struct At {
  Tensor tensor;
};

/// x.at[key]: what the elements there become.
struct AtPlace {
  Tensor tensor;
  Indices indices;
};

Index toIndex(py::handle part) {
  if (part.is_none())
    return newaxis;
  if (part.ptr() == Py_Ellipsis)
    return ellipsis;
  if (PySlice_Check(part.ptr())) {
    auto bound = [&](const char *name) -> std::optional<int64_t> {
      py::object value = part.attr(name);
      return value.is_none()
                 ? std::nullopt
                 : std::optional(
                       py::module_::import("operator").attr("index")(value).cast<int64_t>());
    };
    return Slice{bound("start"), bound("stop"), bound("step")};
  }
  if (PyLong_Check(part.ptr()) && !PyBool_Check(part.ptr()))
    return part.cast<int64_t>();
  if (py::isinstance<py::list>(part))
    return arrayOf(part, {}, false);
  Tensor tensor;
  if (!toTensor(part, tensor) || tensor.body() == nullptr)
    throw TypeError("a " + py::str(py::type::of(part).attr("__name__")).cast<std::string>() +
                    " cannot be an index; integers, slices, ..., None, and tensors of integers or "
                    "truth values can");
  // NumPy's integers are as Python's: out of range, they are an error.
  if (!py::isinstance<Tensor>(part) && tensor.ndim() == 0 && !isFloating(tensor.dtype()) &&
      tensor.dtype() != DType::bool_)
    return tensor.item<int64_t>();
  return tensor;
}

Tensor getItem(const Tensor &x, py::handle key) {
  Indices indices = toIndices(key);
  return unlocked([&] { return index(x, indices); });
}

template <Tensor (*function)(const Tensor &, const Tensor &)>
Tensor changed(const AtPlace &at, const Operand &value) {
  return unlocked([&] {
    return set_at(at.tensor, at.indices, function(index(at.tensor, at.indices), value.tensor));
  });
}

py::list rows(const Tensor &x) {
  if (x.ndim() == 0)
    throw TypeError("a tensor of shape () cannot be iterated over; it is one number");
  py::list result;
  for (int64_t i = 0; i < x.shape()[0]; ++i)
    result.append(index(x, {i}));
  return result;
}

void bindAt(py::class_<Tensor> &type) {
  py::class_<AtPlace>(type, "AtPlace",
                      "Elements of a tensor, to make a copy in which they are changed.")
      .def("get",
           [](const AtPlace &at) { return unlocked([&] { return index(at.tensor, at.indices); }); })
      .def(
          "set",
          [](const AtPlace &at, const Operand &value) {
            return unlocked([&] { return set_at(at.tensor, at.indices, value.tensor); });
          },
          py::arg("values"))
      .def(
          "add",
          [](const AtPlace &at, const Operand &value) {
            return unlocked([&] { return add_at(at.tensor, at.indices, value.tensor); });
          },
          py::arg("values"), "Values at one place add up.")
      .def(
          "subtract",
          [](const AtPlace &at, const Operand &value) {
            return unlocked([&] { return add_at(at.tensor, at.indices, -value.tensor); });
          },
          py::arg("values"))
      .def("multiply", changed<multiply>, py::arg("values"))
      .def("divide", changed<divide>, py::arg("values"))
      .def("power", changed<power>, py::arg("values"))
      .def("max", changed<maximum>, py::arg("values"))
      .def("min", changed<minimum>, py::arg("values"));
  py::class_<At>(type, "At").def("__getitem__", [](const At &at, py::object key) {
    return AtPlace{at.tensor, toIndices(key)};
  });
  type.def_property_readonly(
          "at", [](const Tensor &x) { return At{x}; },
          "x.at[key].set(y), .add(y), ...: a copy of x that differs there.")
      .def("__getitem__", getItem)
      .def("__setitem__",
           [](const Tensor &, py::object, py::object) {
             throw TypeError("tensors do not change; write x = x.at[key].set(value)");
           })
      .def("__iter__", [](const Tensor &x) { return py::iter(rows(x)); });
}

void bindShapeMethods(py::class_<Tensor> &type) {
  type.def(
          "astype",
          [](const Tensor &x, DTypeLike dtype) {
            return unlocked([&] { return astype(x, dtype.dtype); });
          },
          py::arg("dtype"))
      .def("reshape",
           [](const Tensor &x, py::args sizes) {
             bool isTuple = sizes.size() == 1 && !PyLong_Check(sizes[0].ptr());
             auto shape = (isTuple ? py::object(sizes[0]) : py::object(sizes)).cast<AxesLike>();
             return unlocked([&] { return reshape(x, shape.axes); });
           })
      .def("transpose",
           [](const Tensor &x, py::args axes) {
             std::optional<std::vector<int64_t>> order;
             bool isTuple = axes.size() == 1 && !PyLong_Check(axes[0].ptr());
             if (axes.size() != 0)
               order =
                   (isTuple ? py::object(axes[0]) : py::object(axes)).cast<std::vector<int64_t>>();
             return unlocked([&] { return transpose(x, order); });
           })
      .def("ravel", [](const Tensor &x) { return unlocked([&] { return ravel(x); }); })
      .def("flatten", [](const Tensor &x) { return unlocked([&] { return ravel(x); }); })
      .def_property_readonly(
          "T", [](const Tensor &x) { return unlocked([&] { return transpose(x); }); },
          "With the axes in reverse order.")
      .def_property_readonly(
          "mT", [](const Tensor &x) { return unlocked([&] { return swapaxes(x, -1, -2); }); });
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

void bindMethods(py::class_<Tensor> &type) {
  bindAt(type);
  bindShapeMethods(type);
}

} // namespace ct::python
