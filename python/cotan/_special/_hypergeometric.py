"""Hypergeometric functions of real numbers."""

from typing import Any, Callable

from .. import _cotan
from .._core import Tensor
from .._loops import cond, fori_loop, while_loop
from .._named import named
from ._arguments import wide

_EPS, _MOST = 1e-19, 20000  # of terms beside their sum, also of their derivatives; how many there may be
_ASYMPTOTIC = 100.0
_NAN, _INF = float("nan"), float("inf")


def _away(factor):
    """What stands for a factor of 0: that ends the series, but not that of its derivative."""
    return _cotan.where(factor == 0.0, 1.0, _cotan.stop_gradient(factor))


def _sum(first, ratio: Callable[[Any, Callable[[Any], Any]], Any], least: int = 8):
    """The sum of terms, of which each is the one before times `ratio(k, f)`, until they count no more; `f` is to be called with the
    factors that may be 0."""
    def goes_on(state):
        k, _, size, total = state
        counts = _cotan.logical_and(size > _EPS * abs(total), _cotan.isfinite(total))
        return _cotan.logical_and(k < _MOST, _cotan.logical_or(k < least, _cotan.any(counts)))

    def turn(state):
        k, term, size, total = state
        term = term * ratio(k, lambda factor: factor)
        return k + 1.0, term, size * abs(_cotan.stop_gradient(ratio(k, _away))), total + term

    size = _cotan.stop_gradient(abs(first))
    return while_loop(goes_on, turn, (_cotan.array(0.0, "float64"), first, size, first))[3]


def _degree(a):
    """Where the series ends, of parameters 0, -1, ... down to one that takes as many turns as a series may; else infinity."""
    a = _cotan.stop_gradient(a)
    return _cotan.where((a <= 0) & (a >= -_MOST) & (a == _cotan.floor(a)), -a, _INF)


def _polynomial(degree, like, factors):
    """Term number `degree` of a recurrence p_{k+1} = f p_k + g p_{k-1}, with f and g of `factors(k)`, from 1 on: it loses no digits as
    the terms of the series do, which alternate."""
    known = _cotan.where(_cotan.isfinite(degree), degree, 0.0)

    def turn(k, state):
        before, now = state
        k = _cotan.array(k).astype("float64")
        goes_on = k < known
        f, g = factors(_cotan.where(goes_on, k, 0.0))
        return _cotan.where(goes_on, now, before), _cotan.where(goes_on, f * now + g * before, now)

    one = 1.0 + 0.0 * like
    return fori_loop(0, _cotan.max(known, initial=0.0).astype("int64"), turn, (0.0 * like, one))[1]


def _or_polynomial(there, polynomial, a, of):
    """`of(a)`, and where `there` says so the polynomial, which was computed as if `a` were constant, with the derivative that `of` has
    with respect to it; it is infinite where that is not finite."""
    found = of(a)

    def with_slope():
        is_known = _cotan.isfinite(found)
        zero = _cotan.sqrt(_cotan.where(is_known, 1.0, a - _cotan.stop_gradient(a)))
        return polynomial + _cotan.where(is_known, found - of(_cotan.stop_gradient(a)), zero)

    return cond(_cotan.any(there), lambda: _cotan.where(there, with_slope(), found), lambda: found)


def _off_poles(c, of):
    """`of(c)`, and infinity where c is 0, -1, ...: there what it computes is not looked at."""
    is_pole = (c <= 0) & (c == _cotan.floor(c))
    value = of(_cotan.where(is_pole, 0.5, c))
    return _cotan.where(is_pole & ~_cotan.isnan(value), _INF, value)


def _ends(a, c):
    """Whether the parameter a ends the series, before one of 0, -1, ... below has it divide by 0; and where."""
    degree = _degree(a)
    return _cotan.isfinite(degree) & ((c > 0) | (_degree(c) >= degree)), degree


