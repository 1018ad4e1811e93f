// Activations that are not one operator, which have their rows in src/cotan/ops.
include "cotan/functions/function.td"

def : Module<"nn", "Activations and losses.">;
def : Alias<"nn.tanh", "tanh">;

let module = "nn" in {

def : Function<"standardize",
               (ins Tensor:$x, Default<OptionalAxes, "-1">:$axis,
                    OptionalTensor:$mean, OptionalTensor:$variance, Default<Float, "1e-5">:$epsilon,
                    OptionalTensor:$where, KeywordOnly, OptionalNoMethod:$algorithm)> {
  let summary = "(x - mean) / sqrt(variance + epsilon), of the mean and variance along axes unless they are given.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.standardize(ct.array([1.0, 3.0]), epsilon=0.0)
    Tensor([-1.,  1.], dtype=float32)
  }];
}

def : Function<"softmax",
               (ins Tensor:$x, Default<Int, "-1">:$axis, OptionalTensor:$where)> {
  let summary = "Exponentials that sum to one along an axis.";
  let description = [{
    `y = exp(x) / sum(exp(x))`, without overflow. NaN along a line that holds infinity, NaN or
    nothing but minus infinity. Elements that are not in `where` count for nothing, and are 0.

    Integers are taken as floats. Of complex numbers it is the same formula.
  }];
  let example = [{
    >>> ct.nn.softmax(ct.zeros(4))
    Tensor([0.25, 0.25, 0.25, 0.25], dtype=float32)
    >>> ct.nn.softmax(ct.zeros(4), where=ct.array([True, False, False, True]))
    Tensor([0.5, 0. , 0. , 0.5], dtype=float32)
  }];
}

def : Function<"log_softmax",
               (ins Tensor:$x, Default<Int, "-1">:$axis, OptionalTensor:$where)> {
  let summary = "The logarithm of softmax, accurate where softmax is tiny; minus infinity where `where` is not.";
  let example = [{
    >>> ct.nn.log_softmax(ct.array([0.0, 1000.0]))
    Tensor([-1000.,     0.], dtype=float32)
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
