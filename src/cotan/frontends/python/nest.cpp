#include "cotan/frontends/python/nest.h"

#include "cotan/frontends/python/convert.h"
#include "cotan/trace/context.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace ct::python {
namespace {

/// Ends a recursion that is too deep, as that into a list that holds itself.
class Nesting {
public:
  struct TooDeep {};

  Nesting() {
    if (Py_EnterRecursiveCall(" in a nest")) {
      PyErr_Clear();
      throw TooDeep();
    }
  }
  ~Nesting() { Py_LeaveRecursiveCall(); }
  Nesting(const Nesting &) = delete;
};

TypeInfo askPython(py::handle type) {
  using Kind = TypeInfo::Kind;
  static const std::map<std::string, Kind> kinds = {{"leaf", Kind::leaf},
                                                    {"constant", Kind::constant},
                                                    {"maybe constant", Kind::maybeConstant},
                                                    {"named tuple", Kind::namedTuple},
                                                    {"dataclass", Kind::dataclass},
                                                    {"object", Kind::object}};
  py::tuple answer = py::module_::import("cotan._nodes").attr("kind_of")(type);
  TypeInfo info{kinds.at(answer[0].cast<std::string>()), {}, {}, {}};
  py::object *parts[] = {&info.first, &info.second, &info.third};
  for (size_t i = 1; i < answer.size(); ++i)
    *parts[i - 1] = answer[i];
  return info;
}

/// What was asked before; the types live as long. With the process: objects may not outlive Python.
std::unordered_map<PyObject *, TypeInfo> &knownTypes() {
  static auto *known = new std::unordered_map<PyObject *, TypeInfo>;
  return *known;
}

void forgetTypes() {
  auto forgotten = std::exchange(knownTypes(), {});
  for (auto &[type, info] : forgotten)
    Py_DECREF(type);
}

std::string joined(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string show(py::handle object) { return py::repr(object).cast<std::string>(); }

bool areEqual(const py::object &a, const py::object &b) {
  return a.is(b) || (a && b && a.equal(b));
}

} // namespace

static const TypeInfo &infoOfType(py::handle type) {
  constexpr size_t most = 4096; // of a program that makes classes all the time
  auto &known = knownTypes();
  if (auto found = known.find(type.ptr()); found != known.end())
    return found->second;
  TypeInfo info = askPython(type);
  if (known.size() >= most)
    forgetTypes();
  type.inc_ref();
  return known[type.ptr()] = std::move(info);
}

/// The same, of a type whose instances were nests of this kind when they were taken apart.
static TypeInfo infoOfType(py::handle type, TypeInfo::Kind kind) {
  TypeInfo info = infoOfType(type);
  if (info.kind != kind)
    throw ValueError(cotan::trace::currentPlace() + show(type) +
                     " was registered after this nest was taken apart; register it before");
  return info;
}

const TypeInfo &typeInfo(py::handle object) {
  return infoOfType(reinterpret_cast<PyObject *>(Py_TYPE(object.ptr())));
}

bool isConstant(py::handle leaf) {
  const TypeInfo type = typeInfo(leaf); // a copy: what is asked of Python may change the memory
  return type.kind == TypeInfo::Kind::constant ||
         (type.kind == TypeInfo::Kind::maybeConstant && type.first(leaf).cast<bool>());
}

Structure::Source leavesOf(const py::iterable &leaves) {
  // An iterator of others stays where the last leaf was taken: py::iterator would look ahead.
  return [iterator = py::iter(leaves)] {
    auto leaf = py::reinterpret_steal<py::object>(PyIter_Next(iterator.ptr()));
    if (!leaf && PyErr_Occurred())
      throw py::error_already_set();
    if (!leaf)
      throw ValueError(cotan::trace::currentPlace() +
                       "there are fewer leaves than the nest has places");
    return leaf;
  };
}

void bindNests(Module &m) {
  Class<Structure>(m, "_Structure", "A nest without its leaves.")
      .def_property_readonly("is_leaf", &Structure::isLeaf, R"(Whether it is that of a leaf.

>>> import cotan as ct
>>> ct.tree.structure(1).is_leaf, ct.tree.structure([1]).is_leaf
(True, False))")
      .def(
          "__eq__", [](const Structure &a, const Structure &b) { return a == b; },
          py::is_operator())
      .def("__hash__", &Structure::hash)
      .def("__repr__", &Structure::str)
      .def_property_readonly("_nodes", &Structure::toPython);
  m.def("_structure_of", Structure::fromPython, "Of what '_nodes' of others holds.");
  m.def(
      "_flatten",
      [](py::handle tree, const py::object &isLeaf) {
        py::list leaves;
        Structure::Sink sink{[&](py::handle leaf) { leaves.append(leaf); }};
        if (!isLeaf.is_none())
          sink.isLeaf = [&](py::handle part) { return bool(py::bool_(isLeaf(part))); };
        Structure structure(tree, sink);
        return std::pair(leaves, structure);
      },
      py::arg("tree"), py::arg("is_leaf") = py::none());
  m.def("_forget_types", forgetTypes, "Asks _nodes.kind_of anew: what it says has changed.");
  m.def("_is_constant", isConstant, "Whether a leaf can be a constant of a program.");
  m.def("_unflatten", [](const Structure &structure, const py::iterable &leaves) {
    return structure.unflatten(leavesOf(leaves));
  });
}

Structure::Structure(py::handle tree, const Sink &sink) try {
  nodes.reserve(8); // as many as the arguments of most calls have
  add(tree, sink);
} catch (const Nesting::TooDeep &) {
  throw ValueError(cotan::trace::currentPlace() +
                   "a nest is too deep to be taken apart; does it hold itself?");
}

void Structure::add(py::handle tree, const Sink &sink) {
  PyObject *object = tree.ptr();
  const bool isNest = !sink.isLeaf || !sink.isLeaf(tree);
  if (isNest && tree.is_none()) {
    nodes.push_back({Kind::none, 0, {}, {}});
  } else if (isNest &&
             (PyTuple_CheckExact(object) || PyList_CheckExact(object) ||
              PyDict_CheckExact(object) || typeInfo(tree).kind >= TypeInfo::Kind::namedTuple)) {
    Nesting deeper;
    addParts(tree, sink);
  } else {
    nodes.push_back({Kind::leaf, 0, {}, {}});
    ++numLeaves;
    sink.leaf(tree);
  }
}

void Structure::addParts(py::handle tree, const Sink &sink) {
  if (PyDict_CheckExact(tree.ptr()))
    return addDict(tree, sink);
  if (PyTuple_CheckExact(tree.ptr()))
    return addTuple(tree, Kind::tuple, sink);
  if (PyList_CheckExact(tree.ptr())) {
    auto list = py::reinterpret_borrow<py::list>(tree);
    nodes.push_back({Kind::list, uint32_t(list.size()), {}, {}});
    const size_t count = list.size();
    for (size_t i = 0; i < count; ++i) // leaves may be converted by code that changes it
      add(py::object(list[i]), sink);
    return;
  }
  const TypeInfo type = typeInfo(tree);
  if (type.kind == TypeInfo::Kind::namedTuple)
    return addTuple(tree, Kind::namedTuple, sink);
  if (type.kind == TypeInfo::Kind::dataclass)
    return addDataclass(tree, type, sink);
  addObject(tree, type, sink);
}

void Structure::addTuple(py::handle tree, Kind kind, const Sink &sink) {
  auto tuple = py::reinterpret_borrow<py::tuple>(tree);
  nodes.push_back({kind,
                   uint32_t(tuple.size()),
                   kind == Kind::tuple ? py::object() : py::object(py::type::of(tree)),
                   {}});
  for (py::handle part : tuple)
    add(part, sink);
}

void Structure::addDict(py::handle dict, const Sink &sink) {
  if (PyDict_GET_SIZE(dict.ptr()) == 0) {
    nodes.push_back({Kind::dict, 0, {}, {}});
    return;
  }
  auto keys = py::reinterpret_steal<py::list>(PyDict_Keys(dict.ptr()));
  if (keys.size() > 1 && PyList_Sort(keys.ptr()) != 0)
    PyErr_Clear(); // keys that have no order
  nodes.push_back({Kind::dict, uint32_t(keys.size()), {}, {}});
  for (py::handle key : keys) {
    nodes.push_back({Kind::key, 0, py::reinterpret_borrow<py::object>(key), {}});
    add(py::object(dict[key]), sink);
  }
}

void Structure::addDataclass(py::handle object, const TypeInfo &type, const Sink &sink) {
  auto names = py::reinterpret_borrow<py::tuple>(type.first);
  py::tuple fixed(py::len(type.second));
  for (size_t i = 0; i < fixed.size(); ++i)
    fixed[i] = object.attr(py::object(type.second[py::int_(i)]));
  nodes.push_back({Kind::dataclass, uint32_t(names.size()), py::type::of(object), fixed});
  for (py::handle name : names) {
    nodes.push_back({Kind::key, 0, py::reinterpret_borrow<py::object>(name), {}});
    add(py::object(object.attr(name)), sink);
  }
}

void Structure::addObject(py::handle object, const TypeInfo &type, const Sink &sink) {
  py::tuple both = type.first(object);
  auto children = py::tuple(py::object(both[0]));
  nodes.push_back({Kind::object, uint32_t(children.size()), py::type::of(object), both[1]});
  for (py::handle child : children)
    add(child, sink);
}

py::object Structure::unflatten(const Source &next) const {
  Position node = nodes.begin();
  return build(node, next);
}

py::object Structure::build(Position &node, const Source &next) {
  if (node->kind == Kind::leaf)
    return ++node, next();
  if (node->kind == Kind::none)
    return ++node, py::none();
  return buildParts(node, next);
}

py::object Structure::buildParts(Position &node, const Source &next) {
  const Node &head = *node++;
  const auto &[kind, count, what, fixed] = head;
  if (kind == Kind::dict) {
    py::dict dict;
    for (uint32_t i = 0; i < count; ++i) {
      const py::object &key = node++->what;
      dict[key] = build(node, next);
    }
    return dict;
  }
  if (kind == Kind::dataclass)
    return buildDataclass(head, node, next);
  if (kind == Kind::list) {
    py::list list(count);
    for (uint32_t i = 0; i < count; ++i)
      list[i] = build(node, next);
    return list;
  }
  py::tuple tuple(count);
  for (uint32_t i = 0; i < count; ++i)
    tuple[i] = build(node, next);
  if (kind == Kind::object)
    return infoOfType(what, TypeInfo::Kind::object).second(fixed, tuple);
  return kind == Kind::tuple ? py::object(tuple) : what.attr("_make")(tuple);
}

// As it was: __init__ may want something else.
py::object Structure::buildDataclass(const Node &head, Position &node, const Source &next) {
  auto basic = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject *>(&PyBaseObject_Type));
  py::object made = basic.attr("__new__")(head.what), set = basic.attr("__setattr__");
  for (uint32_t i = 0; i < head.count; ++i) {
    const py::object &name = node++->what;
    set(made, name, build(node, next));
  }
  auto names =
      py::reinterpret_borrow<py::tuple>(infoOfType(head.what, TypeInfo::Kind::dataclass).second);
  for (size_t i = 0; i < names.size(); ++i)
    set(made, names[i], head.fixed[py::int_(i)]);
  return made;
}

