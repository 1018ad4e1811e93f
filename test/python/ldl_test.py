#!/usr/bin/python3
"""Factors of symmetric and Hermitian matrices: SciPy's numbers, and derivatives by differences."""

import unittest

import cotan as ct
import numpy as np
import scipy.linalg
from complex_slopes import HasSlopes
from eigen_test import adjoint, draw, near

TYPES = {"float32": 2e-4, "float64": 1e-11, "complex64": 2e-4, "complex128": 1e-11}
CALLS = [(lower, hermitian) for lower in (True, False) for hermitian in (True, False)]


def whole(x, hermitian):
    x = np.tril(x)
    return np.tril(x, -1) + (adjoint(x) if hermitian else np.swapaxes(x, -1, -2)) - (
        1j * np.diag(np.diag(x).imag) if hermitian and x.dtype.kind == "c" and x.ndim == 2 else 0)


class Ldl(HasSlopes, unittest.TestCase):
    def matrices(self, dtype):
        for n in (1, 2, 3, 6, 9):
            x = draw(n, n, dtype=dtype)
            yield x
            yield x - np.diag(np.diag(x))  # blocks of two rows
            yield np.tril(x) * np.logspace(-2, 2, n).astype(x.real.dtype)
        for x in (np.eye(3), np.zeros((3, 3)), [[0.0, 1.0], [1.0, 0.0]], [[0.0, 0.0, 3.0], [0.0, 2.0, 0.0], [3.0, 0.0, 0.0]]):
            yield np.asarray(x, dtype)

    def test_values(self):
        for dtype, tolerance in TYPES.items():
            for x in self.matrices(dtype):
                for lower, hermitian in CALLS:
                    a = whole(x, hermitian).astype(dtype)
                    if hermitian:
                        a[np.diag_indices(len(a))] = np.diag(a).real
                    noise = np.triu(draw(*a.shape, dtype=dtype), 1)
                    given = a + (noise if lower else noise.T)
                    wanted = scipy.linalg.ldl(a, lower=lower, hermitian=hermitian)
                    for run in (ct.linalg.ldl, ct.jit(ct.linalg.ldl, static_argnums=(1, 2))):
                        with self.subTest(dtype=dtype, x=a, lower=lower, hermitian=hermitian):
                            lu, d, p = (y.numpy() for y in run(given, lower, hermitian))
                            back = lu @ d @ (adjoint(lu) if hermitian else lu.T)
                            near(back, a, 10 * tolerance)
                            triangle = np.tril if lower else np.triu
                            np.testing.assert_array_equal(triangle(lu[p]), lu[p])
                            np.testing.assert_array_equal(np.diag(lu[p]), 1)
                            if lower:
                                for found, expected in zip((lu, d), wanted):
                                    near(found, expected, 10 * tolerance, dtype)
                                np.testing.assert_array_equal(p, wanted[2])

    def test_batches(self):
        x = draw(2, 3, 4, 4, dtype="float64")
        for run in (ct.linalg.ldl, ct.vmap(ct.linalg.ldl), ct.jit(ct.vmap(ct.vmap(ct.linalg.ldl)))):
            for found, wanted in zip(run(x), zip(*(ct.linalg.ldl(y) for y in x.reshape(6, 4, 4)))):
                np.testing.assert_array_equal(found.numpy().reshape(6, *found.shape[2:]), np.stack([y.numpy() for y in wanted]))
        for shape in ((0, 0), (2, 0, 0), (0, 3, 3)):
            lu, d, p = ct.linalg.ldl(np.zeros(shape))
            self.assertEqual((lu.shape, d.shape, p.shape, p.dtype), (shape, shape, shape[:-1], np.int64))

    def test_types_and_special_values(self):
        self.assertEqual(ct.linalg.ldl(np.array([[1, 2], [2, 3]]))[1].dtype, np.float32)
        for dtype in (np.float16, ct.bfloat16):
            self.assertEqual([y.dtype for y in ct.linalg.ldl(ct.array(np.eye(2), dtype))[:2]], [ct.array(1, dtype).dtype] * 2)
        for bad in (np.nan, np.inf):
            lu, d, p = ct.linalg.ldl(np.array([[1.0, 0.0], [bad, 1.0]]))
            self.assertTrue(np.isnan(lu.numpy()).all() and np.isnan(d.numpy()).all())
            self.assertEqual(list(p.numpy()), [0, 1])
        with self.assertRaisesRegex(ValueError, r"\(2, 3\), but expected a square"):
            ct.linalg.ldl(np.zeros((2, 3)))

    def test_derivatives(self):
        for dtype in ("float64", "complex128"):
            regular = draw(3, 3, dtype=dtype) + 6 * np.eye(3)
            blocks = np.array([[0.1, 0.3, 0.2], [1.0, 0.5, 0.4], [9.0, 2.0, 0.2]]) + draw(3, 3, dtype=dtype) / 20
            for lower, hermitian in CALLS:
                for x in (regular, blocks if lower else blocks.T):
                    for part in range(2):
                        self.check_orders(lambda x: ct.linalg.ldl(x, lower, hermitian)[part], x)


if __name__ == "__main__":
    unittest.main()
