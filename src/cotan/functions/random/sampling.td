// Choices at random: of classes, of orders, of slices.
include "cotan/functions/function.td"

let module = "random" in {

def : Function<"categorical",
               (ins Tensor:$key, Tensor:$logits, Default<Int, "-1">:$axis, OptionalShape:$shape, Yes:$replace, KeywordOnly, OptionalNoMethod:$mode)> {
  let summary = "Indices along an axis, each as likely as softmax of the logits says.";
  let description = [{
    The shape, if given, ends with that of the logits without the axis; what is before counts draws. Without
    replace none of these is drawn twice (Kool et al. 2019). ValueError: there are more draws than indices.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.random.categorical(ct.random.key(0), ct.log(ct.array([0.0, 1.0, 0.0])), shape=(4,))
    Tensor([1, 1, 1, 1], dtype=int64)
  }];
}

def : Function<"permutation",
               (ins Tensor:$key, Tensor:$x, Default<Int, "0">:$axis,
                    Default<Bool, "false">:$independent)> {
  let summary = "The slices of x along an axis in a random order; of an integer n, those of arange(n).";
  let description = [{
    Independent: each line along the axis in an order of its own.
  }];
  let example = [{
    >>> import cotan as ct
    >>> sorted(ct.random.permutation(ct.random.key(0), 5).tolist())
    [0, 1, 2, 3, 4]
  }];
}

def : Function<"choice",
               (ins Tensor:$key, Tensor:$a, ShapeOfNumber:$shape, Default<Bool, "true">:$replace,
                    OptionalTensor:$p, Default<Int, "0">:$axis, KeywordOnly, OptionalNoMethod:$mode)> {
  let summary = "Slices of a along an axis, or of an integer n numbers below n, each as likely as p says.";
  let description = [{
    Without p all are equally likely; without replace none is taken twice. ValueError: there are too few.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.random.choice(ct.random.key(0), ct.array([10, 20]), (3,), p=ct.array([0.0, 1.0]))
    Tensor([20, 20, 20], dtype=int64)
  }];
}

}
