#!/usr/bin/python3
"""Errors are of the kinds that those who know NumPy and JAX catch, and name the argument that does not fit."""

import re
import unittest

import cotan as ct
import numpy as np
from expected import Case

X = ct.ones((2, 3))


class Kinds(Case):
    def test_axes_out_of_range(self):
        """NumPy's AxisError is an IndexError and a ValueError; JAX's is a ValueError."""
        self.assertTrue(issubclass(ct.AxisError, (ct.IndexError,)) and issubclass(ct.AxisError, ct.ValueError))
        for call in (lambda: ct.sum(X, 2), lambda: ct.flip(X, -3), lambda: X.mean(axis=5), lambda: ct.size(X, 2), lambda: ct.expand_dims(X, 9),
                     lambda: ct.nn.softmax(X, 2), lambda: ct.concatenate([X, X], 2), lambda: ct.random.permutation(ct.random.key(0), 10, axis=3)):
            for kind in (ct.AxisError, ct.IndexError, ct.ValueError, IndexError, ValueError):
                with self.refuses(kind, "out of range"):
                    call()
        with self.assertRaises(ct.IndexError) as caught:
            X[2]
        self.assertNotIsInstance(caught.exception, ct.ValueError)

    def test_numbers_out_of_range(self):
        for call in (lambda: ct.array(2**70), lambda: ct.array([300], "uint8"), lambda: ct.array([1], "uint8") + 300, lambda: ct.arange(2**70)):
            for kind in (ct.OverflowError, ct.ValueError, OverflowError, ValueError):
                with self.refuses(kind, "does not fit"):
                    call()

    def test_the_argument_that_does_not_fit_is_named(self):
        for call, text in ((lambda: ct.histogram(X, bins='a'), "'bins' cannot be 'a' (a str)"),
                           (lambda: ct.meshgrid(1, "a"), "'xs' cannot be 'a' (a str)"),
                           (lambda: ct.concatenate([X, "a"]), "'arrays' must be a list or tuple of tensors, but its element 1 is 'a' (a str)"),
                           (lambda: ct.choose(np.array([0, 1]), [X, [1]]), "but its element 1 is [1] (a list)")):
            with self.refuses(ct.TypeError, re.escape(text)):
                call()

    def test_sizes_of_types(self):
        of = ct.ShapeDtypeStruct((2, 3), "float32")
        self.assertEqual((of.size, len(of), ct.ShapeDtypeStruct((), "float32").size), (6, 2, 1))
        with self.refuses(ct.TypeError, "no axes"):
            len(ct.ShapeDtypeStruct((), "float32"))
        with self.refuses(ct.ValueError, "open"):
            ct.ShapeDtypeStruct((None, 3), "float32").size

    def test_what_fills_sets(self):
        """The least element, as JAX's; but 0 where setdiff1d has too few."""
        a, b = np.array([3, 4, 5]), np.array([4, 5, 6])
        for function, expected in ((ct.intersect1d, [4, 5, 4, 4]), (ct.setxor1d, [3, 6, 3, 3]), (ct.setdiff1d, [3, 0, 0, 0])):
            self.assertEqual(function(a, b, size=4).tolist(), expected)
            self.assertEqual(ct.jit(lambda a, b, f=function: f(a, b, size=4))(a, b).tolist(), expected)
            self.assertEqual(function(a, b, size=4, fill_value=9).tolist()[2:], [9, 9])
        self.assertEqual(ct.intersect1d(a, b + 9, size=2).tolist(), [0, 0])
        self.assertEqual(ct.intersect1d(a, b, size=0).tolist(), [])

    def test_fractions_of_freedom(self):
        x = np.random.default_rng(0).normal(size=(3, 5))
        for ours, theirs in ((ct.var, np.var), (ct.std, np.std), (ct.nanvar, np.nanvar)):
            np.testing.assert_allclose(ours(x, 1, ddof=0.5), theirs(x, 1, ddof=0.5), rtol=1e-13)
            np.testing.assert_allclose(ours(x, 1, correction=1.5), theirs(x, 1, ddof=1.5), rtol=1e-13)

    def test_names_of_methods_in_any_case(self):
        self.assertAlmostEqual(float(ct.optimize.minimize(lambda x: (x - 1) ** 2, 0.0, method="bfgs").x), 1, 5)


if __name__ == "__main__":
    unittest.main()
