"""Matrices as products of Householder's reflections, for ct.lax.linalg."""

from typing import Any

from .. import _cotan
from .._core import describe
from .._cotan import Tensor
from .._linalg._decompositions import reduced
from .._loops import fori_loop
from ._checks import flags, kinds, matrix, public, refuse, same_types, tensor


@public
def householder_product(a: Any, taus: Any) -> Tensor:
    """The first columns of the product of reflections 1 - tau v v^H: of each v column i of `a` holds what is below the
    diagonal, on which it is 1.

    >>> import cotan as ct
    >>> ct.lax.linalg.householder_product(ct.array([[5.0], [1.0]]), ct.array([1.0]))
    Tensor([[ 0.],
            [-1.]], dtype=float32)
    """
    m, t = matrix("householder_product", a), tensor("linalg.householder_product", taus)
    same_types("linalg.householder_product", [m, t])
    rows, columns = m.shape[-2:]
    if t.ndim != m.ndim - 1 or t.shape[-1] > columns or columns > rows:
        refuse(_cotan.ValueError, "linalg.householder_product", f"there must be no more taus than columns, and no more columns than "
                                                                 f"rows, but there are {describe(m)} and {describe(t)}")
    product = _cotan.broadcast_to(_cotan.eye(rows, columns, dtype=m.dtype), m.shape)
    below = _cotan.tril(m, -1) + _cotan.eye(rows, columns, dtype=m.dtype)
    for i in reversed(range(t.shape[-1])):
        v = below[..., i:i + 1]
        product = product - t[..., i:i + 1, None] * v * _cotan.matmul(_cotan.conj(_cotan.matrix_transpose(v)), product)
    return product


@public
def hessenberg(a: Any) -> tuple[Tensor, Tensor]:
    """The upper Hessenberg form of square matrices, below it what reflections are made of, as `householder_product` takes it, and the
    tau of each. `ct.linalg.hessenberg` gives the form, and the vectors.

    >>> import cotan as ct
    >>> ct.lax.linalg.hessenberg(ct.array([[1.0, 2.0, 3.0], [3.0, 5.0, 6.0], [4.0, 8.0, 9.0]]))[0].round(3)
    Tensor([[ 1.  , -3.6 ,  0.2 ],
            [-5.  , 14.28,  1.04],
            [ 0.5 , -0.96, -0.28]], dtype=float32)
    """
    h, vectors, taus, _ = reduced(_square("hessenberg", a))
    return h + vectors, taus


def _square(name, x):
    t = matrix(name, x)
    kinds(f"linalg.{name}", [t], "fc", "floats or complex numbers")
    if t.shape[-1] != t.shape[-2]:
        refuse(_cotan.ValueError, f"linalg.{name}", f"the operand must be a square matrix or several, but is {describe(t)}")
    return t


@public
def tridiagonal(a: Any, *, lower: bool = True) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The tridiagonal form of symmetric or Hermitian matrices, of which the lower triangle is read, or the upper: in that triangle,
    with what reflections are made of beyond; its diagonal, and the one below or above; and the tau of each reflection.

    >>> import cotan as ct
    >>> ct.lax.linalg.tridiagonal(ct.array([[1.0, 3.0, 4.0], [3.0, 5.0, 6.0], [4.0, 6.0, 9.0]]))[2].round(3)
    Tensor([-5.  , -0.24], dtype=float32)
    """
    flags("linalg.tridiagonal", lower=lower)
    t = _square("tridiagonal", a)
    turned = t if lower else _cotan.flip(t, axis=(-2, -1))
    half = _cotan.tril(turned, -1)
    diagonal = _cotan.real(_cotan.diagonal(turned, axis1=-2, axis2=-1))
    one = _cotan.eye(t.shape[-1], dtype=t.dtype)
    h, vectors, taus, _ = reduced(half + _cotan.conj(_cotan.matrix_transpose(half)) + one * diagonal.astype(t.dtype)[..., None])
    d, e = (_cotan.real(_cotan.diagonal(h, offset, axis1=-2, axis2=-1)) for offset in (0, -1))
    packed = _cotan.tril(h) + vectors
    if lower:
        return packed, d, e, taus
    return _cotan.flip(packed, axis=(-2, -1)), *(_cotan.flip(x, axis=-1) for x in (d, e, taus))


@public
def ormqr(a: Any, taus: Any, c: Any, *, left: bool = True, transpose: bool = False) -> Tensor:
    """Q c of the Q that reflections are factors of, given as for `householder_product`, and square; with `transpose` Q^H c, and without
    `left` c Q or c Q^H.

    >>> import cotan as ct
    >>> ct.lax.linalg.ormqr(ct.array([[5.0], [1.0]]), ct.array([1.0]), ct.array([[2.0], [3.0]]))
    Tensor([[-3.],
            [-2.]], dtype=float32)
    """
    flags("linalg.ormqr", left=left, transpose=transpose)
    m, t, x = matrix("ormqr", a), tensor("linalg.ormqr", taus), matrix("ormqr", c)
    same_types("linalg.ormqr", [m, t, x])
    count = t.shape[-1] if t.ndim else 0
    if t.ndim != m.ndim - 1 or count > min(m.shape[-2:]) or x.shape[-2 if left else -1] != m.shape[-2]:
        refuse(_cotan.ValueError, "linalg.ormqr", f"there must be no more taus than rows and columns of 'a', and as many rows of it as there are "
                                                   f"{'rows' if left else 'columns'} of 'c', but there are {describe(m)}, {describe(t)} and {describe(x)}")
    rows = _cotan.arange(m.shape[-2])

    def turn(i, x):
        k = i if transpose == left else count - 1 - i
        v = _cotan.where(rows > k, m[..., k], _cotan.where(rows == k, 1.0, 0.0))[..., None]
        tau = (_cotan.conj(t) if transpose == left else t)[..., k, None, None]
        return x - tau * (v @ (_cotan.conj(_cotan.matrix_transpose(v)) @ x))

    if left:
        return fori_loop(0, count, turn, x) if count else x
    turned = _cotan.conj(_cotan.matrix_transpose(x))
    return _cotan.conj(_cotan.matrix_transpose(fori_loop(0, count, turn, turned))) if count else x


@public
def cholesky_update(r_matrix: Any, w_vector: Any) -> Tensor:
    """The upper triangular R' with R'^T R' = R^T R + w w^T, of an upper triangular R and a vector w of real numbers.

    >>> import cotan as ct
    >>> ct.lax.linalg.cholesky_update(ct.array([[3.0, 0.0], [0.0, 1.0]]), ct.array([4.0, 0.0])).round(3) + 0.0
    Tensor([[5., 0.],
            [0., 1.]], dtype=float32)
    """
    r, w = _square("cholesky_update", r_matrix), tensor("linalg.cholesky_update", w_vector)
    same_types("linalg.cholesky_update", [r, w])
    if w.ndim != 1 or r.ndim != 2 or w.shape[0] != r.shape[0]:
        refuse(_cotan.ValueError, "linalg.cholesky_update", f"there must be a matrix and a vector with as many elements as it has rows, but there are "
                                                             f"{describe(r)} and {describe(w)}")
    return _cotan.linalg.qr(_cotan.concatenate([_cotan.triu(r), w[None]]), "r")
