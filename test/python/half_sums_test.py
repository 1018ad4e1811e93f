#!/usr/bin/python3
"""Of float16 and bfloat16: results that fit, of sums and products that do not. float16 ends at 65504, and bfloat16 counts
to 256."""

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

X, Y, Z = RANDOM.normal(size=(3, 4, 300)) * 200
PARTS, SIGNS, LARGE = RANDOM.random((4, 300)), np.sign(Z), np.linspace(-6e4, 6e4, 41)
# Functions of which that in float64 is known to be right by tests of its own, and the arguments.
SELF = {
    "mse": (ct.nn.mse, X, PARTS),
    "huber": (lambda x, y: ct.nn.huber_loss(x, y, delta=150.0), X, Y),
    "smooth l1": (lambda x, y: ct.nn.smooth_l1_loss(x, y, beta=150.0), X, Y),
    "poisson": (lambda x, y: ct.nn.poisson_nll_loss(x, y, log_input=False), 9 * PARTS + 1, np.abs(X)),
    "poisson, full": (lambda x, y: ct.nn.poisson_nll_loss(x, y, log_input=False, full=True), 9 * PARTS + 1, np.abs(X)),
    "gaussian": (ct.nn.gaussian_nll_loss, X, Y, np.abs(Z) + 20),
    "binary cross entropy": (lambda x, y, w: ct.nn.binary_cross_entropy(x, y, w), PARTS, PARTS[::-1], np.abs(X)),
    "of logits": (ct.nn.binary_cross_entropy_with_logits, X, np.abs(Y)),
    "focal": (ct.nn.sigmoid_focal_loss, X, PARTS),
    "dice": (ct.nn.dice_loss, np.abs(X), np.abs(Y)),
    "hinge": (ct.nn.hinge_loss, X, Y),
    "squared hinge": (ct.nn.squared_hinge_loss, X, SIGNS),
    "soft margin": (ct.nn.soft_margin_loss, X, Y),
    "margin ranking": (ct.nn.margin_ranking_loss, X, Y, Z),
    "multilabel soft margin": (ct.nn.multilabel_soft_margin_loss, X, np.abs(Y)),
    "kl divergence": (ct.nn.kl_div, X, np.abs(Y)),
    "cosine embedding": (ct.nn.cosine_embedding_loss, X, Y, SIGNS[:, 0]),
    "triplet": (ct.nn.triplet_margin_loss, X, Y, X + 3),
    "softmax cross entropy": (ct.nn.softmax_cross_entropy, X / 9, PARTS),
    "standardize": (ct.nn.standardize, X),
    "squareplus": (lambda x: ct.nn.squareplus(x, 4.0), LARGE),
    "sinc": (ct.sinc, LARGE),
    "trapezoid": (ct.trapezoid, X / 9, np.cumsum(PARTS, axis=1)),
    "trapezoid of large numbers": (lambda x: ct.trapezoid(x, dx=0.01), np.abs(LARGE)),
    "midpoint": (lambda x: ct.quantile(x, 0.99, method="midpoint"), LARGE),
    "detrend": (ct.signal.detrend, LARGE + 100 * np.cos(LARGE)),
    "detrend, mean": (lambda x: ct.signal.detrend(x, type="constant"), LARGE),
}


class HalfSums(unittest.TestCase):
    def test_of_large_numbers(self):
        for dtype, precision in ("float16", 4e-3), ("bfloat16", 4e-2):
            for name, (function, *arguments) in SELF.items():
                given = [ct.array(x, dtype=dtype) for x in arguments]
                exact = [x.astype("float64") for x in given]
                slopes = ct.grad(lambda *x: ct.sum(function(*x)))
                for what, f in ("value", function), ("compiled", ct.jit(function)), ("slope", slopes):
                    with self.subTest(name, dtype=dtype, what=what):
                        found, expected = f(*given), np.asarray(f(*exact))
                        self.assertEqual(found.dtype, given[0].dtype)
                        gap = np.abs(np.asarray(found.astype("float64")) - expected).max()
                        self.assertLessEqual(gap, precision * np.abs(expected).max() + 1e-7)

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
