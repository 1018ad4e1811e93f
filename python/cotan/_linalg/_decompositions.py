"""Other forms of matrices, by reflections and rotations."""

from typing import Any

from .. import _cotan
from .._core import Tensor, as_tensor, describe
from .._late import np
from .._loops import fori_loop
from .._named import named
from .._places import is_integer
from .._signatures import found
from .._standard import result_type
from ._matrices import adjoint, flag, matrix, one_of, widened


def _reflection(x, k):
    """Of Householder, as LAPACK's larfg: v, which is 0 above row k and 1 there, tau and beta; 1 - tau v v^H, conjugated, takes the rows
    of x from k on to beta and zeros. beta is real, and tau is 0 if there is nothing to do."""
    rows = _cotan.arange(x.shape[-1])
    size = _cotan.max(_cotan.where(rows >= k, abs(x), 0.0), axis=-1, keepdims=True)
    scale = _cotan.where(size > 0, size, 1.0)  # squares could be infinite or 0
    x = x / scale
    alpha = _cotan.expand_dims(x[..., k], -1)
    rest = _cotan.sum(_cotan.where(rows > k, _cotan.real(x) ** 2 + _cotan.imag(x) ** 2, 0.0), axis=-1, keepdims=True)
    is_done = (rest == 0) & (_cotan.imag(alpha) == 0)
    norm = _cotan.sqrt(_cotan.where(is_done, 1.0, rest + _cotan.real(alpha) ** 2 + _cotan.imag(alpha) ** 2))
    beta = _cotan.where(_cotan.real(alpha) > 0, -norm, norm)
    tau = _cotan.where(is_done, 0.0, (beta - alpha) / beta)
    v = _cotan.where(rows > k, x / _cotan.where(is_done, 1.0, alpha - beta), 0.0)
    return _cotan.where(rows == k, 1.0, v), tau, _cotan.where(is_done, alpha, beta) * scale


def _times(x, v, w):
    """x v w^H"""
    return (x @ v[..., None]) * _cotan.conj(w)[..., None, :]


def reduced(a):
    """The Hessenberg form of square matrices, with zeros below; v of each reflection, in columns; their tau; and q."""
    n = a.shape[-1]
    places = _cotan.arange(n)
    q = _cotan.broadcast_to(_cotan.eye(n, dtype=a.dtype), a.shape)

    def turn(k, state):
        h, vs, taus, q = state
        v, tau, beta = _reflection(h[..., k], k + 1)
        h = h - adjoint(_times(adjoint(h), v, _cotan.conj(tau) * v))
        h = h - _times(h, v, _cotan.conj(tau) * v)
        below = _cotan.where(places == k + 1, beta, 0.0)
        column = _cotan.where(places > k, below, h[..., k]).astype(h.dtype)
        is_here = places == k
        h = _cotan.where(is_here, column[..., None], h)
        vs = _cotan.where(is_here, _cotan.where(places > k + 1, v, 0.0)[..., None], vs)
        return h, vs, _cotan.where(is_here[: n - 1], tau, taus), q - _times(q, v, _cotan.conj(tau) * v)

    if n < 2:
        return a, _cotan.zeros_like(a), _cotan.zeros((*a.shape[:-2], 0), a.dtype), q
    return fori_loop(0, n - 1, turn, (a, _cotan.zeros_like(a), _cotan.zeros((*a.shape[:-2], n - 1), a.dtype), q))


