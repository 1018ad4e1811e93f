#!/usr/bin/python3
"""Factorizations of ct.linalg give what NumPy and SciPy give."""

import itertools
import unittest

import cotan as ct
import numpy as np
import scipy.linalg
from expected import Case

RANDOM = np.random.default_rng(0)
la = ct.linalg
EXACT = 1e-10


def regular(*shape):
    return RANDOM.normal(size=shape) + 2 * np.eye(shape[-2], shape[-1])


def positive(*shape):
    x = RANDOM.normal(size=shape)
    return x @ np.swapaxes(x, -1, -2) + shape[-1] * np.eye(shape[-1])


def symmetric(x):
    return (x + np.swapaxes(x, -1, -2)) / 2


SQUARES = [(3, 3), (1, 1), (0, 0), (2, 4, 4), (2, 3, 5, 5), (0, 3, 3), (2, 0, 0)]
RECTANGLES = [(4, 3), (3, 4), (3, 3), (1, 5), (2, 5, 2), (4, 0), (0, 4, 3)]


class Values(Case):
    def same(self, function, reference, *arguments, tolerance=EXACT):
        """At once, compiled, in float32, and for many together."""
        expected = reference(*arguments)
        self.check_all(function(*arguments), expected, tolerance)
        self.check_all(ct.jit(lambda *xs: function(*xs))(*arguments), expected, tolerance)
        narrow = [x.astype(np.float32) for x in arguments]
        self.check_all(function(*narrow), reference(*[x.astype(np.float64) for x in narrow]), 2e-4, np.float32)
        many = [np.stack([x, 2 * x]) for x in arguments]
        found = ct.vmap(lambda *xs: function(*xs))(*many)
        self.check_all(found, np.stack([expected, reference(*[2 * x for x in arguments])]), tolerance)

    def check_all(self, found, expected, tolerance, dtype=np.float64):
        self.assertEqual(found.dtype, dtype)
        self.check(found, expected, tolerance, dtype=False)

    def test_cholesky(self):
        for shape in SQUARES:
            with self.subTest(shape=shape):
                self.same(la.cholesky, np.linalg.cholesky, positive(*shape))
        x = positive(3, 3)
        self.same(lambda a: la.cholesky(a, upper=True), lambda a: np.linalg.cholesky(a).T, x)
        skewed = x + np.triu(RANDOM.normal(size=(3, 3)), 1)
        self.same(lambda a: la.cholesky(a, symmetrize_input=False), np.linalg.cholesky, skewed)
        self.same(la.cholesky, lambda a: np.linalg.cholesky(symmetric(a)), skewed)
        both = la.cholesky(np.stack([x, -x])).numpy()
        np.testing.assert_allclose(both[0], np.linalg.cholesky(x))
        self.assertTrue(np.isnan(both[1]).all())

    def test_solve(self):
        for shape in SQUARES:
            a, n = regular(*shape), shape[-1]
            with self.subTest(shape=shape):
                self.same(la.solve, np.linalg.solve, a, RANDOM.normal(size=(*shape[:-1], 2)))
                self.same(la.solve, np.linalg.solve, a, RANDOM.normal(size=(*shape[:-1], 0)))
                vector = RANDOM.normal(size=(n,))
                self.same(la.solve, lambda x, y: np.linalg.solve(x, np.broadcast_to(y[:, None], (*x.shape[:-1], 1)))[..., 0],
                          a, vector)
        a = regular(3, 3)
        self.same(la.solve, np.linalg.solve, a, RANDOM.normal(size=(5, 3, 2)))
        self.same(la.solve, lambda x, y: np.linalg.inv(x) @ y, regular(2, 1, 3, 3), RANDOM.normal(size=(5, 3, 2)))
        b = RANDOM.normal(size=(4, 0, 3, 2))
        self.check(la.solve(a, b), b, EXACT)
        folded = ct.jit(lambda a, b: la.solve(a, b), dynamic_axes={"b": (0, 1)})
        for b in (RANDOM.normal(size=(5, 2, 3, 2)), RANDOM.normal(size=(1, 7, 3, 2))):
            self.check(folded(a, b), np.linalg.inv(a) @ b, EXACT)
        self.check(la.solve(np.array([[2, 0], [1, 4]]), np.array([2, 9])), np.array([1, 2], np.float32))
        half = ct.array(a, "bfloat16")
        self.assertEqual(la.solve(half, half).dtype, ct.bfloat16)
        np.testing.assert_allclose(la.solve(half, half).astype("float32").numpy(), np.eye(3), atol=1e-2)

    def test_singular_matrices(self):
        self.assertFalse(np.isfinite(la.solve(np.ones((2, 2)), np.array([1.0, 2.0])).numpy()).any())
        self.assertFalse(np.isfinite(la.inv(np.zeros((2, 2))).numpy()).any())
        self.assertEqual(float(la.det(np.ones((3, 3)))), 0)
        sign, logarithm = la.slogdet(np.ones((3, 3)))
        self.assertEqual((float(sign), float(logarithm)), (0, -np.inf))

    def test_inverses_and_determinants(self):
        for shape in SQUARES:
            with self.subTest(shape=shape):
                x = regular(*shape)
                self.same(la.inv, np.linalg.inv, x)
                self.same(la.det, np.linalg.det, x)
                self.same(lambda a: la.slogdet(a)[0], lambda a: np.linalg.slogdet(a)[0], x)
                self.same(lambda a: la.slogdet(a)[1], lambda a: np.linalg.slogdet(a)[1], x)
        self.same(lambda a: la.matrix_power(a, -3), lambda a: np.linalg.matrix_power(a, -3), regular(2, 3, 3))

    def test_every_order_of_rows_has_its_sign(self):
        for order in ([0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]):
            rows = np.eye(3)[order]
            self.assertEqual(float(la.det(rows)), np.linalg.det(rows))

    def test_solve_triangular(self):
        for shape in SQUARES:
            a, b = regular(*shape), RANDOM.normal(size=(*shape[:-1], 2))
            for lower in (False, True):
                for trans in (0, 1):
                    for unit in (False, True):
                        def reference(a, b):
                            a = np.tril(a) if lower else np.triu(a)
                            if unit:
                                a = a - a * np.eye(a.shape[-1]) + np.eye(a.shape[-1])
                            return np.linalg.solve(np.swapaxes(a, -1, -2) if trans else a, b)
                        with self.subTest(shape=shape, lower=lower, trans=trans, unit=unit):
                            self.same(lambda a, b: la.solve_triangular(a, b, lower=lower, trans=trans, unit_diagonal=unit),
                                      reference, a, b)
        a, b = regular(3, 3), RANDOM.normal(size=3)
        for trans in ("N", "T", "C"):
            self.check(la.solve_triangular(a, b, trans=trans), scipy.linalg.solve_triangular(a, b, trans=trans), EXACT)

    def test_tensor_equations(self):
        a, b = regular(6, 6).reshape(2, 3, 6), RANDOM.normal(size=(2, 3))
        self.same(la.tensorsolve, np.linalg.tensorsolve, a, b)
        c = np.moveaxis(a, 2, 0)
        self.same(lambda a, b: la.tensorsolve(a, b, axes=(0,)), lambda a, b: np.linalg.tensorsolve(a, b, axes=(0,)), c, b)
        self.same(lambda a: la.tensorinv(a, 2), lambda a: np.linalg.tensorinv(a, 2), a)
        self.same(lambda a: la.tensorinv(a, 1), lambda a: np.linalg.tensorinv(a, 1), c)

    def test_eigh(self):
        for shape in SQUARES:
            x = RANDOM.normal(size=shape)
            with self.subTest(shape=shape):
                self.same(la.eigvalsh, lambda a: np.linalg.eigvalsh(symmetric(a)), x)
                for uplo in "LU":
                    self.same(lambda a: la.eigvalsh(a, uplo, symmetrize_input=False),
                              lambda a: np.linalg.eigvalsh(a, uplo), x)
                w, v = (y.numpy() for y in la.eigh(x))
                np.testing.assert_allclose(v * w[..., None, :] @ np.swapaxes(v, -1, -2), symmetric(x), atol=EXACT)
                self.check_orthonormal(np.swapaxes(v, -1, -2))
                self.check_signs(v)

    def check_signs(self, v):
        for column in np.swapaxes(v, -1, -2).reshape(-1, v.shape[-2]) if v.size else ():
            self.assertGreater(column[np.abs(column) >= 0.9 * np.abs(column).max()][0], 0)

    def test_svd(self):
        for shape in RECTANGLES:
            x = RANDOM.normal(size=shape)
            with self.subTest(shape=shape):
                self.same(la.svdvals, lambda a: np.linalg.svd(a, compute_uv=False), x)
                self.same(lambda a: la.svd(a, compute_uv=False), lambda a: np.linalg.svd(a, compute_uv=False), x)
                u, s, vt = (y.numpy() for y in la.svd(x, full_matrices=False))
                self.assertEqual([y.shape for y in (u, s, vt)], [y.shape for y in np.linalg.svd(x, full_matrices=False)])
                np.testing.assert_allclose(u * s[..., None, :] @ vt, x, atol=EXACT)
                self.check_orthonormal(np.swapaxes(u, -1, -2))
                self.check_orthonormal(vt)
                self.check_signs(u if shape[-2] >= shape[-1] else np.swapaxes(vt, -1, -2))
                self.check_full(x, *la.svd(x), np.linalg.svd(x))

    def check_full(self, x, u, s, vt, shapes):
        u, s, vt = (y.numpy() for y in (u, s, vt))
        self.assertEqual([y.shape for y in (u, s, vt)], [y.shape for y in shapes])
        self.check_orthonormal(u)
        self.check_orthonormal(vt)
        middle = np.zeros(x.shape)
        np.einsum("...ii->...i", middle[..., :s.shape[-1], :s.shape[-1]])[...] = s
        np.testing.assert_allclose(u @ middle @ vt, x, atol=EXACT)

    def check_orthonormal(self, rows):
        products = rows @ np.swapaxes(rows, -1, -2)
        np.testing.assert_allclose(products, np.broadcast_to(np.eye(rows.shape[-2]), products.shape), atol=EXACT)

    def test_qr(self):
        def signed(x):
            q, r = (np.linalg.qr(x) if x.ndim == 2 else map(np.stack, zip(*map(np.linalg.qr, x))))
            signs = np.where(np.diagonal(r, 0, -2, -1) < 0, -1, 1)
            return q * signs[..., None, :], r * signs[..., :, None]

        for shape in RECTANGLES[:-1]:
            x = RANDOM.normal(size=shape)
            with self.subTest(shape=shape):
                self.same(lambda a: la.qr(a)[0], lambda a: signed(a)[0] if a.ndim < 4 and a.size else np.linalg.qr(a)[0], x)
                self.same(lambda a: la.qr(a, mode="r"), lambda a: signed(a)[1] if a.size else np.linalg.qr(a)[1], x)
                q, r = (y.numpy() for y in la.qr(x, mode="complete"))
                self.assertEqual((q.shape[-1], r.shape), (shape[-2], x.shape))
                self.check_orthonormal(np.swapaxes(q, -1, -2))
                np.testing.assert_allclose(q @ r, x, atol=EXACT)
                np.testing.assert_array_equal(np.tril(r, -1), 0)
        self.assertEqual([y.shape for y in la.qr(np.zeros((0, 4, 3)))], [(0, 4, 3), (0, 3, 3)])

    def test_pinv_and_rank(self):
        for shape in RECTANGLES:
            with self.subTest(shape=shape):
                self.same(la.pinv, np.linalg.pinv, RANDOM.normal(size=shape))
        low = RANDOM.normal(size=(5, 2)) @ RANDOM.normal(size=(2, 4))
        self.same(la.pinv, lambda x: np.linalg.pinv(x, rcond=1e-6), low)
        for x in (low, low.T, np.zeros((3, 3)), np.eye(4), np.zeros((3, 0)), np.stack([low, 0 * low])):
            found = la.matrix_rank(x)
            self.assertEqual(found.dtype, np.int64)
            np.testing.assert_array_equal(found.numpy(), np.linalg.matrix_rank(x) if x.size else 0)

    def test_lstsq(self):
        for shape in ((6, 3), (3, 6), (4, 4)):
            a = RANDOM.normal(size=shape)
            for b in (RANDOM.normal(size=shape[0]), RANDOM.normal(size=(shape[0], 2))):
                x, residuals, rank, s = la.lstsq(a, b)
                expected = np.linalg.lstsq(a, b, rcond=None)
                self.check(x, expected[0], EXACT)
                self.check(residuals, np.square(a @ expected[0] - b).reshape(shape[0], -1).sum(0), EXACT)
                self.assertEqual(int(rank), expected[2])
                self.check(s, expected[3], EXACT)

    def test_norms_and_condition(self):
        x = regular(2, 3, 3)
        for order in (2, -2, "nuc"):
            for keep in (False, True):
                self.same(lambda a: la.norm(a, order, axis=(2, 0), keepdims=keep),
                          lambda a: np.linalg.norm(a, order, axis=(2, 0), keepdims=keep), RANDOM.normal(size=(2, 3, 4)))
            self.same(lambda a: la.matrix_norm(a, ord=order), lambda a: np.linalg.norm(a, order, axis=(1, 2)), x)
        for p in (2, -2, 1, np.inf, "fro", "nuc"):
            self.same(lambda a: la.cond(a, p), lambda a: np.linalg.cond(a, p), x)
        self.check(la.cond(x), np.linalg.cond(x), EXACT)
        self.check(la.eigh(x, None)[0], la.eigvalsh(x).numpy(), EXACT)

    def test_integers_and_halves(self):
        for function in (la.inv, la.det, la.cholesky, la.eigvalsh, la.svdvals, la.pinv, lambda x: la.qr(x)[1]):
            self.assertEqual(function(np.array([[2, 1], [1, 3]])).dtype, np.float32)
            for dtype in ("float16", "bfloat16"):
                x = ct.array([[2.0, 1.0], [1.0, 3.0]], dtype)
                self.assertEqual(function(x).dtype, x.dtype)
                np.testing.assert_allclose(function(x).astype("float32").numpy(),
                                           function(x.astype("float32")).numpy(), rtol=1e-2, atol=1e-2)

    def test_one_open_axis_of_square_matrices(self):
        a, b = np.array([[2.0, 1.0], [1.0, 3.0]]), np.ones((2, 1))
        functions = [ct.linalg.inv, ct.linalg.det, ct.linalg.cholesky, ct.linalg.eigvalsh,
                     lambda x: ct.linalg.slogdet(x)[1], lambda x: ct.linalg.solve(x, b),
                     lambda x: ct.linalg.solve_triangular(x, b, lower=True), lambda x: ct.linalg.qr(x)[1]]
        for axis, f in itertools.product((0, 1), functions):
            with self.subTest(f"{f} {axis}"):
                np.testing.assert_allclose(ct.jit(lambda x: f(x), dynamic_axes={"x": axis})(a), f(a), rtol=1e-12)

    def test_open_sizes(self):
        def grid(x):
            return x @ x.T + 3 * ct.eye(x.shape[0], dtype="float64")

        def numbers(x):
            return x @ x.T + 3 * np.eye(len(x))

        rows = [(lambda x: la.cholesky(grid(x)), lambda x: np.linalg.cholesky(numbers(x))),
                (lambda x: la.solve(grid(x), x), lambda x: np.linalg.solve(numbers(x), x)),
                (lambda x: la.solve(grid(x), x[:, 0]), lambda x: np.linalg.solve(numbers(x), x[:, 0])),
                (lambda x: la.inv(grid(x)), lambda x: np.linalg.inv(numbers(x))),
                (lambda x: la.slogdet(grid(x))[1], lambda x: np.linalg.slogdet(numbers(x))[1]),
                (lambda x: la.det(grid(x)), lambda x: np.linalg.det(numbers(x))),
                (lambda x: la.eigvalsh(grid(x)), lambda x: np.linalg.eigvalsh(numbers(x))),
                (lambda x: la.pinv(x, rtol=1e-9), lambda x: np.linalg.pinv(x, 1e-9)),
                (lambda x: la.solve_triangular(grid(x), x, lower=True),
                 lambda x: np.linalg.solve(np.tril(numbers(x)), x))]
        self.check_one_program([(f, g, ((4, 3), (2, 3), (7, 3), (0, 3))) for f, g in rows], RANDOM)
        tall = [(lambda x: la.svdvals(x), lambda x: np.linalg.svd(x, compute_uv=False)),
                (lambda x: ct.abs(la.qr(x)[1]), lambda x: np.abs(np.linalg.qr(x)[1]))]
        self.check_one_program([(f, g, ((4, 3), (3, 3), (9, 3))) for f, g in tall], RANDOM)
        both = ct.jit(lambda a, b: la.solve(a, b), dynamic_axes={"a": {0, 1}, "b": 0})
        for n in (3, 5):
            a, b = regular(n, n), RANDOM.normal(size=(n, 2))
            self.check(both(a, b), np.linalg.solve(a, b), EXACT)
        with self.refuses(ct.Error, "not square"):
            both(np.ones((3, 2)), np.ones((3, 2)))
        with self.refuses(ct.Error, "fewer rows than columns"):
            ct.jit(lambda x: la.svdvals(x), dynamic_axes={"x": 0})(np.ones((2, 3)))


