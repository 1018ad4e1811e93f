#!/usr/bin/python3
"""ct.integrate: integrals beside SciPy's and closed forms, and derivatives by limits and parameters."""

import unittest

import cotan as ct
import numpy as np
import scipy.integrate
from expected import Case

I = ct.integrate
INF = float("inf")
# Functions of Cotan's and NumPy's, and limits.
ROWS = {
    "polynomial": (lambda x: x**3 - 2 * x, lambda x: x**3 - 2 * x, 0.0, 3.0),
    "backwards": (ct.cos, np.cos, 2.0, 0.0),
    "nothing": (ct.cos, np.cos, 1.0, 1.0),
    "peak": (lambda x: 1 / (1e-4 + (x - 0.3) ** 2), lambda x: 1 / (1e-4 + (x - 0.3) ** 2), 0.0, 1.0),
    "kink": (lambda x: abs(x - 0.3), lambda x: abs(x - 0.3), 0.0, 1.0),
    "waves": (lambda x: ct.sin(100 * x), lambda x: np.sin(100 * x), 0.0, 1.0),
    "gauss": (lambda x: ct.exp(-x * x), lambda x: np.exp(-x * x), -INF, INF),
    "backwards to infinity": (lambda x: ct.exp(-x * x), lambda x: np.exp(-x * x), INF, -INF),
    "from below": (ct.exp, np.exp, -INF, 1.0),
    "to above": (lambda x: 1 / (1 + x * x), lambda x: 1 / (1 + x * x), 0.5, INF),
}


class Quad(Case):
    def test_beside_scipys(self):
        for name, (ours, theirs, a, b) in ROWS.items():
            with self.subTest(name):
                value, error, info = I.quad(ours, np.float64(a), np.float64(b), full_output=True)
                expected, _ = scipy.integrate.quad(theirs, a, b, epsabs=1e-11, limit=200)
                self.assertLessEqual(abs(float(value) - expected), max(float(error), 1e-13))
                self.assertLess(float(error), 1.5e-8 * max(1.0, abs(expected)))
                self.assertTrue(bool(info.success))
                self.assertEqual(int(info.neval), 42 * int(info.last) - 21)

    def test_says_where_it_is_not_near_enough(self):
        value, error, info = I.quad(lambda x: 1 / ct.sqrt(x), np.float64(0.0), 1.0, full_output=True, limit=10)
        self.assertFalse(bool(info.success))
        self.assertEqual(int(info.last), 10)
        self.assertLess(abs(float(value) - 2.0), float(error))

    def test_nests_types_and_lanes(self):
        def moments(x, k):
            weight = ct.exp(-k * x)
            return {"mass": weight, "more": (x * weight, ct.stack([x, 1j * x]) * weight)}

        ks = np.array([1.0, 2.0, 8.0])
        found, error = ct.jit(ct.vmap(lambda k: I.quad(moments, 0.0, INF, (k,))))(ks)
        self.check(found["mass"], 1 / ks, 1e-8)
        self.check(found["more"][0], 1 / ks**2, 1e-8)
        self.check(found["more"][1], np.stack([1 / ks**2, 1j / ks**2], 1), 1e-8)
        self.assertEqual(error.shape, (3,))
        for dtype, near in (("float16", 2e-3), (ct.bfloat16, 1e-2), ("float32", 1e-5)):
            value, _, info = I.quad(lambda x: x.astype(dtype) ** 2, ct.zeros((), dtype), 3, full_output=True)
            self.assertEqual((value.dtype, bool(info.success)), (ct.zeros((), dtype).dtype, True))
            self.check(value.astype("float64"), 9.0, near)
        self.assertEqual(I.quad(lambda x: ct.zeros(0), 0.0, 1.0)[0].shape, (0,))

    def test_derivatives_by_parameters_and_limits(self):
        """Of exp(-k a) - exp(-k b) over k, to third order and in both modes; at infinity, 0."""
        def integral(k, a, b):
            return I.quad(lambda x: ct.exp(-k * x), a, b)[0]

        def closed(k, a, b):
            return (ct.exp(-k * a) - ct.exp(-k * b)) / k

        where = np.array([1.5, 0.2, 2.0])
        both = [lambda f: ct.grad(f, argnums=(0, 1, 2)), lambda f: ct.hessian(f, argnums=(0, 1, 2))]
        for transform in both:
            for x, y in zip(ct.tree.leaves(ct.jit(transform(integral))(*where)), ct.tree.leaves(ct.jit(transform(closed))(*where))):
                self.check(x, y, 1e-8)
        third = ct.jit(ct.grad(ct.grad(ct.grad(integral))))(*where)
        self.check(third, ct.grad(ct.grad(ct.grad(closed)))(*where), 1e-8)
        slopes = ct.jit(ct.grad(lambda *x: integral(*x, INF), argnums=(0, 1)))(*where[:2])
        self.check(slopes[0], ct.grad(lambda k: ct.exp(-0.2 * k) / k)(np.float64(1.5)), 1e-8)
        self.check(slopes[1], -np.exp(-0.3), 1e-8)

    def test_derivatives_are_to_the_tolerance_where_the_function_is_flat(self):
        """The function is 0 at the parameter 0, but its slope has a peak: the derivative finds intervals of its own."""
        def integral(k):
            return I.quad(lambda x: k / (1e-4 + (x - 0.3) ** 2) + 0.0 * x, np.float64(0.0), 1.0)[0]

        expected = 100 * (np.arctan(70) + np.arctan(30))
        self.check(ct.jit(ct.grad(integral))(np.float64(0.0)), expected, 1e-8)
        self.check(ct.jit(ct.jacfwd(integral))(np.float64(0.0)), expected, 1e-8)

    def test_mistakes(self):
        for kind, text, args, more in ((ct.TypeError, "'func' must be a function", (1.0, 0.0, 1.0), {}),
                                       (ct.TypeError, "a limit must be one real number", (ct.cos, np.zeros(2), 1.0), {}),
                                       (ct.TypeError, "a limit must be one real number", (ct.cos, 0.0, 1j), {}),
                                       (ct.TypeError, "'func' must return numbers", (lambda x: x > 0, 0.0, 1.0), {}),
                                       (ct.ValueError, "'limit' must be at least 1", (ct.cos, 0.0, 1.0), {"limit": 0})):
            with self.assertRaisesRegex(kind, f"integrate_test.py:.*ct.integrate.quad: {text}"):
                I.quad(*args, **more)


