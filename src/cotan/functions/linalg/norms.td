// Norms, powers, diagonals and products of the last axes.
include "cotan/functions/function.td"

def : Module<"linalg", "Linear algebra, as in jax.numpy.linalg.">;
foreach name = ["matmul", "matrix_transpose", "outer", "tensordot", "vecdot"] in
  def : Alias<"linalg." # name, name>;

let module = "linalg" in {

def : Function<"diagonal", (ins Tensor:$x, Default<Int, "0">:$offset)> {
  let summary = "A diagonal of the last two axes.";
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.diagonal(ct.array([[1, 2], [3, 4]]), offset=1)
    Tensor([2], dtype=int64)
  }];
}

def : Function<"norm", (ins Tensor:$x, OptionalOrder:$ord, OptionalAxes:$axis, No:$keepdims)> {
  let summary = "The norm of vectors along one axis or of matrices along two, as jax.numpy.linalg.norm.";
  let description = [{
    Without an order: the Euclidean norm of all elements along the axes. Orders of matrices are "fro", 1,
    -1, ct.inf, -ct.inf and, of singular values, 2, -2 and "nuc"; of vectors any number.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.norm(ct.array([3.0, 4.0]))
    Tensor(5., dtype=float32)
  }];
}

def : Function<"vector_norm",
               (ins Tensor:$x, OptionalAxes:$axis, No:$keepdims, Default<Float, "2.0">:$ord)> {
  let summary = "The norm of all elements along the axes as one vector.";
  let description = [{
    Of complex numbers that of their sizes, as of other norms.
    Its derivative of order 2 is not finite where the norm is 0.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.vector_norm(ct.array([[3.0, -4.0], [0.0, 1.0]]), axis=1, ord=1)
    Tensor([7., 1.], dtype=float32)
  }];
}

def : Function<"matrix_norm",
               (ins Tensor:$x, No:$keepdims, Default<Order, "\"fro\"">:$ord)> {
  let summary = "The norm of the matrices in the last two axes; orders as for norm.";
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.matrix_norm(ct.array([[1.0, -2.0], [3.0, 4.0]]), ord=1)
    Tensor(6., dtype=float32)
  }];
}

def : Function<"matrix_power", (ins Tensor:$a, Int:$n)> {
  let summary = "The product of n equal square matrices, by repeated squaring; of the inverse if n is negative.";
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.matrix_power(ct.array([[1, 1], [1, 0]]), 10)
    Tensor([[89, 55],
            [55, 34]], dtype=int64)
  }];
}

def : Function<"trace", (ins Tensor:$x, Default<Int, "0">:$offset, OptionalDType:$dtype)> {
  let summary = "The sum of a diagonal of the last two axes, in dtype if it is given.";
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.trace(ct.eye(3))
    Tensor(3., dtype=float32)
  }];
}

def : Function<"cross", (ins Tensor:$x1, Tensor:$x2, Default<Int, "-1">:$axis)> {
  let summary = "The cross product of vectors of 3 elements along an axis.";
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.cross(ct.array([1, 0, 0]), ct.array([0, 1, 0]))
    Tensor([0, 0, 1], dtype=int64)
  }];
}

}
