// Binds a function of C++ to Python as it is: what each parameter is taken from follows from its
// type.
#pragma once

#include "cotan/frontends/python/convert.h"
#include "cotan/tensor/checks.h"
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
template <> struct Taken<const std::optional<Shape> &> {
  using Type = std::optional<ShapeLike>;
  static std::optional<Shape> of(const Type &given) {
    return given ? std::optional(given->sizes) : std::nullopt;
  }
};
template <> struct Taken<const Integers &> {
  using Type = AxesLike;
  static const Integers &of(const AxesLike &given) { return given.axes; }
};
template <> struct Taken<const Axes &> {
  using Type = std::optional<AxesLike>;
  static Axes of(const Type &given) { return given ? Axes(given->axes) : Axes(); }
};
template <typename A, typename B> struct Taken<const std::pair<A, B> &> {
  using Type = std::pair<typename Taken<const A &>::Type, typename Taken<const B &>::Type>;
  static std::pair<A, B> of(const Type &given) {
    return {Taken<const A &>::of(given.first), Taken<const B &>::of(given.second)};
  }
};
template <> struct Taken<const std::optional<std::pair<Tensor, Tensor>> &> {
  using Type = std::optional<std::pair<Operand, Operand>>;
  static std::optional<std::pair<Tensor, Tensor>> of(const Type &given) {
    return given ? std::optional(std::pair(given->first.tensor, given->second.tensor))
                 : std::nullopt;
  }
};
/// One of several kinds: of that which is given.
template <typename... T> struct Taken<const std::variant<T...> &> {
  using Type = std::variant<typename Taken<const T &>::Type...>;
  static std::variant<T...> of(const Type &given) {
    return ofKind(given, std::index_sequence_for<T...>());
  }

private:
  template <size_t... I>
  static std::variant<T...> ofKind(const Type &given, std::index_sequence<I...>) {
    std::variant<T...> result;
    ((given.index() == I &&
      (result.template emplace<I>(Taken<const T &>::of(std::get<I>(given))), true)),
     ...);
    return result;
  }
};
template <> struct Taken<const Cuts &> {
  using Type = Cuts;
  static const Cuts &of(const Cuts &given) { return given; }
};
template <typename... T> struct Taken<const std::optional<std::variant<T...>> &> {
  using Kind = Taken<const std::variant<T...> &>;
  using Type = std::optional<typename Kind::Type>;
  static std::optional<std::variant<T...>> of(const Type &given) {
    return given ? std::optional(Kind::of(*given)) : std::nullopt;
  }
};
template <> struct Taken<const dynamic::Positions &> {
  using Type = PositionsLike;
  static const dynamic::Positions &of(const PositionsLike &given) { return given.positions; }
};
template <> struct Taken<DType> {
  using Type = DTypeOrNone;
  static DType of(const DTypeOrNone &given) {
    if (!given.dtype && !given.isDefault)
      ct::refuse<TypeError>("an element type must be given, but is None");
    return given.dtype ? *given.dtype : default_dtype();
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
    if (std::string_view(argument.name) == "dtype") {
      found = argument.value.template cast<DTypeOrNone>();
      found.isDefault = !found.dtype;
    }
}

template <typename Given> const Given &orDefault(const Given &given, const DTypeOrNone &) {
  return given;
}
inline const DTypeOrNone &orDefault(const DTypeOrNone &given, const DTypeOrNone &otherwise) {
  return given.dtype ? given : otherwise;
}

/// "nn.silu": the module it is in, and its own name.
inline std::pair<Module, std::string> placeOf(const Module &m, const std::string &name) {
  size_t dot = name.find('.');
  if (dot == std::string::npos)
    return {m, name};
  return {m.attr(name.substr(0, dot).c_str()).cast<Module>(), name.substr(dot + 1)};
}

/// `name`: as users write it after "ct."; `rest`: py::arg of each parameter, and the documentation.
template <typename Result, typename... Parameters, typename... Rest>
void bindFunction(const Module &m, const char *name, Result (*function)(Parameters...),
                  const Rest &...rest) {
  DTypeOrNone dtype;
  (findDefault(rest, dtype), ...);
  auto call = [function, dtype](const typename Taken<Parameters>::Type &...given) {
    return unlocked([&] { return function(Taken<Parameters>::of(orDefault(given, dtype))...); });
  };
  auto [scope, last] = placeOf(m, name);
  scope.def(last.c_str(), call, rest...);
}

} // namespace ct::python
