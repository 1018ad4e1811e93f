// What calls, prints and explains a function; its Python half is cotan/_signatures.py.
#include "cotan/frontends/python/function_type.h"

#include "cotan/trace/context.h"

#include <structmember.h>

namespace ct::python {
namespace {

/// What a function and the methods made of it share.
struct Defined {
  Declaration declaration;
  Call call;
};

struct FunctionObject {
  PyObject_HEAD vectorcallfunc call;
  std::shared_ptr<const Defined> *defined;
  PyObject *module, *qualname, *name, *doc;
  PyObject *declaration;    // "(x: Tensor, axis: int = -1) -> Tensor"
  const std::string *shown; // what errors call it
  bool isMethod;
};

PyTypeObject *functionType;

FunctionObject *of(PyObject *self) { return reinterpret_cast<FunctionObject *>(self); }
const Defined &definition(PyObject *self) { return **of(self)->defined; }

bool isOurs(const py::error_already_set &error) {
  return py::isinstance(error.value(), py::module_::import("cotan").attr("Error"));
}

py::module_ signatures() { return py::module_::import("cotan._signatures"); }

/// A call as Python makes it: arguments by position, then those by name.
struct Given {
  PyObject *const *arguments;
  size_t positional;
  PyObject *names; // null if there are none

  size_t named() const { return names ? size_t(PyTuple_GET_SIZE(names)) : 0; }
  PyObject *name(size_t i) const { return PyTuple_GET_ITEM(names, i); }
  PyObject *byName(size_t i) const { return arguments[positional + i]; }
};

/// Raises ct.TypeError of arguments that do not go together, or of the one that is unfit.
void explain(PyObject *self, const Given &given, std::optional<size_t> unfit) {
  py::list positional;
  for (size_t i = 0; i < given.positional; ++i)
    positional.append(py::handle(given.arguments[i]));
  py::dict named;
  for (size_t i = 0; i < given.named(); ++i)
    named[py::handle(given.name(i))] = py::handle(given.byName(i));
  py::object parameter = py::none();
  if (unfit)
    parameter = definition(self).declaration.parameters[*unfit].key;
  py::object text = signatures().attr("explain")(py::handle(self), positional, named, parameter);
  PyErr_SetString(py::module_::import("cotan").attr("TypeError").ptr(),
                  (cotan::trace::currentPlace() + text.cast<std::string>()).c_str());
}

/// The arguments of a call in the order of the parameters.
class Bound {
public:
  Bound(const Declaration &declaration, const Given &given, bool isMethod)
      : declaration(declaration), all(declaration.parameters.size()) {
    fits = takePositional(given) && takeNamed(given, isMethod) && takeDefaults();
  }

  bool fits;
  PyObject *const *arguments() const { return all.data(); }

private:
  bool takePositional(const Given &given) {
    size_t next = 0;
    while (next < given.positional && next < all.size() &&
           declaration.parameters[next].place == Parameter::anywhere) {
      all[next] = given.arguments[next];
      ++next;
    }
    if (!declaration.rest)
      return next == given.positional;
    size_t further = next == *declaration.rest ? given.positional - next : 0;
    rest = py::tuple(further);
    for (size_t i = 0; i < further; ++i)
      rest[i] = py::handle(given.arguments[next + i]);
    all[*declaration.rest] = rest.ptr();
    return next + further == given.positional;
  }

  bool takeNamed(const Given &given, bool isMethod) {
    for (size_t i = 0; i < given.named(); ++i) {
      std::optional<size_t> place = placeOf(given.name(i));
      // NumPy's functions call methods of their names with more arguments.
      if (!place && isMethod && given.byName(i) == Py_None &&
          (PyUnicode_CompareWithASCIIString(given.name(i), "out") == 0 ||
           PyUnicode_CompareWithASCIIString(given.name(i), "dtype") == 0))
        continue;
      if (!place || all[*place])
        return false;
      all[*place] = given.byName(i);
    }
    return true;
  }

