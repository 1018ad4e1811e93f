#!/usr/bin/python3
"""Polar, Hessenberg and other forms of matrices, and functions of them: SciPy's numbers, and derivatives by differences."""

import unittest

import cotan as ct
import numpy as np
import scipy.linalg
from complex_slopes import HasSlopes
from expected import Case

RANDOM = np.random.default_rng(11)
la = ct.linalg
TYPES = {"float32": 2e-4, "float64": 1e-11, "complex64": 2e-4, "complex128": 1e-11}


def draw(*shape, dtype="float64"):
    x = RANDOM.normal(size=shape)
    return (x + 1j * RANDOM.normal(size=shape) if dtype.startswith("complex") else x).astype(dtype)


def adjoint(x):
    return np.conj(np.swapaxes(x, -1, -2))


def positive(n, dtype="float64"):
    x = draw(n, n, dtype=dtype)
    return (x @ adjoint(x) / n + np.eye(n)).astype(dtype)


class Forms(Case):
    def same(self, function, expected, *arguments, tolerance=1e-11):
        """At once, compiled, and in lanes of two that are the same."""
        expected = [np.asarray(x) for x in (expected if isinstance(expected, (tuple, list)) else [expected])]

        def results(*xs):
            found = function(*xs)
            return tuple(found) if isinstance(found, (tuple, list)) else (found,)

        for found in (results(*arguments), ct.jit(results)(*arguments)):
            for one, wanted in zip(found, expected, strict=True):
                self.check(one, wanted.astype(one.dtype), tolerance)
        for one, wanted in zip(ct.vmap(results)(*(np.stack([x, x]) for x in arguments)), expected, strict=True):
            self.check(one, np.stack([wanted, wanted]).astype(one.dtype), tolerance)

    def test_polar(self):
        for dtype, tolerance in TYPES.items():
            for shape in ((1, 1), (3, 3), (5, 2), (2, 5), (40, 40)):
                for side in ("right", "left"):
                    x = draw(*shape, dtype=dtype)
                    with self.subTest(dtype=dtype, shape=shape, side=side):
                        self.same(lambda x, side=side: la.polar(x, side), scipy.linalg.polar(x, side), x, tolerance=tolerance)
                        self.assertEqual([y.dtype.name for y in la.polar(x, side)], [dtype, dtype])
        u, p = la.polar(np.array([[3.0, 0.0], [4.0, 0.0]]), eps=1e-9, max_iterations=9)  # singular: p is unique, u one of several
        self.check(p, [[5.0, 0.0], [0.0, 0.0]], 1e-14)
        self.check(ct.linalg.matrix_transpose(u) @ u, np.eye(2), 1e-14)
        self.check(u @ p, [[3.0, 0.0], [4.0, 0.0]], 1e-14)
        self.assertEqual(la.polar(np.zeros((2, 3, 0))).unitary.shape, (2, 3, 0))
        self.assertEqual(la.polar(np.ones((2, 2), np.float16)).hermitian.dtype.name, "float16")
        self.assertTrue(np.isnan(la.polar(np.array([[1.0, np.nan], [0.0, 1.0]]))[0].numpy()).all())
        with self.refuses(ct.ValueError, "ct.linalg.polar", "side", "up"):
            la.polar(np.eye(2), "up")

    def test_slopes_of_polar(self):
        turn = np.array([[0.0, -2.0], [2.0, 0.0]])  # of equal singular values
        for x in (draw(3, 3), draw(4, 2), draw(2, 4), turn, np.eye(3)):
            for side in ("right", "left"):
                for i in (0, 1):
                    self.check_gradient(lambda x, side=side, i=i: la.polar(x, side)[i], x)
        weights = np.cos(np.arange(6.0)).reshape(3, 2)
        second = ct.grad(lambda x: ct.sum(ct.grad(lambda y: ct.sum(la.polar(y)[0] * weights))(x) ** 2))
        x, step = draw(3, 2), np.array([[0.0, 1e-6], [0.0, 0.0], [0.0, 0.0]])
        first = ct.grad(lambda y: ct.sum(la.polar(y)[0] * weights))
        by_steps = float((ct.sum(first(x + step) ** 2) - ct.sum(first(x - step) ** 2)) / 2e-6)
        np.testing.assert_allclose(float(second(x)[0, 1]), by_steps, rtol=1e-5)

    def test_procrustes(self):
        for dtype in ("float64", "complex128"):
            a, b = draw(5, 3, dtype=dtype), draw(5, 3, dtype=dtype)
            u, s, vt = np.linalg.svd(adjoint(a) @ b)
            self.same(la.orthogonal_procrustes, (u @ vt, np.array(s.sum())), a, b)
        with self.refuses(ct.ValueError, "ct.linalg.orthogonal_procrustes", "same shape"):
            la.orthogonal_procrustes(np.ones((2, 3)), np.ones((3, 2)))

    def test_hessenberg(self):
        for dtype, tolerance in TYPES.items():
            for n in (1, 2, 3, 8):
                x = draw(n, n, dtype=dtype)
                with self.subTest(dtype=dtype, n=n):
                    wanted = scipy.linalg.hessenberg(x, calc_q=True) if n > 2 else None
                    h, q = la.hessenberg(x, calc_q=True)
                    self.check(q @ h @ adjoint(q.numpy()), x, tolerance)
                    self.check(ct.tril(h, -2), np.zeros_like(x), 0)
                    if wanted is not None:
                        self.same(lambda x: la.hessenberg(x, calc_q=True), wanted, x, tolerance=tolerance)
                        self.same(la.hessenberg, wanted[0], x, tolerance=tolerance)
        huge = draw(4, 4) * 1e200
        self.check(la.hessenberg(huge) / 1e200, scipy.linalg.hessenberg(huge / 1e200), 1e-12)
        self.check(la.hessenberg(np.diag([1.0, 2.0, 3.0])), np.diag([1.0, 2.0, 3.0]), 0)
        self.check(la.hessenberg(np.zeros((0, 0))), np.zeros((0, 0)), 0)
        self.check_gradient(lambda x: la.hessenberg(x, calc_q=True)[0], draw(4, 4))
        self.check_gradient(lambda x: la.hessenberg(x, calc_q=True)[1], draw(4, 4))
        with self.refuses(ct.ValueError, "ct.linalg.hessenberg", "square matrix"):
            la.hessenberg(np.ones((2, 3)))

    def test_qr_multiply(self):
        for dtype in ("float64", "complex128"):
            for m, n in ((3, 3), (5, 3), (3, 5)):
                a, few = draw(m, n, dtype=dtype), min(m, n)
                for mode, shape in (("right", (4, m)), ("right", (m,)), ("left", (few, 2)), ("left", (few,))):
                    for conjugate in (False, True):
                        c = draw(*shape, dtype=dtype)
                        q, r = (np.asarray(x) for x in la.qr(a, "economic"))
                        q = np.conj(q) if conjugate else q
                        with self.subTest(dtype=dtype, shape=(m, n), mode=mode, c=shape, conjugate=conjugate):
                            self.same(lambda a, c, m=mode, k=conjugate: la.qr_multiply(a, c, m, conjugate=k),
                                      (c @ q if mode == "right" else q @ c, r), a, c)
        *both, order = la.qr_multiply(draw(4, 3), draw(2, 4), pivoting=True)
        self.assertEqual(sorted(order.tolist()), [0, 1, 2])
        with self.refuses(ct.ValueError, "ct.linalg.qr_multiply", "'c' must have 3 rows"):
            la.qr_multiply(draw(4, 3), draw(4, 2), "left")

    def test_rsf2csf(self):
        for n in (1, 2, 5, 8):
            x = draw(n, n)
            t, z = scipy.linalg.schur(x)
            with self.subTest(n):
                self.same(la.rsf2csf, scipy.linalg.rsf2csf(t, z), t, z)
        x = draw(3, 6, 6)
        t, z = la.schur(x)
        tc, zc = la.rsf2csf(t, z)
        self.check(ct.tril(tc, -1), np.zeros_like(tc.numpy()), 0)
        self.check(zc @ tc @ adjoint(zc.numpy()), x.astype(complex), 1e-12)

    def test_eigh_tridiagonal(self):
        d, e = draw(6), draw(5)
        for keywords in ({}, {"select": "i", "select_range": (1, 3)}, {"select": "v", "select_range": (-0.5, 2.0)}):
            w, v = scipy.linalg.eigh_tridiagonal(d, e, **keywords)
            found, vectors = la.eigh_tridiagonal(d, e, **keywords)
            self.check(found, w, 1e-12)
            self.check(ct.abs(vectors), abs(v), 1e-11)
            self.check(la.eigh_tridiagonal(d, e, True, **keywords), w, 1e-12)
        self.check(ct.jit(lambda d, e: la.eigh_tridiagonal(d, e, True))(d, e), scipy.linalg.eigh_tridiagonal(d, e, True), 1e-12)
        self.check(la.eigh_tridiagonal([3.0], np.zeros(0), eigvals_only=True), np.array([3.0], "f"), 0)
        whole = np.diag(d) + np.diag(e + 1j, -1) + np.diag(e - 1j, 1)
        self.check(la.eigh_tridiagonal(d, e + 1j, eigvals_only=True), np.linalg.eigvalsh(whole), 1e-12)
        self.check_gradient(lambda d, e: la.eigh_tridiagonal(d, e, eigvals_only=True), d, e)
        for keywords, words in (({"select": "i"}, "'select_range' must be a pair"), ({"select": "i", "select_range": (0, 6)}, "places of two of 6"),
                                ({"select": "x"}, "'select' must be")):
            with self.refuses(ct.ValueError, "ct.linalg.eigh_tridiagonal", words):
                la.eigh_tridiagonal(d, e, **keywords)
        with self.refuses(ct.ValueError, "an element less"):
            la.eigh_tridiagonal(d, d)


