#!/usr/bin/python3
"""Triangular factors of matrices that are not square: SciPy's, in batches, compiled, with open sizes, and their derivatives."""

import itertools
import unittest

import cotan as ct
import numpy as np
import scipy.linalg

SHAPES = [(1, 1), (4, 4), (5, 3), (3, 5), (4, 1), (1, 4), (12, 7), (7, 12), (0, 3), (3, 0), (0, 0)]
STEP = 1e-6


def matrix(shape, dtype="float64", seed=0):
    numbers = np.random.default_rng(seed)
    x = numbers.normal(size=shape)
    return (x + 1j * numbers.normal(size=shape)).astype(dtype) if np.dtype(dtype).kind == "c" else x.astype(dtype)


class RectangularLu(unittest.TestCase):
    def test_as_scipys(self):
        for shape, dtype in itertools.product(SHAPES, ("float32", "float64", "complex128")):
            with self.subTest(shape=shape, dtype=dtype):
                a, tolerance = matrix(shape, dtype), 1e-5 if dtype == "float32" else 1e-12
                count = min(shape)
                for lu in ct.linalg.lu, ct.jit(ct.linalg.lu):
                    p, l, u = map(np.asarray, lu(a))
                    self.assertEqual((p.shape, l.shape, u.shape), ((shape[0],) * 2, (shape[0], count), (count, shape[1])))
                    np.testing.assert_allclose(p @ l @ u, a, atol=tolerance)
                    if count:
                        for found, expected in zip((p, l, u), scipy.linalg.lu(a)):
                            np.testing.assert_allclose(found, expected, atol=tolerance)
                factors, pivots = map(np.asarray, ct.linalg.lu_factor(a))
                self.assertEqual((factors.shape, pivots.shape), (shape, (count,)))
                if count:
                    getrf, = scipy.linalg.get_lapack_funcs(("getrf",), (a,))
                    expected, expected_pivots, _ = getrf(a)
                    np.testing.assert_allclose(factors, expected, atol=tolerance)
                    np.testing.assert_array_equal(pivots, expected_pivots)

    def test_batches_lanes_and_open_sizes(self):
        for shape in (5, 3), (3, 5):
            stack = matrix((2, 3, *shape))
            p, l, u = map(np.asarray, ct.linalg.lu(stack))
            np.testing.assert_allclose(p @ l @ u, stack, atol=1e-12)
            lanes = ct.vmap(ct.vmap(lambda a: ct.linalg.lu(a)[2]))(stack)
            np.testing.assert_allclose(lanes, u, atol=1e-12)
            many = ct.jit(lambda a: ct.linalg.lu(a, permute_l=True), dynamic_axes={"a": 0})
            for count in 1, 2:
                left, right = map(np.asarray, many(stack[:count]))
                np.testing.assert_allclose(left @ right, stack[:count], atol=1e-12)

    def test_matrices_of_lower_rank(self):
        for a in (np.zeros((4, 2)), np.zeros((2, 4)), np.ones((4, 3)), np.outer(np.arange(5.0), [1.0, 2.0, 4.0]), np.ones((3, 4))):
            p, l, u = map(np.asarray, ct.linalg.lu(a))
            np.testing.assert_allclose(p @ l @ u, a, atol=1e-12)
            for found, expected in zip((p, l, u), scipy.linalg.lu(a)):
                np.testing.assert_allclose(found, expected, atol=1e-12)

    def test_derivatives(self):
        for shape, dtype in itertools.product([(5, 3), (3, 5), (4, 1), (1, 4)], ("float64", "complex128")):
            with self.subTest(shape=shape, dtype=dtype):
                a, way = matrix(shape, dtype), matrix(shape, dtype, 1)

                def factors(a):
                    return ct.linalg.lu(a)[1:]

                _, slopes = ct.jvp(factors, (a,), (way,))
                ends = [[np.asarray(x) for x in factors(a + sign * STEP * way)] for sign in (1, -1)]
                for slope, more, less in zip(slopes, *ends):
                    np.testing.assert_allclose(slope, (more - less) / (2 * STEP), rtol=1e-6, atol=1e-7)
                values, back = ct.vjp(factors, a)
                weights = tuple(matrix(x.shape, dtype, 2 + i) for i, x in enumerate(values))
                along = sum(np.sum(w * np.asarray(s)) for w, s in zip(weights, slopes))
                np.testing.assert_allclose(np.sum(np.asarray(back(weights)[0]) * way), along, rtol=1e-10)

    def test_second_derivatives(self):
        a, way = matrix((4, 2)), matrix((4, 2), seed=1)

        def slope(a):
            return ct.grad(lambda a: sum(ct.sum(ct.sin(x)) for x in ct.linalg.lu(a)[1:]))(a)

        curve = ct.jvp(slope, (a,), (way,))[1]
        np.testing.assert_allclose(curve, (np.asarray(slope(a + STEP * way)) - np.asarray(slope(a - STEP * way))) / (2 * STEP),
                                   rtol=1e-5, atol=1e-6)


if __name__ == "__main__":
    unittest.main()
