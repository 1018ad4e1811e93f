#!/usr/bin/python3
"""Complex functions of zeros, infinities, NaN and large numbers: what C's Annex G says, as NumPy has it from the C
library, and the array API standard for those that C has not."""

import itertools
import math
import unittest

import cotan as ct
import numpy as np

INF, NAN = math.inf, math.nan
PARTS = [0.0, 1.0, 2.0, 4.0, 60.0, 400.0, 800.0, 1e300, INF, NAN]
POINTS = [complex(s * x, t * y) for x, y in itertools.product(PARTS, PARTS) for s, t in
          itertools.product((1, -1), (1, -1))]
NAMES = ["exp", "log", "sqrt", "sinh", "cosh", "tanh", "sin", "cos", "tan", "arcsinh", "arccosh", "arctanh", "arcsin",
         "arccos", "arctan"]


def kind(x):
    return "nan" if math.isnan(x) else "inf" if math.isinf(x) else "0" if x == 0 else "finite"


def parts(z):
    return z.real, z.imag


def is_alike(z, found, wanted, tolerance):
    """Signs beside NaN are not said by C, nor are those of zeros at an infinite angle."""
    if any(map(math.isnan, (*parts(wanted), *parts(z)))) or all(map(math.isinf, parts(z))) and 0 in parts(wanted):
        return [*map(kind, parts(found))] == [*map(kind, parts(wanted))]
    return all(f == w and math.copysign(1, f) == math.copysign(1, w) or
               kind(f) == kind(w) == "finite" and abs(f - w) <= tolerance * abs(wanted) for f, w in zip(parts(found), parts(wanted)))


class SpecialValues(unittest.TestCase):
    def check(self, name, points, wanted, tolerance):
        for run in (getattr(ct, name), ct.jit(getattr(ct, name))):
            found = run(ct.array(points)).numpy()
            wrong = [f"{name}({z}) = {f}, not {w}" for z, f, w in zip(points.tolist(), found.tolist(), wanted.tolist())
                     if not is_alike(z, f, w, tolerance)]
            with self.subTest(name, dtype=points.dtype):
                self.assertEqual(wrong, [])

    def test_are_those_of_c(self):
        for dtype, tolerance in (("complex64", 4e-6), ("complex128", 1e-14)):
            large = 1e308 if dtype == "complex128" else 100 # overflows in complex64
            points = np.array([z for z in POINTS if not large < max(map(abs, parts(z))) < INF], dtype)
            for name in NAMES:
                with np.errstate(all="ignore"):
                    wanted = getattr(np, name)(points)
                self.check(name, points, wanted, tolerance)

    def test_of_what_c_has_not(self):
        points = np.array([z for z in POINTS if not np.isfinite(z)])
        scaled = lambda z, factor: np.array([complex(x * factor, y * factor) for x, y in map(parts, z.tolist())])
        plus = lambda z, real: np.array([complex(x + real, y) for x, y in map(parts, z.tolist())])
        with np.errstate(all="ignore"):
            for name, wanted in (("expm1", plus(np.exp(points), -1)), ("log1p", np.log(plus(points, 1))),
                                 ("exp2", np.exp(scaled(points, math.log(2)))),
                                 ("log2", scaled(np.log(points), 1 / math.log(2))),
                                 ("log10", scaled(np.log(points), 1 / math.log(10)))):
                self.check(name, points, wanted, 1e-14)


if __name__ == "__main__":
    unittest.main()
