"""Matrices of which only the size is said."""

import math
from typing import Any

from .. import _cotan
from .._core import Tensor
from .._default_dtype import default_dtype
from .._late import np
from .._named import named
from .._places import is_integer
from .._signatures import found
from ._matrices import flag, one_of


def _size(n, least=0):
    if not is_integer(n) or not least <= n < 2**31:
        raise _cotan.ValueError(f"'n' must be a number of rows, {least} or more, but is {found(n)}")
    return int(n)


def _made(n, element, exact):
    """The matrix of integers of Python: in int64, or as floats."""
    rows = [[element(i, j) for j in range(n)] for i in range(n)]
    if not exact:
        return _cotan.array(np.array(rows, np.float64).reshape(n, n), default_dtype())
    if any(abs(x) >= 2**63 for row in rows for x in row):
        raise _cotan.ValueError(f"of {n} rows some elements are beyond int64; say exact=False")
    return _cotan.array(np.array(rows, np.int64).reshape(n, n))


@named("ct.linalg.hilbert")
def hilbert(n: int) -> Tensor:
    """The Hilbert matrix of n rows, 1 / (1 + i + j): nearly singular from a few rows on.

    >>> import cotan as ct
    >>> ct.linalg.hilbert(2)
    Tensor([[1.        , 0.5       ],
            [0.5       , 0.33333334]], dtype=float32)
    """
    i = np.arange(_size(n))
    return _cotan.array(1.0 / (1 + i[:, None] + i), default_dtype())


@named("ct.linalg.invhilbert")
def invhilbert(n: int, exact: bool = False) -> Tensor:
    """The inverse of the Hilbert matrix of n rows, whose elements are integers: as floats, or with `exact` in int64, which holds
    those of 14 rows.

    >>> import cotan as ct
    >>> ct.linalg.invhilbert(2)
    Tensor([[ 4., -6.],
            [-6., 12.]], dtype=float32)
    """
    n = _size(n)
    flag("exact", exact)

    def element(i, j):
        size = (i + j + 1) * math.comb(n + i, n - j - 1) * math.comb(n + j, n - i - 1) * math.comb(i + j, i) ** 2
        return size if (i + j) % 2 == 0 else -size

    return _made(n, element, exact)


def _kind(kind):
    one_of("kind", kind, (None, "symmetric", "lower", "upper"))
    return kind or "symmetric"


@named("ct.linalg.pascal")
def pascal(n: int, kind: str | None = None, exact: bool = True) -> Tensor:
    """Binomial coefficients: i + j over i in the Pascal matrix of n rows; with kind "lower" i over j, and with "upper" j over i, the
    factors of it. In int64, which holds those of 34 rows, or with `exact=False` as floats.

    >>> import cotan as ct
    >>> ct.linalg.pascal(3)
    Tensor([[1, 1, 1],
            [1, 2, 3],
            [1, 3, 6]], dtype=int64)
    """
    flag("exact", exact)
    element = {"symmetric": lambda i, j: math.comb(i + j, i), "lower": math.comb, "upper": lambda i, j: math.comb(j, i)}[_kind(kind)]
    return _made(_size(n), element, exact)


@named("ct.linalg.invpascal")
def invpascal(n: int, kind: str | None = None, exact: bool = True) -> Tensor:
    """The inverse of `pascal(n, kind)`.

    >>> import cotan as ct
    >>> ct.linalg.invpascal(3, "lower")
    Tensor([[ 1,  0,  0],
            [-1,  1,  0],
            [ 1, -2,  1]], dtype=int64)
    """
    n = _size(n)
    flag("exact", exact)

    def lower(i, j):
        return math.comb(i, j) if (i + j) % 2 == 0 else -math.comb(i, j)

    def symmetric(i, j):
        return sum(lower(k, i) * lower(k, j) for k in range(max(i, j), n))

    element = {"symmetric": symmetric, "lower": lower, "upper": lambda i, j: lower(j, i)}[_kind(kind)]
    return _made(n, element, exact)


@named("ct.linalg.hadamard")
def hadamard(n: int, dtype: Any = int) -> Tensor:
    """The Hadamard matrix of n rows, a power of 2: 1 and -1, and its rows are orthogonal.

    >>> import cotan as ct
    >>> ct.linalg.hadamard(2)
    Tensor([[ 1,  1],
            [ 1, -1]], dtype=int64)
    """
    n = _size(n, 1)
    if n & (n - 1):
        raise _cotan.ValueError(f"'n' must be a power of 2, but is {n}")
    h = np.ones((1, 1), np.int64)
    while len(h) < n:
        h = np.block([[h, h], [h, -h]])
    return _cotan.array(h).astype("int64" if dtype is None else dtype)


@named("ct.linalg.helmert")
def helmert(n: int, full: bool = False) -> Tensor:
    """The n - 1 orthonormal rows of the Helmert matrix, each of which compares an element with those before it; with `full` all n, of
    which the first is the mean, times a root.

    >>> import cotan as ct
    >>> ct.linalg.helmert(3)
    Tensor([[ 0.70710677, -0.70710677,  0.        ],
            [ 0.4082483 ,  0.4082483 , -0.8164966 ]], dtype=float32)
    """
    n = _size(n, 1)
    flag("full", full)
    i = np.arange(n)
    rows = np.tril(np.ones((n, n)), -1) - np.diag(i)
    rows[0] = 1
    squares = i * (i + 1)
    squares[0] = n
    rows /= np.sqrt(squares)[:, None]
    return _cotan.array(rows if full else rows[1:], default_dtype())


@named("ct.linalg.dft")
def dft(n: int, scale: str | None = None, *, dtype: Any = None) -> Tensor:
    """The matrix of the discrete Fourier transform of n numbers: `dft(n) @ x` is `ct.fft.fft(x)`. With scale "sqrtn" or "n" divided by
    the root of n, or by n. It is complex, of twice the default float's size.

    >>> import cotan as ct
    >>> ct.linalg.dft(2, "n")
    Tensor([[ 0.5+0.j,  0.5+0.j],
            [ 0.5+0.j, -0.5+0.j]], dtype=complex64)
    """
    n = _size(n)
    one_of("scale", scale, (None, "sqrtn", "n"))
    turns = np.fft.fft(np.eye(n)) if n else np.zeros((0, 0))
    turns = turns / {None: 1.0, "sqrtn": math.sqrt(max(n, 1)), "n": max(n, 1)}[scale]
    wide = default_dtype().name == "float64"
    return _cotan.array(turns, ("complex128" if wide else "complex64") if dtype is None else dtype)
