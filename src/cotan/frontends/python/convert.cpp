#include "cotan/frontends/python/convert.h"

#include "cotan/support/dtype_name.h"
#include "cotan/tensor/inside.h"

#include "cotan/trace/context.h"

#include <map>
#include <set>

namespace ct::python {
namespace {

/// What keeps Python's memory alive; it may be dropped on any thread.
std::shared_ptr<void> ownerOf(py::object object) {
  return std::shared_ptr<void>(object.release().ptr(),
                               [](void *held) { release(static_cast<PyObject *>(held)); });
}

std::optional<DType> dtypeOf(const py::dtype &dtype) {
  auto size = dtype.itemsize();
  switch (dtype.kind()) {
  case 'b': return DType::bool_;
  case 'i':
    return size == 1   ? DType::int8
           : size == 2 ? DType::int16
           : size == 4 ? DType::int32
                       : DType::int64;
  case 'u':
    return size == 1   ? DType::uint8
           : size == 2 ? DType::uint16
           : size == 4 ? DType::uint32
                       : DType::uint64;
  case 'f':
    if (size == 2 || size == 4 || size == 8)
      return size == 2 ? DType::float16 : size == 4 ? DType::float32 : DType::float64;
    return {};
  case 'c':
    if (size == 8 || size == 16)
      return size == 8 ? DType::complex64 : DType::complex128;
    return {};
  default: return {};
  }
}

Shape shapeOf(const py::array &array) { return Shape(array.shape(), array.shape() + array.ndim()); }

bool isReadable(const py::array &array) {
  constexpr int wanted = int(py::array::c_style) | int(py::detail::npy_api::NPY_ARRAY_ALIGNED_);
  return (array.flags() & wanted) == wanted && array.dtype().attr("isnative").cast<bool>();
}

/// The type of NumPy that holds the numbers of one that it does not have.
std::optional<DType> standIn(DType dtype) {
  if (isKnownToNumPy(dtype))
    return {};
  return isFloating(dtype) ? DType::float32 : dtype == DType::int4 ? DType::int8 : DType::uint8;
}

/// The name of capsules that own what an array shows of a tensor.
constexpr const char *ownElements = "cotan.Tensor";

/// Whether somebody may write to the elements, through this array or through what it is a view of.
bool mayChange(py::array array) {
  while (!array.writeable()) {
    py::object base = array.base();
    if (!base)
      return false;
    if (PyMemoryView_Check(base.ptr()) && PyMemoryView_GET_BASE(base.ptr()) &&
        tensorIn(PyMemoryView_GET_BASE(base.ptr())))
      return false;
    if (!py::isinstance<py::array>(base)) // of others nothing is known
      return !PyBytes_CheckExact(base.ptr()) && !PyCapsule_IsValid(base.ptr(), ownElements);
    array = std::move(base);
  }
  return true;
}

/// Throws for numpy.ma's arrays, of which some elements do not count.
void needWhole(const py::array &array) {
  if (Py_TYPE(array.ptr()) != py::detail::npy_api::get().PyArray_Type_ &&
      py::hasattr(array, "mask"))
    ct::refuse<TypeError>(
        "a masked array cannot be a tensor; fill it with x.filled(0), and take its mask, "
        "x.mask, as a tensor of its own");
}

/// The array as a tensor; without a copy if it may be kept as it is.
Tensor fromNumpy(py::array array, bool copy) {
  needWhole(array);
  std::optional<DType> dtype = dtypeOf(array.dtype());
  if (!dtype)
    refuse("an array of " + py::str(array.dtype()).cast<std::string>() +
           " cannot be a tensor; bool, int8 to int64, uint8 to uint64, float16 to float64, "
           "complex64 and complex128 can");
  if (!isReadable(array)) {
    array = numpy().attr("array")(array, array.dtype().attr("newbyteorder")("="),
                                  py::arg("order") = "C");
    copy = false; // it is ours alone
  }
  Shape shape = shapeOf(array);
  if (copy || array.size() <= 2)
    return fromBytes(array.data(), *dtype, shape);
  void *data = const_cast<void *>(array.data());
  return fromMemory(data, *dtype, shape, ownerOf(std::move(array)));
}

/// Of Python's classes or of ones made of them, as members of an enum.IntEnum; but not one of
/// NumPy.
bool isPlainNumber(py::handle object) {
  PyObject *o = object.ptr();
  if (PyFloat_CheckExact(o) || PyLong_CheckExact(o) || PyBool_Check(o) || PyComplex_CheckExact(o))
    return true;
  return (PyFloat_Check(o) || PyLong_Check(o) || PyComplex_Check(o)) &&
         !py::hasattr(object, "__array__");
}

/// A number of Python's: its element type gives way to others.
Tensor fromNumber(py::handle object) {
  if (PyBool_Check(object.ptr()))
    return Tensor(object.ptr() == Py_True);
  if (PyFloat_Check(object.ptr()))
    return Tensor(PyFloat_AS_DOUBLE(object.ptr()));
  if (PyComplex_Check(object.ptr())) {
    const Py_complex number = PyComplex_AsCComplex(object.ptr());
    return Tensor(std::complex<double>(number.real, number.imag));
  }
  int overflow;
  long long value = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  if (!overflow)
    return Tensor(int64_t(value));
  unsigned long long large = PyLong_AsUnsignedLongLong(object.ptr());
  if (PyErr_Occurred()) {
    PyErr_Clear();
    throw OverflowError(cotan::trace::currentPlace() + "the integer " +
                        py::str(object).cast<std::string>() + " does not fit in 64 bits");
  }
  return Tensor(uint64_t(large));
}

/// What NumPy makes of objects that know how to become an array; NumPy's scalars, for one.
std::optional<py::array> madeArray(py::handle object) {
  if (isArray(object))
    return py::reinterpret_borrow<py::array>(object);
  if (tensorIn(object) || PyType_Check(object.ptr()) || !py::hasattr(object, "__array__"))
    return {};
  return py::array(numpy().attr("asarray")(object));
}

/// Whether it is memory with elements of some type; of bytes their type is not known.
bool isBuffer(py::handle object) {
  return PyObject_CheckBuffer(object.ptr()) && !PyBytes_Check(object.ptr());
}

/// Whether there is one in a list. Throws for masked arrays in it, too, which NumPy takes for
/// whole.
bool holdsTensor(py::handle object) {
  if (tensorIn(object))
    return true;
  if (isArray(object))
    needWhole(py::reinterpret_borrow<py::array>(object));
  if (!py::isinstance<py::list>(object) && !py::isinstance<py::tuple>(object))
    return false;
  for (const py::object &element : elementsOf(object))
    if (holdsTensor(element))
      return true;
  return false;
}

/// Nested lists as an array of NumPy.
py::array rectangle(py::handle object) {
  try {
    return numpy().attr("array")(object);
  } catch (py::error_already_set &problem) {
    if (!problem.matches(PyExc_ValueError))
      throw;
    throw ValueError(cotan::trace::currentPlace() +
                     "the lists in a list differ in length or depth; give all rows one length, or "
                     "pad them");
  }
}

/// The numbers of a list as this type of integers. They do not wrap around, unlike those of arrays;
/// NumPy takes large ones for floats, so those are read one by one.
py::array integersIn(py::handle object, py::array numbers, DType dtype) {
  py::object limits = py::module_::import("cotan").attr("iinfo")(toPython(dtype));
  py::object one = py::int_(1), low = limits.attr("min"), high = limits.attr("max");
  py::object least = low - one, most = high + one; // floats between have a part behind the point
  auto need = [&](const py::object &number) {
    if (!(least < number) || !(number < most)) // neither is true of NaN
      throw OverflowError(cotan::trace::currentPlace() + "the number " +
                          py::str(number).cast<std::string>() + " does not fit in " +
                          nameOf(dtype));
  };
  const auto kind = numbers.dtype().kind();
  if (kind == 'i' || kind == 'u') {
    for (const char *which : {"min", "max"})
      if (numbers.size() > 0)
        need(py::int_(numbers.attr(which)()));
    return numbers;
  }
  if (kind != 'f' && kind != 'O')
    return numbers;
  py::array objects = numpy().attr("array")(object, py::arg("dtype") = "object");
  for (const py::object &number : elementsOf(objects.attr("ravel")()))
    if (PyNumber_Check(number.ptr()))
      need(number);
    else
      return numbers;
  return objects.attr("astype")(nameOf(standIn(dtype).value_or(dtype)));
}

/// The elements of a list that have a type, as NumPy's, each type once; and Python's numbers, each
/// kind once.
struct Kinds {
  std::set<DType> typed;
  std::map<PyTypeObject *, Tensor> numbers;

