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

}

def : Alias<"special.logsumexp", "nn.logsumexp">;

let module = "nn" in {

def : Function<"logsumexp",
               (ins Tensor:$a, OptionalAxes:$axis, OptionalTensor:$b, No:$keepdims, No:$return_sign,
                    OptionalTensor:$where),
               "std::variant<Tensor, std::pair<Tensor, Tensor>>"> {
  let overloads = [{
    Tensor logsumexp(const Tensor &a, const Axes &axes = {}, const std::optional<Tensor> &b = {}, bool keepdims = false,
                     const std::optional<Tensor> &where = {});
    std::pair<Tensor, Tensor> logsumexp_and_sign(const Tensor &a, const Axes &axes = {}, const std::optional<Tensor> &b = {},
                                                 bool keepdims = false, const std::optional<Tensor> &where = {});
  }];
  let summary = "The logarithm of a sum of exponentials along axes, with factors b if there are any.";
  let description = [{
    Large elements do not overflow. Elements that are not in where do not count. NaN where the sum is negative;
    with return_sign a pair of the logarithm of its size and its sign, which of complex numbers is a number of
    size 1.
  }];
  let example = [{
    >>> ct.nn.logsumexp(ct.array([1000.0, 1000.0]), b=ct.array([1.0, 2.0]))
    Tensor(1001.09863, dtype=float32)
  }];
}

}
