"""Distributions of vectors: dirichlet, multinomial, multivariate_normal."""

import inspect
import math
from typing import Any, Callable

from .. import _cotan
from .._core import Tensor, describe, here
from .._cotan import special
from .._floats import floats
from .._named import checked_function, with_checked_calls

_INF = float("inf")


@with_checked_calls("ct.stats.Multivariate")
class Multivariate:
    """A distribution of vectors: its functions give the density, or the probability, of vectors.

    >>> import cotan as ct
    >>> ct.stats.multivariate_normal.pdf(ct.zeros((5, 2)), ct.zeros(2), ct.eye(2)).shape
    (5,)
    """

    pdf: Callable[..., Tensor]
    logpdf: Callable[..., Tensor]
    pmf: Callable[..., Tensor]
    logpmf: Callable[..., Tensor]

    def __init__(self, doc: str, plain: str, log: str, log_of: Callable[..., Tensor]):
        """`plain` and `log` are names, as "pdf" and "logpdf", and `log_of` is the second."""
        self.__doc__ = inspect.cleandoc(doc)
        self.__name__: str = log_of.__name__.strip("_")

        def exp_of(*args: Any, **keywords: Any) -> Tensor:
            return _cotan.exp(log_of(*args, **keywords))

        exp_of.__signature__ = inspect.signature(log_of)  # type: ignore[attr-defined]
        exp_of.__doc__ = f"exp of {log}: see ct.stats.{self.__name__}."
        for name, function in ((plain, exp_of), (log, log_of)):
            function.__name__, function.__qualname__ = name, f"{self.__name__}.{name}"
            setattr(self, name, checked_function(f"ct.stats.{self.__name__}.{name}", function))


def _dirichlet(x: Any, alpha: Any) -> Tensor:
    """The logarithm of the density at points x: see ct.stats.dirichlet."""
    x, alpha = floats("ct.stats.dirichlet.logpdf", x, alpha)
    if alpha.ndim != 1 or x.ndim < 1 or x.shape[0] not in (alpha.shape[0], alpha.shape[0] - 1):
        raise _cotan.ValueError(f"{here()}ct.stats.dirichlet: 'alpha' must be a vector, and the first axis of 'x' have its size or one "
                                f"less, but they are {describe(alpha)} and {describe(x)}")
    if x.shape[0] < alpha.shape[0]:
        x = _cotan.concatenate([x, 1.0 - _cotan.sum(x, axis=0, keepdims=True)])
    by = _cotan.reshape(alpha, (-1, *[1] * (x.ndim - 1)))
    near = 8.0 * alpha.shape[0] * {"float64": 2.0**-53, "float32": 2.0**-24}.get(x.dtype.name, 2.0**-8)
    inside = _cotan.logical_and(_cotan.all(x >= 0, axis=0), abs(_cotan.sum(x, axis=0) - 1.0) <= near + 1e-6)
    safe = _cotan.where(inside, x, 1.0 / alpha.shape[0]).astype(x.dtype)
    value = _cotan.sum(special.xlogy(by - 1.0, safe), axis=0) + special.gammaln(_cotan.sum(alpha)) - _cotan.sum(special.gammaln(alpha))
    value = _cotan.where(inside, value, -_INF)
    return _cotan.where(_cotan.all(alpha > 0), value, float("nan")).astype(x.dtype)


dirichlet: Multivariate = Multivariate(
    """Dirichlet's distribution of shares, which add up to 1: the product of x**(alpha - 1), times gamma(sum(alpha)) over the product
    of gamma(alpha). `logpdf(x, alpha)` and `pdf(x, alpha)` take points along the first axis of x, of the size of the vector
    alpha, or one less, where the last share is the rest; the result has the other axes.

    >>> import cotan as ct
    >>> ct.stats.dirichlet.pdf(ct.array([0.25, 0.75]), ct.array([2.0, 2.0]))
    Tensor(1.125, dtype=float32)
    """, "pdf", "logpdf", _dirichlet)


