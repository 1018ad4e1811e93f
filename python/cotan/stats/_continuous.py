"""Distributions of real numbers. The formulas of their standard forms are those of Johnson, Kotz and Balakrishnan (1994)."""

import math

from .. import _cotan
from .._cotan import nn, special
from ._distribution import Continuous, within

_INF = float("inf")
_LOG_2PI = math.log(2.0 * math.pi)
_log, _log1p, _exp, _expm1, _where = _cotan.log, _cotan.log1p, _cotan.exp, _cotan.expm1, _cotan.where


def _from_zero(x, value, otherwise):
    """`value(x)` from 0 on."""
    return within(x, x < 0, value, otherwise)


norm: Continuous = Continuous(
    "norm", """The normal distribution: exp(-x**2 / 2) / sqrt(2 pi).

    >>> import cotan as ct
    >>> ct.stats.norm.logcdf(ct.array([-40.0, 0.0]), loc=0.0, scale=1.0)
    Tensor([-8.0460846e+02, -6.9314718e-01], dtype=float32)
    """,
    logpdf=lambda x: -0.5 * (x * x + _LOG_2PI), cdf=special.ndtr, logcdf=special.log_ndtr,
    sf=lambda x: special.ndtr(-x), logsf=lambda x: special.log_ndtr(-x), ppf=special.ndtri, isf=lambda q: -special.ndtri(q))

uniform: Continuous = Continuous(
    "uniform", """The uniform distribution between 0 and 1.

    >>> import cotan as ct
    >>> ct.stats.uniform.pdf(ct.array([0.5, 3.0, 5.0]), loc=1.0, scale=4.0)
    Tensor([0.  , 0.25, 0.25], dtype=float32)
    """,
    logpdf=lambda x: within(x, _cotan.logical_or(x < 0, x > 1), lambda x: 0.0 * x, -_INF),
    cdf=lambda x: _cotan.clip(x, 0.0, 1.0), sf=lambda x: 1.0 - _cotan.clip(x, 0.0, 1.0), ppf=lambda q: q, isf=lambda q: 1.0 - q)

expon: Continuous = Continuous(
    "expon", """The exponential distribution: exp(-x) from 0 on.

    >>> import cotan as ct
    >>> ct.stats.expon.sf(ct.array([-1.0, 2.0]), scale=2.0)
    Tensor([1.        , 0.36787945], dtype=float32)
    """,
    logpdf=lambda x: _from_zero(x, _cotan.negative, -_INF), cdf=lambda x: _from_zero(x, lambda x: -_expm1(-x), 0.0),
    logcdf=lambda x: _from_zero(x, nn.log1mexp, -_INF), logsf=lambda x: _from_zero(x, _cotan.negative, 0.0),
    ppf=lambda q: -_log1p(-q), isf=lambda q: -_log(q))


def _negative(x):
    """-abs(x), but with a slope at 0, from above: what is made of both halves is smooth there."""
    return _where(x < 0, x, -x).astype(x.dtype)


def _halves(x, lower):
    """A probability that is `lower(-abs(x))` below 0 and the rest above."""
    tail = lower(_negative(x))
    return _where(x < 0, tail, 1.0 - tail)


laplace: Continuous = Continuous(
    "laplace", """Laplace's distribution: exp(-abs(x)) / 2.

    >>> import cotan as ct
    >>> ct.stats.laplace.cdf(ct.array([-1.0, 0.0])).round(3)
    Tensor([0.184, 0.5  ], dtype=float32)
    """,
    logpdf=lambda x: -abs(x) - math.log(2.0), cdf=lambda x: _halves(x, lambda x: 0.5 * _exp(x)),
    logcdf=lambda x: _laplace_logcdf(x), sf=lambda x: _halves(-x, lambda x: 0.5 * _exp(x)), logsf=lambda x: _laplace_logcdf(-x),
    ppf=lambda q: _laplace_ppf(q), isf=lambda q: -_laplace_ppf(q))


def _laplace_logcdf(x):
    return _where(x < 0, x - math.log(2.0), _log1p(-0.5 * _exp(_negative(x)))).astype(x.dtype)


def _laplace_ppf(q):
    low = _where(q < 0.5, q, 1.0 - q)
    return _where(q < 0.5, 1.0, -1.0).astype(q.dtype) * _log(2.0 * low)


