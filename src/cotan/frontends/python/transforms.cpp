// Transformations and control flow of functions from lists of tensors to lists of tensors. The
// package turns nests of arguments into lists.
#include "cotan/frontends/python/convert.h"

namespace ct::python {
namespace {

Tensors tensorsOf(const py::handle &objects) {
  Tensors tensors;
  for (py::handle object : py::reinterpret_borrow<py::sequence>(objects))
    tensors.push_back(object.cast<Operand>().tensor);
  return tensors;
}

/// Python's function of a list; it is called, and dropped, with Python's lock held.
Function functionOf(py::object callable) {
  std::shared_ptr<PyObject> held(callable.release().ptr(), [](PyObject *object) {
    py::gil_scoped_acquire acquire;
    Py_DECREF(object);
  });
  return [held](const Tensors &arguments) {
    py::gil_scoped_acquire acquire;
    py::list list(arguments.size());
    for (size_t i = 0; i < arguments.size(); ++i)
      list[i] = arguments[i];
    py::object result = py::handle(held.get())(list);
    return tensorsOf(result);
  };
}

struct Callable {
  Function function;
};

void bindDerivatives(py::module_ &m) {
  py::class_<Callable>(m, "_Callable")
      .def("__call__", [](const Callable &callable, const py::sequence &arguments) {
        Tensors tensors = tensorsOf(arguments);
        return unlocked([&] { return callable.function(tensors); });
      });
  m.def(
      "_jit", [](py::object f) { return Callable{jitFlat(functionOf(f))}; },
      "list -> list, compiled once per types.");
  m.def(
      "_value_and_grad",
      [](py::object f, const py::sequence &arguments, const std::vector<int64_t> &argnums) {
        Function function = functionOf(f);
        Tensors tensors = tensorsOf(arguments);
        ValueAndGradient both =
            unlocked([&] { return valueAndGradientFlat(function, tensors, argnums); });
        return std::pair(both.values, both.gradients);
      },
      "(results, gradients of the first one)");
  m.def(
      "_vjp",
      [](py::object f, const py::sequence &arguments) {
        Function function = functionOf(f);
        Tensors tensors = tensorsOf(arguments);
        auto [results, back] = unlocked([&] { return vjpFlat(function, tensors); });
        return std::pair(results, Callable{back});
      },
      "(results, cotangents of float results -> cotangents of float arguments)");
  m.def(
      "_jvp",
      [](py::object f, const py::sequence &arguments, const py::sequence &tangents) {
        Function function = functionOf(f);
        Tensors tensors = tensorsOf(arguments), directions = tensorsOf(tangents);
        return unlocked([&] { return jvpFlat(function, tensors, directions); });
      },
      "(results, tangents of float results), for tangents of float arguments");
  m.def(
      "_program_text",
      [](py::object f, const py::sequence &arguments) {
        Function function = functionOf(f);
        Tensors tensors = tensorsOf(arguments);
        return unlocked([&] { return programText(function, tensors); });
      },
      "The program of a call, as MLIR text.");
}

void bindControl(py::module_ &m) {
  m.def("_cond", [](const Operand &predicate, py::object whenTrue, py::object whenFalse,
                    const py::sequence &operands) {
    Function truly = functionOf(whenTrue), falsely = functionOf(whenFalse);
    Tensors tensors = tensorsOf(operands);
    return unlocked([&] { return condFlat(predicate.tensor, truly, falsely, tensors); });
  });
  m.def("_switch",
        [](const Operand &index, const py::sequence &branches, const py::sequence &operands) {
          std::vector<Function> functions;
          for (py::handle branch : branches)
            functions.push_back(functionOf(py::reinterpret_borrow<py::object>(branch)));
          Tensors tensors = tensorsOf(operands);
          return unlocked([&] { return switchFlat(index.tensor, functions, tensors); });
        });
  m.def("_while_loop", [](py::object condition, py::object body, const py::sequence &initial) {
    Function test = functionOf(condition), turn = functionOf(body);
    Tensors tensors = tensorsOf(initial);
    return unlocked([&] { return whileLoopFlat(test, turn, tensors); });
  });
  m.def(
      "_fori_loop",
      [](const Operand &lower, const Operand &upper, py::object body, const py::sequence &initial) {
        Function turn = functionOf(body);
        Tensors tensors = tensorsOf(initial);
        return unlocked([&] { return foriLoopFlat(lower.tensor, upper.tensor, turn, tensors); });
      },
      "body takes [index, variables...]");
  m.def(
      "_scan",
      [](py::object body, const py::sequence &carried, const py::sequence &inputs, bool reverse) {
        Function turn = functionOf(body);
        Tensors initial = tensorsOf(carried), rows = tensorsOf(inputs);
        return unlocked([&] { return scanFlat(turn, initial, rows, reverse); });
      },
      "body takes [carried..., rows...] and returns [carried..., stacked...]");
}

} // namespace

void bindTransforms(py::module_ &m) {
  bindDerivatives(m);
  bindControl(m);
}

} // namespace ct::python
