"""What the elementwise ops of floats mean, in NumPy, SciPy and C's library, computed in a wider type where there is one."""

import fractions
import functools
import math

import numpy as np
import scipy.special


def each(function):
    """A function of one number in f64, for which NumPy has none."""
    def apply(x):
        return np.array([function(float(value)) for value in x], np.float64)
    return apply


def incomplete_gamma(function, lower):
    """SciPy's, which at some points forgets NaN, and does not know both ends of f64. `lower`: that at large x."""
    def meaning(a, x):
        a, x = a.astype(np.float64), x.astype(np.float64)
        step = np.where(x > a, lower, np.where(x < a, 1 - lower, 0.5))
        found = np.where((a > 1e300) & np.isfinite(a) & np.isfinite(x) & (x >= 0), step, function(a, x))
        found = np.where((a > 0) & (a < 1e-300) & (x > 0), lower or a * scipy.special.exp1(x), found)
        return np.where(np.isnan(a) | np.isnan(x), np.nan, found)
    return meaning


def power(x, y):
    """C's pow of long double errs at infinity, for exponents of 2^63 and more."""
    plain = np.isfinite(x) & (x != 0)
    edge = np.power(x.astype(np.float64), y.astype(np.float64))
    return np.where(plain, np.power(np.where(plain, x, 1), y), edge)


def like_zero(found, x):
    """NumPy's sign of -0 is 0."""
    return np.where(x == 0, x, found)


def digamma(x):
    """SciPy's is not exact beside the poles: there it is reflected."""
    turn = np.pi * np.longdouble(1) * (x - np.rint(x))
    above = scipy.special.digamma(np.where(x < 0, 1 - x, x).astype(np.float64))
    return np.where(x < 0, np.where(turn == 0, np.nan, above - np.pi / np.tan(turn)), above)


def incomplete_beta(a, b, x):
    """SciPy's is wrong where a is large beside b: there 1 - t is nearly of a gamma distribution."""
    inside = (a > 0) & (b > 0) & (x >= 0) & (x <= 1) & np.isfinite(a) & np.isfinite(b)
    a, b, x = (np.asarray(v, np.float64) for v in (a, b, x))
    rest = a * (1 - x)
    nearly = np.where(b < 1e-12, b * scipy.special.exp1(rest), scipy.special.gammaincc(b, rest))
    plain = np.where((a > 1e12) & (b < 10), nearly, scipy.special.betainc(a, b, x))
    return np.where(inside, np.where(x == 1, 1, plain), np.nan)


def log_gamma(x):
    """SciPy's ends with the normal numbers."""
    plain = scipy.special.gammaln(x.astype(np.float64))
    return np.where(np.isneginf(x), np.inf, np.where(abs(x) < 1e-300, -np.log(abs(x)), plain))


def log_one_minus_exp(x):
    return np.where(x > np.log(2), np.log1p(-np.exp(-x)), np.log(-np.expm1(-x)))


def fused(x, y, z):
    """x * y + z, rounded once to what numbers have in the wide type."""
    def one(*numbers):
        if not all(map(math.isfinite, numbers)):
            is_sum = all(map(math.isfinite, numbers[:2]))
            return np.longdouble(numbers[2] if is_sum else numbers[0] * numbers[1] + numbers[2])
        a, b, c = map(fractions.Fraction, numbers)
        whole = a * b + c
        if whole == 0 or abs(whole) > 2 * fractions.Fraction(np.finfo(np.float64).max):
            return np.longdouble(numbers[0] * numbers[1] + numbers[2])
        scale = math.frexp(float(whole / 2))[1] if abs(whole) > 1 else 0
        most = float(whole / fractions.Fraction(2) ** scale)
        rest = float(whole / fractions.Fraction(2) ** scale - fractions.Fraction(most))
        return np.ldexp(np.longdouble(most) + np.longdouble(rest), scale)
    return np.array([one(*map(float, numbers)) for numbers in zip(x, y, z)], np.longdouble)


# By the op: one operand, where the sample of the op (samples.py) is not as exact as is needed, or there is none.
UNARY = {
    "prim.is_inf": np.isinf, "prim.is_nan": np.isnan, "prim.neg": np.negative,
    "prim.sign": lambda x: like_zero(np.sign(x), x), "composite.frac": lambda x: x - np.trunc(x),
    "prim.erfc": each(math.erfc), "prim.erfinv": lambda x: like_zero(scipy.special.erfinv(x.astype(np.float64)), x),
    "prim.lgamma": log_gamma, "prim.digamma": digamma,
    "prim.polygamma": lambda x: np.where(np.isneginf(x), np.nan, scipy.special.polygamma(1, x.astype(np.float64))),
    "composite.log1mexp": log_one_minus_exp,
}


def of_doubles(function):
    return lambda x: function(x.astype(np.float64))


