#!/usr/bin/python3
"""Derivatives where they are delicate: at corners, at infinities, beside NaN. They are stated, as finite differences
say nothing there."""

import unittest

import cotan as ct
import numpy as np
from expected import Case

INF, NAN = np.inf, np.nan
GAPS = [1.0, NAN, 3.0]


def of_each(function, *args):
    """The gradient of the sum with respect to all arguments, which are lists of numbers."""
    arrays = [np.array(x, np.float64) for x in args]
    return ct.grad(lambda *xs: ct.sum(function(*xs)), argnums=tuple(range(len(arrays))))(*arrays)


# Function, arguments, gradients.
POINTS = [
    (ct.sinc, ([0.0, 0.5],), ([0.0, -8 / (2 * np.pi)],)),
    (ct.hypot, ([0.0, 3.0, INF, 1e200], [0.0, 4.0, 1.0, 0.0]), ([0.0, 0.6, 0.0, 1.0], [0.0, 0.8, 0.0, 0.0])),
    (ct.logaddexp, ([2.0, INF, -INF, 5.0], [2.0, 1.0, 3.0, -INF]), ([0.5, 1.0, 0.0, 1.0], [0.5, 0.0, 1.0, 0.0])),
    (ct.logaddexp2, ([2.0, 900.0], [2.0, -900.0]), ([0.5, 1.0], [0.5, 0.0])),
    (ct.nansum, (GAPS,), ([1.0, 0.0, 1.0],)),
    (ct.nanprod, (GAPS,), ([3.0, 0.0, 1.0],)),
    (ct.nanmean, (GAPS,), ([0.5, 0.0, 0.5],)),
    (ct.nanvar, (GAPS,), ([-1.0, 0.0, 1.0],)),
    (ct.nanstd, (GAPS,), ([-0.5, 0.0, 0.5],)),
    (ct.nanmax, (GAPS,), ([0.0, 0.0, 1.0],)),
    (ct.nanmin, (GAPS,), ([1.0, 0.0, 0.0],)),
    (ct.nanmedian, (GAPS,), ([0.5, 0.0, 0.5],)),
    (ct.nancumsum, (GAPS,), ([3.0, 0.0, 1.0],)),
    (ct.nan_to_num, ([NAN, INF, 2.0],), ([0.0, 0.0, 1.0],)),
    (ct.median, ([2.0, 2.0, 1.0, 5.0],), ([0.5, 0.5, 0.0, 0.0],)),
    (ct.median, ([INF, 1.0, -INF],), ([0.0, 1.0, 0.0],)),
    (ct.fmax, ([NAN, 1.0], [2.0, 3.0]), ([0.0, 0.0], [1.0, 1.0])),
    (ct.fmod, ([0.0, -7.0, 7.0], [3.0, 3.0, -3.0]), ([1.0, 1.0, 1.0], [0.0, 2.0, 2.0])),
    (ct.copysign, ([2.0, -2.0], [-1.0, -1.0]), ([-1.0, 1.0], [0.0, 0.0])),
    (lambda x: ct.modf(x)[0], ([INF, -1.5],), ([0.0, 1.0],)),
    (lambda x: ct.interp(x, np.array([0.0, 1.0, 1.0, 2.0]), np.array([0.0, 1.0, 5.0, 7.0])), ([0.5, 1.5, 9.0],), ([1.0, 2.0, 0.0],)),
    (lambda x: ct.interp(x, np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 5.0]), left="extrapolate", right="extrapolate"),
     ([-9.0, 0.5, 9.0],), ([1.0, 1.0, 4.0],)),
]


class Slopes(Case):
    def test_points(self):
        for i, (function, args, slopes) in enumerate(POINTS):
            with self.subTest(i, function=getattr(function, "__name__", "")):
                for found, expected in zip(of_each(function, *args), slopes):
                    self.check(found, np.array(expected), 1e-12)

    def test_sinc_at_zero_to_the_fourth_order(self):
        slope = ct.sinc
        for expected in (0, -np.pi**2 / 3, 0, np.pi**4 / 5):
            slope = ct.grad(slope)
            self.assertAlmostEqual(float(slope(np.float64(0))), expected, delta=1e-9)

    def test_logaddexp_of_equal_numbers_to_the_second_order(self):
        found = ct.hessian(lambda x: ct.logaddexp(x[0], x[1]))(np.array([3.0, 3.0]))
        self.check(found, np.array([[0.25, -0.25], [-0.25, 0.25]]), 1e-12)

    def test_forward_mode_is_the_same(self):
        for function, args, slopes in POINTS:
            arrays = [np.array(x, np.float64) for x in args]
            _, found = ct.jvp(lambda *xs: ct.sum(function(*xs)), tuple(arrays), tuple(np.ones_like(x) for x in arrays))
            self.check(found, np.sum([np.sum(s) for s in slopes]), 1e-12)


if __name__ == "__main__":
    unittest.main()
