#!/usr/bin/python3
"""L-BFGS and its line searches: minima beside SciPy's, Wolfe's conditions, at once, compiled and in loops."""

import unittest

import cotan as ct
import numpy as np
import scipy.optimize

O = ct.optim


def rosenbrock(x):
    return ct.sum((1 - x[:-1]) ** 2 + 100 * (x[1:] - x[:-1] ** 2) ** 2)


def minimize(f, x, opt, steps, tolerance=0.0):
    """The point reached, the steps made, and the state, as a compiled loop that ends where the gradient is short."""
    value_and_grad = O.value_and_grad_from_state(f)

    def goes_on(held):
        count, x, state, (_, grad) = held
        return ct.logical_and(count < steps, O.global_norm(grad) > tolerance)

    def body(held):
        count, x, state, (value, grad) = held
        updates, state = opt.update(grad, state, x, value=value, grad=grad, value_fn=f)
        x = O.apply_updates(x, updates)
        return count + 1, x, state, value_and_grad(x, state=state)

    def run(x):
        state = opt.init(x)
        count, x, state, _ = ct.while_loop(goes_on, body, (0, x, state, value_and_grad(x, state=state)))
        return x, count, state

    return ct.jit(run)(x)


def theirs(f, x):
    """SciPy's minimum of the same function."""
    pair = ct.jit(ct.value_and_grad(f))
    return scipy.optimize.minimize(lambda x: [np.array(y) for y in pair(x)], x, jac=True, method="L-BFGS-B",
                                   options=dict(gtol=1e-10, ftol=1e-15, maxiter=2000))


ILL = np.logspace(0, 4, 20)
POINTS = np.random.default_rng(0).normal(size=(60, 5))
LABELS = (POINTS @ np.arange(-2.0, 3.0) + np.random.default_rng(1).normal(size=60) > 0).astype(np.float64)


def ill(x):
    return 0.5 * ct.sum(ct.array(ILL) * x * x) - ct.sum(x)


def logistic(x):
    scores = ct.array(POINTS) @ x[:-1] + x[-1]
    return ct.mean(ct.nn.softplus(scores) - ct.array(LABELS) * scores) + 0.01 * ct.sum(x * x)


def styblinski(x):
    return ct.sum(x**4 - 16 * x**2 + 5 * x) / 2


SEARCHES = {
    "zoom": O.scale_by_zoom_linesearch(30, initial_guess_strategy="one"),
    "zoom that keeps": O.scale_by_zoom_linesearch(30),
    "backtracking": O.scale_by_backtracking_linesearch(40, decrease_factor=0.5, store_grad=True),
}


