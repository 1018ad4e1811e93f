// Other shapes, orders of axes and element types of the same elements.
include "cotan/functions/function.td"

def : Function<"astype", (ins Tensor:$x, DType:$dtype, KeywordOnly, MayCopy:$copy, Device:$device)> {
  let summary = "With elements of another type.";
  let description = [{
    Floats become integers towards 0, truth values 0 and 1; what is not 0 becomes true.
  }];
  let example = [{
    >>> ct.astype(ct.array([-1.5, 2.5]), "int32")
    Tensor([-1,  2], dtype=int32)
  }];
}

def : Function<"reshape", (ins Tensor:$a, Shape:$shape, Default<String, "\"C\"">:$order, KeywordOnly, MayCopy:$copy)> {
  let overloads = [{
    Tensor reshape(const Tensor &x, const Shape &shape);
  }];
  let summary = "The same elements under another shape; one size may be -1, which is then computed.";
  let description = [{
    A size that is a traced tensor is never -1. With order "F" the first axis varies fastest.
  }];
  let example = [{
    >>> ct.reshape(ct.arange(6), (2, -1))
    Tensor([[0, 1, 2],
            [3, 4, 5]], dtype=int64)
  }];
}

def : Function<"ravel", (ins Tensor:$a, Default<String, "\"C\"">:$order)> {
  let overloads = [{
    Tensor ravel(const Tensor &x);
  }];
  let summary = "All elements in one row.";
  let example = [{
    >>> ct.ravel(ct.array([[1, 2], [3, 4]]))
    Tensor([1, 2, 3, 4], dtype=int64)
  }];
}

def : Function<"transpose", (ins Tensor:$a, OptionalAxes:$axes)> {
  let summary = "With the axes in this order, or reversed.";
  let example = [{
    >>> ct.transpose(ct.ones((2, 3, 4)), (1, 0, 2)).shape
    (3, 2, 4)
  }];
}

def : Function<"swapaxes", (ins Tensor:$a, Int:$axis1, Int:$axis2)> {
  let summary = "With two axes exchanged.";
  let example = [{
    >>> ct.swapaxes(ct.array([[1, 2], [3, 4]]), 0, 1)
    Tensor([[1, 3],
            [2, 4]], dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"moveaxis", (ins Tensor:$a, Axes:$source, Axes:$destination)> {
  let summary = "With axes at other positions; the other axes keep their order.";
  let example = [{
    >>> ct.moveaxis(ct.ones((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
  }];
}

def : Function<"expand_dims", (ins Tensor:$a, Axes:$axis)> {
  let summary = "With new axes of size 1, at these positions of the result.";
  let example = [{
    >>> ct.expand_dims(ct.ones((2, 3)), (0, 2)).shape
    (1, 2, 1, 3)
  }];
}

def : Function<"squeeze", (ins Tensor:$a, OptionalAxes:$axis)> {
  let summary = "Without axes of size 1: these, or all.";
  let example = [{
    >>> ct.squeeze(ct.ones((1, 3, 1))).shape
    (3,)
  }];
  let isMethod = true;
}

def : Function<"broadcast_to", (ins Tensor:$array, Shape:$shape)> {
  let summary = "Repeated to a larger shape; axes are added in front, and those of size 1 repeated.";
  let example = [{
    >>> ct.broadcast_to(ct.array([1, 2]), (2, 2))
    Tensor([[1, 2],
            [1, 2]], dtype=int64)
  }];
}

def : Function<"concatenate", (ins Tensors:$arrays, Default<OptionalInt, "0">:$axis, KeywordOnly, OptionalDType:$dtype)> {
  let summary = "Joined along an axis, where all other sizes must be the same; in one row if it is None.";
  let example = [{
    >>> ct.concatenate([ct.array([1, 2]), ct.array([3])])
    Tensor([1, 2, 3], dtype=int64)
  }];
}

def : Function<"stack", (ins Tensors:$arrays, Default<Int, "0">:$axis, KeywordOnly, OptionalDType:$dtype)> {
  let summary = "Joined along a new axis; all must have one shape.";
  let example = [{
    >>> ct.stack([ct.array([1, 2]), ct.array([3, 4])], axis=1)
    Tensor([[1, 3],
            [2, 4]], dtype=int64)
  }];
}

def : Function<"flip", (ins Tensor:$m, OptionalAxes:$axis)> {
  let summary = "In reverse order along axes; along all without them.";
  let example = [{
    >>> ct.flip(ct.array([1, 2, 3]))
    Tensor([3, 2, 1], dtype=int64)
  }];
}

def : Function<"roll",
               (ins Tensor:$a, Kind<"const std::variant<std::vector<Tensor>, Tensor> &">:$shift,
                    OptionalAxes:$axis)> {
  let overloads = [{
    Tensor roll(const Tensor &x, const Tensor &shift, std::optional<int64_t> axis = {});
    /// Along several axes; one shift is for all.
    Tensor roll(const Tensor &x, const std::vector<Tensor> &shifts, const Integers &axes);
  }];
  let summary = "Shifted around axes; without them, in one row.";
  let example = [{
    >>> ct.roll(ct.array([1, 2, 3]), 1)
    Tensor([3, 1, 2], dtype=int64)
  }];
}

def : Function<"tile", (ins Tensor:$A, Shape:$reps)> {
  let summary = "Repeated as a whole, for each axis so often.";
  let example = [{
    >>> ct.tile(ct.array([1, 2]), 2)
    Tensor([1, 2, 1, 2], dtype=int64)
  }];
}

def : Function<"repeat",
               (ins Tensor:$a, Tensor:$repeats, OptionalInt:$axis, KeywordOnly, OptionalInt:$total_repeat_length)> {
  let summary = "Each element repeated along an axis; of all in one row without it.";
  let description = [{
    `repeats` is one number, or one for each element along the axis. total_repeat_length says how many there
    are in the result, which functions that are traced need not know then: too many are left out, for too few
    the last element is repeated.
  }];
  let example = [{
    >>> ct.repeat(ct.array([1, 2]), 2)
    Tensor([1, 1, 2, 2], dtype=int64)
  }];
  let isMethod = true;
}
