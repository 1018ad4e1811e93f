// Nests as arguments and results of programs.
#pragma once

#include "cotan/frontends/python/convert.h"
#include "cotan/frontends/python/nest.h"
#include "cotan/tensor/inside.h"

#include <variant>

namespace ct::python {

/// The element type and sizes of a tensor that is not there.
struct TypeOnly {
  cotan::trace::TensorType type;
};

/// Whether a tensor can stand for it: tensors, numbers, arrays.
bool isTensorLike(py::handle object);

/// A leaf of a program's arguments or results that is no tensor.
struct Constant {
  py::object object;
  /// What it reads from outside, where that is not fixed: of functions and classes.
  py::object reads;
};

/// What to do with objects that may hold tensors, but are no nests.
enum class Unknown : uint8_t {
  refuse,
  passOn, // as they are, to functions that are not kept
};

/// A nest of tensors, types of tensors, and other objects, which are constants of a program.
class NestShape {
public:
  /// Without `copies` it shares the memory of NumPy's arrays: for as long as a call lasts.
  explicit NestShape(py::handle tree, bool copies = true, Unknown unknown = Unknown::refuse);

  const Structure &structure() const { return parts; }
  /// What stands in the tensors' places: tensors and types.
  py::list tensors() const;
  /// The tensors; throws if there are types among them.
  cotan::trace::Tensors arguments() const;
  /// The nest with these in the tensors' places.
  py::object filled(const Structure::Source &next) const;
  /// The same with types in the places of tensors.
  NestShape typesOnly() const;

  /// Whether they differ in tensors only.
  bool hasFormOf(const NestShape &other) const;
  /// Whether one program takes both: tensors of the same types in the same places, equal objects.
  bool operator==(const NestShape &other) const;
  /// Throws Python's TypeError if an object has none.
  size_t hash() const;

private:
  using Leaf = std::variant<Tensor, TypeOnly, Constant>;
  static Leaf toLeaf(py::handle object, bool copies, Unknown unknown);

  std::vector<Leaf> leaves;
  Structure parts;                                    // behind `leaves`, which it fills
  cotan::DType floats = cotan::trace::defaultFloat(); // that say nothing else, in a program of it
};

} // namespace ct::python