def _multinomial(x: Any, n: Any, p: Any) -> Tensor:
    """The logarithm of the probability of counts x: see ct.stats.multinomial."""
    x, n, p = floats("ct.stats.multinomial.logpmf", x, n, p)
    if x.ndim < 1 or p.ndim < 1 or x.shape[-1] != p.shape[-1]:
        raise _cotan.ValueError(f"{here()}ct.stats.multinomial: the last axes of 'x' and 'p' must have one size, but they are "
                                f"{describe(x)} and {describe(p)}")
    whole = _cotan.all(_cotan.logical_and(x >= 0, x == _cotan.floor(x)), axis=-1)
    inside = _cotan.logical_and(whole, _cotan.sum(x, axis=-1) == n)
    safe = _cotan.where(_cotan.expand_dims(whole, -1), x, 0.0).astype(x.dtype)
    value = special.gammaln(n + 1.0) + _cotan.sum(special.xlogy(safe, p) - special.gammaln(safe + 1.0), axis=-1)
    return _cotan.where(inside, value, -_INF).astype(x.dtype)


multinomial: Multivariate = Multivariate(
    """How often each of several things came in n trials, with probabilities p: n! times the product of p**x / x!.
    `logpmf(x, n, p)` and `pmf(x, n, p)` take counts along the last axis of x, of the size of p; the result has the other axes.
    Counts that do not add up to n have the probability 0.

    >>> import cotan as ct
    >>> ct.stats.multinomial.pmf(ct.array([1, 2]), 3, ct.array([0.5, 0.5])).round(4)
    Tensor(0.375, dtype=float32)
    """, "pmf", "logpmf", _multinomial)


def _multivariate_normal(x: Any, mean: Any = 0.0, cov: Any = 1.0, allow_singular: None = None) -> Tensor:
    """The logarithm of the density at points x: see ct.stats.multivariate_normal."""
    if allow_singular is not None:
        raise _cotan.ValueError(f"{here()}ct.stats.multivariate_normal: 'allow_singular' must be None, as densities there are none of "
                                "singular covariances")
    x, mean, cov = floats("ct.stats.multivariate_normal.logpdf", x, mean, cov)
    if mean.ndim == 0 and cov.ndim == 0:
        return -0.5 * ((x - mean) ** 2 / cov + _cotan.log(2.0 * math.pi * cov))
    n = mean.shape[-1] if mean.ndim else cov.shape[-1]
    cov = cov * _cotan.eye(n, dtype=cov.dtype) if cov.ndim == 0 else cov
    x = _cotan.expand_dims(x, 0) if x.ndim == 0 else x
    if cov.ndim < 2 or cov.shape[-2:] != (n, n) or x.shape[-1] not in (1, n):
        raise _cotan.ValueError(f"{here()}ct.stats.multivariate_normal: 'x', 'mean' and 'cov' must be (..., n), (..., n) and (..., n, n), "
                                f"but are {describe(x)}, {describe(mean)} and {describe(cov)}")
    lower = _cotan.linalg.cholesky(cov)
    from_mean = _cotan.expand_dims(_cotan.broadcast_to(x - mean, (*(x - mean).shape[:-1], n)), -1)
    batch = _cotan.broadcast_shapes(from_mean.shape[:-2], lower.shape[:-2])
    solved = _cotan.linalg.solve_triangular(_cotan.broadcast_to(lower, (*batch, n, n)),
                                            _cotan.broadcast_to(from_mean, (*batch, n, 1)), lower=True)
    half = _cotan.sum(_cotan.log(_cotan.diagonal(lower, axis1=-2, axis2=-1)), axis=-1)
    return -0.5 * (_cotan.sum(solved * solved, axis=(-2, -1)) + n * math.log(2.0 * math.pi)) - half


multivariate_normal: Multivariate = Multivariate(
    """The normal distribution of vectors of n numbers, with a mean, (..., n), and a covariance, (..., n, n), which must be positive
    definite. `logpdf(x, mean, cov)` and `pdf(x, mean, cov)` take points along the last axis of x; all other axes are broadcast.
    Numbers stand for a mean of all, and for a covariance without correlations; two numbers are those of one number each. It takes Cholesky's decomposition, O(n**3).

    >>> import cotan as ct
    >>> ct.stats.multivariate_normal.pdf(ct.array([0.0, 0.0]), ct.zeros(2), 4.0 * ct.eye(2)).round(4)
    Tensor(0.0398, dtype=float32)
    """, "pdf", "logpdf", _multivariate_normal)
