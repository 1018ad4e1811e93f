// No pass changes the value: each alone, all in sequence, and all with the inputs as constants.
#include "checks.h"

#include "passes.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace cotan::check {
namespace {

LogicalResult keepsValue(const Sample &sample, StringRef pipeline) {
  Program changed = sample.program().clone();
  if (failed(runPasses(changed, pipeline)))
    return failure();
  return sample.expectSameValue(changed, "after the pass '" + pipeline + "'");
}

std::string allPasses() { return llvm::join(passNames(), ","); }

LogicalResult foldsToValue(const Sample &sample) {
  Program changed = sample.program().clone();
  bindInputs(changed, sample.inputs());
  if (failed(runPasses(changed, allPasses())))
    return failure();
  return sample.expectSameValue(changed, "with the inputs as constants, after all passes");
}

} // namespace

void addPassChecks(Checks &checks) {
  for (StringRef name : passNames())
    checks.push_back({("pass:" + name).str(), always,
                      [name](const Sample &sample) { return keepsValue(sample, name); }});
  checks.push_back({"pass:all", always, [](const Sample &sample) {
                      return keepsValue(sample, allPasses() + "," + allPasses());
                    }});
  checks.push_back({"pass:constant-inputs", always, foldsToValue});
}

} // namespace cotan::check
