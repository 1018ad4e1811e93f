"""Factorizations, with the names, signatures and results of jax.lax.linalg: `eigh` gives the vectors first.

>>> import cotan as ct
>>> ct.lax.linalg.eigh(ct.array([[2.0, 0.0], [0.0, 1.0]]))[1]
Tensor([1., 2.], dtype=float32)
"""

from typing import Any

from .. import _cotan
from .._core import describe as _describe
from .._cotan import Tensor
from .._loops import scan as _scan
from .._places import is_integer as _is_integer
from ._algorithms import (
    EigImplementation as EigImplementation,
    EighImplementation as EighImplementation,
    SvdAlgorithm as SvdAlgorithm,
    one_of as _one_of,
)
from ._checks import flags as _flags, kinds as _kinds, matrix as _matrix, public as _public, refuse as _refuse, same_types as _same_types, tensor as _tensor
from ._reflections import (
    cholesky_update as cholesky_update,
    hessenberg as hessenberg,
    householder_product as householder_product,
    ormqr as ormqr,
    tridiagonal as tridiagonal,
)


def __dir__() -> list[str]:
    return [name for name in globals() if name[0] != "_" and name not in ("Any", "Tensor")]


@_public
def cholesky(x: Any, *, symmetrize_input: bool = True) -> Tensor:
    """The lower triangular matrix L with x = L L^H.

    >>> import cotan as ct
    >>> ct.lax.linalg.cholesky(ct.array([[4.0, 0.0], [0.0, 9.0]]))
    Tensor([[2., 0.],
            [0., 3.]], dtype=float32)
    """
    return _cotan.linalg.cholesky(_matrix("cholesky", x), symmetrize_input=symmetrize_input)


@_public
def eigh(x: Any, *, lower: bool = True, symmetrize_input: bool = True, sort_eigenvalues: bool = True,
         subset_by_index: Any = None, implementation: EighImplementation | None = None) -> tuple[Tensor, Tensor]:
    """The eigenvectors, in columns, and the eigenvalues in ascending order of Hermitian matrices; `implementation` changes nothing.

    >>> import cotan as ct
    >>> ct.lax.linalg.eigh(ct.array([[2.0, 0.0], [0.0, 1.0]]))[1]
    Tensor([1., 2.], dtype=float32)
    """
    _flags("linalg.eigh", lower=lower, sort_eigenvalues=sort_eigenvalues)
    _one_of("linalg.eigh", "implementation", implementation, EighImplementation)
    t = _matrix("eigh", x)
    begin, end = _part("eigh", subset_by_index, t.shape[-1])
    w, v = _cotan.linalg.eigh(t, "L" if lower else "U", symmetrize_input)
    return v[..., begin:end], w[..., begin:end]


def _part(name, subset, count):
    """Which of the values are asked for: all if nothing is said."""
    if subset is None:
        return 0, count
    if not (isinstance(subset, (tuple, list)) and len(subset) == 2 and all(map(_is_integer, subset)) and 0 <= subset[0] < subset[1] <= count):
        _refuse(_cotan.ValueError, f"linalg.{name}", f"'subset_by_index' must be a pair of places, a range of the {count} values, but is {subset!r}")
    return subset


@_public
def eig(x: Any, *, compute_left_eigenvectors: bool = True, compute_right_eigenvectors: bool = True,
        enable_eigvec_derivs: bool = False, implementation: EigImplementation | None = None) -> list[Tensor]:
    """The eigenvalues of square matrices, then the left and the right eigenvectors that are asked for, in columns, which have
    derivatives anyway; `implementation` changes nothing.

    >>> import cotan as ct
    >>> ct.lax.linalg.eig(ct.array([[1.0, 2.0], [0.0, 3.0]]), compute_left_eigenvectors=False)[0]
    Tensor([1.+0.j, 3.+0.j], dtype=complex64)
    """
    _flags("linalg.eig", compute_left_eigenvectors=compute_left_eigenvectors, compute_right_eigenvectors=compute_right_eigenvectors,
           enable_eigvec_derivs=enable_eigvec_derivs)
    _one_of("linalg.eig", "implementation", implementation, EigImplementation)
    w, v = _cotan.linalg.eig(_matrix("eig", x))
    found = [w]
    if compute_left_eigenvectors:  # the rows of the inverse, of length 1
        left = _cotan.conj(_cotan.matrix_transpose(_cotan.linalg.inv(v)))
        found.append(left / _cotan.sqrt(_cotan.sum(_cotan.real(left * _cotan.conj(left)), -2, keepdims=True)))
    return [*found, v] if compute_right_eigenvectors else found


