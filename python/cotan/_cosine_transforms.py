"""Discrete cosine transforms, as in jax.scipy.fft and SciPy, by Fourier transforms of as many numbers (Makhoul 1980)."""

import math
from typing import Any, Sequence

from . import _cotan
from ._core import Tensor, as_tensor, describe
from ._late import np
from ._named import named
from ._places import among, integers, is_integer
from ._signatures import found


def _turned(x, angles):
    """Complex numbers turned by angles, which are known."""
    return x * _cotan.array(np.exp(1j * angles), "complex128" if x.dtype.name in ("float64", "complex128") else "complex64")


def _first(x):
    n = x.shape[-1]
    if n < 2:
        raise _cotan.ValueError(f"type 1 is of two numbers or more, but there are {n}")
    around = _cotan.concatenate([x, _cotan.flip(x[..., 1:-1], axis=-1)], axis=-1)
    return _cotan.real(_cotan.fft.rfft(around))


def _second(x):
    n = x.shape[-1]
    order = _cotan.concatenate([x[..., ::2], _cotan.flip(x[..., 1::2], axis=-1)], axis=-1)
    return 2.0 * _cotan.real(_turned(_cotan.fft.fft(order), -np.pi / (2 * n) * np.arange(n)))


def _third(x):
    """The inverse of the second, times 2 n."""
    n = x.shape[-1]
    behind = _cotan.concatenate([_cotan.zeros_like(x[..., :1]), _cotan.flip(x[..., 1:], axis=-1)], axis=-1)
    order = n * _cotan.real(_cotan.fft.ifft(_turned(_cotan.complex(x, -behind), np.pi / (2 * n) * np.arange(n))))
    places = np.empty(n, np.int64)  # of each result, among those in Makhoul's order
    places[::2], places[1::2] = np.arange((n + 1) // 2), np.arange(n - 1, (n + 1) // 2 - 1, -1)
    return _cotan.take(order, places, axis=-1)


def _fourth(x):
    n = x.shape[-1]
    wide = _cotan.fft.fft(_turned(x, -np.pi / (2 * n) * np.arange(n)), n=2 * n)[..., :n]
    return 2.0 * _cotan.real(_turned(wide, -np.pi / (4 * n) * (2 * np.arange(n) + 1)))


_OF_TYPE = {1: _first, 2: _second, 3: _third, 4: _fourth}
_INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}


def _ends_times(x, factor, both):
    """With the first element, or both ends, times a factor."""
    n = x.shape[-1]
    factors = np.ones(n)
    factors[[0, -1] if both else [0]] = factor
    return x * _cotan.array(factors, x.dtype)


def _along(x, kind, norm, inverse):
    """Of real numbers along the last axis."""
    n = x.shape[-1]
    kind = _INVERSE[kind] if inverse else kind
    size = 2 * (n - 1) if kind == 1 else 2 * n
    if norm == "ortho":
        root = math.sqrt(2.0)
        x = _ends_times(x, root, kind == 1) if kind in (1, 3) else x
        y = _OF_TYPE[kind](x) * (1.0 / math.sqrt(max(size, 1)))
        return _ends_times(y, 1.0 / root, kind == 1) if kind in (1, 2) else y
    y = _OF_TYPE[kind](x)
    return y * (1.0 / max(size, 1)) if (norm == "forward") != inverse else y


def _checked(x, type, norm):
    x = as_tensor(x)
    if not is_integer(type) or type not in _OF_TYPE:
        raise _cotan.ValueError(f"'type' must be 1, 2, 3 or 4, but is {found(type)}")
    if norm is not None and not (isinstance(norm, str) and norm in ("backward", "ortho", "forward")):
        raise _cotan.ValueError(f"'norm' must be None, 'backward', 'ortho' or 'forward', but is {found(norm)}")
    return x if x.dtype.name in ("float32", "float64", "complex64", "complex128") else x.astype("float32" if x.dtype.kind == "f" else float)


