// Activations that are not one operator, which have their rows in src/cotan/ops.
include "cotan/functions/function.td"

def : Module<"nn", "Activations and losses.">;
def : Alias<"nn.logsumexp", "logsumexp">;
def : Alias<"nn.tanh", "tanh">;

let module = "nn" in {

def : Function<"standardize",
               (ins Tensor:$x, Default<OptionalAxes, "-1">:$axis,
                    OptionalTensor:$mean, OptionalTensor:$variance, Default<Float, "1e-5">:$epsilon)> {
  let summary = "(x - mean) / sqrt(variance + epsilon), of the mean and variance along axes unless they are given.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.standardize(ct.array([1.0, 3.0]), epsilon=0.0)
    Tensor([-1.,  1.], dtype=float32)
  }];
}

def : Function<"gelu", (ins Tensor:$x, Yes:$approximate)> {
  let summary = "x times the probability that a normal number is less; approximately, by tanh.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.gelu(ct.array([-1.0, 2.0]), approximate=False)
    Tensor([-0.15865526,  1.9544997 ], dtype=float32)
  }];
}

def : Function<"identity", (ins Tensor:$x)> {
  let summary = "x itself.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.identity(ct.array(1.5))
    Tensor(1.5, dtype=float32, weak_type=True)
  }];
}

def : Function<"logmeanexp",
               (ins Tensor:$x, OptionalAxes:$axis, OptionalTensor:$where, No:$keepdims)> {
  let summary = "Logarithm of the mean of exponentials along axes; large elements do not overflow.";
  let description = [{
    With where, of the elements where it holds; NaN if there are none.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.logmeanexp(ct.array([[1000.0, 0.0], [1000.0, 0.0]]), axis=0)
    Tensor([1000.,    0.], dtype=float32)
  }];
}

}
