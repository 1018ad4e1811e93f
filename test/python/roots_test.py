#!/usr/bin/python3
"""ct.optimize.root, root_scalar and fixed_point: roots beside SciPy's, derivatives of the implicit function, how it ends."""

import unittest

import cotan as ct
import numpy as np
import scipy.optimize
from expected import Case

O = ct.optimize


def pulled(x, a):
    return ct.stack([x[0] + 0.5 * (x[0] - x[1]) ** 3 - a, 0.5 * (x[1] - x[0]) ** 3 + x[1]])


def theirs(a):
    return scipy.optimize.root(lambda x: [x[0] + 0.5 * (x[0] - x[1]) ** 3 - a, 0.5 * (x[1] - x[0]) ** 3 + x[1]], [0, 0], tol=1e-13).x


class Roots(Case):
    def test_beside_scipys_with_derivatives(self):
        slope = (theirs(1 + 1e-5) - theirs(1 - 1e-5)) / 2e-5
        for method in ("Newton", "Broyden"):
            found = ct.jit(lambda a: O.root(pulled, np.zeros(2), (a,), method))(np.float64(1.0))
            self.check(found.x, theirs(1.0), 1e-9)
            self.check(found.fun, np.zeros(2), 1e-9)
            self.assertEqual((int(found.status), bool(found.success)), (0, True))
            self.assertLess(int(found.nfev), 15)

            def root(a):
                return O.root(pulled, np.zeros(2), (a,), method).x

            self.check(ct.jit(ct.jacrev(root))(np.float64(1.0)), slope, 1e-8)
        self.check(ct.jit(ct.jacfwd(root))(np.float64(1.0)), slope, 1e-8)
        many = ct.jit(ct.vmap(ct.value_and_grad(lambda a: root(a)[0])))(np.array([0.0, 1.0, 5.0]))
        self.check(many[0], [theirs(a)[0] for a in (0, 1, 5)], 1e-9)
        self.check(many[1][1], slope[0], 1e-8)

    def test_of_many_numbers_nests_and_types(self):
        n = 40  # Broyden's tridiagonal equations

        def tridiagonal(p):
            x = ct.pad(p["x"], 1)
            return {"x": (3 - 2 * x[1:-1]) * x[1:-1] - x[:-2] - 2 * x[2:] + 1}

        expected = scipy.optimize.root(
            lambda x: (3 - 2 * x) * x - np.r_[0, x[:-1]] - 2 * np.r_[x[1:], 0] + 1, -np.ones(n), tol=1e-12).x
        for method in ("Newton", "Broyden"):
            found = O.root(tridiagonal, {"x": -np.ones(n)}, method=method)
            self.check(found.x["x"], expected, 1e-9)
        for dtype in ("float16", "float32", "float64"):
            x = O.root(lambda x: x * x - 2.0, ct.ones((), dtype)).x
            self.assertEqual(x.dtype, np.dtype(dtype))
            self.check(x.astype("float64"), np.sqrt(2), 1e-3 if dtype == "float16" else 1e-6)
        self.assertEqual(O.root(lambda x: x, np.zeros(0)).x.shape, (0,))

    def test_from_afar(self):
        """Newton's whole steps would go to infinity: arctan."""
        self.check(O.root(ct.arctan, np.float64(3.0)).x, 0.0, 1e-9)

    def test_ends(self):
        none = O.root(lambda x: x * x + 1.0, np.float64(1.0))
        self.assertEqual((int(none.status), bool(none.success)), (2, False))
        few = O.root(lambda x: ct.exp(x) - 100.0, np.float64(0.0), options={"maxiter": 2})
        self.assertEqual((int(few.status), int(few.nit), few.message), (1, 2, "The number of turns reached maxiter."))
        self.assertEqual(int(O.root(lambda x: x * ct.nan, np.float64(1.0)).status), 3)

    def test_second_order(self):
        def root(a):
            return O.root(lambda x: x ** 3 + x - a, np.float64(1.0)).x

        slope = 1 / 4  # at x = 1: x' = 1 / (3 x x + 1), x'' = -6 x x'^3
        self.check(ct.jit(ct.grad(ct.grad(root)))(np.float64(2.0)), -6 * slope**3, 1e-8)


