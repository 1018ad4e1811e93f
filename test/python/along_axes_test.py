#!/usr/bin/python3
"""Functions of the lines of a tensor give what NumPy's give, for each axis, rank and kind of result."""

import itertools
import unittest

import cotan as ct
import numpy as np

SHAPES = [(3,), (2, 3), (2, 3, 4), (2, 1, 3, 4)]
# Of one line: a number, a line, one that is shorter, a matrix, and one with an axis of size 1.
FUNCTIONS = {
    "number": lambda line: line.sum(),
    "line": lambda line: line * 2 + line[0],
    "shorter": lambda line: line[:1],
    "matrix": lambda line: line[:, None] * line[None, :],
    "row": lambda line: line.reshape((1, line.shape[0])),
}


class AlongAxes(unittest.TestCase):
    def test_along_an_axis(self):
        for shape in SHAPES:
            x = np.arange(np.prod(shape, dtype=int), dtype=np.float64).reshape(shape) ** 1.5
            for axis, (name, function) in itertools.product(range(-len(shape), len(shape)), FUNCTIONS.items()):
                with self.subTest(shape=shape, axis=axis, function=name):
                    expected = np.apply_along_axis(function, axis, x)
                    for apply in (ct.apply_along_axis, ct.jit(ct.apply_along_axis, static_argnums=(0, 1))):
                        found = np.asarray(apply(function, axis, ct.array(x)))
                        self.assertEqual(found.shape, expected.shape)
                        np.testing.assert_allclose(found, expected, rtol=1e-12)

    def test_over_axes(self):
        x = np.arange(24.0).reshape(2, 3, 4)
        for axes in (0, [1, 2], (0, -1), [2, 0]):
            with self.subTest(axes=axes):
                np.testing.assert_allclose(ct.apply_over_axes(ct.sum, ct.array(x), axes), np.apply_over_axes(np.sum, x, axes))


if __name__ == "__main__":
    unittest.main()
