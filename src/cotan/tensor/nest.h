// Nests of tensors and functions, taken apart: what functions take and return, what loops carry,
// and what function values have captured.
#pragma once

#include "cotan/tensor/tensor.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace ct {

using Tensors = std::vector<Tensor>;

namespace detail {
struct FunctionValue; // function_value.h
}

/// A tensor, several nests, or a function.
struct Nest {
  using Parts = std::vector<Nest>;
  using Function = std::shared_ptr<const detail::FunctionValue>;

  explicit Nest(Tensor x, bool isFixed = false) : content(std::move(x)), isFixed(isFixed) {}
  explicit Nest(Parts parts, std::vector<std::string> names = {})
      : content(std::move(parts)), names(std::move(names)) {}
  explicit Nest(Function function) : content(std::move(function)) {}

  const Tensor &tensor() const { return std::get<Tensor>(content); }
  const Parts &parts() const { return std::get<Parts>(content); }
  const Function &function() const { return std::get<Function>(content); }

  /// Other parts in the place of its own, under the same names.
  Nest with(Parts others) const { return Nest(std::move(others), names); }

  std::variant<Tensor, Parts, Function> content;
  std::vector<std::string> names; // of the parts, if they have any; a nest of others is another one
  bool isFixed = false; // a tensor that is none of its leaves, as it is the same in any case
};

namespace detail {
/// The tensors, from left to right: of a function that is chosen the number of the one it is, then
/// what all that it may be have captured.
Tensors leaves(const Nest &nest);
/// The nest with these tensors for its leaves. Behind them may be others.
Nest filled(const Nest &form, const Tensors &leaves);
/// "'a', 'b'": the names of its parts.
std::string keysOf(const Nest &nest);
/// The nest with others in the place of its tensors; `change` is told whether a function has
/// captured one.
Nest mapped(const Nest &nest,
            const std::function<Nest(const Nest &tensor, bool isCaptured)> &change,
            bool isCaptured = false);
} // namespace detail

/// How values of a type are taken apart and put together. For types of your own:
///
///     template <> struct ct::Nested<Line> {
///       static ct::Nest apart(const Line &x) { return ct::nest(x.slope, x.start); }
///       static Line together(const ct::Nest &nest) {
///         return {ct::part<ct::Tensor>(nest, 0), ct::part<ct::Tensor>(nest, 1)};
///       }
///     };
template <typename T> struct Nested;

template <typename T>
concept IsNested = requires(const T &x, const Nest &nest) {
  Nested<T>::apart(x);
  Nested<T>::together(nest);
};

/// The nest of these parts, and part number `i` of one.
template <typename... Ts> Nest nest(const Ts &...parts) {
  Nest::Parts all;
  all.reserve(sizeof...(parts));
  (all.push_back(Nested<Ts>::apart(parts)), ...);
  return Nest(std::move(all));
}
template <typename T> T part(const Nest &nest, size_t i) {
  return Nested<T>::together(nest.parts().at(i));
}

template <> struct Nested<Nest> {
  static Nest apart(const Nest &nest) { return nest; }
  static Nest together(const Nest &nest) { return nest; }
};

template <> struct Nested<Tensor> {
  static Nest apart(const Tensor &x) { return Nest(x); }
  static Tensor together(const Nest &nest) { return nest.tensor(); }
};

template <IsNested T> struct Nested<std::vector<T>> {
  static Nest apart(const std::vector<T> &xs) {
    Nest::Parts parts;
    for (const T &x : xs)
      parts.push_back(Nested<T>::apart(x));
    return Nest(std::move(parts));
  }
  static std::vector<T> together(const Nest &nest) {
    std::vector<T> xs;
    for (const Nest &part : nest.parts())
      xs.push_back(Nested<T>::together(part));
    return xs;
  }
};

/// A nest under other keys is another one: compiled functions are compiled anew for it.
template <IsNested T> struct Nested<std::map<std::string, T>> {
  static Nest apart(const std::map<std::string, T> &xs) {
    Nest::Parts parts;
    std::vector<std::string> names;
    for (const auto &[name, x] : xs) {
      parts.push_back(Nested<T>::apart(x));
      names.push_back(name);
    }
    return Nest(std::move(parts), std::move(names));
  }
  static std::map<std::string, T> together(const Nest &nest) {
    std::map<std::string, T> xs;
    for (size_t i = 0; i < nest.parts().size(); ++i)
      xs.emplace(nest.names.at(i), Nested<T>::together(nest.parts()[i]));
    return xs;
  }
};

/// Without a value it has no parts, and is another nest.
template <IsNested T> struct Nested<std::optional<T>> {
  static Nest apart(const std::optional<T> &x) {
    return Nest(x ? Nest::Parts{Nested<T>::apart(*x)} : Nest::Parts());
  }
  static std::optional<T> together(const Nest &nest) {
    return nest.parts().empty() ? std::nullopt : std::optional<T>(part<T>(nest, 0));
  }
};

namespace detail {
/// Of types that know how many parts they have.
template <typename Tuple, typename Is = std::make_index_sequence<std::tuple_size_v<Tuple>>>
struct NestedTuple;
template <typename Tuple, size_t... I> struct NestedTuple<Tuple, std::index_sequence<I...>> {
  static Nest apart(const Tuple &xs) { return nest(std::get<I>(xs)...); }
  static Tuple together(const Nest &nest) {
    return {part<std::tuple_element_t<I, Tuple>>(nest, I)...};
  }
};
} // namespace detail

template <IsNested A, IsNested B>
struct Nested<std::pair<A, B>> : detail::NestedTuple<std::pair<A, B>> {};
template <IsNested... Ts>
struct Nested<std::tuple<Ts...>> : detail::NestedTuple<std::tuple<Ts...>> {};
template <IsNested T, size_t n>
struct Nested<std::array<T, n>> : detail::NestedTuple<std::array<T, n>> {};

namespace detail {
/// The type of nest that a value is taken as: a number as a tensor, a function as a closure.
template <typename T> struct HeldAs {
  static_assert(
      sizeof(T) == 0,
      "a tensor, a function of tensors, or a std::vector, pair, tuple, array, optional or map "
      "from std::string of these is needed; of a function with auto parameters say which: "
      "ct::Closure<ct::Tensor(ct::Tensor)>(f)");
};
template <Number T> struct HeldAs<T> {
  using type = Tensor;
};
template <IsNested T> struct HeldAs<T> {
  using type = T;
};
template <typename T> using Held = typename HeldAs<std::decay_t<T>>::type;
template <typename A, typename B> struct HeldAs<std::pair<A, B>> {
  using type = std::pair<Held<A>, Held<B>>;
};
template <typename... Ts> struct HeldAs<std::tuple<Ts...>> {
  using type = std::tuple<Held<Ts>...>;
};
} // namespace detail

} // namespace ct