bool Structure::operator==(const Structure &other) const {
  return std::equal(nodes.begin(), nodes.end(), other.nodes.begin(), other.nodes.end(),
                    [](const Node &a, const Node &b) {
                      return a.kind == b.kind && a.count == b.count &&
                             (a.what.is(b.what) || (a.kind == Kind::key && a.what.equal(b.what))) &&
                             areEqual(a.fixed, b.fixed);
                    });
}

static constexpr std::array nodeKinds = {"leaf",        "none",      "tuple",  "list", "dict",
                                         "named tuple", "dataclass", "object", "key"};

py::list Structure::toPython() const {
  auto orNone = [](const py::object &object) { return object ? object : py::none(); };
  py::list all;
  for (const auto &[kind, count, what, fixed] : nodes)
    all.append(py::make_tuple(nodeKinds[size_t(kind)], count, orNone(what), orNone(fixed)));
  return all;
}

Structure Structure::fromPython(const py::list &all) {
  auto orNothing = [](py::object object) { return object.is_none() ? py::object() : object; };
  Structure made;
  int64_t missing = 1; // nodes
  for (py::handle node : all) {
    auto parts = py::reinterpret_borrow<py::tuple>(node);
    auto name = parts[0].cast<std::string>();
    auto kind = Kind(std::ranges::find(nodeKinds, name) - nodeKinds.begin());
    if (kind > Kind::key)
      throw ValueError("there is no node " + name);
    const bool isKey = kind == Kind::key; // which may be None
    made.nodes.push_back({kind, parts[1].cast<uint32_t>(),
                          isKey ? py::object(parts[2]) : orNothing(parts[2]),
                          kind == Kind::object ? py::object(parts[3]) : orNothing(parts[3])});
    made.numLeaves += kind == Kind::leaf;
    missing += isKey ? 0 : int64_t(made.nodes.back().count) - 1;
  }
  if (missing != 0)
    throw ValueError("these are not the nodes of a structure");
  return made;
}