def _or_laguerre(a, b, x, of):
    """`of(a)`, or Laguerre's polynomial where a ends Kummer's series."""
    there, degree = _ends(a, b)
    safe = _cotan.where(there & (degree > 0), b, 1.0)
    polynomial = _polynomial(degree, safe + x, lambda k: ((2.0 * k + safe - x) / (safe + k), -k / (safe + k)))
    return _or_polynomial(there, polynomial, a, of)


def _or_jacobi(a, b, c, x, of):
    """`of(a, b)`, or Jacobi's polynomial where one of them ends Gauss's series; the one that does comes first."""
    is_first = _degree(a) <= _degree(b)
    a, b = _cotan.where(is_first, a, b), _cotan.where(is_first, b, a)
    there, degree = _ends(a, c)
    there = there & _cotan.isfinite(x)
    safe = _cotan.where(there & (degree > 0), c, 1.0)
    polynomial = _polynomial(degree, safe + b + x, lambda k: ((2.0 * k + safe - (b + k) * x) / (safe + k), k * (x - 1.0) / (safe + k)))
    return _or_polynomial(there, polynomial, a, lambda a: of(a, b))


def _kummer_series(a, b, x):
    return _sum(1.0 + 0.0 * (a + b + x), lambda k, f: f(a + k) * x / ((b + k) * (k + 1.0)))


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
    """Below 0 by Kummer's transformation (DLMF 13.2.39), whose parameter may end the series, too."""
    is_below = x < 0
    size = _cotan.where(is_below, -x, x)  # with a slope at 0, which abs has not
    p = _cotan.where(is_below, b - a, a)
    is_far = (size > _cotan.maximum(_ASYMPTOTIC, 2.0 * _cotan.maximum(abs(a), abs(b)) ** 2)) & ~_cotan.isfinite(_degree(p))
    at = _cotan.where(is_far, 1.0, size)
    near = _or_laguerre(p, b, at, lambda p: _kummer_series(p, b, at))
    near = _cotan.where(is_below, _cotan.exp(_cotan.where(is_below, _cotan.maximum(x, -700.0), 0.0)) * near, near)
    y = _cotan.where(is_far, size, 200.0)
    log, sign = _gamma_quotient(b, p)
    power = (p - b) * _cotan.log(y) + _cotan.where(is_below, 0.0, y)
    far = sign * _cotan.exp(log + power) * _asymptotic(1.0 - p, b - p, y)
    value = _cotan.where(is_far, far, near)
    return _cotan.where(_cotan.isnan(a + b + x), _NAN, value)


@named("ct.special.hyp1f1")
def hyp1f1(a: Any, b: Any, x: Any) -> Tensor:
    """Kummer's function, the sum of (a)_k / (b)_k x**k / k!, of real numbers, elementwise.

    By its series, below 0 of exp(x) times that of -x, and far out by the asymptotic one. Where all terms have one sign, as for
    positive a and b and x above 0, and for b > a below, the error is some 1e-14; else digits are lost as terms cancel, but where a is 0, -1, ...: a polynomial, found by a recurrence in its degree. It takes
    O(abs(x)) terms, up to the largest that an element needs; it has derivatives with respect to all arguments.

    >>> import cotan as ct
    >>> ct.special.hyp1f1(1.0, 2.0, ct.array([-1.0, 0.0, 1.0])).round(4)
    Tensor([0.6321, 1.    , 1.7183], dtype=float32)
    """
    (a, b, x), narrow = wide("hyp1f1", a, b, x)
    return narrow(_or_laguerre(a, b, x, lambda a: _off_poles(b, lambda b: _hyp1f1(a, b, x))))


def _gauss_series(a, b, c, x):
    """The value and the slope, for x up to 1/2."""
    one = 1.0 + 0.0 * (a + b + c + x)
    value = _sum(one, lambda k, f: f(a + k) * f(b + k) * x / ((c + k) * (k + 1.0)))
    slope = _sum(one, lambda k, f: f(a + 1.0 + k) * f(b + 1.0 + k) * x / ((c + 1.0 + k) * (k + 1.0)))
    return value, a * b / c * slope


