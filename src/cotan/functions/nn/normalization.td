// Normalization.
include "cotan/functions/function.td"

let module = "nn" in {

def : Function<"layer_norm",
               (ins Tensor:$x, OptionalTensor:$scale, OptionalTensor:$bias,
                    Default<Axes, "{-1}", "-1">:$axis, Default<Float, "1e-5">:$epsilon)> {
  let summary = "(x - mean) / sqrt(variance + epsilon) * scale + bias along axes (Ba et al. 2016).";
  let description = [{
    scale (1 if left out) and bias (0) have the sizes of x along these axes. ValueError: they have not.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.layer_norm(ct.array([[1.0, 3.0]]), ct.array([1.0, 2.0]), ct.array([0.0, 1.0]), epsilon=0.0)
    Tensor([[-1.,  3.]], dtype=float32)
    >>> ct.nn.layer_norm(ct.array([[1.0, 3.0]]), epsilon=0.0)
    Tensor([[-1.,  1.]], dtype=float32)
  }];
}

def : Function<"rms_norm",
               (ins Tensor:$x, OptionalTensor:$scale, Default<Axes, "{-1}", "-1">:$axis,
                    Default<Float, "1e-5">:$epsilon)> {
  let summary = "x / sqrt(mean(x^2) + epsilon) * scale along axes (Zhang and Sennrich 2019).";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.rms_norm(ct.array([1.0, 7.0]), ct.array([5.0, 10.0]), epsilon=0.0)
    Tensor([ 1., 14.], dtype=float32)
  }];
}

def : Function<"batch_norm",
               (ins Tensor:$x, Tensor:$scale, Tensor:$bias, Default<Int, "-1">:$axis,
                    Default<Float, "1e-5">:$epsilon), "std::tuple<Tensor, Tensor, Tensor>"> {
  let overloads = [{
    BatchNorm batch_norm(const Tensor &x, const Tensor &scale, const Tensor &bias, int64_t axis = -1, double epsilon = 1e-5);
  }];
  let summary = "For training: each feature with mean 0 and variance 1 over the batch, times scale plus bias.";
  let description = [{
    A feature is an index along the axis; mean and variance are those along all other axes, and returned
    too, for the running averages that batch_norm_inference takes (Ioffe and Szegedy 2015). ValueError:
    scale or bias do not have one element per feature.
  }];
  let example = [{
    >>> import cotan as ct
    >>> y, mean, variance = ct.nn.batch_norm(ct.array([[1.0], [3.0]]), ct.ones(1), ct.zeros(1), epsilon=0.0)
    >>> y.tolist(), mean.tolist(), variance.tolist()
    ([[-1.0], [1.0]], [2.0], [1.0])
  }];
}

def : Function<"batch_norm_inference",
               (ins Tensor:$x, Tensor:$scale, Tensor:$bias, Tensor:$mean, Tensor:$variance,
                    Default<Int, "-1">:$axis, Default<Float, "1e-5">:$epsilon)> {
  let summary = "The same with a given mean and variance of each feature.";
  let example = [{
    >>> import cotan as ct
    >>> one, zero = ct.ones(1), ct.zeros(1)
    >>> ct.nn.batch_norm_inference(ct.array([[1.0], [3.0]]), one, zero, one, 4 * one, epsilon=0.0).tolist()
    [[0.0], [1.0]]
  }];
}

}
