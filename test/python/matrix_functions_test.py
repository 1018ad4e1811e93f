#!/usr/bin/python3
"""expm, matrices of a structure, and factors that are kept: SciPy's numbers, and derivatives by differences."""

import unittest

import cotan as ct
import numpy as np
import scipy.linalg
from expected import Case

RANDOM = np.random.default_rng(3)
SQUARE = RANDOM.normal(size=(4, 4))
BATCH = RANDOM.normal(size=(2, 3, 3))
POSITIVE = SQUARE @ SQUARE.T + 4 * np.eye(4)
EXACT = 1e-12


class Expm(Case):
    def test_values(self):
        rotation = np.array([[0.0, -2.0], [2.0, 0.0]])
        for x in (SQUARE, 0 * SQUARE, 1e-8 * SQUARE, 20 * SQUARE, rotation, np.triu(SQUARE), np.zeros((1, 1)), np.zeros((0, 0))):
            with self.subTest(x=x):
                expected = scipy.linalg.expm(x) if x.size else x
                scale = max(1, np.abs(expected).max(initial=0))
                self.check(ct.linalg.expm(x) / scale, expected / scale, 1e-11)
                self.check(ct.jit(ct.linalg.expm)(x) / scale, expected / scale, 1e-11)

    def test_batches(self):
        mixed = np.stack([BATCH[0], 100 * BATCH[1] - 300 * np.eye(3)])
        self.check(ct.linalg.expm(mixed), np.stack([scipy.linalg.expm(x) for x in mixed]), 1e-10)
        self.check(ct.vmap(ct.linalg.expm)(mixed), np.stack([scipy.linalg.expm(x) for x in mixed]), 1e-10)
        self.assertEqual(ct.linalg.expm(np.zeros((0, 3, 3))).shape, (0, 3, 3))

    def test_types(self):
        for dtype, tolerance in ((np.float32, 2e-6), (np.float16, 2e-3), (ct.bfloat16, 2e-2)):
            x = ct.array(SQUARE / 4, dtype)
            self.assertEqual(ct.linalg.expm(x).dtype, x.dtype)
            np.testing.assert_allclose(ct.linalg.expm(x).numpy().astype(float), scipy.linalg.expm(SQUARE / 4), tolerance, tolerance)
        self.check(ct.linalg.expm(np.array([[0, 1], [0, 0]])), np.array([[1, 1], [0, 1]], np.float32))

    def test_special(self):
        for bad in (np.nan, np.inf):
            self.assertTrue(np.isnan(ct.linalg.expm(np.array([[bad, 1.0], [0.0, 1.0]])).numpy()).any())
        self.check(ct.linalg.expm(np.array([[2.0**40]])), [[np.inf]])
        self.check(ct.linalg.expm(np.array([[-2.0**40]])), [[0.0]])

    def test_derivatives(self):
        self.check_gradient(ct.linalg.expm, SQUARE, tolerance=1e-5)
        self.check_gradient(lambda x: ct.linalg.expm(3 * x), BATCH, tolerance=1e-4)
        way = RANDOM.normal(size=(4, 4))
        _, found = ct.jvp(ct.linalg.expm, (SQUARE,), (way,))
        self.check(found, scipy.linalg.expm_frechet(SQUARE, way, compute_expm=False), 1e-11)
        self.check_gradient(ct.grad(lambda x: ct.sum(ct.linalg.expm(x)[0] ** 2)), SQUARE[:2, :2], tolerance=1e-5)


class Structured(Case):
    def test_toeplitz(self):
        c, r = RANDOM.normal(size=4), RANDOM.normal(size=3)
        self.check(ct.linalg.toeplitz(c, r), scipy.linalg.toeplitz(c, r))
        self.check(ct.linalg.toeplitz(c), scipy.linalg.toeplitz(c))
        self.check(ct.linalg.toeplitz(np.array([3]), np.array([1, 2])), np.array([[3, 2]]))
        self.check(ct.linalg.toeplitz(2.0), np.array([[2]], np.float32))
        batch = ct.linalg.toeplitz(np.stack([c, 2 * c]), np.stack([r, -r]))
        self.check(batch, np.stack([scipy.linalg.toeplitz(c, r), scipy.linalg.toeplitz(2 * c, -r)]))
        shared = ct.linalg.toeplitz(np.stack([c, 2 * c]), r)
        self.check(shared, np.stack([scipy.linalg.toeplitz(c, r), scipy.linalg.toeplitz(2 * c, r)]))
        self.check_gradient(ct.linalg.toeplitz, c, r)

    def test_block_diag(self):
        blocks = [RANDOM.normal(size=(2, 3)), RANDOM.normal(size=2), 3.0, RANDOM.normal(size=(1, 2))]
        self.check(ct.linalg.block_diag(*blocks), scipy.linalg.block_diag(*blocks))
        self.check(ct.linalg.block_diag(np.eye(2), np.zeros((0, 2)), np.ones((1, 1))),
                   scipy.linalg.block_diag(np.eye(2), np.zeros((0, 2)), np.ones((1, 1))))
        self.check(ct.linalg.block_diag(np.array([[True]]), np.array([[2]])), np.array([[1, 0], [0, 2]]))
        self.check_gradient(lambda x, y: ct.linalg.block_diag(x, y), blocks[0], blocks[1])

    def test_open_sizes(self):
        rows = [(lambda x: ct.linalg.toeplitz(x[:, 0]), lambda x: scipy.linalg.toeplitz(x[:, 0]), [(3, 2), (5, 2)]),
                (lambda x: ct.linalg.expm(x @ x.T), lambda x: scipy.linalg.expm(x @ x.T), [(3, 2), (1, 2)])]
        for function, wanted, shapes in rows:
            compiled = ct.jit(function, dynamic_axes={"x": 0})
            for shape in shapes:
                x = RANDOM.normal(size=shape)
                self.check(compiled(x), wanted(x), 1e-9)


