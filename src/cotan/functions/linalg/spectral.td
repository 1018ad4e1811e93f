// Eigenvalues, singular values and orthonormal factors, of real or complex numbers. Integers become floats; float16 and bfloat16
// are computed in float32.
include "cotan/functions/function.td"

let module = "linalg" in {

def : Function<"eigh",
               (ins Tensor:$a, OptionalString:$UPLO, Yes:$symmetrize_input, KeywordOnly, OptionalTensor:$b, OptionalBool:$lower,
                    No:$eigvals_only, Default<Int, "1">:$type, OnlyNone:$eigvals, YesNoEffect:$turbo, NoEffect:$overwrite_a,
                    NoEffect:$overwrite_b, YesNoEffect:$check_finite),
               "std::variant<Tensor, std::pair<Tensor, Tensor>>"> {
  let tuple = "EighResult";
  let overloads = [{
    std::pair<Tensor, Tensor> eigh(const Tensor &a, const std::optional<std::string> &UPLO = {}, bool symmetrize_input = true);
    std::pair<Tensor, Tensor> eigh(const Tensor &a, const Tensor &b, int64_t type = 1);
  }];
  let summary = "The eigenvalues of a symmetric or Hermitian matrix, which increase, and its eigenvectors as columns.";
  let description = [{
    Of each eigenvector, the first element at least 0.9 times as large as the largest is real and positive.
    UPLO, "L" or "U", is the triangle that is read with symmetrize_input=False. The derivative of the
    eigenvectors is not finite where eigenvalues coincide; a first derivative of what depends on the
    eigenvalues alone, not on their order, is right there, too.

    lower, eigvals_only, b and type are as in scipy.linalg.eigh. lower=True or False is the triangle that is
    read, of b, too. With eigvals_only=True, the eigenvalues alone. With a Hermitian positive definite b, those
    of a v = w b v; with type=2 of a b v = w v, with type=3 of b a v = w v. Then v^H b v = 1 of each
    eigenvector v, with type=3 v^H inv(b) v = 1, and its sign is as it comes. NaN if b is not positive definite.
  }];
  let example = [{
    >>> import cotan as ct
    >>> w, v = ct.linalg.eigh(ct.array([[1.0, 0.0], [0.0, 3.0]]))
    >>> w, v
    (Tensor([1., 3.], dtype=float32), Tensor([[1., 0.],
            [0., 1.]], dtype=float32))
  }];
}

def : Function<"eigvalsh",
               (ins Tensor:$a, Default<OptionalString, "\"L\"">:$UPLO, KeywordOnly,
                    Yes:$symmetrize_input)> {
  let summary = "The eigenvalues of a symmetric or Hermitian matrix, which increase; see eigh.";
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.eigvalsh(ct.array([[3.0, 0.0], [0.0, 1.0]]))
    Tensor([1., 3.], dtype=float32)
  }];
}

def : Function<"svd",
               (ins Tensor:$a, Yes:$full_matrices, Yes:$compute_uv, No:$hermitian, OptionalPair:$subset_by_index, KeywordOnly,
                    NoEffect:$overwrite_a, YesNoEffect:$check_finite, NoMethod<"gesdd">:$lapack_driver),
               "std::variant<Tensor, std::tuple<Tensor, Tensor, Tensor>>"> {
  let tuple = "SVDResult";
  let overloads = [{
    std::tuple<Tensor, Tensor, Tensor> svd(const Tensor &a, bool full_matrices = true);
  }];
  let summary = "u, s and vt with a = u diag(s) vt: singular values, which decrease, and their vectors.";
  let description = [{
    With compute_uv=False, s alone. u and vt are square, or with full_matrices=False have as many vectors
    as there are singular values. Of each column of u, or row of vt if there are fewer rows than columns,
    the first element at least 0.9 times as large as the largest is real and positive. The derivatives of u
    and vt are not finite where singular values coincide; those of vectors beyond the singular values are
    right in what does not depend on which basis of their space they are.

    With hermitian=True those of (a + a^H) / 2 by its eigenvectors, whose derivatives are finite where
    eigenvalues differ by their sign alone. subset_by_index=(i, j) gives the singular values from i up to, but
    not with, j, and their vectors; with full_matrices=True it is refused, as there are more vectors then.
  }];
  let example = [{
    >>> import cotan as ct
    >>> u, s, vt = ct.linalg.svd(ct.array([[0.0, 3.0], [1.0, 0.0]]))
    >>> s
    Tensor([3., 1.], dtype=float32)
  }];
}

def : Function<"svdvals", (ins Tensor:$x, KeywordOnly, NoEffect:$overwrite_a, YesNoEffect:$check_finite)> {
  let summary = "The singular values of a matrix, which decrease.";
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.svdvals(ct.array([[0.0, 3.0], [1.0, 0.0]]))
    Tensor([3., 1.], dtype=float32)
  }];
}

