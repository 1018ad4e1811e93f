// What samples say: averages, ranges, how they vary together, and ranks.
#pragma once

#include "cotan/frontends/cpp/reduction.h"

#include <string>

namespace ct {

/// The mean with weights, of the shape of `x` or, along one axis, a vector.
Tensor average(const Tensor &x, const Axes &axes = {}, const std::optional<Tensor> &weights = {},
               bool keepdims = false);
/// The sum of the weights by which `average` divides.
Tensor weightSum(const Tensor &x, const Axes &axes = {}, const std::optional<Tensor> &weights = {},
                 bool keepdims = false);
/// The largest less the smallest.
Tensor ptp(const Tensor &x, const Axes &axes = {}, bool keepdims = false);

/// How samples vary together. Rows are variables, columns samples, unless `rowvar` is false.
/// `fweights` say how often each sample was found, `aweights` how much it counts.
struct CovOptions {
  bool rowvar = true, bias = false;
  std::optional<int64_t> ddof = {};
  std::optional<Tensor> fweights = {}, aweights = {};
};
Tensor cov(const Tensor &x, const std::optional<Tensor> &y = {}, const CovOptions &options = {});
/// The same of variables divided by their standard deviations.
Tensor corrcoef(const Tensor &x, const std::optional<Tensor> &y = {}, bool rowvar = true);

/// The element below which the part `q`, 0 to 1, of all elements is. Between two elements `method`
/// chooses: linear, lower, higher, midpoint, nearest. NaN if there is one; the functions that begin
/// with "nan" leave it out. The axes of `q` come first in the result.
Tensor quantile(const Tensor &x, const Tensor &q, const Axes &axes = {},
                const std::string &method = "linear", bool keepdims = false);
Tensor nanquantile(const Tensor &x, const Tensor &q, const Axes &axes = {},
                   const std::string &method = "linear", bool keepdims = false);
/// The same with `q` from 0 to 100.
Tensor percentile(const Tensor &x, const Tensor &q, const Axes &axes = {},
                  const std::string &method = "linear", bool keepdims = false);
Tensor nanpercentile(const Tensor &x, const Tensor &q, const Axes &axes = {},
                     const std::string &method = "linear", bool keepdims = false);
/// The one in the middle; the mean of the two there are of an even number.
Tensor median(const Tensor &x, const Axes &axes = {}, bool keepdims = false);
Tensor nanmedian(const Tensor &x, const Axes &axes = {}, bool keepdims = false);

} // namespace ct
