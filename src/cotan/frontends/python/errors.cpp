// C++'s exceptions as Python's, and the user's line that they name.
#include "cotan/frontends/python/convert.h"

#include "cotan/support/out_of_memory.h"
#include "cotan/trace/context.h"
#include "cotan/trace/recursion.h"

#include <frameobject.h>

namespace ct::python {
namespace {

PyObject *errorType, *typeErrorType, *valueErrorType, *overflowErrorType, *indexErrorType,
    *axisErrorType, *floatingPointErrorType, *memoryErrorType;
PyObject *needsRoomType;
PyObject *resultsUnknownType, *parametersChangedType; // which pass through Python's frames

/// An exception that is of both kinds at once: Cotan's and Python's, for one.
PyObject *makeType(Module &m, const char *name, PyObject *kind, PyObject *other, const char *doc) {
  py::tuple bases = kind ? py::make_tuple(py::handle(kind), py::handle(other))
                         : py::make_tuple(py::handle(other));
  PyObject *type =
      PyErr_NewExceptionWithDoc((std::string("cotan.") + name).c_str(), doc, bases.ptr(), nullptr);
  m.attr(name) = py::handle(type);
  return type;
}

/// The folder of the package.
std::string package;

/// The innermost line that is not of the package.
std::optional<cotan::trace::Place> findPlace() {
  if (!Py_IsInitialized())
    return {};
  Locked lock;
  PyFrameObject *frame = PyEval_GetFrame();
  Py_XINCREF(frame);
  while (frame) {
    PyCodeObject *code = PyFrame_GetCode(frame);
    std::string file = py::handle(code->co_filename).cast<std::string>();
    Py_DECREF(code);
    unsigned line = PyFrame_GetLineNumber(frame);
    PyFrameObject *back = PyFrame_GetBack(frame);
    Py_DECREF(frame);
    if (file.compare(0, package.size(), package) != 0) {
      Py_XDECREF(back);
      return cotan::trace::Place{file, line};
    }
    frame = back;
  }
  return {};
}

std::string noMemoryLeft() {
  return cotan::trace::currentPlace() + "the system has no memory left";
}

void raiseOf(PyObject *type, const cotan::trace::Recursion *recursion) {
  PyErr_SetObject(type, py::capsule(recursion).ptr());
}

void raiseNeedsRoom(const NeedsRoom &error) {
  py::object problem = py::handle(needsRoomType)(error.what());
  problem.attr("what_more") = error.what_more;
  PyErr_SetObject(needsRoomType, problem.ptr());
}

void translate(std::exception_ptr thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const TypeError &error) {
    PyErr_SetString(typeErrorType, error.what());
  } catch (const OverflowError &error) {
    PyErr_SetString(overflowErrorType, error.what());
  } catch (const ValueError &error) {
    PyErr_SetString(valueErrorType, error.what());
  } catch (const AxisError &error) {
    PyErr_SetString(axisErrorType, error.what());
  } catch (const IndexError &error) {
    PyErr_SetString(indexErrorType, error.what());
  } catch (const FloatingPointError &error) {
    PyErr_SetString(floatingPointErrorType, error.what());
  } catch (const MemoryError &error) {
    PyErr_SetString(memoryErrorType, error.what());
  } catch (const cotan::OutOfMemory &error) {
    PyErr_SetString(memoryErrorType, (cotan::trace::currentPlace() + error.what()).c_str());
  } catch (const cotan::EvaluationError &error) { // an array that cannot be
    PyErr_SetString(valueErrorType, (cotan::trace::currentPlace() + error.what()).c_str());
  } catch (const std::bad_alloc &) {
    PyErr_SetString(memoryErrorType, noMemoryLeft().c_str());
  } catch (const std::length_error &) { // of a list longer than there can be
    PyErr_SetString(memoryErrorType, noMemoryLeft().c_str());
  } catch (const cotan::trace::ResultsUnknown &unknown) {
    raiseOf(resultsUnknownType, unknown.of);
  } catch (const cotan::trace::ParametersChanged &changed) {
    raiseOf(parametersChangedType, changed.of);
  } catch (const NeedsRoom &error) {
    raiseNeedsRoom(error);
  } catch (const Interrupted &) {
    raiseInterruption();
  } catch (const Error &error) {
    PyErr_SetString(errorType, error.what());
  }
}

} // namespace

void translateException(std::exception_ptr thrown) {
  try {
    translate(thrown);
  } catch (...) {
    py::detail::translate_exception(std::current_exception());
  }
}

void throwIfRetraced() {
  const bool isUnknown = PyErr_ExceptionMatches(resultsUnknownType);
  if (!isUnknown && !PyErr_ExceptionMatches(parametersChangedType))
    return;
  const py::error_already_set problem;
  const py::capsule of = problem.value().attr("args")[py::int_(0)];
  const auto *recursion = of.get_pointer<const cotan::trace::Recursion>();
  if (isUnknown)
    throw cotan::trace::ResultsUnknown{recursion};
  throw cotan::trace::ParametersChanged{recursion};
}

void bindErrors(Module &m) {
  errorType =
      makeType(m, "Error", nullptr, PyExc_RuntimeError, "What went wrong, where, and what to do.");
  auto make = [&](const char *name, PyObject *kind, const char *doc) {
    return makeType(m, name, errorType, kind, doc);
  };
  typeErrorType = make("TypeError", PyExc_TypeError, "An argument of the wrong kind.");
  valueErrorType = make("ValueError", PyExc_ValueError, "An argument that does not fit.");
  overflowErrorType = makeType(m, "OverflowError", valueErrorType, PyExc_OverflowError,
                               "A number that is beyond the range of its type.");
  indexErrorType = make("IndexError", PyExc_IndexError, "An index out of range.");
  axisErrorType = makeType(m, "AxisError", indexErrorType, valueErrorType, "An axis out of range.");
  floatingPointErrorType = make("FloatingPointError", PyExc_FloatingPointError,
                                "A number that debug_nans or debug_infs makes an error.");
  memoryErrorType = make("MemoryError", PyExc_MemoryError,
                         "More memory than there is, or than can be addressed.");
  needsRoomType = PyErr_NewException("cotan._NeedsRoom", errorType, nullptr);
  m.attr("_NeedsRoom") = py::handle(needsRoomType);
  resultsUnknownType = PyErr_NewException("cotan._ResultsUnknown", PyExc_BaseException, nullptr);
  parametersChangedType =
      PyErr_NewException("cotan._ParametersChanged", PyExc_BaseException, nullptr);
  m.attr("_ResultsUnknown") = py::handle(resultsUnknownType);
  m.attr("_ParametersChanged") = py::handle(parametersChangedType);
  py::register_exception_translator(translate);
  // Not when it is first needed: other threads may not wait for one that imports something.
  package = py::module_::import("sys")
                .attr("modules")["cotan"]
                .attr("__path__")
                .attr("__getitem__")(0)
                .cast<std::string>();
  cotan::trace::setPlaceFinder(findPlace);
}

} // namespace ct::python
