"""Bessel functions of the first kind, of whole orders."""

from typing import Any

from .. import _cotan
from .._core import Tensor
from .._declared import check_count
from .._loops import while_loop
from .._named import named
from ._arguments import polynomial, wide

_NEAR, _STEP = 0.5, 1e150  # below which there is a series; what numbers that grow are divided by, now and then


def _series(z, v):
    """J of the orders 0 to v near 0, with all derivatives (DLMF 10.2.2)."""
    square, power, found = 0.25 * z * z, 1.0 + 0.0 * z, []
    for n in range(v + 1):
        terms = [1.0]
        for k in range(1, 10):
            terms.append(-terms[-1] / (k * (n + k)))
        found.append(power * polynomial(square, terms[::-1]))
        power = power * z * (0.5 / (n + 1))
    return found


def _orders(z, v):
    """J of the orders 0 to v, by Miller's backward recurrence from where they are nothing (DLMF 3.6(vi))."""
    size = abs(z)
    is_near = size < _NEAR
    x = _cotan.where(_cotan.logical_or(is_near, _cotan.logical_not(_cotan.isfinite(z))), 1.0, size)
    most = _cotan.maximum(_cotan.max(_cotan.stop_gradient(x), initial=1.0), float(v))
    first = v + 2 * _cotan.ceil(0.5 * (most - v + 15.0 * _cotan.cbrt(most) + 30.0)).astype("int64")
    zero = 0.0 * x

    def turn(k, last, now, total, count):
        """Order k - 1 of orders k + 1 and k; `total` is the sum of those of even orders, `count` says how often all was divided."""
        total = total + _cotan.where(k % 2 == 0, now, 0.0)
        last, now = now, (2.0 * _cotan.array(k).astype("float64") / x) * now - last
        is_large = abs(now) > _STEP
        down = _cotan.where(is_large, 1.0 / _STEP, 1.0)
        return k - 1, last * down, now * down, total * down, count + _cotan.where(is_large, 1.0, 0.0)

    state = while_loop(lambda s: s[0] > v, lambda s: turn(*s), (first, zero, zero + 1e-250, zero, zero))
    found, k = [], v
    while True:
        found.append((state[2], state[4]))
        if k == 0:
            break
        state = turn(k, *state[1:])
        k -= 1
    whole = 2.0 * state[3] + state[2]
    values = [now / whole * _STEP ** (count - state[4]) for now, count in reversed(found)]
    values = [_cotan.where(z < 0, -value, value) if n % 2 else value for n, value in enumerate(values)]
    near = _series(_cotan.where(is_near, z, 0.0), v)
    values = [_cotan.where(is_near, small, value) for small, value in zip(near, values)]
    end = _cotan.where(_cotan.isinf(z), 0.0, float("nan"))
    return _cotan.stack([_cotan.where(_cotan.isfinite(z), value, end) for value in values])


@named("ct.special.bessel_jn")
def bessel_jn(z: Any, *, v: int, n_iter: int = 50) -> Tensor:
    """The Bessel functions of the first kind of the orders 0 to v, of real z: v + 1 along a first axis, before those of z.

    They are computed by backward recurrence, in O(v + max(abs(z))) steps for all orders together, however many that are: `n_iter`
    changes nothing. The error is some 1e-15, relative to orders above abs(z). Derivatives are those of other orders.

    >>> import cotan as ct
    >>> ct.special.bessel_jn(ct.array([0.0, 2.0]), v=2).round(4)
    Tensor([[1.    , 0.2239],
            [0.    , 0.5767],
            [0.    , 0.3528]], dtype=float32)
    """
    check_count("special.bessel_jn", "v", v, 0)
    check_count("special.bessel_jn", "n_iter", n_iter)
    (at,), narrow = wide("bessel_jn", z)
    return narrow(_orders(at, int(v)))
