"""The error function of complex numbers, and what is made of it: wofz, dawsn, fresnel."""

import functools
import math
from typing import Any

from .. import _cotan
from .._core import Tensor, as_tensor
from .._custom import custom_jvp
from .._late import np
from .._named import named
from ._arguments import polynomial, wide


@functools.cache
def _weideman(n):
    """The coefficients of Weideman (1994), and the scale: 40 give all digits of float64. They are found when they are asked for."""
    scale = math.sqrt(n / math.sqrt(2.0))
    t = scale * np.tan(np.arange(1 - 2 * n, 2 * n) * np.pi / (4 * n))
    values = np.exp(-t * t) * (scale * scale + t * t)
    found = np.real(np.fft.fft(np.fft.fftshift([0.0, *values]))) / (4 * n)
    return [float(c) for c in found[n:0:-1]], scale


def _of_upper_half(x, y):
    """w(x + i y) of y >= 0 as its parts, relative to its magnitude to some 1e-15; its derivatives are those of the rational
    function, which keep their digits far out, where 2i/sqrt(pi) - 2z w(z) does not. It is computed in real numbers, by parts."""
    coefficients, scale = _weideman(40)
    at_end = _cotan.logical_or(_cotan.isinf(x), _cotan.isinf(y))
    x, y = _cotan.where(at_end, 1.0, x), _cotan.where(at_end, 1.0, y)
    below = scale + y
    size = _cotan.maximum(abs(x), below)
    u, v = below / size, x / size
    square = size * (u * u + v * v)
    u, v = u / square, v / square  # 1 / (scale - i z)
    a, b = (scale - y) * u - x * v, x * u + (scale - y) * v
    p, q = coefficients[0] + 0.0 * x, 0.0 * x
    for c in coefficients[1:]:
        p, q = p * a - q * b + c, p * b + q * a
    p, q = 2.0 * (p * u - q * v) + 1.0 / math.sqrt(math.pi), 2.0 * (p * v + q * u)
    return _cotan.where(at_end, 0.0, p * u - q * v), _cotan.where(at_end, 0.0, p * v + q * u)


@named("ct.special.wofz")
def wofz(z: Any) -> Tensor:
    """Faddeeva's function, exp(-z**2) erfc(-i z), of complex numbers, elementwise.

    The error is some 1e-15 of its magnitude, or of the larger part; by the rational function of Weideman (1994) in 40 terms. It
    is complex64, of float64 and complex128 complex128.

    >>> import cotan as ct
    >>> w = ct.special.wofz(ct.array([0.0, 1j, 1.0]))
    >>> w.real.round(4), w.imag.round(4)
    (Tensor([1.    , 0.4276, 0.3679], dtype=float32), Tensor([0.    , 0.    , 0.6072], dtype=float32))
    """
    given = as_tensor(z, "ct.special.wofz")
    dtype = "complex128" if given.dtype.name in ("float64", "complex128") else "complex64"
    wide = given.astype("complex128")
    x, y = _cotan.real(wide), _cotan.imag(wide)
    is_below = y < 0
    p, q = _of_upper_half(_cotan.where(is_below, -x, x), _cotan.where(is_below, -y, y))
    x, y = _cotan.where(is_below, x, 0.0), _cotan.where(is_below, y, 0.0)
    grown, turn = 2.0 * _cotan.exp((y - x) * (y + x)), -2.0 * x * y  # 2 exp(-z**2)
    p, q = _cotan.where(is_below, grown * _cotan.cos(turn) - p, p), _cotan.where(is_below, grown * _cotan.sin(turn) - q, q)
    return _cotan.complex(p, q).astype(dtype)


# DLMF 7.6.1: the coefficients of x (-2 x**2)**k, the last first.
_DAWSON = [(-2.0) ** k / math.prod(range(1, 2 * k + 2, 2)) for k in range(24, -1, -1)]


@named("ct.special.dawsn")
def dawsn(x: Any) -> Tensor:
    """Dawson's integral, exp(-x**2) times the integral of exp(t**2) from 0 to x, elementwise, to some 1e-15 of its value.

    It is the imaginary part of `wofz`, times sqrt(pi) / 2, and near 0 its series; so are its derivatives.

    >>> import cotan as ct
    >>> ct.special.dawsn(ct.array([-1.0, 0.0, 2.0])).round(4)
    Tensor([-0.5381,  0.    ,  0.3013], dtype=float32)
    """
    (at,), narrow = wide("dawsn", x)
    is_near = abs(at) < 1.0
    near = _cotan.where(is_near, at, 0.0)
    far = _cotan.where(is_near, 1.0, at)
    far = 0.5 * math.sqrt(math.pi) * _of_upper_half(far, 0.0 * far)[1]
    return narrow(_cotan.where(is_near, near * polynomial(near * near, _DAWSON), far))


# DLMF 7.6.4 and 7.6.6, in powers of x**4.
_HALF_PI = math.pi / 2.0
_COSINES = [(-1.0) ** k * _HALF_PI ** (2 * k) / (math.factorial(2 * k) * (4 * k + 1)) for k in range(14, -1, -1)]
_SINES = [(-1.0) ** k * _HALF_PI ** (2 * k + 1) / (math.factorial(2 * k + 1) * (4 * k + 3)) for k in range(14, -1, -1)]


def _turn(x):
    """The cosine and the sine of pi x**2 / 2, whose whole turns are taken away first."""
    part = _cotan.remainder(x * x, 4.0)
    return _cotan.cos(_HALF_PI * part), _cotan.sin(_HALF_PI * part)


@custom_jvp
def _fresnel(x):
    size, sign = abs(x), _cotan.where(x < 0, -1.0, 1.0)
    is_near, is_end = size < 1.5, size > 1e150
    near, far = _cotan.where(is_near, size, 0.0), _cotan.where(_cotan.logical_or(is_near, is_end), 1.5, size)
    fourth = near ** 4
    cos, sin = _turn(far)
    diagonal = 0.5 * math.sqrt(math.pi) * far
    p, q = _of_upper_half(diagonal, diagonal)
    p, q = 1.0 - (p * cos - q * sin), -(p * sin + q * cos)  # C + i S = (1 + i) / 2 erf(sqrt(pi) / 2 (1 - i) x)
    both = []
    for series, part in ((near ** 3 * polynomial(fourth, _SINES), 0.5 * (p + q)), (near * polynomial(fourth, _COSINES), 0.5 * (p - q))):
        value = sign * _cotan.where(is_near, series, _cotan.where(is_end, 0.5, part))
        both.append(_cotan.where(_cotan.isnan(x), x, value))
    return tuple(both)


@_fresnel.defjvp
def _fresnel_jvp(primals, tangents):
    x, = primals
    cos, sin = _turn(x)
    return _fresnel(x), (tangents[0] * sin, tangents[0] * cos)


@named("ct.special.fresnel")
def fresnel(x: Any) -> tuple[Tensor, Tensor]:
    """Fresnel's integrals (S, C): of sin(pi t**2 / 2) and cos(pi t**2 / 2) from 0 to x, elementwise.

    The error is some 1e-15, relative to S and C below 1.5; of large x as that of x**2 makes it. Derivatives are sine and cosine.

    >>> import cotan as ct
    >>> [part.round(4) for part in ct.special.fresnel(ct.array([0.0, 1.0, 1.75]))]
    [Tensor([0.    , 0.4383, 0.4994], dtype=float32), Tensor([0.    , 0.7799, 0.3219], dtype=float32)]
    """
    (at,), narrow = wide("fresnel", x)
    sines, cosines = _fresnel(at)
    return narrow(sines), narrow(cosines)
