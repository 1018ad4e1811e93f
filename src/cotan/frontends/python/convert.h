// Between Python's objects and tensors. Every function that takes a tensor takes what can be one:
// numbers, NumPy's arrays, objects with __array__.
#pragma once

#include "cotan/cotan.h"
#include "cotan/frontends/python/define.h"
#include "cotan/frontends/python/lock.h"

#include "llvm/ADT/ArrayRef.h"

#include <cxxabi.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace ct::python {

namespace py = pybind11;

/// The device of all tensors, as others write it.
struct OnDevice {};
/// None, a name, a pair of them, or what has a name, as an element of ct.lax.Precision.
struct PrecisionLike {};
/// A truth value, a name, or a list of the operands to multiply.
struct EinsumPath {};
/// None alone.
struct Nothing {};
inline constexpr const char *deviceName = "cpu";

/// A module that is imported when it is first needed: python/cotan/_late.py.
py::object late(const char *module);

/// NumPy, imported when something of it is first needed: nothing else here may ask pybind11 for its
/// arrays and types first.
py::object numpy();
/// Whether it is an array of NumPy. As long as NumPy is not imported nothing is.
bool isArray(py::handle object);

/// A text as an argument of templates.
template <size_t N> struct Text {
  char letters[N];
  consteval Text(const char (&from)[N]) { std::copy_n(from, N, letters); }
};

/// A tuple whose class in Python is one of python/cotan/_results.py. What is one tensor, or as many
/// as were asked for, as such a function may answer, is left alone.
template <typename T, Text type> struct Named {
  T value;
};
py::object named(py::object tuple, const char *type);
template <typename T> bool hasNames(const T &) { return true; }
template <typename... T> bool hasNames(const std::variant<T...> &value) {
  return std::visit(
      []<typename One>(const One &) { return !std::is_same_v<One, ct::dynamic::Tuple>; }, value);
}

/// A function's argument that can be taken for a tensor.
struct Operand {
  Tensor tensor;
};

/// An element type, as NumPy's dtype or scalar type, a name, or Python's bool, int or float.
struct DTypeLike {
  DType dtype;
  operator DType() const { return dtype; }
};

/// The same, or None for the one that is the default.
struct DTypeOrNone {
  std::optional<DType> dtype;
  bool isDefault = false; // None stands for ct::default_dtype()
};

/// Several tensors: in a list, or the rows of one.
struct Operands {
  std::vector<Tensor> tensors;
};

/// A tensor whose elements are not read; a ct.ShapeDtypeStruct does, too.
struct LikeTensor {
  Tensor tensor;
  operator const Tensor &() const { return tensor; }
};

/// A tensor, or lists of numbers that ct.array makes one of.
struct ArrayLike {
  Tensor tensor;
  operator const Tensor &() const { return tensor; }
};

/// Axes: one number or a tuple of them.
struct AxesLike {
  Integers axes;
};

/// The same, or None.
struct AxesOrNone {
  Integers axes;
  operator const Integers &() const { return axes; }
};

/// Positions along an axis: an integer, a list or an array of them, a mask, or a slice.
struct PositionsLike {
  dynamic::Positions positions;
};

/// Sizes: one or a tuple of them; those that are traced tensors become open ones.
struct ShapeLike {
  Shape sizes;
};

/// One size; it may be a traced tensor.
struct SizeLike {
  int64_t size;
  operator int64_t() const { return size; }
};

/// The tensor that `object` is, or null. Faster than pybind11, which finds types by their names.
Tensor *tensorIn(py::handle object);

/// A new object.
py::handle objectOf(Tensor &&tensor);

/// Whether `object` can be an operand; then `tensor` is set. Never throws for other objects.
bool toTensor(py::handle object, Tensor &tensor);

/// Axes or sizes, given one by one, or as one tuple or list.
template <typename Numbers> Numbers numbersOf(const py::args &given) {
  bool isTuple = given.size() == 1 && !PyLong_Check(given[0].ptr());
  return (isTuple ? py::object(given[0]) : py::object(given)).cast<Numbers>();
}

/// An integer of 64 bits, if `object` is one that is known: of Python, of NumPy, or in a tensor.
std::optional<int64_t> toInteger(py::handle object);

/// The elements of what can be iterated over. They are held: not all sequences hold theirs.
std::vector<py::object> elementsOf(py::handle objects);

/// Throws a TypeError that names the user's line.
[[noreturn]] void refuse(const std::string &what);
/// "an int": the type of an object, for errors.
std::string kindOf(py::handle object);

/// Python's `array(object, dtype, copy)`: nested sequences as well.
Tensor arrayOf(py::handle object, std::optional<DType> dtype, bool copy);

