// Losses of labels. The others are one operator each, which has its row in src/cotan/ops/loss.
include "cotan/functions/function.td"

// optax's name
def : Alias<"nn.softmax_cross_entropy_with_integer_labels", "nn.cross_entropy">;

let module = "nn" in {

def : Function<"cross_entropy",
               (ins Tensor:$logits, Tensor:$labels, Default<Int, "-1">:$axis,
                    Default<Float, "0.0">:$label_smoothing)> {
  let summary = "Minus the logarithm of the probability that logits along an axis give to each label.";
  let description = [{
    Labels are integers, of the shape of the logits without the axis, which is the result's too: take the
    mean for the usual loss. The loss of a label that is no class is 0. With label_smoothing s, labels have
    the probability 1 - s, and s is shared by all classes. TypeError: labels are no integers.
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

}
