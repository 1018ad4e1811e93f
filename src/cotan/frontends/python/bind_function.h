// Binds a function of C++ to Python as it is: what each parameter is taken from follows from its
// type.
#pragma once

#include "cotan/frontends/python/convert.h"

namespace ct::python {

/// What Python gives for a parameter of C++, and how it becomes one.
template <typename Parameter> struct Taken {
  using Type = std::decay_t<Parameter>;
  static const Type &of(const Type &given) { return given; }
};
template <> struct Taken<const Tensor &> {
  using Type = Operand;
  static const Tensor &of(const Operand &given) { return given.tensor; }
};
template <> struct Taken<const std::optional<Tensor> &> {
  using Type = std::optional<Operand>;
  static std::optional<Tensor> of(const Type &given) {
    return given ? std::optional(given->tensor) : std::nullopt;
  }
};
template <> struct Taken<const std::vector<Tensor> &> {
  using Type = Operands;
  static const std::vector<Tensor> &of(const Operands &given) { return given.tensors; }
};
template <> struct Taken<const Shape &> {
  using Type = ShapeLike;
  static const Shape &of(const ShapeLike &given) { return given.sizes; }
};
template <> struct Taken<Shape> : Taken<const Shape &> {};
template <> struct Taken<const std::optional<Shape> &> {
  using Type = std::optional<ShapeLike>;
  static std::optional<Shape> of(const Type &given) {
    return given ? std::optional(given->sizes) : std::nullopt;
  }
};
template <> struct Taken<const std::vector<int64_t> &> { // axes
  using Type = AxesLike;
  static const std::vector<int64_t> &of(const AxesLike &given) { return given.axes; }
};
template <> struct Taken<std::vector<int64_t>> : Taken<const std::vector<int64_t> &> {};
template <> struct Taken<const Axes &> {
  using Type = std::optional<AxesLike>;
  static Axes of(const Type &given) { return given ? Axes(given->axes) : Axes(); }
};
template <> struct Taken<DType> {
  using Type = DTypeLike;
  static DType of(const DTypeLike &given) { return given.dtype; }
};
template <> struct Taken<std::optional<DType>> {
  using Type = std::optional<DTypeLike>;
  static std::optional<DType> of(const Type &given) {
    return given ? std::optional(given->dtype) : std::nullopt;
  }
};

/// `rest`: py::arg of each parameter, and the documentation.
template <typename Result, typename... Parameters, typename... Rest>
void bindFunction(py::module_ &m, const char *name, Result (*function)(Parameters...),
                  const Rest &...rest) {
  auto call = [function](const typename Taken<Parameters>::Type &...given) {
    return unlocked([&] { return function(Taken<Parameters>::of(given)...); });
  };
  m.def(name, call, rest...);
}

/// Functions of one and of two tensors, with JAX's names of parameters.
inline void bindUnary(py::module_ &m, const char *name, Tensor (*function)(const Tensor &),
                      const char *doc) {
  bindFunction(m, name, function, py::arg("x"), doc);
}
inline void bindBinary(py::module_ &m, const char *name,
                       Tensor (*function)(const Tensor &, const Tensor &), const char *doc) {
  bindFunction(m, name, function, py::arg("x1"), py::arg("x2"), doc);
}

/// A matrix with these numbers of rows and columns, which may be traced.
template <Tensor (*function)(int64_t, std::optional<int64_t>, int64_t, DType)>
Tensor ofSizes(SizeLike rows, std::optional<SizeLike> columns, int64_t k, DType dtype) {
  return function(rows.size, columns ? std::optional(columns->size) : std::nullopt, k, dtype);
}

} // namespace ct::python
