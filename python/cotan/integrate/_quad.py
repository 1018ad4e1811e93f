"""Integrals of functions to a tolerance."""

from typing import Any, Callable, NamedTuple

from .. import _cotan, _mistakes
from .._core import as_tensor, describe, here, is_inexact
from .._declared import Scalar, check_count, checked
from .._derivatives import jvp, vjp
from .._late import np
from .._linear import _Implicit, closure_convert
from .._loops import while_loop
from .._ravel import ravel
from .._traced import applied, shape_of
from .._types import finfo
from .._vmap import vmap
from ._rules import held, limits

# The rule of 21 points of Kronrod (1965) around Gauss's of 10, with the numbers of QUADPACK: half of the points, from the
# outermost to the middle; Gauss's are every other one.
_POINTS = (0.995657163025808080735527280689003, 0.973906528517171720077964012084452, 0.930157491355708226001207180059508,
           0.865063366688984510732096688423493, 0.780817726586416897063717578345042, 0.679409568299024406234327365114874,
           0.562757134668604683339000099272694, 0.433395394129247190799265943165784, 0.294392862701460198131126603103866,
           0.148874338981631210884826001129720, 0.0)
_KRONROD = (0.011694638867371874278064396062192, 0.032558162307964727478818972459390, 0.054755896574351996031381300244580,
            0.075039674810919952767043140916190, 0.093125454583697605535465085363740, 0.109387158802297641899210590325805,
            0.123491976262065851077958109831074, 0.134709217311473325928054001771707, 0.142775938577060080797094273138717,
            0.147739104901338491374841515972068, 0.149445554002916905664936468389821)
_GAUSS = (0.066671344308688137593568809893332, 0.149451349150580593145776339657697, 0.219086362515982043995534934228163,
          0.269266719309996355091226921569469, 0.295524224714752870173892994651338)


def _whole(half):
    return np.array([*half, *half[-2::-1]])


_X, _K = _whole(_POINTS) * np.repeat([1.0, -1.0], [11, 10]), _whole(_KRONROD)
_G = np.zeros(21)
_G[1:10:2] = _GAUSS
_G[11::2] = _GAUSS[::-1]


class QuadInfo(NamedTuple):
    """How `quad` came to its result: calls of the function, intervals, and whether the error is as small as was asked.

    >>> import cotan as ct
    >>> info = ct.integrate.quad(ct.cos, 0.0, 1.0, full_output=True)[2]
    >>> int(info.neval), int(info.last), bool(info.success)
    (21, 1, True)
    """

    neval: Any
    last: Any
    success: Any


class _Found(NamedTuple):
    """The ends of intervals between 0 and 1, the integrals and errors there, and how many there are."""

    low: Any
    high: Any
    values: Any
    errors: Any
    count: Any


class _Line:
    """The points between two limits, which may be infinite, as those between 0 and 1, and how dense they are there."""

    def __init__(self, a, b):
        self.low, self.high = _cotan.minimum(a, b), _cotan.maximum(a, b)
        self.sign = _cotan.where(a > b, -1.0, 1.0).astype(a.dtype)
        self.below, self.above = _cotan.isinf(self.low), _cotan.isinf(self.high)
        self.first, self.last = finite(self.low), finite(self.high)

    def at(self, u):
        """The point, and the slope of the map there."""
        s = 2.0 * u - 1.0
        square = 1.0 - s * s
        x = _cotan.where(self.above, self.first + u / (1.0 - u), self.first + (self.last - self.first) * u)
        slope = _cotan.where(self.above, 1.0 / (1.0 - u) ** 2, self.last - self.first)
        x = _cotan.where(self.below, self.last - (1.0 - u) / u, x)
        slope = _cotan.where(self.below, 1.0 / (u * u), slope)
        both = _cotan.logical_and(self.below, self.above)
        x = _cotan.where(both, s / square, x)
        return x, self.sign * _cotan.where(both, 2.0 * (1.0 + s * s) / (square * square), slope)


def finite(x: Any) -> Any:
    """A limit, or 0 for an infinite one."""
    return _cotan.where(_cotan.isinf(x), 0.0, x).astype(x.dtype)