logistic: Continuous = Continuous(
    "logistic", """The logistic distribution: exp(-x) / (1 + exp(-x))**2.

    >>> import cotan as ct
    >>> ct.stats.logistic.ppf(ct.array([0.5, 0.75])).round(4)
    Tensor([0.    , 1.0986], dtype=float32)
    """,
    logpdf=lambda x: -abs(x) - 2.0 * nn.softplus(-abs(x)), cdf=nn.sigmoid, sf=lambda x: nn.sigmoid(-x), logcdf=nn.log_sigmoid,
    logsf=lambda x: nn.log_sigmoid(-x), ppf=special.logit, isf=lambda q: -special.logit(q))

cauchy: Continuous = Continuous(
    "cauchy", """Cauchy's distribution: 1 / (pi (1 + x**2)).

    >>> import cotan as ct
    >>> ct.stats.cauchy.isf(ct.array([0.25, 0.5])).round(4)
    Tensor([1., 0.], dtype=float32)
    """,
    logpdf=lambda x: -math.log(math.pi) - 2.0 * _log(_cotan.hypot(x, 1.0)), cdf=lambda x: _cotan.arctan2(1.0, -x) / math.pi,
    logcdf=lambda x: _log_cauchy(x), sf=lambda x: _cotan.arctan2(1.0, x) / math.pi, logsf=lambda x: _log_cauchy(-x),
    ppf=lambda q: -_cotangent(q), isf=lambda q: _cotangent(q))


def _log_cauchy(x):
    """Of the distribution function: near 1 by what is left."""
    tail = _cotan.arctan2(1.0, -_negative(x)) / math.pi
    return _where(x < 0, _log(tail), _log1p(-tail)).astype(x.dtype)


def _cotangent(q):
    """Of pi q, between 0 and 1; 0 at 1/2, and infinite at both ends."""
    value = _cotan.sin(math.pi * (0.5 - q)) / _cotan.sin(math.pi * _where(q < 0.5, q, 1.0 - q))
    return _where(q == 1.0, -_INF, value).astype(q.dtype)


def _t_middle(x, df):
    """The probability between 0 and x: of its series at 0, where the share of 1 is no smooth function of the square of x."""
    is_near = x * x < 1e-4
    near, ratio = _where(is_near, x, 0.0), _where(is_near, 1.0, x) / _cotan.sqrt(df)
    square, c = near * near / df, 0.5 * (df + 1.0)
    series = near * (1.0 - c * square * (1.0 / 3.0 - (c + 1.0) * square / 10.0)) * _exp(-_log_t_scale(df))
    share = special.betainc(0.5, 0.5 * df, ratio * ratio / (1.0 + ratio * ratio))
    return _where(is_near, series, 0.5 * _cotan.sign(x) * share).astype(x.dtype)


def _t_cdf(x, df):
    """By the tail where that is small, as what is left of 1 has no digits there."""
    ratio = x / _cotan.sqrt(df)
    is_near = abs(ratio) < 1.0
    inverse = 1.0 / _where(is_near, 2.0, ratio)
    tail = 0.5 * special.betainc(0.5 * df, 0.5, inverse * inverse / (1.0 + inverse * inverse))
    middle = 0.5 + _t_middle(_where(is_near, x, 0.0), df)
    return _where(is_near, middle, _where(x < 0, tail, 1.0 - tail)).astype(x.dtype)


def _log_t_scale(df):
    return 0.5 * _log(df) + special.betaln(0.5 * df, _cotan.full_like(df, 0.5))


t: Continuous = Continuous(
    "t", """Student's distribution of t: (1 + x**2 / df)**(-(df + 1) / 2) / (sqrt(df) B(df / 2, 1 / 2)).

    >>> import cotan as ct
    >>> ct.stats.t.pdf(ct.array([0.0, 2.0]), 3.0).round(4)
    Tensor([0.3676, 0.0675], dtype=float32)
    """, ("df",), valid=lambda df: df > 0,
    logpdf=lambda x, df: (-0.5 * (df + 1.0) * _log1p(x * x / df) - _log_t_scale(df)),
    cdf=lambda x, df: _t_cdf(x, df), sf=lambda x, df: _t_cdf(-x, df))


def _gamma_logpdf(x, a):
    return _from_zero(x, lambda x: special.xlogy(a - 1.0, x) - x - special.gammaln(a), -_INF)