def _of_size(x, n, axis):
    """Along the axis, n elements: the first ones, or zeros behind all."""
    if n is None:
        return x
    if not is_integer(n) or n < 1:
        raise _cotan.ValueError(f"the number of elements must be 1 or more, but is {found(n)}")
    if n == x.shape[axis]:
        return x
    kept = x[(*[slice(None)] * axis, slice(0, int(n)))]
    return _cotan.pad(kept, [(0, int(n) - kept.shape[axis]) if d == axis else (0, 0) for d in range(x.ndim)])


def _transformed(x, type, n, axis, norm, inverse):
    x = _checked(x, type, norm)
    if not is_integer(axis) or not -x.ndim <= axis < x.ndim:
        raise _cotan.ValueError(f"'axis' must be an axis of {describe(x)}, but is {found(axis)}")
    place = int(axis) % x.ndim
    x = _of_size(x, n, place)
    if x.shape[place] == 0:
        raise _cotan.ValueError(f"there must be elements along the axis, but {describe(x)} has none")
    rows = _cotan.moveaxis(x, place, -1)
    if x.dtype.kind == "c":
        found_parts = [_along(part(rows), int(type), norm, inverse) for part in (_cotan.real, _cotan.imag)]
        return _cotan.moveaxis(_cotan.complex(*found_parts), -1, place)
    return _cotan.moveaxis(_along(rows, int(type), norm, inverse), -1, place)


def _of_several(name, x, type, s, axes, norm, inverse):
    x = _checked(x, type, norm)
    sizes = None if s is None else integers(name, "s", s)
    if axes is None:
        axes = range(x.ndim) if sizes is None else range(-len(sizes), 0)
    places = integers(name, "axes", axes if not isinstance(axes, range) else tuple(axes))
    axes = among(name, "'axes'", places, x.ndim, f"are {x.ndim} axes") if places else []
    if sizes is not None and len(sizes) != len(axes):
        raise _cotan.ValueError(f"'s' must have a size for each of {len(axes)} axes, but has {len(sizes)}")
    for i, axis in enumerate(axes):
        x = _transformed(x, type, None if sizes is None else sizes[i], axis, norm, inverse)
    return x


@named("ct.fft.dct")
def dct(x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """The discrete cosine transform along an axis, of type 1, 2, 3 or 4 as scipy.fft.dct defines them, in O(n log n).

    With `n`, elements beyond it are left out, and zeros are put where there are less. `norm` says what is divided by 2 n: the
    inverse (None, "backward"), this way ("forward"), or both by its root, which makes it orthogonal ("ortho"). Half types and
    integers are taken as float32.

    >>> import cotan as ct
    >>> ct.fft.dct(ct.array([1.0, 2.0, 3.0, 4.0])).round(3)
    Tensor([20.   , -6.309,  0.   , -0.448], dtype=float32)
    """
    return _transformed(x, type, n, axis, norm, False)


@named("ct.fft.idct")
def idct(x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """The inverse of `dct` of the same type.

    >>> import cotan as ct
    >>> ct.fft.idct(ct.fft.dct(ct.array([1.0, 2.0, 3.0]))).round(4)
    Tensor([1., 2., 3.], dtype=float32)
    """
    return _transformed(x, type, n, axis, norm, True)


@named("ct.fft.dctn")
def dctn(x: Any, type: int = 2, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None) -> Tensor:
    """`dct` along several axes, or all, of the sizes `s`.

    >>> import cotan as ct
    >>> ct.fft.dctn(ct.ones((2, 2)), norm="ortho").round(4)
    Tensor([[2., 0.],
            [0., 0.]], dtype=float32)
    """
    return _of_several("ct.fft.dctn", x, type, s, axes, norm, False)


@named("ct.fft.idctn")
def idctn(x: Any, type: int = 2, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None) -> Tensor:
    """The inverse of `dctn` of the same type.

    >>> import cotan as ct
    >>> ct.fft.idctn(ct.fft.dctn(ct.array([[1.0, 2.0], [3.0, 4.0]]))).round(4)
    Tensor([[1., 2.],
            [3., 4.]], dtype=float32)
    """
    return _of_several("ct.fft.idctn", x, type, s, axes, norm, True)
