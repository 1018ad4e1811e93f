// Copies in which elements are others, named as what changes arrays in NumPy.
include "cotan/functions/function.td"

def : Function<"fill_diagonal",
               (ins Tensor:$a, Tensor:$val, No:$wrap, KeywordOnly, No:$inplace)> {
  let overloads = [{
    Tensor fill_diagonal(const Tensor &a, const Tensor &val, bool wrap = false);
  }];
  let summary = "A copy of a with val on its diagonal; the elements of val in turn, if it has several.";
  let description = [{
    Of more than two axes, all must have one size. With wrap the diagonal of a tall matrix begins anew below
    each square and a row. inplace must be false, as tensors do not change: use the result.
  }];
  let example = [{
    >>> ct.fill_diagonal(ct.zeros((2, 3)), 5.0)
    Tensor([[5., 0., 0.],
            [0., 5., 0.]], dtype=float32)
  }];
}

def : Function<"place",
               (ins Tensor:$arr, Tensor:$mask, Tensor:$vals, KeywordOnly, No:$inplace)> {
  let overloads = [{
    Tensor place(const Tensor &arr, const Tensor &mask, const Tensor &vals);
  }];
  let summary = "A copy of arr in which the elements where a mask holds are those of vals, in turn.";
  let description = [{
    The mask has as many elements as arr. inplace must be false, as tensors do not change: use the result.
  }];
  let example = [{
    >>> x = ct.array([1, 2, 3, 4])
    >>> ct.place(x, x > 1, ct.array([7, 8]))
    Tensor([1, 7, 8, 7], dtype=int64)
  }];
}

def : Function<"put",
               (ins Tensor:$a, Tensor:$ind, Tensor:$v, OptionalString:$mode, KeywordOnly, No:$inplace)> {
  let overloads = [{
    Tensor put(const Tensor &a, const Tensor &ind, const Tensor &v,
               IndexMode mode = IndexMode::drop);
  }];
  let summary = "A copy of a in which the elements at indices into the row of all are those of v, in turn.";
  let description = [{
    Negative indices count from the end. Indices out of range are left out; with mode "wrap" they go around,
    with "clip" they are the nearest, negative ones 0; with "raise" they are an error, which a function that
    is traced refuses. inplace must be false, as tensors do not change: use the result.
  }];
  let example = [{
    >>> ct.put(ct.array([1, 2, 3]), ct.array([0, -1]), ct.array([7, 8]))
    Tensor([7, 2, 8], dtype=int64)
  }];
}
