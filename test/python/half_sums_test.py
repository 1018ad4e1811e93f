#!/usr/bin/python3
"""Of float16 and bfloat16: results that fit, of sums that do not. float16 ends at 65504, and bfloat16 counts to 256."""

import unittest

import cotan as ct
import numpy as np

RANDOM = np.random.default_rng(0)
MANY = 40000
NUMBERS = RANDOM.normal(size=MANY) * 3 + 5
OTHERS = RANDOM.normal(size=MANY) * 3 + 5
WEIGHTS = np.abs(RANDOM.normal(size=MANY))
ROWS = RANDOM.normal(size=(3, MANY)) * 3 + 5
HALF = NUMBERS > 4
HOLES = np.where(HALF, NUMBERS, np.nan)
BINS = np.linspace(-4, 14, 7)

# The function of Cotan's, NumPy's, and the arguments.
CASES = {
    "mean": (ct.mean, np.mean, NUMBERS),
    "mean, where": (lambda x: ct.mean(x, where=HALF), lambda x: np.mean(x, where=HALF), NUMBERS),
    "var": (ct.var, np.var, NUMBERS),
    "var, where": (lambda x: ct.var(x, where=HALF), lambda x: np.var(x, where=HALF), NUMBERS),
    "std, where": (lambda x: ct.std(x, where=HALF), lambda x: np.std(x, where=HALF), NUMBERS),
    "std of a large variance": (lambda x: ct.std(x, where=HALF), lambda x: np.std(x, where=HALF), 100 * NUMBERS),
    "nanmean": (ct.nanmean, np.nanmean, HOLES),
    "nanvar": (ct.nanvar, np.nanvar, HOLES),
    "nanstd": (ct.nanstd, np.nanstd, 100 * HOLES),
    "average": (lambda x, w: ct.average(x, weights=w), lambda x, w: np.average(x, weights=w), NUMBERS, WEIGHTS),
    "norm": (ct.linalg.norm, np.linalg.norm, NUMBERS),
    "norm of order 3": (lambda x: ct.linalg.norm(x, 3), lambda x: np.linalg.norm(x, 3), NUMBERS),
    "norm of matrices": (ct.linalg.matrix_norm, np.linalg.norm, ROWS),
    "cov": (ct.cov, np.cov, ROWS),
    "cov, weights": (lambda x, w: ct.cov(x, aweights=w), lambda x, w: np.cov(x, aweights=w), ROWS, WEIGHTS),
    "cov of two": (ct.cov, np.cov, NUMBERS, OTHERS),
    "corrcoef": (ct.corrcoef, np.corrcoef, ROWS),
    "histogram": (
        lambda x: ct.histogram(x, ct.array(BINS, dtype=x.dtype), density=True)[0],
        lambda x: np.histogram(x, BINS, density=True)[0], NUMBERS),
    "histogram, weights": (
        lambda x, w: ct.histogram(x, ct.array(BINS, dtype=x.dtype), weights=w, density=True)[0],
        lambda x, w: np.histogram(x, BINS, weights=w, density=True)[0], NUMBERS, 9 * WEIGHTS),
    "histogram2d": (
        lambda x, y: ct.histogram2d(x, y, [BINS, BINS], density=True)[0],
        lambda x, y: np.histogram2d(x, y, [BINS, BINS], density=True)[0], NUMBERS, OTHERS),
}


class HalfSums(unittest.TestCase):
    def test_of_many_numbers(self):
        for dtype, precision in ("float16", 2e-3), ("bfloat16", 2e-2):
            for name, (ours, theirs, *arguments) in CASES.items():
                with self.subTest(name, dtype=dtype):
                    given = [ct.array(x, dtype=dtype) for x in arguments]
                    found = ours(*given)
                    self.assertEqual(found.dtype, given[0].dtype)
                    expected = theirs(*(np.asarray(x.astype("float64")) for x in given))
                    gap = np.abs(np.asarray(found.astype("float64")) - expected).max()
                    self.assertLess(gap, precision * np.abs(expected).max())

    def test_counts_are_whole(self):
        many = (1 << 24) + 10  # float32 adds no more ones from 2^24 on
        self.assertEqual(ct.histogram(ct.ones(many, "float32"), 1)[0].item(), many)
        self.assertEqual(ct.histogramdd(ct.ones((many, 1), "float32"), 1)[0].item(), many)

    def test_derivatives(self):
        for dtype, precision in ("float16", 2e-3), ("bfloat16", 2e-2):
            x = ct.array(NUMBERS, dtype=dtype)
            exact = np.asarray(x.astype("float64"))
            gradient, expected = np.asarray(ct.grad(ct.linalg.norm)(x).astype("float64")), exact / np.linalg.norm(exact)
            np.testing.assert_allclose(gradient, expected, atol=precision * np.abs(expected).max())


if __name__ == "__main__":
    unittest.main()