def bessel(x):
    """SciPy's i0 overflows early: from some way off the series at infinity."""
    size = np.clip(abs(x), 1, 1e5)
    series = 1 + 1 / (8 * size) * (1 + 9 / (16 * size) * (1 + 25 / (24 * size) * (1 + 49 / (32 * size) * (1 + 81 / (40 * size)))))
    far = np.exp(size) / np.sqrt(2 * np.longdouble(np.pi) * size) * series
    return np.where(size > 600, far, scipy.special.i0(x.astype(np.float64)))


def exponential_integral(x):
    """SciPy's expi overflows early, too."""
    size = np.maximum(x, 1)
    series = functools.reduce(lambda rest, k: 1 + k / size * rest, range(14, 0, -1), np.ones_like(size))
    return np.where(np.isposinf(x), x, np.where(x > 600, np.exp(size) / size * series, scipy.special.expi(x.astype(np.float64))))


UNARY |= {
    "prim.gamma": lambda x: np.where((x < 0) & (x == np.floor(x)), np.nan, np.where(x == 0, 1 / x, scipy.special.gamma(x.astype(np.float64)))),
    "prim.erfcx": lambda x: np.where(x < -6, 2 * np.exp(x * x), scipy.special.erfcx(x.astype(np.float64))), "prim.ndtri": of_doubles(scipy.special.ndtri),
    "prim.bessel_i": bessel, "prim.bessel_ie": of_doubles(scipy.special.i0e),
    "prim.expi": exponential_integral, "prim.expn": of_doubles(scipy.special.exp1),
    "composite.entr": lambda x: np.where(x == 0, x, scipy.special.entr(x.astype(np.float64))),
}

# By the op: two operands.
BINARY = {
    "prim.add": np.add, "prim.sub": np.subtract, "prim.mul": np.multiply, "prim.div": np.divide,
    "prim.mul_no_nan": lambda x, y: np.where(y == 0, y, x * y), "prim.floor_div": np.floor_divide,
    "composite.xlogy": lambda x, y: np.where((x == 0) & ~np.isnan(y), x, x * np.log(y)),
    "composite.xlog1py": lambda x, y: np.where((x == 0) & ~np.isnan(y), x, x * np.log1p(y)),
    "prim.remainder": np.remainder, "prim.pow": power, "prim.atan2": np.arctan2, "prim.igamma": incomplete_gamma(scipy.special.gammainc, 1),
    "prim.igammac": incomplete_gamma(scipy.special.gammaincc, 0), "prim.copysign": np.copysign, "composite.hypot": np.hypot,
    "prim.maximum": lambda x, y: np.where((x == 0) & (y == 0), np.where(np.signbit(x), y, x), np.maximum(x, y)),
    "prim.minimum": lambda x, y: np.where((x == 0) & (y == 0), np.where(np.signbit(x), x, y), np.minimum(x, y)),
    "prim.eq": np.equal, "prim.ne": np.not_equal, "prim.lt": np.less, "prim.le": np.less_equal,
    "prim.gt": np.greater, "prim.ge": np.greater_equal,
}

# By the op: three operands.
TERNARY = {"prim.fma": fused, "prim.betainc": incomplete_beta}


def beside(dtype):
    """nextafter of the element type. Of all operands, the distance to the next number is that of the larger one."""
    def meaning(x, y):
        up = np.where(y > x, 1, -1)
        size = abs(x)
        inwards = dtype.spacing(np.where(np.isinf(size), dtype.most, np.maximum(size, dtype.normal)))
        inwards = np.where((np.frexp(size)[0] == 0.5) & (size > dtype.normal), inwards / 2, inwards)
        step = np.where(up == np.sign(x), dtype.spacing(size), inwards)
        found = np.where(np.isinf(x), np.copysign(dtype.most, x), np.where(x == 0, up * dtype.least, x + up * step))
        found = np.where((found == 0) & (x != 0), np.copysign(0, x), found)
        found = np.where(abs(found) > dtype.most, np.copysign(np.inf, found), found)
        return np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(x == y, y, found))
    return meaning


# By the op: two operands; the meaning depends on the element type.
OF_TYPES = {"prim.nextafter": beside}

# Of which neither has a function: the samples have values that were computed with 50 digits. Of four operands, one has
# its own, too. Of three, differences overflow, or cancel.
WITHOUT = ["prim.betainc_grad_x", "prim.betainc_grad_ab", "prim.igamma_grad_x", "prim.igamma_grad_a", "composite.isclose", "composite.lerp", "composite.squareplus",
           "composite.tanhshrink"]

# What else the text of an op says.
ATTRIBUTES = {"prim.polygamma": " order 1", "prim.erfcx": " order 0", "prim.bessel_i": " order 0", "prim.bessel_ie": " order 0", "prim.expn": " order 1"}