# At an edge a density of 0 is a power there, as its logarithm has no slope.
def _gamma_pdf(x, a):
    is_edge = _cotan.logical_and(x == 0, a >= 1.0)
    edge = _where(is_edge, x, 1.0) ** (a - 1.0) * _exp(-_where(is_edge, x, 0.0) - special.gammaln(a))
    return _where(is_edge, edge, _exp(_gamma_logpdf(_where(is_edge, 1.0, x), a))).astype(x.dtype)


gamma: Continuous = Continuous(
    "gamma", """The gamma distribution: x**(a - 1) exp(-x) / gamma(a) from 0 on.

    >>> import cotan as ct
    >>> ct.stats.gamma.cdf(ct.array([1.0, 4.0]), 2.0, scale=2.0).round(4)
    Tensor([0.0902, 0.594 ], dtype=float32)
    """, ("a",), valid=lambda a: a > 0, logpdf=_gamma_logpdf, pdf=_gamma_pdf,
    cdf=lambda x, a: _from_zero(x, lambda x: special.gammainc(a, x), 0.0),
    sf=lambda x, a: _from_zero(x, lambda x: special.gammaincc(a, x), 1.0))

chi2: Continuous = Continuous(
    "chi2", """The distribution of the sum of squares of df normal numbers: gamma's of a = df / 2, at x / 2.

    >>> import cotan as ct
    >>> ct.stats.chi2.sf(ct.array([3.84, 6.63]), 1.0).round(3)
    Tensor([0.05, 0.01], dtype=float32)
    """, ("df",), valid=lambda df: df > 0, logpdf=lambda x, df: _gamma_logpdf(0.5 * x, 0.5 * df) - math.log(2.0),
    pdf=lambda x, df: 0.5 * _gamma_pdf(0.5 * x, 0.5 * df),
    cdf=lambda x, df: _from_zero(x, lambda x: special.gammainc(0.5 * df, 0.5 * x), 0.0),
    sf=lambda x, df: _from_zero(x, lambda x: special.gammaincc(0.5 * df, 0.5 * x), 1.0))


def _from_zero_to_one(x, value, below, above):
    inside = within(x, _cotan.logical_or(x < 0, x > 1), value, 0.0, 0.5)
    return _where(x < 0, below, _where(x > 1, above, inside)).astype(x.dtype)


def _beta_logpdf(x, a, b):
    return _from_zero_to_one(x, lambda x: special.xlogy(a - 1.0, x) + special.xlog1py(b - 1.0, -x) - special.betaln(a, b), -_INF, -_INF)


def _beta_pdf(x, a, b):
    is_edge = _cotan.logical_or(_cotan.logical_and(x == 0, a >= 1.0), _cotan.logical_and(x == 1, b >= 1.0))
    at = _where(is_edge, x, 0.5)
    edge = at ** (a - 1.0) * (1.0 - at) ** (b - 1.0) * _exp(-special.betaln(a, b))
    return _where(is_edge, edge, _exp(_beta_logpdf(_where(is_edge, 0.5, x), a, b))).astype(x.dtype)


def _beta_sf(x, a, b):
    """By what is left of 1 below the mean, as 1 - x has no digits near 0."""
    is_low = x * (a + b) < a
    high = special.betainc(b, a, 1.0 - _where(is_low, 0.5, x))
    return _where(is_low, 1.0 - special.betainc(a, b, _where(is_low, x, 0.5)), high).astype(x.dtype)


beta: Continuous = Continuous(
    "beta", """The beta distribution: x**(a - 1) (1 - x)**(b - 1) / B(a, b), between 0 and 1.

    >>> import cotan as ct
    >>> ct.stats.beta.pdf(ct.array([0.25, 0.5, 2.0]), 2.0, 3.0).round(4)
    Tensor([1.6875, 1.5   , 0.    ], dtype=float32)
    """, ("a", "b"), valid=lambda a, b: _cotan.logical_and(a > 0, b > 0),
    logpdf=_beta_logpdf, pdf=_beta_pdf,
    cdf=lambda x, a, b: _from_zero_to_one(x, lambda x: special.betainc(a, b, x), 0.0, 1.0),
    sf=lambda x, a, b: _from_zero_to_one(x, lambda x: _beta_sf(x, a, b), 1.0, 0.0))


