// The programs of a compiled function, found and run in one step: a call of Python's for each part
// of it would take longer than a small program.
#include "cotan/frontends/python/nest_shape.h"
#include "cotan/frontends/python/programs.h"
#include "cotan/trace/scope.h"

#include <unordered_map>

namespace ct::python {
namespace {

struct Entry {
  NestShape arguments;
  py::object traced;  // for callers that look themselves
  py::object program; // a Program and the NestShape of its results; None if only they call it
  py::object results;
  const Program *callee = program.is_none() ? nullptr : &program.cast<const Program &>();
  const NestShape *resultShape = results.is_none() ? nullptr : &results.cast<const NestShape &>();
};
using EntryRef = std::shared_ptr<const Entry>;

/// Programs by what they are called with. Comparing runs code of users, in which other threads may
/// keep further ones.
class ProgramTable {
public:
  size_t size() const { return entries.size(); }

  void keep(NestShape arguments, py::object traced, py::object program, py::object results) {
    const size_t hash = arguments.hash();
    entries.emplace(hash, std::make_shared<Entry>(Entry{std::move(arguments), std::move(traced),
                                                        std::move(program), std::move(results)}));
  }

  /// What was kept for it, or None.
  py::object find(const NestShape &given) const {
    const EntryRef entry = entryOf(given);
    return entry ? entry->traced : py::none();
  }

  /// What the program for this nest returns. `noProgram` if there is none, or a caller must look:
  /// because a function is being traced, or an argument has no hash.
  py::object call(py::handle tree, const py::object &noProgram) const {
    if (cotan::trace::Scope::innermost())
      return noProgram;
    const NestShape given(tree, /*copies=*/false);
    const EntryRef entry = entryOrNone(given);
    if (!entry || !entry->callee)
      return noProgram;
    return callOnNest(*entry->callee, given, *entry->resultShape);
  }

private:
  EntryRef entryOf(const NestShape &given) const {
    llvm::SmallVector<EntryRef, 2> candidates;
    auto [begin, end] = entries.equal_range(given.hash());
    for (auto it = begin; it != end; ++it)
      candidates.push_back(it->second);
    for (const EntryRef &entry : candidates)
      if (entry->arguments == given)
        return entry;
    return nullptr;
  }

  EntryRef entryOrNone(const NestShape &given) const try {
    return entryOf(given);
  } catch (py::error_already_set &problem) {
    if (!problem.matches(PyExc_TypeError))
      throw;
    return nullptr;
  }

  std::unordered_multimap<size_t, EntryRef> entries;
};

} // namespace

void bindProgramTable(Module &m) {
  m.attr("_no_program") = py::module_::import("builtins").attr("object")();
  Class<ProgramTable>(m, "_ProgramTable", "The programs of a compiled function.")
      .def(py::init<>())
      .def("__len__", &ProgramTable::size)
      .def("find", &ProgramTable::find)
      .def("keep",
           [](ProgramTable &table, const NestShape &arguments, py::object traced,
              py::object program, py::object results) {
             table.keep(arguments, std::move(traced), std::move(program), std::move(results));
           })
      .def("call",
           [noProgram = py::object(m.attr("_no_program"))](
               const ProgramTable &table, py::handle tree) { return table.call(tree, noProgram); });
}

} // namespace ct::python
