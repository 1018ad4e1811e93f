// Functions of lists of tensors, and control flow made of them. The package turns nests into lists.
#include "cotan/trace/control.h"
#include "cotan/frontends/cpp/scans.h"
#include "cotan/frontends/python/functions.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/promotion.h"
#include "cotan/trace/recursion.h"
#include "cotan/trace/scope.h"

namespace ct::python {

Tensors tensorsOf(const py::handle &objects) {
  Tensors tensors;
  for (py::handle object : py::reinterpret_borrow<py::sequence>(objects)) {
    tensors.emplace_back();
    if (!toTensor(object, tensors.back()))
      refuse(kindOf(object) +
             " is where a tensor must be; functions take and return tensors and numbers");
  }
  return tensors;
}

/// Python's function of a list; it is called, and dropped, with Python's lock held.
Function functionOf(py::object callable) {
  std::shared_ptr<PyObject> held(callable.release().ptr(), release);
  return [held](const Tensors &arguments) {
    Locked lock;
    py::list list(arguments.size());
    for (size_t i = 0; i < arguments.size(); ++i)
      list[i] = arguments[i];
    return tensorsOf(callPython(held.get(), list));
  };
}

namespace {

void bindBranches(Module &m) {
  m.def(
      "_cond",
      [](const Operand &predicate, py::object whenTrue, py::object whenFalse,
         const py::sequence &operands) {
        Function truly = functionOf(whenTrue), falsely = functionOf(whenFalse);
        Tensors tensors = tensorsOf(operands);
        return unlocked([&] { return condFlat(predicate.tensor, truly, falsely, tensors); });
      },
      py::arg("pred"), py::arg("true_fun"), py::arg("false_fun"), py::arg("operands"));
  m.def(
      "_switch",
      [](const Operand &index, const py::sequence &branches, const py::sequence &operands) {
        std::vector<Function> functions;
        for (py::handle branch : branches)
          functions.push_back(functionOf(py::reinterpret_borrow<py::object>(branch)));
        Tensors tensors = tensorsOf(operands);
        return unlocked([&] { return switchFlat(index.tensor, functions, tensors); });
      },
      py::arg("index"), py::arg("branches"), py::arg("operands"));
}

/// Whether a value may be one or the other, and a variable of a loop may become the other.
void bindJoins(Module &m) {
  auto typeOf = [](const Operand &operand) { return operand.tensor.body()->type(); };
  m.def("_can_join", [=](const Operand &x, const Operand &y) {
    return cotan::trace::join(typeOf(x), typeOf(y)).has_value();
  });
}

void bindLoops(Module &m) {
  m.def("_while_loop", [](py::object condition, py::object body, const py::sequence &initial) {
    Function test = functionOf(condition), turn = functionOf(body);
    Tensors tensors = tensorsOf(initial);
    return unlocked([&] { return whileLoopFlat(test, turn, tensors); });
  });
  m.def(
      "_fori_loop",
      [](const Operand &lower, const Operand &upper, const Operand &step, py::object body,
         const py::sequence &initial) {
        Function turn = functionOf(body);
        Tensors tensors = tensorsOf(initial);
        return unlocked([&] {
          return outer(cotan::trace::forLoop(
              inner(lower.tensor), inner(upper.tensor), inner(step.tensor),
              [&](llvm::ArrayRef<cotan::trace::TensorRef> arguments) {
                return inner(turn(outer(arguments)));
              },
              inner(tensors)));
        });
      },
      py::arg("lower"), py::arg("upper"), py::arg("step"), py::arg("body_fun"), py::arg("init_val"),
      "body_fun takes [index, variables...]");
  m.def(
      "_scan",
      [](py::object body, const py::sequence &carried, const py::sequence &inputs, bool reverse) {
        Function turn = functionOf(body);
        Tensors initial = tensorsOf(carried), rows = tensorsOf(inputs);
        return unlocked([&] { return scanFlat(turn, initial, rows, reverse); });
      },
      "body takes [carried..., rows...] and returns [carried..., stacked...]");
  m.def(
      "_associative_scan",
      [](py::object combine, const py::sequence &elements, int64_t axis, bool reverse) {
        Function both = functionOf(combine);
        Tensors tensors = tensorsOf(elements);
        return unlocked([&] { return associativeScanFlat(both, tensors, axis, reverse); });
      },
      "combine takes [slices..., later slices...]");
}

void bindRecursion(Module &m) {
  using cotan::trace::Recursion;
  static const Recursion unknownFunction;
  Class<Recursion>(m, "_Recursion", "A function of a list that calls itself.")
      .def(py::init<std::string>())
      .def(
          "define",
          [](Recursion &recursion, const py::sequence &given, py::object callable) {
            Function body = functionOf(callable);
            auto arguments = inner(tensorsOf(given));
            return unlocked([&] {
              return outer(
                  recursion.define(arguments, [&](llvm::ArrayRef<cotan::trace::TensorRef> tensors) {
                    return inner(body(outer(tensors)));
                  }));
            });
          },
          "Traces the function, and calls it.")
      .def("call", [](Recursion &recursion, const py::sequence &given) {
        auto arguments = inner(tensorsOf(given));
        return unlocked([&] { return outer(recursion.call(arguments)); });
      });
  Class<cotan::trace::Mark>(m, "_Mark", "The end of what has been traced, to go back to.")
      .def(py::init<>())
      .def("go_back", [](cotan::trace::Mark &mark) { mark.goBack(); });
  m.def("_depth", cotan::trace::numOpenRegions,
        "How many branches and turns of loops are being traced, one inside of the other.");
  m.def(
      "_is_made_here", [](const Tensor &x) { return cotan::trace::isMadeHere(*inner(x)); },
      "Whether it belongs to the innermost branch, turn or function, or to one that has ended.");
  m.def(
      "_set_aside", [] { throw cotan::trace::ResultsUnknown{&unknownFunction}; },
      "Raises _ResultsUnknown: the branch that is being traced tells nothing.");
  m.def(
      "_program_here",
      [] { return reinterpret_cast<uintptr_t>(cotan::trace::Scope::innermost()->function->main); },
      "The program that what is traced goes to, as a number that other open ones do not have.");
}

} // namespace

void bindControl(Module &m) {
  bindRecursion(m);
  bindBranches(m);
  bindLoops(m);
  bindJoins(m);
}

} // namespace ct::python
