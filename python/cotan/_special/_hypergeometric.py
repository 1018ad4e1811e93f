"""Hypergeometric functions of real numbers."""

from typing import Any, Callable

from .. import _cotan
from .._core import Tensor
from .._loops import while_loop
from .._named import named
from ._arguments import wide

_EPS, _MOST = 1e-19, 20000  # of terms beside their sum, also of their derivatives; how many there may be
_ASYMPTOTIC = 100.0
_NAN, _INF = float("nan"), float("inf")


def _sum(first, ratio: Callable[[Any], Any], least: int = 8):
    """The sum of terms, of which each is the one before times `ratio(k)`, until they count no more."""
    def goes_on(state):
        k, term, total = state
        counts = _cotan.logical_and(abs(term) > _EPS * abs(total), _cotan.isfinite(total))
        return _cotan.logical_and(k < _MOST, _cotan.logical_or(k < least, _cotan.any(counts)))

    def turn(state):
        k, term, total = state
        term = term * ratio(k)
        return k + 1.0, term, total + term

    return while_loop(goes_on, turn, (_cotan.array(0.0, "float64"), first, first))[2]


def _kummer_series(a, b, x):
    return _sum(1.0 + 0.0 * (a + b + x), lambda k: (a + k) * x / ((b + k) * (k + 1.0)))


def _asymptotic(p, q, y):
    """The sum of (p)_k (q)_k / k! y**-k, as far as terms fall (DLMF 13.7.1 and 13.7.2)."""
    total, term, size = 1.0 + 0.0 * (p + q + y), 1.0, _INF + 0.0 * y
    for k in range(40):
        term = term * (p + k) * (q + k) / ((k + 1.0) * y)
        falls = abs(term) < size
        size = _cotan.where(falls, abs(term), 0.0)
        total = total + _cotan.where(falls, term, 0.0)
    return total


def _gamma_quotient(b, a):
    """gamma(b) / gamma(a), 0 at poles of the second: its logarithm, and its sign."""
    special = _cotan.special
    is_pole = _cotan.logical_and(a <= 0, a == _cotan.floor(a))
    safe = _cotan.where(is_pole, 1.0, a)
    log = special.gammaln(b) - special.gammaln(safe)
    return log, _cotan.where(is_pole, 0.0, special.gammasgn(b) * special.gammasgn(safe))


def _hyp1f1(a, b, x):
    """Below 0 by Kummer's transformation (DLMF 13.2.39)."""
    is_below, size = x < 0, abs(x)
    p = _cotan.where(is_below, b - a, a)
    is_far = size > _cotan.maximum(_ASYMPTOTIC, 2.0 * _cotan.maximum(abs(a), abs(b)) ** 2)
    near = _kummer_series(p, b, _cotan.where(is_far, 1.0, size))
    near = _cotan.where(is_below, _cotan.exp(_cotan.where(is_below, _cotan.maximum(x, -700.0), 0.0)) * near, near)
    y = _cotan.where(is_far, size, 200.0)
    log, sign = _gamma_quotient(b, p)
    power = (p - b) * _cotan.log(y) + _cotan.where(is_below, 0.0, y)
    far = sign * _cotan.exp(log + power) * _asymptotic(1.0 - p, b - p, y)
    value = _cotan.where(is_far, far, near)
    value = _cotan.where(_cotan.logical_and(b <= 0, b == _cotan.floor(b)), _INF, value)
    return _cotan.where(_cotan.isnan(a + b + x), _NAN, value)


@named("ct.special.hyp1f1")
def hyp1f1(a: Any, b: Any, x: Any) -> Tensor:
    """Kummer's function, the sum of (a)_k / (b)_k x**k / k!, of real numbers, elementwise.

    By its series, below 0 of exp(x) times that of -x, and far out by the asymptotic one. Where all terms have one sign, as for
    positive a and b and x above 0, and for b > a below, the error is some 1e-14; else digits are lost as terms cancel. It takes
    O(abs(x)) terms, up to the largest that an element needs; it has derivatives with respect to all arguments.

    >>> import cotan as ct
    >>> ct.special.hyp1f1(1.0, 2.0, ct.array([-1.0, 0.0, 1.0])).round(4)
    Tensor([0.6321, 1.    , 1.7183], dtype=float32)
    """
    (a, b, x), narrow = wide("hyp1f1", a, b, x)
    return narrow(_hyp1f1(a, b, x))


