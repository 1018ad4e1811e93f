"""Element types of floats, and the numbers that are extreme for them."""

import numpy as np


class Float:
    """An element type: its name, the array it is read as, and the type in which it is computed exactly enough."""

    def __init__(self, name, stored, wide, digits, exponents):
        self.name, self.stored, self.wide, self.digits = name, stored, wide, digits
        self.most = (2 - wide(2) ** (1 - digits)) * wide(2) ** (exponents - 1)  # the largest number
        self.normal = wide(2) ** (2 - exponents)                                 # the smallest of full precision
        self.least = self.normal * wide(2) ** (1 - digits)                       # the smallest

    def rounded(self, x):
        """To the nearest number, ties to even."""
        x = np.asarray(x)
        x = x.astype(np.longdouble if x.dtype.kind != "f" else x.dtype)
        unit = self.spacing(x)
        nearest = np.where(np.isfinite(x), np.copysign(np.rint(x / unit) * unit, x), x)
        return np.where(abs(nearest) > self.most, np.copysign(np.inf, x), nearest).astype(self.stored)

    def spacing(self, x):
        """The distance of the numbers about x."""
        size = np.where(np.isfinite(x), abs(x), self.most)
        exponents = np.frexp(np.clip(size, self.normal, self.most))[1]
        return np.ldexp(self.wide(1), exponents - self.digits)

    stored_name = property(lambda self: "f32" if self.name == "bf16" else self.name)


class Integer:
    """An element type of whole numbers, which are computed as Python's."""

    wide = object

    def __init__(self, signed, bits):
        self.name = self.stored_name = f"{'i' if signed else 'ui'}{bits}"
        self.stored = np.dtype(f"{'i' if signed else 'u'}{bits // 8}")
        self.signed, self.bits = signed, bits
        self.first, self.last = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)

    def rounded(self, x):
        """Wraps around."""
        return np.array([(int(value) - self.first) % (1 << self.bits) + self.first for value in x], self.stored)


FLOATS = [
    Float("f16", np.float16, np.float64, 11, 16),
    Float("bf16", np.float32, np.float64, 8, 128),
    Float("f32", np.float32, np.float64, 24, 128),
    Float("f64", np.float64, np.longdouble, 53, 1024),
]


INTEGERS = [Integer(signed, bits) for signed in (True, False) for bits in (8, 16, 32, 64)]


def _both_signs(values, dtype):
    found = dtype.rounded(np.array(values, dtype.wide))
    return np.concatenate([found, -found])


def _beside(values, dtype):
    """The values, and their two neighbours on either side."""
    found = dtype.rounded(np.array(values, dtype.wide)).astype(dtype.wide)
    step = dtype.spacing(found)
    return [x for k in (-2, -1, 0, 1, 2) for x in found + k * step]


def unary_points(dtype):
    most, normal, least = dtype.most, dtype.normal, dtype.least
    limits = [most, 2 * most, normal, least, least / 2]
    thresholds = [f(x) for x in limits for f in (np.log, np.log2)]
    thresholds += [np.sqrt(-np.log(x)) for x in limits[2:]]  # where erfc ends
    thresholds += [np.sqrt(most), np.sqrt(normal), np.cbrt(most), most / np.log(most), np.pi / 2, np.pi, 1.0, 0.5, 2.0]
    plain = [0, np.inf, np.nan, least, 3 * least, normal / 2, normal - least, normal, most, most / 2, 2.5, 3, 10, 1e3]
    plain += [2.0**n for n in (-60, -30, -20, -10, 15, 24, 31, 32, 53, 63, 64, 100) if 2.0**n <= most]
    return _both_signs(plain + _beside([x for x in thresholds if abs(x) <= most], dtype), dtype)


def binary_points(dtype):
    """All pairs of numbers that are special together."""
    most, normal, least, eps = dtype.most, dtype.normal, dtype.least, dtype.wide(2) ** (1 - dtype.digits)
    values = [0, np.inf, np.nan, least, normal, most, most / 2, 1 - eps / 2, 1, 1 + eps, 0.5, 2, 3, 2.5, 1 / eps, 1 / eps - 1]
    values += [2.0**n for n in (31, 63, 64) if 2.0**n <= most] + [np.log2(most), np.sqrt(most), -np.log2(least)]
    points = _both_signs(values, dtype)
    return [x.ravel() for x in np.meshgrid(points, points)]


def integer_points(dtype):
    values = [dtype.first, dtype.first + 1, dtype.last, dtype.last - 1, dtype.last // 2, 0, 1, 2, 3, 5, 7]
    values += [dtype.bits - 1, dtype.bits, dtype.bits + 1] + ([-1, -2, -3, -7, -dtype.bits] if dtype.signed else [])
    return np.array(values, dtype.stored)


def integer_pairs(dtype):
    points = integer_points(dtype)
    return [x.ravel() for x in np.meshgrid(points, points)]
