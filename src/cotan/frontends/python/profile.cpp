// Profiles of runs: what the package's Profile is made of.
#include "cotan/trace/profile.h"
#include "cotan/driver/view/page.h"
#include "cotan/frontends/cpp/tracing.h"
#include "cotan/frontends/python/programs.h"

namespace ct::python {
namespace {

using cotan::trace::ProfiledRun;

py::list partsOf(const ProfiledRun &run) {
  py::list parts;
  for (const ProfiledRun::Part &part : run.parts) {
    py::list lines;
    for (const ProfiledRun::Line &line : part.lines)
      lines.append(py::make_tuple(line.file, line.number, line.derivative));
    parts.append(py::make_tuple(part.kind, part.name, lines));
  }
  return parts;
}

py::list nodesOf(const ProfiledRun &run) {
  py::list nodes;
  for (const ProfiledRun::Node &node : run.nodes)
    nodes.append(py::make_tuple(node.parent, node.part, node.calls, node.turns, node.nanoseconds,
                                node.bytes, node.peakBytes));
  return nodes;
}

/// What the function returns, and what there is to know of the run.
py::tuple profiled(const Program &program, const NestShape &given, const NestShape &results) {
  auto arguments = given.arguments();
  ProfiledRun run = unlocked([&] { return profileOf(*program.function, arguments); });
  Tensors tensors = outer(run.results);
  py::object found =
      results.filled([next = tensors.begin()]() mutable { return py::cast(std::move(*next++)); });
  return py::make_tuple(found, partsOf(run), nodesOf(run), run.memory, run.nanoseconds,
                        run.ownNanoseconds, run.peakBytes, run.compileSeconds);
}

} // namespace

void bindProfiles(Module &m) {
  m.def("_profile", profiled);
  m.def("_profile_page", [](const std::string &json) {
    return py::bytes(unlocked([&] { return cotan::profilePageOf(json); }));
  });
}

} // namespace ct::python