def _step(a, b, c, x, value, slope, h):
    """The value and the slope at x + h, by Taylor's series of the differential equation (DLMF 15.10.1)."""
    scale = 1.0 / (x * (1.0 - x))

    def goes_on(state):
        k, _, _, size, total, _ = state
        counts = _cotan.any(size > _EPS * abs(total))
        return _cotan.logical_and(k < 1000.0, _cotan.logical_or(k < 8.0, counts))

    def turn(state):
        """Terms number k and k + 1 give the next; they hold the powers of h. Their size falls by half at most: those of derivatives go
        on where a polynomial ends."""
        k, before, now, size, total, rising = state
        after = scale * h * ((k + a) * (k + b) * h * before - (k + 1.0) * ((1.0 - 2.0 * x) * k + c - (a + b + 1.0) * x) * now)
        after = after / ((k + 1.0) * (k + 2.0))
        size = _cotan.maximum(_cotan.stop_gradient(abs(now) + abs(after)), 0.5 * size)
        return k + 1.0, now, after, size, total + after, rising + (k + 2.0) * after

    first = slope * h
    size = _cotan.stop_gradient(abs(value) + abs(first))
    *_, total, rising = while_loop(goes_on, turn, (_cotan.array(0.0, "float64"), value, first, size, value + first, first))
    return total, rising / _cotan.where(h == 0.0, 1.0, h)


def _least(x, limit):
    """x up to a limit, and with its slope there: that of a minimum is the mean of both."""
    return _cotan.where(x <= limit, x, limit)


def _towards_one(a, b, c, x):
    """From 1/2 on in steps, each by half of what is left to 1."""
    at = _least(x, 0.5)
    value, slope = _gauss_series(a, b, c, at)

    def turn(state):
        at, value, slope = state
        h = _least(x - at, 0.5 * (1.0 - at))
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
    """Below 0 by Pfaff's transformation (DLMF 15.8.1), whose parameter may end the series, too."""
    is_below, is_one = x < 0, x == 1.0
    inside = _cotan.where(_cotan.logical_and(x < 1.0, _cotan.isfinite(x)), x, 0.0)
    below = _cotan.where(is_below, inside, 0.0)
    at, other = _cotan.where(is_below, below / (below - 1.0), inside), _cotan.where(is_below, c - b, b)
    value = _or_jacobi(a, other, c, at, lambda a, b: _towards_one(a, b, c, at))
    value = _cotan.where(is_below, (1.0 - below) ** (-a), 1.0) * value
    value = _cotan.where(is_one, _at_one(*(_cotan.where(is_one, p, q) for p, q in ((a, 0.0), (b, 0.0), (c, 1.0)))), value)
    return _cotan.where(_cotan.logical_or(_cotan.isnan(a + b + c + x), _cotan.logical_or(x > 1.0, x == -_INF)), _NAN, value)


@named("ct.special.hyp2f1")
def hyp2f1(a: Any, b: Any, c: Any, x: Any) -> Tensor:
    """Gauss's hypergeometric function, the sum of (a)_k (b)_k / (c)_k x**k / k!, of real numbers, elementwise, for x up to 1; above
    it is NaN, but where the series ends, as a or b is 0, -1, ...: then it is a polynomial, found by a recurrence in its degree.

    By its series up to 1/2, from there on by Taylor's series of its differential equation, each half of the way to 1; below 0 by
    that of x / (x - 1). For parameters of a size of 10 the error is some 1e-12; digits are lost as terms of large ones cancel. It
    takes some hundred terms, and as many for each halving of 1 - x; it has derivatives with respect to all arguments.

    >>> import cotan as ct
    >>> ct.special.hyp2f1(1.0, 1.0, 2.0, ct.array([-1.0, 0.0, 0.5])).round(4)
    Tensor([0.6931, 1.    , 1.3863], dtype=float32)
    """
    (a, b, c, x), narrow = wide("hyp2f1", a, b, c, x)
    return narrow(_or_jacobi(a, b, c, x, lambda a, b: _off_poles(c, lambda c: _hyp2f1(a, b, c, x))))
