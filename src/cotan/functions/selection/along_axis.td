// One element for each index, along an axis.
include "cotan/functions/function.td"

def : Function<"take_along_axis",
               (ins Tensor:$arr, Tensor:$indices, Default<OptionalInt, "-1">:$axis, OptionalString:$mode,
                    OptionalTensor:$fill_value, KeywordOnly, OptionalBool:$wrap_negative_indices)> {
  let overloads = [{
    Tensor take_along_axis(const Tensor &x, const Tensor &indices, std::optional<int64_t> axis = -1);
    Tensor take_along_axis(const Tensor &x, const Tensor &indices, std::optional<int64_t> axis,
                           IndexMode mode, const std::optional<Tensor> &fill_value = {});
  }];
  let summary = "One element per index, along an axis: as argsort gives the indices.";
  let description = [{
    Negative indices count from the end, and those out of range read 0. With axis None arr is one row. mode and
    fill_value are as of take, but that negative indices count from the end with "clip", too; with wrap_negative_indices=False
    they are out of range. mode "one_hot" reads 0 out of range, as no mode does.
  }];
  let example = [{
    >>> x = ct.array([[3, 1], [5, 9]])
    >>> ct.take_along_axis(x, ct.argsort(x), 1)
    Tensor([[1, 3],
            [5, 9]], dtype=int64)
  }];
}

def : Function<"put_along_axis",
               (ins Tensor:$arr, Tensor:$indices, Tensor:$values, OptionalInt:$axis, KeywordOnly, No:$inplace,
                    OptionalString:$mode)> {
  let overloads = [{
    Tensor put_along_axis(const Tensor &arr, const Tensor &indices, const Tensor &values,
                          std::optional<int64_t> axis, IndexMode mode = IndexMode::drop);
  }];
  let summary = "A copy in which the elements that take_along_axis reads are these values.";
  let description = [{
    Negative indices count from the end. With axis None arr is one row while they are counted. What an index
    out of range does mode says: nothing, as without it, with "fill" or "drop"; it is the nearest with "clip",
    goes around with "wrap", and with "raise" is an error, which a function that is traced refuses. inplace
    must be false, as tensors do not change: use the result.
  }];
  let example = [{
    >>> ct.put_along_axis(ct.zeros((2, 2)), ct.array([[0], [1]]), 5.0, 1)
    Tensor([[5., 0.],
            [0., 5.]], dtype=float32)
  }];
}
