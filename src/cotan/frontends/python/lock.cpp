#include "cotan/frontends/python/lock.h"

#include "cotan/support/interruption.h"
#include "cotan/trace/context.h"

#include <atomic>
#include <optional>
#include <pthread.h>

namespace ct::python {
namespace {

/// The thread that runs the handlers of signals; in a forked process the one that forked.
std::atomic<pthread_t> signalThread;

/// What a handler raised, until the work it interrupts has ended. Of the signal thread; written and
/// read with Python's lock held.
PyObject *raised = nullptr;

void keepRaised() {
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  if (trace)
    PyException_SetTraceback(value, trace);
  Py_XDECREF(type);
  Py_XDECREF(trace);
  Py_XDECREF(std::exchange(raised, value));
}

/// Lets Python run the handlers of signals that came; whether one of them raised something.
bool hearSignals() {
  if (!pthread_equal(signalThread, pthread_self()))
    return false;
  Locked lock;
  if (orStay(PyErr_CheckSignals) == 0)
    return false;
  keepRaised();
  return true;
}

} // namespace

/// Asked by test/locks: whether the thread may take a lock of MLIR's, LLVM's or Cotan's own. One
/// that Cotan never saw shares nothing with it.
extern "C" [[gnu::visibility("default")]] bool cotan_may_lock() {
  return !cotan::SharedWork::here() || cotan::threadRecord().work == cotan::Work::compiling;
}

void throwIfInterrupted() { cotan::trace::throwIfStopped(); }

py::object callPython(py::handle callable, py::handle argument) {
  cotan::trace::Called nothing(nullptr);
  PyObject *result = orStay([&] { return PyObject_CallOneArg(callable.ptr(), argument.ptr()); });
  if (!result) {
    throwIfRetraced();
    throw py::error_already_set();
  }
  return py::reinterpret_steal<py::object>(result);
}

void release(PyObject *object) {
  if (!Py_IsInitialized())
    return; // its memory has ended with Python
  Locked lock;
  orStay([&] { Py_DECREF(object); });
}

bool keepInterruption(py::error_already_set &problem) {
  if (problem.matches(PyExc_Exception))
    return false;
  problem.restore();
  keepRaised();
  return true;
}

void raiseInterruption() {
  PyObject *value = std::exchange(raised, nullptr);
  if (!value)
    return PyErr_SetNone(PyExc_KeyboardInterrupt);
  PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(value)), value);
  Py_DECREF(value);
}

void bindSignals() {
  auto main = py::module_::import("threading").attr("main_thread")();
  signalThread = pthread_t(main.attr("ident").cast<unsigned long>());
  pthread_atfork(nullptr, nullptr, [] { signalThread = pthread_self(); });
  cotan::setInterruptionCheck(hearSignals);
  Py_AtExit(cotan::endAllWork);
}

} // namespace ct::python
