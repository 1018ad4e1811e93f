#!/usr/bin/python3
"""Slopes of all functions of ct.special at points where formulas meet: whole and half numbers, equal arguments and 0; to second
order, against differences.

A point is looked at where the function is smooth: where differences to both sides agree.
"""

import itertools
import unittest

import cotan as ct
import numpy as np
from of_numbers import functions

POINTS = [-3.0, -2.0, -1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 5.0]
STEP = 1e-3
# Where a slope is not finite, or one-sided, though the function is smooth there.
KNOWN = {
    "special.beta": "0 at poles of the sum of its arguments", "special.boxcox": "by the logarithm of 0",
    "special.boxcox1p": "by the logarithm of 0",
}
# Where a function is not as smooth as differences need.
EDGES = {"special.comb": (0.0, 0.0), "special.i0e": (0.0,), "special.i1e": (0.0,)}


def differences(function, args, i):
    """Of fourth order, and whether those to both sides agree."""
    below2, below, above, above2 = (np.asarray(function(*(x + k * STEP * (j == i) for j, x in enumerate(args)))) for k in (-2, -1, 1, 2))
    here = np.asarray(function(*args))
    slope = (below2 - 8 * below + 8 * above - above2) / (12 * STEP)
    left, right = (3 * here - 4 * below + below2) / (2 * STEP), (-3 * here + 4 * above - above2) / (2 * STEP)
    return slope, np.isfinite(slope) & np.isfinite(here) & (abs(left - right) < 2e-4 * (1 + abs(slope)))


class Slopes(unittest.TestCase):
    def check(self, name, function, count):
        args = [np.array(column) for column in zip(*itertools.product(POINTS, repeat=count))]
        for i in range(count):
            slope = ct.grad(lambda *xs, i=i: ct.sum(function(*xs)), argnums=i)
            with np.errstate(all="ignore"):
                wanted, is_smooth = differences(function, args, i)
                found = np.asarray(slope(*args))
                is_wrong = is_smooth & ~(abs(found - wanted) <= 1e-5 * (1 + abs(wanted)))
                if name in KNOWN:  # none may be wrong and look right
                    is_wrong &= np.isfinite(found)
            wrong = [point for point in (tuple(x[k] for x in args) for k in np.flatnonzero(is_wrong)) if point != EDGES.get(name)]
            self.assertEqual(wrong, [], f"{name}, argument {i}")

    def test_first(self):
        names = []
        for name, function, count in functions(["special"]):
            with self.subTest(name):
                self.check(name, function, count)
                names.append(name)
        self.assertGreater(len(names), 35)

    def test_second(self):
        for name, function, count in functions(["special"]):
            # By powers of logarithms of 0; the sines of poch are exact to first order.
            if name in ("special.boxcox", "special.boxcox1p", "special.poch"):
                continue
            for i in range(count):
                with self.subTest(name, argument=i):
                    self.check(name, ct.grad(lambda *xs, i=i: ct.sum(function(*xs)), argnums=i), count)


if __name__ == "__main__":
    unittest.main()
