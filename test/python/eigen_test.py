#!/usr/bin/python3
"""Eigenvalues, Schur forms and functions of general matrices: NumPy's and SciPy's numbers, derivatives by differences."""

import unittest

import cotan as ct
import numpy as np
import scipy.linalg
from complex_slopes import HasSlopes

RANDOM = np.random.default_rng(0)
la = ct.linalg
TOLERANCE = {"float32": 2e-4, "float64": 1e-11, "complex64": 2e-4, "complex128": 1e-11}
SHAPES = [(3, 3), (2, 4, 4), (1, 1), (2, 3, 1, 1), (8, 8), (0, 0), (2, 0, 0), (0, 2, 2)]


def draw(*shape, dtype="complex128"):
    x = RANDOM.normal(size=shape)
    return (x + 1j * RANDOM.normal(size=shape) if dtype.startswith("complex") else x).astype(dtype)


def adjoint(x):
    return np.conj(np.swapaxes(x, -1, -2))


def complex_of(dtype):
    return np.result_type(dtype, np.complex64) if dtype != "float64" else np.dtype("complex128")


def matrices(dtype):
    for shape in SHAPES:
        yield draw(*shape, dtype=dtype)
    for x in (np.eye(3), np.zeros((3, 3)), np.diag([3.0, 1.0, 2.0]), [[0.0, -2.0], [2.0, 0.0]], np.roll(np.eye(5), 1, 0),
              np.kron(np.eye(2), [[1.0, -2.0], [2.0, 1.0]]), [[2.0, 1.0], [0.0, 2.0]], [[-1.0, 0.0], [3.0, -4.0]]):
        yield np.asarray(x, dtype)


def near(found, wanted, tolerance, dtype=None):
    found = found.numpy() if isinstance(found, ct.Tensor) else found
    wanted = np.asarray(wanted, dtype)
    np.testing.assert_equal((found.shape, found.dtype), (wanted.shape, wanted.dtype))
    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance * (1 + np.max(np.abs(wanted), initial=0)))


class Case(unittest.TestCase):
    def has_real_leaders(self, columns):
        if columns.size:
            sizes = np.abs(columns)
            first = np.argmax(sizes >= 0.9 * np.max(sizes, axis=-2, keepdims=True), axis=-2)
            leaders = np.take_along_axis(columns, first[..., None, :], -2)
            self.assertLess(np.max(np.abs(leaders.imag)), 1e-15)
            self.assertGreater(np.min(leaders.real), 0)

    def each(self, function):
        """Called as it is, compiled, and in lanes, for each type and matrix."""
        for dtype, tolerance in TOLERANCE.items():
            for x in matrices(dtype):
                runs = [function, ct.jit(function)] + ([ct.vmap(function)] if x.ndim > 2 else [])
                for run in runs:
                    yield x, run(x), tolerance, complex_of(dtype)