  std::optional<size_t> placeOf(PyObject *name) const {
    for (auto same : {+[](PyObject *a, PyObject *b) { return a == b; },
                      +[](PyObject *a, PyObject *b) { return PyUnicode_Compare(a, b) == 0; }})
      for (size_t i = 0; i < all.size(); ++i)
        if (i != declaration.rest && same(name, declaration.parameters[i].key.ptr()))
          return i;
    return {};
  }

  bool takeDefaults() {
    for (size_t i = 0; i < all.size(); ++i) {
      if (!all[i])
        all[i] = declaration.parameters[i].otherwise.ptr();
      if (!all[i])
        return false;
    }
    return true;
  }

  const Declaration &declaration;
  llvm::SmallVector<PyObject *, 12> all;
  py::tuple rest;
};

/// Raises in Python what C++ has thrown.
void raise(PyObject *self, const Given &given) {
  try {
    throw;
  } catch (const Unfit &unfit) {
    explain(self, given, unfit.parameter);
  } catch (const py::cast_error &) { // of what a function took as it was
    explain(self, given, {});
  } catch (...) {
    translateException(std::current_exception());
  }
}

/// Called by Python itself, which nothing can be thrown through.
PyObject *call(PyObject *self, PyObject *const *arguments, size_t count, PyObject *names) try {
  Given given{arguments, size_t(PyVectorcall_NARGS(count)), names};
  cotan::trace::Called called(of(self)->shown->empty() ? nullptr : of(self)->shown->c_str());
  try {
    const Defined &defined = definition(self);
    Bound bound(defined.declaration, given, of(self)->isMethod);
    if (bound.fits)
      return defined.call(bound.arguments()).release().ptr();
    explain(self, given, {});
  } catch (abi::__forced_unwind &) {
    throw;
  } catch (...) {
    raise(self, given);
  }
  return nullptr;
} catch (const std::bad_alloc &) {
  return PyErr_NoMemory();
} catch (py::error_already_set &problem) { // while it was explained
  problem.restore();
  return nullptr;
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
  return orRaise([&] { return signatures().attr("signature")(py::handle(of(self)->declaration)); });
}

py::object binaryFunctions() { return late("cotan._binary_functions"); }

/// ct.add.reduce and the like are looked up where nothing else is found.
PyObject *attribute(PyObject *self, PyObject *name) {
  PyObject *found = PyObject_GenericGetAttr(self, name);
  if (found || !PyErr_ExceptionMatches(PyExc_AttributeError) || PyUnicode_ReadChar(name, 0) == '_')
    return found;
  PyErr_Clear();
  return orRaise(
      [&] { return binaryFunctions().attr("attribute")(py::handle(self), py::handle(name)); });
}

PyObject *names(PyObject *self, PyObject *) {
  return orRaise([&] { return binaryFunctions().attr("names")(py::handle(self)); });
}

/// Pickled by name, as Python's functions are.
PyObject *reduce(PyObject *self, PyObject *) {
  Py_INCREF(of(self)->qualname);
  return of(self)->qualname;
}

void release(PyObject *self) {
  FunctionObject *function = of(self);
  for (PyObject *held :
       {function->module, function->qualname, function->name, function->doc, function->declaration})
    Py_XDECREF(held);
  delete function->defined;
  delete function->shown;
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
                                  {"__dir__", names, METH_NOARGS, nullptr},
                                  {nullptr, nullptr, 0, nullptr}};
  static PyType_Slot slots[] = {{Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
                                {Py_tp_descr_get, reinterpret_cast<void *>(bound)},
                                {Py_tp_repr, reinterpret_cast<void *>(show)},
                                {Py_tp_getattro, reinterpret_cast<void *>(attribute)},
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

/// "ct.nn.relu", or "x.sum"; nothing of what users do not call.
std::string shownName(FunctionObject *function) {
  auto name = py::str(function->name).cast<std::string>();
  if (name[0] == '_' || PyUnicode_AsUTF8(function->qualname)[0] == '_')
    return "";
  return function->isMethod
             ? "x." + name
             : "ct" + py::str(function->module).cast<std::string>().substr(strlen("cotan")) + "." +
                   name;
}

py::object makeFunction(std::shared_ptr<const Defined> defined, py::object module,
                        py::object qualname, py::object doc, bool isMethod) {
  PyObject *made = functionType->tp_alloc(functionType, 0);
  if (!made)
    throw py::error_already_set();
  FunctionObject *function = of(made);
  const Declaration &declaration = defined->declaration;
  function->call = call;
  function->module = module.release().ptr();
  function->qualname = qualname.release().ptr();
  function->name = py::str(declaration.name).release().ptr();
  function->doc = doc.release().ptr();
  function->declaration = py::str(declaration.text()).release().ptr();
  function->isMethod = isMethod;
  function->shown = new std::string(shownName(function));
  function->defined = new std::shared_ptr<const Defined>(std::move(defined));
  return py::reinterpret_steal<py::object>(made);
}

/// Instead of memory for what nobody made, which pybind11 would take for it as it is.
void *refuseUnmade(size_t) {
  refuse("an object that only `__new__` has seen holds nothing; call its class, or what makes it");
}

void presentClass(py::handle type) {
  if (auto *known = py::detail::get_type_info(reinterpret_cast<PyTypeObject *>(type.ptr())))
    known->operator_new = refuseUnmade;
  for (auto [key, value] : py::dict(py::reinterpret_borrow<py::object>(type.attr("__dict__"))))
    if (PyType_Check(value.ptr()))
      presentClass(value);
}

void presentAll(py::module_ m, const std::string &name) {
  if (name != "cotan") { // the package's own name is taken: its other half is written in Python
    m.attr("__name__") = name;
    py::module_::import("sys").attr("modules")[name.c_str()] = m;
  }
  for (auto [key, value] : py::dict(m.attr("__dict__")))
    if (PyModule_Check(value.ptr()))
      presentAll(py::reinterpret_borrow<py::module_>(value), name + "." + key.cast<std::string>());
    else if (PyType_Check(value.ptr()))
      presentClass(value);
}

/// "cotan.nn", of a module that is being made.
std::string publicName(const py::object &module) {
  auto name = module.attr("__name__").cast<std::string>();
  size_t inner = name.find("_cotan");
  return inner == std::string::npos ? name : "cotan" + name.substr(inner + strlen("_cotan"));
}

} // namespace

bool isTypeErrorOfPython(const py::error_already_set &error) {
  return error.matches(PyExc_TypeError) && !isOurs(error);
}

void addFunction(const py::object &scope, Declaration declaration, Call call) {
  if (!functionType)
    functionType = makeType();
  bool isMethod = declaration.isMethod;
  std::string name = declaration.name, owner;
  if (isMethod)
    owner = scope.attr("__qualname__").cast<std::string>() + ".";
  py::object module = isMethod ? scope.attr("__module__") : py::str(publicName(scope)),
             doc = py::none();
  if (!declaration.doc.empty())
    doc = py::module_::import("inspect").attr("cleandoc")(declaration.doc);
  auto defined = std::make_shared<const Defined>(std::move(declaration), std::move(call));
  scope.attr(name.c_str()) =
      makeFunction(std::move(defined), module, py::str(owner + name), doc, isMethod);
}

void present(py::module_ m, const std::string &name) { presentAll(std::move(m), name); }

void addMethod(const py::module_ &m, py::handle type, const char *name) {
  auto copy = [](PyObject *held) { return py::reinterpret_borrow<py::object>(held); };
  FunctionObject *function = of(py::object(m.attr(name)).ptr());
  py::str qualname(type.attr("__qualname__").cast<std::string>() + "." + name);
  type.attr(name) =
      makeFunction(*function->defined, copy(function->module), qualname, copy(function->doc), true);
}

} // namespace ct::python
