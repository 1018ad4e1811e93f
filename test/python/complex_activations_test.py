#!/usr/bin/python3
"""Activations of complex numbers: the formulas of real ones, without overflow, and their derivatives."""

import unittest

import cotan as ct
import numpy as np

# At some distance from the poles of the logistic function, which are odd multiples of i pi.
GRID = (np.array([-3.0, -0.5, 0.0, 0.25, 2.0])[:, None] + 1j * np.array([-2.5, -1.0, 0.0, 0.5, 2.75])).ravel()
LARGE = np.array([800 + 1j, -800 + 1j, 90 - 2j, -90 - 2j])


def softplus(z):
    return np.log(1 + np.exp(z))


FUNCTIONS = {
    "nn.sigmoid": (ct.nn.sigmoid, lambda z: 1 / (1 + np.exp(-z))),
    "special.expit": (ct.special.expit, lambda z: 1 / (1 + np.exp(-z))),
    "lax.logistic": (ct.lax.logistic, lambda z: 1 / (1 + np.exp(-z))),
    "nn.silu": (ct.nn.silu, lambda z: z / (1 + np.exp(-z))),
    "nn.softplus": (ct.nn.softplus, softplus),
    "nn.log_sigmoid": (ct.nn.log_sigmoid, lambda z: -softplus(-z)),
}
AT_LARGE = {
    "nn.sigmoid": [1, 0, 1, 0], "special.expit": [1, 0, 1, 0], "lax.logistic": [1, 0, 1, 0],
    "nn.silu": [LARGE[0], 0, LARGE[2], 0], "nn.softplus": [LARGE[0], 0, LARGE[2], 0],
    "nn.log_sigmoid": [0, LARGE[1], 0, LARGE[3]],
}


class Activations(unittest.TestCase):
    def test_values(self):
        for name, (function, formula) in FUNCTIONS.items():
            for dtype, tolerance in ("complex128", 1e-12), ("complex64", 1e-5):
                for run in (function, ct.jit(function), ct.vmap(function)):
                    with self.subTest(name, dtype=dtype):
                        found = run(GRID.astype(dtype))
                        self.assertEqual(found.dtype, dtype)
                        np.testing.assert_allclose(found, formula(GRID), rtol=tolerance, atol=tolerance)

    def test_large_numbers(self):
        for name, (function, _) in FUNCTIONS.items():
            with self.subTest(name):
                np.testing.assert_allclose(function(LARGE), AT_LARGE[name], atol=1e-12)

    def test_derivatives(self):
        step = 1e-6
        for name, (function, formula) in FUNCTIONS.items():
            with self.subTest(name):
                slopes = ct.vmap(ct.grad(function, holomorphic=True))(GRID)
                np.testing.assert_allclose(slopes, (formula(GRID + step) - formula(GRID - step)) / (2 * step), rtol=1e-7, atol=1e-8)


class Shares(unittest.TestCase):
    """softmax and its logarithm."""

    def lines(self):
        rng = np.random.default_rng(0)
        return rng.normal(size=(2, 4, 3)) @ [1.0, 1j, 0.5] + np.array([0.0, 2000.0])[:, None]

    def shares(self, z, mask, axis):
        powers = np.where(mask, np.exp(z - z.real.max(axis, keepdims=True)), 0)
        return powers / np.where(mask, powers.sum(axis, keepdims=True), 1)

    def test_values(self):
        z = self.lines()
        for dtype, tolerance in ("complex128", 1e-12), ("complex64", 2e-5):
            for axis in (0, -1):
                for mask in (np.ones(4, bool), np.array([True, False, True, True])):
                    expected = self.shares(z.astype(dtype).astype(complex), mask, axis)
                    for run in (lambda f: f, ct.jit):
                        found = run(lambda x, a=axis, m=mask: ct.nn.softmax(x, a, where=m))(z.astype(dtype))
                        self.assertEqual(found.dtype, dtype)
                        np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)
                        logarithms = run(lambda x, a=axis, m=mask: ct.nn.log_softmax(x, a, where=m))(z.astype(dtype))
                        np.testing.assert_allclose(np.exp(np.asarray(logarithms)), expected, rtol=tolerance, atol=tolerance)
                np.testing.assert_allclose(ct.special.softmax(z.astype(dtype), axis), self.shares(z, True, axis), rtol=tolerance, atol=tolerance)

    def test_derivatives(self):
        z, weights, step = self.lines()[0], np.array([1.0, 2j, 3.0, -1.0]), 1e-6
        for function in (ct.nn.softmax, ct.nn.log_softmax):
            slopes = ct.grad(lambda x, f=function: ct.sum(f(x) * weights), holomorphic=True)(z)
            for i, moved in enumerate(np.eye(4) * step):
                ends = [np.sum(np.asarray(function(z + sign * moved)) * weights) for sign in (1, -1)]
                np.testing.assert_allclose(slopes[i], (ends[0] - ends[1]) / (2 * step), rtol=1e-6, atol=1e-8)


class SumsOfExponentials(unittest.TestCase):
    def test_two(self):
        x, y = GRID[:, None], GRID
        for function, base in (ct.logaddexp, np.e), (ct.logaddexp2, 2.0):
            expected = np.log(base ** (x / 1) + base ** (y / 1)) / np.log(base)
            fits = np.abs(base**x + base**y) > 1e-6  # where they cancel there are no digits
            np.testing.assert_allclose(np.where(fits, function(x, y), 0), np.where(fits, expected, 0), rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(ct.logaddexp(900 + 1j, -900 + 3j), 900 + 1j)
        self.assertTrue(np.isnan(complex(ct.logaddexp(complex(np.nan, 0), 1j))))

    def test_many(self):
        rows = GRID.reshape(5, 5)
        for function in ct.logsumexp, ct.nn.logsumexp, ct.special.logsumexp:
            for axis in None, 0, (1,):
                np.testing.assert_allclose(function(rows, axis=axis), np.log(np.sum(np.exp(rows), axis=axis)), rtol=1e-12)
        size, sign = ct.special.logsumexp(rows, 1, b=1j + rows.real, return_sign=True)
        np.testing.assert_allclose(np.exp(size) * np.asarray(sign), np.sum((1j + rows.real) * np.exp(rows), 1), rtol=1e-12)
        np.testing.assert_allclose(abs(np.asarray(sign)), 1, rtol=1e-12)
        np.testing.assert_allclose(ct.logsumexp(np.array([1000 + 1j, 1000 + 1j])), 1000 + np.log(2) + 1j)


if __name__ == "__main__":
    unittest.main()
