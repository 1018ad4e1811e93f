// What a program needs of memory, and what a user gives away or lets be computed again.
#include "cotan/frontends/cpp/checkpoint.h"
#include "cotan/frontends/cpp/tracing.h"
#include "cotan/frontends/python/programs.h"
#include "cotan/support/sizes.h"
#include "cotan/trace/checkpoint_policy.h"
#include "cotan/trace/custom_call.h"
#include "cotan/trace/donation.h"
#include "cotan/trace/scope.h"

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

/// What a policy of checkpoints looks at: name, label, ranks of the operands, and lists of axes.
using Candidate = std::tuple<std::string, std::optional<std::string>, std::vector<int64_t>,
                             std::vector<std::pair<std::string, std::vector<int64_t>>>>;
std::vector<Candidate> candidates(const Program &program) {
  return unlocked([&] {
    std::vector<Candidate> found;
    for (KeptCandidate &one : candidatesOf(*program.function))
      found.emplace_back(one.name, one.label, one.ranks, one.axes);
    return found;
  });
}

void bindCheckpoints(Module &m) {
  m.def("_checkpointed_call", [](const Program &function, const py::sequence &given) {
    auto arguments = asArguments(tensorsOf(given));
    return unlocked([&] { return outer(checkpointedCall(*function.function, arguments)); });
  });
  m.def("_candidates", candidates, "The operators whose results a checkpoint could keep.");
  m.def(
      "_keeping",
      [](const Program &program, const std::vector<bool> &kept) {
        return unlocked([&] { return Program{keeping(*program.function, kept)}; });
      },
      "The program, of which a checkpoint keeps the results of these candidates.");
  m.def("_checkpoint_name", [](const Operand &x, const std::string &name) {
    return unlocked([&] { return detail::namedForCheckpoints(Nest(x.tensor), name).tensor(); });
  });
}

/// `given` is what the program is called with, and the last that knows the tensors given away but
/// for `tensors`, the user's own.
py::object callDonating(const Program &program, NestShape &given, const NestShape &results,
                        const py::sequence &tensors) {
  auto arguments = given.arguments();
  if (isAnyTraced(arguments)) // given away before
    refuseLeaked(arguments);
  given = given.typesOnly();
  for (py::handle tensor : tensors) {
    auto &held = *tensor.cast<Tensor *>();
    held = outer(donated(inner(held)->type()));
  }
  Tensors found =
      unlocked([&] { return outer(callDonating(program.function, std::move(arguments))); });
  return results.filled([next = found.begin()]() mutable { return py::cast(std::move(*next++)); });
}

void bindDonation(Module &m) {
  m.def(
      "_donating",
      [](const Program &program, const std::vector<unsigned> &arguments) {
        return unlocked([&] { return Program{donating(*program.function, arguments)}; });
      },
      "The program, which takes the memory of these arguments.");
  m.def("_call_donating", callDonating, "Runs it; the user's tensors are given away.");
}

} // namespace

void bindMemory(Module &m) {
  m.def("_memory", memoryOf);
  bindCheckpoints(m);
  bindDonation(m);
}

} // namespace ct::python
