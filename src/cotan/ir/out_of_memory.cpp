#include "cotan/ir/out_of_memory.h"

using namespace mlir;

namespace cotan {

static constexpr const char *mark = "out of memory";

InFlightDiagnostic emitOutOfMemory(Location location) {
  InFlightDiagnostic report = emitError(location);
  report.getUnderlyingDiagnostic()->getMetadata().push_back(DiagnosticArgument(StringRef(mark)));
  return report;
}

bool isOutOfMemory(Diagnostic &diagnostic) {
  return llvm::any_of(diagnostic.getMetadata(), [](const DiagnosticArgument &argument) {
    return argument.getKind() == DiagnosticArgument::DiagnosticArgumentKind::String &&
           argument.getAsString() == mark;
  });
}

} // namespace cotan
