"""Equations of matrices."""

from typing import Any

from .. import _cotan
from .._core import Tensor, describe
from .._named import named
from .._standard import result_type
from ._matrices import adjoint, flag, matrix, one_of, widened


@named("ct.linalg.solve_continuous_lyapunov")
def solve_continuous_lyapunov(a: Any, q: Any) -> Tensor:
    """The x with a x + x a^H = q; see solve_sylvester.

    >>> import cotan as ct
    >>> ct.linalg.solve_continuous_lyapunov(ct.array([[1.0]]), ct.array([[4.0]]))
    Tensor([[2.]], dtype=float32)
    """
    return _cotan.linalg.solve_sylvester(a, adjoint(matrix("a", a, square=True)), q)


@named("ct.linalg.solve_discrete_lyapunov")
def solve_discrete_lyapunov(a: Any, q: Any, method: str | None = None) -> Tensor:
    """The x with a x a^H - x + q = 0, of square matrices with as many rows.

    With method "direct" by one system of equations for all elements of x, with "bilinear" by solve_continuous_lyapunov; by the former
    below ten rows, if nothing is said. Axes before the last two are batches.

    >>> import cotan as ct
    >>> ct.linalg.solve_discrete_lyapunov(ct.array([[0.5]]), ct.array([[3.0]]))
    Tensor([[4.]], dtype=float32)
    """
    one_of("method", method, (None, "direct", "bilinear"))
    given = result_type(matrix("a", a, square=True).dtype, matrix("q", q, square=True).dtype)
    x, right = (widened(matrix(what, y, square=True).astype(given)) for what, y in (("a", a), ("q", q)))
    n = x.shape[-1]
    if right.shape[-1] != n:
        raise _cotan.ValueError(f"'a' and 'q' must have as many rows, but are {describe(x)} and {describe(right)}")
    if method == "bilinear" or method is None and n >= 10:
        one = _cotan.eye(n, dtype=x.dtype)
        turned = adjoint(x)
        inverse = _cotan.linalg.inv(turned + one)
        left = (turned - one) @ inverse
        return solve_continuous_lyapunov(adjoint(left), -2 * adjoint(inverse) @ right @ inverse).astype(given)
    both = x[..., :, None, :, None] * _cotan.conj(x)[..., None, :, None, :]
    both = _cotan.reshape(both, (*both.shape[:-4], n * n, n * n))
    y = _cotan.linalg.solve(_cotan.eye(n * n, dtype=x.dtype) - both, _cotan.reshape(right, (*right.shape[:-2], n * n, 1)))
    return _cotan.reshape(y, (*y.shape[:-2], n, n)).astype(given)


@named("ct.linalg.orthogonal_procrustes")
def orthogonal_procrustes(A: Any, B: Any, check_finite: bool = True) -> tuple[Tensor, Tensor]:
    """The orthogonal or unitary R for which A R is nearest to B, matrices of one shape, and the sum of the singular values of A^H B.

    The derivative of R is that of `polar`.

    >>> import cotan as ct
    >>> ct.linalg.orthogonal_procrustes(ct.array([[0.0, 1.0], [2.0, 0.0]]), ct.array([[1.0, 0.0], [0.0, 2.0]]))[0]
    Tensor([[0., 1.],
            [1., 0.]], dtype=float32)
    """
    flag("check_finite", check_finite)
    a, b = matrix("A", A), matrix("B", B)
    if tuple(a.shape) != tuple(b.shape):
        raise _cotan.ValueError(f"'A' and 'B' must have the same shape, but are {describe(a)} and {describe(b)}")
    r, p = _cotan.linalg.polar(adjoint(a) @ b)
    return r, _cotan.sum(_cotan.real(_cotan.diagonal(p, axis1=-2, axis2=-1)), axis=-1)