/// NumPy's view of the elements, which keeps them alive and cannot be written to.
py::array toNumpy(const Tensor &tensor);
bool isKnownToNumPy(DType dtype);
/// A dtype of NumPy, or one that NumPy does not know, as ct.bfloat16.
py::object toPython(DType dtype);
/// What users see: open sizes are tensors.
py::tuple shapeTuple(const Tensor &tensor);
/// The same with None for those that are open.
py::tuple sizesTuple(llvm::ArrayRef<int64_t> sizes);

/// x[key]
Indices toIndices(py::handle key);

/// Raises in Python what C++ has thrown.
void translateException(std::exception_ptr thrown);
/// What is found for Python itself, which nothing can be thrown through.
template <typename F> PyObject *orRaise(F find) {
  try {
    return find().release().ptr();
  } catch (abi::__forced_unwind &) { // a thread that ends
    throw;
  } catch (...) {
    translateException(std::current_exception());
    return nullptr;
  }
}

void bindErrors(Module &m);
void bindTensor(Module &m);
void bindArrays(Module &m);
void bindModules(Module &m);
void bindFunctions(Module &m);
void bindMethodsOfFunctions(Module &m);
void bindNests(Module &m);
void bindNestShapes(Module &m);
void bindPrograms(Module &m);
void bindProgramTable(Module &m);
void bindControl(Module &m);
void bindDlpack(Module &m, Class<Tensor> &type);
void bindMethods(Class<Tensor> &type);
void bindBuiltinMethods(Class<Tensor> &type);
void setOperators(PyHeapTypeObject *type);
void setBuffer(PyHeapTypeObject *type);
void bindAt(Class<Tensor> &type);

} // namespace ct::python

