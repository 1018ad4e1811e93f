#!/usr/bin/python3
"""Derivatives of the factorizations of ct.linalg, where they are known, and what they are used for."""

import unittest

import cotan as ct
import numpy as np
from expected import Case

RANDOM = np.random.default_rng(0)
la = ct.linalg
EXACT = 1e-10


def regular(*shape):
    return RANDOM.normal(size=shape) + 2 * np.eye(shape[-2], shape[-1])


def positive(n):
    x = RANDOM.normal(size=(n, n))
    return x @ x.T + n * np.eye(n)


def spread(n):
    """A symmetric matrix whose eigenvalues are far apart."""
    x = RANDOM.normal(size=(n, n))
    return (x + x.T) / 2 + np.diag(4.0 * np.arange(n))


class Derivatives(Case):
    def check_orders(self, function, x, tolerance=1e-5):
        """First derivatives, reverse and forward, and second ones, of a sum of the elements."""
        self.check_gradient(function, x, tolerance=tolerance)
        weights = np.cos(np.arange(np.size(function(x).numpy())))

        def total(x):
            return ct.sum(ct.ravel(function(x)) * weights)

        gradient = ct.grad(total)
        np.testing.assert_allclose(ct.jacfwd(total)(x).numpy(), gradient(x).numpy(), rtol=1e-8, atol=1e-8)
        hessian, step = ct.jit(ct.hessian(total))(x).numpy(), 1e-5
        for place in np.ndindex(x.shape):
            moved = np.zeros_like(x)
            moved[place] = step
            slope = (gradient(x + moved).numpy() - gradient(x - moved).numpy()) / (2 * step)
            np.testing.assert_allclose(hessian[(..., *place)], slope, rtol=10 * tolerance, atol=10 * tolerance)

    def test_functions_of_matrices(self):
        for function in (la.inv, la.det, lambda x: la.slogdet(x)[1], lambda x: la.solve(x, np.arange(3.0)),
                         lambda x: la.solve(x, x.T), lambda x: la.solve_triangular(x, x, lower=True),
                         lambda x: la.matrix_power(x, -2), la.pinv, lambda x: la.cond(x, 1)):
            self.check_orders(function, regular(3, 3) + np.eye(3))
        for function in (la.cholesky, lambda x: la.cholesky(x, symmetrize_input=False, upper=True)):
            self.check_orders(function, positive(3))

    def test_decompositions(self):
        for function in (la.eigvalsh, lambda x: la.eigh(x)[1], lambda x: la.eigh(x, symmetrize_input=False)[1],
                         lambda x: la.eigh(x, "U", symmetrize_input=False)[1]):
            self.check_orders(function, spread(3))
        for shape in ((3, 2), (2, 3), (2, 2)):
            x = np.diag([8.0, 4.0, 2.0])[:shape[0], :shape[1]] + 0.5 * RANDOM.normal(size=shape)
            for part in range(3):
                self.check_orders(lambda x: la.svd(x, full_matrices=False)[part], x)
            for part in range(2):
                self.check_orders(lambda x: la.qr(x)[part], x)
            self.check_orders(la.pinv, x)
            for order in (2, "nuc"):
                self.check_orders(lambda x: la.norm(x, order), x)
            self.check_orders(lambda x: la.lstsq(x, np.arange(1.0, shape[0] + 1))[0], x)

    def test_further_vectors(self):
        """The projection on their space does not depend on which basis of it they are."""
        def on_rest(q, count):
            rest = q[:, count:]
            return rest @ rest.T

        for function in (lambda x: on_rest(la.svd(x)[0], 2), lambda x: on_rest(la.qr(x, mode="complete")[0], 2),
                         lambda x: on_rest(la.svd(x.T)[2].T, 2), lambda x: la.svd(x)[0][:, 1]):
            self.check_orders(function, np.diag([8.0, 4.0, 2.0, 1.0])[:, :2] + 0.5 * RANDOM.normal(size=(4, 2)))

    def test_derivatives_of_higher_order(self):
        a = regular(3, 3)
        self.check(ct.grad(ct.grad(ct.grad(lambda t: la.det(t * a))))(np.float64(2)), 6 * np.linalg.det(a), 1e-8, dtype=False)
        self.check(ct.grad(ct.grad(ct.grad(lambda t: la.inv(t * a)[0, 1])))(np.float64(1)), -6 * np.linalg.inv(a)[0, 1], 1e-8, dtype=False)

    def test_determinants_of_every_rank(self):
        """A determinant is a polynomial in each element of degree 1: whole steps give its derivatives."""
        def differences(function, x):
            steps = np.eye(x.size).reshape(-1, *x.shape)
            slopes = np.array([(function(x + step) - function(x - step)) / 2 for step in steps])
            return np.moveaxis(slopes, 0, -1).reshape(*slopes.shape[1:], *x.shape)

        for n in (1, 2, 3, 4, 5):
            slope, curve = ct.jit(ct.grad(la.det)), ct.jit(ct.jacfwd(ct.grad(la.det)))
            for rank in range(n + 1):
                x = RANDOM.normal(size=(n, rank)) @ RANDOM.normal(size=(rank, n))
                with self.subTest(rows=n, rank=rank):
                    self.check(slope(x), differences(np.linalg.det, x), EXACT)
                    self.check(curve(x), differences(lambda y: differences(np.linalg.det, y), x), EXACT)

    def test_where_values_coincide(self):
        """A function of all eigenvalues or singular values has a derivative; eigenvectors have none."""
        for function, x in ((la.eigvalsh, 2 * np.eye(3)), (la.svdvals, 2 * np.eye(3)), (la.svdvals, 2 * np.eye(3)[:, ::-1])):
            slope = ct.grad(lambda x, f=function: ct.sum(f(x) ** 3))(x).numpy()
            np.testing.assert_allclose(slope, 12 * x / 2, atol=1e-12)
        self.assertFalse(np.isfinite(ct.grad(lambda x: la.eigh(x)[1][0, 1])(np.eye(2)).numpy()).all())
        self.check_orders(la.pinv, 2 * np.eye(3)[:, :2])

    def test_gradient_of_the_logarithm_of_the_determinant(self):
        x = regular(2, 4, 4)
        slope = ct.grad(lambda x: ct.sum(la.slogdet(x)[1]))(x)
        self.check(slope, np.swapaxes(np.linalg.inv(x), 1, 2), EXACT)
        hessian = ct.hessian(lambda x: la.slogdet(x)[1])(x[0])
        y = np.linalg.inv(x[0])
        self.check(hessian, -np.einsum("jk,li->ijkl", y, y), EXACT)

    def test_derivatives_factor_nothing(self):
        """All orders of the derivative of a solution use the factors that there are."""
        def value(a, b):
            return ct.sum(la.solve(a, b) ** 2)

        a, b = regular(4, 4), RANDOM.normal(size=4)
        text = ct.jit(ct.hessian(value)).lower(a, b).as_text()
        self.assertEqual(text.count("prim.lu "), 1)


