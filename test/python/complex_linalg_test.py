#!/usr/bin/python3
"""Linear algebra of complex numbers: values against NumPy and SciPy, derivatives against differences."""

import unittest

import cotan as ct
import numpy as np
import scipy.linalg
from complex_slopes import HasSlopes

RANDOM = np.random.default_rng(0)
la = ct.linalg
TOLERANCE = {"complex64": 2e-4, "complex128": 1e-11}
SHAPES = [(3, 3), (2, 4, 4), (1, 1), (2, 3, 1, 1), (7, 7), (0, 0), (0, 2, 2)]


def draw(*shape):
    return RANDOM.normal(size=shape) + 1j * RANDOM.normal(size=shape)


def regular(*shape):
    return draw(*shape) + 4 * np.eye(shape[-2], shape[-1])


def adjoint(x):
    return np.conj(np.swapaxes(x, -1, -2))


def positive(*shape):
    x = draw(*shape)
    return x @ adjoint(x) + shape[-1] * np.eye(shape[-1])


def spread(n):
    """A Hermitian matrix whose eigenvalues are far apart."""
    x = draw(n, n)
    return (x + adjoint(x)) / 2 + np.diag(4.0 * np.arange(n))


class Case(unittest.TestCase):
    def near(self, found, wanted, tolerance):
        found, wanted = (np.asarray(x.numpy() if isinstance(x, ct.Tensor) else x) for x in (found, wanted))
        self.assertEqual((found.shape, found.dtype), (wanted.shape, wanted.dtype))
        np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance * (1 + np.max(np.abs(wanted), initial=0)))

    def check(self, function, expected, *operands):
        """Called as it is and compiled, in both types."""
        for dtype, tolerance in TOLERANCE.items():
            given = [np.asarray(x).astype(dtype) for x in operands]
            wanted = expected(*given)
            for run in (function, ct.jit(function)):
                with self.subTest(dtype=dtype, shape=given[0].shape):
                    self.near(run(*given), wanted, tolerance)


