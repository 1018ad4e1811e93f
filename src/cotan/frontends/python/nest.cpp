#include "cotan/frontends/python/nest.h"

#include "cotan/frontends/python/convert.h"
#include "cotan/trace/context.h"

namespace ct::python {
namespace {

/// Ends a recursion that is too deep, as that into a list that holds itself, with RecursionError.
class Nesting {
public:
  Nesting() {
    if (Py_EnterRecursiveCall(" in a nest"))
      throw py::error_already_set();
  }
  ~Nesting() { Py_LeaveRecursiveCall(); }
  Nesting(const Nesting &) = delete;
};

/// Whether its type has the attribute. Python's own hasattr makes an exception for each leaf that
/// has none, which took longer than all else here.
bool isOfTypeWith(py::handle object, PyObject *name) {
  return _PyType_Lookup(Py_TYPE(object.ptr()), name) != nullptr;
}

bool isNamedTuple(py::handle tree) {
  static PyObject *const name = PyUnicode_InternFromString("_fields");
  return PyTuple_Check(tree.ptr()) && !PyTuple_CheckExact(tree.ptr()) && isOfTypeWith(tree, name);
}

bool isDataclass(py::handle tree) {
  static PyObject *const name = PyUnicode_InternFromString("__dataclass_fields__");
  return !PyType_Check(tree.ptr()) && isOfTypeWith(tree, name);
}

/// dataclasses.fields, with a memory; it lives as long as the process.
py::handle fieldsOf;

std::string joined(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string show(py::handle object) { return py::repr(object).cast<std::string>(); }

} // namespace

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

void bindNests(py::module_ &m) {
  py::object remember = py::module_::import("functools").attr("lru_cache")(256);
  fieldsOf = remember(py::module_::import("dataclasses").attr("fields")).release();
  py::class_<Structure>(m, "_Structure", "A nest without its leaves.")
      .def_property_readonly("is_leaf", &Structure::isLeaf)
      .def(
          "__eq__", [](const Structure &a, const Structure &b) { return a == b; },
          py::is_operator())
      .def("__hash__", &Structure::hash)
      .def("__repr__", &Structure::str);
  m.def("_flatten", [](py::handle tree) {
    py::list leaves;
    Structure structure(tree, [&](py::handle leaf) { leaves.append(leaf); });
    return std::pair(leaves, structure);
  });
  m.def("_unflatten", [](const Structure &structure, const py::iterable &leaves) {
    return structure.unflatten(leavesOf(leaves));
  });
}

Structure::Structure(py::handle tree, const Sink &leaf) { add(tree, leaf); }

void Structure::add(py::handle tree, const Sink &leaf) {
  PyObject *object = tree.ptr();
  if (tree.is_none()) {
    nodes.push_back({Kind::none, 0, {}});
  } else if (PyTuple_CheckExact(object) || PyList_CheckExact(object) || PyDict_CheckExact(object) ||
             isNamedTuple(tree) || isDataclass(tree)) {
    Nesting deeper;
    addParts(tree, leaf);
  } else {
    nodes.push_back({Kind::leaf, 0, {}});
    ++numLeaves;
    leaf(tree);
  }
}

void Structure::addParts(py::handle tree, const Sink &leaf) {
  if (PyDict_CheckExact(tree.ptr()))
    return addDict(tree, leaf);
  if (PyList_CheckExact(tree.ptr())) {
    auto list = py::reinterpret_borrow<py::list>(tree);
    nodes.push_back({Kind::list, uint32_t(list.size()), {}});
    for (size_t i = 0; i < list.size(); ++i) // leaves may be converted by code that changes it
      add(py::object(list[i]), leaf);
    return;
  }
  if (!PyTuple_Check(tree.ptr()))
    return addDataclass(tree, leaf);
  bool isPlain = PyTuple_CheckExact(tree.ptr());
  auto tuple = py::reinterpret_borrow<py::tuple>(tree);
  nodes.push_back({isPlain ? Kind::tuple : Kind::namedTuple, uint32_t(tuple.size()),
                   isPlain ? py::object() : py::object(py::type::of(tree))});
  for (py::handle part : tuple)
    add(part, leaf);
}

void Structure::addDict(py::handle dict, const Sink &leaf) {
  auto keys = py::reinterpret_steal<py::list>(PyDict_Keys(dict.ptr()));
  if (keys.size() > 1 && PyList_Sort(keys.ptr()) != 0)
    PyErr_Clear(); // keys that have no order
  nodes.push_back({Kind::dict, uint32_t(keys.size()), {}});
  for (py::handle key : keys) {
    nodes.push_back({Kind::key, 0, py::reinterpret_borrow<py::object>(key)});
    add(py::object(dict[key]), leaf);
  }
}

void Structure::addDataclass(py::handle object, const Sink &leaf) {
  py::object type = py::type::of(object);
  py::tuple fields = fieldsOf(type);
  nodes.push_back({Kind::dataclass, uint32_t(fields.size()), type});
  for (py::handle field : fields) {
    py::object name = field.attr("name");
    nodes.push_back({Kind::key, 0, name});
    add(py::object(object.attr(name)), leaf);
  }
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
  const auto &[kind, count, what] = *node++;
  if (kind == Kind::dict) {
    py::dict dict;
    for (uint32_t i = 0; i < count; ++i) {
      const py::object &key = node++->what;
      dict[key] = build(node, next);
    }
    return dict;
  }
  if (kind == Kind::dataclass) { // as it was: __init__ may want something else
    auto basic =
        py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject *>(&PyBaseObject_Type));
    py::object made = basic.attr("__new__")(what);
    for (uint32_t i = 0; i < count; ++i) {
      const py::object &name = node++->what;
      basic.attr("__setattr__")(made, name, build(node, next));
    }
    return made;
  }
  if (kind == Kind::list) {
    py::list list(count);
    for (uint32_t i = 0; i < count; ++i)
      list[i] = build(node, next);
    return list;
  }
  py::tuple tuple(count);
  for (uint32_t i = 0; i < count; ++i)
    tuple[i] = build(node, next);
  return kind == Kind::tuple ? py::object(tuple) : what(*tuple);
}

bool Structure::operator==(const Structure &other) const {
  return std::equal(nodes.begin(), nodes.end(), other.nodes.begin(), other.nodes.end(),
                    [](const Node &a, const Node &b) {
                      return a.kind == b.kind && a.count == b.count &&
                             (a.what.is(b.what) || (a.kind == Kind::key && a.what.equal(b.what)));
                    });
}

size_t Structure::hash() const {
  size_t hash = nodes.size();
  for (const Node &node : nodes) {
    size_t own = size_t(node.kind) + size_t(node.count) * 8;
    if (node.kind == Kind::key)
      own += size_t(py::hash(node.what));
    hash = hash * 1000003 ^ own;
  }
  return hash;
}

std::string Structure::str() const {
  Position node = nodes.begin();
  return describe(node);
}

std::string Structure::describe(Position &node) {
  const auto &[kind, count, what] = *node++;
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
