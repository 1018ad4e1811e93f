// Counting: how often numbers occur, or lie in bins.
include "cotan/functions/function.td"

def : Function<"bincount",
               (ins Tensor:$x, OptionalTensor:$weights, Default<Int, "0">:$minlength, KeywordOnly,
                    OptionalInt:$length)> {
  let summary = "How often each of 0, 1, ... occurs in a vector of integers, or the weights' sum there.";
  let description = [{
    length says how many results there are, as it must in functions that are traced. Negative numbers
    count as 0.
  }];
  let example = [{
    >>> ct.bincount(ct.array([0, 2, 2]))
    Tensor([1, 0, 2], dtype=int64)
  }];
}

def : Function<"histogram_bin_edges",
               (ins Tensor:$a, Default<Count, "10">:$bins, Range:$range)> {
  let overloads = [{
    Tensor histogram_bin_edges(const Tensor &a, int64_t bins = 10, const std::optional<std::pair<Tensor, Tensor>> &range = {});
  }];
  let summary = "The ends of bins of equal width from the smallest element to the largest one.";
  let example = [{
    >>> ct.histogram_bin_edges(ct.array([0.0, 4.0]), 2)
    Tensor([0., 2., 4.], dtype=float32)
  }];
}

def : Function<"histogram",
               (ins Tensor:$a, Default<Count, "10">:$bins, Range:$range, OptionalTensor:$weights,
                    No:$density), "std::pair<Tensor, Tensor>"> {
  let overloads = [{
    Tensor histogram(const Tensor &a, const Tensor &edges, const std::optional<Tensor> &weights = {}, bool density = false);
  }];
  let summary = "How many elements are in each bin, and the ends of the bins.";
  let description = [{
    bins: how many, or their ends. With weights, the sums of those; with density, the integral is 1.
    The last bin has both its ends.
  }];
  let example = [{
    >>> ct.histogram(ct.array([0.0, 1.0, 1.5, 4.0]), 2)
    (Tensor([3., 1.], dtype=float32), Tensor([0., 2., 4.], dtype=float32))
  }];
}
