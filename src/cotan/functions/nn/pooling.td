// Pooling: what is seen through windows.
include "cotan/functions/function.td"

let module = "nn" in {

def : Function<"max_pool",
               (ins Tensor:$x, Axes:$window_shape, AxesOrNone:$strides,
                    Default<Padding, "\"VALID\"">:$padding)> {
  let summary = "The largest element in each window, as flax.linen.max_pool.";
  let description = [{
    x is (..., spatial axes, channels), with as many spatial axes as the window. The strides are 1 if left
    out. Of elements that are equally large, the first gets the cotangent, as in JAX.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.max_pool(ct.array([[1.0], [3.0], [2.0], [0.0]]), (2,), strides=2).tolist()
    [[3.0], [2.0]]
  }];
}

def : Function<"avg_pool",
               (ins Tensor:$x, Axes:$window_shape, AxesOrNone:$strides,
                    Default<Padding, "\"VALID\"">:$padding, Yes:$count_include_pad)> {
  let summary = "The mean of each window, as flax.linen.avg_pool.";
  let description = [{
    x is (..., spatial axes, channels), with as many spatial axes as the window. The strides are 1 if left
    out. Padding counts as zeros, or with count_include_pad=False not at all.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.avg_pool(ct.array([[1.0], [3.0], [2.0], [0.0]]), (2,), strides=2).tolist()
    [[2.0], [1.0]]
  }];
}

def : Function<"max_pool_with_indices",
               (ins Tensor:$x, Axes:$window_shape, AxesOrNone:$strides,
                    Default<Padding, "\"VALID\"">:$padding), "std::tuple<Tensor, Tensor>"> {
  let summary = "The largest element in each window, and where it is.";
  let description = [{
    As max_pool; the indices, which max_unpool takes, count the elements of all spatial axes of x in
    row-major order, as in torch.nn.functional.max_pool2d_with_indices. Of elements that are equally large,
    the first one is found. ValueError: a window may lie in the padding alone.
  }];
  let example = [{
    >>> import cotan as ct
    >>> y, indices = ct.nn.max_pool_with_indices(ct.array([[1.0], [3.0], [2.0], [0.0]]), (2,), strides=2)
    >>> y.tolist(), indices.tolist()
    ([[3.0], [2.0]], [[1], [2]])
  }];
}

def : Function<"lp_pool",
               (ins Tensor:$x, Float:$norm_type, Axes:$window_shape, AxesOrNone:$strides,
                    Default<Padding, "\"VALID\"">:$padding)> {
  let summary = "The norm (sum |x|^p)^(1 / p) of each window, with p = norm_type.";
  let description = [{
    x is (..., spatial axes, channels), with as many spatial axes as the window. The strides are 1 if left
    out. The derivative where all elements are 0 is 0. ValueError: norm_type is not positive.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.lp_pool(ct.array([[3.0], [4.0], [0.0], [1.0]]), 2, (2,), strides=2).tolist()
    [[5.0], [1.0]]
  }];
}

def : Function<"adaptive_avg_pool", (ins Tensor:$x, Axes:$output_size)> {
  let summary = "The mean of each part of axes that are cut in output_size parts, as evenly as can be.";
  let description = [{
    As torch.nn.functional.adaptive_avg_pool2d, in any number of dimensions: x is (..., spatial axes,
    channels), and output_size has one number for each spatial axis; one alone is for all axes between the
    first and the last. Part i of n of m elements goes from floor(i m / n) up to ceil((i + 1) m / n).
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.adaptive_avg_pool(ct.array([[1.0], [3.0], [5.0]]), 2).tolist()
    [[2.0], [4.0]]
  }];
}

def : Function<"adaptive_max_pool", (ins Tensor:$x, Axes:$output_size)> {
  let summary = "The largest element of each part, as adaptive_avg_pool cuts them.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.adaptive_max_pool(ct.array([[1.0], [3.0], [5.0]]), 2).tolist()
    [[3.0], [5.0]]
  }];
}

def : Function<"adaptive_max_pool_with_indices", (ins Tensor:$x, Axes:$output_size),
               "std::tuple<Tensor, Tensor>"> {
  let summary = "The same, and where they are, as max_pool_with_indices.";
  let example = [{
    >>> import cotan as ct
    >>> y, indices = ct.nn.adaptive_max_pool_with_indices(ct.array([[1.0], [3.0], [5.0]]), 2)
    >>> y.tolist(), indices.tolist()
    ([[3.0], [5.0]], [[1], [2]])
  }];
}

def : Function<"fractional_max_pool",
               (ins Tensor:$x, Axes:$window_shape, Axes:$output_size, Tensor:$samples)> {
  let summary = "The largest element of each of output_size windows at random distances (Graham 2014).";
  let description = [{
    As torch.nn.functional.fractional_max_pool2d, in any number of dimensions: x is (..., spatial axes,
    channels), with as many spatial axes as the window. samples are (..., channels, spatial axes), in [0, 1),
    in the order of the axes (in two dimensions, torch's are the other way around): ct.random.uniform gives
    them. They say where the windows of each image and channel begin.
  }];
  let example = [{
    >>> import cotan as ct
    >>> x = ct.array([[1.0], [5.0], [2.0], [4.0], [3.0]])
    >>> ct.nn.fractional_max_pool(x, (2,), (3,), ct.array([[0.5]])).tolist()
    [[5.0], [4.0], [4.0]]
  }];
}

def : Function<"fractional_max_pool_with_indices",
               (ins Tensor:$x, Axes:$window_shape, Axes:$output_size, Tensor:$samples),
               "std::tuple<Tensor, Tensor>"> {
  let summary = "The same, and where they are, as max_pool_with_indices.";
  let example = [{
    >>> import cotan as ct
    >>> x = ct.array([[1.0], [5.0], [2.0], [4.0], [3.0]])
    >>> y, indices = ct.nn.fractional_max_pool_with_indices(x, (2,), (3,), ct.array([[0.5]]))
    >>> indices.tolist()
    [[1], [3], [3]]
  }];
}

}
