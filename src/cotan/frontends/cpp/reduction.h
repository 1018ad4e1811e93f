// Functions that reduce along axes. Without axes they reduce along all; negative ones count from
// the end.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

#include <optional>

namespace ct {

using Axes = std::optional<std::vector<int64_t>>;

/// ct::sum(x, {{0}}, {.keepdims = true}). A function throws ValueError of an option it does not
/// have.
struct Reduction {
  bool keepdims = false;              // the axes stay, with size 1
  std::optional<Tensor> where = {};   // which elements count; in a shape that broadcasts to x's
  std::optional<Tensor> initial = {}; // one number more, of sum, prod, max and min
  std::optional<DType> dtype = {};    // what sum, prod, mean, var and std compute in
  int64_t ddof = 0; // var and std divide the sum of squares by the number of elements less this
};

/// Truth values and narrow integers are added as int64.
Tensor sum(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
Tensor prod(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
/// Of nothing, and with `where`, they need `initial`.
Tensor max(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
Tensor min(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
Tensor any(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
Tensor all(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
Tensor mean(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
Tensor var(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
Tensor std(const Tensor &x, const Axes &axes = {}, const Reduction &options = {});
Tensor logsumexp(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
Tensor count_nonzero(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
/// Without an axis: of the elements in one row.
Tensor argmax(const Tensor &x, std::optional<int64_t> axis = {}, bool keepdims = false);
Tensor argmin(const Tensor &x, std::optional<int64_t> axis = {}, bool keepdims = false);
Tensor cumsum(const Tensor &x, std::optional<int64_t> axis = {});
Tensor cumprod(const Tensor &x, std::optional<int64_t> axis = {});
Tensor cummax(const Tensor &x, int64_t axis = 0);
Tensor cummin(const Tensor &x, int64_t axis = 0);

Tensor sort(const Tensor &x, std::optional<int64_t> axis = -1, bool descending = false);
Tensor argsort(const Tensor &x, std::optional<int64_t> axis = -1, bool descending = false);
/// The `k` largest elements of the last axis, and where they are.
std::pair<Tensor, Tensor> top_k(const Tensor &x, int64_t k);

} // namespace ct
