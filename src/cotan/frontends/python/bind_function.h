// Binds a function of C++ to Python as it is: what each parameter is taken from follows from its
// type.
#pragma once

#include "cotan/frontends/python/convert.h"
#include "cotan/trace/context.h"

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
  using Type = DTypeOrNone;
  static DType of(const DTypeOrNone &given) {
    if (!given.dtype)
      throw TypeError(cotan::trace::currentPlace() + "an element type must be given, but is None");
    return *given.dtype;
  }
};
template <> struct Taken<std::optional<DType>> {
  using Type = std::optional<DTypeLike>;
  static std::optional<DType> of(const Type &given) {
    return given ? std::optional(given->dtype) : std::nullopt;
  }
};

/// The element type that is an argument's default.
template <typename Argument> void findDefault(const Argument &argument, DTypeOrNone &found) {
  if constexpr (std::is_same_v<Argument, py::arg_v>)
    if (std::string_view(argument.name) == "dtype")
      found = argument.value.template cast<DTypeOrNone>();
}

template <typename Given> const Given &orDefault(const Given &given, const DTypeOrNone &) {
  return given;
}
inline const DTypeOrNone &orDefault(const DTypeOrNone &given, const DTypeOrNone &otherwise) {
  return given.dtype ? given : otherwise;
}

/// `rest`: py::arg of each parameter, and the documentation.
template <typename Result, typename... Parameters, typename... Rest>
void bindFunction(Module &m, const char *name, Result (*function)(Parameters...),
                  const Rest &...rest) {
  DTypeOrNone dtype;
  (findDefault(rest, dtype), ...);
  auto call = [function, dtype](const typename Taken<Parameters>::Type &...given) {
    return unlocked([&] { return function(Taken<Parameters>::of(orDefault(given, dtype))...); });
  };
  m.def(name, call, rest...);
}

/// Functions of one and of two tensors, with JAX's names of parameters.
inline void bindUnary(Module &m, const char *name, Tensor (*function)(const Tensor &),
                      const char *doc) {
  bindFunction(m, name, function, py::arg("x"), doc);
}
inline void bindBinary(Module &m, const char *name,
                       Tensor (*function)(const Tensor &, const Tensor &), const char *doc) {
  bindFunction(m, name, function, py::arg("x1"), py::arg("x2"), doc);
}

/// A matrix with these numbers of rows and columns, which may be traced.
template <Tensor (*function)(int64_t, std::optional<int64_t>, int64_t, DType)>
Tensor ofSizes(SizeLike rows, std::optional<SizeLike> columns, int64_t k, DType dtype) {
  return function(rows.size, columns ? std::optional(columns->size) : std::nullopt, k, dtype);
}

} // namespace ct::python
