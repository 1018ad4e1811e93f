// What makes tensors of Python's objects, and what element types there are.
#include "cotan/frontends/python/bind_function.h"

#include "cotan/trace/context.h"

namespace ct::python {
namespace {

using MaybeDType = Taken<std::optional<DType>>;

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

/// What functions written in Python take for a tensor; errors name them.
void bindConversion(Module &m) {
  m.def("_array_of", [](const std::string &name, py::object object) {
    cotan::trace::Called called(name.c_str());
    return arrayOf(object, {}, false);
  });
}

void bindTypes(Module &m) {
  m.def(
      "promote_types",
      [](DTypeLike x, DTypeLike y) { return toPython(promote_types(x.dtype, y.dtype)); },
      py::arg("x"), py::arg("y"),
      R"(The type that elements of both types are converted to when they meet.

>>> ct.promote_types("int32", "float16")
dtype('float16'))");
}

} // namespace

void bindArrays(Module &m) {
  bindFilled(m);
  bindConversion(m);
  bindTypes(m);
}

} // namespace ct::python
