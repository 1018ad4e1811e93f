"""Matrices of a structure, whose elements are those of vectors, at known places."""

from typing import Any

from .. import _cotan
from .._core import Tensor, as_tensor, describe
from .._late import np
from .._named import named
from .._places import is_integer
from .._signatures import found


def _vector(what, x, least=0):
    t = as_tensor(x)
    if t.ndim < 1 or t.shape[-1] < least:
        some = {0: "", 1: " of an element or more"}.get(least, f" of {least} elements or more")
        raise _cotan.ValueError(f"'{what}' must be a vector{some}, or several, but is {describe(t)}")
    return t


def _floats(t):
    return t / 1 if t.dtype.kind in "iub" else t


def _placed(values, places):
    """The matrix of elements of vectors, 0 where the place is -1."""
    matrix = _cotan.take(values, np.maximum(places, 0), axis=-1)
    return _cotan.where(places >= 0, matrix, _cotan.zeros((), matrix.dtype))


def _monic(a):
    """1, and the other coefficients of a polynomial by the first, negative: what companions hold."""
    return _cotan.concatenate([_cotan.ones_like(a[..., :1]), -a[..., 1:] / a[..., :1]], axis=-1)


@named("ct.linalg.circulant")
def circulant(c: Any) -> Tensor:
    """The matrix whose first column is c, and each next column the one before turned down by one. Axes before the last are batches.

    >>> import cotan as ct
    >>> ct.linalg.circulant(ct.array([1, 2, 3]))
    Tensor([[1, 3, 2],
            [2, 1, 3],
            [3, 2, 1]], dtype=int64)
    """
    t = _vector("c", c)
    i = np.arange(t.shape[-1])
    return _cotan.take(t, (i[:, None] - i) % max(len(i), 1), axis=-1)


@named("ct.linalg.hankel")
def hankel(c: Any, r: Any = None) -> Tensor:
    """The matrix with equal elements along each antidiagonal, of a first column and a last row, whose first element is not read;
    without a row, of zeros. Axes before the last are batches, which are broadcast.

    >>> import cotan as ct
    >>> ct.linalg.hankel(ct.array([1, 2, 3]), ct.array([9, 4]))
    Tensor([[1, 2],
            [2, 3],
            [3, 4]], dtype=int64)
    """
    column = _vector("c", c)
    row = _cotan.zeros_like(column) if r is None else _vector("r", r)
    batches = _cotan.broadcast_shapes(column.shape[:-1], row.shape[:-1])
    column, row = (_cotan.broadcast_to(x, (*batches, x.shape[-1])) for x in (column, row))
    places = np.arange(column.shape[-1])[:, None] + np.arange(row.shape[-1])
    return _cotan.take(_cotan.concatenate([column, row[..., 1:]], axis=-1), places, axis=-1)


@named("ct.linalg.companion")
def companion(a: Any) -> Tensor:
    """The matrix whose eigenvalues are the roots of the polynomial with the coefficients a, two or more, the highest first.

    >>> import cotan as ct
    >>> ct.linalg.companion(ct.array([1, -10, 31, -30]))
    Tensor([[ 10., -31.,  30.],
            [  1.,   0.,   0.],
            [  0.,   1.,   0.]], dtype=float32)
    """
    t = _floats(_vector("a", a, 2))
    n = t.shape[-1] - 1
    places = np.full((n, n), -1)
    places[0] = np.arange(1, n + 1)
    places[np.arange(1, n), np.arange(n - 1)] = 0
    return _placed(_monic(t), places)


@named("ct.linalg.fiedler")
def fiedler(a: Any) -> Tensor:
    """The distances abs(a[i] - a[j]) of all pairs of elements of a vector. Axes before the last are batches.

    >>> import cotan as ct
    >>> ct.linalg.fiedler(ct.array([1, 4, 9]))
    Tensor([[0, 3, 8],
            [3, 0, 5],
            [8, 5, 0]], dtype=int64)
    """
    t = _vector("a", a)
    left, right = t[..., :, None], t[..., None, :]
    if t.dtype.kind != "u":
        return abs(left - right)
    return _cotan.maximum(left, right) - _cotan.minimum(left, right)


