// Quantiles: elements between sorted ones.
include "cotan/functions/function.td"

def : Function<"quantile",
               (ins Tensor:$a, Tensor:$q, OptionalAxes:$axis,
                    Default<String, "\"linear\"">:$method, No:$keepdims, KeywordOnly, OptionalTensor:$weights,
                    NoEffect:$overwrite_input)> {
  let summary = "The element below which the part q, 0 to 1, of the elements along axes is.";
  let description = [{
    Where it is between two, method chooses: linear, lower, higher, midpoint, nearest; inverted_cdf is the
    first element up to which the part is at least q; and NumPy's averaged_inverted_cdf, closest_observation,
    interpolated_inverted_cdf, hazen, weibull, median_unbiased and normal_unbiased. NaN if there is one. The axes of q come first in the
    result. weights, of the shape of a or with the axes that are named, say how much each element counts; only
    with method="inverted_cdf". They have no derivative.
  }];
  let example = [{
    >>> ct.quantile(ct.array([1.0, 2.0, 3.0, 4.0]), ct.array([0.0, 0.5]))
    Tensor([1. , 2.5], dtype=float32)
  }];
}

def : Function<"nanquantile",
               (ins Tensor:$a, Tensor:$q, OptionalAxes:$axis,
                    Default<String, "\"linear\"">:$method, No:$keepdims, KeywordOnly, OptionalTensor:$weights,
                    NoEffect:$overwrite_input)> {
  let summary = "The same as quantile of what is not NaN.";
  let example = [{
    >>> ct.nanquantile(ct.array([1.0, ct.nan, 3.0]), 0.5)
    Tensor(2., dtype=float32)
  }];
}

def : Function<"percentile",
               (ins Tensor:$a, Tensor:$q, OptionalAxes:$axis,
                    Default<String, "\"linear\"">:$method, No:$keepdims, KeywordOnly, OptionalTensor:$weights,
                    NoEffect:$overwrite_input)> {
  let summary = "The same as quantile with q from 0 to 100.";
  let example = [{
    >>> ct.percentile(ct.array([1.0, 2.0, 3.0]), 50)
    Tensor(2., dtype=float32)
  }];
}

def : Function<"nanpercentile",
               (ins Tensor:$a, Tensor:$q, OptionalAxes:$axis,
                    Default<String, "\"linear\"">:$method, No:$keepdims, KeywordOnly, OptionalTensor:$weights,
                    NoEffect:$overwrite_input)> {
  let summary = "The same as percentile of what is not NaN.";
  let example = [{
    >>> ct.nanpercentile(ct.array([1.0, ct.nan, 3.0]), 50)
    Tensor(2., dtype=float32)
  }];
}

def : Function<"median", (ins Tensor:$a, OptionalAxes:$axis, No:$keepdims, KeywordOnly, NoEffect:$overwrite_input)> {
  let summary = "The element in the middle along axes; of two, their mean.";
  let example = [{
    >>> ct.median(ct.array([5.0, 1.0, 2.0, 3.0]))
    Tensor(2.5, dtype=float32)
  }];
}

def : Function<"nanmedian", (ins Tensor:$a, OptionalAxes:$axis, No:$keepdims, KeywordOnly, NoEffect:$overwrite_input)> {
  let summary = "The median of what is not NaN.";
  let example = [{
    >>> ct.nanmedian(ct.array([5.0, ct.nan, 2.0]))
    Tensor(3.5, dtype=float32)
  }];
}
