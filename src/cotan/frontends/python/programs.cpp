// Traced programs: what the package's transformations of nests are made of.
#include "cotan/frontends/python/programs.h"

#include "cotan/frontends/cpp/tracing.h"
#include "cotan/frontends/python/functions.h"
#include "cotan/support/interruption.h"
#include "cotan/support/number_text.h"
#include "cotan/support/output_sink.h"
#include "cotan/trace/barrier.h"
#include "cotan/trace/custom_call.h"
#include "cotan/trace/derivatives.h"
#include "cotan/trace/number_checks.h"
#include "cotan/trace/operator_rules.h"
#include "cotan/trace/room.h"
#include "cotan/trace/serialized.h"
#include "cotan/trace/stages.h"
#include "cotan/trace/view.h"
#include "cotan/trace/vjp.h"

#include "llvm/Support/raw_ostream.h"

namespace ct::python {
namespace {

using namespace cotan::trace;

/// Types, given as such or by tensors that have them.
llvm::SmallVector<TensorType> typesOfExamples(const py::sequence &examples) {
  llvm::SmallVector<TensorType> types;
  for (py::handle example : examples)
    if (py::isinstance<TypeOnly>(example))
      types.push_back(example.cast<TypeOnly>().type);
    else
      types.push_back(typesOf(asArguments(tensorsOf(py::make_tuple(example)))).front());
  return types;
}

using Names = std::vector<std::string>;

/// `decomposed` has the members of a Decomposition.
Program traceProgram(const py::sequence &examples, py::object callable, const std::string &calls,
                     const std::optional<std::tuple<bool, bool, Names, Names>> &decomposed) {
  Function function = functionOf(callable);
  auto types = typesOfExamples(examples);
  ProgramOptions options = programOptions(calls, std::nullopt);
  if (decomposed)
    options.decomposition = std::make_from_tuple<cotan::Decomposition>(*decomposed);
  return unlocked([&] { return Program{traced(function, types, options)}; });
}

Tensors callOn(const Program &program, const cotan::trace::Tensors &arguments) {
  const size_t count = program.function->arguments().size();
  if (arguments.size() < count)
    throw ValueError("a program was called with too few tensors");
  llvm::ArrayRef<TensorRef> all = arguments;
  return unlocked(
      [&] { return outer(call(program.function, all.take_front(count), all.drop_front(count))); });
}

Tensors callProgram(const Program &program, const py::sequence &given) {
  return callOn(program, asArguments(tensorsOf(given)));
}

} // namespace

py::object callOnNest(const Program &program, const NestShape &given, const NestShape &results) {
  Tensors tensors = callOn(program, given.arguments());
  return results.filled(
      [next = tensors.begin()]() mutable { return py::cast(std::move(*next++)); });
}

namespace {

std::vector<unsigned> listed(llvm::ArrayRef<unsigned> numbers) {
  return {numbers.begin(), numbers.end()};
}

/// What the lines of python/cotan/_progress.py begin with.
constexpr char toldBy = '\x1e';

/// Whether a handler of a signal ended it.
bool writeText(const char *text, size_t length) {
  Locked lock;
  try {
    if (length > 0 && text[0] == toldBy) {
      callPython(py::module_::import("cotan._progress").attr("tell"), py::str(text, length));
      return false;
    }
    PyObject *stream = PySys_GetObject("stdout"); // borrowed
    if (stream && stream != Py_None)
      callPython(py::handle(stream).attr("write"), py::str(text, length));
  } catch (py::error_already_set &problem) {
    if (keepInterruption(problem))
      return true;
    problem.discard_as_unraisable("print");
  }
  return false;
}

void printText(const char *text, size_t length) {
  if (!cotan::isStoppedHere() && Py_IsInitialized() && writeText(text, length))
    cotan::stopHere();
}

Tensor copyOf(const cotan::Elements &value) {
  cotan::Array array(value.dtype,
                     llvm::SmallVector<int64_t>(value.shape.begin(), value.shape.end()));
  std::memcpy(array.mutableData(), value.data, array.bytes());
  return outer(makeTensor(std::move(array), /*isWeak=*/false));
}

/// Whether it is to end.
bool callDebugger(std::string_view place, std::span<const cotan::Elements> values) {
  Locked lock;
  try {
    py::list tensors;
    for (const cotan::Elements &value : values)
      tensors.append(copyOf(value));
    callPython(py::module_::import("cotan._breakpoint").attr("stopped"),
               py::make_tuple(py::str(place.data(), place.size()), tensors));
  } catch (py::error_already_set &problem) {
    if (keepInterruption(problem))
      return true;
    problem.discard_as_unraisable("ct.debug.breakpoint");
  }
  return false;
}

void showValues(std::string_view place, std::span<const cotan::Elements> values) {
  if (!cotan::isStoppedHere() && Py_IsInitialized() && callDebugger(place, values))
    cotan::stopHere();
}

void bindEffects(Module &m) {
  m.def("_custom_call", [](const Program &function, const Program &forward, const Program &reverse,
                           const Program *jvp, const py::sequence &given, bool isOutsideConstant) {
    auto arguments = asArguments(tensorsOf(given));
    return unlocked([&] {
      return outer(customCall({*function.function, *forward.function, *reverse.function,
                               jvp ? jvp->function.get() : nullptr, isOutsideConstant},
                              arguments));
    });
  });
  m.def(
      "_print",
      [](const std::string &text, const py::sequence &given, const std::string &mark) {
        auto tensors = inner(tensorsOf(given));
        unlocked([&] { tracePrint(text, tensors, mark); });
      },
      py::arg("text"), py::arg("values"), py::arg("mark") = "");
  m.def("_is_number_format", [](const std::string &format, const Tensor &x) {
    return cotan::isNumberFormat(format, inner(x)->dtype);
  });
  m.def("_weak", [](const Tensor &x) {
    return unlocked([&] {
      Scope *scope = Scope::innermost();
      if (!scope) // it is computed at once
        return outer(makeTensor(inner(x)->asArray(), /*isWeak=*/true));
      return outer(scope->wrap(scope->read(*inner(x)), /*isWeak=*/true));
    });
  });
  m.def("_optimization_barrier", [](const py::sequence &given) {
    auto tensors = inner(tensorsOf(given));
    return unlocked([&] { return outer(behindBarrier(tensors)); });
  });
  m.def("_number_checks", [] {
    const NumberChecks now = numberChecks();
    return std::pair(now.nans, now.infs);
  });
  m.def("_set_number_checks", [](bool nans, bool infs) { setNumberChecks({nans, infs}); });
  m.def("_default_dtype", [] { return nameOf(default_dtype()); });
  m.def("_set_default_dtype", [](const std::string &name) { set_default_dtype(dtypeNamed(name)); });
  using Limits = std::optional<std::pair<int64_t, int64_t>>; // rows and orders
  m.def("_room", [] { return std::pair(Room::here().rows, Room::here().orders); });
  m.def(
      "_swap_room",
      [](const Limits &room) {
        auto before = Room::swap(
            room ? std::optional(cotan::FunctionLimits{room->first, room->second}) : std::nullopt);
        return before ? Limits({before->rows, before->orders}) : Limits();
      },
      "Who sets it begins again with more of what a run needs more of. None: nobody does.");
  m.def("_raised_room",
        [](int64_t rows, int64_t orders, const std::string &problem, const std::string &what) {
          const cotan::FunctionLimits more = Room::raised({rows, orders}, NeedsRoom(problem, what));
          return std::pair(more.rows, more.orders);
        });
  m.def("_repeat_run", cotan::repeatRun,
        "The next run on this thread repeats the last one, but prints nothing twice.");
  m.def("_assert", [](const Operand &condition, const std::string &message,
                      const py::sequence &given, const std::string &limit) {
    auto tensors = inner(tensorsOf(given));
    unlocked([&] { traceAssert(inner(condition.tensor), message, tensors, limit); });
  });
  cotan::setOutputSink(printText);
  cotan::setStopSink(showValues);
}

void bindVjp(Module &m) {
  Class<Vjp, std::shared_ptr<Vjp>>(m, "_Vjp",
                                   "A program's results for tensors, and its cotangents.")
      .def(py::init([](const Program &program, const std::vector<unsigned> &wrt,
                       const py::sequence &given, bool of_lanes) {
        auto arguments = asArguments(tensorsOf(given));
        return unlocked([&] {
          return std::make_shared<Vjp>(program.function, wrt, std::move(arguments),
                                       of_lanes ? Vjp::Loops::again : Vjp::Loops::once);
        });
      }))
      .def_property_readonly("results", [](const Vjp &vjp) { return outer(vjp.results()); })
      .def_property_readonly(
          "differentiable", [](const Vjp &vjp) { return listed(vjp.differentiable()); },
          "The numbers of the results whose cotangents are given.")
      .def(
          "cotangents",
          [](const Vjp &vjp, const py::sequence &given) {
            auto cotangents = asArguments(tensorsOf(given));
            return unlocked([&] { return outer(vjp.cotangents(cotangents)); });
          },
          "The cotangents of the arguments `wrt`.");
}

void bindDerivativesOfPrograms(Module &m) {
  m.def(
      "_gradient",
      [](const Program &program, const std::vector<unsigned> &wrt, unsigned result) {
        return unlocked([&] { return Program{gradient(*program.function, wrt, result)}; });
      },
      "The program with the cotangents of arguments `wrt` as further results.");
  m.def(
      "_compilation",
      [](const Program &program) -> py::object {
        auto how = program.function->compilation();
        return how ? py::object(py::make_tuple(how->seconds, how->foundIn, how->steps, how->isQuick,
                                               how->optimizeSeconds))
                   : py::none();
      },
      "Seconds, where the machine code was found, if it was, the seconds of each step, whether it "
      "was made quickly, and the seconds of making it once more, or 0. None: it is not compiled "
      "yet.");
  m.def("_compile", [](const Program &program) { unlocked([&] { program.function->compile(); }); });
  m.def("_is_linear", [](const Program &program, const std::vector<unsigned> &wrt) {
    return unlocked([&] { return isLinear(*program.function, wrt); });
  });
  m.def("_silent", [](const Program &program) {
    return unlocked([&] { return Program{silent(*program.function)}; });
  });
  m.def(
      "_closed",
      [](const Program &program) {
        return unlocked([&] {
          return std::tuple(Program{withoutCaptures(*program.function)},
                            outer(program.function->captures()));
        });
      },
      "The program with what it reads from outside as further arguments, and that.");
  m.def(
      "_expand",
      [](const Program &program, const std::vector<unsigned> &wrt, const py::sequence &given,
         const py::sequence &curve, unsigned order) {
        auto arguments = asArguments(tensorsOf(given)), terms = asArguments(tensorsOf(curve));
        return unlocked([&] {
          Expansion all = expand(*program.function, wrt, arguments, terms, order);
          return std::tuple(outer(all.values), listed(all.differentiable), outer(all.coefficients));
        });
      },
      "The results, the numbers of those that are floats, and `order` Taylor coefficients of each "
      "where the arguments `wrt` have those of `curve`.");
}

void bindOperatorRules(Module &m) {
  m.def("_decomposition", [](const Program &program) {
    const Called called("ct.call_decomp");
    return unlocked([&] { return Program{decompositionOf(*program.function)}; });
  });
  m.def(
      "_vjp_rule",
      [](const Program &program, const std::vector<bool> &stops) {
        const Called called("ct.call_vjp");
        const OperatorVjp rule = unlocked([&] {
          return vjpRuleOf(*program.function, llvm::SmallVector<bool>(stops.begin(), stops.end()));
        });
        return std::tuple(Program{rule.function}, listed(rule.wrt), listed(rule.differentiable));
      },
      "The operator's derivative rule as a program of the arguments, the results and their "
      "cotangents; which arguments' cotangents it returns, and which results have some.");
}

} // namespace

void bindPrograms(Module &m) {
  [[maybe_unused]] Class<Program> program(m, "_Program"); // known, though it has no members here
  m.def(
      "_is_tracing", [] { return Scope::innermost() != nullptr; },
      "Whether a function is being traced.");
  m.def(
      "_last_operation",
      [] {
        Scope *scope = Scope::innermost();
        bool any = scope && !scope->block->empty();
        return any ? reinterpret_cast<uintptr_t>(&scope->block->back()) : 0;
      },
      "What was traced last, as a number that others do not have; 0 if nothing was.");
  m.def("_trace", traceProgram, py::arg("examples"), py::arg("function"), py::arg("calls") = "",
        py::arg("decomposed") = py::none(),
        "The program of a function of a list, for tensors as the examples.");
  m.def("_call", callProgram,
        "Runs a program, or makes it a part of the one that is being traced.");
  m.def("_call_nest", callOnNest, "The same for a nest, with the shape of the nest it returns.");
  m.def("_num_results",
        [](const Program &program) { return program.function->function().getNumResults(); });
  m.def("_text", [](const Program &program, const std::string &stage) {
    return unlocked([&] { return textOf(*program.function, stage); });
  });
  m.def(
      "_page",
      [](const Program &program, const std::string &name, const NestShape *arguments) {
        std::optional<cotan::trace::Tensors> tensors;
        if (arguments)
          tensors = arguments->arguments();
        return py::bytes(unlocked([&] { return viewOf(*program.function, name, tensors); }));
      },
      "A page about it; with arguments it is run.", py::arg("program"), py::arg("name"),
      py::arg("arguments").none(true));
  m.def("_bytecode", [](const Program &program) {
    return py::bytes(unlocked([&] { return bytecodeOf(*program.function); }));
  });
  m.def(
      "_read_program",
      [](const py::bytes &bytecode, const py::sequence &arguments, const py::sequence &results) {
        const Called called("ct.export.deserialize");
        const auto bytes = bytecode.cast<std::string_view>();
        auto types = typesOfExamples(arguments), returned = typesOfExamples(results);
        return unlocked([&] { return Program{readFunction(bytes, types, returned)}; });
      },
      "The program of such bytes, which takes and returns these types.");
  m.def(
      "_refined",
      [](const Program &program, const py::sequence &arguments) {
        auto types = typesOfExamples(arguments);
        return unlocked([&] { return Program{refined(*program.function, types)}; });
      },
      "The same program for arguments whose types say more of their sizes.");
  m.def(
      "_is_closed", [](const Program &program) { return program.function->isClosed(); },
      "Whether it reads nothing of functions that are being traced.");
  bindDerivativesOfPrograms(m);
  bindOperatorRules(m);
  bindVjp(m);
  bindLanes(m);
  bindMemory(m);
  bindProfiles(m);
  bindEffects(m);
}

} // namespace ct::python
