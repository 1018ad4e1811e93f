// Elements and blocks at places.
include "cotan/functions/function.td"

def : Function<"take", (ins Tensor:$x, Tensor:$indices, OptionalInt:$axis)> {
  let summary = "Elements or slices at indices along an axis; of all elements in one row without it.";
  let description = [{
    Negative indices count from the end.
  }];
  let example = [{
    >>> ct.take(ct.array([10, 20, 30]), ct.array([2, 0, -1]))
    Tensor([30, 10, 30], dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"take_along_axis", (ins Tensor:$x, Tensor:$indices, Default<Int, "-1">:$axis)> {
  let summary = "One element per index, along an axis: as argsort gives the indices.";
  let example = [{
    >>> x = ct.array([[3, 1], [5, 9]])
    >>> ct.take_along_axis(x, ct.argsort(x), 1)
    Tensor([[1, 3],
            [5, 9]], dtype=int64)
  }];
}

def : Function<"diagonal",
               (ins Tensor:$x, Default<Int, "0">:$offset, Default<Int, "0">:$axis1,
                    Default<Int, "1">:$axis2)> {
  let summary = "A diagonal of two axes, as the last axis; offset places to the right of the main one.";
  let example = [{
    >>> ct.diagonal(ct.array([[1, 2], [3, 4]]))
    Tensor([1, 4], dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"nonzero",
               (ins Tensor:$x, KeywordOnly, OptionalInt:$size, Default<Tensor, "0">:$fill_value),
               "dynamic::Tuple"> {
  let overloads = [{
    std::vector<Tensor> nonzero(const Tensor &x);
    std::vector<Tensor> nonzero(const Tensor &x, std::optional<int64_t> size, const Tensor &fill_value = 0);
  }];
  let summary = "The places of elements that are not 0, a tensor of indices for each axis.";
  let description = [{
    size and fill_value are as of flatnonzero.
  }];
  let example = [{
    >>> ct.nonzero(ct.array([0, 5, 0, 7]))
    (Tensor([1, 3], dtype=int64),)
  }];
  let isMethod = true;
}

def : Function<"dynamic_slice",
               (ins Tensor:$x, Tensors:$start_indices, Shape:$slice_sizes)> {
  let summary = "A block of a fixed size, at a place that may be known at run time only.";
  let description = [{
    A place that is too far is moved so that the block lies inside.
  }];
  let example = [{
    >>> ct.dynamic_slice(ct.array([1, 2, 3, 4]), [ct.array(1)], (2,))
    Tensor([2, 3], dtype=int64)
  }];
}

def : Function<"dynamic_update_slice",
               (ins Tensor:$x, Tensor:$update, Tensors:$start_indices)> {
  let summary = "A copy with a block replaced, at a place that may be known at run time only.";
  let example = [{
    >>> ct.dynamic_update_slice(ct.array([1, 2, 3, 4]), ct.array([0, 0]), [2])
    Tensor([1, 2, 0, 0], dtype=int64)
  }];
}
