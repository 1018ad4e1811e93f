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
               (ins Tensor:$a, Default<BinsOfAxis, "10">:$bins, Range:$range, OptionalTensor:$weights)> {
  let overloads = [{
    Tensor histogram_bin_edges(const Tensor &a, int64_t bins = 10, const std::optional<std::pair<Tensor, Tensor>> &range = {});
  }];
  let summary = "The ends of bins of equal width from the smallest element to the largest one.";
  let description = [{
    bins: how many, or their ends, in order, which are given back. range: the first end and the last. weights, of
    the shape of a, change nothing.
  }];
  let example = [{
    >>> ct.histogram_bin_edges(ct.array([0.0, 4.0]), 2)
    Tensor([0., 2., 4.], dtype=float32)
  }];
}

def : Function<"histogram",
               (ins Tensor:$a, Default<BinsOfAxis, "10">:$bins, Range:$range, OptionalTensor:$weights,
                    No:$density), "std::pair<Tensor, Tensor>"> {
  let overloads = [{
    Tensor histogram(const Tensor &a, const Tensor &edges, const std::optional<Tensor> &weights = {}, bool density = false);
  }];
  let summary = "How many elements are in each bin, and the ends of the bins.";
  let description = [{
    bins: how many, or their ends, in order. range: the first end and the last, those of what is there if it is
    left out. With weights, the sums of those; with density, the integral is 1. The last bin has both its ends.
  }];
  let example = [{
    >>> ct.histogram(ct.array([0.0, 1.0, 1.5, 4.0]), 2)
    (Tensor([3., 1.], dtype=float32), Tensor([0., 2., 4.], dtype=float32))
  }];
}

def : Function<"histogramdd",
               (ins Tensor:$sample, Default<Bins, "10">:$bins, Ranges:$range,
                    OptionalTensor:$weights, No:$density), "std::pair<Tensor, std::vector<Tensor>>"> {
  let overloads = [{
    Tensor histogramdd(const Tensor &sample, const std::vector<Tensor> &edges, const std::optional<Tensor> &weights = {}, bool density = false);
  }];
  let summary = "How many points, the rows of a matrix, are in each bin of a grid, and the ends of the bins of each axis.";
  let description = [{
    bins: how many along each axis, or a list with that or with their ends for each. range has pairs of the
    lower and the upper end, one for each axis or one for all; without it, or with None for an axis, all points are inside.
    weights and density are as of histogram.
  }];
  let example = [{
    >>> counts, edges = ct.histogramdd(ct.array([[0.0, 0.0], [1.0, 4.0], [1.0, 3.0]]), 2)
    >>> counts
    Tensor([[1., 0.],
            [0., 2.]], dtype=float32)
  }];
}

def : Function<"histogram2d",
               (ins Tensor:$x, Tensor:$y, Default<Bins, "10">:$bins, Ranges:$range,
                    OptionalTensor:$weights, No:$density), "std::tuple<Tensor, Tensor, Tensor>"> {
  let overloads = [{
    Tensor histogram2d(const Tensor &x, const Tensor &y, const Tensor &xedges, const Tensor &yedges, const std::optional<Tensor> &weights = {}, bool density = false);
  }];
  let summary = "How many points (x, y) are in each bin of a grid, the ends of the bins of x, and those of y.";
  let description = [{
    bins: how many along both axes, their ends, or a list of two with either for each axis. range, weights and
    density are as of histogramdd.
  }];
  let example = [{
    >>> counts, xedges, yedges = ct.histogram2d(ct.array([0.0, 1.0, 1.0]), ct.array([0.0, 4.0, 3.0]), 2)
    >>> counts
    Tensor([[1., 0.],
            [0., 2.]], dtype=float32)
  }];
}
