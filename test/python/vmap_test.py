"""Batches of calls against the calls one by one, and Jacobians against finite differences."""

import contextlib
import io
import unittest

import numpy as np

import cotan as ct

RANDOM = np.random.default_rng(0)
X = RANDOM.standard_normal((5, 3))


def one_by_one(function, *rows):
    return np.stack([np.asarray(function(*row)) for row in zip(*rows)])


class Vmap(unittest.TestCase):
    def same(self, function, *arrays):
        for mapped in (ct.vmap(function), ct.jit(ct.vmap(function))):
            np.testing.assert_allclose(mapped(*arrays), one_by_one(function, *arrays), rtol=1e-12)

    def test_elementwise_and_reductions(self):
        self.same(lambda x: ct.tanh(x) * ct.sum(x) + ct.max(x), X)

    def test_products_and_layout(self):
        matrices = RANDOM.standard_normal((5, 3, 4))
        self.same(lambda x, m: ct.concatenate([x @ m, x[::-1]]), X, matrices)

    def test_every_lane_has_its_own_number_of_turns(self):
        def steps(x):
            count = 0.0
            while ct.sum(x * x) < 100:
                x, count = x * 1.5 + 0.1, count + 1.0
            return x * count

        self.same(ct.jit(steps), X)

    def test_every_lane_goes_its_own_way(self):
        def choose(x):
            if x[0] > 0:
                return ct.sin(x)
            return x * x

        self.same(ct.jit(choose), X)

    def test_gradients_of_loops(self):
        def grow(x):
            y = ct.sum(x * x) + 1.1
            while y < 100.0:
                y = y * y
            return y

        self.same(ct.grad(grow), X)
        total = ct.grad(lambda xs: ct.sum(ct.vmap(grow)(xs)))(X)
        np.testing.assert_allclose(total, one_by_one(ct.grad(grow), X), rtol=1e-12)

    def test_axes(self):
        matrix = RANDOM.standard_normal((3, 4))
        columns = ct.vmap(lambda x, y: x * y, in_axes=(1, None), out_axes=1)(matrix, X[0])
        np.testing.assert_allclose(columns, matrix * X[0][:, None])
        nested = ct.vmap(ct.vmap(lambda x, y: x - y, in_axes=(None, 0)), in_axes=(0, None))(X[0], X[1])
        np.testing.assert_allclose(nested, X[0][:, None] - X[1])

    def test_of_so_many_calls(self):
        np.testing.assert_array_equal(ct.vmap(lambda: ct.array([1.0, 2.0]), axis_size=3)(), [[1, 2]] * 3)
        np.testing.assert_array_equal(ct.vmap(lambda x: 2 * x, in_axes=None, axis_size=2)(3.0), [6, 6])
        self.assertEqual(ct.vmap(lambda x: x, axis_size=0)(np.zeros(0)).shape, (0,))
        with self.assertRaisesRegex(ct.ValueError, r"found 3 \(axis_size\), 2"):
            ct.vmap(lambda x: x, axis_size=3)(np.zeros(2))
        for wrong in (-1, 1.5, True, 2**40):
            with self.assertRaisesRegex(ct.TypeError, "axis_size"):
                ct.vmap(lambda x: x, axis_size=wrong)(np.zeros(2))

    def test_what_branches_hand_on_is_one_for_all(self):
        def function(chosen, x, same):
            return ct.cond(chosen, lambda x, same: (x, same), lambda x, same: (x + 1, same), x, same)

        chosen, x = ct.array([True, False]), ct.arange(2.0)
        found = ct.vmap(function, in_axes=(0, 0, None), out_axes=(0, None))(chosen, x, 5.0)
        self.assertEqual((found[0].tolist(), float(found[1])), ([0.0, 2.0], 5.0))
        indices = ct.array([0, 1, 2])
        switched = ct.vmap(lambda i, same: ct.switch(i, [lambda s: (i, s)] * 3, same), in_axes=(0, None), out_axes=(0, None))
        self.assertEqual(float(switched(indices, 5.0)[1]), 5.0)

    def test_nests(self):
        result = ct.vmap(lambda p: {"s": p["a"] + p["b"], "c": 1.0})({"a": X, "b": X})
        np.testing.assert_allclose(result["s"], 2 * X)
        np.testing.assert_allclose(result["c"], np.ones(5))

    def test_prints_once_per_lane(self):
        def f(x):
            print("x", x)
            print("together")
            if x > 1:
                print("large", x)
                while x < 10:
                    print("below 10", x)
                    x = x * x
            return x

        def lines(function, argument):
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                function(ct.array(argument))
            return printed.getvalue().splitlines()

        expected = ["x 2.0", "x 1.0", "x 3.0", "together", "large 2.0", "large 3.0", "below 10 2.0", "below 10 3.0",
                    "below 10 4.0", "below 10 9.0"]
        mapped = ct.vmap(ct.jit(f))
        self.assertEqual(lines(mapped, [2.0, 1.0, 3.0]), expected)
        self.assertEqual(lines(ct.jit(mapped), [2.0, 1.0, 3.0]), expected)
        self.assertEqual(lines(ct.vmap(ct.grad(ct.jit(f))), [2.0, 1.0, 3.0]), expected)
        self.assertEqual(lines(ct.jit(lambda x: mapped(x), dynamic_axes={"x": 0}), [1.0]), ["x 1.0", "together"])
        self.assertEqual(lines(mapped, [0.5, 0.25]), ["x 0.5", "x 0.25", "together"])

    def test_asserts_hold_in_all_lanes_that_come_there(self):
        @ct.jit
        def root(x):
            if x > 0:
                assert x < 4, "too large"
                return ct.sqrt(x)
            return x

        np.testing.assert_allclose(ct.vmap(root)(np.array([-9.0, 1.0, 2.25])), [-9, 1, 1.5])
        np.testing.assert_allclose(ct.vmap(ct.grad(root))(np.array([-9.0, 1.0])), [1, 0.5])
        for fails in ([1.0, 9.0, -9.0], [5.0, 5.0]):
            with self.assertRaisesRegex(ct.Error, "vmap_test.py:.*too large"):
                ct.vmap(root)(np.array(fails))

    def test_errors(self):
        with self.assertRaisesRegex(ValueError, "vmap_test.py:.*one size; found 5 .*, 3 "):
            ct.vmap(lambda x, y: x)(X, X[0])
        with self.assertRaisesRegex(ValueError, "no axis 2"):
            ct.vmap(lambda x: x, in_axes=2)(X)
        with self.assertRaisesRegex(ValueError, "out_axes is None"):
            ct.vmap(lambda x: x, out_axes=None)(X)