class Values(Case):
    def test_eig(self):
        for x, (w, v), tolerance, dtype in self.each(la.eig):
            w, v = w.numpy(), v.numpy()
            self.assertEqual((w.dtype, v.dtype), (dtype, dtype))
            near(x @ v, v * w[..., None, :], 10 * tolerance)
            near(np.linalg.norm(v, axis=-2), np.ones(w.shape), tolerance, v.real.dtype)
            self.has_real_leaders(v)
            self.are_in_order(w, np.linalg.eigvals(x).astype(dtype) if x.size else w, tolerance)

    def are_in_order(self, found, wanted, tolerance):
        gap = 100 * np.finfo(found.dtype).eps * np.max(np.abs(found), initial=0)
        self.assertTrue(np.all(np.diff(found.real) >= -gap))
        together = np.diff(found.real) <= 0
        self.assertTrue(np.all(np.diff(found.imag)[together] >= 0))
        for one, other in zip(found.reshape(-1, found.shape[-1] or 1), wanted.reshape(-1, found.shape[-1] or 1)):
            nearest = np.abs(one[:, None] - other).min(axis=-1, initial=np.inf) if one.size else one.real
            self.assertLess(np.max(nearest, initial=0), 1e-2 if tolerance > 1e-6 else 1e-7)

    def test_eigvals(self):
        for x, w, tolerance, dtype in self.each(la.eigvals):
            near(w, la.eig(x)[0].numpy(), tolerance, dtype)

    def test_real_matrices_have_pairs_of_conjugates(self):
        for n in (2, 5, 9):
            w, v = (y.numpy() for y in la.eig(RANDOM.normal(size=(n, n))))
            for value in w[w.imag < 0]:
                self.assertIn(np.conj(value), w)
            self.assertTrue(np.all(v[:, w.imag == 0].imag == 0))

    def test_complex_schur(self):
        for x, (t, z), tolerance, dtype in self.each(lambda x: la.schur(x, output="complex")):
            t, z = t.numpy(), z.numpy()
            self.assertTrue(np.all(np.tril(t, -1) == 0))
            near(z @ t @ adjoint(z), x, 10 * tolerance, dtype)
            near(adjoint(z) @ z, np.broadcast_to(np.eye(x.shape[-1]), x.shape), tolerance, dtype)
            self.has_real_leaders(z)
            self.are_in_order(np.diagonal(t, 0, -2, -1), np.diagonal(t, 0, -2, -1), tolerance)

    def test_real_schur(self):
        for x, (t, z), tolerance, dtype in self.each(la.schur):
            t, z = t.numpy(), z.numpy()
            self.assertEqual((t.dtype, z.dtype), (x.dtype, x.dtype))
            near(z @ t @ adjoint(z), x, 10 * tolerance)
            near(adjoint(z) @ z, np.broadcast_to(np.eye(x.shape[-1]), x.shape), tolerance, x.dtype)
            self.assertTrue(np.all(np.tril(t, -2) == 0))
            below = np.diagonal(t, -1, -2, -1) if x.shape[-1] > 1 else np.zeros((0, 0))
            self.assertFalse(np.any((below[..., 1:] != 0) & (below[..., :-1] != 0)))
            for matrix in t.reshape(-1, *t.shape[-2:]) if t.size else []:
                for i in np.flatnonzero(np.diagonal(matrix, -1)):
                    self.assertEqual(matrix[i, i], matrix[i + 1, i + 1])
                    self.assertLess(matrix[i, i + 1] * matrix[i + 1, i], 0)
                    self.assertGreaterEqual(abs(matrix[i, i + 1]), abs(matrix[i + 1, i]))
            self.has_real_leaders(z)

    def test_sqrtm(self):
        for x, y, tolerance, dtype in self.each(la.sqrtm):
            y = y.numpy()
            near(y @ y, x, 30 * tolerance, dtype)
            self.assertTrue(np.all(np.linalg.eigvals(y).real >= -np.sqrt(tolerance)) if y.size else True)

    def test_roots_as_in_scipy(self):
        for function, wanted in ((la.sqrtm, scipy.linalg.sqrtm), (la.logm, scipy.linalg.logm)):
            for dtype, tolerance in TOLERANCE.items():
                for x in (draw(4, 4, dtype=dtype), draw(3, 3, dtype=dtype) / 9 + np.eye(3, dtype=dtype),
                          np.diag([-1.0, -4.0, 2.0]).astype(dtype), np.array([[5.0, 4.0], [-1.0, 1.0]], dtype),
                          np.array([[1e4, 3.0], [0.0, 1e-4]], dtype)):
                    for run in (function, ct.jit(function)):
                        with self.subTest(function=function, x=x):
                            near(run(x), wanted(x.astype(complex) if x.dtype.kind == "c" else x.astype(float)),
                                      30 * tolerance, complex_of(dtype))

    def test_logm(self):
        for dtype, tolerance in TOLERANCE.items():
            for shape in SHAPES:
                x = draw(*shape, dtype=dtype)
                x = x @ adjoint(x) + np.eye(shape[-1], dtype=dtype)
                runs = [la.logm, ct.jit(la.logm)] + ([ct.vmap(la.logm)] if x.ndim > 2 else [])
                for run in runs:
                    with self.subTest(dtype=dtype, shape=shape):
                        y = run(x)
                        near(la.expm(y), x, 100 * tolerance, complex_of(dtype))
        for x in (np.eye(3), 1e-200 * np.eye(2), 1e200 * np.eye(2), np.diag([1e-100, 1.0, 1e100]), np.zeros((0, 0))):
            near(la.logm(x), np.diag(np.log(np.diagonal(x))), 1e-13, "complex128")

    def test_types(self):
        self.assertEqual(la.eigvals(np.array([[1, 2], [3, 4]])).dtype, np.complex64)
        for dtype in (np.float16, ct.bfloat16):
            x = ct.array(np.diag([1.0, 4.0]), dtype)
            for y in (*la.eig(x), la.sqrtm(x), la.logm(x), *la.schur(x, "complex")):
                self.assertEqual(y.dtype, np.complex64)
            self.assertEqual([y.dtype for y in la.schur(x)], [x.dtype] * 2)
        w, v = la.eig(np.eye(2))
        self.assertEqual(la.eig(np.eye(2)).eigenvalues.shape, w.shape)

    def test_nan(self):
        for dtype in TOLERANCE:
            for bad in (np.nan, np.inf, -np.inf):
                x = np.stack([np.eye(3), np.eye(3), 2 * np.eye(3)]).astype(dtype)
                x[1, 2, 0] = bad
                for function in (lambda x: la.eig(x), lambda x: la.schur(x), lambda x: la.schur(x, "complex"), lambda x: (la.sqrtm(x),),
                                 lambda x: (la.logm(x),), lambda x: (la.eigvals(x),)):
                    for y in function(x):
                        self.assertTrue(np.isnan(y.numpy()[1]).all())
                        self.assertTrue(np.isfinite(y.numpy()[::2]).all())

    def test_singular(self):
        near(la.sqrtm(np.zeros((2, 2))), np.zeros((2, 2)), 0, "complex128")
        self.assertFalse(np.isfinite(la.sqrtm(np.array([[0.0, 1.0], [0.0, 0.0]])).numpy()).all())
        for x in (np.zeros((2, 2)), np.diag([1.0, 0.0])):
            self.assertTrue(np.isnan(la.logm(x).numpy()).all())

    def test_extreme_numbers(self):
        for factor in (1e-300, 1e300):
            x = draw(4, 4, dtype="float64")
            near(la.eigvals(x * factor).numpy() / factor, la.eigvals(x).numpy(), 1e-10)

    def test_open_sizes(self):
        for function in (la.eigvals, la.sqrtm, la.logm, lambda x: la.schur(x, "complex")[0], lambda x: la.schur(x)[0],
                         lambda x: ct.grad(lambda x: ct.sum(ct.real(la.sqrtm(x)) + ct.real(la.logm(x))))(x)):
            spread = lambda x: x @ x.T + ct.diag(ct.arange(x.shape[0]).astype("float64") + 1) if isinstance(x, ct.Tensor) else None
            compiled = ct.jit(lambda x: function(spread(x)), dynamic_axes={"x": 0})
            for n in (2, 4):
                x = RANDOM.normal(size=(n, 3))
                near(compiled(x), function(x @ x.T + np.diag(np.arange(n) + 1.0)).numpy(), 1e-8)
            self.assertEqual(len(compiled._programs), 1)

    def test_refusals(self):
        for function in (la.eig, la.eigvals, la.schur, la.sqrtm, la.logm):
            with self.subTest(function.__name__), self.assertRaisesRegex(ValueError, r"\(2, 3\), but expected a square"):
                function(np.zeros((2, 3)))
        with self.assertRaisesRegex(ValueError, "'complexe', but expected 'real' or 'complex'"):
            la.schur(np.eye(2), "complexe")


