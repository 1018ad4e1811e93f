#!/usr/bin/python3
"""ct.optimize.minimize and least_squares: minima beside SciPy's, derivatives of minima, lanes, nests, types, how it ends."""

import unittest

import cotan as ct
import numpy as np
import scipy.optimize
from expected import Case

O = ct.optimize
METHODS = ["BFGS", "L-BFGS", "Newton-CG", "GradientDescent", "Nelder-Mead"]


def rosenbrock(x, scale=100.0):
    return ct.sum((1 - x[:-1]) ** 2 + scale * (x[1:] - x[:-1] ** 2) ** 2)


POINTS = np.random.default_rng(0).normal(size=(60, 3))
LABELS = (POINTS @ np.array([-2.0, 1.0, 3.0]) + np.random.default_rng(1).normal(size=60) > 0).astype(np.float64)


def logistic(p, weight):
    scores = ct.array(POINTS) @ p["w"] + p["b"]
    return ct.mean(ct.nn.softplus(scores) - ct.array(LABELS) * scores) + weight * (ct.sum(p["w"] ** 2) + p["b"] ** 2)


class Minima(Case):
    def test_of_rosenbrocks_function(self):
        """At once as compiled; in about as many turns as SciPy's."""
        for method in METHODS:
            start = np.array([-1.2, 1.0, 0.5])
            options = {"GradientDescent": {"maxiter": 50000}, "Nelder-Mead": {"xatol": 1e-7, "fatol": 1e-14}}.get(method)
            found = ct.jit(lambda x: O.minimize(rosenbrock, x, method=method, options=options))(start)
            with self.subTest(method):
                self.check(found.x, np.ones(3), 1e-4)
                self.assertEqual((int(found.status), bool(found.success), found.message), (0, True, "It is near enough."))
                self.check(found.fun, rosenbrock(found.x), 1e-12)
                self.check(found.jac, ct.grad(rosenbrock)(found.x), 1e-9)
                if method == "BFGS":
                    theirs = scipy.optimize.minimize(scipy.optimize.rosen, start, jac=scipy.optimize.rosen_der)
                    self.assertLess(int(found.nit), 2 * theirs.nit)
                    self.check(found.hess_inv, np.linalg.inv(ct.hessian(rosenbrock)(found.x)), 0.2)

    def test_of_a_nest_in_lanes(self):
        weights = np.array([0.01, 0.1])

        def theirs(weight):
            def loss(p):
                scores = POINTS @ p[:3] + p[3]
                return np.mean(np.logaddexp(0, scores) - LABELS * scores) + weight * p @ p

            return scipy.optimize.minimize(loss, np.zeros(4), tol=1e-9).x

        expected = [theirs(w) for w in weights]
        for method in ("BFGS", "L-BFGS", "Newton-CG"):
            def run(w):
                return O.minimize(logistic, {"w": np.zeros(3), "b": np.float64(0)}, (w,), method=method, tol=1e-8)

            found = ct.jit(ct.vmap(run))(weights)
            self.assertTrue(found.success.numpy().all())
            self.check(found.x["w"], [e[:3] for e in expected], 1e-5)
            self.check(found.x["b"], [e[3] for e in expected], 1e-5)

    def test_of_types_and_sizes(self):
        for dtype, near in (("float16", 1e-2), (ct.bfloat16, 3e-2), ("float32", 1e-3), ("float64", 1e-4)):
            for method in ("BFGS", "Nelder-Mead")[:1 if dtype == "float16" else 2]:
                x = O.minimize(lambda x: ct.sum((x - 3.0) ** 4) + ct.sum((x - 3.0) ** 2), ct.ones(2, dtype), method=method).x
                self.assertEqual(x.dtype, ct.ones(2, dtype).dtype)
                self.check(x.astype("float64"), [3.0, 3.0], near)
        for method in METHODS:
            nothing = O.minimize(lambda x: ct.sum(x * x), np.zeros(0), method=method)
            self.assertEqual((nothing.x.shape, bool(nothing.success)), ((0,), True))
        self.check(O.minimize(lambda x: (x - 2.0) ** 2, 1).x, 2.0, 1e-5)
        many = O.minimize(lambda x: ct.sum((x - np.arange(2000.0)) ** 2), np.zeros(2000), method="L-BFGS", tol=1e-7)
        self.check(many.x, np.arange(2000.0), 1e-7)

    def test_ends(self):
        start = np.array([-1.2, 1.0])
        for method in METHODS:
            few = O.minimize(rosenbrock, start, method=method, options={"maxiter": 2})
            self.assertEqual((int(few.status), int(few.nit), few.message), (1, 2, "The number of turns reached maxiter."))
        self.assertEqual(int(O.minimize(lambda x: ct.sum(x) * ct.nan, start).status), 3)
        self.assertEqual(int(O.minimize(lambda x: -ct.sum(x), start, options={"maxiter": 30}).success), 0)
        there = O.minimize(rosenbrock, np.ones(2))
        self.assertEqual((int(there.status), int(there.nit), int(there.nfev)), (0, 0, 1))
        saddle = O.minimize(lambda x: x[0] ** 2 + (x[1] ** 2 - 1) ** 2, np.array([1.0, 1e-3]), method="Newton-CG")
        self.check(abs(saddle.x), [0.0, 1.0], 1e-4)

    def test_mistakes(self):
        def f(x):
            return ct.sum(x * x)

        for text, kind, args, more in (
                (r"'method' must be one of 'BFGS', .* but is 'bfsg'; did you mean 'BFGS'\?", ct.ValueError, (f, 1.0), {"method": "bfsg"}),
                ("'BFGS' has no option 'gtoll'; it has 'gtol', 'maxiter'", ct.ValueError, (f, 1.0), {"options": {"gtoll": 1}}),
                ("must be one real number, but is", ct.TypeError, (lambda x: x, np.ones(2)), {}),
                ("'x0' must be of real numbers", ct.TypeError, (f, 1j), {}),
                ("'fun' must be a function", ct.TypeError, (3, 1.0), {}),
                ("'options' must be a dict", ct.TypeError, (f, 1.0), {"options": 3})):
            with self.assertRaisesRegex(kind, f"minimize_test.py:.*ct.optimize.minimize: .*{text}"):
                O.minimize(*args, **more)