  void add(py::handle object) {
    if (py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object))
      for (const py::object &element : elementsOf(object))
        add(element);
    else if (isPlainNumber(object) && !numbers.contains(Py_TYPE(object.ptr())))
      numbers.emplace(Py_TYPE(object.ptr()), fromNumber(object));
    else if (!isPlainNumber(object))
      if (auto array = madeArray(object))
        if (auto dtype = dtypeOf(array->dtype()))
          typed.insert(*dtype);
  }
};

/// The type of a list with elements of NumPy: numbers of Python give way to them, as in operations.
/// Nothing if there are none.
std::optional<DType> typeOfElements(py::handle object) {
  Kinds kinds;
  kinds.add(object);
  if (kinds.typed.empty())
    return {};
  cotan::trace::Promoted all = {inner(*kinds.typed.begin()), false};
  for (DType dtype : kinds.typed)
    all = cotan::trace::promote(all, {inner(dtype), false});
  for (const auto &[type, number] : kinds.numbers)
    all = cotan::trace::promote(all, {inner(number.dtype()), number.isWeak()});
  return outer(all.dtype);
}

/// Python's numbers in lists are float32, complex64 and int64, as single ones are.
Tensor fromSequence(py::handle object, std::optional<DType> dtype) {
  if (holdsTensor(object)) {
    std::vector<Tensor> rows;
    for (const py::object &element : elementsOf(object))
      rows.push_back(arrayOf(element, dtype, false));
    return unlocked([&] { return stack(rows); });
  }
  py::array numbers = rectangle(object);
  if (!dtype)
    dtype = typeOfElements(object);
  if (dtype && !isFloating(*dtype) && !isComplex(*dtype) && *dtype != DType::bool_)
    numbers = integersIn(object, std::move(numbers), *dtype);
  Tensor tensor = fromNumpy(std::move(numbers), false);
  if (!dtype && tensor.dtype() == DType::complex128)
    dtype = outer(cotan::trace::defaultComplex());
  if (!dtype && tensor.dtype() == DType::float64)
    dtype = default_dtype();
  return dtype ? astype(tensor, *dtype) : tensor;
}

} // namespace