@_public
def lu(x: Any) -> tuple[Tensor, Tensor, Tensor]:
    """Both factors of rows in another order, in one matrix; which rows were swapped one after the other; and the order.

    >>> import cotan as ct
    >>> ct.lax.linalg.lu(ct.array([[0.0, 1.0], [2.0, 3.0]]))[2]
    Tensor([1, 0], dtype=int32)
    """
    t = _matrix("lu", x)
    factors, pivots = _cotan.linalg.lu_factor(t)
    return factors, pivots.astype("int32"), lu_pivots_to_permutation(pivots, t.shape[-2])


@_public
def lu_pivots_to_permutation(pivots: Any, permutation_size: int) -> Tensor:
    """The order of rows after row i was swapped with row `pivots[i]`, for each i in turn.

    >>> import cotan as ct
    >>> ct.lax.linalg.lu_pivots_to_permutation(ct.array([2, 2, 2]), 3)
    Tensor([2, 0, 1], dtype=int32)
    """
    p = _tensor("linalg.lu_pivots_to_permutation", pivots)
    _kinds("linalg.lu_pivots_to_permutation", [p], "iu", "integers")
    if not _is_integer(permutation_size) or not 0 <= permutation_size < 2**31 or p.ndim < 1:
        _refuse(_cotan.ValueError, "linalg.lu_pivots_to_permutation", "'permutation_size' must be a size, and 'pivots' a vector or several")
    order = _cotan.broadcast_to(_cotan.arange(permutation_size), (*p.shape[:-1], permutation_size))
    if 0 in p.shape:
        return order.astype("int32")
    places = _cotan.arange(permutation_size)

    def swap(order, step):
        i, other = step
        other = _cotan.expand_dims(other, -1)
        here, there = order[..., i], _cotan.take_along_axis(order, other, -1)
        order = _cotan.where(places == other, _cotan.expand_dims(here, -1), order)
        return _cotan.where(places == i, there, order), None

    steps = (_cotan.arange(p.shape[-1]), _cotan.moveaxis(p.astype("int64"), -1, 0))
    return _scan(swap, order, steps)[0].astype("int32")


@_public
def qr(x: Any, *, pivoting: bool = False, full_matrices: bool = True) -> tuple[Tensor, ...]:
    """Orthonormal columns, and the upper triangular matrix with x = Q R; with `pivoting` x in another order of columns, which
    is the third result.

    >>> import cotan as ct
    >>> ct.lax.linalg.qr(ct.ones((3, 2)), full_matrices=False)[0].shape
    (3, 2)
    """
    _flags("linalg.qr", pivoting=pivoting, full_matrices=full_matrices)
    q, r, *order = _cotan.linalg.qr(_matrix("qr", x), "complete" if full_matrices else "reduced", pivoting=pivoting)
    return (q, r, order[0].astype("int32")) if pivoting else (q, r)


@_public
def schur(x: Any, *, compute_schur_vectors: bool = True, sort_eig_vals: bool = False,
          select_callable: None = None) -> tuple[Tensor, ...]:
    """The Schur form T of square matrices, and the unitary matrices Q with x = Q T Q^H. As in JAX the eigenvalues
    are not sorted: `sort_eig_vals` must be False.

    >>> import cotan as ct
    >>> ct.lax.linalg.schur(ct.array([[1.0, 2.0], [0.0, 3.0]]), compute_schur_vectors=False)[0].shape
    (2, 2)
    """
    _flags("linalg.schur", compute_schur_vectors=compute_schur_vectors, sort_eig_vals=sort_eig_vals)
    if sort_eig_vals or select_callable is not None:
        _refuse(_cotan.ValueError, "linalg.schur", "the eigenvalues are not sorted; leave sort_eig_vals and select_callable away")
    t = _matrix("schur", x)
    form, vectors = _cotan.linalg.schur(t, "complex" if t.dtype.kind == "c" else "real")
    return (form, vectors) if compute_schur_vectors else (form,)


