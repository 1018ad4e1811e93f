// What calls, prints and explains a function; its Python half is cotan/_signatures.py.
#include "cotan/frontends/python/function_type.h"

#include "cotan/trace/context.h"

#include <map>
#include <new>
#include <structmember.h>

namespace ct::python {
namespace {

struct FunctionObject {
  PyObject_HEAD vectorcallfunc call;
  PyObject *called; // pybind11's function
  PyObject *module, *qualname, *name, *doc;
  PyObject *declaration; // "(x: Tensor, axis: int = -1) -> Tensor"
  bool isMethod;
};

PyTypeObject *functionType;

FunctionObject *of(PyObject *self) { return reinterpret_cast<FunctionObject *>(self); }

py::module_ signatures() { return py::module_::import("cotan._signatures"); }

/// Whether pybind11 refused the arguments, which it says in its own words.
bool isRefusal(const py::error_already_set &error) {
  if (!error.type().is(py::handle(PyExc_TypeError)) &&
      !error.type().is(py::handle(PyExc_RuntimeError)))
    return false;
  std::string text = py::str(error.value());
  return text.find("(): incompatible function arguments") != std::string::npos ||
         text.compare(0, 27, "Unable to cast Python insta") == 0 ||
         text == "len() of unsized object"; // an array of no axes in the place of a list
}

/// "ct.nn.relu", or "x.sum".
std::string shownName(FunctionObject *function) {
  auto name = py::str(function->name).cast<std::string>();
  return function->isMethod
             ? "x." + name
             : "ct" + py::str(function->module).cast<std::string>().substr(5) + "." + name;
}

/// Raises one of our errors again, with the function's name if it has not said it: what functions
/// share does not know for whom it works.
void name(FunctionObject *function, py::error_already_set &error) {
  auto shown = shownName(function), name = shown.substr(shown.rfind('.') + 1),
       text = py::str(error.value()).cast<std::string>(), place = cotan::trace::currentPlace();
  bool isOurs = py::isinstance(error.value(), py::module_::import("cotan").attr("Error"));
  if (!isOurs || name[0] == '_' || text.compare(0, place.size(), place) != 0 ||
      py::module_::import("cotan._signatures")
          .attr("names")(text.substr(place.size()), name)
          .cast<bool>())
    return error.restore();
  PyErr_SetString(error.type().ptr(), (place + shown + ": " + text.substr(place.size())).c_str());
}

/// Raises ct.TypeError in the place of pybind11's.
void explain(PyObject *self, PyObject *const *arguments, size_t count, PyObject *names) {
  py::error_already_set error;
  if (!isRefusal(error))
    return name(of(self), error);
  try {
    py::list positional;
    for (size_t i = 0; i < count; ++i)
      positional.append(py::handle(arguments[i]));
    py::dict named;
    for (size_t i = 0; names && i < size_t(PyTuple_GET_SIZE(names)); ++i)
      named[py::handle(PyTuple_GET_ITEM(names, i))] = py::handle(arguments[count + i]);
    py::object text = signatures().attr("explain")(py::handle(self), positional, named);
    PyErr_SetString(py::module_::import("cotan").attr("TypeError").ptr(),
                    (cotan::trace::currentPlace() + text.cast<std::string>()).c_str());
  } catch (py::error_already_set &problem) {
    problem.restore();
  }
}

/// NumPy's functions call methods of their names with more arguments, as out=None.
PyObject *callFromNumpy(PyObject *self, PyObject *const *arguments, size_t count, PyObject *names) {
  size_t positional = PyVectorcall_NARGS(count);
  std::vector<PyObject *> kept(arguments, arguments + positional);
  py::list keptNames;
  for (size_t i = 0; i < size_t(PyTuple_GET_SIZE(names)); ++i) {
    py::handle name = PyTuple_GET_ITEM(names, i);
    if (arguments[positional + i] == Py_None &&
        (PyUnicode_CompareWithASCIIString(name.ptr(), "out") == 0 ||
         PyUnicode_CompareWithASCIIString(name.ptr(), "dtype") == 0))
      continue;
    kept.push_back(arguments[positional + i]);
    keptNames.append(name);
  }
  py::tuple tuple(keptNames);
  return PyObject_Vectorcall(of(self)->called, kept.data(), positional, tuple.ptr());
}

/// Called by Python itself, which nothing can be thrown through.
PyObject *call(PyObject *self, PyObject *const *arguments, size_t count, PyObject *names) try {
  PyObject *result = names && of(self)->isMethod
                         ? callFromNumpy(self, arguments, count, names)
                         : PyObject_Vectorcall(of(self)->called, arguments, count, names);
  if (!result && PyErr_Occurred() != PyExc_MemoryError) // to which there is nothing to add
    explain(self, arguments, size_t(PyVectorcall_NARGS(count)), names);
  return result;
} catch (const std::bad_alloc &) {
  return PyErr_NoMemory();
}

/// x.sum is bound to x; a function that is an attribute of a user's class is not bound.
PyObject *bound(PyObject *self, PyObject *object, PyObject *) {
  if (of(self)->isMethod && object)
    return PyMethod_New(self, object);
  Py_INCREF(self);
  return self;
}

PyObject *show(PyObject *self) {
  return PyUnicode_FromFormat("<function %U.%U>", of(self)->module, of(self)->qualname);
}

PyObject *signature(PyObject *self, void *) {
  try {
    return signatures().attr("signature")(py::handle(of(self)->declaration)).release().ptr();
  } catch (py::error_already_set &problem) {
    problem.restore();
    return nullptr;
  }
}

/// Pickled by name, as Python's functions are.
PyObject *reduce(PyObject *self, PyObject *) {
  Py_INCREF(of(self)->qualname);
  return of(self)->qualname;
}

void release(PyObject *self) {
  FunctionObject *function = of(self);
  for (PyObject *held : {function->called, function->module, function->qualname, function->name,
                         function->doc, function->declaration})
    Py_XDECREF(held);
  PyTypeObject *type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

PyTypeObject *makeType() {
  static PyMemberDef members[] = {
      {"__vectorcalloffset__", T_PYSSIZET, offsetof(FunctionObject, call), READONLY, nullptr},
      {"__module__", T_OBJECT, offsetof(FunctionObject, module), READONLY, nullptr},
      {"__qualname__", T_OBJECT, offsetof(FunctionObject, qualname), READONLY, nullptr},
      {"__name__", T_OBJECT, offsetof(FunctionObject, name), READONLY, nullptr},
      {"__doc__", T_OBJECT, offsetof(FunctionObject, doc), READONLY, nullptr},
      {"_declaration", T_OBJECT, offsetof(FunctionObject, declaration), READONLY, nullptr},
      {nullptr, 0, 0, 0, nullptr}};
  static PyGetSetDef computed[] = {{"__signature__", signature, nullptr, nullptr, nullptr},
                                   {nullptr, nullptr, nullptr, nullptr, nullptr}};
  static PyMethodDef methods[] = {{"__reduce__", reduce, METH_NOARGS, nullptr},
                                  {nullptr, nullptr, 0, nullptr}};
  static PyType_Slot slots[] = {{Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
                                {Py_tp_descr_get, reinterpret_cast<void *>(bound)},
                                {Py_tp_repr, reinterpret_cast<void *>(show)},
                                {Py_tp_dealloc, reinterpret_cast<void *>(release)},
                                {Py_tp_members, members},
                                {Py_tp_getset, computed},
                                {Py_tp_methods, methods},
                                {0, nullptr}};
  static PyType_Spec spec = {
      "cotan.function", sizeof(FunctionObject), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  return reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&spec));
}

py::object makeFunction(py::object called, py::object module, py::object qualname, py::object name,
                        py::object doc, py::object declaration, bool isMethod) {
  PyObject *made = functionType->tp_alloc(functionType, 0);
  if (!made)
    throw py::error_already_set();
  FunctionObject *function = of(made);
  function->call = call;
  function->called = called.release().ptr();
  function->module = module.release().ptr();
  function->qualname = qualname.release().ptr();
  function->name = name.release().ptr();
  function->doc = doc.release().ptr();
  function->declaration = declaration.release().ptr();
  function->isMethod = isMethod;
  return py::reinterpret_steal<py::object>(made);
}

/// pybind11 puts the declaration into the first line of the documentation: "sum(x: Tensor) -> ...".
py::object presented(py::object called, const std::string &module, const std::string &owner) {
  py::object name = called.attr("__name__"), whole = called.attr("__doc__");
  auto text = whole.is_none() ? std::string() : whole.cast<std::string>();
  size_t end = text.find('\n'), open = text.find('(');
  py::str declaration(open == std::string::npos ? "(*args, **keywords)"
                                                : text.substr(open, end - open));
  py::object doc = py::none();
  if (end != std::string::npos)
    doc = py::module_::import("inspect").attr("cleandoc")(text.substr(end + 1));
  auto qualname = py::str((owner.empty() ? "" : owner + ".") + name.cast<std::string>());
  return makeFunction(std::move(called), py::str(module), qualname, name, doc, declaration,
                      !owner.empty());
}

/// Instead of memory for what nobody made, which pybind11 would take for it as it is.
void *refuseUnmade(size_t) {
  refuse("an object that only `__new__` has seen holds nothing; call its class, or what makes it");
}

/// Operators stay as they are: Python calls them itself, and knows what to say of them.
void presentClass(py::handle type, const std::string &module) {
  if (auto *known = py::detail::get_type_info(reinterpret_cast<PyTypeObject *>(type.ptr())))
    known->operator_new = refuseUnmade;
  auto owner = type.attr("__qualname__").cast<std::string>();
  for (auto [key, value] : py::dict(py::reinterpret_borrow<py::object>(type.attr("__dict__")))) {
    auto name = key.cast<std::string>();
    if (PyType_Check(value.ptr()))
      presentClass(value, module);
    else if (PyInstanceMethod_Check(value.ptr()) && name[0] != '_')
      type.attr(key) =
          presented(py::reinterpret_borrow<py::object>(PyInstanceMethod_GET_FUNCTION(value.ptr())),
                    module, owner);
  }
}

/// Functions by what they call: one that has two names stays one.
using Presented = std::map<PyObject *, py::object>;

void presentFunctions(py::module_ &m, const std::string &name, Presented &done) {
  for (auto [key, value] : py::dict(m.attr("__dict__"))) {
    if (!PyCFunction_Check(value.ptr()))
      continue;
    py::object &function = done[value.ptr()];
    if (!function)
      function = presented(py::reinterpret_borrow<py::object>(value), name, "");
    m.attr(key) = function;
  }
}

void presentAll(py::module_ m, const std::string &name, Presented &done) {
  if (name != "cotan") { // the package's own name is taken: its other half is written in Python
    m.attr("__name__") = name;
    py::module_::import("sys").attr("modules")[name.c_str()] = m;
  }
  presentFunctions(m, name, done); // before those of the submodules, which may have them too
  for (auto [key, value] : py::dict(m.attr("__dict__")))
    if (PyModule_Check(value.ptr()))
      presentAll(py::reinterpret_borrow<py::module_>(value), name + "." + key.cast<std::string>(),
                 done);
    else if (PyType_Check(value.ptr()))
      presentClass(value, name);
}

} // namespace

void present(py::module_ m, const std::string &name) {
  functionType = makeType();
  Presented done;
  presentAll(std::move(m), name, done);
}

void addMethods(const py::module_ &m, py::handle type, std::initializer_list<const char *> names) {
  for (const char *name : names) {
    FunctionObject *function = of(py::object(m.attr(name)).ptr());
    auto copy = [](PyObject *held) { return py::reinterpret_borrow<py::object>(held); };
    py::str qualname(type.attr("__qualname__").cast<std::string>() + "." + name);
    type.attr(name) =
        makeFunction(copy(function->called), copy(function->module), qualname, copy(function->name),
                     copy(function->doc), copy(function->declaration), true);
  }
}

void bindKinds(py::module_ &m) {
  m.def("_fits", [](const std::string &kind, py::handle object) {
    auto loads = [&](auto caster) { return caster.load(object, true); };
    if (kind == "TensorLike")
      return loads(py::detail::make_caster<Operand>());
    if (kind == "Sequence[TensorLike]")
      return loads(py::detail::make_caster<Operands>());
    if (kind == "DTypeLike")
      return loads(py::detail::make_caster<DTypeLike>());
    if (kind == "int | Sequence[int]")
      return loads(py::detail::make_caster<AxesLike>());
    if (kind == "Sequence[int]")
      return loads(py::detail::make_caster<std::vector<int64_t>>());
    if (kind == "int")
      return loads(py::detail::make_caster<int64_t>());
    if (kind == "float")
      return loads(py::detail::make_caster<double>());
    if (kind == "bool")
      return loads(py::detail::make_caster<bool>());
    if (kind == "str")
      return loads(py::detail::make_caster<std::string>());
    return PySequence_Check(object.ptr()) != 0;
  });
}

} // namespace ct::python