class Equations(Case):
    def test_sylvester(self):
        for dtype, tolerance in TYPES.items():
            a, b, c = positive(4, dtype), positive(3, dtype), draw(4, 3, dtype=dtype)
            self.check(la.solve_sylvester(a, b, c), scipy.linalg.solve_sylvester(a, b, c), tolerance)
            several = la.solve_sylvester(np.stack([a, 2 * a]), b, c)
            self.check(several[1], scipy.linalg.solve_sylvester(2 * a, b, c), tolerance)
        self.check(la.solve_sylvester(*(np.array([[x]], 'f') for x in (1, -1, 1))), np.array([[np.nan]], "f"))
        self.check_gradient(la.solve_sylvester, positive(3), positive(2), draw(3, 2))
        with self.refuses(ct.ValueError, "ct.linalg.solve_sylvester", "as many columns as b"):
            la.solve_sylvester(np.eye(2), np.eye(3), np.ones((2, 2)))

    def test_lyapunov(self):
        for dtype in ("float64", "complex128"):
            for n in (1, 3, 11):
                a, q = draw(n, n, dtype=dtype) / (3 * n), draw(n, n, dtype=dtype)
                stable = a + np.eye(n)
                self.check(la.solve_continuous_lyapunov(stable, q), scipy.linalg.solve_continuous_lyapunov(stable, q), 1e-11)
                for method in (None, "direct", "bilinear"):
                    self.check(la.solve_discrete_lyapunov(a, q, method), scipy.linalg.solve_discrete_lyapunov(a, q, method), 1e-11)
        for method in ("direct", "bilinear"):
            self.check_gradient(lambda a, q, m=method: la.solve_discrete_lyapunov(a, q, m), draw(3, 3) / 9, draw(3, 3))
        with self.refuses(ct.ValueError, "ct.linalg.solve_discrete_lyapunov", "'method' must be"):
            la.solve_discrete_lyapunov(np.eye(2), np.eye(2), "x")


