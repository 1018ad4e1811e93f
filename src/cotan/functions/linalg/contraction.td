// Products of matrices and more.
include "cotan/functions/function.td"

def : Function<"matmul",
               (ins Tensor:$a, Tensor:$b, KeywordOnly, Precision:$precision,
                    OptionalDType:$preferred_element_type)> {
  let overloads = [{
    Tensor matmul(const Tensor &x, const Tensor &y);
  }];
  let summary = "Product of matrices, or of batches of them.";
  let description = [{
    Sums along the last axis of a and the last but one of b; axes before these broadcast. A vector is
    a row on the left, a column on the right. Also written a @ b.
  }];
  let example = [{
    >>> ct.matmul(ct.array([[1, 2], [3, 4]]), ct.array([1, 1]))
    Tensor([3, 7], dtype=int64)
  }];
}

def : Function<"dot",
               (ins Tensor:$a, Tensor:$b, KeywordOnly, Precision:$precision,
                    OptionalDType:$preferred_element_type)> {
  let overloads = [{
    Tensor dot(const Tensor &x, const Tensor &y);
  }];
  let summary = "Product along the last axis of a and the last but one of b.";
  let description = [{
    All other axes of both are kept, where matmul broadcasts them; of vectors the inner product.
  }];
  let example = [{
    >>> ct.dot(ct.array([1, 2, 3]), ct.array([4, 5, 6]))
    Tensor(32, dtype=int64)
  }];
  let isMethod = true;
}

def : Function<"vdot",
               (ins Tensor:$a, Tensor:$b, KeywordOnly, Precision:$precision,
                    OptionalDType:$preferred_element_type)> {
  let overloads = [{
    Tensor vdot(const Tensor &x, const Tensor &y);
  }];
  let summary = "Inner product of all elements, each tensor taken as one row; the conjugates of complex a.";
  let example = [{
    >>> ct.vdot(ct.array([[1, 2], [3, 4]]), ct.array([[1, 0], [0, 1]]))
    Tensor(5, dtype=int64)
  }];
}

def : Function<"inner",
               (ins Tensor:$a, Tensor:$b, KeywordOnly, Precision:$precision,
                    OptionalDType:$preferred_element_type)> {
  let overloads = [{
    Tensor inner(const Tensor &x, const Tensor &y);
  }];
  let summary = "Sum of products along the last axes of both.";
  let example = [{
    >>> ct.inner(ct.array([[1, 2], [3, 4]]), ct.array([1, 1]))
    Tensor([3, 7], dtype=int64)
  }];
}

def : Function<"outer", (ins Tensor:$a, Tensor:$b)> {
  let summary = "Each element of a times each of b; both are taken as one row.";
  let example = [{
    >>> ct.outer(ct.array([1, 2]), ct.array([3, 4]))
    Tensor([[3, 4],
            [6, 8]], dtype=int64)
  }];
}

def : Function<"tensordot",
               (ins Tensor:$a, Tensor:$b,
                    Default<Kind<"const std::variant<int64_t, AxisPairs> &">, "2">:$axes, KeywordOnly, Precision:$precision, OptionalDType:$preferred_element_type)> {
  let overloads = [{
    Tensor tensordot(const Tensor &x, const Tensor &y, int64_t axes = 2);
    Tensor tensordot(const Tensor &x, const Tensor &y, const Integers &x_axes, const Integers &y_axes);
  }];
  let summary = "Sum of products along pairs of axes.";
  let description = [{
    axes is a number, of the last axes of a and the first of b, or a pair: axes of a, axes of b.
  }];
  let example = [{
    >>> ct.tensordot(ct.array([[1, 2], [3, 4]]), ct.array([[1, 0], [0, 1]]), axes=2)
    Tensor(5, dtype=int64)
  }];
}

def : Function<"dot_general",
               (ins Tensor:$lhs, Tensor:$rhs,
                    Kind<"const std::pair<AxisPairs, AxisPairs> &">:$dimension_numbers)> {
  let overloads = [{
    Tensor dot_general(const Tensor &lhs, const Tensor &rhs, const AxisPairs &contracting, const AxisPairs &batching = {});
  }];
  let summary = "Sums of products over pairs of axes, for each index of other pairs: as jax.lax.dot_general.";
  let description = [{
    dimension_numbers is ((contracting axes of lhs, of rhs), (batching axes of lhs, of rhs)). Axes of
    the result: batching, the others of lhs, the others of rhs.
  }];
  let example = [{
    >>> x, y = ct.array([[1, 2], [3, 4]]), ct.array([[1, 0], [0, 1]])
    >>> ct.dot_general(x, y, (((1,), (0,)), ((), ())))
    Tensor([[1, 2],
            [3, 4]], dtype=int64)
  }];
}