@named("ct.linalg.fiedler_companion")
def fiedler_companion(a: Any) -> Tensor:
    """As `companion`, with five diagonals: the coefficients stand beside the diagonal in turn (Fiedler 2003). Of one coefficient, a
    matrix without rows.

    >>> import cotan as ct
    >>> ct.linalg.fiedler_companion(ct.array([1, -10, 31, -30]))
    Tensor([[ 10., -31.,   1.],
            [  1.,   0.,   0.],
            [  0.,  30.,   0.]], dtype=float32)
    """
    t = _floats(_vector("a", a, 1))
    n = t.shape[-1] - 1
    places = np.full((n, n), -1)
    odd, even = np.arange(3, n + 1, 2), np.arange(2, n + 1, 2)
    places[np.arange(3, n, 2), np.arange(1, n - 2, 2)] = 0
    places[np.arange(2, n, 2), np.arange(1, n - 1, 2)] = odd
    places[np.arange(0, n - 2, 2), np.arange(2, n, 2)] = 0
    places[np.arange(0, n - 1, 2), np.arange(1, n, 2)] = even
    if n > 0:
        places[0, 0] = 1
    if n > 1:
        places[1, 0] = 0
    return _placed(_monic(t), places)


@named("ct.linalg.leslie")
def leslie(f: Any, s: Any) -> Tensor:
    """The matrix that takes a population of n ages a step on: f, how many are born of each, is its first row, and s, the part of each
    but the last that is still there, stands below the diagonal.

    >>> import cotan as ct
    >>> ct.linalg.leslie(ct.array([0.1, 2.0, 1.0]), ct.array([0.2, 0.8]))
    Tensor([[0.1, 2. , 1. ],
            [0.2, 0. , 0. ],
            [0. , 0.8, 0. ]], dtype=float32)
    """
    births, lasting = _vector("f", f, 2), _vector("s", s)
    n = births.shape[-1]
    if lasting.shape[-1] != n - 1:
        raise _cotan.ValueError(f"'s' must have an element less than 'f', but they are {describe(lasting)} and {describe(births)}")
    batches = _cotan.broadcast_shapes(births.shape[:-1], lasting.shape[:-1])
    both = [_cotan.broadcast_to(x, (*batches, x.shape[-1])) for x in (births, lasting)]
    places = np.full((n, n), -1)
    places[0] = np.arange(n)
    places[np.arange(1, n), np.arange(n - 1)] = np.arange(n, 2 * n - 1)
    return _placed(_cotan.concatenate(both, axis=-1), places)


@named("ct.linalg.convolution_matrix")
def convolution_matrix(a: Any, n: int, mode: str = "full") -> Tensor:
    """The matrix with n columns whose product with a vector is `ct.convolve(a, vector, mode)`. Axes before the last are batches.

    >>> import cotan as ct
    >>> ct.linalg.convolution_matrix(ct.array([1, 2]), 3)
    Tensor([[1, 0, 0],
            [2, 1, 0],
            [0, 2, 1],
            [0, 0, 2]], dtype=int64)
    """
    t = _vector("a", a, 1)
    if not is_integer(n) or not 0 < n < 2**31:
        raise _cotan.ValueError(f"'n' must be a number of columns, 1 or more, but is {found(n)}")
    m, less = t.shape[-1], min(t.shape[-1], n) - 1
    cut = {"full": (0, 0), "same": (less // 2, less - less // 2), "valid": (less, less)}
    if not isinstance(mode, str) or mode not in cut:
        raise _cotan.ValueError(f"'mode' must be 'full', 'same' or 'valid', but is {found(mode)}")
    top, bottom = cut[mode]
    places = np.arange(top, m + n - 1 - bottom)[:, None] - np.arange(n)
    return _placed(t, np.where(places < m, places, -1))


@named("ct.linalg.khatri_rao")
def khatri_rao(a: Any, b: Any) -> Tensor:
    """The Kronecker products of each column of a with that of b, side by side.

    >>> import cotan as ct
    >>> ct.linalg.khatri_rao(ct.array([[1, 2], [3, 4]]), ct.array([[5, 6]]))
    Tensor([[ 5, 12],
            [15, 24]], dtype=int64)
    """
    left, right = as_tensor(a), as_tensor(b)
    if left.ndim < 2 or right.ndim < 2 or left.shape[-1] != right.shape[-1]:
        raise _cotan.ValueError(f"'a' and 'b' must be matrices with as many columns, but are {describe(left)} and {describe(right)}")
    both = left[..., :, None, :] * right[..., None, :, :]
    return _cotan.reshape(both, (*both.shape[:-3], both.shape[-3] * both.shape[-2], both.shape[-1]))
