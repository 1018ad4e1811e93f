"""Functions of floating-point numbers, with jax.lax's `accuracy`, which changes nothing here, and special functions."""

import enum
from numbers import Real
from typing import Any, Callable, Final, Protocol

from .. import _cotan
from .._cotan import Tensor
from .._derivatives import jvp
from .._named import with_checked_calls
from ._checks import joined, kinds, public, refuse, same_shapes, tensor


class AccuracyMode(enum.Enum):
    """How exact functions are on other devices; here all are as exact as they can be.

    >>> import cotan as ct
    >>> ct.lax.exp(ct.array([0.0]), accuracy=ct.lax.AccuracyMode.HIGHEST)
    Tensor([1.], dtype=float32)
    """

    HIGHEST = 1
    DEFAULT = 2


@with_checked_calls("ct.lax.Tolerance")
class Tolerance:
    """The error that functions may have on other devices: absolute, relative, or in units of the last place.

    >>> import cotan as ct
    >>> ct.lax.Tolerance(rtol=1e-6).rtol
    1e-06
    """

    def __init__(self, atol: float = 0.0, rtol: float = 0.0, ulps: int = 0) -> None:
        if not all(isinstance(x, Real) for x in (atol, rtol, ulps)):
            refuse(_cotan.TypeError, "Tolerance", f"tolerances must be numbers, but they are {atol!r}, {rtol!r} and {ulps!r}")
        if min(atol, rtol, ulps) < 0 or max(atol, rtol, ulps) == 0:
            refuse(_cotan.ValueError, "Tolerance", f"one tolerance or more must be given, and none negative, but they are {atol}, "
                                                   f"{rtol} and {ulps}")
        self.atol: Final = atol
        self.rtol: Final = rtol
        self.ulps: Final = ulps


class Accurate(Protocol):
    """A function of one operand that may be told how exact it is to be."""

    def __call__(self, x: Any, *, accuracy: Any = None) -> Tensor: ...


