#!/usr/bin/python3
"""Functions of numbers and their slopes in float32 at very small and very large arguments, against float64, whose range none of
the steps on the way leaves: a square that overflows, or a difference that cancels, shows."""

import itertools
import unittest

import cotan as ct
import numpy as np
from of_numbers import functions

SPACES = ["", "nn", "special"] + [f"stats.{name}" for name in ("cauchy", "expon", "gumbel_l", "gumbel_r", "laplace", "logistic", "norm")]
ONE = [0.0] + [sign * size for size in (1e-30, 1e-12, 1e-6, 1e-3, 0.1, 0.5, 1, 2, 10, 30, 100, 1e3, 1e6, 1e12, 1e20, 1e30) for sign in (1, -1)]
TWO = [0.0] + [sign * size for size in (1e-30, 1e-12, 0.5, 1, 2, 30, 1e12, 1e30) for sign in (1, -1)]

# They have few digits, and why.
COUNTS, AT_ZERO = "no function of numbers", "0 at 0, by 1 - 1"
DIGITS = "1 - y of a y near 1, which its operator keeps instead of x"
KNOWN = {
    "tanh": DIGITS, "nn.tanh": DIGITS, "nn.sigmoid": DIGITS, "special.expit": DIGITS, "stats.logistic.cdf": DIGITS,
    "stats.logistic.sf": DIGITS,
    "sinc": "as NumPy's, of pi x", "spacing": "of the element type", "gradient": COUNTS, "unwrap": COUNTS, "compress": COUNTS,
    "extract": COUNTS, "from_dlpack": COUNTS, "trim_zeros": COUNTS, "cumprod": COUNTS, "cumulative_prod": COUNTS, "nancumprod": COUNTS,
    "nn.log1mexp": "NaN below 0", "nn.tanhshrink": "x - tanh(x), as PyTorch's", "special.i0e": "I1 - I0, far out",
    "special.i1e": "I0 - I1, far out", "stats.gumbel_l.logpdf": AT_ZERO, "stats.gumbel_l.pdf": AT_ZERO, "stats.gumbel_r.logpdf": AT_ZERO,
    "stats.gumbel_r.pdf": AT_ZERO, "stats.logistic.logpdf": AT_ZERO, "stats.logistic.pdf": AT_ZERO,
    "pow": "of a negative number, where whole exponents end", "power": "as pow", "float_power": "as pow",
    "nn.sigmoid_focal_loss": "the second argument is 0 or 1", "nn.weight_norm": "a norm, whose squares are summed",
}


def slope(function, i):
    return lambda *xs: ct.grad(lambda *ys: ct.sum(function(*ys)), argnums=i)(*xs)


class Magnitudes(unittest.TestCase):
    def wrong(self, function, count):
        args = [np.array(column, np.float32) for column in zip(*itertools.product(ONE if count == 1 else TWO, repeat=count))]
        wide = [x.astype(np.float64) for x in args]
        function = ct.jit(function)
        with np.errstate(all="ignore"):
            found, expected = np.asarray(function(*args)).astype(np.float64), np.asarray(function(*wide))
            beside = [np.asarray(function(*(x * (1 + 1e-6 * (i == j)) for j, x in enumerate(wide)))) for i in range(count)]
            spread = sum(np.nan_to_num(abs(y - expected), nan=0, posinf=0) for y in beside)  # by what is lost in its arguments
            least, most = np.finfo(np.float32).tiny, np.finfo(np.float32).max
            is_normal = np.isfinite(expected) & (abs(expected) < most / 4)
            is_wrong = is_normal & ~(abs(found - expected) <= 1e-3 * abs(expected) + 10 * spread + 1e3 * least)
        return [(*(float(x[i]) for x in args), found[i], expected[i]) for i in np.flatnonzero(is_wrong)]

    def test_values_and_slopes(self):
        names = []
        for name, function, count in functions(SPACES):
            names.append(name)
            if name in KNOWN:
                continue
            for kind, of in [("value", function)] + [(f"slope {i}", slope(function, i)) for i in range(count)]:
                with self.subTest(name, kind=kind):
                    self.assertEqual(self.wrong(of, count), [])
        self.assertGreater(len(names), 150)


if __name__ == "__main__":
    unittest.main()
