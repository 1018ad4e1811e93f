"""Roots of functions of one number."""

from typing import Any, Callable, NamedTuple

from .. import _cotan
from .._bracketing import best, bracketed
from .._core import Tensor, as_tensor, describe, here, is_inexact
from .._declared import Scalar, check_count, checked
from .._derivatives import jvp
from .._loops import while_loop
from .._signatures import found as shown
from .._traced import applied
from .._types import finfo
from ._problem import chosen_method, count, implicit, number, typed


class RootScalarResults(NamedTuple):
    """What `root_scalar` found, with SciPy's names: the root, whether it is one, and how many calls and turns there were.

    >>> import cotan as ct
    >>> bool(ct.optimize.root_scalar(lambda x: x - 0.5, bracket=(0.0, 2.0)).converged)
    True
    """

    root: Any
    converged: Any
    function_calls: Any
    iterations: Any


def _numbers(what, given):
    """Numbers of one floating-point type."""
    found = [as_tensor(x, "ct.optimize.root_scalar") for x in given]
    for x in found:
        if x.ndim or x.dtype.kind not in "fiu" or x.dtype.name.startswith("float8"):
            raise _cotan.TypeError(f"{here()}ct.optimize.root_scalar: '{what}' must be one real number each, but found "
                                   f"{describe(x)}")
    return [x if is_inexact(x) else x.astype(float) for x in found]


def _ends(method, bracket):
    if method == "newton" or bracket is None:
        needed = "x0, where to begin" if method == "newton" else "bracket, two numbers with the root between them"
        raise _cotan.ValueError(f"{here()}ct.optimize.root_scalar: {method!r} needs {needed}")
    if not isinstance(bracket, (tuple, list, Tensor)) or len(bracket) != 2:
        raise _cotan.ValueError(f"{here()}ct.optimize.root_scalar: 'bracket' must be a pair of numbers, but is {shown(bracket)}")
    return _numbers("bracket", bracket)


def _between(f, bracket, halves, tolerances, turns):
    """The root between two points, whether there is one, calls and turns."""
    a, b = bracket
    at_a, at_b = f(a), f(b)
    s = bracketed(f, a, b, at_a, at_b, *tolerances, turns, halves)
    x = best(s)
    # Zero at an end is a root; else the signs differ, and the bracket became small.
    is_one = _cotan.logical_or(_cotan.minimum(abs(at_a), abs(at_b)) == 0, _cotan.sign(at_a) * _cotan.sign(at_b) < 0)
    return x, (_cotan.logical_and(is_one, s.done), s.count + 2, s.count)


def _newton(f, x, tolerances, turns):
    """Newton's method from one point."""
    xtol, rtol = tolerances
    one = _cotan.ones_like(x)

    def turn(held):
        x, _, n = held
        value, slope = jvp(f, (x,), (one,))
        step = value / slope
        done = _cotan.logical_or(value == 0, abs(step) <= xtol + rtol * abs(x))
        return _cotan.where(value == 0, x, x - step), done, n + 1

    x, done, n = while_loop(lambda held: _cotan.logical_and(held[2] < turns, _cotan.logical_not(held[1])), turn,
                            typed((x, _cotan.array(False), count())))
    return x, (_cotan.logical_and(done, _cotan.isfinite(x)), n, n)


@checked
def root_scalar(f: Callable[..., Any], args: Any = (), method: str | None = None, bracket: Any = None, x0: Scalar | None = None,
                xtol: Scalar = 2e-12, rtol: Scalar | None = None, maxiter: int = 100) -> RootScalarResults:
    """x with `f(x, *args)` 0, of one number.

    `method`: "chandrupatla" and "bisect" look between the two numbers of `bracket`, at which the function has different
    signs: the first (Chandrupatla 1997) by inverse quadratic steps where these are safe, with about the calls of Brent's
    method; the second halves. "newton" begins at `x0`, with the slope by derivatives. Without a method it is the first or
    the last, whichever fits what is given. It ends where the root is known to `xtol + rtol * abs(x)`, `rtol` being 4 times
    the precision if it is None, or after `maxiter` turns of one call. As `scipy.optimize.root_scalar`.

    Derivatives of `root`, of any order and in both modes, are those of the implicit function, with respect to `args` and
    what `f` reads. If the signs do not differ, `converged` is false. ValueError: an unknown method, nothing to begin with.

    >>> import cotan as ct
    >>> def level(x, a):
    ...     return x * ct.exp(x) - a
    >>> ct.optimize.root_scalar(level, (1.0,), bracket=(0.0, 2.0)).root.round(4)
    Tensor(0.5671, dtype=float32)
    >>> ct.grad(lambda a: ct.optimize.root_scalar(level, (a,), x0=1.0).root)(1.0).round(4)
    Tensor(0.3619, dtype=float32, weak_type=True)
    """
    known = {"chandrupatla": False, "bisect": True, "newton": None}
    method = method or ("newton" if bracket is None else "chandrupatla")
    halves = chosen_method("root_scalar", method, known)
    check_count("optimize.root_scalar", "maxiter", maxiter, 0)
    ends = _numbers("x0", [x0]) if method == "newton" and x0 is not None else _ends(method, bracket)
    held = tuple(args) if isinstance(args, (tuple, list)) else (args,)
    first = _value(f, ends[0], held)
    dtype = _cotan._common_type([*ends, *([first] if is_inexact(first) and all(x.weak_type for x in ends) else [])])
    ends = [_cotan.stop_gradient(x.astype(dtype)) for x in ends]
    relative = 4.0 * float(finfo(dtype.name).eps) if rtol is None else rtol
    tolerances = number(xtol, ends[0]), number(relative, ends[0])

    def of(x):
        return _value(f, x, held).astype(dtype)

    def solve(f, x):
        return _newton(f, x, tolerances, maxiter) if method == "newton" else _between(f, ends, halves, tolerances, maxiter)

    x, (converged, calls, turns) = implicit(of, lambda f: f, ends[0], solve, lambda g, y: y / g(_cotan.ones_like(y)))
    return RootScalarResults(x, converged, calls, turns)


def _value(f, x, args):
    value = as_tensor(applied(f, x, *args), "ct.optimize.root_scalar")
    if value.ndim or value.dtype.kind not in "fiu":
        raise _cotan.TypeError(f"{here()}ct.optimize.root_scalar: 'f' must return one real number, but returned "
                               f"{describe(value)}")
    return value