def _accurate(name: str, of: Any, text: str, at: float, shown: str) -> Accurate:
    def function(x: Any, *, accuracy: Any = None) -> Tensor:
        kinds(name, [tensor(name, x)], "fc", "floating-point or complex numbers")
        return of(x)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{text} of floating-point or complex numbers; `accuracy` changes nothing.

    >>> import cotan as ct
    >>> ct.lax.{name}(ct.array([{at}]))
    Tensor([{shown}], dtype=float32)
    """
    return public(function)


exp: Accurate = _accurate("exp", _cotan.exp, "The exponential", 0.0, "1.")
exp2: Accurate = _accurate("exp2", _cotan.exp2, "2 to the power", 3.0, "8.")
expm1: Accurate = _accurate("expm1", _cotan.expm1, "exp(x) - 1", 0.0, "0.")
log: Accurate = _accurate("log", _cotan.log, "The logarithm", 1.0, "0.")
log1p: Accurate = _accurate("log1p", _cotan.log1p, "log(1 + x)", 0.0, "0.")
logistic: Accurate = _accurate("logistic", _cotan.nn.sigmoid, "1 / (1 + exp(-x))", 0.0, "0.5")
sin: Accurate = _accurate("sin", _cotan.sin, "The sine", 0.0, "0.")
cos: Accurate = _accurate("cos", _cotan.cos, "The cosine", 0.0, "1.")
tan: Accurate = _accurate("tan", _cotan.tan, "The tangent", 0.0, "0.")
tanh: Accurate = _accurate("tanh", _cotan.tanh, "The hyperbolic tangent", 0.0, "0.")
sqrt: Accurate = _accurate("sqrt", _cotan.sqrt, "The square root", 4.0, "2.")
rsqrt: Accurate = _accurate("rsqrt", _cotan.rsqrt, "1 / sqrt(x)", 4.0, "0.5")
cbrt: Accurate = _accurate("cbrt", _cotan.cbrt, "The cube root", 8.0, "2.")


def _pair(name, a, x):
    """Two operands of one type and shape, broadcast, and in float64, in which these sums keep their digits."""
    tensors = joined(name, a, x)
    kinds(name, tensors, "f", "floating-point numbers")
    same_shapes(name, tensors)
    dtype = tensors[0].dtype
    return dtype, *(t.astype("float64") for t in _cotan.broadcast_arrays(*tensors))


@public
def zeta(x: Any, q: Any) -> Tensor:
    """Hurwitz' zeta function, the sum of (q + k) ** -x over all k from 0 on, for x > 1 and q > 0; elsewhere infinite or NaN.

    >>> import cotan as ct
    >>> ct.lax.zeta(ct.array(2.0), 1.0)
    Tensor(1.644934, dtype=float32)
    """
    dtype, s, at = _pair("zeta", x, q)
    return _cotan.special.zeta(s, at).astype(dtype)


@public
def polygamma(m: Any, x: Any) -> Tensor:
    """Derivative number m of digamma, for x > 0 and whole m of 0 or more, which are floating-point numbers as x is.

    >>> import cotan as ct
    >>> ct.lax.polygamma(1.0, ct.array([1.0, 2.0]))
    Tensor([1.644934  , 0.64493406], dtype=float32)
    """
    dtype, order, at = _pair("polygamma", m, x)
    sign = 1.0 - 2.0 * _cotan.remainder(order + 1.0, 2.0)
    high = _cotan.where(order == 0.0, 1.0, order)  # zeta's pole is not asked for
    value = sign * _cotan.exp(_cotan.lgamma(high + 1.0)) * _cotan.special.zeta(high + 1.0, at)
    whole = (order >= 0.0) & (order == _cotan.floor(order))
    value = _cotan.where(order == 0.0, _cotan.digamma(at), value)
    return _cotan.where(whole, value, float("nan")).astype(dtype)


@public
def igamma_grad_a(a: Any, x: Any) -> Tensor:
    """The derivative of igamma(a, x) by a.

    >>> import cotan as ct
    >>> ct.lax.igamma_grad_a(ct.array(1.0), 1.0)
    Tensor(-0.4317297, dtype=float32)
    """
    dtype, order, at = _pair("igamma_grad_a", a, x)
    return jvp(lambda p: _cotan.igamma(p, at), (order,), (_cotan.ones_like(order),))[1].astype(dtype)


@public
def random_gamma_grad(a: Any, x: Any, *, dtype: Any = None) -> Tensor:
    """How a number x that was drawn from a gamma distribution changes with the distribution's a.

    >>> import cotan as ct
    >>> ct.lax.random_gamma_grad(ct.array(1.0), 1.0)
    Tensor(1.173563, dtype=float32)
    """
    found, order, at = _pair("random_gamma_grad", a, x)
    slope = jvp(lambda p: _cotan.igamma(p, at), (order,), (_cotan.ones_like(order),))[1]
    density = _cotan.exp((order - 1.0) * _cotan.log(at) - at - _cotan.lgamma(order))
    return (-slope / density).astype(found if dtype is None else dtype)


def _bessel_function(order: int, of: Any, shown: str) -> Callable[[Any], Tensor]:
    name = f"bessel_i{order}e"

    def function(x: Any) -> Tensor:
        t = tensor(name, x)
        kinds(name, [t], "f", "floating-point numbers")
        return of(t)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""exp(-abs(x)) times the modified Bessel function of the first kind, of order {order}.

    >>> import cotan as ct
    >>> ct.lax.{name}(ct.array([0.0, 1.0]))
    {shown}
    """
    return public(function)


bessel_i0e: Callable[[Any], Tensor] = _bessel_function(0, _cotan.special.i0e, "Tensor([1.       , 0.4657596], dtype=float32)")
bessel_i1e: Callable[[Any], Tensor] = _bessel_function(1, _cotan.special.i1e, "Tensor([0.        , 0.20791042], dtype=float32)")
