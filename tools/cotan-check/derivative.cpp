#include "derivative.h"

#include "inputs.h"

#include "cotan/autodiff/forward.h"
#include "cotan/driver/pipeline.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace cotan::check {
namespace {

/// What stands behind the first `before` entries.
Positions appended(unsigned before, unsigned after) {
  Positions positions;
  for (unsigned i = before; i < after; ++i)
    positions.push_back(i);
  return positions;
}

template <typename Transform>
FailureOr<Derivative> transformed(const Program &program, Transform transform) {
  Derivative derivative{program.clone(), {}, {}};
  func::FuncOp function = derivative.program.function();
  unsigned arguments = function.getNumArguments(), results = function.getNumResults();
  if (failed(transform(function)) || failed(verify(derivative.program.module())))
    return failure();
  derivative.arguments = appended(arguments, function.getNumArguments());
  derivative.results = appended(results, function.getNumResults());
  return derivative;
}

} // namespace

FailureOr<Arrays> Derivative::run(ArrayRef<Array> inputs) const {
  FailureOr<Arrays> outputs = program.run(inputs);
  return failed(outputs) ? FailureOr<Arrays>() : pick(*outputs, results);
}

FailureOr<Derivative> reverse(const Program &program, ArrayRef<unsigned> wrt,
                              ArrayRef<unsigned> results, Seed seed, bool prune) {
  ReverseOptions options;
  options.wrt.assign(wrt.begin(), wrt.end());
  options.results.assign(results.begin(), results.end());
  options.seed = seed;
  options.prune = prune;
  return transformed(program,
                     [&](func::FuncOp function) { return differentiate(function, options); });
}

FailureOr<Derivative> forward(const Program &program, ArrayRef<unsigned> wrt, unsigned order,
                              std::optional<unsigned> given) {
  return transformed(
      program, [&](func::FuncOp function) { return pushForward(function, wrt, order, given); });
}

FailureOr<Program> differentiable(const Program &program) {
  Program prepared = program.clone();
  prepared.eraseChecks();
  if (failed(prepareForDerivatives(prepared.function())))
    return failure();
  return prepared;
}

Arrays pick(ArrayRef<Array> arrays, ArrayRef<unsigned> positions) {
  Arrays picked;
  for (unsigned i : positions)
    picked.push_back(arrays[i]);
  return picked;
}

Arrays concat(ArrayRef<Array> first, ArrayRef<Array> second) {
  Arrays all(first.begin(), first.end());
  all.append(second.begin(), second.end());
  return all;
}

Arrays randomLike(ArrayRef<Array> arrays, Random &random) {
  Arrays made;
  for (const Array &array : arrays)
    made.push_back(random.array(array.dtype(), array.shape()));
  return made;
}

Dot dot(ArrayRef<Array> x, ArrayRef<Array> y) {
  long double sum = 0, magnitude = 0;
  for (auto [a, b] : llvm::zip_equal(x, y))
    for (int64_t i = 0; i < a.size(); ++i) {
      long double product = static_cast<long double>(a.asDouble(i)) * b.asDouble(i);
      sum += product;
      magnitude += std::fabs(product);
    }
  return {static_cast<double>(sum), static_cast<double>(magnitude)};
}

} // namespace cotan::check