namespace pybind11::detail {

/// pybind11's own takes parts of floats, and what says it can be an int.
template <> struct type_caster<int64_t> {
  PYBIND11_TYPE_CASTER(int64_t, const_name("int"));
  bool load(handle object, bool);
  static handle cast(int64_t number, return_value_policy, handle) {
    return PyLong_FromLongLong(number);
  }
};

/// As pybind11's own, but for looking up the type, and whether the tensor has an object already.
template <> class type_caster<ct::Tensor> : public type_caster_base<ct::Tensor> {
public:
  using type_caster_base::cast;
  static handle cast(ct::Tensor &&tensor, return_value_policy, handle) {
    return ct::python::objectOf(std::move(tensor));
  }
};

template <> struct type_caster<ct::python::Operand> {
  PYBIND11_TYPE_CASTER(ct::python::Operand, const_name("TensorLike"));
  bool load(handle object, bool) { return ct::python::toTensor(object, value.tensor); }
};

template <> struct type_caster<ct::python::OnDevice> {
  PYBIND11_TYPE_CASTER(ct::python::OnDevice, const_name("Device"));
  bool load(handle object, bool) {
    return isinstance<str>(object) && object.cast<std::string>() == ct::python::deviceName;
  }
};

template <> struct type_caster<ct::python::PrecisionLike> {
  PYBIND11_TYPE_CASTER(ct::python::PrecisionLike, const_name("str | tuple[str, str] | None"));
  bool load(handle object, bool convert) {
    if (isinstance<tuple>(object) && len(object) == 2)
      return load(object[int_(0)], convert) && load(object[int_(1)], convert);
    return object.is_none() || isinstance<str>(object) || hasattr(object, "name");
  }
  static handle cast(const ct::python::PrecisionLike &, return_value_policy, handle) {
    return none().release();
  }
};

template <> struct type_caster<ct::python::EinsumPath> {
  PYBIND11_TYPE_CASTER(ct::python::EinsumPath, const_name("bool | str | Sequence[Any]"));
  bool load(handle object, bool) {
    return isinstance<bool_>(object) || isinstance<str>(object) || isinstance<list>(object) ||
           isinstance<tuple>(object);
  }
};

template <> struct type_caster<ct::python::Nothing> {
  PYBIND11_TYPE_CASTER(ct::python::Nothing, const_name("None"));
  bool load(handle object, bool) { return object.is_none(); }
};

/// Only of results.
/// What a result is called, with the class of its tuple.
template <ct::python::Text type, typename T> struct ResultName {
  static constexpr auto name = make_caster<T>::name;
};
template <ct::python::Text type, typename... T> struct ResultName<type, std::tuple<T...>> {
  static constexpr auto name = const_name(type.letters);
};
template <ct::python::Text type, typename A, typename B> struct ResultName<type, std::pair<A, B>> {
  static constexpr auto name = const_name(type.letters);
};
template <ct::python::Text type, typename... T> struct ResultName<type, std::variant<T...>> {
  static constexpr auto name =
      const_name("Union[") + concat(ResultName<type, T>::name...) + const_name("]");
};

template <typename T, ct::python::Text type> struct type_caster<ct::python::Named<T, type>> {
  static constexpr auto name = ResultName<type, T>::name;
  static handle cast(const ct::python::Named<T, type> &result, return_value_policy policy,
                     handle parent) {
    auto plain = reinterpret_steal<object>(make_caster<T>::cast(result.value, policy, parent));
    return ct::python::hasNames(result.value)
               ? ct::python::named(std::move(plain), type.letters).release()
               : plain.release();
  }
};

template <> struct type_caster<ct::python::DTypeLike> {
  PYBIND11_TYPE_CASTER(ct::python::DTypeLike, const_name("DTypeLike"));
  bool load(handle object, bool);
};

template <> struct type_caster<ct::python::DTypeOrNone> {
  PYBIND11_TYPE_CASTER(ct::python::DTypeOrNone, const_name("Optional[DTypeLike]"));
  bool load(handle object, bool);
};

template <> struct type_caster<ct::python::Operands> {
  PYBIND11_TYPE_CASTER(ct::python::Operands, const_name("Sequence[TensorLike]"));
  bool load(handle object, bool);
};

template <> struct type_caster<ct::python::ShapeLike> {
  PYBIND11_TYPE_CASTER(ct::python::ShapeLike, const_name("int | Sequence[int]"));
  bool load(handle object, bool);
};

template <> struct type_caster<ct::python::SizeLike> {
  PYBIND11_TYPE_CASTER(ct::python::SizeLike, const_name("int"));
  bool load(handle object, bool);
};

template <> struct type_caster<ct::python::Rest<ct::Tensor>> {
  PYBIND11_TYPE_CASTER(ct::python::Rest<ct::Tensor>, const_name("TensorLike"));
  bool load(handle object, bool);
};

template <> struct type_caster<ct::python::Rest<ct::Shape>> {
  PYBIND11_TYPE_CASTER(ct::python::Rest<ct::Shape>, const_name("int | Sequence[int]"));
  bool load(handle object, bool);
};

/// Only of results.
template <> struct type_caster<ct::Shape> {
  PYBIND11_TYPE_CASTER(ct::Shape, const_name("tuple[int, ...]"));
  static handle cast(const ct::Shape &shape, return_value_policy, handle) {
    return ct::python::sizesTuple(shape).release();
  }
};

template <> struct type_caster<ct::python::LikeTensor> {
  PYBIND11_TYPE_CASTER(ct::python::LikeTensor, const_name("TensorLike | ShapeDtypeStruct"));
  bool load(handle object, bool);
};

template <> struct type_caster<ct::python::ArrayLike> {
  PYBIND11_TYPE_CASTER(ct::python::ArrayLike, const_name("TensorLike | Sequence[Any]"));
  bool load(handle object, bool);
};

template <> struct type_caster<ct::python::AxesOrNone> {
  PYBIND11_TYPE_CASTER(ct::python::AxesOrNone, const_name("Optional[int | Sequence[int]]"));
  bool load(handle object, bool);
};

template <> struct type_caster<ct::python::PositionsLike> {
  PYBIND11_TYPE_CASTER(ct::python::PositionsLike, const_name("object"));
  bool load(handle object, bool);
};

template <> struct type_caster<ct::PadFunction> {
  PYBIND11_TYPE_CASTER(ct::PadFunction, const_name("Callable[..., Any]"));
  bool load(handle object, bool);
};

template <> struct type_caster<ct::dynamic::PairsOfAxes<int64_t>> {
  PYBIND11_TYPE_CASTER(ct::dynamic::PairsOfAxes<int64_t>, const_name("object"));
  bool load(handle object, bool);
};

template <> struct type_caster<ct::dynamic::PairsOfAxes<ct::Tensor>> {
  PYBIND11_TYPE_CASTER(ct::dynamic::PairsOfAxes<ct::Tensor>, const_name("object"));
  bool load(handle object, bool);
};

template <> struct type_caster<ct::dynamic::Ranges> {
  PYBIND11_TYPE_CASTER(ct::dynamic::Ranges, const_name("object"));
  bool load(handle object, bool);
};

/// Only of results.
template <> struct type_caster<ct::dynamic::Tuple> {
  PYBIND11_TYPE_CASTER(ct::dynamic::Tuple, const_name("tuple[cotan.Tensor, ...]"));
  static handle cast(const ct::dynamic::Tuple &result, return_value_policy, handle) {
    return tuple(pybind11::cast(result.tensors)).release();
  }
};

template <> struct type_caster<ct::python::AxesLike> {
  PYBIND11_TYPE_CASTER(ct::python::AxesLike, const_name("int | Sequence[int]"));
  bool load(handle object, bool);
};

} // namespace pybind11::detail
