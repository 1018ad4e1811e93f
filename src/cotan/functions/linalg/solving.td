// Systems of linear equations, inverses and determinants, of real or complex numbers. Integers become
// floats; float16 and bfloat16 are computed in float32.
include "cotan/functions/function.td"

let module = "linalg" in {

def : Function<"cholesky",
               (ins Tensor:$a, OptionalBool:$lower, KeywordOnly, No:$upper, Yes:$symmetrize_input, NoEffect:$overwrite_a,
                    YesNoEffect:$check_finite)> {
  let overloads = [{
    Tensor cholesky(const Tensor &a, bool upper = false, bool symmetrize_input = true);
  }];
  let summary = "The lower triangular l with l l^T = a, of a symmetric or Hermitian positive definite matrix.";
  let description = [{
    Of complex numbers l l^H = a. A matrix that is not positive definite has NaN in its place. upper=True
    gives the (conjugate) transpose of l. With symmetrize_input=False only the lower triangle of a is read,
    of the diagonal the real part, and has a derivative. lower is as in scipy.linalg.cholesky: only that
    triangle is read, the lower or the upper one, and the factor is such a triangle. Where it is left out,
    the factor is the lower one, as in NumPy.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.cholesky(ct.array([[4.0, 2.0], [2.0, 5.0]]))
    Tensor([[2., 0.],
            [1., 2.]], dtype=float32)
  }];
}

def : Function<"solve",
               (ins Tensor:$a, Tensor:$b, No:$lower, NoEffect:$overwrite_a, NoEffect:$overwrite_b, NoEffect:$debug,
                    YesNoEffect:$check_finite, Default<String, "\"gen\"">:$assume_a)> {
  let summary = "The x with a x = b, of a square matrix or a batch of them, by LU factors.";
  let description = [{
    b is a vector if it has one axis, and else a matrix whose columns are solved for; the axes before the
    last two are broadcast. A singular matrix gives infinities and NaN. Derivatives of any order use the
    factors again: they factor nothing. ValueError: a is not square, or b has another number of rows.

    assume_a is "gen", or what is known of a: "sym" (symmetric), "her" (Hermitian) or "pos" (Hermitian and
    positive definite, solved by Cholesky factors; NaN if it is not). Of these only the upper triangle is
    read, or with lower=True the lower one, and has a derivative. As in scipy.linalg.solve.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.solve(ct.array([[2.0, 0.0], [1.0, 4.0]]), ct.array([2.0, 9.0]))
    Tensor([1., 2.], dtype=float32)
  }];
}

def : Function<"solve_triangular",
               (ins Tensor:$a, Tensor:$b, Default<Kind<"const std::variant<int64_t, std::string> &">, "0">:$trans,
                    No:$lower, No:$unit_diagonal, NoEffect:$overwrite_b, OptionalNoEffect:$debug,
                    YesNoEffect:$check_finite)> {
  let overloads = [{
    Tensor solve_triangular(const Tensor &a, const Tensor &b, bool lower = false, bool transpose = false, bool unit_diagonal = false);
  }];
  let summary = "The x with a x = b of a triangular matrix, as scipy.linalg.solve_triangular.";
  let description = [{
    Of a the upper triangle is read, or with lower=True the lower one; with unit_diagonal=True the
    diagonal is not read either, and is 1. trans=1 or "T": the system of the transposed matrix; 2 or "C": of
    the conjugate transpose. b as in solve.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.solve_triangular(ct.array([[2.0, 0.0], [1.0, 4.0]]), ct.array([2.0, 9.0]), lower=True)
    Tensor([1., 2.], dtype=float32)
  }];
}

def : Function<"inv", (ins Tensor:$a, KeywordOnly, NoEffect:$overwrite_a, YesNoEffect:$check_finite)> {
  let summary = "The inverse of a square matrix, or of each of a batch of them.";
  let description = [{
    A singular matrix gives infinities and NaN. To solve a system, solve is faster and more exact.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.inv(ct.array([[2.0, 0.0], [1.0, 4.0]]))
    Tensor([[ 0.5  ,  0.   ],
            [-0.125,  0.25 ]], dtype=float32)
  }];
}

def : Function<"det", (ins Tensor:$a, KeywordOnly, NoEffect:$overwrite_a, YesNoEffect:$check_finite)> {
  let summary = "The determinant of a square matrix, or of each of a batch of them.";
  let description = [{
    That of a singular matrix is 0; its derivative is the matrix of cofactors there, too.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.det(ct.array([[2.0, 0.0], [1.0, 4.0]]))
    Tensor(8., dtype=float32)
  }];
}

def : Function<"slogdet", (ins Tensor:$a, KeywordOnly, OptionalNoMethod:$method), "std::pair<Tensor, Tensor>"> {
  let tuple = "SlogdetResult";
  let summary = "The sign of the determinant, a complex number of size 1 or a sign, and the logarithm of its magnitude.";
  let description = [{
    Of a singular matrix they are 0 and -inf, and the derivative of the logarithm is not finite.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.slogdet(ct.eye(3))
    SlogdetResult(sign=Tensor(1., dtype=float32), logabsdet=Tensor(0., dtype=float32))
  }];
}

def : Function<"tensorinv", (ins Tensor:$a, Default<Int, "2">:$ind)> {
  let summary = "The inverse for tensordot: the first ind axes are the rows of a matrix, the others its columns.";
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.tensorinv(2 * ct.eye(4).reshape(4, 2, 2), ind=1).shape
    (2, 2, 4)
  }];
}

def : Function<"tensorsolve", (ins Tensor:$a, Tensor:$b, OptionalAxes:$axes)> {
  let summary = "The x with tensordot(a, x, x.ndim) = b; axes of a are moved to its end first.";
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.tensorsolve(2 * ct.eye(4).reshape(2, 2, 4), ct.ones((2, 2)))
    Tensor([0.5, 0.5, 0.5, 0.5], dtype=float32)
  }];
}

}