void refuse(const std::string &what) { throw TypeError(cotan::trace::currentPlace() + what); }

std::string kindOf(py::handle object) {
  auto name = py::str(py::type::of(object).attr("__name__")).cast<std::string>();
  return (name.find_first_of("aeiouAEIOU") == 0 ? "an " : "a ") + name;
}

Tensor *tensorIn(py::handle object) {
  static auto *const type = reinterpret_cast<PyTypeObject *>(py::type::of<Tensor>().ptr());
  if (Py_TYPE(object.ptr()) != type)
    return PyObject_TypeCheck(object.ptr(), type) ? object.cast<Tensor *>() : nullptr;
  auto *instance = reinterpret_cast<py::detail::instance *>(object.ptr());
  return static_cast<Tensor *>(instance->get_value_and_holder().value_ptr());
}

bool toTensor(py::handle object, Tensor &tensor) {
  if (const Tensor *given = tensorIn(object)) {
    tensor = *given;
    return true;
  }
  if (isPlainNumber(object)) {
    tensor = fromNumber(object);
    return true;
  }
  if (auto array = madeArray(object)) {
    tensor = fromNumpy(*array, /*copy=*/mayChange(*array)); // a result may be the same elements
    return true;
  }
  return false; // lists are no tensors, as in JAX: long ones would be converted on each call
}