class OfOneNumber(Case):
    def test_beside_brents(self):
        """Functions that are flat, steep, discontinuous or have a root of order three."""
        random, calls, brents = np.random.default_rng(0), 0, 0
        rows = [(lambda x: x * ct.exp(x) - 1, lambda x: x * np.exp(x) - 1, 0.0, 2.0), (lambda x: ct.cos(x) - x, lambda x: np.cos(x) - x, 0.0, 2.0),
                (lambda x: (x - 1) ** 3, lambda x: (x - 1) ** 3, -3.0, 7.3), (lambda x: ct.tanh(50 * (x - 0.3)), lambda x: np.tanh(50 * (x - 0.3)), -2.0, 1.0),
                (lambda x: ct.sign(x - 0.7), lambda x: np.sign(x - 0.7), 0.0, 1.0), (lambda x: ct.exp(x) - 1e-6, lambda x: np.exp(x) - 1e-6, -30.0, 5.0)]
        for ours, function, a, b in rows:
            run = ct.jit(lambda a, b: O.root_scalar(ours, bracket=(a, b)))
            for shift in random.uniform(0, 0.2, 3):
                found = run(np.float64(a - shift), np.float64(b))
                expected, info = scipy.optimize.brentq(function, a - shift, b, full_output=True, maxiter=1000)
                self.assertTrue(bool(found.converged))
                # Of roots of order three no more than a third of the digits can be told.
                self.check(found.root, expected, 1e-5 if function(1.0) == 0 and function(1 + 1e-6) < 1e-15 else 1e-11)
                calls, brents = calls + int(found.function_calls), brents + info.function_calls
        self.assertLess(calls, 1.5 * brents)

    def test_every_method_with_derivatives_and_lanes(self):
        """x exp(x) = a: the slope is 1 / (exp(x) (1 + x)), of Lambert's function."""
        levels = np.array([0.1, 1.0, 5.0])
        expected = scipy.special.lambertw(levels).real
        for more in ({"bracket": (0.0, 4.0)}, {"method": "bisect", "bracket": [0.0, 4.0]}, {"x0": 1.0}):
            def root(a):
                return O.root_scalar(lambda x: x * ct.exp(x) - a, **more).root

            x, slope = ct.jit(ct.vmap(ct.value_and_grad(root)))(levels)
            self.check(x, expected, 1e-12)
            self.check(slope, 1 / (np.exp(x) * (1 + x)), 1e-9)

    def test_ends_and_mistakes(self):
        same = O.root_scalar(lambda x: x * x + 1.0, bracket=(-1.0, 1.0))
        self.assertFalse(bool(same.converged))
        for method in ("chandrupatla", "bisect"):
            for a, b in ((0.0, 1.0), (-1.0, 0.0), (-0.7, 1.0)):
                found = O.root_scalar(lambda x: x * x * x, method=method, bracket=(np.float64(a), b), xtol=1e-9)
                self.assertTrue(bool(found.converged))
                self.assertLess(abs(float(found.root)), 1e-8)
        self.assertFalse(bool(O.root_scalar(lambda x: x * x * x - 0.3, bracket=(0.0, 1.0), maxiter=2).converged))
        self.assertFalse(bool(O.root_scalar(lambda x: x * x + 1.0, x0=0.5, maxiter=30).converged))
        for text, more in ((r"'method' must be one of 'chandrupatla', 'bisect', 'newton', but is 'brentq'", {"method": "brentq"}),
                           ("'newton' needs x0", {}), ("'bisect' needs bracket", {"method": "bisect"}),
                           ("'bracket' must be a pair of numbers", {"bracket": (1.0,)})):
            with self.assertRaisesRegex(ct.ValueError, f"roots_test.py:.*ct.optimize.root_scalar: {text}"):
                O.root_scalar(lambda x: x, **more)
        with self.assertRaisesRegex(ct.TypeError, "'f' must return one real number"):
            O.root_scalar(lambda x: ct.stack([x, x]), x0=1.0)


