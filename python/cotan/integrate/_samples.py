"""Integrals of functions that are known at points."""

from typing import Any

from .. import _cotan
from .._cotan import trapezoid as trapezoid
from .._core import Tensor, as_tensor, describe, here, is_inexact
from .._declared import Scalar, checked
from .._places import is_integer
from .._signatures import found as shown


def _rows(name, y, axis):
    """The samples with their axis first, as floats."""
    y = as_tensor(y, f"ct.integrate.{name}")
    if not is_integer(axis) or not -y.ndim <= axis < y.ndim:
        raise _cotan.ValueError(f"{here()}ct.integrate.{name}: 'axis' must be an axis of {describe(y)}, but is {shown(axis)}")
    return _cotan.moveaxis(y if is_inexact(y) else y.astype(float), axis, 0)


def _widths(name, x, rows, axis):
    """The distances of points, of a shape that fits the samples'."""
    x = as_tensor(x, f"ct.integrate.{name}")
    n = rows.shape[0]
    if x.ndim == 1:
        x = _cotan.reshape(x, (-1, *[1] * (rows.ndim - 1)))
    elif x.ndim == rows.ndim:
        x = _cotan.moveaxis(x, axis, 0)
    if x.ndim != rows.ndim or x.shape[0] != n:
        raise _cotan.ValueError(f"{here()}ct.integrate.{name}: 'x' must have a point for each of the {n} samples, but is "
                                f"{describe(x)}")
    if x.dtype.kind in "biu":  # differences of small integers may be beyond their type
        x = x.astype("float64" if x.dtype.name == "uint64" else "int64")
    return x[1:] - x[:-1]


@checked
def cumulative_trapezoid(y: Any, x: Any = None, dx: Scalar = 1.0, axis: int = -1, initial: Scalar | None = None) -> Tensor:
    """The integrals by trapezoids from the first sample to each later one, along an axis, at points `x` or at distances
    `dx`. There is one less than samples, or as many with `initial`, which comes first. As `scipy.integrate`'s.

    >>> import cotan as ct
    >>> ct.integrate.cumulative_trapezoid(ct.array([1.0, 2.0, 4.0]), dx=2.0, initial=0.0)
    Tensor([0., 3., 9.], dtype=float32)
    """
    rows = _rows("cumulative_trapezoid", y, axis)
    widths = dx if x is None else _widths("cumulative_trapezoid", x, rows, axis)
    total = _cotan.cumsum(widths * (rows[1:] + rows[:-1]) / 2.0, axis=0)
    if initial is not None:
        first = _cotan.full((1, *total.shape[1:]), 0.0, dtype=total.dtype) + as_tensor(initial).astype(total.dtype)
        total = _cotan.concatenate([first, total])
    return _cotan.moveaxis(total, 0, axis)


def _parabolas(y, h):
    """The integral by parabolas of an odd number of samples, at distances h."""
    first, second = h[::2], h[1::2]
    both, part = first + second, first / second
    return _cotan.sum(both / 6.0 * (y[:-2:2] * (2.0 - 1.0 / part) + y[1:-1:2] * both * both / (first * second)
                                    + y[2::2] * (2.0 - part)), axis=0)


def _last(y, h):
    """The integral over the last interval of the parabola through the last three samples (Cartwright 2017)."""
    a, b = h[-2], h[-1]
    return (y[-1] * (2.0 * b * b + 3.0 * a * b) / (6.0 * (a + b)) + y[-2] * (b * b + 3.0 * a * b) / (6.0 * a)
            - y[-3] * b * b * b / (6.0 * a * (a + b)))


@checked
def simpson(y: Any, x: Any = None, dx: Scalar = 1.0, axis: int = -1) -> Tensor:
    """The integral by parabolas through three samples each (Simpson's rule), along an axis, at points `x` or at distances
    `dx`; exact of polynomials of degree 2, and 3 at even distances and an odd number of samples.

    Of an even number of samples, the last interval has the parabola of the last three; of two, it is a trapezoid. As
    `scipy.integrate.simpson` since 1.11.

    >>> import cotan as ct
    >>> ct.integrate.simpson(ct.array([0.0, 1.0, 4.0, 9.0, 16.0]))
    Tensor(21.333334, dtype=float32)
    """
    rows = _rows("simpson", y, axis)
    n = rows.shape[0]
    if n < 3:
        return trapezoid(rows, None, dx, 0) if x is None else _cotan.sum(
            _widths("simpson", x, rows, axis) * (rows[1:] + rows[:-1]) / 2.0, axis=0)
    if x is None:
        widths = as_tensor(dx) * _cotan.ones((n - 1, *[1] * (rows.ndim - 1)), dtype=_cotan.real(rows).dtype)
    else:
        widths = _widths("simpson", x, rows, axis)
    if n % 2:
        return _parabolas(rows, widths)
    return _parabolas(rows[:-1], widths[:-1]) + _last(rows, widths)


@checked
def romb(y: Any, dx: Scalar = 1.0, axis: int = -1) -> Tensor:
    """The integral of 2**k + 1 samples at distances `dx`, along an axis, by Romberg's extrapolation of trapezoids (1955):
    exact of polynomials of degree 2 k + 1. As `scipy.integrate.romb`.

    >>> import cotan as ct
    >>> ct.integrate.romb(ct.linspace(0.0, 1.0, 5) ** 4, dx=0.25)
    Tensor(0.2, dtype=float32)
    """
    rows = _rows("romb", y, axis)
    n = rows.shape[0] - 1
    if n < 1 or n & (n - 1):
        raise _cotan.ValueError(f"{here()}ct.integrate.romb: there must be 2**k + 1 samples, as 3, 5, 9 or 17, but there are "
                                f"{n + 1}")
    return extrapolated(rows, dx)


def extrapolated(rows: Any, dx: Any) -> Tensor:
    """Romberg's integral along the first axis."""
    step, sums = rows.shape[0] - 1, []
    while step:
        part = rows[::step]
        sums.append(step * dx * (_cotan.sum(part[1:-1], axis=0) + (part[0] + part[-1]) / 2.0))
        step //= 2
    power = 1
    while len(sums) > 1:
        power *= 4
        sums = [(power * finer - coarse) / (power - 1) for coarse, finer in zip(sums, sums[1:])]
    return sums[0]
