#include "cotan/frontends/python/nest_shape.h"
#include "cotan/frontends/python/constructor.h"

#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

namespace ct::python {
namespace {

/// Sizes, of which open ones are None.
struct OpenShape {
  std::vector<int64_t> sizes;
};

/// An argument of a constructor, before it is taken: pybind11 would refuse it in words of its own.
template <typename T> struct Untaken {
  py::object object;
};

} // namespace
} // namespace ct::python

namespace pybind11::detail {

template <> struct type_caster<ct::python::OpenShape> {
  PYBIND11_TYPE_CASTER(ct::python::OpenShape, const_name("int | Sequence[int | None]"));
  bool load(handle object, bool) {
    using namespace ct::python;
    if (std::optional<int64_t> only = toInteger(object)) {
      value.sizes = {*only};
      return true;
    }
    if (isinstance<str>(object) || isinstance<bytes>(object) || !isinstance<sequence>(object))
      return false;
    for (const pybind11::object &element : elementsOf(object)) {
      std::optional<int64_t> size = toInteger(element);
      if (!size && !element.is_none())
        return false;
      value.sizes.push_back(size.value_or(mlir::ShapedType::kDynamic));
    }
    return true;
  }
};

template <typename T> struct type_caster<ct::python::Untaken<T>> {
  PYBIND11_TYPE_CASTER(ct::python::Untaken<T>, make_caster<T>::name);
  bool load(handle object, bool) {
    value.object = reinterpret_borrow<pybind11::object>(object);
    return true;
  }
};

} // namespace pybind11::detail

namespace ct::python {
namespace {

using cotan::trace::TensorType;

bool isExactNumber(PyObject *object) {
  return PyFloat_CheckExact(object) || PyLong_CheckExact(object) || PyBool_Check(object);
}

bool isNumber(PyObject *object) {
  return PyLong_Check(object) || PyFloat_Check(object) || PyComplex_Check(object);
}

/// Equal, and shown alike: frozenset({1}) is not frozenset({True}) here.
bool areSameObjects(py::handle a, py::handle b) {
  return a.is(b) || (Py_TYPE(a.ptr()) == Py_TYPE(b.ptr()) && a.equal(b) &&
                     (PyUnicode_CheckExact(a.ptr()) || py::repr(a).equal(py::repr(b))));
}

/// Two functions are one if they are of one place and read the same.
bool isSame(const Constant &a, const Constant &b) {
  if (!PyFunction_Check(a.object.ptr()) || !PyFunction_Check(b.object.ptr())) {
    if (!areSameObjects(a.object, b.object))
      return false;
  } else if (PyFunction_GET_CODE(a.object.ptr()) != PyFunction_GET_CODE(b.object.ptr()) ||
             PyFunction_GET_GLOBALS(a.object.ptr()) != PyFunction_GET_GLOBALS(b.object.ptr())) {
    return false;
  }
  return (!a.reads && !b.reads) || (a.reads && b.reads && a.reads.equal(b.reads));
}

size_t hashOf(const Constant &constant) {
  PyObject *object = constant.object.ptr();
  if (PyFunction_Check(object))
    return std::hash<void *>()(PyFunction_GET_CODE(object));
  return size_t(py::hash(constant.object));
}

bool isUsersClass(PyObject *object) {
  return PyType_Check(object) &&
         PyType_HasFeature(reinterpret_cast<PyTypeObject *>(object), Py_TPFLAGS_HEAPTYPE);
}

/// Of the package; they live as long as the process.
py::handle readsOf, unknownLeafError;

Constant toConstant(py::handle object) {
  Constant constant{py::reinterpret_borrow<py::object>(object), {}};
  if (PyFunction_Check(object.ptr()) || isUsersClass(object.ptr()))
    if (py::object reads = readsOf(object); !reads.is_none())
      constant.reads = std::move(reads);
  return constant;
}

/// Thrown through the code that takes a nest apart, which knows nothing of this.
struct UnknownLeaf {
  py::object leaf;
};

/// A tensor's type as far as programs depend on it, without copying it.
struct TypeView {
  cotan::DType dtype;
  bool isWeak;
  llvm::ArrayRef<int64_t> sizes;

