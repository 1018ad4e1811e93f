// Factors of matrices that are kept, and systems of equations solved by them. As in scipy.linalg.
include "cotan/functions/function.td"

let module = "linalg" in {

def : Function<"lu",
               (ins Tensor:$a, No:$permute_l, KeywordOnly, No:$p_indices, NoEffect:$overwrite_a, YesNoEffect:$check_finite),
               "std::variant<std::tuple<Tensor, Tensor, Tensor>, std::pair<Tensor, Tensor>>"> {
  let overloads = [{
    std::tuple<Tensor, Tensor, Tensor> lu(const Tensor &a, bool p_indices = false);
  }];
  let summary = "p, l and u with a = p l u: a permutation, ones on the diagonal of l, and triangles.";
  let description = [{
    Of matrices of any shape: l has as many columns, and u as many rows, as a has of the fewer. p is real. With permute_l=True, p l and u; with p_indices=True p is such that a = l[p] u,
    indices. A derivative with respect to a singular matrix is not finite.
  }];
  let example = [{
    >>> import cotan as ct
    >>> p, l, u = ct.linalg.lu(ct.array([[0.0, 2.0], [4.0, 8.0]]))
    >>> u
    Tensor([[4., 8.],
            [0., 2.]], dtype=float32)
  }];
}

def : Function<"lu_factor", (ins Tensor:$a, KeywordOnly, NoEffect:$overwrite_a, YesNoEffect:$check_finite), "std::pair<Tensor, Tensor>"> {
  let summary = "The factors of matrices in one, and the pivots: what lu_solve takes of square ones.";
  let description = [{
    l below the diagonal, u on and above it; row i was exchanged with row pivots[i], one after another.
  }];
  let example = [{
    >>> import cotan as ct
    >>> factors, pivots = ct.linalg.lu_factor(ct.array([[0.0, 2.0], [4.0, 8.0]]))
    >>> pivots
    Tensor([1, 1], dtype=int64)
  }];
}

def : Function<"lu_solve",
               (ins Kind<"const std::pair<Tensor, Tensor> &">:$lu_and_piv, Tensor:$b,
                    Default<Int, "0">:$trans, KeywordOnly, NoEffect:$overwrite_b, YesNoEffect:$check_finite)> {
  let summary = "The x with a x = b, of the factors and pivots that lu_factor gives of a.";
  let description = [{
    b as in solve. trans=1: the system of the transposed matrix; 2: of the conjugate transpose. To solve
    several systems of one matrix at once, give solve a matrix b.
  }];
  let example = [{
    >>> import cotan as ct
    >>> factored = ct.linalg.lu_factor(ct.array([[0.0, 2.0], [4.0, 8.0]]))
    >>> ct.linalg.lu_solve(factored, ct.array([2.0, 12.0]))
    Tensor([1., 1.], dtype=float32)
  }];
}

def : Function<"cho_factor", (ins Tensor:$a, No:$lower, KeywordOnly, NoEffect:$overwrite_a, YesNoEffect:$check_finite), "std::pair<Tensor, bool>"> {
  let summary = "The triangular factor of a symmetric or Hermitian positive definite matrix, and lower: what cho_solve takes.";
  let description = [{
    Zeros stand in the other triangle. A matrix that is not positive definite has NaN in its place.
  }];
  let example = [{
    >>> import cotan as ct
    >>> ct.linalg.cho_factor(ct.array([[4.0, 2.0], [2.0, 5.0]]))
    (Tensor([[2., 1.],
            [0., 2.]], dtype=float32), False)
  }];
}

def : Function<"cho_solve",
               (ins Kind<"const std::pair<Tensor, bool> &">:$c_and_lower, Tensor:$b, KeywordOnly, NoEffect:$overwrite_b, YesNoEffect:$check_finite)> {
  let summary = "The x with a x = b, of the factor and lower that cho_factor gives of a.";
  let description = [{
    b as in solve.
  }];
  let example = [{
    >>> import cotan as ct
    >>> factored = ct.linalg.cho_factor(ct.array([[4.0, 2.0], [2.0, 5.0]]))
    >>> ct.linalg.cho_solve(factored, ct.array([6.0, 7.0]))
    Tensor([1., 1.], dtype=float32)
  }];
}

def : Function<"ldl",
               (ins Tensor:$A, Yes:$lower, Yes:$hermitian), "std::tuple<Tensor, Tensor, Tensor>"> {
  let summary = "lu, d and perm with A = lu d lu^H of a symmetric or Hermitian matrix: lu[perm] is triangular.";
  let description = [{
    d has blocks of one or two rows and columns on its diagonal; the diagonal of lu[perm] is 1. With
    lower=False lu[perm] is upper triangular. Only the lower triangle of A is read, with lower=False the
    upper one. With hermitian=False, A = lu d lu^T of a complex symmetric matrix. As scipy.linalg.ldl. A
    matrix with NaN or infinities gives NaN. The derivative is that of factors with the same perm and blocks;
    it is not finite where A is singular.
  }];
  let example = [{
    >>> import cotan as ct
    >>> lu, d, perm = ct.linalg.ldl(ct.array([[4.0, 2.0], [2.0, 3.0]]))
    >>> lu, d
    (Tensor([[1. , 0. ],
            [0.5, 1. ]], dtype=float32), Tensor([[4., 0.],
            [0., 2.]], dtype=float32))
  }];
}

}
