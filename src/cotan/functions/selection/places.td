// Places of what is not 0, and what is there.
include "cotan/functions/function.td"

def : Function<"flatnonzero",
               (ins Tensor:$a, OptionalInt:$size, OptionalTensor:$fill_value)> {
  let summary = "The places of elements that are not 0, of all in one row.";
  let description = [{
    In functions that are traced, size says how many results there are: too many are left out, for too
    few there is fill_value, which is 0 if it is not given.
  }];
  let example = [{
    >>> ct.flatnonzero(ct.array([0, 5, 0, 7]))
    Tensor([1, 3], dtype=int64)
  }];
}

def : Function<"argwhere",
               (ins Tensor:$a, OptionalInt:$size, OptionalOneOrTuple:$fill_value)> {
  let overloads = [{
    Tensor argwhere(const Tensor &a, std::optional<int64_t> size = {}, const Tensor &fill_value = 0);
  }];
  let summary = "The places of elements that are not 0, a row of indices for each.";
  let description = [{
    size and fill_value are as of nonzero.
  }];
  let example = [{
    >>> ct.argwhere(ct.array([[0, 5], [7, 0]]))
    Tensor([[0, 1],
            [1, 0]], dtype=int64)
  }];
}

def : Function<"compress",
               (ins Tensor:$condition, Tensor:$a, OptionalInt:$axis, KeywordOnly,
                    OptionalInt:$size, Default<Tensor, "0">:$fill_value)> {
  let summary = "The slices of a along an axis where a condition, a vector, holds.";
  let description = [{
    size and fill_value are as of flatnonzero.
  }];
  let example = [{
    >>> ct.compress(ct.array([True, False, True]), ct.array([1, 2, 3]))
    Tensor([1, 3], dtype=int64)
  }];
}

def : Function<"extract",
               (ins Tensor:$condition, Tensor:$arr, KeywordOnly, OptionalInt:$size,
                    Default<Tensor, "0">:$fill_value)> {
  let summary = "The elements of arr where a condition of its shape holds, in one row.";
  let description = [{
    size and fill_value are as of flatnonzero.
  }];
  let example = [{
    >>> ct.extract(ct.array([[True, False]]), ct.array([[1, 2]]))
    Tensor([1], dtype=int64)
  }];
}
