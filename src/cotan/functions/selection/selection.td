// Choosing between elements: conditions, bounds, logic, triangles.
include "cotan/functions/function.td"

def : Function<"where",
               (ins Tensor:$condition, OptionalTensor:$x, OptionalTensor:$y, KeywordOnly, OptionalInt:$size,
                    OptionalOneOrTuple:$fill_value), "dynamic::OneOrTuple"> {
  let overloads = [{
    Tensor where(const Tensor &condition, const Tensor &x, const Tensor &y);
  }];
  let summary = "x where the condition is true, else y. All three broadcast.";
  let description = [{
    Both x and y are computed everywhere; a NaN in the part that is not chosen does not matter, but
    its derivative does: give the function a harmless argument there, as sqrt(where(x > 0, x, 1)).

    Of a condition alone, the places where it is true, as nonzero(condition, size=size, fill_value=fill_value).
  }];
  let example = [{
    >>> ct.where(ct.array([True, False]), ct.array([1, 2]), 0)
    Tensor([1, 0], dtype=int64)
  }];
}

def : Function<"clip", (ins Tensor:$x, OptionalTensor:$min, OptionalTensor:$max)> {
  let summary = "Brought to between min and max; None is no bound.";
  let example = [{
    >>> ct.clip(ct.array([-3.0, 0.5, 7.0]), 0, 1)
    Tensor([0. , 0.5, 1. ], dtype=float32)
  }];
  let isMethod = true;
}

def : Function<"logical_and", (ins Tensor:$x, Tensor:$y)> {
  let summary = "Whether both are not 0, elementwise.";
  let example = [{
    >>> ct.logical_and(ct.array([True, True, False]), ct.array([True, False, False]))
    Tensor([ True, False, False], dtype=bool)
  }];
}

def : Function<"logical_or", (ins Tensor:$x, Tensor:$y)> {
  let summary = "Whether one is not 0, elementwise.";
  let example = [{
    >>> ct.logical_or(ct.array([True, True, False]), ct.array([True, False, False]))
    Tensor([ True,  True, False], dtype=bool)
  }];
}

def : Function<"logical_xor", (ins Tensor:$x, Tensor:$y)> {
  let summary = "Whether just one is not 0, elementwise.";
  let example = [{
    >>> ct.logical_xor(ct.array([True, True, False]), ct.array([True, False, False]))
    Tensor([False,  True, False], dtype=bool)
  }];
}

def : Function<"logical_not", (ins Tensor:$x)> {
  let summary = "Whether it is 0, elementwise.";
  let example = [{
    >>> ct.logical_not(ct.array([True, True, False]))
    Tensor([False, False,  True], dtype=bool)
  }];
}

def : Function<"tril", (ins Tensor:$m, Default<Tensor, "0">:$k)> {
  let summary = "Zeros above a diagonal of the last two axes, the k-th above the main one.";
  let example = [{
    >>> ct.tril(ct.array([[1, 2], [3, 4]]))
    Tensor([[1, 0],
            [3, 4]], dtype=int64)
  }];
}

def : Function<"triu", (ins Tensor:$m, Default<Tensor, "0">:$k)> {
  let summary = "Zeros below a diagonal of the last two axes, the k-th above the main one.";
  let example = [{
    >>> ct.triu(ct.array([[1, 2], [3, 4]]))
    Tensor([[1, 2],
            [0, 4]], dtype=int64)
  }];
}