@_public
def svd(x: Any, *, full_matrices: bool = True, compute_uv: bool = True, subset_by_index: Any = None,
        algorithm: SvdAlgorithm | None = None) -> Any:
    """U, the singular values, the largest first, and V^H; the values alone where the others are not asked for. `algorithm` changes
    nothing.

    >>> import cotan as ct
    >>> ct.lax.linalg.svd(ct.array([[3.0, 0.0], [0.0, 4.0]]), compute_uv=False)
    Tensor([4., 3.], dtype=float32)
    """
    _one_of("linalg.svd", "algorithm", algorithm, SvdAlgorithm)
    t = _matrix("svd", x)
    part = None if subset_by_index is None else _part("svd", subset_by_index, min(t.shape[-2:]))
    return _cotan.linalg.svd(t, full_matrices, compute_uv, subset_by_index=part)


@_public
def symmetric_product(a_matrix: Any, c_matrix: Any, *, alpha: float = 1.0, beta: float = 0.0,
                      symmetrize_output: bool = False) -> Tensor:
    """alpha A A^T + beta C, for symmetric C.

    >>> import cotan as ct
    >>> ct.lax.linalg.symmetric_product(ct.array([[1.0], [2.0]]), ct.zeros((2, 2)))
    Tensor([[1., 2.],
            [2., 4.]], dtype=float32)
    """
    a, c = _matrix("symmetric_product", a_matrix), _matrix("symmetric_product", c_matrix)
    _same_types("linalg.symmetric_product", [a, c])
    return alpha * _cotan.matmul(a, _cotan.matrix_transpose(a)) + beta * c


@_public
def triangular_solve(a: Any, b: Any, *, left_side: bool = False, lower: bool = False, transpose_a: bool = False,
                     conjugate_a: bool = False, unit_diagonal: bool = False) -> Tensor:
    """x with a x = b if `left_side`, else with x a = b, for triangular matrices, of which the other half is not read; with
    `transpose_a` and `conjugate_a` for the transposed and the conjugated ones.

    >>> import cotan as ct
    >>> a = ct.array([[2.0, 0.0], [1.0, 4.0]])
    >>> ct.lax.linalg.triangular_solve(a, ct.array([[2.0, 4.0], [5.0, 10.0]]), left_side=True, lower=True)
    Tensor([[1., 2.],
            [1., 2.]], dtype=float32)
    """
    _flags("linalg.triangular_solve", left_side=left_side, transpose_a=transpose_a, conjugate_a=conjugate_a)
    m, right = _matrix("triangular_solve", a), _tensor("linalg.triangular_solve", b)
    _same_types("linalg.triangular_solve", [m, right])
    vector = right.ndim == m.ndim - 1
    if vector:
        right = _cotan.expand_dims(right, -1 if left_side else -2)
    if right.ndim != m.ndim or tuple(right.shape[:-2]) != tuple(m.shape[:-2]):
        _refuse(_cotan.ValueError, "linalg.triangular_solve", f"both operands must have the same axes before the last two, but are "
                                                              f"{_describe(m)} and {_describe(right)}")
    m = _cotan.conj(m) if conjugate_a and m.dtype.kind == "c" else m
    # x a = b is a^T x^T = b^T.
    swapped = _cotan.matrix_transpose(right) if not left_side else right
    trans = int(transpose_a == left_side)
    x = _cotan.linalg.solve_triangular(m, swapped, lower=lower, trans=trans, unit_diagonal=unit_diagonal)
    x = x if left_side else _cotan.matrix_transpose(x)
    return _cotan.squeeze(x, -1 if left_side else -2) if vector else x


