"""Iterative solvers of linear equations, as jax.scipy.sparse.linalg has them: compiled loops, of matrices and of functions.

Derivatives, with respect to the right side and to what the matrix is made of, are solutions of other equations with the
same solver (ct.custom_linear_solve), of any order and in both modes.
"""

from typing import Any

from .. import _cotan
from .._core import as_tensor as _as_tensor, here as _here
from .._loops import while_loop as _while_loop
from .._named import check_calls as _check_calls
from .._places import is_integer as _is_integer
from .._signatures import found as _shown
from ._equation import dot as _dot, solved as _solved
from ._gmres import gmres as _gmres

__all__ = ["bicgstab", "cg", "gmres"]


def __dir__() -> list[str]:
    return __all__


def _none():
    return _as_tensor(0).astype("int64")


def _divided(a, b):
    """0 where b is: a method that breaks down stays where it is."""
    return _cotan.where(b == 0, 0.0, a / _cotan.where(b == 0, 1.0, b)).astype(a.dtype)


def _conjugate_gradients(matvec, b, x, precondition, stop):
    limit = stop.square(b)

    def turn(held):
        x, r, p, inner, square, count = held
        image = matvec(p)
        step = _divided(inner, _dot(p, image))
        x, r = x + step.astype(x.dtype) * p, r - step.astype(x.dtype) * image
        z = precondition(r)
        after = _dot(r, z)
        p = z + _divided(after, inner).astype(x.dtype) * p
        return x, r, p, after, _dot(r, r), count + 1

    r = b - matvec(x)
    p = precondition(r)
    start = (x, r, p, _dot(r, p), _dot(r, r), _none())
    x, _, _, _, square, count = _while_loop(
        lambda held: _cotan.logical_and(held[4] > limit, held[5] < stop.turns), turn, start)
    return x, count, square


def _stabilized(matvec, b, x, precondition, stop):
    """BiCGSTAB; the step count is negative where it breaks down."""
    limit, first = stop.square(b), b - matvec(x)

    def turn(held):
        x, r, p, image, rho, alpha, omega, square, count = held
        after = _cotan.vdot(first, r)
        beta = _divided(after, rho) * _divided(alpha, omega)
        p = r + beta * (p - omega * image)
        direction = precondition(p)
        image = matvec(direction)
        alpha = _divided(after, _cotan.vdot(first, image))
        s = r - alpha * image
        toward = precondition(s)
        t = matvec(toward)
        omega = _divided(_cotan.vdot(t, s), _cotan.vdot(t, t))
        x = x + alpha * direction + omega * toward
        r = s - omega * t
        moves = _cotan.logical_not(_cotan.logical_and(alpha == 0, omega == 0))
        return x, r, p, image, after, alpha, omega, _dot(r, r), _cotan.where(moves, count + 1, stop.turns)

    one, zeros = _cotan.ones((), dtype=b.dtype), _cotan.zeros_like(b)
    start = (x, first, zeros, zeros, one, one, one, _dot(first, first), _none())
    held = _while_loop(lambda held: _cotan.logical_and(held[7] > limit, held[8] < stop.turns), turn, start)
    return held[0], held[8], held[7]


def cg(A: Any, b: Any, x0: Any = None, *, tol: Any = 1e-5, atol: Any = 0.0, maxiter: int | None = None,
       M: Any = None) -> tuple[Any, Any]:
    """x with `A x = b`, by conjugate gradients (Hestenes and Stiefel 1952), and 0, or the number of turns if these were
    not enough. `A` is Hermitian and positive definite: a matrix, or a linear function of a nest as `b`.

    The residual is at most `tol` times as long as `b`, or `atol` long; there are at most `maxiter` turns, 10 for each
    number of `b` if it is None, and each multiplies with `A` once. `M` is near the inverse of `A`, which makes turns fewer.
    As `jax.scipy.sparse.linalg.cg`; `info` is as in SciPy. ValueError, TypeError: shapes that do not fit.

    >>> import cotan as ct
    >>> A = ct.array([[4.0, 1.0], [1.0, 3.0]])
    >>> x, info = ct.sparse.linalg.cg(A, ct.array([1.0, 2.0]))
    >>> x.round(4), int(info)
    (Tensor([0.0909, 0.6364], dtype=float32), 0)
    """
    return _solved("cg", A, b, x0, M, (tol, atol, maxiter), True, _conjugate_gradients)


def bicgstab(A: Any, b: Any, x0: Any = None, *, tol: Any = 1e-5, atol: Any = 0.0, maxiter: int | None = None,
             M: Any = None) -> tuple[Any, Any]:
    """x with `A x = b`, by stabilized biconjugate gradients (van der Vorst 1992), and 0, or the number of turns if these
    were not enough. `A` is a matrix, or a linear function of a nest as `b`.

    The residual is at most `tol` times as long as `b`, or `atol` long; there are at most `maxiter` turns, 10 for each
    number of `b` if it is None, and each multiplies with `A` twice. `M` is near the inverse of `A`, which makes turns
    fewer. As `jax.scipy.sparse.linalg.bicgstab`; `info` is as in SciPy. ValueError, TypeError: shapes that do not fit.

    >>> import cotan as ct
    >>> x, info = ct.sparse.linalg.bicgstab(ct.array([[4.0, 1.0], [-1.0, 3.0]]), ct.array([1.0, 2.0]))
    >>> x.round(4), int(info)
    (Tensor([0.0769, 0.6923], dtype=float32), 0)
    """
    return _solved("bicgstab", A, b, x0, M, (tol, atol, maxiter), False, _stabilized)


def gmres(A: Any, b: Any, x0: Any = None, *, tol: Any = 1e-5, atol: Any = 0.0, restart: int = 20,
          maxiter: int | None = None, M: Any = None, solve_method: str = "batched") -> tuple[Any, Any]:
    """x with `A x = b`, by the method of least residuals (Saad and Schultz 1986), and 0, or the number of cycles if these
    were not enough. `A` is a matrix, or a linear function of a nest as `b`.

    The residual is at most `tol` times as long as `b`, or `atol` long. A cycle keeps up to `restart` vectors like `b`, and
    multiplies with `A` as often; there are at most `maxiter` cycles, 10 for each number of `b` if it is None. `M` is near
    the inverse of `A`. As `jax.scipy.sparse.linalg.gmres`, whose two values of `solve_method` mean the same here; `info` is
    as in SciPy. ValueError, TypeError: shapes that do not fit.

    >>> import cotan as ct
    >>> x, info = ct.sparse.linalg.gmres(ct.array([[4.0, 1.0], [-1.0, 3.0]]), ct.array([1.0, 2.0]))
    >>> x.round(4), int(info)
    (Tensor([0.0769, 0.6923], dtype=float32), 0)
    """
    if not isinstance(solve_method, str) or solve_method not in ("batched", "incremental"):
        raise _cotan.ValueError(f"{_here()}ct.sparse.linalg.gmres: 'solve_method' must be 'batched' or 'incremental', but is "
                                f"{solve_method!r}")
    if not _is_integer(restart) or restart < 1:
        raise _cotan.ValueError(f"{_here()}ct.sparse.linalg.gmres: 'restart' must be a number of vectors, at least 1, but is "
                                f"{_shown(restart)}")

    def solver(matvec, b, x, precondition, stop):
        return _gmres(matvec, b, x, precondition, stop, int(restart))

    return _solved("gmres", A, b, x0, M, (tol, atol, maxiter), False, solver)


_check_calls(globals(), "ct.sparse.linalg.")