  explicit TypeView(const Tensor &tensor)
      : dtype(inner(tensor.dtype())), isWeak(tensor.isWeak()), sizes(openSizesOf(tensor)) {}
  explicit TypeView(const TypeOnly &only)
      : dtype(only.type.dtype), isWeak(only.type.isWeak), sizes(only.type.sizes) {}
  bool operator==(const TypeView &other) const {
    return dtype == other.dtype && isWeak == other.isWeak && sizes == other.sizes;
  }
  size_t hash() const {
    return llvm::hash_combine(unsigned(dtype), isWeak, llvm::hash_combine_range(sizes));
  }
};

} // namespace

bool isTensorLike(py::handle object) {
  if (tensorIn(object) || isExactNumber(object.ptr()) || isArray(object))
    return true;
  if (typeInfo(object).kind == TypeInfo::Kind::constant) // a member of an enum may be an int, too
    return false;
  return isNumber(object.ptr()) || py::hasattr(py::type::of(object), "__array__");
}

NestShape::Leaf NestShape::toLeaf(py::handle object, bool copies, Unknown unknown) {
  if (const Tensor *tensor = tensorIn(object))
    return weakScalar(*tensor);
  if (PyFunction_Check(object.ptr())) // in each call
    return toConstant(object);
  if (py::isinstance<TypeOnly>(object))
    return object.cast<TypeOnly>();
  if (isTensorLike(object))
    return weakScalar(arrayOf(object, {}, copies));
  if (isConstant(object))
    return toConstant(object);
  if (unknown == Unknown::refuse)
    throw UnknownLeaf{py::reinterpret_borrow<py::object>(object)};
  return Constant{py::reinterpret_borrow<py::object>(object), {}};
}

NestShape::NestShape(py::handle tree, bool copies, Unknown unknown) try
    : parts(tree, {[&](py::handle leaf) { leaves.push_back(toLeaf(leaf, copies, unknown)); }}) {
} catch (const UnknownLeaf &found) {
  py::object error = unknownLeafError(tree, found.leaf);
  PyErr_SetObject(unknownLeafError.ptr(), error.ptr());
  throw py::error_already_set();
}

py::list NestShape::tensors() const {
  py::list found;
  for (const Leaf &leaf : leaves)
    if (auto *tensor = std::get_if<Tensor>(&leaf))
      found.append(*tensor);
    else if (auto *type = std::get_if<TypeOnly>(&leaf))
      found.append(*type);
  return found;
}

cotan::trace::Tensors NestShape::arguments() const {
  cotan::trace::Tensors found;
  for (const Leaf &leaf : leaves)
    if (auto *tensor = std::get_if<Tensor>(&leaf))
      found.push_back(inner(*tensor));
    else if (auto *type = std::get_if<TypeOnly>(&leaf))
      throw TypeError(cotan::trace::currentPlace() + "a program was called with the type " +
                      describe(type->type) + "; call it with a tensor");
  return found;
}

py::object NestShape::filled(const Structure::Source &next) const {
  return parts.unflatten([&, leaf = leaves.begin()]() mutable {
    auto *constant = std::get_if<Constant>(&*leaf++);
    return constant ? constant->object : next();
  });
}

NestShape NestShape::typesOnly() const {
  NestShape types = *this;
  for (Leaf &leaf : types.leaves)
    if (auto *tensor = std::get_if<Tensor>(&leaf))
      leaf = TypeOnly{tensor->body()->type().unlabelled()};
  return types;
}

bool NestShape::hasFormOf(const NestShape &other) const {
  if (!(parts == other.parts))
    return false;
  for (size_t i = 0; i < leaves.size(); ++i) {
    auto *mine = std::get_if<Constant>(&leaves[i]);
    auto *theirs = std::get_if<Constant>(&other.leaves[i]);
    if (!mine != !theirs || (mine && !isSame(*mine, *theirs)))
      return false;
  }
  return true;
}

/// The type of a leaf that is a tensor or stands for one.
template <typename Leaf> static TypeView typeOf(const Leaf &leaf) {
  auto *tensor = std::get_if<Tensor>(&leaf);
  return tensor ? TypeView(*tensor) : TypeView(std::get<TypeOnly>(leaf));
}

bool NestShape::operator==(const NestShape &other) const {
  if (floats != other.floats || !hasFormOf(other))
    return false;
  for (size_t i = 0; i < leaves.size(); ++i)
    if (!std::holds_alternative<Constant>(leaves[i]) &&
        !(typeOf(leaves[i]) == typeOf(other.leaves[i])))
      return false;
  return true;
}

size_t NestShape::hash() const {
  size_t hash = llvm::hash_combine(parts.hash(), unsigned(floats));
  for (const Leaf &leaf : leaves) {
    auto *constant = std::get_if<Constant>(&leaf);
    hash = llvm::hash_combine(hash, constant ? hashOf(*constant) : typeOf(leaf).hash());
  }
  return hash;
}

static void bindComparison(Class<TypeOnly> &type) {
  type.def(
          "__eq__", [](const TypeOnly &a, const TypeOnly &b) { return TypeView(a) == TypeView(b); },
          py::is_operator())
      .def("__hash__", [](const TypeOnly &only) { return TypeView(only).hash(); })
      .def("__repr__", [](const TypeOnly &only) {
        return "ShapeDtypeStruct(" + describe(only.type) +
               (only.type.isWeak ? ", weak_type=True)" : ")");
      });
}

static void bindTypeProperties(Class<TypeOnly> &type) {
  type.def_property_readonly(
          "ndim", [](const TypeOnly &only) { return only.type.sizes.size(); },
          R"(The number of axes.

>>> ct.ShapeDtypeStruct((2, 3), "float32").ndim
2)")
      .def_property_readonly(
          "dtype", [](const TypeOnly &only) { return toPython(outer(only.type.dtype)); },
          R"(The element type, as NumPy's dtype.

>>> ct.ShapeDtypeStruct((), "int64").dtype
dtype('int64'))")
      .def_property_readonly(
          "weak_type", [](const TypeOnly &only) { return only.type.isWeak; },
          R"(Whether the element type gives way to others.

>>> ct.ShapeDtypeStruct((), "int64").weak_type
False)");
}

static std::string placeOfTypeOnly() { return cotan::trace::currentPlace() + "ShapeDtypeStruct: "; }

template <typename T> static T taken(const Untaken<T> &given, const char *parameter) {
  py::detail::make_caster<T> caster;
  if (!caster.load(given.object, /*convert=*/true))
    throw TypeError(placeOfTypeOnly() + "'" + parameter + "' must be " + caster.name.text +
                    ", but is " + std::string(py::str(py::repr(given.object))));
  return py::detail::cast_op<T &>(caster);
}

static TypeOnly makeTypeOnly(const Untaken<OpenShape> &shape, const Untaken<DTypeLike> &dtype,
                             const Untaken<bool> &weakType) {
  const bool isWeak = taken(weakType, "weak_type");
  TensorType type{inner(taken(dtype, "dtype").dtype), {}, isWeak};
  if (isWeak && type.dtype != cotan::trace::defaultFloat() &&
      type.dtype != cotan::trace::defaultInteger)
    throw ValueError(placeOfTypeOnly() + nameOf(outer(type.dtype)) +
                     " has no weak_type; numbers are " + nameOf(default_dtype()) + " and int64");
  for (int64_t size : taken(shape, "shape").sizes) {
    if (size < 0 && !mlir::ShapedType::isDynamic(size))
      throw ValueError(placeOfTypeOnly() + "'shape' has the negative size " + std::to_string(size) +
                       "; None is an open size");
    type.sizes.push_back(size);
  }
  return TypeOnly{type};
}

static NestShape makeNestShape(py::handle tree, bool copies, bool passesOn) {
  return NestShape(tree, copies, passesOn ? Unknown::passOn : Unknown::refuse);
}

static int64_t knownSize(int64_t size) {
  if (mlir::ShapedType::isDynamic(size))
    throw ValueError(placeOfTypeOnly() + "a size is open, and known only when a program runs");
  return size;
}

static int64_t product(llvm::ArrayRef<int64_t> sizes) {
  int64_t count = 1;
  for (int64_t size : sizes)
    count = scaled(count, knownSize(size));
  return count;
}

static void bindTypeOnly(Module &m) {
  Class<TypeOnly> type(m, "ShapeDtypeStruct",
                       R"(The type of a tensor that is not there, for `f.lower` and `ct.eval_shape`.

>>> ct.eval_shape(ct.sum, ct.ShapeDtypeStruct((1000, 1000), "float32"))
ShapeDtypeStruct(float32[]))");
  bindConstructor(type, makeTypeOnly, py::arg("shape"), py::arg("dtype"),
                  py::arg("weak_type") = false);
  type.def_property_readonly(
          "shape", [](const TypeOnly &only) { return sizesTuple(only.type.sizes); },
          R"(The sizes of the axes; None for those that are open.

>>> ct.ShapeDtypeStruct((2, 3), "float32").shape
(2, 3))")
      .def_property_readonly(
          "size", [](const TypeOnly &only) { return product(only.type.sizes); },
          R"(The number of elements; an error if a size is open.

>>> ct.ShapeDtypeStruct((2, 3), "float32").size
6)")
      .def("__len__",
           [](const TypeOnly &only) {
             if (only.type.sizes.empty())
               throw TypeError(placeOfTypeOnly() + "it has no axes, and so no length");
             return knownSize(only.type.sizes.front());
           })
      .def_property_readonly("_sizes",
                             [](const TypeOnly &only) { return sizesTuple(only.type.sizes); });
  bindTypeProperties(type);
  bindComparison(type);
}

void bindNestShapes(Module &m) {
  bindTypeOnly(m);
  m.def("_set_unknown_leaf", [](py::object error) { unknownLeafError = error.release(); });
  m.def("_set_reads", [](py::object function) { readsOf = function.release(); });
  m.def("_is_tensor_like", isTensorLike, "Whether a tensor can stand for it.");
  Class<NestShape> shape(m, "_NestShape", "A nest of tensors, types of tensors, and constants.");
  bindConstructor(shape, makeNestShape, py::arg("tree"), py::arg("copies") = true,
                  py::arg("passes_on") = false);
  shape.def_property_readonly("structure", &NestShape::structure)
      .def_property_readonly("tensors", &NestShape::tensors)
      .def("filled", [](const NestShape &shape,
                        const py::iterable &tensors) { return shape.filled(leavesOf(tensors)); })
      .def("types_only", &NestShape::typesOnly)
      .def("has_form_of", &NestShape::hasFormOf)
      .def(
          "__eq__", [](const NestShape &a, const NestShape &b) { return a == b; },
          py::is_operator())
      .def("__hash__", &NestShape::hash);
}

} // namespace ct::python
