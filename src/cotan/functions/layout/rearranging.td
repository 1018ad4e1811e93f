// The elements in other places.
include "cotan/functions/function.td"

def : Function<"matrix_transpose", (ins Tensor:$x)> {
  let summary = "With the last two axes exchanged.";
  let example = [{
    >>> ct.matrix_transpose(ct.zeros((4, 2, 3))).shape
    (4, 3, 2)
  }];
}

def : Function<"rot90",
               (ins Tensor:$m, Default<Int, "1">:$k,
                    Default<Axes, "{0, 1}", "py::make_tuple(0, 1)">:$axes)> {
  let summary = "Turned by k right angles from the first of two axes towards the second.";
  let example = [{
    >>> ct.rot90(ct.array([[1, 2], [3, 4]]))
    Tensor([[2, 4],
            [1, 3]], dtype=int64)
  }];
}

def : Function<"fliplr", (ins Tensor:$m)> {
  let summary = "With the second axis in reverse order.";
  let example = [{
    >>> ct.fliplr(ct.array([[1, 2], [3, 4]]))
    Tensor([[2, 1],
            [4, 3]], dtype=int64)
  }];
}

def : Function<"flipud", (ins Tensor:$m)> {
  let summary = "With the first axis in reverse order.";
  let example = [{
    >>> ct.flipud(ct.array([[1, 2], [3, 4]]))
    Tensor([[3, 4],
            [1, 2]], dtype=int64)
  }];
}

def : Function<"rollaxis", (ins Tensor:$a, Int:$axis, Default<Int, "0">:$start)> {
  let summary = "With an axis moved to before position start.";
  let example = [{
    >>> ct.rollaxis(ct.zeros((2, 3, 4)), 2).shape
    (4, 2, 3)
  }];
}

def : Function<"resize", (ins Tensor:$a, Shape:$new_shape)> {
  let summary = "The elements in row-major order, again and again, in another shape of any size.";
  let example = [{
    >>> ct.resize(ct.array([1, 2, 3]), (2, 2))
    Tensor([[1, 2],
            [3, 1]], dtype=int64)
  }];
}
