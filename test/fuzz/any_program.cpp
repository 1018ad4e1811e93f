#include "any_program.h"

#include "derivative.h"
#include "passes.h"
#include "sample.h"
#include "source_file.h"

#include "cotan/autodiff/stacks.h"
#include "cotan/driver/executable.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/types.h"
#include "cotan/translate/forms.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace cotan::check;

namespace cotan::fuzz {
namespace {

constexpr Limits limits = {.maxSteps = 20'000, .maxMemory = size_t{4} << 20, .maxDepth = 1000};
constexpr Limits limitsOfDerivative = {
    .maxSteps = 400'000, .maxMemory = size_t{64} << 20, .maxDepth = 1000};
constexpr size_t mostFunctions = 3, mostOps = 2000;

/// Takes one function through all steps. Each step returns the problem it finds, if it finds one.
class Trial {
public:
  Trial(func::FuncOp function, DiagnosticText &diagnostics)
      : program(Program::isolate(function)), diagnostics(diagnostics),
        random(1, function.getName()) {}

  void run(Outcome &outcome) {
    runOriginal();
    outcome.runs |= succeeded(outputs);
    outcome.problem = compile();
    if (outcome.problem.empty())
      outcome.problem = simplify();
    if (outcome.problem.empty())
      outcome.problem = show();
    if (outcome.problem.empty())
      outcome.problem = differentiate();
  }

private:
  static FailureOr<Arrays> runOn(const Program &program, ArrayRef<Array> given,
                                 const Limits &most) {
    FailureOr<Interpreter *> interpreter = program.interpreter();
    if (failed(interpreter))
      return failure();
    return (*interpreter)->run(given, most);
  }

  /// If inputs can be made for it.
  void runOriginal() {
    auto previous =
        std::exchange(MemoryMeter::current(), std::make_shared<MemoryMeter>(limits.maxMemory));
    try {
      inputs = makeInputs(program.function(), random);
    } catch (const EvaluationError &) { // too large
    }
    MemoryMeter::current() = previous;
    if (succeeded(inputs))
      outputs = runOn(program, *inputs, limits);
  }

  /// A program that runs must still run, and compute the same.
  std::string compare(const Program &changed, ArrayRef<Array> given, StringRef what) {
    if (failed(outputs))
      return "";
    FailureOr<Arrays> found = runOn(changed, given, limitsOfDerivative);
    return failed(found) ? (what + " no longer runs").str() : differenceOf(*found, what);
  }

  static Tolerance ofManyOperations(DType dtype) {
    constexpr double operations = 1000, most = 0.05;
    Tolerance one = toleranceOf(dtype);
    return {std::min(operations * one.relative, most), std::min(operations * one.absolute, most)};
  }

  std::string differenceOf(ArrayRef<Array> found, StringRef what) {
    for (auto [x, y] : llvm::zip(found, *outputs))
      if (auto text = mismatch(x, y, ofManyOperations(x.dtype())))
        return (what + " computes something else: " + *text).str();
    return "";
  }

  /// Machine code computes the same, and reads nothing it should not.
  std::string compile() {
    if (failed(outputs))
      return "";
    Program copy = program.clone();
    copy.eraseChecks();
    diagnostics.take();
    auto executable = Executable::compile(copy.function());
    if (failed(executable))
      return refused("compiling");
    FailureOr<Arrays> found = (*executable)->run(*inputs, limitsOfDerivative);
    if (failed(found))
      return "machine code fails where the interpreter does not: " + diagnostics.take();
    std::string difference = differenceOf(*found, "machine code");
    return difference.empty() || isChaotic() ? "" : difference;
  }

  /// Whether inputs that differ in their last digits give other results: then rounding decides,
  /// which the interpreter and machine code do differently in functions like sin.
  bool isChaotic() {
    Arrays moved;
    for (const Array &input : *inputs) {
      moved.push_back(input);
      if (!isFloat(input.dtype()))
        continue;
      moved.back() = Array(input.dtype(), input.shape());
      visitNumber(input.dtype(), [&](auto element) {
        using T = decltype(element);
        for (auto [from, to] : llvm::zip(input.values<T>(), moved.back().mutableValues<T>()))
          to = static_cast<T>(static_cast<double>(from) * (1 + 1e-14));
      });
    }
    FailureOr<Arrays> found = runOn(program, moved, limits);
    diagnostics.take();
    return failed(found) || !differenceOf(*found, "").empty();
  }

  std::string simplify() {
    Program changed = program.clone();
    if (failed(runPasses(changed, "canonicalize,cse,sccp")))
      return "simplifying fails";
    return failed(inputs) ? "" : compare(changed, *inputs, "the simplified program");
  }

  /// What is refused must be refused with a reason.
  std::string refused(StringRef step) {
    return diagnostics.take().empty() ? (step + " fails without saying why").str() : "";
  }

  /// In all forms of `cotan translate`.
  std::string show() {
    std::string problem;
    for (StringRef form : formNames()) {
      Program copy = program.clone();
      diagnostics.take();
      if (failed(translate(copy.function(), *formNamed(form), /*source=*/"")) && problem.empty())
        problem = refused(("translating to " + form).str());
    }
    return problem;
  }

  std::string differentiate() {
    diagnostics.take();
    FailureOr<Program> primal = differentiable(program);
    if (failed(primal))
      return refused("preparing for differentiation");
    func::FuncOp function = primal->function();
    ReverseOptions options;
    options.wrt = differentiableAmong(function.getArgumentTypes());
    options.results = differentiableAmong(function.getResultTypes());
    options.seed = Seed::argument;
    if (options.wrt.empty() || options.results.empty())
      return "";
    bool pairsBefore = succeeded(verifyStacks(function));
    diagnostics.take();
    Program gradient = primal->clone();
    if (failed(cotan::differentiate(gradient.function(), options)))
      return refused("differentiation");
    if (failed(verify(gradient.module())))
      return "the derivative is not valid";
    if (pairsBefore && failed(verifyStacks(gradient.function())))
      return "the stacks of the derivative do not pair up";
    if (failed(outputs) || hasRules())
      return "";
    Arrays seeds = randomLike(pick(*outputs, options.results), random);
    return compare(gradient, concat(*inputs, seeds), "the program with its gradient");
  }

  /// Rules that say something else than the function do: with its gradient, the program is theirs.
  bool hasRules() {
    return program.module()
        .walk([](flow::CustomCallOp) { return WalkResult::interrupt(); })
        .wasInterrupted();
  }

  Program program;
  DiagnosticText &diagnostics;
  Random random;
  FailureOr<Arrays> inputs = failure(), outputs = failure();
};

bool isTooLarge(func::FuncOp function) {
  size_t ops = 0;
  function.walk([&](Operation *) { ++ops; });
  return ops > mostOps;
}

} // namespace

Outcome tryProgram(StringRef text) {
  Outcome outcome;
  std::string error;
  auto file = SourceFile::parse(text.str(), "fuzz", error);
  if (!file) {
    if (error.empty())
      outcome.problem = "the text is refused without saying why";
    return outcome;
  }
  outcome.isProgram = true;
  DiagnosticText diagnostics(file->context());
  for (func::FuncOp function : file->functions().take_front(mostFunctions)) {
    if (isTooLarge(function))
      continue;
    Trial(function, diagnostics).run(outcome);
    if (outcome.problem.empty())
      continue;
    outcome.problem =
        "@" + function.getName().str() + ": " + outcome.problem + "\n" + diagnostics.take();
    break;
  }
  return outcome;
}

} // namespace cotan::fuzz
