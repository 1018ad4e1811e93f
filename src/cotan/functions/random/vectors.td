// Random vectors and matrices.
include "cotan/functions/function.td"

let module = "random" in {

def : Function<"multivariate_normal",
               (ins Tensor:$key, Tensor:$mean, Tensor:$cov, OptionalShape:$shape,
                    OptionalDType:$dtype, Default<String, "\"cholesky\"">:$method)> {
  let summary = "Vectors that are normally distributed with this mean (..., n) and covariance (..., n, n).";
  let description = [{
    The shape counts the vectors; without it, of that of mean and cov without their last axes. The
    factor of cov is that of method: "cholesky" needs a positive definite matrix, and gives NaN for
    others; "eigh" and "svd" take singular ones, too. ValueError: sizes that do not fit.
  }];
  let example = [{
    >>> import cotan as ct
    >>> cov = ct.array([[2.0, 1.0], [1.0, 2.0]])
    >>> ct.random.multivariate_normal(ct.random.key(0), ct.zeros(2), cov, (100,)).shape
    (100, 2)
  }];
}

def : Function<"orthogonal",
               (ins Tensor:$key, Int:$n, ShapeOfNumber:$shape, DefaultDType:$dtype,
                    OptionalInt:$m)> {
  let summary = "Matrices (n, m) with orthonormal columns, or rows if there are fewer, evenly distributed.";
  let description = [{
    m is n if left out; the shape counts matrices. By QR factors of normally distributed matrices (Mezzadri
    2007). ValueError: n or m is negative.
  }];
  let example = [{
    >>> import cotan as ct
    >>> q = ct.random.orthogonal(ct.random.key(0), 3)
    >>> bool(ct.allclose(q @ q.T, ct.eye(3), atol=1e-6))
    True
  }];
}

}