class Bounds(Case):
    def test_beside_scipys(self):
        low, high = np.array([-2.0, -1.0, 0.6]), np.array([0.5, 3.0, 2.0])
        expected = scipy.optimize.minimize(scipy.optimize.rosen, [-1.2, 1.0, 1.5], jac=scipy.optimize.rosen_der, method="L-BFGS-B",
                                           bounds=list(zip(low, high)), options={"gtol": 1e-10, "ftol": 1e-15}).x
        found = ct.jit(lambda x: O.minimize(rosenbrock, x, method="ProjectedGradient", bounds=(low, high)))(np.array([-1.2, 1.0, 1.5]))
        self.assertEqual(int(found.status), 0)
        self.check(found.x, expected, 1e-5)
        self.check(O.minimize(rosenbrock, np.array([-1.2, 1.0]), method="ProjectedGradient", bounds=(None, None), tol=1e-7).x,
                   [1.0, 1.0], 1e-5)
        nest = O.minimize(lambda p: (p["a"] - 3.0) ** 2 + ct.sum((p["b"] + 1.0) ** 2), {"a": 0.0, "b": np.zeros(2)},
                          method="ProjectedGradient", bounds=({"a": 0.0, "b": np.array([0.0, -5.0])}, 2.0))
        self.check(nest.x["a"], 2.0, 1e-6)
        self.check(nest.x["b"], [0.0, -1.0], 1e-6)

    def test_derivatives(self):
        """Of the nearest point between bounds: by the point where it is inside, by the bound where it is at one."""
        def nearest(b, low):
            return O.minimize(lambda x: ct.sum((x - b) ** 2), np.zeros(3), method="ProjectedGradient", bounds=(low, 2.0), tol=1e-9).x

        by_b, by_low = ct.jit(ct.jacrev(nearest, argnums=(0, 1)))(np.array([-3.0, 0.5, 5.0]), np.float64(-1.0))
        self.check(by_b, np.diag([0.0, 1.0, 0.0]), 1e-9)
        self.check(by_low, [1.0, 0.0, 0.0], 1e-9)

    def test_mistakes(self):
        for text, more in (("'BFGS' knows no bounds; take method='ProjectedGradient'", {"bounds": (0.0, 1.0)}),
                           (r"'ProjectedGradient' needs bounds=\(low, high\)", {"method": "ProjectedGradient"}),
                           ("'bounds' must be a pair", {"method": "ProjectedGradient", "bounds": 1.0}),
                           (r"'bounds' has float64\[3\], but 'x0' is float64\[2\]", {"method": "ProjectedGradient", "bounds": (np.zeros(3), None)})):
            with self.assertRaisesRegex(ct.ValueError, f"minimize_test.py:.*ct.optimize.minimize: {text}"):
                O.minimize(rosenbrock, np.zeros(2), **more)


