#!/usr/bin/python3
"""ct.round to any number of decimals: what is nearest in decimal numbers, also where a power of ten is beyond the type."""

import decimal
import math
import unittest

import cotan as ct
import numpy as np

DECIMALS = [-1000, -400, -309, -39, -20, -5, -2, -1, 0, 1, 2, 5, 15, 39, 60, 309, 400, 1000]
NUMBERS = {
    "float16": [0.0, -0.0, 1.5, 0.0625, -2.75, 1234.0, 65504.0, 6e-5],
    "float32": [0.0, -0.0, 1.5, 0.0625, -2.75, 1234.5, -98765.4, 3.25e20, 1e38, 1e-30],
    "float64": [0.0, -0.0, 1.5, 0.0625, -2.75, 1234.5, -98765.4, 3.25e20, 1e300, 1e-300],
}


def nearest(x, decimals):
    """With all its digits, to even between two."""
    exact = decimal.Decimal(x)
    with decimal.localcontext() as context:
        context.prec, context.Emax, context.Emin = 3000, 10**6, -10**6
        step = decimal.Decimal(1).scaleb(-decimals)
        return float((exact / step).to_integral_value(decimal.ROUND_HALF_EVEN) * step)


class Rounded(unittest.TestCase):
    def test_numbers(self):
        for dtype, numbers in NUMBERS.items():
            x = np.array(numbers, dtype)
            tolerance = 2 * float(np.finfo(dtype).eps)
            for decimals in DECIMALS:
                with self.subTest(dtype=dtype, decimals=decimals):
                    with np.errstate(over="ignore"):
                        expected = np.array([nearest(float(number), decimals) for number in x]).astype(dtype)
                    for found in (ct.round(x, decimals), ct.jit(ct.round, static_argnums=1)(x, decimals)):
                        self.assertEqual(found.dtype, dtype)
                        np.testing.assert_allclose(np.float64(found), expected, rtol=tolerance)

    def test_special_values(self):
        x = np.array([math.inf, -math.inf, math.nan])
        for decimals in DECIMALS:
            for dtype in NUMBERS:
                np.testing.assert_array_equal(ct.round(x.astype(dtype), decimals), x)

    def test_derivatives_are_zero(self):
        for decimals in (-400, -1, 0, 2, 400):
            slope = ct.grad(lambda x: ct.sum(ct.round(x, decimals)))(ct.array([1.26, -3.5, 1e300]))
            np.testing.assert_array_equal(slope, 0)


if __name__ == "__main__":
    unittest.main()