def _gennorm_cdf(x, beta):
    """Near 0 by the series of its integral, of which the power of abs(x) alone is not smooth."""
    power = abs(x) ** beta
    is_near = power < 1e-4
    near = _where(is_near, x, 0.0)
    series = near
    for k, factor in ((1, -1.0), (2, 0.5), (3, -1.0 / 6.0)):
        series = series + _cotan.sign(near) * abs(near) ** (1.0 + k * beta) * factor / (1.0 + k * beta)
    far = _where(is_near, 1.0, x)
    tail = 0.5 * special.gammaincc(1.0 / beta, abs(far) ** beta)
    middle = 0.5 + 0.5 * series * beta * _exp(-special.gammaln(1.0 / beta))
    return _where(is_near, middle, _where(x < 0, tail, 1.0 - tail)).astype(x.dtype)


gennorm: Continuous = Continuous(
    "gennorm", """The generalized normal distribution: beta exp(-abs(x)**beta) / (2 gamma(1 / beta)).

    >>> import cotan as ct
    >>> ct.stats.gennorm.pdf(ct.array([0.0, 1.0]), 2.0).round(4)
    Tensor([0.5642, 0.2076], dtype=float32)
    """, ("beta",), valid=lambda beta: beta > 0,
    logpdf=lambda x, beta: _log(0.5 * beta) - special.gammaln(1.0 / beta) - abs(x) ** beta,
    cdf=_gennorm_cdf, sf=lambda x, beta: _gennorm_cdf(-x, beta))


def _bounded(x):
    """From here on functions of exp(-exp(x)) are 0, or 1, to the last digit; exp of larger numbers may overflow."""
    return _cotan.minimum(x, 9.2)


def _log_of_rest(x):
    """log(1 - exp(-exp(x)))."""
    is_low = x < -7.0
    power = _exp(_where(is_low, x, -7.0))
    return _where(is_low, x - power / 2.0 + power * power / 24.0, nn.log1mexp(_exp(_bounded(_where(is_low, 0.0, x))))).astype(x.dtype)


def _gumbel_pdf(x):
    low = _bounded(x)
    return _exp(low - _exp(low))


gumbel_r: Continuous = Continuous(
    "gumbel_r", """Gumbel's distribution of the largest of many numbers: exp(-x - exp(-x)).

    >>> import cotan as ct
    >>> ct.stats.gumbel_r.cdf(ct.array([0.0, 1.0])).round(4)
    Tensor([0.3679, 0.6922], dtype=float32)
    """,
    logpdf=lambda x: _cotan.minimum(-x, 1e4) - _exp(-x), pdf=lambda x: _gumbel_pdf(-x), logcdf=lambda x: -_exp(-x),
    cdf=lambda x: _exp(-_exp(_bounded(-x))), sf=lambda x: -_expm1(-_exp(_bounded(-x))), logsf=lambda x: _log_of_rest(-x),
    ppf=lambda q: -_log(-_log(q)), isf=lambda q: -_log(-_log1p(-q)))

gumbel_l: Continuous = Continuous(
    "gumbel_l", """Gumbel's distribution of the smallest of many numbers: exp(x - exp(x)).

    >>> import cotan as ct
    >>> ct.stats.gumbel_l.sf(ct.array([0.0, 1.0])).round(4)
    Tensor([0.3679, 0.066 ], dtype=float32)
    """,
    logpdf=lambda x: _cotan.minimum(x, 1e4) - _exp(x), pdf=_gumbel_pdf, logsf=lambda x: -_exp(x),
    sf=lambda x: _exp(-_exp(_bounded(x))), cdf=lambda x: -_expm1(-_exp(_bounded(x))), logcdf=_log_of_rest,
    ppf=lambda q: _log(-_log1p(-q)), isf=lambda q: _log(-_log(q)))


def _from_one(x, value, otherwise):
    return within(x, x < 1, value, otherwise)