@named("ct.linalg.hessenberg")
def hessenberg(a: Any, calc_q: bool = False, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """The upper Hessenberg form H of a square matrix, which is 0 below the diagonal under its own; with `calc_q` also the unitary Q
    with a = Q H Q^H.

    By Householder's reflections, whose signs are LAPACK's. Axes before the last two are batches. Time is cubic in the rows; it has
    derivatives of any order where no column of zeros is reflected. As `scipy.linalg.hessenberg`.

    >>> import cotan as ct
    >>> h, q = ct.linalg.hessenberg(ct.array([[1.0, 2.0, 3.0], [3.0, 5.0, 6.0], [4.0, 8.0, 9.0]]), calc_q=True)
    >>> h.round(3)
    Tensor([[ 1.  , -3.6 ,  0.2 ],
            [-5.  , 14.28,  1.04],
            [ 0.  , -0.96, -0.28]], dtype=float32)
    """
    for what, given in (("calc_q", calc_q), ("overwrite_a", overwrite_a), ("check_finite", check_finite)):
        flag(what, given)
    given = matrix("a", a, square=True)
    h, _, _, q = reduced(widened(given))
    h, q = h.astype(given.dtype), q.astype(given.dtype)
    return (h, q) if calc_q else h


@named("ct.linalg.qr_multiply")
def qr_multiply(a: Any, c: Any, mode: str = "right", pivoting: bool = False, conjugate: bool = False, overwrite_a: bool = False,
                overwrite_c: bool = False) -> tuple[Tensor, ...]:
    """c Q, or with mode "left" Q c, and R, of the factors a = Q R with as many columns of Q as a has rows or columns; with `pivoting`
    also the order of a's columns. With `conjugate`, Q's conjugates are taken. c may be a vector.

    >>> import cotan as ct
    >>> ct.linalg.qr_multiply(ct.array([[0.0, 1.0], [2.0, 3.0]]), ct.array([5.0, 7.0]))[0]
    Tensor([7., 5.], dtype=float32)
    """
    for what, given in (("pivoting", pivoting), ("conjugate", conjugate), ("overwrite_a", overwrite_a), ("overwrite_c", overwrite_c)):
        flag(what, given)
    one_of("mode", mode, ("right", "left"))
    q, *others = _cotan.linalg.qr(matrix("a", a), "economic", pivoting=pivoting)
    q = _cotan.conj(q) if conjugate else q
    other = as_tensor(c)
    if other.ndim < 1 or other.shape[-1 if mode == "right" or other.ndim == 1 else -2] != q.shape[-2 if mode == "right" else -1]:
        side = f"{q.shape[-2]} columns" if mode == "right" else f"{q.shape[-1]} rows"
        raise _cotan.ValueError(f"'c' must have {side}, or be a vector of as many, but is {describe(other)}")
    return (other @ q if mode == "right" else q @ other, *others)


def _rotation(t, m, eps):
    """c and s of the rotation that makes the element of row m beside the diagonal 0."""
    a, b, c, d = t[..., m - 1, m - 1], t[..., m - 1, m], t[..., m, m - 1], t[..., m, m]
    half = (a - d) / 2
    value = half + _cotan.sqrt(half * half + b * c)  # of an eigenvalue, the distance from d
    is_block = abs(c) > eps * (abs(a) + abs(d))
    length = _cotan.where(is_block, _cotan.hypot(abs(value), abs(c)), 1.0)
    each = (_cotan.where(is_block, x, other) for x, other in ((value / length, 1.0), (c / length, 0.0)))
    return [x[..., None] for x in each]


@named("ct.linalg.rsf2csf")
def rsf2csf(T: Any, Z: Any, check_finite: bool = True) -> tuple[Tensor, Tensor]:
    """The complex Schur form of a real one: a triangular T and a unitary Z, with the same Z T Z^H, from those that `schur` gives of a
    real matrix. Axes before the last two are batches.

    >>> import cotan as ct
    >>> t, z = ct.linalg.schur(ct.array([[0.0, -1.0], [1.0, 0.0]]))
    >>> ct.linalg.rsf2csf(t, z)[0].round(3) + 0.0
    Tensor([[0.+1.j, 0.+0.j],
            [0.+0.j, 0.-1.j]], dtype=complex64)
    """
    flag("check_finite", check_finite)
    t, z = (widened(matrix(what, x, square=True)) for what, x in (("T", T), ("Z", Z)))
    dtype = "complex128" if "float64" in (t.dtype.name, z.dtype.name) else result_type(t.dtype, z.dtype, "complex64")
    n, eps = t.shape[-1], float(np.finfo(t.dtype.name).eps)
    places = _cotan.arange(n)
    shape = _cotan.broadcast_shapes(t.shape, z.shape)
    t, z = (_cotan.broadcast_to(x.astype(dtype), shape) for x in (t, z))

    def columns(x, m, c, s, part):
        left, right = x[..., m - 1], x[..., m]
        x = _cotan.where((places == m - 1) & part, (c * left + s * right)[..., None], x)
        return _cotan.where((places == m) & part, (_cotan.conj(c) * right - s * left)[..., None], x)

    def turn(i, state):
        t, z = state
        m = n - 1 - i
        c, s = _rotation(t, m, eps)
        upper, lower = t[..., m - 1, :], t[..., m, :]
        is_right = places >= m - 1
        rows = places[:, None]
        t = _cotan.where((rows == m - 1) & is_right, (_cotan.conj(c) * upper + s * lower)[..., None, :], t)
        t = _cotan.where((rows == m) & is_right, (c * lower - s * upper)[..., None, :], t)
        t = columns(t, m, c, s, rows <= m)
        t = _cotan.where((rows == m) & (places == m - 1), 0.0, t)
        return t, columns(z, m, c, s, rows >= 0)

    return fori_loop(0, max(n - 1, 0), turn, (t, z)) if n > 1 else (t, z)


def _chosen(w, select, select_range):
    if select == "a":
        return slice(None)
    if not (isinstance(select_range, (tuple, list)) and len(select_range) == 2):
        raise _cotan.ValueError(f"'select_range' must be a pair, the least and the greatest that are asked for, but is {found(select_range)}")
    low, high = select_range
    if select == "v":
        return (w > low) & (w <= high)
    if not (is_integer(low) and is_integer(high) and 0 <= low <= high < w.shape[-1]):
        raise _cotan.ValueError(f"'select_range' must be the places of two of {w.shape[-1]} eigenvalues, but is {select_range!r}")
    return slice(int(low), int(high) + 1)


@named("ct.linalg.eigh_tridiagonal")
def eigh_tridiagonal(d: Any, e: Any, eigvals_only: bool = False, select: str = "a", select_range: Any = None, check_finite: bool = True,
                     tol: float | None = None, lapack_driver: str = "auto") -> Any:
    """The eigenvalues, which increase, and the eigenvectors, in columns, of a symmetric or Hermitian matrix with the diagonal d and e
    below it; with `eigvals_only` the values alone.

    With select "i" those from one place to another, both in `select_range`; with "v" those above the one and not above the other, of
    matrices that are known. It takes the time and memory of the whole matrix; `tol` and `lapack_driver` change nothing.

    >>> import cotan as ct
    >>> ct.linalg.eigh_tridiagonal(ct.array([1.0, 1.0]), ct.array([2.0]), eigvals_only=True)
    Tensor([-1.,  3.], dtype=float32)
    """
    flag("eigvals_only", eigvals_only)
    flag("check_finite", check_finite)
    one_of("select", select, ("a", "v", "i"))
    diagonal, below = as_tensor(d), as_tensor(e)
    if diagonal.ndim != 1 or below.ndim != 1 or below.shape[0] != max(diagonal.shape[0] - 1, 0):
        raise _cotan.ValueError(f"'e' must be a vector with an element less than 'd', but they are {describe(below)} and {describe(diagonal)}")
    whole = _cotan.diag(diagonal) if below.shape[0] == 0 else _cotan.diag(diagonal) + _cotan.diag(below, -1)
    w, v = _cotan.linalg.eigh(whole, "L", symmetrize_input=False)
    chosen = _chosen(w, select, select_range)
    return w[chosen] if eigvals_only else (w[chosen], v[:, chosen])
