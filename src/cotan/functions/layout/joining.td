// Joining tensors, and bringing them to one number of axes or one shape first.
include "cotan/functions/function.td"

def : Function<"atleast_1d", (ins RestOfTensors:$xs), "dynamic::OneOrList"> {
  let overloads = [{
    Tensor atleast_1d(const Tensor &x);
  }];
  let summary = "With at least one axis; of several tensors, a list.";
  let example = [{
    >>> ct.atleast_1d(5.0)
    Tensor([5.], dtype=float32, weak_type=True)
  }];
}

def : Function<"atleast_2d", (ins RestOfTensors:$xs), "dynamic::OneOrList"> {
  let overloads = [{
    Tensor atleast_2d(const Tensor &x);
  }];
  let summary = "With at least two axes; of several tensors, a list.";
  let example = [{
    >>> ct.atleast_2d(ct.array([1.0, 2.0])).shape
    (1, 2)
  }];
}

def : Function<"atleast_3d", (ins RestOfTensors:$xs), "dynamic::OneOrList"> {
  let overloads = [{
    Tensor atleast_3d(const Tensor &x);
  }];
  let summary = "With at least three axes; of several tensors, a list.";
  let example = [{
    >>> ct.atleast_3d(ct.array([1.0, 2.0])).shape
    (1, 2, 1)
  }];
}

def : Function<"hstack", (ins Tensors:$tup, KeywordOnly, OptionalDType:$dtype)> {
  let summary = "Joined side by side: along the second axis, vectors along their only one.";
  let example = [{
    >>> ct.hstack([ct.array([1, 2]), ct.array([3])])
    Tensor([1, 2, 3], dtype=int64)
  }];
}

def : Function<"vstack", (ins Tensors:$tup, KeywordOnly, OptionalDType:$dtype)> {
  let summary = "Joined one below the other: along the first axis, vectors as rows.";
  let example = [{
    >>> ct.vstack([ct.array([1, 2]), ct.array([3, 4])])
    Tensor([[1, 2],
            [3, 4]], dtype=int64)
  }];
}

def : Function<"dstack", (ins Tensors:$tup, KeywordOnly, OptionalDType:$dtype)> {
  let summary = "Joined along the third axis; matrices and vectors get one.";
  let example = [{
    >>> ct.dstack([ct.array([1, 2]), ct.array([3, 4])])
    Tensor([[[1, 3],
             [2, 4]]], dtype=int64)
  }];
}

def : Function<"column_stack", (ins Tensors:$tup)> {
  let summary = "Vectors as the columns of a matrix, beside matrices.";
  let example = [{
    >>> ct.column_stack([ct.array([1, 2]), ct.array([3, 4])])
    Tensor([[1, 3],
            [2, 4]], dtype=int64)
  }];
}

def : Function<"broadcast_shapes", (ins RestOfShapes:$shapes), "Shape"> {
  let summary = "The shape that tensors of these shapes have together.";
  let example = [{
    >>> ct.broadcast_shapes((2, 1), (3,))
    (2, 3)
  }];
}

def : Function<"broadcast_arrays", (ins RestOfTensors:$xs), "std::vector<Tensor>"> {
  let summary = "A list of the tensors, each repeated to the shape they have together.";
  let example = [{
    >>> ct.broadcast_arrays(ct.array([1.0, 2.0]), 3.0)[1]
    Tensor([3., 3.], dtype=float32, weak_type=True)
  }];
}

def : Function<"append", (ins Tensor:$arr, Tensor:$values, OptionalInt:$axis)> {
  let summary = "values behind arr along an axis; without it, all in one row.";
  let example = [{
    >>> ct.append(ct.array([[1, 2]]), ct.array([[3, 4]]), axis=0)
    Tensor([[1, 2],
            [3, 4]], dtype=int64)
  }];
}

def : Function<"insert",
               (ins Tensor:$arr, Positions:$obj, Tensor:$values, OptionalInt:$axis)> {
  let overloads = [{
    Tensor insert(const Tensor &arr, const Integers &positions, const Tensor &values, std::optional<int64_t> axis = {});
    Tensor insert(const Tensor &arr, int64_t position, const Tensor &values, std::optional<int64_t> axis = {});
  }];
  let summary = "values before positions of arr along an axis; without it, of all elements in one row.";
  let description = [{
    obj: an integer, or several, a slice or a mask. Integers may be computed; those out of range go to the
    nearest place then.
  }];
  let example = [{
    >>> ct.insert(ct.array([1, 2, 3]), [1, 3], ct.array([8, 9]))
    Tensor([1, 8, 2, 3, 9], dtype=int64)
  }];
}

def : Function<"delete", (ins Tensor:$arr, Positions:$obj, OptionalInt:$axis, KeywordOnly, No:$assume_unique_indices)> {
  let overloads = [{
    Tensor delete_(const Tensor &arr, const Integers &positions, std::optional<int64_t> axis = {});
  }];
  let summary = "Without the elements at positions along an axis; without it, of all elements in one row.";
  let description = [{
    obj: an integer, or several, a slice or a mask. An integer may be computed, and with
    assume_unique_indices=True several that differ; those out of range go to the nearest place then.
  }];
  let example = [{
    >>> ct.delete(ct.array([1, 2, 3, 4]), slice(1, 3))
    Tensor([1, 4], dtype=int64)
  }];
}
