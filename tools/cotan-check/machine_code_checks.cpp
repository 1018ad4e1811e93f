// Compiled to machine code, the function and its gradient give what the interpreter gives, and what
// the function's own checks expect.
#include "checks.h"

#include "passes.h"
#include "printed.h"

#include "cotan/check/check_dialect.h"
#include "cotan/driver/executable.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/types.h"

#include <cstring>

using namespace mlir;

namespace cotan::check {
namespace {

/// What is compiled in which way.
struct Compilation {
  std::optional<Step> without = {};
  bool openConstants = false; // constants come from outside: nothing is computed of them before
};

FailureOr<Arrays> runCompiled(Program program, Arrays inputs, const CompileOptions &options) {
  program.eraseChecks();
  auto executable = Executable::compile(program.function(), nullptr, options);
  if (failed(executable))
    return failure();
  takePrinted(); // by runs before
  return (*executable)->run(std::move(inputs));
}

FailureOr<Arrays> runCompiled(const Program &program, ArrayRef<Array> inputs, Compilation how) {
  Program copy = program.clone();
  Arrays all(inputs);
  if (how.openConstants) {
    copy.eraseChecks();
    all.append(openConstants(copy));
  }
  return runCompiled(std::move(copy), std::move(all), {.without = how.without});
}

/// Without constants there is nothing to open.
bool applies(const Compilation &how, const Program &program) {
  return !how.openConstants || !openConstants(program.clone()).empty();
}

/// The checks that are met on every way through the function.
SmallVector<Evaluable> checksOf(func::FuncOp function) {
  SmallVector<Evaluable> checks;
  if (function.getBody().hasOneBlock())
    for (Operation &op : function.front())
      if (isa<CheckDialect>(op.getDialect()))
        checks.push_back(cast<Evaluable>(op));
  return checks;
}

/// The program with what its checks are of behind its results.
Program returnChecked(const Program &program) {
  Program changed = program.clone();
  func::FuncOp function = changed.function();
  SmallVector<Value> checked;
  for (Evaluable check : checksOf(function))
    checked.push_back(check->getOperand(0));
  if (checked.empty())
    return changed;
  Operation *end = function.front().getTerminator();
  end->insertOperands(end->getNumOperands(), checked);
  updateType(function);
  return changed;
}

/// The sample's tolerance, if it has one, is for machine code; the interpreter is held to the
/// check.
LogicalResult expectChecked(const Sample &sample, Evaluable check, const Array &found) {
  if (sample.has("check.tolerance")) {
    auto expected = check->getAttrOfType<DenseElementsAttr>("expected");
    return expectClose(check.getLoc(), {found}, {toArray(expected)}, sample.tolerance(),
                       "what machine code computes");
  }
  try {
    check.evaluate({found});
  } catch (const EvaluationError &error) {
    return check->emitError("of what machine code computes: ") << error.what();
  }
  return success();
}

/// What the compiler does to make code faster changes no bit of what it computes.
LogicalResult expectSameBits(const Sample &sample, ArrayRef<Array> quick, ArrayRef<Array> whole) {
  for (auto [i, one, other] : llvm::enumerate(quick, whole))
    if (one.shape() != other.shape() || std::memcmp(one.data(), other.data(), one.bytes()) != 0)
      return sample.function().emitError("result #")
             << i << " has other bits where code is made quickly";
  return success();
}

LogicalResult valueIsSame(Sample &sample, Compilation how) {
  const Program program = returnChecked(sample.program());
  const bool isWhole = !how.without && !how.openConstants;
  std::optional<Arrays> quick;
  if (isWhole) { // before the other: a cache would give that code
    FailureOr<Arrays> made =
        runCompiled(program.clone(), Arrays(sample.inputs()), {.effort = Effort::quick});
    if (failed(made))
      return failure();
    quick = std::move(*made);
  }
  FailureOr<Arrays> found = runCompiled(program, sample.inputs(), how);
  if (failed(found))
    return failure();
  size_t results = sample.outputs().size();
  LogicalResult verdict =
      sample.expectOutputs(ArrayRef(*found).take_front(results), "machine code");
  for (auto [check, array] :
       llvm::zip_equal(checksOf(sample.function()), ArrayRef(*found).drop_front(results)))
    if (failed(expectChecked(sample, check, array)))
      verdict = failure();
  if (quick && failed(expectSameBits(sample, *quick, *found)))
    verdict = failure();
  return verdict;
}

/// The gradient, by the program that computes both.
LogicalResult gradientIsSame(Sample &sample, Compilation how) {
  const FirstOrder &first = *sample.derivative();
  FailureOr<Arrays> found =
      runCompiled(first.reverse.program, concat(sample.inputs(), first.seeds), how);
  if (failed(found))
    return failure();
  return expectClose(sample.function().getLoc(), pick(*found, first.reverse.results),
                     first.gradient, std::max(1e-10, sample.tolerance()),
                     "the gradient by machine code");
}

/// The value and the gradient.
void addChecks(Checks &checks, StringRef suffix, Compilation how) {
  checks.push_back({("compiled" + suffix).str(),
                    [=](const Sample &sample) { return applies(how, sample.program()); },
                    [=](Sample &sample) { return valueIsSame(sample, how); }});
  checks.push_back({("compiled-gradient" + suffix).str(),
                    [=](const Sample &sample) {
                      return hasDerivative(sample) &&
                             applies(how, sample.derivative()->reverse.program);
                    },
                    [=](Sample &sample) { return gradientIsSame(sample, how); }});
}

} // namespace

void addMachineCodeChecks(Checks &checks) {
  addChecks(checks, "", {});
  addChecks(checks, "-of-arguments", {.openConstants = true});
}

void addLeftOutStepChecks(Checks &checks) {
  constexpr std::pair<Step, const char *> steps[] = {
      {Step::unrollRecursion, "unroll-recursion"},
      {Step::canonicalize, "canonicalize"},
      {Step::mergeEqual, "merge-equal"},
      {Step::recompute, "recompute"},
      {Step::absorbPermutations, "absorb-permutations"},
      {Step::fuse, "fuse"},
      {Step::gatherCalls, "gather calls"},
      {Step::overlap, "overlap"},
      {Step::llvmPasses, "llvm-passes"}};
  for (auto [step, name] : steps)
    addChecks(checks, (Twine("-without:") + name).str(), {.without = step});
}

} // namespace cotan::check