@_public
def tridiagonal_solve(dl: Any, d: Any, du: Any, b: Any, *, perturb_singular: bool = False) -> Tensor:
    """x with A x = b for the matrix with `d` on the diagonal, `dl` left of it and `du` right of it, each as long as the
    diagonal: the first of `dl` and the last of `du` are not read. Rows that follow each other are swapped where that keeps
    digits, as in LAPACK's gtsv.

    >>> import cotan as ct
    >>> ct.lax.linalg.tridiagonal_solve(ct.array([0.0, 1.0]), ct.array([2.0, 2.0]), ct.array([1.0, 0.0]), ct.array([[4.0], [5.0]]))
    Tensor([[1.],
            [2.]], dtype=float32)
    """
    name = "linalg.tridiagonal_solve"
    if perturb_singular is not False:
        _refuse(_cotan.ValueError, name, "'perturb_singular' must be False: equations of a singular matrix have no solution")
    rows = [_tensor(name, x) for x in (dl, d, du)]
    right = _tensor(name, b)
    _same_types(name, [*rows, right])
    if any(tuple(r.shape) != tuple(right.shape[:-1]) for r in rows) or right.ndim < 2:
        _refuse(_cotan.ValueError, name, f"the diagonals must have the shape of 'b' without its last axis, but are "
                                         f"{', '.join(map(_describe, rows))} and {_describe(right)}")
    if 0 in right.shape:
        return right
    rows = [_cotan.expand_dims(_cotan.moveaxis(r, -1, 0), -1) for r in rows]
    right = _cotan.moveaxis(right, -2, 0)

    def down(before, step):
        """What is left of the row before, from the diagonal on, and the next row: the larger one is kept, the other goes on."""
        (first, second, value), (left, middle, upper, r) = before, step
        swaps = abs(left) > abs(first)
        kept = [_cotan.where(swaps, x, y) for x, y in ((left, first), (middle, second), (upper, 0.0), (r, value))]
        other = [_cotan.where(swaps, x, y) for x, y in ((first, left), (second, middle), (0.0, upper), (value, r))]
        factor = other[0] / kept[0]
        return tuple(x - factor * y for x, y in zip(other[1:], kept[1:])), tuple(kept)

    def up(after, step):
        (one, two), (first, second, third, value) = after, step
        x = (value - second * one - third * two) / first
        return (x, one), x

    zero, none = _cotan.zeros_like(right[0]), _cotan.zeros_like(rows[0][:1])
    upper = _cotan.concatenate([rows[2][:-1], none])
    start = (rows[1][0], upper[0], right[0])
    (first, second, value), steps = _scan(down, start, (rows[0][1:], rows[1][1:], upper[1:], right[1:]))
    last = value / first
    _, xs = _scan(up, (last, zero), steps, reverse=True)
    return _cotan.moveaxis(_cotan.concatenate([xs, last[None]]), 0, -2)


@_public
def qdwh(x: Any, *, is_hermitian: bool = False, max_iterations: int | None = None, eps: float | None = None,
         dynamic_shape: tuple[int, int] | None = None) -> tuple[Tensor, Tensor, int, Tensor]:
    """The factors of `ct.linalg.polar(x)`, of matrices with no more columns than rows; how many steps that took, which is 0 as it is no
    iteration, whatever `max_iterations` and `eps` are; and whether the result is finite. `dynamic_shape` must be None.

    >>> import cotan as ct
    >>> ct.lax.linalg.qdwh(ct.array([[2.0, 0.0], [0.0, -3.0]]))[1]
    Tensor([[2., 0.],
            [0., 3.]], dtype=float32)
    """
    _flags("linalg.qdwh", is_hermitian=is_hermitian)
    t = _matrix("qdwh", x)
    for what, given, fits in (("max_iterations", max_iterations, _is_integer(max_iterations)), ("eps", eps, isinstance(eps, (int, float))),
                              ("dynamic_shape", dynamic_shape, False)):
        if given is not None and not fits:
            _refuse(_cotan.TypeError, "linalg.qdwh", f"'{what}' must be None{'' if what == 'dynamic_shape' else ' or a number'}, but is {given!r}")
    u, h = _cotan.linalg.polar(t)
    return u, h, 0, _cotan.all(_cotan.isfinite(u))
