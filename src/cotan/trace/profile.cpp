#include "cotan/trace/profile.h"

#include "cotan/ir/profiling.h"
#include "cotan/ir/types.h"
#include "cotan/support/memory.h"
#include "cotan/support/stopwatch.h"
#include "cotan/trace/error.h"

using namespace mlir;

namespace cotan::trace {
namespace {

const char *nameOf(Probe::Kind kind) {
  switch (kind) {
  case Probe::Kind::program: return "program";
  case Probe::Kind::function: return "function";
  case Probe::Kind::loop: return "loop";
  case Probe::Kind::kernel: return "kernel";
  case Probe::Kind::call: return "call";
  }
  llvm_unreachable("all kinds are listed");
}

ProfiledRun::Part described(const Executable::ProfiledPart &part) {
  ProfiledRun::Part made{nameOf(part.kind), part.name, {}};
  for (auto &[location, derivative] : part.lines)
    if (FileLineColLoc line = lineIn(location); line && line.getLine() > 0)
      made.lines.push_back({line.getFilename().str(), line.getLine(), derivative});
  return made;
}

/// Parents come before their children.
void addNodes(const runtime::ProfileNode &node, int64_t parent,
              std::vector<ProfiledRun::Node> &nodes) {
  const auto number = int64_t(nodes.size());
  nodes.push_back(
      {parent, node.probe, node.calls, node.turns, node.nanoseconds, node.bytes, node.peakBytes});
  for (const runtime::ProfileNode *child = node.firstChild; child; child = child->next)
    addNodes(*child, number, nodes);
}

Arrays inputsOf(const TracedFunction &function, func::FuncOp program,
                ArrayRef<TensorRef> arguments) {
  Tensors operands(arguments);
  llvm::append_range(operands, function.captures());
  if (isAnyTraced(operands))
    throw ct::ValueError(currentPlace() + "a function is profiled where it runs, and not while "
                                          "another one is being traced");
  Arrays inputs;
  for (auto [operand, type] : llvm::zip_equal(operands, program.getArgumentTypes()))
    inputs.push_back(operand->arrayAs(*dtypeOf(getElementTypeOrSelf(type))));
  return inputs;
}

} // namespace

ProfiledRun profileOf(const TracedFunction &function, ArrayRef<TensorRef> arguments) {
  During inside(Work::compiling);
  OwnedProgram copy = function.copy();
  func::FuncOp program = copy.function();
  program->setAttr(profiledMark, UnitAttr::get(program.getContext()));
  Arrays inputs = inputsOf(function, program, arguments), found;
  ProfiledRun run;
  std::unique_ptr<Executable> executable;
  const Stopwatch compiling;
  orThrowOnBigStack([&] {
    auto made = Executable::compile(program, nullptr, {.limit = {systemMemory()}});
    if (succeeded(made))
      executable = std::move(*made);
    return LogicalResult(made);
  });
  run.compileSeconds = compiling.seconds();
  std::unique_ptr<runtime::Profile> profile;
  RunStatistics statistics;
  orThrow([&] {
    auto made = executable->run(std::move(inputs), {}, &statistics, nullptr, &profile);
    if (succeeded(made))
      found = std::move(*made);
    return LogicalResult(made);
  });
  for (auto [array, isWeak] : llvm::zip_equal(found, function.weakResults()))
    run.results.push_back(makeTensor(std::move(array), isWeak));
  for (const Executable::ProfiledPart &part : executable->profiledParts())
    run.parts.push_back(described(part));
  addNodes(profile->root(), -1, run.nodes);
  for (auto [nanoseconds, bytes] : profile->memory().points())
    run.memory.push_back({nanoseconds, bytes});
  run.nanoseconds = profile->nanoseconds();
  run.ownNanoseconds = profile->ownNanoseconds();
  run.peakBytes = int64_t(statistics.peakBytes);
  return run;
}

} // namespace cotan::trace