class Rules(Case):
    def test_are_exact_of_polynomials(self):
        for n in (1, 2, 5, 12):
            degree = 2 * n - 1
            value, nothing = I.fixed_quad(lambda x: x**degree + x, np.float64(0.5), 2.0, n=n)
            self.check(value, scipy.integrate.fixed_quad(lambda x: x**degree + x, 0.5, 2.0, n=n)[0], 1e-12)
            self.check(value, (2.0**(degree + 1) - 0.5**(degree + 1)) / (degree + 1) + (4 - 0.25) / 2, 1e-12)
            self.assertIsNone(nothing)
        rows = I.fixed_quad(lambda x, k: ct.stack([x, k * x * x]), np.float64(0.0), 3.0, (2.0,))[0]
        self.check(rows, [4.5, 18.0], 1e-12)
        for k in range(5):
            self.check(I.romberg(lambda x: x ** (2 * k + 1), np.float64(0.0), 2.0, divmax=k), 2.0 ** (2 * k + 2) / (2 * k + 2), 1e-12)
        self.check(I.romberg(lambda x, k: {"y": ct.exp(k * x)}["y"], np.float64(0.0), 1.0, (-2.0,)), (1 - np.exp(-2)) / 2, 1e-12)

    def test_numbers_of_python_have_the_type_of_the_function(self):
        one = np.float64(1.0)
        for value in (I.fixed_quad(lambda x: one * x**3, 0.1, 0.7)[0], I.romberg(lambda x: one * x**3, 0.1, 0.7), I.quad(lambda x: one * x**3, 0.1, 0.7)[0]):
            self.check(value, (0.7**4 - 0.1**4) / 4, 1e-14)
        self.assertEqual(I.quad(lambda x: x, 0, 1)[0].dtype, np.float32)

    def test_derivatives(self):
        for rule in (lambda f, a, b: I.fixed_quad(f, a, b, n=12)[0], I.romberg):
            slopes = ct.jit(ct.grad(lambda k, a, b: rule(lambda x: ct.sin(k * x), a, b), argnums=(0, 1, 2)))(*np.array([1.5, 0.2, 2.0]))
            k, a, b = 1.5, 0.2, 2.0
            by_k = (b * np.sin(k * b) - a * np.sin(k * a)) / k + (np.cos(k * b) - np.cos(k * a)) / k**2
            for found, expected in zip(slopes, (by_k, -np.sin(k * a), np.sin(k * b))):
                self.check(found, expected, 1e-9)


