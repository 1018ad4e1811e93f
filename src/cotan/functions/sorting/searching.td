// Looking for values, places and ranks.
include "cotan/functions/function.td"

def : Function<"searchsorted",
               (ins Tensor:$a, Tensor:$v, Default<String, "\"left\"">:$side, OptionalTensor:$sorter, KeywordOnly, NoMethod<"scan">:$method)> {
  let overloads = [{
    Tensor searchsorted(const Tensor &a, const Tensor &v, Side side = Side::left);
  }];
  let summary = "Where each element of v belongs in the sorted vector a: before what is equal, or behind.";
  let example = [{
    >>> ct.searchsorted(ct.array([1, 2, 2, 5]), ct.array([2, 9]))
    Tensor([1, 4], dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"digitize", (ins Tensor:$x, Tensor:$bins, No:$right, KeywordOnly, NoMethod<"scan">:$method)> {
  let summary = "The number of the bin each element is in; 0 is before the first one.";
  let description = [{
    bins: the ends of the bins, a vector in increasing or decreasing order.
  }];
  let example = [{
    >>> ct.digitize(ct.array([0.5, 1.0, 7.0]), ct.array([0.0, 1.0, 2.0]))
    Tensor([1, 2, 3], dtype=int64)
  }];
}

def : Function<"isin",
               (ins Tensor:$element, Tensor:$test_elements, No:$assume_unique, No:$invert, KeywordOnly, NoMethod<"auto">:$method)> {
  let overloads = [{
    Tensor isin(const Tensor &element, const Tensor &test_elements, bool invert = false);
  }];
  let summary = "Whether each element is among the others; with invert, whether not.";
  let example = [{
    >>> ct.isin(ct.array([1, 2, 3]), ct.array([3, 1]))
    Tensor([ True, False,  True], dtype=bool)
  }];
}

def : Function<"interp",
               (ins Tensor:$x, Tensor:$xp, Tensor:$fp, Beside:$left, Beside:$right,
                    OptionalTensor:$period)> {
  let summary = "The line through points, at each x. xp and fp: vectors; xp increases, fp may be complex.";
  let description = [{
    Outside it is left and right, or the value of the nearest point; "extrapolate" goes on with the line through
    the two outermost points. With a period, it goes around.
  }];
  let example = [{
    >>> ct.interp(ct.array([0.5, 9.0]), ct.array([0.0, 1.0]), ct.array([10.0, 20.0]))
    Tensor([15., 20.], dtype=float32)
  }];
}

def : Function<"lexsort", (ins Tensors:$keys, Default<Int, "-1">:$axis)> {
  let summary = "The places of the elements in an order in which the last of the keys counts most.";
  let example = [{
    >>> ct.lexsort([ct.array([3, 1, 2]), ct.array([0, 1, 0])])
    Tensor([2, 0, 1], dtype=int64)
  }];
}

def : Function<"partition", (ins Tensor:$a, Int:$kth, Default<Int, "-1">:$axis)> {
  let summary = "In an order with nothing larger before position kth, and nothing smaller behind.";
  let example = [{
    >>> ct.partition(ct.array([3, 1, 2]), 1)[1]
    Tensor(2, dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"argpartition", (ins Tensor:$a, Int:$kth, Default<Int, "-1">:$axis)> {
  let summary = "The places of the elements in the order of partition.";
  let example = [{
    >>> ct.argpartition(ct.array([3, 1, 2]), 1)[1]
    Tensor(2, dtype=int64)
  }];
  let isMethod = true;
}
