// Reductions along axes, orders and running reductions.
include "cotan/functions/reduction/options.td"

def : Function<"sum", (ins Tensor:$a, OptionalAxes:$axis, SumOptions:$options)> {
  let summary = "Sum along axes; of all elements without them.";
  let description = [{
    Integers and truth values are summed as int64, unsigned ones as uint64; with dtype, as that. Of nothing it is 0. Only elements where `where` is
    true count, and the sum begins at `initial`.
  }];
  let example = [{
    >>> ct.sum(ct.array([[1, 2], [3, 4]]), axis=0)
    Tensor([4, 6], dtype=int64)
    >>> ct.sum(ct.array([1, 2, 3]), where=ct.array([True, False, True]), initial=10)
    Tensor(14, dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"prod", (ins Tensor:$a, OptionalAxes:$axis, SumOptions:$options)> {
  let summary = "Product along axes; of all elements without them.";
  let description = [{
    Integers and truth values are multiplied as int64; with dtype, as that. Of nothing it is 1. `where`
    and `initial` are those of sum.
  }];
  let example = [{
    >>> ct.prod(ct.array([[1, 2], [3, 4]]), axis=1)
    Tensor([ 2, 12], dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"max", (ins Tensor:$a, OptionalAxes:$axis, ExtremumOptions:$options)> {
  let summary = "Largest element along axes; NaN if one is NaN.";
  let description = [{
    `initial` is one element more; of nothing, and with `where`, which chooses elements, there must be
    one. The gradient goes in equal parts to the elements that are largest.
  }];
  let example = [{
    >>> ct.max(ct.array([[1, 5], [3, 4]]), axis=0)
    Tensor([3, 5], dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"min", (ins Tensor:$a, OptionalAxes:$axis, ExtremumOptions:$options)> {
  let summary = "Smallest element along axes; NaN if one is NaN. `initial` and `where` are those of max.";
  let example = [{
    >>> ct.min(ct.array([[1, 5], [3, 4]]), axis=0, keepdims=True)
    Tensor([[1, 4]], dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"any", (ins Tensor:$a, OptionalAxes:$axis, TruthOptions:$options)> {
  let summary = "Whether at least one element along axes is not 0; of nothing it is false.";
  let example = [{
    >>> ct.any(ct.array([[0, 1], [0, 0]]), axis=1)
    Tensor([ True, False], dtype=bool)
  }];
  let isMethod = true;
}

def : Function<"all", (ins Tensor:$a, OptionalAxes:$axis, TruthOptions:$options)> {
  let summary = "Whether no element along axes is 0; of nothing it is true.";
  let example = [{
    >>> ct.all(ct.array([[0, 1], [2, 3]]), axis=1)
    Tensor([False,  True], dtype=bool)
  }];
  let isMethod = true;
}

def : Function<"mean", (ins Tensor:$a, OptionalAxes:$axis, MeanOptions:$options)> {
  let summary = "Mean along axes; of all elements without them. Integers are taken as float32, or as dtype.";
  let description = [{
    With `where`, of the elements where it is true.
  }];
  let example = [{
    >>> ct.mean(ct.array([[1, 2], [3, 6]]), axis=1)
    Tensor([1.5, 4.5], dtype=float32)
  }];
  let isMethod = true;
}

def : Function<"var", (ins Tensor:$a, OptionalAxes:$axis, MomentOptions:$options)> {
  let summary = "Variance along axes: the mean square of the distance to the mean.";
  let description = [{
    The sum of squares is divided by the number of elements less ddof, or less correction, which may be
    a fraction. With `where`, of the elements
    where it is true. dtype is what is computed in.
  }];
  let example = [{
    >>> ct.var(ct.array([1.0, 3.0]))
    Tensor(1., dtype=float32)
  }];
  let isMethod = true;
}

def : Function<"std", (ins Tensor:$a, OptionalAxes:$axis, MomentOptions:$options)> {
  let summary = "Standard deviation along axes, the square root of var.";
  let example = [{
    >>> ct.std(ct.array([[1.0, 3.0], [2.0, 2.0]]), axis=1)
    Tensor([1., 0.], dtype=float32)
  }];
  let isMethod = true;
}

def : Function<"logsumexp", (ins Tensor:$a, OptionalAxes:$axis, No:$keepdims)> {
  let summary = "Logarithm of the sum of exponentials along axes; large elements do not overflow.";
  let example = [{
    >>> ct.logsumexp(ct.array([1000.0, 1000.0]))
    Tensor(1000.693..., dtype=float32)
  }];
}

def : Function<"count_nonzero", (ins Tensor:$a, OptionalAxes:$axis, No:$keepdims)> {
  let summary = "How many elements along axes are not 0.";
  let example = [{
    >>> ct.count_nonzero(ct.array([[0, 1], [2, 3]]), axis=1)
    Tensor([1, 2], dtype=int64)
  }];
}

def : Function<"argmax", (ins Tensor:$a, OptionalInt:$axis, No:$keepdims)> {
  let summary = "Where the largest element is; the first of several. Without an axis, in all elements in one row.";
  let example = [{
    >>> ct.argmax(ct.array([[1, 5], [3, 3]]), axis=1)
    Tensor([1, 0], dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"argmin", (ins Tensor:$a, OptionalInt:$axis, No:$keepdims)> {
  let summary = "Where the smallest element is; the first of several. Without an axis, in all elements in one row.";
  let example = [{
    >>> ct.argmin(ct.array([4, 2, 7]))
    Tensor(1, dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"cumsum", (ins Tensor:$a, OptionalInt:$axis, OptionalDType:$dtype)> {
  let summary = "Running sum along an axis; of all elements in one row without it.";
  let example = [{
    >>> ct.cumsum(ct.array([1, 2, 3]))
    Tensor([1, 3, 6], dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"cumprod", (ins Tensor:$a, OptionalInt:$axis, OptionalDType:$dtype)> {
  let summary = "Running product along an axis; of all elements in one row without it.";
  let example = [{
    >>> ct.cumprod(ct.array([1, 2, 3, 4]))
    Tensor([ 1,  2,  6, 24], dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"cummax", (ins Tensor:$x, Default<Int, "0">:$axis)> {
  let summary = "Largest element so far along an axis.";
  let example = [{
    >>> ct.cummax(ct.array([1, 3, 2]))
    Tensor([1, 3, 3], dtype=int64)
  }];
}

def : Function<"cummin", (ins Tensor:$x, Default<Int, "0">:$axis)> {
  let summary = "Smallest element so far along an axis.";
  let example = [{
    >>> ct.cummin(ct.array([2, 1, 3]))
    Tensor([2, 1, 1], dtype=int64)
  }];
}

def : Function<"sort",
               (ins Tensor:$a, Default<OptionalInt, "-1">:$axis, No:$descending, KeywordOnly,
                    Stable:$stable, OptionalNoMethod:$kind, OnlyNone:$order)> {
  let summary = "The elements in order along an axis; of all in one row if it is None. NaN counts as the largest.";
  let example = [{
    >>> ct.sort(ct.array([3, 1, 2]), descending=True)
    Tensor([3, 2, 1], dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"argsort",
               (ins Tensor:$a, Default<OptionalInt, "-1">:$axis, No:$descending, KeywordOnly,
                    OptionalDType:$dtype, Stable:$stable, OptionalNoMethod:$kind, OnlyNone:$order)> {
  let summary = "The places of the elements in order along an axis; equal ones stay in their order.";
  let example = [{
    >>> ct.argsort(ct.array([3, 1, 2]))
    Tensor([1, 2, 0], dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"top_k",
               (ins Tensor:$x, Int:$k, Default<Int, "-1">:$axis, KeywordOnly,
                    Default<String, "\"largest\"">:$mode, YesNoEffect:$sorted), "std::pair<Tensor, Tensor>"> {
  let summary = "The k largest elements along an axis, the last one unless axis says another, and where they are.";
  let description = [{
    With mode="smallest" the smallest ones, of which NaN is none as long as there are others; the smallest first.
  }];
  let example = [{
    >>> ct.top_k(ct.array([3, 1, 2]), 2)
    (Tensor([3, 2], dtype=int64), Tensor([0, 2], dtype=int64))
  }];
}