class FixedPoints(Case):
    def test_beside_the_solution_of_the_equation(self):
        random = np.random.default_rng(0)
        a, b = random.normal(size=(6, 6)), random.normal(size=6)
        a *= 0.9 / np.linalg.norm(a, 2)
        inverse = np.linalg.inv(np.eye(6) - a)
        counts = []
        for method in ("iteration", "anderson"):
            found = O.fixed_point(lambda x: a @ x + b, np.zeros(6), method=method)
            self.check(found.x, inverse @ b, 1e-8)
            self.assertTrue(bool(found.success))
            counts.append(int(found.nfev))
            by_b = ct.jit(ct.jacrev(lambda b: O.fixed_point(lambda x: a @ x + b, np.zeros(6), method=method).x))(b)
            self.check(by_b, inverse, 1e-8)
        self.assertLess(counts[1], counts[0])

    def test_where_iteration_leads_away(self):
        self.check(O.fixed_point(lambda x: 4.0 - 3.0 * x, np.float64(0.0)).x, 1.0, 1e-9)
        away = O.fixed_point(lambda x: 4.0 - 3.0 * x, np.float64(0.0), method="iteration", maxiter=30)
        self.assertEqual((int(away.status), int(away.nit)), (1, 30))

    def test_of_types_and_sizes(self):
        for dtype, near in (("float16", 2e-3), ("float32", 1e-5), ("float64", 1e-9)):
            for method in ("anderson", "iteration"):
                for shape in ((), (1,), (7,)):
                    x = O.fixed_point(lambda x: 100.0 + ct.cos(x), ct.ones(shape, dtype), method=method)
                    self.assertEqual((x.x.dtype, bool(x.success)), (np.dtype(dtype), True))
                    self.check(x.x.astype("float64"), np.full(shape, 100.92381987080242), near)
        self.assertEqual(O.fixed_point(lambda x: x, np.zeros(0)).x.shape, (0,))

    def test_of_an_implicit_layer_in_lanes(self):
        """x = tanh(w x + u), with slopes by w against differences."""
        w, u = 0.5 * np.random.default_rng(1).normal(size=(3, 3)), np.random.default_rng(2).normal(size=(4, 3))

        def loss(w):
            return ct.sum(ct.vmap(lambda u: O.fixed_point(lambda x: ct.tanh(w @ x + u), np.zeros(3)).x)(u) ** 2)

        run, h = ct.jit(loss), 1e-5
        expected = [[(run(w + h * d) - run(w - h * d)) / (2 * h) for d in np.eye(9)[3 * i:3 * i + 3].reshape(3, 3, 3)] for i in range(3)]
        self.check(ct.jit(ct.grad(loss))(w), np.array(expected, np.float64), 1e-6)

    def test_mistakes(self):
        for text, kind, args, more in (
                ("'method' must be one of 'anderson', 'iteration', but is 'andersen'", ct.ValueError, (ct.cos, 1.0), {"method": "andersen"}),
                (r"is float64\[2\], but 'x0' is float64\[3\]", ct.TypeError, (lambda x: x[:2], np.ones(3)), {}),
                ("'memory' must be at least 1", ct.ValueError, (ct.cos, 1.0), {"memory": 0})):
            with self.assertRaisesRegex(kind, f"roots_test.py:.*ct.optimize.fixed_point: .*{text}"):
                O.fixed_point(*args, **more)
        with self.assertRaisesRegex(ct.ValueError, "'method' must be one of 'Newton', 'Broyden', but is 'hybr'"):
            O.root(ct.cos, 1.0, method="hybr")


if __name__ == "__main__":
    unittest.main()