class Jacobians(unittest.TestCase):
    def test_against_closed_forms(self):
        a = RANDOM.standard_normal((4, 3))
        f = lambda x: ct.sin(a @ x)  # noqa: E731
        expected = np.cos(a @ X[0])[:, None] * a
        for jacobian in (ct.jacrev(f), ct.jacfwd(f), ct.jit(ct.jacrev(f)), ct.jit(ct.jacfwd(f))):
            np.testing.assert_allclose(jacobian(X[0]), expected, rtol=1e-12)

    def test_hessian_of_a_loop(self):
        def f(x):
            y = x[0] * x[1]
            while y < 50.0:
                y = y * y
            return y * x[2]

        x = np.array([1.5, 2.0, 3.0])  # 3, 9, 81: y = (x0 x1)^4
        u = x[0] * x[1]
        d, dd = 4 * u**3, 12 * u**2
        expected = np.array([[dd * x[1] ** 2 * x[2], (dd * u + d) * x[2], d * x[1]],
                             [(dd * u + d) * x[2], dd * x[0] ** 2 * x[2], d * x[0]],
                             [d * x[1], d * x[0], 0]])
        np.testing.assert_allclose(ct.hessian(f)(x), expected, rtol=1e-10)

    def test_nests(self):
        f = lambda p: {"y": p["a"] * p["b"]}  # noqa: E731
        for jacobian in (ct.jacrev(f), ct.jacfwd(f)):
            found = jacobian({"a": X[0], "b": X[1]})
            np.testing.assert_allclose(found["y"]["a"], np.diag(X[1]))
            np.testing.assert_allclose(found["y"]["b"], np.diag(X[0]))


if __name__ == "__main__":
    unittest.main()
