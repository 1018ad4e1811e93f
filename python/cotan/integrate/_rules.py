"""Integrals of functions by rules with a fixed number of points."""

import functools
from typing import Any, Callable, Sequence

from .. import _cotan, _mistakes
from .._core import Tensor, as_tensor, describe, here, is_inexact
from .._declared import check_count, checked
from .._late import np
from .._traced import applied
from .._vmap import vmap
from ._samples import extrapolated


def limits(name: str, given: Sequence[Any], of: Callable[[Any], Any]) -> list[Tensor]:
    """The limits of an integral, of one floating-point type. Python's numbers have that of the tensors that `of`, the
    function, makes of the first."""
    found = [as_tensor(x, f"ct.integrate.{name}") for x in given]
    for x in found:
        if x.ndim or x.dtype.kind not in "fiu" or x.dtype.name.startswith("float8"):
            raise _cotan.TypeError(f"{here()}ct.integrate.{name}: a limit must be one real number, but is {describe(x)}")
    found = [x if is_inexact(x) else x.astype(float) for x in found]
    values = []
    if all(x.weak_type for x in found):
        values = [_cotan.real(y) if y.dtype.kind == "c" else y for y in of(_cotan.where(_cotan.isinf(found[0]), 0.0, found[0]))]
    dtype = _cotan._common_type([*found, *filter(is_inexact, values)])
    return [x.astype("float32" if dtype.name in ("float16", "bfloat16") else dtype) for x in found]


def _check_points(name, what, n, least, most):
    check_count(f"integrate.{name}", what, n, least)
    if n > most:
        raise _cotan.ValueError(f"{here()}ct.integrate.{name}: '{what}' must be at most {most}, but is {n}; take ct.integrate.quad")


def held(args: Any) -> tuple[Any, ...]:
    """Further arguments as a tuple."""
    return tuple(args) if isinstance(args, (tuple, list)) else (args,)


@functools.cache
def _legendre(n):
    return np.polynomial.legendre.leggauss(n)


@checked
def fixed_quad(func: Callable[..., Any], a: Any, b: Any, args: Any = (), n: int = 5) -> tuple[Any, None]:
    """The integral of `func(x, *args)` from `a` to `b` by Gauss and Legendre's rule of `n` points, which is exact of
    polynomials of degree 2 n - 1, and None. `func` is called once, with a vector of points; where it returns more axes, the
    last is that of the points. As `scipy.integrate.fixed_quad`; derivatives are those of the rule.

    >>> import cotan as ct
    >>> ct.integrate.fixed_quad(ct.sin, 0.0, ct.pi)[0].round(5)
    Tensor(2., dtype=float32)
    """
    _mistakes.check_function("integrate.fixed_quad", func, "func")
    _check_points("fixed_quad", "n", n, 1, 10000)
    a, b = limits("fixed_quad", (a, b), lambda x: [as_tensor(applied(func, x[None], *held(args)), "ct.integrate.fixed_quad")])
    points, weights = _legendre(n)
    half = (b - a) / 2.0
    y = as_tensor(applied(func, (a + b) / 2.0 + half * _like(points, half), *held(args)), "ct.integrate.fixed_quad")
    return half * _cotan.sum(_like(weights, _cotan.real(y)) * y, axis=-1), None


def _like(numbers, like):
    """An array as a tensor of this type."""
    return as_tensor(numbers).astype(like.dtype)


@checked
def romberg(function: Callable[..., Any], a: Any, b: Any, args: Any = (), divmax: int = 10) -> Any:
    """The integral of `function(x, *args)` from `a` to `b` by Romberg's extrapolation of trapezoids (1955) at
    2**divmax + 1 points; for smooth functions. The function is called for one point, and runs for all of them together; it
    may return a tensor. Derivatives are those of the rule.

    >>> import cotan as ct
    >>> ct.integrate.romberg(lambda x, k: ct.exp(-k * x), 0.0, 1.0, (2.0,), divmax=5).round(5)
    Tensor(0.43233, dtype=float32)
    """
    _mistakes.check_function("integrate.romberg", function, "function")
    _check_points("romberg", "divmax", divmax, 0, 24)
    a, b = limits("romberg", (a, b), lambda x: [as_tensor(applied(function, x, *held(args)), "ct.integrate.romberg")])
    width = b - a
    parts = _like(np.linspace(0.0, 1.0, 2**divmax + 1), width)
    y = vmap(lambda x: as_tensor(applied(function, x, *held(args)), "ct.integrate.romberg"))(a + width * parts)
    return extrapolated(y, width / 2**divmax)