def _rule(f, line, low, high):
    """The integral over a part of the line, a vector, and an estimate of its error, a number, as in QUADPACK."""
    half = (high - low) / 2.0
    u = (low + high) / 2.0 + half * as_tensor(_X).astype(low.dtype)
    x, slope = line.at(u)
    y = vmap(f)(x)
    y = y * _cotan.expand_dims(slope, 1).astype(y.dtype)
    real = _cotan.real(y).dtype if y.dtype.kind == "c" else y.dtype

    def sum_of(weights, y):
        return half.astype(y.dtype) * (as_tensor(weights).astype(y.dtype) @ y)

    value = sum_of(_K, y)
    error = abs(value - sum_of(_G, y))
    spread = sum_of(_K, abs(y - 0.5 * sum_of(_K, y) / _cotan.where(half > 0, half, 1.0).astype(y.dtype)))
    ratio = 200.0 * error / _cotan.where(spread > 0, spread, 1.0)
    error = _cotan.where(spread > 0, spread * _cotan.minimum(1.0, ratio * _cotan.sqrt(ratio)), error)
    floor = 50.0 * float(finfo(real.name).eps) * sum_of(_K, abs(y))
    return value, _cotan.max(_cotan.maximum(error, floor), initial=0.0)


def _adaptive(f, a, b, options):
    """The integral, and (its error, calls, intervals, whether that is small enough): the interval with the largest error
    is halved again and again."""
    epsabs, epsrel, limit = options
    line, zero = _Line(a, b), _cotan.zeros((), dtype=a.dtype)
    value, error = _rule(f, line, zero, zero + 1.0)
    real = error.dtype

    def enough(s):
        size = _cotan.max(abs(_cotan.sum(s.values, axis=0)), initial=0.0)
        return _cotan.sum(s.errors) <= _cotan.maximum(epsabs.astype(real), epsrel.astype(real) * size)

    def turn(s):
        worst = _cotan.argmax(s.errors)
        low, high = s.low[worst], s.high[worst]
        middle = (low + high) / 2.0
        (left, left_error), (right, right_error) = _rule(f, line, low, middle), _rule(f, line, middle, high)
        return _Found(s.low.at[s.count].set(middle), s.high.at[worst].set(middle).at[s.count].set(high),
                      s.values.at[worst].set(left).at[s.count].set(right),
                      s.errors.at[worst].set(left_error).at[s.count].set(right_error), s.count + 1)

    ends, errors = _cotan.zeros((limit,), dtype=a.dtype), _cotan.zeros((limit,), dtype=real)
    values = _cotan.zeros((limit, value.shape[0]), dtype=value.dtype)
    start = _Found(ends, ends.at[0].set(1.0), values.at[0].set(value), errors.at[0].set(error), _cotan.ones((), dtype="int64"))
    s = while_loop(lambda s: _cotan.logical_and(s.count < limit, _cotan.logical_not(enough(s))), turn, start)
    return _cotan.sum(s.values, axis=0), (_cotan.sum(s.errors), 42 * s.count - 21, s.count, enough(s))


def _integral(f, a, b, read, options, depth=1):
    """The integral of the vector `f(x, *read)`, with its derivatives: those of limits are the function there, and those of
    what it reads are integrals of derivatives, each to the tolerance. Functions that return them call this again, at the
    next `depth`, which is traced with it: from the third order on, derivatives are those of the points that were chosen."""
    def find(a, b, *read):
        return _adaptive(lambda x: f(x, *read), a, b, options)

    def at_ends(a, b, read):
        """The function at the limits, 0 at infinite ones, which do not move."""
        return [_cotan.where(_cotan.isinf(x), 0.0, f(finite(x), *read)) for x in (a, b)]

    def along(value, primals, tangents, depth):
        (a, b, *read), (da, db, *moved) = primals, tangents
        low, high = at_ends(a, b, read)
        total = high * db.astype(high.dtype) - low * da.astype(low.dtype)
        if read:
            n = len(read)

            def slope(x, *both):
                return jvp(lambda *r: f(x, *r), tuple(both[:n]), tuple(both[n:]))[1]

            total = total + _integral(slope, a, b, (*read, *moved), options, depth)[0]
        return total

    def back(primals, value, cotangent, depth):
        a, b, *read = primals
        low, high = at_ends(a, b, read)
        by_ends = [(sign * _real(_cotan.sum(y * cotangent))).astype(a.dtype) for sign, y in ((-1.0, low), (1.0, high))]
        if not read:
            return tuple(by_ends)
        nest = ravel(tuple(read))[1]

        def slopes(x, cotangent, *read):
            return ravel(vjp(lambda *r: f(x, *r), *read)[1](cotangent))[0]

        return (*by_ends, *nest(_integral(slopes, a, b, (cotangent, *read), options, depth)[0]))

    return _Implicit("integrate.quad", find, along, back, True, depth)(a, b, *read)