class Functions(Case, HasSlopes):
    def test_of_all_types(self):
        for name in ("cosm", "sinm", "tanm", "coshm", "sinhm", "tanhm", "signm"):
            for dtype, tolerance in TYPES.items():
                for n in (1, 4):
                    x = (draw(n, n, dtype=dtype) / 2 + 0.1).astype(dtype)
                    with self.subTest(name, dtype=dtype, n=n):
                        expected = getattr(scipy.linalg, name)(x.astype(complex if dtype.startswith("c") else float))
                        found = getattr(la, name)(x)
                        self.check(found, expected.astype(found.dtype), 4 * tolerance)
                        self.check(ct.jit(getattr(la, name))(x), expected.astype(found.dtype), 4 * tolerance)
                        if name != "signm":
                            self.assertEqual(found.dtype.name, dtype)

    def test_slopes(self):
        x = positive(3)
        for name in ("cosm", "sinm", "tanm", "coshm", "sinhm", "tanhm"):
            self.check_gradient(getattr(la, name), x / 2)
        self.check_gradient(lambda x: ct.real(la.fractional_matrix_power(x, 0.4)), x)
        self.check_gradient(lambda x: ct.real(la.funm(x, ct.exp)), x + np.diag([0.0, 1.0, 3.0]))

    def test_expm_frechet(self):
        a, e = draw(2, 3, 3), draw(2, 3, 3)
        value, slope = la.expm_frechet(a, e)
        for i in range(2):
            wanted = scipy.linalg.expm_frechet(a[i], e[i])
            self.check(value[i], wanted[0], 1e-11)
            self.check(slope[i], wanted[1], 1e-11)
        self.check(la.expm_frechet(a, e, compute_expm=False), slope.numpy(), 0)
        with self.refuses(ct.ValueError, "ct.linalg.expm_frechet", "same shape"):
            la.expm_frechet(a, e[0])

    def test_powers(self):
        x = positive(4)
        for t in (0.5, -0.25, 1.5):
            self.check(la.fractional_matrix_power(x, t), scipy.linalg.fractional_matrix_power(x, t).astype(complex), 1e-11)
        for t in (2, -1, 0):
            self.check(la.fractional_matrix_power(x, t), np.linalg.matrix_power(x, t), 1e-11)

    def test_funm(self):
        for dtype in ("float64", "complex128"):
            x = draw(5, 5, dtype=dtype)
            for function, wanted in ((ct.exp, np.exp), (ct.sqrt, np.sqrt), (lambda w: w * w * w, lambda w: w * w * w)):
                expected = scipy.linalg.funm(x, wanted).astype(complex)
                self.check(la.funm(x, function), expected, 1e-9)
                self.check(ct.jit(lambda x, f=function: la.funm(x, f))(x), expected, 1e-9)
        self.check(la.funm(2 * np.eye(3), ct.exp), np.exp(2) * np.eye(3, dtype=complex), 1e-14)
        self.assertTrue(np.isnan(la.funm(np.array([[1.0, 1.0], [0.0, 1.0]]), ct.exp).numpy()[0, 1]))  # and not a wrong number
        _, error = la.funm(draw(4, 4), ct.exp, disp=False)
        self.assertLess(float(error), 1e-10)
        with self.refuses(ct.ValueError, "ct.linalg.funm", "'func' must give"):
            la.funm(np.eye(2), lambda w: ct.sum(w))


if __name__ == "__main__":
    unittest.main()
