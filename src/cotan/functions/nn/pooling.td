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

}
