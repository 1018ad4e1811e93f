"""Distributions of whole numbers. The formulas are those of Johnson, Kemp and Kotz (2005)."""

import math

from .. import _cotan
from .._cotan import special
from ._distribution import Discrete

_log, _log1p, _where = _cotan.log, _cotan.log1p, _cotan.where


def _is_share(p):
    return _cotan.logical_and(p >= 0, p <= 1)


def _log_choices(n, k):
    """Of n things, k: with all digits, also where factorials are huge."""
    return -special.betaln(n - k + 1.0, k + 1.0) - _log(n + 1.0)


bernoulli: Discrete = Discrete(
    "bernoulli", """One trial, which succeeds with the probability p: 1 - p of 0, and p of 1.

    >>> import cotan as ct
    >>> ct.stats.bernoulli.pmf(ct.arange(3), 0.25).round(4)
    Tensor([0.75, 0.25, 0.  ], dtype=float32)
    """, ("p",), valid=_is_share, most=lambda p: 1.0, logpmf=lambda k, p: special.xlogy(k, p) + special.xlog1py(1.0 - k, -p),
    cdf=lambda k, p: _where(k < 0, 0.0, _where(k < 1, 1.0 - p, 1.0)).astype(p.dtype),
    ppf=lambda q, p: _where(q <= 1.0 - p, 0.0, 1.0).astype(p.dtype))

binom: Discrete = Discrete(
    "binom", """The successes among n trials, each with the probability p: (n over k) p**k (1 - p)**(n - k).

    >>> import cotan as ct
    >>> ct.stats.binom.pmf(ct.arange(3), 2, 0.5)
    Tensor([0.25, 0.5 , 0.25], dtype=float32)
    """, ("n", "p"), valid=lambda n, p: _cotan.logical_and(n >= 0, _is_share(p)), most=lambda n, p: n,
    logpmf=lambda k, n, p: _log_choices(n, k) + special.xlogy(k, p) + special.xlog1py(n - k, -p))

betabinom: Discrete = Discrete(
    "betabinom", """The successes among n trials whose probability is of the beta distribution: (n over k) B(k + a, n - k + b) / B(a, b).

    >>> import cotan as ct
    >>> ct.stats.betabinom.pmf(ct.arange(3), 2, 1.0, 1.0).round(4)
    Tensor([0.3333, 0.3333, 0.3333], dtype=float32)
    """, ("n", "a", "b"), valid=lambda n, a, b: _cotan.logical_and(n >= 0, _cotan.logical_and(a > 0, b > 0)), most=lambda n, a, b: n,
    logpmf=lambda k, n, a, b: _log_choices(n, k) + special.betaln(k + a, n - k + b) - special.betaln(a, b))

geom: Discrete = Discrete(
    "geom", """The trials until one succeeds, each with the probability p: (1 - p)**(k - 1) p, from 1 on.

    >>> import cotan as ct
    >>> ct.stats.geom.pmf(ct.arange(4), 0.5)
    Tensor([0.   , 0.5  , 0.25 , 0.125], dtype=float32)
    """, ("p",), least=1, valid=lambda p: _cotan.logical_and(p > 0, p <= 1),
    logpmf=lambda k, p: special.xlog1py(k - 1.0, -p) + _log(p))

nbinom: Discrete = Discrete(
    "nbinom", """The failures before n trials have succeeded, each with the probability p: (k + n - 1 over k) p**n (1 - p)**k.

    >>> import cotan as ct
    >>> ct.stats.nbinom.pmf(ct.arange(3), 2, 0.5).round(4)
    Tensor([0.25  , 0.25  , 0.1875], dtype=float32)
    """, ("n", "p"), valid=lambda n, p: _cotan.logical_and(n > 0, _cotan.logical_and(p > 0, p <= 1)),
    logpmf=lambda k, n, p: (-special.betaln(k + 1.0, n) - _log(k + n) + special.xlogy(n, p) + special.xlog1py(k, -p)))


def _poisson_entropy(mu):
    """Up to 100 the sum over all k that count, above the series by powers of 1 / mu (its terms: Evans and Boersma 1988)."""
    low = _cotan.expand_dims(_cotan.minimum(mu, 100.0), mu.ndim)
    k = _cotan.arange(256).astype(mu.dtype)
    logs = special.xlogy(k, low) - special.gammaln(k + 1.0) - low
    small = -_cotan.sum(_cotan.exp(logs) * _where(logs > -1e3, logs, 0.0), axis=-1)
    large = _cotan.maximum(mu, 100.0)
    series = -(1.0 / 12.0 + (1.0 / 24.0 + (19.0 / 360.0 + (9.0 / 80.0 + 863.0 / 2520.0 / large) / large) / large) / large) / large
    return _where(mu > 100.0, 0.5 * _log(2.0 * math.pi * math.e * large) + series, small).astype(mu.dtype)


poisson: Discrete = Discrete(
    "poisson", """How many of rare events there are, on average mu: mu**k exp(-mu) / k!.

    >>> import cotan as ct
    >>> ct.stats.poisson.cdf(ct.arange(3), 1.0).round(4)
    Tensor([0.3679, 0.7358, 0.9197], dtype=float32)
    """, ("mu",), valid=lambda mu: mu >= 0, logpmf=lambda k, mu: special.xlogy(k, mu) - special.gammaln(k + 1.0) - mu,
    entropy=_poisson_entropy,
    cdf=lambda k, mu: _where(k < 0, 0.0, special.gammaincc(_cotan.maximum(_cotan.floor(k), 0.0) + 1.0, mu)).astype(mu.dtype))