class Minima(unittest.TestCase):
    def test_of_rosenbrock(self):
        for name, search in SEARCHES.items():
            for start in (np.array([-1.2, 1.0]), np.zeros(10), np.full(30, 2.0)):
                with self.subTest(name=name, size=start.size):
                    x, count, _ = minimize(rosenbrock, start, O.lbfgs(linesearch=search), 400, 1e-8)
                    np.testing.assert_allclose(x, np.ones(start.size), atol=1e-6)
                    self.assertLess(int(count), 250)

    def test_of_an_ill_conditioned_quadratic(self):
        """In not many more steps than SciPy's, which are some 500, too."""
        known = theirs(ill, np.zeros(20)).nit
        for name, search in SEARCHES.items():
            with self.subTest(name):
                x, count, _ = minimize(ill, np.zeros(20), O.lbfgs(linesearch=search), 1000, 1e-6)
                np.testing.assert_allclose(x, 1 / ILL, atol=1e-6)
                self.assertLess(int(count), 2 * known)

    def test_of_a_logistic_regression_as_scipy(self):
        expected = theirs(logistic, np.zeros(6))
        for name, search in SEARCHES.items():
            with self.subTest(name):
                x, count, _ = minimize(logistic, np.zeros(6), O.lbfgs(linesearch=search), 200, 1e-9)
                np.testing.assert_allclose(x, expected.x, atol=1e-6)
                self.assertLess(int(count), 3 * expected.nit + 10)

    def test_where_curvature_is_negative(self):
        """Pairs of steps along which slopes fall are left out, so that the direction goes down."""
        x, _, _ = minimize(styblinski, np.array([0.1, -0.1, 0.4]), O.lbfgs(), 100, 1e-8)
        np.testing.assert_allclose(ct.grad(styblinski)(x), np.zeros(3), atol=1e-6)
        self.assertTrue(bool(ct.all(ct.diagonal(ct.hessian(styblinski)(x)) > 0)))

    def test_of_nests_and_types(self):
        def f(p):
            return ct.sum((p["a"] - 3.0) ** 2) + ct.sum((p["b"][0] + p["a"][0]) ** 2)

        for dtype, tolerance in (("float32", 1e-3), ("float64", 1e-6), (ct.bfloat16, 0.1), ("float16", 0.05)):
            with self.subTest(dtype=dtype):
                p = {"a": ct.zeros(2, dtype), "b": (ct.ones((2, 2), dtype), None)}
                x, _, _ = minimize(f, p, O.lbfgs(), 30)
                np.testing.assert_allclose(x["a"].astype("float64"), [3, 3], atol=tolerance)
                np.testing.assert_allclose(x["b"][0].astype("float64"), -3 * np.ones((2, 2)), atol=tolerance)
                self.assertEqual(x["a"].dtype, p["a"].dtype)

    def test_of_complex_numbers(self):
        opt, z = O.split_real_and_imaginary(O.lbfgs(linesearch=None, learning_rate=0.5)), ct.array([0j, 0j])
        state = opt.init(z)
        for _ in range(30):  # the gradient of |z - (1 + 2j)|**2 in real and imaginary part
            updates, state = opt.update(2 * (z - (1 + 2j)), state, z)
            z = O.apply_updates(z, updates)
        np.testing.assert_allclose(z, [1 + 2j] * 2, atol=1e-4)

    def test_lanes(self):
        starts = np.random.default_rng(3).normal(size=(4, 3))
        found = ct.vmap(lambda x: minimize(rosenbrock, x, O.lbfgs(), 300, 1e-7)[0])(starts)
        for row in found:
            self.assertLess(float(O.global_norm(ct.grad(rosenbrock)(row))), 1e-6)

    def test_nothing_to_do(self):
        for name, search in SEARCHES.items():
            x, _, _ = minimize(rosenbrock, np.ones(3), O.lbfgs(linesearch=search), 3)
            np.testing.assert_array_equal(x, np.ones(3))
        x, _, _ = minimize(lambda x: ct.sum(x * x), np.zeros(0), O.lbfgs(), 3)
        self.assertEqual(x.shape, (0,))

    def test_as_bfgs_on_a_quadratic(self):
        """With exact steps, of which zoom's tolerance makes near ones, n steps end at the minimum of n variables."""
        matrix = np.diag([1.0, 2.0, 5.0, 9.0]) + 0.3
        search = O.scale_by_zoom_linesearch(60, curv_rtol=1e-9, slope_rtol=1e-12, initial_guess_strategy="one")
        x, _, _ = minimize(lambda x: 0.5 * x @ ct.array(matrix) @ x - ct.sum(x), np.zeros(4), O.lbfgs(linesearch=search), 5)
        np.testing.assert_allclose(x, np.linalg.solve(matrix, np.ones(4)), atol=1e-6)


class Direction(unittest.TestCase):
    def test_is_that_of_matrices(self):
        """The two loops compute H g, where H is updated by BFGS's formula from scaled ones."""
        random, n, memory = np.random.default_rng(7), 6, 3
        matrix = random.normal(size=(n, n))
        matrix = matrix @ matrix.T + np.eye(n)
        opt, points = O.scale_by_lbfgs(memory), random.normal(size=(6, n))
        state = opt.init(ct.array(points[0]))
        for i, x in enumerate(points):
            found, state = opt.update(ct.array(matrix @ x), state, ct.array(x))
            pairs = [(b - a, matrix @ (b - a)) for a, b in zip(points[:i], points[1:])][-memory:]
            if not pairs:
                continue
            s, y = pairs[-1]
            h = s @ y / (y @ y) * np.eye(n)
            for s, y in pairs:
                left = np.eye(n) - np.outer(s, y) / (s @ y)
                h = left @ h @ left.T + np.outer(s, s) / (s @ y)
            np.testing.assert_allclose(found, h @ matrix @ x, rtol=1e-9)

    def test_the_first_is_one_long_at_most(self):
        opt = O.scale_by_lbfgs()
        for g, expected in (([30.0, 40.0], [0.6, 0.8]), ([0.3, 0.4], [0.3, 0.4])):
            np.testing.assert_allclose(opt.update(ct.array(g), opt.init(ct.zeros(2)), ct.zeros(2))[0], expected, rtol=1e-6)


def searched(search, f, x, direction):
    value, grad = ct.value_and_grad(f)(x)
    updates, state = search.update(direction, search.init(x), x, value=value, grad=grad, value_fn=f)
    return float(state.learning_rate), updates, state


