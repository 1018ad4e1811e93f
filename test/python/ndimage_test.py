#!/usr/bin/python3
"""ct.ndimage.map_coordinates beside SciPy's, in all modes, of all kinds of numbers, and its derivatives."""

import unittest

import cotan as ct
import numpy as np
import scipy.ndimage
from expected import Case

RANDOM = np.random.default_rng(0)
# Names of JAX's, and what SciPy calls them.
MODES = {"constant": "grid-constant", "nearest": "nearest", "wrap": "grid-wrap", "mirror": "mirror", "reflect": "reflect"}
map_coordinates = ct.ndimage.map_coordinates


class MapCoordinates(Case):
    def test_modes_orders_and_types(self):
        for shape in ((5,), (4, 5), (1, 3), (3, 2, 4)):
            real, at = RANDOM.normal(size=shape), RANDOM.uniform(-9, 12, (len(shape), 6, 2))
            for x in (real, (real * 50).astype(int), real + 1j * real[::-1]):
                for mode, theirs in MODES.items():
                    for order in (0, 1):
                        given = x.astype(float) if x.dtype == int else x
                        expected = scipy.ndimage.map_coordinates(given, at, order=order, mode=theirs, cval=2.0)
                        with self.subTest(shape=shape, mode=mode, order=order, dtype=x.dtype):
                            found = map_coordinates(x, at, order, mode, 2.0)
                            self.assertEqual(found.dtype, x.dtype)
                            self.check(found, np.round(expected) if x.dtype == int else expected, 1e-10, dtype=False)
        self.check(map_coordinates(real, at, 1, "grid-wrap"), scipy.ndimage.map_coordinates(real, at, order=1, mode="grid-wrap"), 1e-10)

    def test_compiled_over_lanes_and_derivatives(self):
        images, at = RANDOM.normal(size=(2, 4, 5)), RANDOM.uniform(-1, 5, (2, 7))
        for mode, theirs in MODES.items():
            with self.subTest(mode):
                lanes = ct.jit(ct.vmap(lambda x, mode=mode: map_coordinates(x, list(at), 1, mode)))(images)
                self.check(lanes, np.stack([scipy.ndimage.map_coordinates(x, at, order=1, mode=theirs) for x in images]), 1e-10)
                self.check_gradient(lambda x, y, z, mode=mode: map_coordinates(x, [y, z], 1, mode), images[0], at[0, :3], at[1, :3])
        self.check(ct.grad(lambda c: map_coordinates(images[0], [-9.0, 2.0], 1, cval=c))(np.float64(3.0)), 1.0)

    def test_ends(self):
        x = ct.array([1.0, 3.0])
        self.assertEqual(map_coordinates(x, [ct.zeros((0, 2))], 1).shape, (0, 2))
        self.check(map_coordinates(x, [ct.array([1, 0])], 1), [3.0, 1.0])
        self.assertTrue(np.isnan(map_coordinates(x, [ct.array([np.nan])], 1).numpy()).all())
        self.assertEqual(map_coordinates(ct.array(2.0), [], 1).item(), 2.0)
        for words, call in [(("'coordinates'", "each of the 1 axes"), lambda: map_coordinates(x, [0.0, 1.0], 1)),
                            (("'order' must be 0", "3"), lambda: map_coordinates(x, [0.0], 3)),
                            (("'mode'", "'near'"), lambda: map_coordinates(x, [0.0], 1, "near")),
                            (("must have elements",), lambda: map_coordinates(x[:0], [0.0], 1))]:
            with self.refuses(ct.ValueError, "ndimage_test.py", "ct.ndimage.map_coordinates", *words):
                call()


if __name__ == "__main__":
    unittest.main()
