// Element types, as Python's classes, NumPy's types and names say them.
#include "cotan/frontends/python/convert.h"

#include "cotan/support/dtype_name.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

namespace ct::python {
namespace {

/// What NumPy calls an element type that is given as a class, a dtype or a code.
std::optional<std::string> numpyNameOf(py::handle given) {
  try {
    return py::str(numpy().attr("dtype")(given).attr("name"));
  } catch (py::error_already_set &) {
    return {};
  }
}

/// By its name, or by a code of NumPy's, as "d", "<f4" or "half".
DType dtypeFrom(const std::string &name) {
  if (name == "float") // as the class of Python
    return default_dtype();
  if (name == "complex")
    return outer(cotan::trace::defaultComplex());
  try {
    return dtypeNamed(name);
  } catch (const TypeError &) {
    const auto code = numpyNameOf(py::str(name));
    if (!code)
      throw;
    return dtypeNamed(*code);
  }
}

} // namespace

bool isKnownToNumPy(DType dtype) { return !cotan::npyNameOf(inner(dtype)).empty(); }

py::object toPython(DType dtype) {
  if (isKnownToNumPy(dtype))
    return numpy().attr("dtype")(nameOf(dtype));
  return py::cast(dtype);
}

} // namespace ct::python

bool pybind11::detail::type_caster<ct::python::DTypeLike>::load(handle object, bool) {
  using namespace ct;
  using namespace ct::python;
  if (isinstance<DType>(object)) {
    value.dtype = object.cast<DType>();
    return true;
  }
  auto is = [&](PyTypeObject &type) { return object.ptr() == reinterpret_cast<PyObject *>(&type); };
  if (is(PyComplex_Type)) {
    value.dtype = outer(cotan::trace::defaultComplex());
    return true;
  }
  if (is(PyFloat_Type) || is(PyLong_Type) || is(PyBool_Type)) {
    value.dtype = is(PyFloat_Type)  ? default_dtype()
                  : is(PyLong_Type) ? DType::int64
                                    : DType::bool_;
    return true;
  }
  if (object.is_none()) // NumPy's default is not ours
    return false;
  const auto given =
      isinstance<str>(object) ? std::optional(object.cast<std::string>()) : numpyNameOf(object);
  if (given)
    value.dtype = dtypeFrom(*given);
  return given.has_value();
}
