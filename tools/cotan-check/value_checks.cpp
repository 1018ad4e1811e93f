// The function runs, gives the same result each time, and survives being written and read.
#include "checks.h"

#include "cotan/driver/bytecode.h"

using namespace mlir;

namespace cotan::check {
namespace {

LogicalResult isDeterministic(const Sample &sample) {
  FailureOr<Arrays> again = sample.program().run(sample.inputs());
  if (failed(again))
    return failure();
  for (auto [i, x, y] : llvm::enumerate(*again, sample.outputs()))
    if (auto text = mismatch(x, y))
      return sample.function().emitError("the second run gives another result #")
             << i << ": " << *text;
  return success();
}

/// Reads `written`; the result must print the same and compute the same.
LogicalResult survives(const Sample &sample, StringRef written) {
  FailureOr<Program> read = Program::parse(written, sample.function());
  if (failed(read))
    return failure();
  std::string before = sample.program().print(), after = read->print();
  if (before != after)
    return sample.function().emitError("is another program after being written and read\nbefore:\n")
           << before << "after:\n"
           << after;
  return sample.expectSameValue(*read, "the program that was written and read");
}

LogicalResult survivesText(const Sample &sample) {
  return survives(sample, sample.program().print());
}

LogicalResult survivesGenericText(const Sample &sample) {
  return survives(sample, sample.program().print(/*generic=*/true));
}

LogicalResult survivesBytecode(const Sample &sample) {
  FailureOr<std::string> bytes = writeBytecode(sample.program().module());
  if (failed(bytes))
    return sample.function().emitError("cannot be written as bytecode");
  if (llvm::Error problem = checkBytecode(*bytes))
    return sample.function().emitError(llvm::toString(std::move(problem)));
  return survives(sample, *bytes);
}

} // namespace

void addValueChecks(Checks &checks) {
  checks.push_back({"deterministic", always, isDeterministic});
  checks.push_back({"text", always, survivesText});
  checks.push_back({"generic-text", always, survivesGenericText});
  checks.push_back({"bytecode", always, survivesBytecode});
}

} // namespace cotan::check
