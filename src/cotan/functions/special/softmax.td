// What SciPy calls functions of ct.nn, along all axes where none is given.
include "cotan/functions/function.td"

let module = "special" in {

def : Function<"softmax", (ins Tensor:$x, OptionalAxes:$axis)> {
  let summary = "Exponentials that sum to one along axes; of all elements without them.";
  let example = [{
    >>> ct.special.softmax(ct.array([[0.0, 0.0], [0.0, 0.0]]))
    Tensor([[0.25, 0.25],
            [0.25, 0.25]], dtype=float32)
  }];
}

def : Function<"log_softmax", (ins Tensor:$x, OptionalAxes:$axis)> {
  let summary = "The logarithm of softmax along axes; of all elements without them.";
  let example = [{
    >>> ct.special.log_softmax(ct.array([0.0, 1000.0]))
    Tensor([-1000.,     0.], dtype=float32)
  }];
}

def : Function<"logsumexp", (ins Tensor:$a, OptionalAxes:$axis, OptionalTensor:$b, No:$keepdims)> {
  let summary = "The logarithm of a sum of exponentials along axes, with factors b if there are any.";
  let description = [{
    Large elements do not overflow. NaN where the sum is negative.
  }];
  let example = [{
    >>> ct.special.logsumexp(ct.array([1000.0, 1000.0]), b=ct.array([1.0, 2.0]))
    Tensor(1001.09863, dtype=float32)
  }];
}

}