def : Function<"qr",
               (ins Tensor:$a, Default<String, "\"reduced\"">:$mode, KeywordOnly, No:$pivoting,
                    PythonOnly<"std::optional<int64_t>">:$lwork, NoEffect:$overwrite_a, YesNoEffect:$check_finite),
               "std::variant<Tensor, std::pair<Tensor, Tensor>, dynamic::Tuple>"> {
  let tuple = "QRResult";
  let overloads = [{
    std::pair<Tensor, Tensor> qr(const Tensor &a, bool complete = false);
    /// q, r, and the order of columns with a[:, order] = q r: each is the longest of what is left of them.
    std::tuple<Tensor, Tensor, Tensor> qr_pivoted(const Tensor &a, bool complete = false);
    /// h and tau: r in the transposed h, and below its diagonal the vectors of reflections whose product is q.
    std::pair<Tensor, Tensor> qr_raw(const Tensor &a);
  }];
  let summary = "q and r with a = q r: orthonormal columns, and an upper triangular matrix.";
  let description = [{
    q has as many columns as the smaller side of a, or with mode="complete" as rows; the diagonal of r is
    real and not negative. Derivatives of further columns as in svd. With mode="r", r alone. A matrix with NaN or
    infinities gives NaN everywhere. SciPy's "economic" and "full" are "reduced" and "complete".
    With mode="raw", h and tau as LAPACK's geqrf has them: above the diagonal of the transposed h is r, its rows with
    signs, and below it the vectors of reflections, tau their factors; ct.lax.linalg.householder_product makes q of them.

    With pivoting=True, q, r and the order of columns with a[:, order] = q r (r and the order with mode="r"):
    each column is the longest of what is left of them without those before, so the diagonal of r decreases.
  }];
  let example = [{
    >>> import cotan as ct
    >>> q, r = ct.linalg.qr(ct.array([[0.0, 1.0], [2.0, 3.0]]))
    >>> r
    Tensor([[2., 3.],
            [0., 1.]], dtype=float32)
  }];
}

def : Function<"pinv",
               (ins Tensor:$a, OptionalTensor:$rtol, No:$hermitian, KeywordOnly, OptionalTensor:$rcond,
                    YesNoEffect:$check_finite)> {
  let overloads = [{
    Tensor pinv(const Tensor &a, const std::optional<Tensor> &rtol = {}, bool hermitian = false);
  }];
  let summary = "The pseudo-inverse (Moore-Penrose) of a matrix, or of each of a batch of them.";
  let description = [{
    Singular values up to rtol times the largest count as 0; without it, up to 10 max(rows, columns) eps. A
    tensor of them has one for each matrix. The derivative is that of matrices of the same rank. With
    hermitian=True that of (a + a^H) / 2. rcond is another name of rtol.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.pinv(ct.array([[2.0], [0.0]]))
    Tensor([[0.5, 0. ]], dtype=float32)
  }];
}

def : Function<"matrix_rank",
               (ins Tensor:$M, OptionalTensor:$rtol, KeywordOnly, No:$hermitian, OptionalTensor:$tol)> {
  let summary = "How many singular values are larger than rtol times the largest.";
  let description = [{
    Without rtol: than max(rows, columns) eps times the largest; or than tol, which rtol is not given beside. A
    tensor of either has one for each matrix. With hermitian=True the eigenvalues of (M + M^H) / 2 count, without
    their signs.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.matrix_rank(ct.ones((3, 3)))
    Tensor(1, dtype=int64)
  }];
}

def : Function<"cond", (ins Tensor:$x, OptionalOrder:$p)> {
  let summary = "The condition number: the largest singular value divided by the smallest.";
  let description = [{
    With another order p of matrix_norm than 2, the norm of x times that of its inverse.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.cond(ct.array([[4.0, 0.0], [0.0, 2.0]]))
    Tensor(2., dtype=float32)
  }];
}

def : Function<"lstsq",
               (ins Tensor:$a, Tensor:$b, OptionalFloat:$rcond, KeywordOnly, No:$numpy_resid, NoEffect:$overwrite_a,
                    NoEffect:$overwrite_b, YesNoEffect:$check_finite),
               "std::tuple<Tensor, Tensor, Tensor, Tensor>"> {
  let summary = "The x of least sum of squares of a x - b, those sums, the rank and singular values of a.";
  let description = [{
    b is a vector or a matrix. Of several x, that of least length. Singular values up to rcond times the
    largest count as 0; without it, up to max(rows, columns) eps, and up to eps if it is negative. With
    numpy_resid=True there are no sums, as in NumPy, where the rank is less than the number of columns, or a has
    no more rows than columns; a function that is traced refuses where that depends on the rank.
  }];
  let example = [{
    >>> import cotan as ct
    >>> x, residuals, rank, s = ct.linalg.lstsq(ct.array([[1.0], [1.0]]), ct.array([1.0, 3.0]))
    >>> ct.round(x, 4), ct.round(residuals, 4), rank
    (Tensor([2.], dtype=float32), Tensor([2.], dtype=float32), Tensor(1, dtype=int64))
  }];
}

}