class OfMinima(Case):
    def test_derivatives_are_those_of_the_implicit_function(self):
        """x with x (1 + a) = b + a: of the minimum of (x - b)^2 / 2 + a (x - 1)^2 / 2, in both modes and orders."""
        def minimum(a, b, method="BFGS"):
            return O.minimize(lambda x: 0.5 * ct.sum((x - b) ** 2) + 0.5 * a * ct.sum((x - 1.0) ** 2), np.zeros(2), method=method,
                              tol=1e-10).x

        a, b = np.float64(0.5), np.array([2.0, 3.0])
        for method in ("BFGS", "Newton-CG", "Nelder-Mead"):
            by_a, by_b = ct.jit(ct.jacrev(lambda a, b: minimum(a, b, method), argnums=(0, 1)))(a, b)
            self.check(by_a, (1 - b) / (1 + a) ** 2, 1e-5)
            self.check(by_b, np.eye(2) / (1 + a), 1e-6)
        twice = ct.jit(ct.jacfwd(ct.jacrev(minimum)))(a, b)
        self.check(twice, -2 * (1 - b) / (1 + a) ** 3, 1e-6)
        lanes = ct.jit(ct.vmap(ct.grad(lambda a: minimum(a, b)[0])))(np.array([0.0, 0.5, 2.0]))
        self.check(lanes, (1 - b[0]) / (1 + np.array([0.0, 0.5, 2.0])) ** 2, 1e-6)

    def test_against_differences(self):
        def best(weight):
            return O.minimize(logistic, {"w": np.zeros(3), "b": np.float64(0)}, (weight,), tol=1e-10)

        value, x = ct.jit(ct.grad(lambda w: best(w).fun)), ct.jit(ct.jacrev(lambda w: best(w).x["w"]))
        run, h = ct.jit(lambda w: (best(w).x["w"], best(w).fun)), 1e-5
        (ahead, high), (behind, low) = run(np.float64(0.05 + h)), run(np.float64(0.05 - h))
        self.check(x(np.float64(0.05)), (ahead - behind) / (2 * h), 1e-4)
        self.check(value(np.float64(0.05)), (high - low) / (2 * h), 1e-6)


TIMES = np.linspace(0, 5, 20)
DATA = 3 * np.exp(-0.7 * TIMES) + 0.5 + 0.01 * np.random.default_rng(2).normal(size=20)


def misses(p, y):
    return {"all": p[0] * ct.exp(-p[1] * ct.array(TIMES)) + p[2] - y}


class LeastSquares(Case):
    def test_beside_scipys(self):
        expected = scipy.optimize.least_squares(lambda p: p[0] * np.exp(-p[1] * TIMES) + p[2] - DATA, [1.0, 1.0, 0.0], method="lm",
                                                ftol=1e-13, xtol=1e-13, gtol=1e-13)
        for method, start in (("lm", [1.0, 1.0, 0.0]), ("lm", [10.0, 3.0, -5.0]), ("gn", [2.0, 0.6, 0.4])):
            found = ct.jit(lambda x: O.least_squares(misses, x, (DATA,), method=method))(np.array(start))
            self.check(found.x, expected.x, 1e-6)
            self.check(found.cost, expected.cost, 1e-9)
            self.check(found.fun["all"], expected.fun, 1e-6)
            self.assertTrue(found.success)
            self.assertLess(float(found.optimality), 1e-6)

    def test_of_rosenbrocks_residuals_and_few_equations(self):
        found = O.least_squares(lambda x: ct.stack([10 * (x[1] - x[0] ** 2), 1 - x[0]]), np.array([-1.2, 1.0]))
        self.check(found.x, np.ones(2), 1e-6)
        line = O.least_squares(lambda x: x[0] + 2 * x[1] - 5.0, np.array([0.0, 0.0]), method="gn")
        self.check(line.x, [1.0, 2.0], 1e-9)  # the shortest step
        held = O.least_squares(lambda x: x[0] + 2 * x[1] - 5.0, np.array([0.0, 0.0]))
        self.check(held.fun, 0.0, 1e-6)
        self.assertTrue(bool(O.least_squares(lambda x: x, np.zeros(0)).success))
        self.assertEqual(int(O.least_squares(lambda x: x * ct.nan, np.ones(2)).status), -1)
        away = O.least_squares(misses, np.array([1.0, 1.0, 0.0]), (DATA,), method="gn")  # from where it leads away
        self.assertEqual((int(away.status), bool(away.success)), (-1, False))
        self.assertEqual(int(O.least_squares(misses, np.array([1.0, 1.0, 0.0]), (DATA,), max_nfev=3).status), 0)

    def test_derivatives_against_differences(self):
        def parameters(y):
            return O.least_squares(misses, np.array([1.0, 1.0, 0.0]), (y,), ftol=1e-14, xtol=1e-14, gtol=1e-13).x

        along, h = np.cos(np.arange(20)), 1e-5
        slope = ct.jit(lambda y, d: ct.jvp(parameters, (y,), (d,))[1])(DATA, along)
        run = ct.jit(parameters)
        self.check(slope, (run(DATA + h * along) - run(DATA - h * along)) / (2 * h), 1e-5)
        back = ct.jit(ct.jacrev(parameters))(DATA)
        self.check(back @ along, slope, 1e-8)


if __name__ == "__main__":
    unittest.main()
