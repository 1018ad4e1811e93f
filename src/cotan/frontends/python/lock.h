// Python's lock around C++, and signals that come while C++ works.
//
// A thread that asks for the lock when Python has come to its end is ended by Python, by unwinding
// its stack (up to 3.13). Frames of C++ do not survive that: destructors on the way would touch
// objects without the lock. So such a thread stays where it is, as Python itself does it
// since 3.14.
#pragma once

#include "cotan/support/work.h"

#include <pybind11/pybind11.h>

#include <cxxabi.h>
#include <unistd.h>

namespace ct::python {

/// What `f`, which calls Python and nothing that throws, answers; if Python ends the thread in it,
/// the thread stays in here.
template <typename F> auto orStay(F f) {
  try {
    return f();
  } catch (abi::__forced_unwind &) {
    cotan::During waiting(cotan::Work::none); // nobody is to wait for it
    for (;;)
      pause();
  }
}

/// Holds Python's lock, in code that runs without it.
class Locked {
public:
  Locked() : state(orStay(PyGILState_Ensure)) {}
  ~Locked() { PyGILState_Release(state); }
  Locked(const Locked &) = delete;

private:
  const cotan::During outside{cotan::Work::none}; // before it is held, and after
  const PyGILState_STATE state;
};

/// Goes without Python's lock, so that other threads go on.
class Unlocked {
public:
  Unlocked() = default;
  Unlocked(const Unlocked &) = delete;

private:
  struct Released {
    Released() : state(PyEval_SaveThread()) {}
    ~Released() {
      orStay([&] { PyEval_RestoreThread(state); });
    }
    PyThreadState *const state;
  };
  const Released released;
  const cotan::During inside{cotan::Work::compiling};
};

/// Throws what trace/recursion.h does where Python's exception stands for it.
void throwIfRetraced();

/// Raises what a handler of a signal raised while the work of `scope` went on, if one did.
void throwIfInterrupted();

/// Runs C++ without Python's lock, so that other threads go on.
template <typename F> auto unlocked(F &&f) {
  Unlocked scope;
  if constexpr (std::is_void_v<decltype(f())>) {
    f();
    throwIfInterrupted();
  } else {
    auto result = f();
    throwIfInterrupted();
    return result;
  }
}

/// Calls Python, for C++ that other Python called.
pybind11::object callPython(pybind11::handle callable, pybind11::handle argument);

/// Lets go of an object on whatever thread, with its lock or without, also when Python has ended.
void release(PyObject *object);

/// Keeps the exception for `raiseInterruption` if it is to end all, as KeyboardInterrupt is; the
/// thread is to be stopped then, when it has given the lock back.
bool keepInterruption(pybind11::error_already_set &problem);

/// Raises it in Python.
void raiseInterruption();

void bindSignals();

} // namespace ct::python