pareto: Continuous = Continuous(
    "pareto", """Pareto's distribution: b / x**(b + 1), from 1 on.

    >>> import cotan as ct
    >>> ct.stats.pareto.sf(ct.array([0.5, 2.0]), 2.0)
    Tensor([1.  , 0.25], dtype=float32)
    """, ("b",), valid=lambda b: b > 0,
    logpdf=lambda x, b: _from_one(x, lambda x: _log(b) - (b + 1.0) * _log(x), -_INF),
    cdf=lambda x, b: _from_one(x, lambda x: -_expm1(-b * _log(x)), 0.0),
    logcdf=lambda x, b: _from_one(x, lambda x: nn.log1mexp(b * _log(x)), -_INF),
    logsf=lambda x, b: _from_one(x, lambda x: -b * _log(x), 0.0),
    ppf=lambda q, b: _exp(-_log1p(-q) / b), isf=lambda q, b: _exp(-_log(q) / b))


def _log_mass(a, b):
    """The logarithm of the probability that a normal number is between a and b, also far out."""
    low, high = _where(a > 0, -b, a), _where(a > 0, -a, b)
    is_tail = high <= 0
    near, far = (special.log_ndtr(_where(is_tail, x, other)) for x, other in ((high, -1.0), (low, -2.0)))
    tail = near + nn.log1mexp(near - far)
    middle = _log1p(-special.ndtr(_where(is_tail, -1.0, low)) - special.ndtr(-_where(is_tail, 1.0, high)))
    return _where(is_tail, tail, middle).astype(a.dtype)


def _truncated(x, a, b, outside, value):
    """`value` but where x is outside of a and b: there it is taken between them."""
    margin = _cotan.minimum(1.0, 0.5 * (b - a))
    return value(_where(outside, _cotan.clip(_cotan.zeros_like(x), a + margin, b - margin), x))


def _between(x, a, b, value, below, above):
    """`value` between a and b, and what is from a downwards and from b upwards."""
    inside = _truncated(x, a, b, _cotan.logical_or(x <= a, x >= b), value)
    return _where(x <= a, below, _where(x >= b, above, inside)).astype(x.dtype)


def _truncnorm_logpdf(x, a, b):
    outside = _cotan.logical_or(x < a, x > b)
    inside = _truncated(x, a, b, outside, lambda x: -0.5 * (x * x + _LOG_2PI) - _log_mass(a, b))
    return _where(outside, -_INF, inside).astype(x.dtype)


truncnorm: Continuous = Continuous(
    "truncnorm", """The normal distribution between a and b, which are numbers of the standard form: of loc and scale they are
    loc + scale a and loc + scale b.

    >>> import cotan as ct
    >>> ct.stats.truncnorm.cdf(ct.array([-2.0, 0.0, 0.5]), -1.0, 1.0).round(4)
    Tensor([0.    , 0.5   , 0.7805], dtype=float32)
    """, ("a", "b"), valid=lambda a, b: a < b,
    logpdf=_truncnorm_logpdf,
    logcdf=lambda x, a, b: _between(x, a, b, lambda x: _log_mass(a, x) - _log_mass(a, b), -_INF, 0.0),
    logsf=lambda x, a, b: _between(x, a, b, lambda x: _log_mass(x, b) - _log_mass(a, b), 0.0, -_INF))

vonmises: Continuous = Continuous(
    "vonmises", """Von Mises' distribution of angles: exp(kappa cos(x)) / (2 pi I0(kappa)), of any x.

    >>> import cotan as ct
    >>> ct.stats.vonmises.pdf(ct.array([0.0, 3.1415927]), 1.0).round(4)
    Tensor([0.3417, 0.0462], dtype=float32)
    """, ("kappa",), valid=lambda kappa: kappa >= 0,
    logpdf=lambda x, kappa: kappa * (_cotan.cos(x) - 1.0) - _LOG_2PI - _log(special.i0e(kappa)))

wrapcauchy: Continuous = Continuous(
    "wrapcauchy", """Cauchy's distribution on a circle: (1 - c**2) / (2 pi (1 + c**2 - 2 c cos(x))), between 0 and 2 pi.

    >>> import cotan as ct
    >>> ct.stats.wrapcauchy.pdf(ct.array([0.0, 3.0]), 0.5).round(4)
    Tensor([0.4775, 0.0533], dtype=float32)
    """, ("c",), valid=lambda c: _cotan.logical_and(c > 0, c < 1),
    logpdf=lambda x, c: within(
        x, _cotan.logical_or(x < 0, x > 2.0 * math.pi),
        lambda x: _log1p(-c * c) - _LOG_2PI - _log((1.0 - c) ** 2 + 4.0 * c * _cotan.sin(0.5 * x) ** 2), -_INF))
