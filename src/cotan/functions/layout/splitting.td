// Cutting a tensor into several.
include "cotan/functions/function.td"

def : Function<"split",
               (ins Tensor:$ary, Cuts:$indices_or_sections, Default<Int, "0">:$axis),
               "std::vector<Tensor>"> {
  let overloads = [{
    std::vector<Tensor> split(const Tensor &x, int64_t sections, int64_t axis = 0);
    /// Before each of these positions.
    std::vector<Tensor> split(const Tensor &x, const std::vector<int64_t> &positions, int64_t axis = 0);
  }];
  let summary = "In a number of equal parts along an axis, or cut before these positions.";
  let example = [{
    >>> ct.split(ct.arange(5), [2, 3])
    [Tensor([0, 1], dtype=int64), Tensor([2], dtype=int64), Tensor([3, 4], dtype=int64)]
  }];
}

def : Function<"array_split",
               (ins Tensor:$ary, Cuts:$indices_or_sections, Default<Int, "0">:$axis),
               "std::vector<Tensor>"> {
  let summary = "A list of parts, of equal sizes as far as possible, or cut at positions.";
  let example = [{
    >>> ct.array_split(ct.arange(5), 2)
    [Tensor([0, 1, 2], dtype=int64), Tensor([3, 4], dtype=int64)]
  }];
}

def : Function<"hsplit",
               (ins Tensor:$ary, Cuts:$indices_or_sections), "std::vector<Tensor>"> {
  let summary = "A list of equal parts of the second axis (of a vector's one), or cut at positions.";
  let example = [{
    >>> [part.tolist() for part in ct.hsplit(ct.array([[1, 2], [3, 4]]), 2)]
    [[[1], [3]], [[2], [4]]]
  }];
}

def : Function<"vsplit",
               (ins Tensor:$ary, Cuts:$indices_or_sections), "std::vector<Tensor>"> {
  let summary = "A list of equal parts of the first axis, or cut at positions.";
  let example = [{
    >>> [part.tolist() for part in ct.vsplit(ct.array([[1, 2], [3, 4]]), 2)]
    [[[1, 2]], [[3, 4]]]
  }];
}

def : Function<"dsplit",
               (ins Tensor:$ary, Cuts:$indices_or_sections), "std::vector<Tensor>"> {
  let summary = "A list of equal parts of the third axis, or cut at positions.";
  let example = [{
    >>> [part.tolist() for part in ct.dsplit(ct.array([[[1, 2]]]), 2)]
    [[[[1]]], [[[2]]]]
  }];
}

def : Function<"unstack", (ins Tensor:$x, Default<Int, "0">:$axis), "dynamic::Tuple"> {
  let overloads = "std::vector<Tensor> unstack(const Tensor &x, int64_t axis = 0);";
  let summary = "The slices along an axis, without it.";
  let example = [{
    >>> ct.unstack(ct.array([[1, 2], [3, 4]]))
    (Tensor([1, 2], dtype=int64), Tensor([3, 4], dtype=int64))
  }];
}