class Values(Case):
    def test_systems_and_determinants(self):
        for shape in SHAPES:
            a, b = regular(*shape), draw(*shape[:-1], 2)
            self.check(la.det, np.linalg.det, a)
            self.check(la.inv, np.linalg.inv, a)
            self.check(la.solve, np.linalg.solve, a, b)
            for part in range(2):
                self.check(lambda x: la.slogdet(x)[part], lambda x: np.linalg.slogdet(x)[part], a)
            self.check(lambda x: la.matrix_power(x, -3), lambda x: np.linalg.matrix_power(x, -3), a)
        self.check(la.solve, np.linalg.solve, regular(3, 3), draw(3))
        self.check(la.solve, np.linalg.solve, regular(3, 3), draw(5, 3, 2))
        self.check(la.expm, scipy.linalg.expm, draw(4, 4))
        self.check(la.tensorinv, np.linalg.tensorinv, draw(2, 3, 6))
        self.check(la.tensorsolve, np.linalg.tensorsolve, draw(2, 3, 6), draw(2, 3))
        self.check(lambda x, b: la.solve(x.real, b), lambda x, b: np.linalg.solve(x.real, b), regular(3, 3), draw(3))

    def test_of_singular_matrices(self):
        a = np.array([[1, 1j], [1j, -1]])
        self.assertEqual(complex(la.det(a)), 0)
        self.assertEqual([complex(x) for x in la.slogdet(a)], [0, -np.inf])

    def test_determinants_of_whole_numbers_are_exact(self):
        for x, wanted in (([[-2]], -2), ([[3j]], 3j), ([[1j, 0], [0, 1j]], -1), ([[0, 2], [2j, 0]], -4j)):
            self.assertEqual(complex(la.det(np.array(x, "complex128"))), wanted)

    def test_triangular_systems(self):
        for shape in SHAPES[:5]:
            a, b = regular(*shape), draw(*shape[:-1], 2)
            for lower in (False, True):
                triangle = np.tril if lower else np.triu
                for trans, turned in ((0, lambda x: x), ("T", lambda x: np.swapaxes(x, -1, -2)), ("C", adjoint)):
                    self.check(lambda a, b: la.solve_triangular(a, b, lower=lower, trans=trans),
                               lambda a, b: np.linalg.solve(turned(triangle(a)), b), a, b)

    def test_factors(self):
        a, b = draw(4, 4), draw(4, 2)
        for part in range(3):
            self.check(lambda x: la.lu(x)[part], lambda x: scipy.linalg.lu(x)[part].astype(x.dtype if part else x.real.dtype), a)
        self.check(lambda x: la.lu_factor(x)[0], lambda x: scipy.linalg.lu_factor(x)[0], a)
        for trans, turned in ((0, a), (1, a.T), (2, adjoint(a))):
            self.check(lambda a, b: la.lu_solve(la.lu_factor(a), b, trans), lambda a, b: np.linalg.solve(turned.astype(a.dtype), b), a, b)
        for lower in (False, True):
            self.check(lambda a, b: la.cho_solve(la.cho_factor(a, lower), b), np.linalg.solve, positive(4, 4), b)

    def test_cholesky(self):
        for shape in SHAPES:
            self.check(la.cholesky, np.linalg.cholesky, positive(*shape))
            self.check(lambda x: la.cholesky(x, upper=True), lambda x: adjoint(np.linalg.cholesky(x)), positive(*shape))
        x = positive(3, 3)
        noise = np.triu(draw(3, 3), 1)
        noise.imag[1, 1] = np.nan
        self.near(la.cholesky(x + noise, symmetrize_input=False), np.linalg.cholesky(x), 1e-12)
        self.assertTrue(np.isnan(la.cholesky(-x).numpy()).all())

    def test_eigenvalues(self):
        for shape in SHAPES:
            x = draw(*shape)
            x = (x + adjoint(x)) / 2
            self.check(la.eigvalsh, np.linalg.eigvalsh, x)
            for uplo, other in (("L", np.triu), ("U", np.tril)):
                noise = other(draw(*shape), 1 if uplo == "L" else -1)
                w, v = (y.numpy() for y in la.eigh(x + noise, uplo, symmetrize_input=False))
                self.near(v @ (w[..., None] * adjoint(v)), x, 1e-12)
                self.near(adjoint(v) @ v, np.broadcast_to(np.eye(shape[-1], dtype=x.dtype), shape), 1e-12)
                self.has_real_leaders(v)

    def has_real_leaders(self, columns):
        if columns.size == 0:
            return
        sizes = np.abs(columns)
        first = np.argmax(sizes >= 0.9 * np.max(sizes, axis=-2, keepdims=True), axis=-2)
        leaders = np.take_along_axis(columns, first[..., None, :], -2)
        self.assertLess(np.max(np.abs(leaders.imag)), 1e-15)
        self.assertGreater(np.min(leaders.real), 0)

    def test_singular_values(self):
        for shape in [(3, 2), (2, 3), (2, 4, 4), (5, 1), (2, 6, 3), (3, 0), (0, 3)]:
            x, smaller = draw(*shape), min(shape[-2:])
            self.check(la.svdvals, lambda x: np.linalg.svd(x, compute_uv=False), x)
            for full in (True, False):
                u, s, vt = (y.numpy() for y in la.svd(x, full_matrices=full))
                self.near((u[..., :smaller] * s[..., None, :]) @ vt[..., :smaller, :], x, 1e-12)
                for q in (adjoint(u) @ u, vt @ adjoint(vt)):
                    self.near(q, np.broadcast_to(np.eye(q.shape[-1], dtype=q.dtype), q.shape), 1e-12)
            self.has_real_leaders(u if shape[-2] >= shape[-1] else np.swapaxes(vt, -1, -2))
            self.check(la.pinv, np.linalg.pinv, x)
        self.check(la.matrix_rank, np.linalg.matrix_rank, draw(4, 2) @ draw(2, 5))
        many = draw(3, 5, 2) @ draw(3, 2, 4) + 1e-4 * draw(3, 5, 4)
        for x in (many, many.real, many.real.swapaxes(1, 2)):
            limits = np.array([0.5, 1e-2, 1e-3])  # one for each
            self.check(lambda x: la.pinv(x, limits), lambda x: np.linalg.pinv(x, limits), x)
            sizes = np.linalg.svd(x, compute_uv=False)
            self.check(lambda x: la.matrix_rank(x, limits), lambda x: (sizes > limits[:, None] * sizes[:, :1]).sum(1), x)
        for order in (None, 2, -2, 1, np.inf, "fro"):
            self.check(lambda x: la.cond(x, order), lambda x: np.linalg.cond(x, order).real, regular(3, 3))
        a, b = draw(5, 3), draw(5)
        for part in (0, 1, 3):
            self.check(lambda a, b: la.lstsq(a, b)[part], lambda a, b: np.linalg.lstsq(a, b, None)[part], a, b)

    def test_orthonormal_factors(self):
        for shape in [(3, 2), (2, 3), (2, 4, 4), (5, 1), (1, 1), (3, 0)]:
            x = draw(*shape)
            for mode in ("reduced", "complete"):
                q, r = (y.numpy() for y in la.qr(x, mode=mode))
                self.near(q @ r, x, 1e-12)
                self.near(adjoint(q) @ q, np.broadcast_to(np.eye(q.shape[-1], dtype=q.dtype), (*shape[:-2], *[q.shape[-1]] * 2)), 1e-12)
                diagonal = np.diagonal(r, 0, -2, -1)
                self.assertTrue(np.all(diagonal.imag == 0) and np.all(diagonal.real >= 0))
                self.near(r, np.triu(r), 1e-15)

    def test_norms_are_real(self):
        x = draw(3, 4)
        for order in ("fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf):
            self.check(lambda x: la.matrix_norm(x, ord=order), lambda x: np.linalg.norm(x, order), x)
        for order in (0, 1, 2, 3, -1, 0.5, np.inf, -np.inf):
            self.check(lambda x: la.vector_norm(x, axis=1, ord=order), lambda x: np.linalg.norm(x, order, axis=1).astype(x.real.dtype), x)
        self.check(la.norm, np.linalg.norm, x)

    def test_products(self):
        x, y = draw(2, 3), draw(3, 4)
        self.check(ct.kron, np.kron, x, y)
        self.check(lambda x, y: la.multi_dot([x, y, y.T]), lambda x, y: x @ y @ y.T, x, y)
        for mode in ("full", "same", "valid"):
            for a, v in ((draw(5), draw(3)), (draw(2), draw(4))):
                self.check(lambda a, v: ct.convolve(a, v, mode), lambda a, v: np.convolve(a, v, mode), a, v)
                self.check(lambda a, v: ct.correlate(a, v, mode), lambda a, v: np.correlate(a, v, mode), a, v)
        self.check(la.toeplitz, scipy.linalg.toeplitz, x[0])
        self.check(la.toeplitz, scipy.linalg.toeplitz, x[0], y[0])

    def test_products_of_vectors_conjugate_the_first(self):
        x, y = draw(2, 3), draw(2, 3)
        self.check(ct.vecdot, lambda x, y: np.sum(np.conj(x) * y, -1), x, y)
        self.check(la.vecdot, lambda x, y: np.sum(np.conj(x) * y, -1), x, y)
        self.check(ct.vdot, np.vdot, x, y)

    def test_what_is_not_finite(self):
        x = np.array([[np.nan + 1j, 0], [0, 1]])
        for found in (*la.eigh(x), *la.svd(x), *la.qr(x), la.pinv(x)):
            self.assertTrue(np.isnan(found.numpy()).all())

    def test_lanes(self):
        a, b = regular(3, 4, 4), draw(3, 4, 2)
        self.near(ct.vmap(la.solve)(a, b), np.linalg.solve(a, b), 1e-12)
        self.near(ct.vmap(la.solve, in_axes=(None, 0))(a[0], b), np.linalg.solve(a[0], b), 1e-12)
        for function in (la.det, la.inv, lambda x: la.slogdet(x)[0], la.svdvals, la.pinv, lambda x: la.qr(x)[1], la.eigvalsh, la.cholesky):
            x = positive(3, 4, 4)
            self.near(ct.jit(ct.vmap(function))(x), np.stack([function(y).numpy() for y in x]), 1e-12)

    def test_mistakes_are_told(self):
        for error, call in (("square", lambda: la.det(draw(2, 3))), ("square", lambda: la.inv(draw(2, 3))),
                            ("do not go together", lambda: la.solve(draw(3, 3), draw(2))), ("square", lambda: la.eigh(draw(2, 3))),
                            ("square", lambda: la.cholesky(draw(2, 3))), ("two axes", lambda: la.svd(draw(3)))):
            with self.subTest(error), self.assertRaisesRegex(ct.ValueError, error):
                call()


class Derivatives(HasSlopes, Case):
    """The cotangent of x + iy is that of x less i times that of y."""

    def test_of_systems(self):
        b = draw(3, 2)
        for function in (la.det, la.inv, lambda a: la.solve(a, b), lambda a: la.slogdet(a)[0], lambda a: la.slogdet(a)[1],
                         lambda a: la.matrix_power(a, -2), lambda a: la.lu(a)[1] + la.lu(a)[2],
                         lambda a: la.lu_solve(la.lu_factor(a), b, 2), lambda a: la.solve_triangular(a, b, lower=True, trans="C"),
                         lambda a: la.solve(ct.conj(a), a)):
            self.check_orders(function, regular(3, 3))
        a = regular(3, 3)
        self.check_orders(lambda b: la.solve(a, b), b)
        self.check_orders(la.expm, 0.3 * draw(3, 3), orders=1)

    def test_of_determinants_of_every_rank(self):
        for n in (2, 4):
            self.check_orders(la.det, *(draw(n, rank) @ draw(rank, n) for rank in range(n + 1)))

    def test_of_holomorphic_functions(self):
        a = regular(3, 3)
        slope = ct.grad(la.det, holomorphic=True)(a)
        self.near(slope, np.linalg.det(a) * np.linalg.inv(a).T, 1e-12)

    def test_of_hermitian_matrices(self):
        b = draw(3)
        for function in (la.cholesky, lambda x: la.cholesky(x, symmetrize_input=False), lambda x: la.cho_solve(la.cho_factor(x), b),
                         lambda x: la.cholesky(x, upper=True)):
            self.check_orders(function, positive(3, 3))
        for function in (la.eigvalsh, lambda x: la.eigvalsh(x, "U", symmetrize_input=False)):
            self.check_orders(function, spread(3))

    def test_of_vectors_with_their_phases(self):
        self.check_orders(lambda x: la.eigh(x)[1], spread(3))
        self.check_orders(lambda x: la.eigh(x, "U", symmetrize_input=False)[1], spread(3), orders=1)
        for shape in ((3, 2), (2, 3), (2, 2)):
            x = np.diag([8.0, 4.0, 2.0])[:shape[0], :shape[1]] + 0.5 * draw(*shape)
            for part in (0, 2):
                self.check_orders(lambda x: la.svd(x, full_matrices=False)[part], x, orders=1)
        x = np.diag([8.0, 4.0, 2.0])[:, :2] + 0.5 * draw(3, 2)
        self.check_orders(lambda x: la.svd(x, full_matrices=False)[2], x)

    def test_of_what_does_not_depend_on_phases(self):
        def ranges(x):
            """The sums of the eigenvectors' projections, weighed."""
            w, v = la.eigh(x)
            return ct.matmul(v * np.array([1.0, 2.0, 4.0]), ct.conj(v).T)

        self.check_orders(ranges, spread(3))
        self.check_orders(lambda x: ct.abs(la.eigh(x)[1]), spread(3))

        def unitary(x):
            u, s, vt = la.svd(x, full_matrices=False)
            return ct.matmul(u * ct.sin(s), vt)

        def projections(x):
            u, s, vt = la.svd(x, full_matrices=False)
            return ct.concatenate([ct.ravel(ct.abs(u)), ct.ravel(ct.abs(vt)), s])

        for shape, orders in (((3, 2), 2), ((2, 3), 1), ((2, 2), 1)):
            x = np.diag([8.0, 4.0, 2.0])[:shape[0], :shape[1]] + 0.5 * draw(*shape)
            for function in (unitary, projections, la.svdvals, la.pinv, lambda x: la.norm(x, "nuc")):
                self.check_orders(function, x, orders=orders)

    def test_of_norms(self):
        for function in (la.norm, lambda x: la.norm(x, 2), lambda x: la.vector_norm(x, ord=3), lambda x: la.norm(x, 1)):
            self.check_orders(function, draw(3, 2))

    def test_of_orthonormal_factors(self):
        for shape, orders in (((3, 2), 2), ((2, 3), 1), ((2, 2), 1)):
            for part in range(2):
                self.check_orders(lambda x: la.qr(x)[part], regular(*shape), orders=orders)
        self.check_orders(lambda x: ct.matmul(*la.qr(x, mode="complete")), regular(3, 2))

    def test_where_values_coincide(self):
        for function, x in ((la.eigvalsh, 2 * np.eye(3)), (la.svdvals, 2j * np.eye(3)[:, ::-1])):
            slope = ct.grad(lambda x, f=function: ct.sum(f(x) ** 3))(x.astype("complex128")).numpy()
            np.testing.assert_allclose(slope, np.conj(6 * x), atol=1e-12)

    def test_lanes(self):
        x = positive(3, 3, 3)
        for function in (lambda x: ct.sum(la.eigvalsh(x) ** 2), lambda x: ct.abs(la.det(x)), lambda x: ct.sum(la.svdvals(x) ** 3)):
            slope = ct.grad(function)
            self.near(ct.jit(ct.vmap(slope))(x), np.stack([slope(y).numpy() for y in x]), 1e-10)


if __name__ == "__main__":
    unittest.main()
