// Activations. More of them are one operation each, and are made from their .td files.
include "cotan/functions/function.td"

def : Module<"nn", "Activations and losses.">;
def : Alias<"nn.logsumexp", "logsumexp">;
def : Alias<"nn.tanh", "tanh">;
def : Alias<"nn.swish", "nn.silu">;
def : Alias<"nn.hard_swish", "nn.hard_silu">;

let module = "nn" in {

def : Function<"softmax", (ins Tensor:$x, Default<Int, "-1">:$axis)> {
  let summary = "Exponentials that sum to one along an axis.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.softmax(ct.zeros(4))
    Tensor([0.25, 0.25, 0.25, 0.25], dtype=float32)
  }];
}

def : Function<"log_softmax", (ins Tensor:$x, Default<Int, "-1">:$axis)> {
  let summary = "Logarithm of softmax along an axis, without overflow.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.log_softmax(ct.array([0.0, 1000.0]))
    Tensor([-1000.,     0.], dtype=float32)
  }];
}

def : Function<"standardize",
               (ins Tensor:$x, Default<OptionalAxes, "std::vector<int64_t>{-1}", "-1">:$axis,
                    OptionalTensor:$mean, OptionalTensor:$variance, Default<Float, "1e-5">:$epsilon)> {
  let summary = "(x - mean) / sqrt(variance + epsilon), of the mean and variance along axes unless they are given.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.standardize(ct.array([1.0, 3.0]), epsilon=0.0)
    Tensor([-1.,  1.], dtype=float32)
  }];
}

def : Function<"elu", (ins Tensor:$x, Default<Float, "1.0">:$alpha)> {
  let summary = "x where it is above 0, else alpha * (exp(x) - 1).";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.elu(ct.array([-1.0, 2.0]))
    Tensor([-0.63212055,  2.        ], dtype=float32)
  }];
}

def : Function<"celu", (ins Tensor:$x, Default<Tensor, "1.0">:$alpha)> {
  let summary = "As elu, with exp(x / alpha), so that the slope is 1 on both sides of 0.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.celu(ct.array([-1.0, 2.0]), alpha=0.5)
    Tensor([-0.43233237,  2.        ], dtype=float32)
  }];
}

def : Function<"selu", (ins Tensor:$x)> {
  let summary = "elu scaled so that layers keep mean 0 and variance 1.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.selu(ct.array([-1.0, 2.0]))
    Tensor([-1.1113307,  2.101402 ], dtype=float32)
  }];
}

def : Function<"leaky_relu", (ins Tensor:$x, Default<Float, "0.01">:$negative_slope)> {
  let summary = "x where it is at least 0, else x scaled down.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.leaky_relu(ct.array([-1.0, 2.0]), negative_slope=0.5)
    Tensor([-0.5,  2. ], dtype=float32)
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

def : Function<"glu", (ins Tensor:$x, Default<Int, "-1">:$axis)> {
  let summary = "The first half along an axis times the sigmoid of the second.";
  let description = [{
    ValueError: the size of the axis is odd.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.glu(ct.array([3.0, 0.0]))
    Tensor([1.5], dtype=float32)
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

def : Function<"hard_tanh", (ins Tensor:$x)> {
  let summary = "x cut off below -1 and above 1.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.hard_tanh(ct.array([-3.0, 0.5]))
    Tensor([-1. ,  0.5], dtype=float32)
  }];
}

def : Function<"hard_sigmoid", (ins Tensor:$x)> {
  let summary = "relu6(x + 3) / 6.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.hard_sigmoid(ct.array([-3.0, 1.5]))
    Tensor([0.  , 0.75], dtype=float32)
  }];
}

def : Function<"hard_silu", (ins Tensor:$x)> {
  let summary = "x * hard_sigmoid(x); also called hard_swish.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.hard_silu(ct.array([-3.0, 1.5]))
    Tensor([-0.   ,  1.125], dtype=float32)
  }];
}

def : Function<"soft_sign", (ins Tensor:$x)> {
  let summary = "x / (|x| + 1).";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.soft_sign(ct.array([-3.0, 1.0]))
    Tensor([-0.75,  0.5 ], dtype=float32)
  }];
}

def : Function<"squareplus", (ins Tensor:$x, Default<Tensor, "4.0">:$b)> {
  let summary = "(x + sqrt(x^2 + b)) / 2.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.squareplus(ct.array([0.0, 1.5]))
    Tensor([1., 2.], dtype=float32)
  }];
}

}