class Refusals(Case):
    def test_shapes(self):
        long, cube = np.ones((2, 3)), np.ones((2, 3, 3))
        for name in ("inv", "det", "slogdet", "cholesky", "eigh", "eigvalsh"):
            function = getattr(la, name)
            with self.refuses(ValueError, "factorizations_test.py", f"linalg.{name}", r"\(2, 3\)", "square"):
                function(long)
            with self.refuses(ValueError, f"linalg.{name}", r"\(3,\)", "two axes"):
                function(long[0])
        for name in ("svd", "svdvals", "qr", "pinv", "matrix_rank", "cond"):
            with self.refuses(ValueError, f"linalg.{name}", r"\(3,\)", "two axes"):
                getattr(la, name)(long[0])
        for name in ("solve", "solve_triangular"):
            function = getattr(la, name)
            with self.refuses(ValueError, f"linalg.{name}", r"\(2, 3\)", "square"):
                function(long, long)
            with self.refuses(ValueError, f"linalg.{name}", "3 rows", "2 elements"):
                function(cube, np.ones(2))
            with self.refuses(ValueError, f"linalg.{name}", "3 rows", "b has 2", "only if it has one axis"):
                function(cube, np.ones((2, 3)))
            with self.refuses(ValueError, f"linalg.{name}", "2 meets 4"):
                function(cube, np.ones((4, 3, 1)))
            with self.refuses(ValueError, f"linalg.{name}", "b is a number"):
                function(cube, 1.0)
        with self.refuses(ValueError, "lstsq", r"\(2, 3\)", r"\(3,\)"):
            la.lstsq(long, np.ones(3))
        with self.refuses(ValueError, "tensorinv", "ind is 0"):
            la.tensorinv(cube, 0)
        with self.refuses(ValueError, "tensorinv", "2 elements", "others 9"):
            la.tensorinv(cube, 1)
        with self.refuses(ValueError, "tensorsolve", r"\(2, 3, 3\)", r"\(3,\)"):
            la.tensorsolve(cube, np.ones(3))

    def test_options(self):
        x = np.ones((3, 2))
        with self.refuses(ValueError, "factorizations_test.py", "linalg.svd", "axis 0", "dynamic_axes"):
            ct.jit(lambda x: la.svd(x), dynamic_axes={"x": 0})(x)
        with self.refuses(ValueError, "qr", "'rows'", "'reduced'"):
            la.qr(x, mode="rows")
        with self.refuses(ValueError, "eigh", "'X'", "'L' or 'U'"):
            la.eigh(np.eye(2), "X")
        with self.refuses(ValueError, "solve_triangular", "trans"):
            la.solve_triangular(np.eye(2), np.ones(2), trans=7)
        with self.refuses(ValueError, "order 3.0", "nuc"):
            la.matrix_norm(x, ord=3)


if __name__ == "__main__":
    unittest.main()
