// What a program needs of memory, and what a user lets be computed again.
#include "cotan/frontends/cpp/tracing.h"
#include "cotan/frontends/python/programs.h"
#include "cotan/support/sizes.h"
#include "cotan/trace/custom_call.h"

namespace ct::python {
namespace {

using namespace cotan::trace;

/// Bytes of the arguments, bytes beside them at once, and whether that is all.
std::tuple<int64_t, int64_t, bool> memoryOf(const Program &program) {
  return unlocked([&] {
    const cotan::MemoryPlan plan = program.function->memory();
    int64_t arguments = 0;
    bool isExact = !plan.isOpen && !plan.hasStacks;
    for (const TensorType &type : program.function->arguments())
      if (anyOpen(type.sizes))
        isExact = false;
      else
        arguments += cotan::elementCount(type.sizes) * int64_t(cotan::sizeOf(type.dtype));
    return std::tuple(arguments, plan.peakBytes, isExact);
  });
}

void bindCheckpoints(Module &m) {
  m.def("_checkpointed_call", [](const Program &function, const py::sequence &given) {
    auto arguments = asArguments(tensorsOf(given));
    return unlocked([&] { return outer(checkpointedCall(*function.function, arguments)); });
  });
}

} // namespace

void bindMemory(Module &m) {
  m.def("_memory", memoryOf);
  bindCheckpoints(m);
}

} // namespace ct::python
