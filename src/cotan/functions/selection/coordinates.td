// Indices of elements: along each axis, in the row of all, on diagonals and in triangles.
include "cotan/functions/function.td"

def : Function<"unravel_index", (ins Tensor:$indices, Shape:$shape), "dynamic::Tuple"> {
  let overloads = [{
    std::vector<Tensor> unravel_index(const Tensor &indices, const Shape &shape);
  }];
  let summary = "A tensor of indices for each axis of a shape, of indices into the row of all its elements.";
  let description = [{
    Negative indices count from the end; those out of range are of the first or the last element.
  }];
  let example = [{
    >>> ct.unravel_index(ct.array([2, 5]), (2, 3))
    (Tensor([0, 1], dtype=int64), Tensor([2, 2], dtype=int64))
  }];
}

def : Function<"ravel_multi_index",
               (ins Tensors:$multi_index, Shape:$dims, Default<String, "\"raise\"">:$mode,
                    Default<String, "\"C\"">:$order, KeywordOnly, OptionalDType:$dtype)> {
  let overloads = [{
    Tensor ravel_multi_index(const std::vector<Tensor> &multi_index, const Shape &dims,
                             IndexMode mode = IndexMode::raise, bool isFirstFastest = false);
  }];
  let summary = "Indices into the row of all elements of a shape, of a tensor of indices for each axis.";
  let description = [{
    Indices out of range are an error with mode "raise", which a function that is traced refuses; with "wrap"
    they go around, with "clip" they are the nearest, and with "ignore" they count as they are. With order "F" the
    first axis goes fastest.
  }];
  let example = [{
    >>> ct.ravel_multi_index((ct.array([0, 1]), ct.array([2, 2])), (2, 3))
    Tensor([2, 5], dtype=int64)
  }];
}

def : Function<"diag_indices", (ins Int:$n, Default<Int, "2">:$ndim), "dynamic::Tuple"> {
  let overloads = [{
    std::vector<Tensor> diag_indices(int64_t n, int64_t ndim = 2);
  }];
  let summary = "The indices of the diagonal of a tensor with ndim axes of size n, for each axis.";
  let example = [{
    >>> ct.diag_indices(2)
    (Tensor([0, 1], dtype=int64), Tensor([0, 1], dtype=int64))
  }];
}

def : Function<"diag_indices_from", (ins Tensor:$arr), "dynamic::Tuple"> {
  let overloads = [{
    std::vector<Tensor> diag_indices_from(const Tensor &arr);
  }];
  let summary = "The indices of the diagonal of a tensor whose axes have one size, for each axis.";
  let example = [{
    >>> ct.diag_indices_from(ct.zeros((2, 2)))
    (Tensor([0, 1], dtype=int64), Tensor([0, 1], dtype=int64))
  }];
}

def : Function<"tril_indices_from",
               (ins Tensor:$arr, Default<Int, "0">:$k), "std::pair<Tensor, Tensor>"> {
  let summary = "The rows and columns of the elements of a matrix at and below diagonal k.";
  let example = [{
    >>> ct.tril_indices_from(ct.zeros((2, 2)))
    (Tensor([0, 1, 1], dtype=int64), Tensor([0, 0, 1], dtype=int64))
  }];
}

def : Function<"triu_indices_from",
               (ins Tensor:$arr, Default<Int, "0">:$k), "std::pair<Tensor, Tensor>"> {
  let summary = "The rows and columns of the elements of a matrix at and above diagonal k.";
  let example = [{
    >>> ct.triu_indices_from(ct.zeros((2, 2)))
    (Tensor([0, 0, 1], dtype=int64), Tensor([0, 1, 1], dtype=int64))
  }];
}
