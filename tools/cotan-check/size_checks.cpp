// Given sizes that a function is not made for, machine code and the interpreter refuse alike, or
// compute the same.
#include "checks.h"

#include "source_file.h"

#include "cotan/driver/executable.h"
#include "cotan/ir/types.h"
#include "cotan/transforms/refine_sizes.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace cotan::check {
namespace {

bool hasOpenSizes(const Sample &sample) {
  return llvm::any_of(sample.function().getArgumentTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !tensor.hasStaticShape();
  });
}

/// An array, one longer along an axis, of the same numbers: the function can take them.
Array lengthened(const Array &array, unsigned axis, Random &random) {
  SmallVector<int64_t> shape(array.shape());
  ++shape[axis];
  Array longer(array.dtype(), shape);
  visitBits(array.dtype(), [&](auto element) {
    using T = decltype(element);
    auto from = array.values<T>();
    auto to = longer.mutableValues<T>();
    for (size_t i = 0; i < to.size(); ++i)
      to[i] = from.empty() ? T() : from[random.bits() % from.size()];
  });
  return longer;
}

/// What a run gives, and what it says if it gives nothing.
struct Answer {
  FailureOr<Arrays> results;
  std::string refusal;
};

Answer answerOf(MLIRContext &context, function_ref<FailureOr<Arrays>()> run) {
  DiagnosticText diagnostics(context);
  FailureOr<Arrays> results = run();
  return {results, diagnostics.take()};
}

/// Where in the program it is. The op there may be one that another was decomposed to.
StringRef placeOf(StringRef refusal) { return refusal.split(": '").first; }

LogicalResult agree(Sample &sample, const Executable &executable, const Program &program,
                    ArrayRef<Array> inputs, const Twine &what) {
  MLIRContext &context = *program.context();
  Answer expected = answerOf(context, [&] { return program.run(inputs); });
  Answer found = answerOf(context, [&] { return executable.run(Arrays(inputs)); });
  if (failed(expected.results) != failed(found.results))
    return sample.function().emitError(what)
           << ": only " << (failed(found.results) ? "machine code" : "the interpreter")
           << " refuses: " << expected.refusal << found.refusal;
  if (placeOf(expected.refusal) != placeOf(found.refusal))
    return sample.function().emitError(what)
           << ": it is refused in two places: " << expected.refusal << found.refusal;
  if (failed(expected.results))
    return success();
  return expectClose(sample.function().getLoc(), *found.results, *expected.results,
                     sample.tolerance(), what);
}

LogicalResult otherSizesAgree(Sample &sample) {
  Program program = sample.program().clone();
  program.eraseChecks();
  auto executable = Executable::compile(program.function(), nullptr, sample.quickly());
  if (failed(executable))
    return failure();
  Random random = sample.random("other-sizes");
  LogicalResult verdict = success();
  for (auto [i, type] : llvm::enumerate(sample.function().getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    for (int64_t axis = 0; tensor && axis < tensor.getRank(); ++axis) {
      if (!tensor.isDynamicDim(axis))
        continue;
      Arrays inputs = sample.inputs();
      inputs[i] = lengthened(inputs[i], axis, random);
      if (failed(agree(sample, **executable, program, inputs,
                       "argument #" + Twine(i) + " longer along axis " + Twine(axis))))
        verdict = failure();
    }
  }
  return verdict;
}

bool canBeRefined(const Sample &sample) {
  return hasOpenSizes(sample) && sample.function().getBody().hasOneBlock();
}

/// With the inputs' sizes in its types the function is another that computes the same.
LogicalResult refinedAgrees(Sample &sample) {
  Program program = sample.program().clone();
  program.eraseChecks();
  SmallVector<Type> types;
  for (auto [type, input] : llvm::zip_equal(program.function().getArgumentTypes(), sample.inputs()))
    types.push_back(cast<RankedTensorType>(type).clone(input.shape()));
  if (failed(refineSizes(program.function(), types)) || failed(mlir::verify(program.module())))
    return sample.function().emitError("its sizes cannot be said in types");
  auto executable = Executable::compile(program.function(), nullptr, sample.quickly());
  if (failed(executable))
    return failure();
  return agree(sample, **executable, program, sample.inputs(), "with known sizes");
}

} // namespace

void addSizeChecks(Checks &checks) {
  checks.push_back({"other-sizes", hasOpenSizes, otherSizesAgree});
  checks.push_back({"known-sizes", canBeRefined, refinedAgrees});
}

} // namespace cotan::check