size_t Structure::hash() const {
  size_t hash = nodes.size();
  for (const Node &node : nodes) {
    size_t own = size_t(node.kind) + size_t(node.count) * 16;
    if (node.kind == Kind::key)
      own += size_t(py::hash(node.what));
    if (node.fixed)
      own += size_t(py::hash(node.fixed));
    hash = hash * 1000003 ^ own;
  }
  return hash;
}

std::string Structure::str() const {
  Position node = nodes.begin();
  return describe(node);
}

/// What stands before child `i` of a node in its text, if it has a name.
static std::string nameOfChild(const py::object &type, const py::object &fixed, uint32_t i) {
  const TypeInfo info = infoOfType(type, TypeInfo::Kind::object);
  if (info.third.is_none())
    return "";
  auto step = py::str(info.third(fixed, i)).cast<std::string>(); // "['a']" or ".x"
  return step[0] == '.' ? step.substr(1) + "=" : step.substr(1, step.size() - 2) + ": ";
}

std::string Structure::describe(Position &node) {
  const auto &[kind, count, what, fixed] = *node++;
  if (kind == Kind::leaf || kind == Kind::none)
    return kind == Kind::leaf ? "*" : "None";
  std::vector<std::string> parts;
  for (uint32_t i = 0; i < count; ++i) {
    std::string name;
    if (kind == Kind::dict)
      name = show(node++->what) + ": ";
    else if (kind == Kind::dataclass)
      name = py::str(node++->what).cast<std::string>() + "=";
    else if (kind == Kind::namedTuple)
      name = py::str(what.attr("_fields")[py::int_(i)]).cast<std::string>() + "=";
    else if (kind == Kind::object)
      name = nameOfChild(what, fixed, i);
    parts.push_back(name + describe(node));
  }
  std::string inner = joined(parts);
  switch (kind) {
  case Kind::dict: return "{" + inner + "}";
  case Kind::list: return "[" + inner + "]";
  case Kind::tuple: return "(" + inner + (count == 1 ? ",)" : ")");
  default: return py::str(what.attr("__name__")).cast<std::string>() + "(" + inner + ")";
  }
}

} // namespace ct::python
