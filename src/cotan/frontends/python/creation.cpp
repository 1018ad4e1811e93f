// Functions that make tensors.
#include "cotan/frontends/python/convert.h"

#include <cmath>

namespace ct::python {
namespace {

using OptionalDType = std::optional<DTypeLike>;
std::optional<DType> dtypeOf(const OptionalDType &dtype) {
  return dtype ? std::optional(dtype->dtype) : std::nullopt;
}

/// Python's arange(stop), arange(start, stop), arange(start, stop, step).
Tensor countUp(py::object first, py::object second, py::object step, const OptionalDType &dtype) {
  if (py::isinstance<Tensor>(first) && second.is_none() && !dtype)
    return arange(first.cast<Tensor>());
  bool isWhole = true;
  auto number = [&](const py::object &object) {
    isWhole &= PyLong_Check(object.ptr()) || !PyFloat_Check(object.ptr());
    return object.cast<double>();
  };
  double start = second.is_none() ? 0 : number(first),
         stop = number(second.is_none() ? first : second), by = number(step);
  DType type = dtypeOf(dtype).value_or(isWhole ? DType::int64 : DType::float32);
  return unlocked([&] { return arange(start, stop, by, type); });
}

void bindFilled(py::module_ &m) {
  m.def(
      "array",
      [](py::object object, const OptionalDType &dtype) {
        return arrayOf(object, dtypeOf(dtype), true);
      },
      py::arg("object"), py::arg("dtype") = py::none(),
      "A tensor of numbers in nested lists or an array, which are copied.");
  m.def(
      "asarray",
      [](py::object object, const OptionalDType &dtype) {
        return arrayOf(object, dtypeOf(dtype), false);
      },
      py::arg("object"), py::arg("dtype") = py::none(),
      "The same without a copy where the memory can be used as it is; do not change it.");
  m.def(
      "zeros",
      [](const AxesLike &shape, DTypeLike dtype) {
        return unlocked([&] { return zeros(shape.axes, dtype.dtype); });
      },
      py::arg("shape"), py::arg("dtype") = "float32", "Zeros.");
  m.def(
      "ones",
      [](const AxesLike &shape, DTypeLike dtype) {
        return unlocked([&] { return ones(shape.axes, dtype.dtype); });
      },
      py::arg("shape"), py::arg("dtype") = "float32", "Ones.");
  m.def(
      "full",
      [](const AxesLike &shape, const Operand &value, const OptionalDType &dtype) {
        return unlocked([&] { return full(shape.axes, value.tensor, dtypeOf(dtype)); });
      },
      py::arg("shape"), py::arg("fill_value"), py::arg("dtype") = py::none(),
      "One value everywhere.");
}

void bindLikes(py::module_ &m) {
  auto like = [&](const char *name, auto function, const char *doc) {
    m.def(
        name,
        [function](const Operand &x, const OptionalDType &dtype) {
          return unlocked([&] { return function(x.tensor, dtypeOf(dtype)); });
        },
        py::arg("x"), py::arg("dtype") = py::none(), doc);
  };
  like("zeros_like", zeros_like, "Zeros in the shape of x.");
  like("ones_like", ones_like, "Ones in the shape of x.");
  m.def(
      "full_like",
      [](const Operand &x, const Operand &value, const OptionalDType &dtype) {
        return unlocked([&] { return full_like(x.tensor, value.tensor, dtypeOf(dtype)); });
      },
      py::arg("x"), py::arg("fill_value"), py::arg("dtype") = py::none(),
      "One value in the shape of x.");
}

void bindRanges(py::module_ &m) {
  m.def("arange", countUp, py::arg("start"), py::arg("stop") = py::none(), py::arg("step") = 1,
        py::arg("dtype") = py::none(), "start, start + step, ... below stop.");
  m.def(
      "linspace",
      [](const Operand &start, const Operand &stop, int64_t num, bool endpoint, bool retstep,
         const OptionalDType &dtype) -> py::object {
        auto both = unlocked([&] {
          Tensor row = linspace(start.tensor, stop.tensor, num, endpoint, dtypeOf(dtype));
          Tensor whole = subtract(stop.tensor, start.tensor);
          double steps = double(num - (endpoint ? 1 : 0));
          return std::pair(row, retstep ? divide(whole, steps > 0 ? steps : NAN) : row);
        });
        return retstep ? py::cast(both) : py::cast(both.first);
      },
      py::arg("start"), py::arg("stop"), py::arg("num") = 50, py::arg("endpoint") = true,
      py::arg("retstep") = false, py::arg("dtype") = py::none(),
      R"(Numbers at equal distances, along a new first axis; without endpoint, stop is left out.

With retstep, a pair of them and their distance.

>>> ct.linspace(0, 1, 5), ct.linspace(0, 1, 4, endpoint=False)
(Tensor([0.  , 0.25, 0.5 , 0.75, 1.  ], dtype=float32), Tensor([0.  , 0.25, 0.5 , 0.75], dtype=float32))
)");
}

void bindDiagonal(py::module_ &m) {
  m.def(
      "eye",
      [](int64_t rows, std::optional<int64_t> columns, int64_t k, DTypeLike dtype) {
        return unlocked([&] { return eye(rows, columns, k, dtype.dtype); });
      },
      py::arg("N"), py::arg("M") = py::none(), py::arg("k") = 0, py::arg("dtype") = "float32",
      "Ones on a diagonal.");
  m.def(
      "promote_types",
      [](DTypeLike x, DTypeLike y) { return toPython(promote_types(x.dtype, y.dtype)); },
      py::arg("x"), py::arg("y"), "The type that elements of both types are converted to.");
  m.attr("nn").cast<py::module_>().def(
      "one_hot",
      [](const Operand &indices, int64_t classes, DTypeLike dtype) {
        return unlocked([&] { return ct::nn::one_hot(indices.tensor, classes, dtype.dtype); });
      },
      py::arg("indices"), py::arg("num_classes"), py::arg("dtype") = "float32",
      "For each index a vector that is 1 there.");
}

} // namespace

void bindCreation(py::module_ &m) {
  bindFilled(m);
  bindLikes(m);
  bindRanges(m);
  bindDiagonal(m);
}

} // namespace ct::python
