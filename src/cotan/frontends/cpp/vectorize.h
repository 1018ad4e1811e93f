// A function of small tensors as one of any number of them.
#pragma once

#include "cotan/frontends/cpp/mapping.h"

namespace ct {
namespace detail {
/// The arguments, and of each ct::vmap around the function, from the outermost, along which axis of
/// each argument it goes.
struct Vectorized {
  Tensors arguments;
  std::vector<std::vector<MappedAxis>> maps;
};
/// Throws ValueError if the shapes do not fit each other or the signature, TypeError if that has
/// another number of arguments.
Vectorized vectorized(const Tensors &arguments, const std::optional<std::string> &signature);
/// The same if what one call returned for its arguments does not fit the signature.
void checkResults(const std::string &signature, const Tensors &arguments, const Tensors &results);

Nest vectorizeOfNests(const NestFunction &function, const Tensors &arguments,
                      const std::optional<std::string> &signature);
} // namespace detail

/// `f` for each element of its arguments, tensors or numbers whose shapes are brought together.
/// With a signature as "(m,n),(n)->(m)", as NumPy's generalized ufuncs have, for each of their
/// slices with these axes: ct::vectorize(ct::dot, "(n),(n)->()"). What each call is to be given
/// whole, `f` captures.
template <typename F> auto vectorize(F f, std::optional<std::string> signature = {}) {
  return detail::madeOf(
      std::move(f), [signature = std::move(signature)](const auto &f, const auto &...xs) {
        static_assert((std::is_same_v<detail::Held<decltype(xs)>, Tensor> && ...),
                      "ct::vectorize is of functions of tensors; let other nests be captured");
        using R = detail::Result<std::decay_t<decltype(f)>, decltype(xs)...>;
        return Nested<R>::together(detail::vectorizeOfNests(
            detail::ofNest<R, detail::Held<decltype(xs)>...>(f), Tensors{xs...}, signature));
      });
}

} // namespace ct