class Derivatives(HasSlopes, Case):
    def points(self, n=3):
        yield np.diag(4.0 * np.arange(n)) + draw(n, n) / 2
        yield np.diag(4.0 * np.arange(n)) + draw(n, n, dtype="float64") / 2

    def test_of_eigenvalues_and_vectors(self):
        for x in self.points():
            for function in (la.eigvals, lambda x: la.eig(x)[1], lambda x: la.eig(x)[0] * la.eig(x)[1]):
                self.check_orders(function, x)

    def test_of_pairs(self):
        x = np.array([[1.0, -2.0, 0.3], [2.5, 1.2, 0.7], [0.1, 0.4, 6.0]])
        self.check_orders(lambda x: la.eig(x)[1] * la.eig(x)[0], x)
        self.check_orders(lambda x: la.schur(x, "complex")[1], x)

    def test_of_schur_forms(self):
        for x in self.points():
            for part in range(2):
                self.check_orders(lambda x: la.schur(x, output="complex")[part], x)

    def test_of_real_schur_forms(self):
        block = np.array([[1.0, -9.0], [3.0, 1.2]])
        for x in (np.diag([1.0, 5.0, 9.0]), scipy.linalg.block_diag(block, 12.0), scipy.linalg.block_diag(-20.0, block, block + 30 * np.eye(2))):
            x = x + RANDOM.normal(size=x.shape) / 2
            for part in range(2):
                self.check_orders(lambda x: la.schur(x)[part], x)

    def test_of_roots_and_logarithms(self):
        for function in (la.sqrtm, la.logm):
            self.check_orders(function, draw(3, 3) + 4 * np.eye(3))
            self.check_orders(function, RANDOM.normal(size=(3, 3)) + 4 * np.eye(3))

    def test_where_eigenvalues_coincide(self):
        for function in (la.sqrtm, la.logm):
            self.check_orders(function, 2 * np.eye(3), np.array([[2.0, 1.0, 0.0], [0.0, 2.0, 1.0], [0.0, 0.0, 2.0]]), tolerance=1e-5)
        slope = ct.grad(lambda x: ct.sum(ct.real(la.eigvals(x)) ** 3))(2 * np.eye(3))
        np.testing.assert_allclose(slope.numpy(), 12 * np.eye(3), atol=1e-12)

    def test_where_the_derivative_is_not_finite(self):
        for function in (lambda x: la.eig(x)[1], lambda x: la.schur(x, "complex")[1], la.sqrtm, la.logm):
            slope = ct.grad(lambda x: ct.sum(ct.real(function(x) * np.array([[1.0, 2.0], [3.0, 5.0]]))))(np.zeros((2, 2)))
            self.assertFalse(np.isfinite(slope.numpy()).all())

    def test_of_small_cotangents(self):
        """No digits are lost where slopes are small."""
        x = RANDOM.normal(size=(3, 3)) + 4 * np.eye(3)
        for function in (la.sqrtm, la.logm, lambda x: la.schur(x, "complex")[0]):
            whole = ct.grad(lambda x: ct.sum(ct.real(function(x))))(x).numpy()
            small = ct.grad(lambda x: 1e-100 * ct.sum(ct.real(function(x))))(x).numpy()
            np.testing.assert_allclose(small * 1e100, whole, rtol=1e-9)

    def test_lanes(self):
        x = RANDOM.normal(size=(4, 3, 3)) + 4 * np.eye(3)
        for function in (la.eigvals, la.sqrtm, la.logm, lambda x: la.schur(x, "complex")[0]):
            slope = ct.grad(lambda x: ct.sum(ct.real(function(x)) ** 2))
            near(ct.jit(ct.vmap(slope))(x), np.stack([slope(y).numpy() for y in x]), 1e-9)


if __name__ == "__main__":
    unittest.main()
