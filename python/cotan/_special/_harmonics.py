"""Spherical harmonics."""

import math
from typing import Any

from .. import _cotan
from .._core import Tensor, as_tensor, describe, here
from .._floats import floats
from .._loops import fori_loop
from .._named import named
from .._places import is_integer
from .._signatures import found

_MOST = 2**62


def _whole(what, x):
    t = as_tensor(x, "ct.special.sph_harm_y")
    if t.dtype.kind not in "iu":
        raise _cotan.TypeError(f"{here()}ct.special.sph_harm_y: '{what}' must be integers, but is {describe(t)}")
    return t.astype("int64")


def _largest(n, n_max):
    largest = _cotan.maximum(_cotan.max(n, initial=0), 0)
    if n_max is None:
        return largest
    if not is_integer(n_max) or n_max < 0:
        raise _cotan.ValueError(f"{here()}ct.special.sph_harm_y: 'n_max' must be an integer of 0 or more, but is {found(n_max)}")
    return _cotan.minimum(largest, min(int(n_max), _MOST))


def _legendre(n, m, theta, most):
    """Associated Legendre functions of cos(theta), normalized on the sphere: by recurrence in the degree, from degree m on
    (DLMF 14.10.3), which loses no digits, as all factors are normalized."""
    cos, sin, order = _cotan.cos(theta), _cotan.sin(theta), m.astype("float64")

    def turn(k, state):
        before, now = state
        degree = _cotan.array(k).astype("float64")
        first = -_cotan.sqrt((2.0 * degree + 1.0) / (2.0 * degree)) * sin * now
        above = _cotan.where(k > m, degree * degree - order * order, 1.0)
        factor = _cotan.sqrt((4.0 * degree * degree - 1.0) / above)
        back = _cotan.sqrt(_cotan.where(k > m, (degree - 1.0) ** 2 - order * order, 0.0) / _cotan.maximum(4.0 * (degree - 1.0) ** 2 - 1.0, 1.0))
        later = factor * (cos * now - back * before)
        is_first, is_later = k <= m, _cotan.logical_and(k > m, k <= n)
        return _cotan.where(is_later, now, before), _cotan.where(is_first, first, _cotan.where(is_later, later, now))

    zero = 0.0 * (theta + order)
    return fori_loop(1, most + 1, turn, (zero, zero + 0.5 / math.sqrt(math.pi)))[1]


@named("ct.special.sph_harm_y")
def sph_harm_y(n: Any, m: Any, theta: Any, phi: Any, diff_n: None = None, n_max: int | None = None) -> Tensor:
    """The spherical harmonics of degree n and order m, whole numbers with abs(m) <= n, at the polar angle theta and the azimuth
    phi, elementwise: complex64, of float64 complex128. Elsewhere they are NaN.

    A recurrence takes as many steps as the largest degree; degrees above `n_max`, if it is given, are taken for it. They have
    derivatives with respect to angles. As `jax.scipy.special.sph_harm_y`; `diff_n` must be None.

    >>> import cotan as ct
    >>> y = ct.special.sph_harm_y(ct.array([0, 1]), ct.array([0, 1]), 0.5, 1.0)
    >>> y.real.round(4), y.imag.round(4)
    (Tensor([ 0.2821, -0.0895], dtype=float32), Tensor([ 0.    , -0.1394], dtype=float32))
    """
    if diff_n is not None:
        raise _cotan.ValueError("'diff_n' must be None; ct.jvp gives derivatives")
    n, m = _whole("n", n), _whole("m", m)
    angles = floats("ct.special.sph_harm_y", theta, phi)
    dtype = "complex128" if angles[0].dtype.name == "float64" else "complex64"
    n, m, theta, phi = _cotan.broadcast_arrays(n, m, *(x.astype("float64") for x in angles))
    most = _largest(n, n_max)
    n = _cotan.minimum(n, most)
    size = abs(m)
    sign = _cotan.where(_cotan.logical_and(m < 0, size % 2 == 1), -1.0, 1.0)
    value = sign * _legendre(n, size, theta, most)
    value = _cotan.where(_cotan.logical_and(n >= size, n >= 0), value, float("nan"))
    turned = m.astype("float64") * phi
    return _cotan.complex(value * _cotan.cos(turned), value * _cotan.sin(turned)).astype(dtype)