Tensor arrayOf(py::handle object, std::optional<DType> dtype, bool copy) {
  Tensor tensor;
  if (const Tensor *given = tensorIn(object)) // before what else may have a buffer
    tensor = *given;
  else if (isPlainNumber(object)) // an array from here on: traced functions take it as an argument
    tensor = dtype ? fromNumber(object) : weakScalar(fromNumber(object));
  else if (py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object))
    tensor = fromSequence(object, dtype);
  else if (auto array = madeArray(object))
    tensor = fromNumpy(*array, copy);
  else if (isBuffer(object)) // array.array, bytearray, memoryview
    tensor = fromNumpy(
        numpy().attr("asarray")(py::memoryview(py::reinterpret_borrow<py::object>(object))), copy);
  else
    refuse(kindOf(object) +
           " cannot be a tensor; numbers, nested lists, NumPy arrays and tensors can");
  return dtype ? unlocked([&] { return astype(tensor, *dtype); }) : tensor;
}

py::object late(const char *module) {
  return py::module_::import("cotan._late").attr("late")(module);
}

py::object numpy() {
  static PyObject *held = nullptr; // guarded by the interpreter's lock
  if (!held) {
    py::object module = late("numpy");
    py::detail::npy_api::get(); // waits for nothing by now, so that threads cannot wait for each
                                // other
    held = module.release().ptr();
  }
  return py::reinterpret_borrow<py::object>(held);
}

bool isArray(py::handle object) {
  static bool isThere = false;
  if (!isThere) {
    if (!py::reinterpret_steal<py::object>(PyImport_GetModule(py::str("numpy").ptr())))
      return false;
    (void)numpy();
    isThere = true;
  }
  return py::isinstance<py::array>(object);
}

py::object named(py::object tuple, const char *type) {
  if (!py::isinstance<py::tuple>(tuple))
    return tuple;
  return py::module_::import("cotan._results").attr(type)(*tuple);
}

py::tuple shapeTuple(const Tensor &tensor) {
  auto sizes = openSizesOf(tensor);
  py::tuple shape(sizes.size());
  for (size_t i = 0; i < sizes.size(); ++i)
    if (cotan::trace::isOpen(sizes[i]))
      shape[i] = outer(cotan::trace::sizeTensor(sizes[i]));
    else
      shape[i] = sizes[i];
  return shape;
}

py::tuple sizesTuple(llvm::ArrayRef<int64_t> sizes) {
  py::tuple shape(sizes.size());
  for (size_t i = 0; i < sizes.size(); ++i)
    if (cotan::trace::isOpen(sizes[i]))
      shape[i] = py::none();
    else
      shape[i] = sizes[i];
  return shape;
}

py::array toNumpy(const Tensor &tensor) {
  if (auto dtype = standIn(tensor.dtype()))
    return toNumpy(unlocked([&] { return astype(tensor, *dtype); }));
  // A number keeps its own precision inside: what is shown is an array of its nominal type.
  Tensor shown = weakScalar(tensor);
  py::capsule owner(new Tensor(shown), ownElements, [](PyObject *capsule) {
    py::error_scope guard; // the array may end while an exception is on its way
    delete static_cast<Tensor *>(PyCapsule_GetPointer(capsule, ownElements));
  });
  py::array array(numpy().attr("dtype")(nameOf(tensor.dtype())),
                  Shape(tensor.shape().begin(), tensor.shape().end()), shown.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

std::optional<int64_t> toInteger(py::handle object) {
  if (const Tensor *given = tensorIn(object)) {
    const Tensor &tensor = *given;
    if (tensor.isTraced() || tensor.ndim() != 0 || isInexact(tensor.dtype()))
      return {};
  }
  if (!PyIndex_Check(object.ptr()) || PyBool_Check(object.ptr()))
    return {};
  auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!whole) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) // arrays of NumPy have an __index__ that refuses
      throw py::error_already_set();
    PyErr_Clear();
    return {};
  }
  int overflow;
  long long value = PyLong_AsLongLongAndOverflow(whole.ptr(), &overflow);
  if (overflow)
    throw OverflowError(cotan::trace::currentPlace() + "the integer " +
                        py::str(whole).cast<std::string>() + " does not fit in 64 bits");
  return value;
}

std::vector<py::object> elementsOf(py::handle objects) {
  std::vector<py::object> elements;
  for (auto each = py::iter(objects); each != py::iterator::sentinel(); ++each)
    elements.push_back(py::reinterpret_borrow<py::object>(*each));
  return elements;
}

} // namespace ct::python
