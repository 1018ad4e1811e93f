#!/usr/bin/python3
"""Slopes of distribution functions are densities: everywhere, at medians and at the ends of where they are; those of densities
and of parameters beside differences of SciPy's."""

import unittest

import cotan as ct
import numpy as np
import scipy.stats as sp

X = np.array([-1e6, -50, -3, -1, -0.5, -1e-3, 0, 1e-9, 1e-3, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 50, 1e3, 1e6])
Q = np.array([1e-9, 1e-3, 0.25, 0.5, 0.75, 1 - 1e-3])
SHAPES = {"t": [(1.0,), (3.0,), (1e3,)], "gamma": [(0.5,), (1.0,), (2.0,), (2.5,), (30.0,)], "chi2": [(1.0,), (2.0,), (3.0,), (4.0,)],
          "beta": [(0.5, 0.5), (1.0, 1.0), (1.0, 3.0), (2.0, 1.0), (2.0, 3.0), (5.0, 5.0)], "gennorm": [(0.5,), (1.0,), (2.0,), (2.5,)],
          "pareto": [(1.0,), (5.0,)], "truncnorm": [(-1.5, 2.0), (1.0, 5.0), (-5.0, -1.0)], "vonmises": [(2.0,)], "wrapcauchy": [(0.4,), (0.9,)]}
# Where a distribution function has a kink: the ends of where it is not 0 or 1.
ENDS = {"uniform": (0, 1), "truncnorm": (-5, -1, -1.5, 1, 2, 5), "expon": (0,), "pareto": (1,), "gamma": (0,), "chi2": (0,), "beta": (0, 1)}


def distributions():
    for name in dir(ct.stats):
        ours = getattr(ct.stats, name)
        if isinstance(ours, type(ct.stats.norm)):
            for shapes in SHAPES.get(name, [()]):
                yield name, ours, getattr(sp, name), shapes


def derivative(function, x, *others):
    return np.asarray(ct.grad(lambda x: ct.sum(function(x, *others)))(x))


def differences(function, step):
    low2, low, high, high2 = (function(k * step) for k in (-2, -1, 1, 2))
    return (low2 - 8 * low + 8 * high - high2) / (12 * step)


class Densities(unittest.TestCase):
    def close(self, found, expected, where, near, least=1e-290):
        with np.errstate(all="ignore"):
            is_wrong = where & np.isfinite(expected) & ~(abs(found - expected) <= near * abs(expected) + least)
        self.assertEqual([(found[i], expected[i], i) for i in np.flatnonzero(is_wrong)], [])

    def test_slopes_of_probabilities(self):
        for name, ours, theirs, shapes in distributions():
            inside = ~np.isin(X, ENDS.get(name, ()))
            with np.errstate(all="ignore"):
                density = np.asarray(ours.pdf(X, *shapes))
                log = theirs.logpdf(X, *shapes)
            for kind, sign in (("cdf", 1), ("sf", -1)):
                if hasattr(ours, kind):
                    with self.subTest(name, kind=kind, shapes=shapes):
                        few = 1e-300 if name != "logistic" else 1e-15  # 1 - y of a y near 1
                        self.close(derivative(getattr(ours, kind), X, *shapes), sign * density, inside, 1e-8, few)
            for kind, sign in (("logcdf", 1), ("logsf", -1)):
                if hasattr(ours, kind):
                    with self.subTest(name, kind=kind, shapes=shapes), np.errstate(all="ignore"):
                        expected = sign * np.exp(log - np.asarray(getattr(ours, kind)(X, *shapes)))
                        # far out, what is left of SciPy's density is less than a number can be
                        self.close(derivative(getattr(ours, kind), X, *shapes), expected, inside & (log > -500), 1e-8)

    def test_slopes_of_quantiles(self):
        for name, ours, _, shapes in distributions():
            for kind, sign in (("ppf", 1), ("isf", -1)):
                if hasattr(ours, kind):
                    with self.subTest(name, kind=kind, shapes=shapes):
                        expected = sign / np.asarray(ours.pdf(getattr(ours, kind)(Q, *shapes), *shapes))
                        self.close(derivative(getattr(ours, kind), Q, *shapes), expected, True, 1e-6)

    def test_slopes_of_densities_and_of_parameters(self):
        for name, ours, theirs, shapes in distributions():
            inside = ~np.isin(X, ENDS.get(name, ()))
            for kind in ("pdf", "logpdf", "cdf", "sf"):
                if not hasattr(ours, kind):
                    continue
                function, reference = getattr(ours, kind), getattr(theirs, kind)
                with self.subTest(name, kind=kind, shapes=shapes), np.errstate(all="ignore"):
                    is_smooth = inside & (abs(X) > 2e-3) & (np.asarray(reference(X, *shapes)) > -500)
                    self.close(derivative(function, X, *shapes), differences(lambda d: reference(X + d, *shapes), 1e-4), is_smooth, 1e-5, 1e-9)
                for i in range(len(shapes)):
                    with self.subTest(name, kind=kind, shapes=shapes, parameter=i), np.errstate(all="ignore"):
                        found = derivative(lambda s, f=function, i=i: f(X, *shapes[:i], s, *shapes[i + 1:]), np.full(X.shape, shapes[i]))
                        moved = differences(lambda d, f=reference, i=i: f(X, *shapes[:i], shapes[i] + d, *shapes[i + 1:]), 1e-4 * abs(shapes[i]))
                        is_smooth = inside & ~np.isin(X, [0]) if name == "gennorm" else inside
                        self.close(found, moved, is_smooth, 1e-4, 1e-8)

    def test_ends(self):
        """To second order, where a factor of the density is 0."""
        for name, shapes, x, slopes in (("gamma", (2.0,), 0.0, (1, -2)), ("gamma", (1.0,), 0.0, (-1, 1)), ("gamma", (3.0,), 0.0, (0, 1)),
                                        ("beta", (2.0, 2.0), 0.0, (6, -12)), ("beta", (2.0, 2.0), 1.0, (-6, -12)), ("beta", (1.0, 1.0), 0.0, (0, 0)),
                                        ("chi2", (4.0,), 0.0, (0.25, -0.25))):
            pdf, at = getattr(ct.stats, name).pdf, np.array(x)
            first = ct.grad(lambda x, f=pdf, s=shapes: f(x, *s))
            with self.subTest(name, shapes=shapes, x=x):
                np.testing.assert_allclose((float(first(at)), float(ct.grad(first)(at))), slopes, atol=1e-12)


if __name__ == "__main__":
    unittest.main()