class Uses(Case):
    def test_gaussian_process(self):
        """The derivative of a marginal likelihood, against its closed form (Rasmussen and Williams, 5.9)."""
        x, y = np.linspace(0, 3, 12), np.sin(np.linspace(0, 3, 12))

        def likelihood(scale, noise):
            k = ct.exp(-((x[:, None] - x[None, :]) ** 2) / (2 * scale**2)) + noise * ct.eye(12, dtype="float64")
            l = la.cholesky(k)
            half = la.solve_triangular(l, y, lower=True)
            return -0.5 * ct.sum(half**2) - ct.sum(ct.log(ct.diagonal(l)))

        scale, noise = 0.7, 0.1
        squares = (x[:, None] - x[None, :]) ** 2
        kernel = np.exp(-squares / (2 * scale**2))
        inverse = np.linalg.inv(kernel + noise * np.eye(12))
        inner = np.outer(inverse @ y, inverse @ y) - inverse
        expected = [0.5 * np.trace(inner @ (kernel * squares / scale**3)), 0.5 * np.trace(inner)]
        for slope in (ct.grad(likelihood, argnums=(0, 1)), ct.jit(ct.grad(likelihood, argnums=(0, 1)))):
            found = slope(np.float64(scale), np.float64(noise))
            np.testing.assert_allclose([float(y) for y in found], expected, rtol=1e-9)

    def test_newtons_method(self):
        def cost(x):
            return ct.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)

        step = ct.jit(lambda x: x - la.solve(ct.hessian(cost)(x), ct.grad(cost)(x)))
        x = np.array([1.1, 1.2, 1.3, 1.6])
        for _ in range(8):
            x = step(x)
        np.testing.assert_allclose(x.numpy(), np.ones(4), rtol=1e-12)

    def test_implicit_layer(self):
        """x with x = tanh(w x + b): its derivative by the implicit function theorem, against unrolling."""
        w, b = 0.4 * RANDOM.normal(size=(3, 3)), RANDOM.normal(size=3)

        def turn(x, w, b):
            return ct.tanh(w @ x + b)

        def unrolled(w, b):
            return ct.fori_loop(0, 200, lambda i, x: turn(x, w, b), ct.zeros(3, "float64"))

        def implicit(w, b):
            x = ct.stop_gradient(unrolled(w, b))
            slope = ct.stop_gradient(ct.jacrev(turn)(x, w, b))
            return x + la.solve(ct.eye(3, dtype="float64") - slope, turn(x, w, b) - x)

        for found, expected in zip(ct.grad(lambda w, b: ct.sum(implicit(w, b) ** 2), argnums=(0, 1))(w, b),
                                   ct.grad(lambda w, b: ct.sum(unrolled(w, b) ** 2), argnums=(0, 1))(w, b)):
            self.check(found, expected.numpy(), 1e-9)

    def test_lanes_with_one_matrix(self):
        a, bs = regular(3, 3), RANDOM.normal(size=(5, 3))
        self.check(ct.vmap(lambda b: la.solve(a, b))(bs), np.linalg.solve(a, bs.T).T, EXACT)
        self.check(ct.jacrev(lambda b: la.solve(a, b))(bs[0]), np.linalg.inv(a), EXACT)


if __name__ == "__main__":
    unittest.main()
