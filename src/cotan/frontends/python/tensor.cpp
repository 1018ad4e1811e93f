// The class Tensor: what it is, how it prints, and what becomes of it.
#include "cotan/frontends/python/convert.h"

#include "cotan/support/sizes.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"
#include "cotan/trace/scope.h"

#include <cstring>

namespace ct::python {
namespace {

using cotan::trace::Scope;

std::string repr(const Tensor &x) {
  if (x.isTraced())
    return "Tensor(" + x.str() + ")";
  std::string text = numpy()
                         .attr("array2string")(toNumpy(x), py::arg("separator") = ", ",
                                               py::arg("prefix") = "Tensor(")
                         .cast<std::string>();
  return "Tensor(" + text + ", dtype=" + nameOf(x.dtype()) +
         (x.isWeak() ? ", weak_type=True)" : ")");
}

/// Refuses tensors without a value: says what cannot be done with them, and what can.
const Tensor &known(const Tensor &x, const char *what) {
  if (x.isTraced() && Scope::innermost())
    refuse("a traced " + x.str().substr(strlen("traced ")) + " " + what);
  return x;
}

constexpr const char *asNumber =
    "has no number yet: the function is being compiled; keep it a tensor, or read what the "
    "function returns";
constexpr const char *asArray =
    "is nothing NumPy can compute with: it has no value while the function is compiled; use the "
    "function of the same name in ct, or NumPy outside of the compiled function";
constexpr const char *asPlace =
    "cannot choose from a Python list or be a size: it has no value while the function is "
    "compiled; make the list a tensor with ct.stack, choose functions with ct.switch, blocks with "
    "ct.dynamic_slice, and give sizes by static_argnums";
constexpr const char *asText =
    "cannot be formatted: it has no value while the function is compiled; print(x) shows it when "
    "the function runs";

/// Where the truth is asked by what is not compiled, the reason is known to the rewriter.
bool truthOf(const Tensor &x) {
  if (x.isTraced() && Scope::innermost())
    refuse("a traced " + x.str().substr(strlen("traced ")) + " has no truth value yet; " +
           py::module_::import("cotan._control").attr("who_asks")().cast<std::string>());
  return x.item<double>() != 0;
}

int64_t length(const Tensor &x) {
  if (x.ndim() == 0)
    refuse("a tensor of shape () has no length; it is one number");
  int64_t size = openSizesOf(x)[0];
  if (cotan::trace::isOpen(size))
    refuse("the length of " + describe(x.body()->type()) +
           " is open (?), and len() must be a number; use x.shape[0], which is a tensor");
  return size;
}

/// The number of elements; a tensor if a size is open.
py::object count(const Tensor &x) {
  if (!cotan::trace::anyOpen(openSizesOf(x)))
    return py::int_(x.size());
  return py::cast(ct::size(x));
}

py::object item(const Tensor &x) {
  known(x, asNumber);
  if (isComplex(x.dtype())) {
    const std::complex<double> z = x.size() == 1 ? x.complexAt(0) : x.item<double>();
    return py::reinterpret_steal<py::object>(PyComplex_FromDoubles(z.real(), z.imag()));
  }
  if (isFloating(x.dtype()))
    return py::float_(x.item<double>());
  int64_t value = x.item<int64_t>();
  if (x.dtype() == DType::bool_)
    return py::bool_(value != 0);
  return x.dtype() == DType::uint64 ? py::object(py::int_(uint64_t(value)))
                                    : py::object(py::int_(value));
}

py::object itemAt(const Tensor &x, const py::args &place) {
  if (place.empty())
    return item(x);
  const Integers at = numbersOf<AxesLike>(place).axes;
  if (at.size() == 1)
    return item(index(ravel(x), {at[0]}));
  if (int64_t(at.size()) != x.ndim())
    ct::refuse<ValueError>(
        "found " + std::to_string(at.size()) + " integers, but expected one for each of the " +
        std::to_string(x.ndim()) + " axes, or one of all elements in their order");
  return item(index(x, Indices(at.begin(), at.end())));
}

int64_t asIndex(const Tensor &x) {
  if (isFloating(x.dtype()) || isComplex(x.dtype()) || x.dtype() == DType::bool_ || x.ndim() != 0)
    refuse("only a tensor of one integer can be an index");
  known(x, asPlace);
  return x.item<int64_t>();
}

py::object asNumpy(const Tensor &x, py::object dtype, py::object copy) {
  py::object array = toNumpy(known(x, asArray));
  if (!dtype.is_none())
    array = array.attr("astype")(dtype);
  return !copy.is_none() && copy.cast<bool>() ? array.attr("copy")() : array;
}

/// What was pickled; the state may be damaged, or of somebody else's making.
Tensor restored(const py::tuple &state) {
  py::detail::make_caster<ShapeLike> sizes;
  if (state.size() != 3 || !py::isinstance<py::str>(state[0]) || !sizes.load(state[1], false) ||
      !py::isinstance<py::bytes>(state[2]))
    refuse("a pickled tensor is the name of a dtype, sizes and bytes, but this is " +
           py::repr(state).cast<std::string>());
  const auto &shape = py::detail::cast_op<ShapeLike &>(sizes);
  const auto dtype = state[0].cast<std::string>(), bytes = state[2].cast<std::string>();
  const DType type = dtypeNamed(dtype);
  auto count = cotan::countElements(shape.sizes, int64_t(itemSize(type)));
  if (!count || bytes.size() != size_t(*count) * itemSize(type))
    throw ValueError(cotan::trace::currentPlace() + "a pickled tensor of " + dtype + " has " +
                     std::to_string(bytes.size()) + " bytes, which its sizes " +
                     py::str(state[1]).cast<std::string>() + " do not take");
  return fromBytes(bytes.data(), type, shape.sizes);
}

void bindPickling(Class<Tensor> &type) {
  auto state = [](const Tensor &x) {
    Tensor shown = weakScalar(x);
    py::bytes bytes(static_cast<const char *>(shown.data()),
                    shown.size() * itemSize(shown.dtype()));
    return py::make_tuple(nameOf(shown.dtype()), sizesTuple(openSizesOf(shown)), bytes);
  };
  type.def(py::pickle(state, [](const py::tuple &given) { return restored(given); }));
  type.def("__copy__", [](const Tensor &x) { return x; });
  type.def("__deepcopy__", [](const Tensor &x, py::dict) { return x; });
}

void bindProperties(Class<Tensor> &type) {
  type.def_property_readonly("shape", shapeTuple, R"(The sizes of the axes.

>>> ct.ones((2, 3)).shape
(2, 3))")
      .def_property_readonly(
          "dtype", [](const Tensor &x) { return toPython(x.dtype()); },
          R"(The element type, as NumPy's dtype.

>>> ct.ones(2).dtype
dtype('float32'))")
      .def_property_readonly("ndim", &Tensor::ndim, R"(The number of axes.

>>> ct.ones((2, 3)).ndim
2)")
      .def_property_readonly("size", count, R"(The number of elements.

>>> ct.ones((2, 3)).size
6)")
      .def_property_readonly("_sizes", [](const Tensor &x) { return sizesTuple(openSizesOf(x)); })
      .def_property_readonly("weak_type", &Tensor::isWeak,
                             R"(Whether the element type gives way to others.

>>> ct.array(2).weak_type, (ct.array(2) * ct.ones(2)).dtype
(True, dtype('float32')))")
      .def_property_readonly(
          "is_traced", &Tensor::isTraced,
          R"(Whether it belongs to a function that is being traced, and so has no value yet.

>>> ct.ones(2).is_traced
False)");
}

void bindValues(Class<Tensor> &type) {
  type.def("item", itemAt, R"(The one element as a number of Python, or that at a place.

A place is an integer for each axis, or one that counts the elements in their order.

>>> ct.array([2.5]).item(), ct.array([[1, 2], [3, 4]]).item(1, 0)
(2.5, 3))")
      .def(
          "numpy", [](const Tensor &x) { return toNumpy(known(x, asArray)); },
          R"(The elements as an array of NumPy, without a copy; it cannot be written to.

>>> ct.array([1, 2]).numpy()
array([1, 2]))")
      .def(
          "tolist", [](const Tensor &x) { return toNumpy(known(x, asNumber)).attr("tolist")(); },
          R"(The elements in nested lists.

>>> ct.array([[1, 2]]).tolist()
[[1, 2]])")
      .def(
          "block_until_ready", [](const Tensor &x) { return x; },
          R"(Itself, as in JAX: here operations have ended when they return.

>>> ct.array([1, 2]).block_until_ready()
Tensor([1, 2], dtype=int64))");
}

void bindConversions(Class<Tensor> &type) {
  type.def("__array__", asNumpy, py::arg("dtype") = py::none(), py::arg("copy") = py::none())
      .def("__repr__", repr)
      .def("_repr_html_",
           [](py::handle x) { return py::module_::import("cotan._notebook").attr("table")(x); })
      .def("__str__",
           [](const Tensor &x) {
             return x.isTraced() ? repr(x) : py::str(toNumpy(x)).cast<std::string>();
           })
      .def("__format__",
           [](const Tensor &x, const std::string &how) {
             if (!how.empty())
               known(x, asText);
             return py::module_::import("builtins")
                 .attr("format")(x.ndim() == 0 && !x.isTraced() ? item(x) : py::str(py::cast(x)),
                                 how);
           })
      .def("__len__", length)
      .def("__bool__", truthOf)
      .def("__int__",
           [](const Tensor &x) {
             return py::reinterpret_steal<py::int_>(PyNumber_Long(item(x).ptr()));
           })
      .def("__float__",
           [](const Tensor &x) {
             return py::reinterpret_steal<py::float_>(PyNumber_Float(item(x).ptr()));
           })
      .def("__complex__",
           [](const Tensor &x) { return py::module_::import("builtins").attr("complex")(item(x)); })
      .def("__index__", asIndex)
      .def("__hash__", [](py::handle self) { return reinterpret_cast<intptr_t>(self.ptr()) >> 4; });
}

} // namespace

/// What pybind11 knows of the class.
static py::detail::type_info &classInfo() {
  static py::detail::type_info *const info = py::detail::get_type_info(typeid(Tensor));
  return *info;
}

/// What becomes of an object whose tensor is there. As pybind11's own, but that the object is not
/// registered: nothing looks for the object of a tensor by its address.
static void initInstance(py::detail::instance *instance, const void *) {
  using Holder = std::unique_ptr<Tensor>;
  py::detail::value_and_holder place = instance->get_value_and_holder(&classInfo());
  new (&place.holder<Holder>()) Holder(place.value_ptr<Tensor>());
  place.set_holder_constructed();
}

py::handle objectOf(Tensor &&tensor) {
  auto made = std::make_unique<Tensor>(std::move(tensor));
  auto object = py::reinterpret_steal<py::object>(py::detail::make_new_instance(classInfo().type));
  auto *instance = reinterpret_cast<py::detail::instance *>(object.ptr());
  instance->get_value_and_holder(&classInfo()).value_ptr() = made.release();
  initInstance(instance, nullptr);
  return object.release();
}

void bindTensor(Module &m) {
  Class<Tensor> type(
      m, "Tensor",
      R"(Numbers of one element type in a grid of any number of axes. It never changes.

ct.array makes one. Operators work elementwise, and broadcast as in NumPy; x @ y is the product of
matrices. NumPy's functions take tensors without a copy, outside of compiled functions.

>>> x = ct.array([[1.0, 2.0], [3.0, 4.0]])
>>> 2 * x[0] + x.sum(axis=0)
Tensor([ 6., 10.], dtype=float32))",
      py::custom_type_setup([](PyHeapTypeObject *type) {
        setOperators(type);
        setBuffer(type);
      }));
  classInfo().init_instance = initInstance;
  bindProperties(type);
  bindValues(type);
  bindConversions(type);
  type.attr("__array_priority__") = 100; // NumPy's operators leave it to ours
  bindPickling(type);
  bindMethods(type);
  bindBuiltinMethods(type);
  bindDlpack(m, type);
}

} // namespace ct::python
