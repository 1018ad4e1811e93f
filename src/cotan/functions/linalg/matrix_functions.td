// Functions of matrices that are no functions of their elements, and matrices of a structure.
include "cotan/functions/function.td"

let module = "linalg" in {

def : Function<"expm", (ins Tensor:$A, KeywordOnly, No:$upper_triangular, OptionalInt:$max_squarings)> {
  let summary = "The exponential of a square matrix, or of each of a batch of them.";
  let description = [{
    By Padé approximants, scaling and squaring (Higham 2005). Integers become floats; float16 and bfloat16
    are computed in float32. The time grows with the logarithm of the largest norm. Of a matrix with NaN or
    infinities, NaN. With upper_triangular=True only the upper triangle is read. A matrix that needs more
    than max_squarings squarings, at most one for each time its norm doubles beyond about 4, has NaN; there is no limit
    without it.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.expm(ct.array([[0.0, 1.0], [0.0, 0.0]]))
    Tensor([[1., 1.],
            [0., 1.]], dtype=float32)
  }];
}

def : Function<"toeplitz", (ins Tensor:$c, OptionalTensor:$r)> {
  let summary = "The matrix with equal diagonals, of a first column and a first row.";
  let description = [{
    The row's first element is not read; without a row it is the column, conjugated. Axes before the last are
    batches, which are broadcast. As scipy.linalg.toeplitz.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.toeplitz(ct.array([1, 2, 3]), ct.array([1, 4]))
    Tensor([[1, 4],
            [2, 1],
            [3, 2]], dtype=int64)
  }];
}

def : Function<"block_diag", (ins RestOfTensors:$arrs)> {
  let summary = "The matrices along a diagonal, and zeros beside them.";
  let description = [{
    A vector is a matrix of one row, a number one of one element. ValueError: more than two axes.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.block_diag(ct.array([[1, 2]]), ct.array([3]))
    Tensor([[1, 2, 0],
            [0, 0, 3]], dtype=int64)
  }];
}

}