class Samples(Case):
    def test_beside_scipys(self):
        random = np.random.default_rng(0)
        for shape, axis in (((9,), -1), ((3, 5), 1), ((17, 2), 0), ((2, 3, 5), -1)):
            y, n = random.normal(size=shape), shape[axis]
            x, whole = np.sort(random.normal(size=n)), np.sort(random.normal(size=shape), axis)
            for more in ({}, {"dx": 0.3}, {"x": x}, {"x": whole}):
                self.check(I.simpson(y, axis=axis, **more), scipy.integrate.simpson(y, axis=axis, **more), 1e-9)
                self.check(I.cumulative_trapezoid(y, axis=axis, **more), scipy.integrate.cumulative_trapezoid(y, axis=axis, **more), 1e-12)
                self.check(I.cumulative_trapezoid(y, axis=axis, initial=0, **more),
                           scipy.integrate.cumulative_trapezoid(y, axis=axis, initial=0, **more), 1e-12)
            self.check(I.romb(y, 0.3, axis), scipy.integrate.romb(y, 0.3, axis), 1e-12)
            self.check(I.trapezoid(y, x, axis=axis), np.trapz(y, x, axis=axis), 1e-12)

    def test_simpson_is_exact_of_parabolas(self):
        """Of any number of samples from three on, at uneven distances; of cubics where there is an odd number at even ones."""
        for n in range(3, 9):
            x = np.sort(np.random.default_rng(n).uniform(0, 3, n))
            self.check(I.simpson(1 - 2 * x + 3 * x * x, x), (x[-1] - x[0]) - (x[-1] ** 2 - x[0] ** 2) + x[-1] ** 3 - x[0] ** 3, 1e-9)
        x = np.linspace(0, 2, 7)
        self.check(I.simpson(x**3, dx=1 / 3), 4.0, 1e-12)
        self.check(I.simpson(np.array([1.0, 3.0]), dx=2.0), 4.0, 1e-12)
        self.check(I.simpson(np.array([1.0]), dx=2.0), 0.0, 0)
        self.check(I.simpson(np.array([[1, 4, 9]])), [26 / 3], 1e-6, dtype=False)

    def test_derivatives(self):
        x = np.sort(np.random.default_rng(0).uniform(0, 3, 6))
        self.check_gradient(lambda y, x: I.simpson(y, x), np.cos(x), x)
        self.check_gradient(lambda y, x: I.cumulative_trapezoid(y, x), np.cos(x), x)

    def test_mistakes(self):
        with self.assertRaisesRegex(ct.ValueError, r"integrate_test.py:.*ct.integrate.romb: there must be 2\*\*k \+ 1 samples.* there are 4"):
            I.romb(np.ones(4))
        with self.assertRaisesRegex(ct.ValueError, "ct.integrate.simpson: 'axis' must be an axis of"):
            I.simpson(np.ones(4), axis=1)
        with self.assertRaisesRegex(ct.ValueError, "ct.integrate.cumulative_trapezoid: 'x' must have a point for each of the 4 samples"):
            I.cumulative_trapezoid(np.ones(4), np.ones(3))


if __name__ == "__main__":
    unittest.main()
