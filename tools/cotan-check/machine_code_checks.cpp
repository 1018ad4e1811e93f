// Compiled to machine code, the function and its gradient give what the interpreter gives.
#include "checks.h"

#include "cotan/driver/executable.h"

using namespace mlir;

namespace cotan::check {
namespace {

FailureOr<Arrays> runCompiled(const Program &program, ArrayRef<Array> inputs,
                              std::optional<Step> without = {}) {
  Program copy = program.clone();
  copy.eraseChecks();
  auto executable = Executable::compile(copy.function(), /*report=*/nullptr, without);
  if (failed(executable))
    return failure();
  return (*executable)->run(Arrays(inputs));
}

LogicalResult valueIsSame(Sample &sample, std::optional<Step> without = {}) {
  FailureOr<Arrays> found = runCompiled(sample.program(), sample.inputs(), without);
  return failed(found) ? failure() : sample.expectOutputs(*found, "machine code");
}

/// The gradient, by the program that computes both.
LogicalResult gradientIsSame(Sample &sample, std::optional<Step> without = {}) {
  const FirstOrder &first = *sample.derivative();
  FailureOr<Arrays> found =
      runCompiled(first.reverse.program, concat(sample.inputs(), first.seeds), without);
  if (failed(found))
    return failure();
  return expectClose(sample.function().getLoc(), pick(*found, first.reverse.results),
                     first.gradient, std::max(1e-10, sample.tolerance()),
                     "the gradient by machine code");
}

} // namespace

void addMachineCodeChecks(Checks &checks) {
  checks.push_back({"compiled", always, [](Sample &sample) { return valueIsSame(sample); }});
  checks.push_back(
      {"compiled-gradient", hasDerivative, [](Sample &sample) { return gradientIsSame(sample); }});
}

void addLeftOutStepChecks(Checks &checks) {
  constexpr std::pair<Step, const char *> steps[] = {
      {Step::canonicalize, "canonicalize"},
      {Step::mergeEqual, "merge-equal"},
      {Step::absorbPermutations, "absorb-permutations"},
      {Step::fuse, "fuse"},
      {Step::overlap, "overlap"},
      {Step::llvmPasses, "llvm-passes"}};
  for (auto [step, name] : steps) {
    checks.push_back({std::string("compiled-without:") + name, always,
                      [=](Sample &sample) { return valueIsSame(sample, step); }});
    checks.push_back({std::string("compiled-gradient-without:") + name, hasDerivative,
                      [=](Sample &sample) { return gradientIsSame(sample, step); }});
  }
}

} // namespace cotan::check
