// Elements and blocks at places.
include "cotan/functions/function.td"

def : Function<"take",
               (ins Tensor:$a, Tensor:$indices, OptionalInt:$axis, KeywordOnly, OptionalString:$mode,
                    OptionalTensor:$fill_value, NoEffect:$unique_indices, NoEffect:$indices_are_sorted)> {
  let overloads = [{
    Tensor take(const Tensor &x, const Tensor &indices, std::optional<int64_t> axis = {});
    Tensor take(const Tensor &x, const Tensor &indices, std::optional<int64_t> axis, IndexMode mode,
                const std::optional<Tensor> &fill_value = {});
  }];
  let summary = "Elements or slices at indices along an axis; of all elements in one row without it.";
  let description = [{
    Negative indices count from the end, and those out of range read the nearest element. With mode "fill" these
    read fill_value, which is NaN, of integers the least, of unsigned ones the largest, and of booleans True;
    fill_value alone says the same. With "wrap" indices go around; with "clip" they are the nearest, negative
    ones 0; with "raise" they are an error, which a function that is traced refuses.
  }];
  let example = [{
    >>> ct.take(ct.array([10, 20, 30]), ct.array([2, 0, -1]))
    Tensor([30, 10, 30], dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"diagonal",
               (ins Tensor:$a, Default<Int, "0">:$offset, Default<Int, "0">:$axis1,
                    Default<Int, "1">:$axis2)> {
  let summary = "A diagonal of two axes, as the last axis; offset places to the right of the main one.";
  let example = [{
    >>> ct.diagonal(ct.array([[1, 2], [3, 4]]))
    Tensor([1, 4], dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"nonzero",
               (ins Tensor:$a, KeywordOnly, OptionalInt:$size, OptionalOneOrTuple:$fill_value),
               "dynamic::Tuple"> {
  let overloads = [{
    std::vector<Tensor> nonzero(const Tensor &x);
    std::vector<Tensor> nonzero(const Tensor &x, std::optional<int64_t> size, const Tensor &fill_value = 0);
  }];
  let summary = "The places of elements that are not 0, a tensor of indices for each axis.";
  let description = [{
    size and fill_value are as of flatnonzero; a tuple as fill_value has a number for each axis.
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
