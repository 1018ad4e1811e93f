// Functions that make tensors.
#include "cotan/frontends/python/bind_function.h"

#include <cmath>

namespace ct::python {
namespace {

using MaybeDType = Taken<std::optional<DType>>;

/// Python's arange(stop), arange(start, stop), arange(start, stop, step).
Tensor countUp(py::object first, py::object second, py::object step,
               const MaybeDType::Type &dtype) {
  if (py::isinstance<Tensor>(first) && first.cast<Tensor *>()->isTraced() && second.is_none() &&
      !dtype)
    return arange(first.cast<Tensor>());
  if (second.is_none())
    second = std::exchange(first, py::int_(0));
  std::optional<int64_t> start = toInteger(first), stop = toInteger(second), by = toInteger(step);
  std::optional<DType> type = MaybeDType::of(dtype);
  if (start && stop && by)
    return unlocked([&] { return count_up(*start, *stop, *by, type.value_or(DType::int64)); });
  auto low = first.cast<double>(), high = second.cast<double>(), each = step.cast<double>();
  return unlocked([&] { return arange(low, high, each, type.value_or(DType::float32)); });
}

void bindFilled(Module &m) {
  m.def(
      "array",
      [](py::object object, const MaybeDType::Type &dtype) {
        return arrayOf(object, MaybeDType::of(dtype), true);
      },
      py::arg("object"), py::arg("dtype") = py::none(),
      R"(A tensor of numbers in nested lists or an array, which are copied.

Floats in lists are float32, integers int64, unless a dtype is given; arrays keep their type. A
single number has a weak type: it takes the type of what it meets.

>>> ct.array([[1.5, 2.5], [3.5, 4.5]])
Tensor([[1.5, 2.5],
        [3.5, 4.5]], dtype=float32))");
  m.def(
      "asarray",
      [](py::object object, const MaybeDType::Type &dtype) {
        return arrayOf(object, MaybeDType::of(dtype), false);
      },
      py::arg("object"), py::arg("dtype") = py::none(),
      R"(The same as array, without a copy where the memory can be used as it is; do not change it.

>>> x = np.arange(3.0)
>>> np.shares_memory(ct.asarray(x).numpy(), x)
True)");
}

void bindFills(Module &m) {
  bindFunction(m, "zeros", zeros, py::arg("shape"), py::arg("dtype") = "float32",
               R"(Zeros of this shape.

>>> ct.zeros((2, 3))
Tensor([[0., 0., 0.],
        [0., 0., 0.]], dtype=float32))");
  bindFunction(m, "ones", ones, py::arg("shape"), py::arg("dtype") = "float32",
               R"(Ones of this shape.

>>> ct.ones(2, dtype="int64")
Tensor([1, 1], dtype=int64))");
  bindFunction(m, "full", full, py::arg("shape"), py::arg("fill_value"),
               py::arg("dtype") = py::none(),
               R"(One value everywhere, of its element type unless another is given.

>>> ct.full((2,), 7)
Tensor([7, 7], dtype=int64))");
}

void bindLikes(Module &m) {
  bindFunction(m, "zeros_like", zeros_like, py::arg("x"), py::arg("dtype") = py::none(),
               R"(Zeros in the shape of x, and of its element type.

>>> ct.zeros_like(ct.array([1, 2]))
Tensor([0, 0], dtype=int64))");
  bindFunction(m, "ones_like", ones_like, py::arg("x"), py::arg("dtype") = py::none(),
               R"(Ones in the shape of x, and of its element type.

>>> ct.ones_like(ct.array([1.5, 2.5]))
Tensor([1., 1.], dtype=float32))");
  bindFunction(m, "full_like", full_like, py::arg("x"), py::arg("fill_value"),
               py::arg("dtype") = py::none(),
               R"(One value in the shape of x, and of its element type.

>>> ct.full_like(ct.array([1, 2]), 9)
Tensor([9, 9], dtype=int64))");
}

void bindRanges(Module &m) {
  m.def("arange", countUp, py::arg("start"), py::arg("stop") = py::none(), py::arg("step") = 1,
        py::arg("dtype") = py::none(),
        R"(start, start + step, ... below stop; with one argument, from 0 to below it.

Of int64 if all are integers, else of float32.

>>> ct.arange(2, 11, 3)
Tensor([2, 5, 8], dtype=int64))");
  m.def(
      "linspace",
      [](const Operand &start, const Operand &stop, int64_t num, bool endpoint, bool retstep,
         const MaybeDType::Type &dtype) -> py::object {
        auto both = unlocked([&] {
          Tensor row = linspace(start.tensor, stop.tensor, num, endpoint, MaybeDType::of(dtype));
          DType type = isFloating(row.dtype()) ? row.dtype() : DType::float64;
          Tensor whole = subtract(astype(stop.tensor, type), astype(start.tensor, type));
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

void bindDiagonal(Module &m) {
  bindFunction(
      m, "eye", ofSizes<eye>, py::arg("N"), py::arg("M") = py::none(), py::arg("k") = 0,
      py::arg("dtype") = "float32",
      R"(N rows and M columns (N if None) of zeros, with ones on the k-th diagonal above the main one.

>>> ct.eye(2, 3, k=1)
Tensor([[0., 1., 0.],
        [0., 0., 1.]], dtype=float32))");
}

void bindTypes(Module &m) {
  auto nn = m.attr("nn").cast<Module>();
  m.def(
      "promote_types",
      [](DTypeLike x, DTypeLike y) { return toPython(promote_types(x.dtype, y.dtype)); },
      py::arg("x"), py::arg("y"),
      R"(The type that elements of both types are converted to when they meet.

>>> ct.promote_types("int32", "float16")
dtype('float16'))");
  bindFunction(nn, "one_hot", ct::nn::one_hot, py::arg("indices"), py::arg("num_classes"),
               py::arg("dtype") = "float32",
               R"(For each index a vector that is 1 there and 0 elsewhere.

>>> ct.nn.one_hot(ct.array([0, 2]), 3)
Tensor([[1., 0., 0.],
        [0., 0., 1.]], dtype=float32))");
}

} // namespace

void bindCreation(Module &m) {
  bindFilled(m);
  bindFills(m);
  bindLikes(m);
  bindRanges(m);
  bindTypes(m);
  bindDiagonal(m);
}

} // namespace ct::python