class Searches(unittest.TestCase):
    def test_steps_fulfil_wolfes_conditions(self):
        random, count = np.random.default_rng(11), 0
        for f in (rosenbrock, styblinski, lambda x: ct.sum(ct.cosh(x)), lambda x: ct.sum(ct.sin(3 * x) + x * x / 4)):
            for _ in range(10):
                x = random.normal(size=3) * 2
                value, grad = (np.asarray(y) for y in ct.value_and_grad(f)(x))
                direction = -grad * 10 ** random.uniform(-4, 1)
                step, updates, state = searched(O.scale_by_zoom_linesearch(40, curv_rtol=0.5), f, ct.array(x), ct.array(direction))
                after, slope = (np.asarray(y) for y in ct.value_and_grad(f)(x + step * direction))
                self.assertLessEqual(after, value + 1e-4 * step * (grad @ direction) + 1e-12)
                self.assertLessEqual(abs(slope @ direction), 0.5 * abs(grad @ direction) + 1e-12)
                np.testing.assert_allclose(updates, step * direction, rtol=1e-12)
                np.testing.assert_allclose(state.value, after, rtol=1e-12)
                np.testing.assert_allclose(state.grad, slope, rtol=1e-9)
                count += 1
        self.assertEqual(count, 40)

    def test_backtracking_takes_the_first_step_that_is_enough(self):
        for power in (0, 1, 3):
            x, direction = ct.array([1.0]), ct.array([-2.0 * 2.0**power])
            search = O.scale_by_backtracking_linesearch(20, decrease_factor=0.5, increase_factor=1.0)
            step, _, state = searched(search, lambda x: ct.sum(x * x), x, direction)
            expected = next(s for s in 0.5 ** np.arange(20) if (1 + s * float(direction[0])) ** 2 <= 1 + 1e-4 * s * 2 * float(direction[0]))
            self.assertEqual(step, expected)
            self.assertEqual(float(state.info.decrease_error), 0.0)

    def test_no_way_down(self):
        """Upwards, and where the function has no value: the step is 0."""
        for search in SEARCHES.values():
            for f, direction in ((lambda x: ct.sum(x * x), [3.0]), (lambda x: ct.sum(x * ct.nan), [-3.0])):
                _, updates, _ = searched(search, f, ct.array([1.0]), ct.array(direction))
                np.testing.assert_array_equal(updates, [0.0])

    def test_beyond_where_the_function_is_finite(self):
        for search in SEARCHES.values():
            step, updates, state = searched(search, lambda x: -ct.sum(ct.log(x)) + ct.sum(x), ct.array([5.0]), ct.array([-40.0]))
            self.assertTrue(np.isfinite(float(state.value)) and 0 < step < 0.125)

    def test_arguments_of_the_function(self):
        def f(x, scale):
            return scale * ct.sum(x * x)

        opt, x = O.chain(O.sgd(1.0), O.scale_by_zoom_linesearch(20)), ct.array([3.0])
        value, grad = ct.value_and_grad(f)(x, 2.0)
        updates, state = opt.update(grad, opt.init(x), x, value=value, grad=grad, value_fn=f, scale=2.0, more=1)
        np.testing.assert_allclose(updates, [-3.0], rtol=1e-5)
        np.testing.assert_allclose(opt.update(grad, opt.init(x), x, value_fn=f, scale=2.0)[0], updates)

    def test_what_is_missing(self):
        x = ct.array([1.0])
        for opt, name in ((O.lbfgs(), "zoom"), (O.chain(O.sgd(1.0), SEARCHES["backtracking"]), "backtracking")):
            with self.assertRaisesRegex(ct.TypeError, f"line_search_test.py:.*scale_by_{name}_linesearch needs the function"):
                opt.update(x, opt.init(x), x)
        with self.assertRaisesRegex(ct.ValueError, "line_search_test.py:.*scale_by_lbfgs needs the parameters"):
            O.lbfgs().update(x, O.lbfgs().init(x))
        with self.assertRaisesRegex(ct.ValueError, "line_search_test.py:.*'state' keeps no value and gradient"):
            O.value_and_grad_from_state(rosenbrock)(x, state=O.adam(0.1).init(x))
        for wrong, kind in ((0, ct.ValueError), (1.5, ct.TypeError), ("a", ct.TypeError)):
            with self.assertRaisesRegex(kind, "line_search_test.py:.*'memory_size' must be"):
                O.lbfgs(memory_size=wrong)
        with self.assertRaisesRegex(ct.ValueError, "line_search_test.py:.*'linesearch' must be a transformation, 'zoom' or None"):
            O.lbfgs(linesearch="wolfe")
        with self.assertRaisesRegex(ct.ValueError, "must be 'one' or 'keep', but is 'two'"):
            O.scale_by_zoom_linesearch(5, initial_guess_strategy="two")


if __name__ == "__main__":
    unittest.main()
