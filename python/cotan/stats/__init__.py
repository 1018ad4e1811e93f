"""Probability distributions and what samples say, as in jax.scipy.stats: densities, probabilities and quantiles with
derivatives of any order; numbers are drawn from distributions by `ct.random`.

>>> import cotan as ct
>>> x = ct.array([1.2, 0.7, 1.9])
>>> ct.grad(lambda loc: ct.sum(ct.stats.norm.logpdf(x, loc, 2.0)))(1.0).round(2)
Tensor(0.2, dtype=float32, weak_type=True)
"""

# The words "as" say that these are the package's own, to those who read the type hints.
from .._named import check_calls as _check_calls
from ._continuous import (
    beta as beta, cauchy as cauchy, chi2 as chi2, expon as expon, gamma as gamma, gennorm as gennorm, gumbel_l as gumbel_l,
    gumbel_r as gumbel_r, laplace as laplace, logistic as logistic, norm as norm, pareto as pareto, t as t, truncnorm as truncnorm,
    uniform as uniform, vonmises as vonmises, wrapcauchy as wrapcauchy)
from ._discrete import (
    bernoulli as bernoulli, betabinom as betabinom, binom as binom, geom as geom, nbinom as nbinom, poisson as poisson)
from ._distribution import Continuous as Continuous, Discrete as Discrete
from ._kde import gaussian_kde as gaussian_kde
from ._samples import ModeResult as ModeResult, mode as mode, rankdata as rankdata, sem as sem
from ._vectors import (
    Multivariate as Multivariate, dirichlet as dirichlet, multinomial as multinomial, multivariate_normal as multivariate_normal)

_check_calls(globals(), "ct.stats.")


def __dir__() -> list[str]:
    return [name for name in globals() if name[0] != "_"]
