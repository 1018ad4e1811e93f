// Nests as such: their leaves, functions of each, and what they are but for them.
#pragma once

#include "cotan/tensor/function.h"

#include <ostream>

namespace ct::tree {

/// What a nest is but for its tensors. Printed with a star for each: {'b': *, 'w': [*, *]}.
class Structure {
public:
  explicit Structure(const Nest &nest);

  size_t num_leaves() const { return ct::detail::leaves(held).size(); }
  const Nest &form() const { return held; }
  std::string str() const;
  friend bool operator==(const Structure &x, const Structure &y);
  friend std::ostream &operator<<(std::ostream &out, const Structure &x) { return out << x.str(); }

private:
  Nest held; // with numbers for tensors
};

namespace detail {
/// Throws ValueError, which says where they begin to differ, unless all have the structure of the
/// first.
Nest mapped(const std::function<Tensor(const std::string &path, const Tensors &)> &function,
            const Nest::Parts &nests);
Nest filled(const Structure &structure, const Tensors &leaves);
bool all(const Tensors &leaves);
std::pair<Tensor, std::function<Nest(const Tensor &)>> ravel(const Nest &nest);

template <typename F, size_t... I>
Tensor spread(const F &f, const Tensors &xs, std::index_sequence<I...>) {
  return f(xs[I]...);
}
template <typename X> Nest apart(const X &x) { return Nested<ct::detail::Held<X>>::apart(x); }
} // namespace detail

/// The tensors, from left to right; of a std::map in the order of its keys.
template <typename T> Tensors leaves(const T &tree) {
  return ct::detail::leaves(detail::apart(tree));
}
/// What the nest is but for its tensors.
template <typename T> Structure structure(const T &tree) { return Structure(detail::apart(tree)); }
/// Both: auto [leaves, structure] = ct::tree::flatten(tree);
template <typename T> std::pair<Tensors, Structure> flatten(const T &tree) {
  return {leaves(tree), structure(tree)};
}
/// The nest of type T with these leaves; throws ValueError if there are more or fewer of them:
/// ct::tree::unflatten<Parameters>(structure, leaves).
template <typename T> T unflatten(const Structure &structure, const Tensors &leaves) {
  return Nested<T>::together(detail::filled(structure, leaves));
}

/// A nest as the first, of what `f` gives for each leaf of it and the leaves in this place of the
/// others, which must be of its structure: ct::tree::map([](auto w, auto g) { return w - 0.1 * g;
/// }, parameters, gradients). Throws ValueError, with the place, where they differ.
template <typename F, typename T, typename... Ts>
auto map(const F &f, const T &tree, const Ts &...rest) {
  auto each = [&](const std::string &, const Tensors &xs) {
    return detail::spread(f, xs, std::make_index_sequence<1 + sizeof...(Ts)>());
  };
  return Nested<ct::detail::Held<T>>::together(
      detail::mapped(each, {detail::apart(tree), detail::apart(rest)...}));
}
/// The same with the path of the leaf first, as "['w'][0]".
template <typename F, typename T, typename... Ts>
auto map_with_path(const F &f, const T &tree, const Ts &...rest) {
  auto each = [&](const std::string &path, const Tensors &xs) {
    auto ofPath = [&](const auto &...x) { return f(path, x...); };
    return detail::spread(ofPath, xs, std::make_index_sequence<1 + sizeof...(Ts)>());
  };
  return Nested<ct::detail::Held<T>>::together(
      detail::mapped(each, {detail::apart(tree), detail::apart(rest)...}));
}

/// f(f(f(initial, leaf), leaf), ...), of any type.
template <typename F, typename T, typename Value>
Value reduce(const F &f, const T &tree, Value initial) {
  for (const Tensor &leaf : leaves(tree))
    initial = f(initial, leaf);
  return initial;
}
/// Whether all leaves, which have one element each, are true.
template <typename T> bool all(const T &tree) { return detail::all(leaves(tree)); }

/// The numbers of all leaves as a vector, and a function that makes such a nest of one again:
/// auto [flat, unravel] = ct::tree::ravel(parameters). Leaves of several element types become their
/// common one, and have theirs again in what is made of a vector.
template <typename T> auto ravel(const T &tree) {
  auto [flat, unravel] = detail::ravel(detail::apart(tree));
  return std::pair(flat, [unravel = unravel](const Tensor &vector) {
    return Nested<ct::detail::Held<T>>::together(unravel(vector));
  });
}

} // namespace ct::tree
