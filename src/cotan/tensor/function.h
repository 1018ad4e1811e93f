// Functions of tensors, as loops, branches and transformations take them.
#pragma once

#include "cotan/tensor/tensor.h"

#include <functional>
#include <utility>

namespace ct {

using Tensors = std::vector<Tensor>;
/// The form every function has underneath; templates take lambdas of any number of tensors.
using Function = std::function<Tensors(const Tensors &)>;

namespace detail {
template <typename F, size_t... I>
decltype(auto) spread(const F &f, const Tensors &xs, std::index_sequence<I...>) {
  return f(xs[I]...);
}
inline Tensors listOf(Tensor x) { return {std::move(x)}; }
inline Tensors listOf(Tensors xs) { return xs; }
inline Tensors listOf(std::pair<Tensor, Tensor> xs) { return {xs.first, xs.second}; }

/// A lambda of N tensors as a function of a list.
template <size_t N, typename F> Function flat(F f) {
  return [f = std::move(f)](const Tensors &xs) {
    return listOf(spread(f, xs, std::make_index_sequence<N>()));
  };
}
template <typename R> R as(Tensors xs) {
  if constexpr (std::is_same_v<R, Tensor>)
    return xs.at(0);
  else if constexpr (std::is_same_v<R, Tensors>)
    return xs;
  else
    return R(xs.at(0), xs.at(1));
}
template <typename F, typename... Xs>
using Result = std::decay_t<std::invoke_result_t<const F &, const Xs &...>>;
template <typename> using ToTensor = Tensor;
} // namespace detail

} // namespace ct