def _gauss_series(a, b, c, x):
    """The value and the slope, for x up to 1/2."""
    one = 1.0 + 0.0 * (a + b + c + x)
    value = _sum(one, lambda k: (a + k) * (b + k) * x / ((c + k) * (k + 1.0)))
    slope = _sum(one, lambda k: (a + 1.0 + k) * (b + 1.0 + k) * x / ((c + 1.0 + k) * (k + 1.0)))
    return value, a * b / c * slope


def _step(a, b, c, x, value, slope, h):
    """The value and the slope at x + h, by Taylor's series of the differential equation (DLMF 15.10.1)."""
    scale = 1.0 / (x * (1.0 - x))

    def goes_on(state):
        k, before, now, total, _ = state
        counts = _cotan.any(abs(now) + abs(before) > _EPS * abs(total))
        return _cotan.logical_and(k < 1000.0, _cotan.logical_or(k < 8.0, counts))

    def turn(state):
        """Terms number k and k + 1 give the next; they hold the powers of h."""
        k, before, now, total, rising = state
        after = scale * h * ((k + a) * (k + b) * h * before - (k + 1.0) * ((1.0 - 2.0 * x) * k + c - (a + b + 1.0) * x) * now)
        after = after / ((k + 1.0) * (k + 2.0))
        return k + 1.0, now, after, total + after, rising + (k + 2.0) * after

    first = slope * h
    _, _, _, total, rising = while_loop(goes_on, turn, (_cotan.array(0.0, "float64"), value, first, value + first, first))
    return total, rising / _cotan.where(h == 0.0, 1.0, h)


def _towards_one(a, b, c, x):
    """From 1/2 on in steps, each by half of what is left to 1."""
    at = _cotan.minimum(x, 0.5)
    value, slope = _gauss_series(a, b, c, at)

    def turn(state):
        at, value, slope = state
        h = _cotan.minimum(x - at, 0.5 * (1.0 - at))
        moves = h > 0.0
        h = _cotan.where(moves, h, 0.0)
        next_value, next_slope = _step(a, b, c, _cotan.where(moves, at, 0.5), value, slope, h)
        return _cotan.where(moves, at + h, at), _cotan.where(moves, next_value, value), _cotan.where(moves, next_slope, slope)

    return while_loop(lambda s: _cotan.any(s[0] < x), turn, (at, value, slope))[1]


def _at_one(a, b, c):
    """Gauss's sum (DLMF 15.4.20); infinite where it does not end."""
    first, second = _gamma_quotient(c, c - a), _gamma_quotient(c - a - b, c - b)
    ends = c - a - b > 0
    return _cotan.where(ends, first[1] * second[1] * _cotan.exp(_cotan.where(ends, first[0] + second[0], 0.0)), _INF)


def _hyp2f1(a, b, c, x):
    """Below 0 by Pfaff's transformation (DLMF 15.8.1)."""
    is_below, is_one = x < 0, x == 1.0
    inside = _cotan.where(_cotan.logical_and(x < 1.0, _cotan.isfinite(x)), x, 0.0)
    below = _cotan.where(is_below, inside, 0.0)
    value = _towards_one(a, _cotan.where(is_below, c - b, b), c, _cotan.where(is_below, below / (below - 1.0), inside))
    value = _cotan.where(is_below, (1.0 - below) ** (-a), 1.0) * value
    value = _cotan.where(is_one, _at_one(a, b, c), value)
    value = _cotan.where(_cotan.logical_and(c <= 0, c == _cotan.floor(c)), _INF, value)
    return _cotan.where(_cotan.logical_or(_cotan.isnan(a + b + c + x), _cotan.logical_or(x > 1.0, x == -_INF)), _NAN, value)


@named("ct.special.hyp2f1")
def hyp2f1(a: Any, b: Any, c: Any, x: Any) -> Tensor:
    """Gauss's hypergeometric function, the sum of (a)_k (b)_k / (c)_k x**k / k!, of real numbers, elementwise, for x up to 1; above
    it is NaN.

    By its series up to 1/2, from there on by Taylor's series of its differential equation, each half of the way to 1; below 0 by
    that of x / (x - 1). For parameters of a size of 10 the error is some 1e-12; digits are lost as terms of large ones cancel. It
    takes some hundred terms, and as many for each halving of 1 - x; it has derivatives with respect to all arguments.

    >>> import cotan as ct
    >>> ct.special.hyp2f1(1.0, 1.0, 2.0, ct.array([-1.0, 0.0, 0.5])).round(4)
    Tensor([0.6931, 1.    , 1.3863], dtype=float32)
    """
    (a, b, c, x), narrow = wide("hyp2f1", a, b, c, x)
    return narrow(_hyp2f1(a, b, c, x))
