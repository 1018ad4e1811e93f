// Nests: dicts, lists, tuples, named tuples, dataclasses, None and registered types, with leaves in
// them. Which types these are is said in cotan/_nodes.py.
#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <string>
#include <vector>

namespace ct::python {

namespace py = pybind11;

/// What instances of a type are: cotan/_nodes.py says it, once for each type.
struct TypeInfo {
  enum class Kind : uint8_t { leaf, constant, maybeConstant, namedTuple, dataclass, object };
  Kind kind;
  py::object first, second, third; // as the Python side documents them
};
const TypeInfo &typeInfo(py::handle object);

/// Whether a leaf can never hold what changes between calls, as a string: a constant of a program.
bool isConstant(py::handle leaf);

/// A nest without its leaves; equal structures hold their leaves in the same places.
class Structure {
public:
  /// What becomes of the leaves, and what is a leaf although it is a nest.
  struct Sink {
    std::function<void(py::handle leaf)> leaf;
    std::function<bool(py::handle tree)> isLeaf = {};
  };
  using Source = std::function<py::object()>;

  /// Takes a nest apart: `sink` is given its leaves from left to right, those of dicts by their
  /// sorted keys (as they come if the keys have no order, and in an OrderedDict).
  Structure(py::handle tree, const Sink &sink);
  /// Of what `toPython` returns, or parts of that put together anew.
  static Structure fromPython(const py::list &nodes);
  /// (kind, number of children, what, fixed) of each node, as cotan/_structures.py explains them.
  py::list toPython() const;

  /// The nest with the leaves that `next` gives one by one.
  py::object unflatten(const Source &next) const;

  size_t size() const { return numLeaves; }
  /// Whether it is a leaf alone.
  bool isLeaf() const { return nodes.size() == 1 && nodes.front().kind == Kind::leaf; }
  bool operator==(const Structure &other) const;
  /// Throws Python's TypeError if a key of a dict has none.
  size_t hash() const;
  /// With a star for each leaf: "{'a': *, 'b': [*, None]}".
  std::string str() const;

private:
  Structure() = default;
  enum class Kind : uint8_t { leaf, none, tuple, list, dict, namedTuple, dataclass, object, key };
  /// A node comes before its `count` children. A child of a dict or dataclass comes behind its key.
  struct Node {
    Kind kind;
    uint32_t count;
    py::object what;  // its type, but of a tuple, list or dict; a key
    py::object fixed; // of a dataclass: the static fields; of an object: what is no child
  };
  using Position = std::vector<Node>::const_iterator;

  void add(py::handle tree, const Sink &sink);
  void addParts(py::handle tree, const Sink &sink);
  void addDict(py::handle dict, const Sink &sink);
  void addTuple(py::handle tree, Kind kind, const Sink &sink);
  void addDataclass(py::handle object, const TypeInfo &type, const Sink &sink);
  void addObject(py::handle object, const TypeInfo &type, const Sink &sink);
  static py::object build(Position &node, const Source &next);
  static py::object buildParts(Position &node, const Source &next);
  static py::object buildDataclass(const Node &head, Position &node, const Source &next);
  static std::string describe(Position &node);

  std::vector<Node> nodes;
  size_t numLeaves = 0;
};

/// Gives the elements one by one; throws Python's ValueError when there are no more.
Structure::Source leavesOf(const py::iterable &leaves);

} // namespace ct::python
