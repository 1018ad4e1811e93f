// What makes tensors of Python's objects, and what element types there are.
#include "cotan/frontends/python/bind_function.h"

#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

namespace ct::python {
namespace {

using MaybeDType = Taken<std::optional<DType>>;

/// Whether the elements are where `object` has them.
bool isShared(const Tensor &tensor, const py::object &object) {
  if (tensorIn(object))
    return tensor.body() == object.cast<Tensor &>().body();
  return isArray(object) && !tensor.isTraced() &&
         (tensor.size() == 0 ||
          toNumpy(tensor).data() == py::reinterpret_borrow<py::array>(object).data());
}

using Order = std::optional<std::string>;

/// Tensors have no order of their own in memory.
void needOrder(const char *name, const Order &order) {
  const Called called(name);
  oneOf("order", order.value_or("K"), {"K", "A", "C", "F"});
}

/// With new axes before the others.
Tensor withAxes(const Tensor &tensor, int64_t ndmin) {
  const Called called("ct.array");
  checkParts(ndmin);
  Integers added;
  for (int64_t i = tensor.ndim(); i < ndmin; ++i)
    added.push_back(int64_t(added.size()));
  return added.empty() ? tensor : unlocked([&] { return expand_dims(tensor, added); });
}

Tensor arrayFrom(const py::object &object, const MaybeDType::Type &dtype,
                 std::optional<bool> copy) {
  Tensor tensor = arrayOf(object, MaybeDType::of(dtype), copy.value_or(false));
  if (copy == false && !isShared(tensor, object))
    throw ValueError(cotan::trace::currentPlace() + "copy is False, but the elements cannot be "
                                                    "used where they are; leave copy out");
  return tensor;
}

void bindFilled(Module &m) {
  m.def(
      "array",
      [](py::object object, const MaybeDType::Type &dtype, std::optional<bool> copy,
         const Order &order, int64_t ndmin, const std::optional<OnDevice> &) {
        needOrder("ct.array", order);
        return withAxes(arrayFrom(object, dtype, copy.value_or(true)), ndmin);
      },
      py::arg("object"), py::arg("dtype") = py::none(), py::kw_only(), py::arg("copy") = true,
      py::arg("order") = "K", py::arg("ndmin") = 0, py::arg("device") = py::none(),
      R"(A tensor of numbers in nested lists or an array, which are copied.

Floats in lists are float32, integers int64, unless a dtype is given; arrays keep their type. A
single number has a weak type: it takes the type of what it meets. If there are fewer than ndmin
axes, axes of size 1 are added before them. order, one of "K", "A", "C" and "F", changes nothing.

>>> ct.array([[1.5, 2.5], [3.5, 4.5]])
Tensor([[1.5, 2.5],
        [3.5, 4.5]], dtype=float32))");
  m.def(
      "asarray",
      [](py::object object, const MaybeDType::Type &dtype, const Order &order,
         std::optional<bool> copy, const std::optional<OnDevice> &) {
        needOrder("ct.asarray", order);
        return arrayFrom(object, dtype, copy);
      },
      py::arg("a"), py::arg("dtype") = py::none(), py::arg("order") = py::none(), py::kw_only(),
      py::arg("copy") = py::none(), py::arg("device") = py::none(),
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
  m.def("_common_type", [](const std::vector<Tensor> &tensors) {
    cotan::trace::Called called("ct.result_type");
    return toPython(outer(common(Accepts::any, tensors).dtype));
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
