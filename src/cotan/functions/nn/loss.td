// Losses.
include "cotan/functions/function.td"

// optax's name
def : Alias<"nn.softmax_cross_entropy_with_integer_labels", "nn.cross_entropy">;

let module = "nn" in {

def : Function<"cross_entropy",
               (ins Tensor:$logits, Tensor:$labels, Default<Int, "-1">:$axis)> {
  let summary = "Minus the logarithm of the probability that logits along an axis give to each label.";
  let description = [{
    Labels are integers, of the shape of the logits without the axis, which is the result's too: take the
    mean for the usual loss. The loss of a label that is no class is 0. TypeError: labels are no integers.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.cross_entropy(ct.zeros((2, 2)), ct.array([0, 1]))
    Tensor([0.6931472, 0.6931472], dtype=float32)
  }];
}

def : Function<"nll_loss", (ins Tensor:$x, Tensor:$labels, Default<Int, "-1">:$axis)> {
  let summary = "The same of logarithms of probabilities, as log_softmax gives them.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.nll_loss(ct.log(ct.array([[0.5, 0.5]])), ct.array([1]))
    Tensor([0.6931472], dtype=float32)
  }];
}

def : Function<"mse", (ins Tensor:$x, Tensor:$y)> {
  let summary = "The mean of the squared differences, a number.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.mse(ct.array([1.0, 5.0]), 2.0)
    Tensor(5., dtype=float32)
  }];
}

def : Function<"huber", (ins Tensor:$x, Tensor:$y, Default<Float, "1.0">:$delta)> {
  let summary = "The mean of d^2 / 2 where |d| is at most delta, else delta * (|d| - delta / 2); d = x - y.";
  let example = [{
    >>> import cotan as ct
    >>> ct.nn.huber(ct.array([1.0, 5.0]), 2.0)
    Tensor(1.5, dtype=float32)
  }];
}

}