class Factored(Case):
    def test_lu(self):
        for x in (SQUARE, BATCH, np.array([[0.0, 1.0], [1.0, 0.0]]), np.zeros((2, 2)), np.zeros((0, 0))):
            with self.subTest(x=x):
                p, l, u = ct.linalg.lu(x)
                np.testing.assert_allclose((p @ l @ u).numpy(), x, atol=1e-12)
                if x.ndim == 2 and x.size:
                    for found, expected in zip((p, l, u), scipy.linalg.lu(x)):
                        self.check(found, expected, EXACT)
                left, right = ct.linalg.lu(x, permute_l=True)
                np.testing.assert_allclose((left @ right).numpy(), x, atol=1e-12)
                order, l, u = ct.linalg.lu(x, p_indices=True)
                np.testing.assert_allclose(np.take_along_axis((l @ u).numpy(), order.numpy()[..., None], -2), x, atol=1e-12)
        self.check_gradient(lambda x: ct.linalg.lu(x, permute_l=True)[1], SQUARE)

    def test_lu_factor(self):
        for x in (SQUARE, np.array([[0.0, 1.0, 2.0], [0.0, 0.0, 1.0], [3.0, 1.0, 0.0]]), np.eye(3)):
            factors, pivots = ct.linalg.lu_factor(x)
            expected, places = scipy.linalg.lu_factor(x)
            self.check(factors, expected, EXACT)
            np.testing.assert_array_equal(pivots.numpy(), places)
        factors, pivots = ct.linalg.lu_factor(BATCH)
        for i, x in enumerate(BATCH):
            np.testing.assert_array_equal(pivots[i].numpy(), scipy.linalg.lu_factor(x)[1])

    def test_lu_solve(self):
        for b in (RANDOM.normal(size=4), RANDOM.normal(size=(4, 3))):
            for trans in (0, 1, 2):
                with self.subTest(shape=b.shape, trans=trans):
                    expected = scipy.linalg.lu_solve(scipy.linalg.lu_factor(SQUARE), b, trans)
                    self.check(ct.linalg.lu_solve(ct.linalg.lu_factor(SQUARE), b, trans), expected, 1e-10)
                    self.check(ct.jit(lambda x, b, t=trans: ct.linalg.lu_solve(ct.linalg.lu_factor(x), b, t))(SQUARE, b), expected, 1e-10)
        b = RANDOM.normal(size=(2, 3, 2))
        self.check(ct.linalg.lu_solve(ct.linalg.lu_factor(BATCH), b), np.linalg.solve(BATCH, b), 1e-10)
        self.check_gradient(lambda x, b: ct.linalg.lu_solve(ct.linalg.lu_factor(x), b), SQUARE, RANDOM.normal(size=4), tolerance=1e-4)

    def test_cholesky(self):
        b = RANDOM.normal(size=(4, 2))
        for lower in (False, True):
            with self.subTest(lower=lower):
                factor, said = ct.linalg.cho_factor(POSITIVE, lower)
                self.assertEqual(said, lower)
                reference = np.linalg.cholesky(POSITIVE)
                self.check(factor, reference if lower else reference.T, EXACT)
                self.check(ct.linalg.cho_solve((factor, lower), b), np.linalg.solve(POSITIVE, b), 1e-10)
                self.check(ct.linalg.cho_solve((factor, lower), b[:, 0]), np.linalg.solve(POSITIVE, b[:, 0]), 1e-10)
        self.check_gradient(lambda x, b: ct.linalg.cho_solve(ct.linalg.cho_factor(x @ x.T + 4 * np.eye(4)), b), SQUARE, b, tolerance=1e-5)

    def test_several_right_sides(self):
        for shape in ((4,), (4, 3), (5, 4, 3), (2, 1, 4, 2)):
            b = RANDOM.normal(size=shape)
            self.check(ct.linalg.solve(SQUARE, b), np.linalg.solve(SQUARE, b), 1e-10)


class Refusals(Case):
    def test_refusals(self):
        for function in (ct.linalg.expm, ct.linalg.cho_factor):
            with self.subTest(function.__name__), self.refuses(ValueError, "square", r"\(2, 3\)"):
                function(np.zeros((2, 3)))
        with self.refuses(ValueError, "two axes", r"\(2, 3, 3\)"):
            ct.linalg.block_diag(BATCH)
        self.assertEqual(ct.linalg.block_diag().shape, (1, 0))
        with self.refuses(ValueError, "4 rows", "3"):
            ct.linalg.lu_solve(ct.linalg.lu_factor(SQUARE), np.zeros(3))
        with self.refuses(ValueError, "trans is 5"):
            ct.linalg.lu_solve(ct.linalg.lu_factor(SQUARE), np.zeros(4), 5)
        with self.refuses(TypeError, "pivots", "float64"):
            ct.linalg.lu_solve((SQUARE, np.zeros(4)), np.zeros(4))
        with self.refuses(ValueError, "pivots", r"\(3,\)"):
            ct.linalg.lu_solve((SQUARE, np.zeros(3, int)), np.zeros(4))
        with self.refuses(ValueError):
            ct.linalg.toeplitz(np.zeros((2, 3)), np.zeros((3, 3)))


if __name__ == "__main__":
    unittest.main()
