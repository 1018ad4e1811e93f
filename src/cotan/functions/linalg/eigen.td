// Eigenvalues of general matrices, their Schur forms, and functions made of these. Integers become floats; of float16 and
// bfloat16, complex results are complex64.
include "cotan/functions/function.td"

let module = "linalg" in {

def : Function<"eig", (ins Tensor:$a, KeywordOnly, NoEffect:$overwrite_a, YesNoEffect:$check_finite), "std::pair<Tensor, Tensor>"> {
  let tuple = "EigResult";
  let summary = "The eigenvalues of a square matrix, and its eigenvectors as columns; both are complex.";
  let description = [{
    In the order of their real parts, then of their imaginary parts; real parts that differ by rounding alone
    count as equal. Eigenvectors have length 1; of each, the first element at least 0.9 times as large as the
    largest is real and positive. A matrix with NaN or infinities gives NaN everywhere.

    The derivative of the eigenvectors is not finite where eigenvalues coincide, and no derivative is where a
    matrix has fewer eigenvectors than rows.
  }];
  let example = [{
    >>> import cotan as ct
    >>> w, v = ct.linalg.eig(ct.array([[0.0, -1.0], [1.0, 0.0]]))
    >>> w
    Tensor([0.-1.j, 0.+1.j], dtype=complex64)
  }];
}

def : Function<"eigvals", (ins Tensor:$a, KeywordOnly, NoEffect:$overwrite_a, YesNoEffect:$check_finite)> {
  let summary = "The eigenvalues of a square matrix, which are complex; see eig.";
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.eigvals(ct.array([[3.0, 1.0], [0.0, 1.0]]))
    Tensor([1.+0.j, 3.+0.j], dtype=complex64)
  }];
}

def : Function<"schur",
               (ins Tensor:$a, Default<String, "\"real\"">:$output, KeywordOnly, NoEffect:$overwrite_a,
                    YesNoEffect:$check_finite), "std::pair<Tensor, Tensor>"> {
  let summary = "T and Z with a = Z T Z^H: a triangular matrix, with the eigenvalues on its diagonal, and a unitary one.";
  let description = [{
    Eigenvalues are in the order of eig; of each column of Z, the first element at least 0.9 times as large as
    the largest is real and positive. With output="real", T and Z of a real matrix are real: T has a block of
    two rows and columns for each pair of conjugate eigenvalues. With output="complex" all is complex. The
    derivative is not finite where eigenvalues coincide, nor that of a real T where a block is a multiple of a
    rotation.
  }];
  let example = [{
    >>> import cotan as ct
    >>> T, Z = ct.linalg.schur(ct.array([[3.0, 0.0], [1.0, 1.0]]))
    >>> T
    Tensor([[1., 1.],
            [0., 3.]], dtype=float32)
  }];
}

def : Function<"sqrtm", (ins Tensor:$A, NoCount<"1">:$blocksize)> {
  let summary = "The principal square root of a square matrix, which is complex.";
  let description = [{
    The y with y y = A whose eigenvalues are the principal roots of those of A. The derivative is exact where
    eigenvalues coincide. A singular matrix may have no root, and NaN instead; it has no derivative.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.sqrtm(ct.array([[4.0, 1.0], [0.0, 4.0]]))
    Tensor([[2.  +0.j, 0.25+0.j],
            [0.  +0.j, 2.  +0.j]], dtype=complex64)
  }];
}

def : Function<"logm", (ins Tensor:$A)> {
  let summary = "The principal logarithm of a square matrix, which is complex.";
  let description = [{
    The y with expm(y) = A whose eigenvalues are the principal logarithms of those of A. By square roots, as
    many as the norm asks for, and Padé's approximant. The derivative is exact where eigenvalues coincide. Of
    a singular matrix, and one with NaN or infinities, NaN.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.round(ct.linalg.logm(ct.array([[1.0, 1.0], [0.0, 1.0]])), 4)
    Tensor([[0.+0.j, 1.+0.j],
            [0.+0.j, 0.+0.j]], dtype=complex64)
  }];
}

}