def _real(x):
    return _cotan.real(x) if x.dtype.kind == "c" else x


@checked
def quad(func: Callable[..., Any], a: Any, b: Any, args: Any = (), full_output: bool = False, epsabs: Scalar = 1.49e-8,
         epsrel: Scalar = 1.49e-8, limit: int = 50) -> Any:
    """The integral of `func(x, *args)` from `a` to `b`, each of which may be infinite, and an estimate of its error; with
    `full_output` a QuadInfo, too. `func` takes one number and returns a nest of tensors.

    Gauss and Kronrod's rule of 21 points is used in each interval, and the interval with the largest error is halved, as in
    QUADPACK, until the errors add up to `epsabs`, or `epsrel` times the integral, which is at least 100 times the precision
    of the element type, or there are `limit` intervals. The function runs for the points of an interval together. As
    `scipy.integrate.quad`.

    Derivatives, of any order and in both modes, with respect to `a`, `b`, `args` and what `func` reads, are the function at
    the limits and integrals of its derivatives, each to the tolerance; from the third order on, of the same intervals as
    those of the second.

    >>> import cotan as ct
    >>> area, error = ct.integrate.quad(lambda x, k: ct.exp(-k * x), 0.0, float("inf"), (2.0,))
    >>> area.round(5)
    Tensor(0.5, dtype=float32)
    >>> ct.grad(lambda k: ct.integrate.quad(lambda x: ct.exp(-k * x), 0.0, float("inf"))[0])(2.0).round(5)
    Tensor(-0.25, dtype=float32, weak_type=True)
    """
    _mistakes.check_function("integrate.quad", func, "func")
    check_count("integrate.quad", "limit", limit)
    more = held(args)

    def returned(x):
        return shape_of(applied(func, x, *more), f"ct.integrate.quad: what {_mistakes.name_of(func)} returned", "result")

    low, high = limits("quad", (a, b), lambda x: returned(x).tensors)
    first = returned(finite(low))
    for y in first.tensors:
        if y.dtype.kind not in "fciu" or y.dtype.name.startswith("float8"):
            raise _cotan.TypeError(f"{here()}ct.integrate.quad: 'func' must return numbers, but returned {describe(y)}")
    dtype = low.dtype
    like, nest = ravel(first.filled(y if is_inexact(y) else y.astype(dtype) for y in first.tensors))
    wide = "float32" if like.dtype.name in ("float16", "bfloat16") else like.dtype

    def vector(x):
        flat = [y.astype(wide).reshape(-1) for y in returned(x).tensors]
        return _cotan.concatenate(flat) if flat else _cotan.zeros((0,), dtype=wide)

    f, read = closure_convert(vector, low)
    least, relative = (_cotan.stop_gradient(as_tensor(x).astype(dtype)) for x in (epsabs, epsrel))
    precise = max(float(finfo(y.dtype.name).eps) for y in (low, _real(like)))
    options = least, _cotan.maximum(relative, 100.0 * precise), limit
    value, (error, calls, count, success) = _integral(f, low, high, tuple(read), options)
    result = nest(value.astype(like.dtype)), error
    return (*result, QuadInfo(calls, count, success)) if full_output else result
