"""Owen's function."""

import functools
import math
from typing import Any

from .. import _cotan
from .._core import Tensor
from .._custom import custom_jvp
from .._late import np
from .._named import named
from ._arguments import wide

_FAR = 9.0  # beyond so many deviations there is nothing of exp(-x**2 / 2)


@functools.cache
def _rule():
    """Points between 0 and 1, and weights: found when they are asked for, so that the package is there at once."""
    points, weights = np.polynomial.legendre.leggauss(40)
    return 0.5 * (points + 1.0), 0.25 / math.pi * weights


def _integral(h, a):
    """T(h, a) of h >= 0 and 0 <= a <= 1: by Gauss and Legendre's rule as far as the integrand counts."""
    end = _cotan.minimum(a, _FAR / _cotan.maximum(h, 1e-3))
    points, weights = _rule()
    x = _cotan.expand_dims(end, end.ndim) * points
    square = x * x
    h = _cotan.expand_dims(h, h.ndim)
    values = _cotan.exp(-0.5 * h * h * square) / (1.0 + square)
    return _cotan.exp(-0.5 * h[..., 0] ** 2) * end * _cotan.sum(values * weights, axis=-1)


@custom_jvp
def _owens_t(h, a):
    height, size = _cotan.minimum(abs(h), 1e3), abs(a)
    is_large = size > 1.0
    far = height * _cotan.where(is_large, _cotan.minimum(size, 1e200), 1.0)
    inner = _integral(_cotan.where(is_large, _cotan.minimum(far, 1e3), height), _cotan.where(is_large, 1.0 / _cotan.where(is_large, size, 1.0), size))
    tail, far_tail = _cotan.special.ndtr(-height), _cotan.special.ndtr(-far)
    value = _cotan.where(is_large, 0.5 * (tail + far_tail) - tail * far_tail - inner, inner)
    value = _cotan.where(a < 0, -value, value)
    return _cotan.where(_cotan.logical_or(_cotan.isnan(h), _cotan.isnan(a)), float("nan"), value)


@_owens_t.defjvp
def _owens_t_jvp(primals, tangents):
    h, a = primals
    by_a = _cotan.exp(-0.5 * h * h * (1.0 + a * a)) / (2.0 * math.pi * (1.0 + a * a))
    by_h = -_cotan.exp(-0.5 * h * h) / math.sqrt(8.0 * math.pi) * _cotan.erf(a * h / math.sqrt(2.0))
    return _owens_t(h, a), tangents[0] * by_h + tangents[1] * by_a


@named("ct.special.owens_t")
def owens_t(h: Any, a: Any) -> Tensor:
    """Owen's T(h, a), elementwise: the probability that of two normal numbers the first is beyond h and the second between 0 and
    a times it (Owen 1956).

    The error is some 1e-15 of its value. It takes 40 exponentials; its derivatives are formulas.

    >>> import cotan as ct
    >>> ct.special.owens_t(ct.array([0.0, 1.0]), ct.array([1.0, 0.5])).round(4)
    Tensor([0.125 , 0.0431], dtype=float32)
    """
    (h, a), narrow = wide("owens_t", h, a)
    return narrow(_owens_t(h, a))
