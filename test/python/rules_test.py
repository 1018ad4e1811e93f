"""Derivative rules of one's own, Taylor mode, and effects of compiled functions."""

import contextlib
import io
import math
import unittest

import numpy as np

import cotan as ct


def newton_root(a):
    x = a
    while ct.abs(x * x - a) > 1e-12 * a:
        x = (x + a / x) / 2
    return x


class CustomRules(unittest.TestCase):
    def setUp(self):
        self.root = ct.custom_vjp(newton_root)
        self.root.defvjp(lambda a: (lambda y: (y, y))(self.root(a)), lambda y, g: (g / (2 * y),))

    def test_implicit_derivative_equals_that_through_the_loop(self):
        a = np.float64(2.0)
        for order, expected in ((1, 0.5 / 2**0.5), (2, -0.25 / 2**1.5)):
            through, by_rule = newton_root, self.root
            for _ in range(order):
                through, by_rule = ct.grad(through), ct.grad(by_rule)
            self.assertAlmostEqual(float(by_rule(a)), expected, places=12)
            self.assertAlmostEqual(float(through(a)), expected, places=9)

    def test_the_rule_is_used_wherever_the_call_stands(self):
        wrong = ct.custom_vjp(lambda x: x)
        wrong.defvjp(lambda x: (x, None), lambda _, g: (g * 10,))

        def in_a_loop(x):
            i = 0
            while i < 3:
                x = wrong(x)
                i += 1
            return x

        self.assertEqual(float(ct.grad(lambda x: wrong(x) + x)(1.0)), 11.0)
        self.assertEqual(float(ct.grad(in_a_loop)(1.0)), 1000.0)
        self.assertEqual(float(ct.jit(ct.grad(in_a_loop))(1.0)), 1000.0)
        slopes = ct.grad(lambda xs: ct.sum(ct.vmap(wrong)(xs)))(np.ones(3))
        np.testing.assert_array_equal(slopes, np.full(3, 10.0))

    def test_many_lanes_have_each_their_own_turns(self):
        a, g = np.array([2.0, 1e-6, 3e8, 4.0]), np.array([1.0, 2.0, 3.0, 4.0])
        roots, back = ct.vjp(ct.vmap(self.root), a)
        np.testing.assert_allclose(roots, np.sqrt(a), rtol=1e-12)
        np.testing.assert_allclose(back(g)[0], g / (2 * np.sqrt(a)), rtol=1e-12)
        second = ct.jit(ct.vmap(ct.grad(ct.grad(self.root))), dynamic_axes={"a": 0})
        for n in (0, 1, 4):
            np.testing.assert_allclose(second(a[:n]), -0.25 * a[:n] ** -1.5, rtol=1e-12)

    def test_lanes_that_share_an_argument_add_up_what_flows_to_it(self):
        @ct.custom_vjp
        def scaled(x, w):
            return {"y": x * w, "w": w}

        scaled.defvjp(lambda x, w: (scaled(x, w), (x, w)),
                      lambda kept, g: (g["y"] * kept[1], 3 * g["y"] * kept[0] + g["w"]))
        xs = np.array([1.0, 2.0, 4.0])

        def loss(xs, w):
            made = ct.vmap(scaled, in_axes=(0, None))(xs, w)
            return ct.sum(made["y"]) + ct.sum(made["w"])

        for slopes in (ct.grad(loss, (0, 1)), ct.jit(ct.grad(loss, (0, 1)))):
            to_xs, to_w = slopes(xs, np.float64(5))
            np.testing.assert_array_equal(to_xs, np.full(3, 5.0))
            self.assertEqual(float(to_w), 3 * 7 + 3)

    def test_nests_integers_and_constants(self):
        @ct.custom_vjp
        def f(p, n, name):
            return {"y": p["a"] * n, "n": n}

        f.defvjp(lambda p, n, name: (f(p, n, name), (n, name)),
                 lambda res, g: ({"a": g["y"] * res[0] + len(res[1]), "b": 0.0}, None, None))
        slope = ct.grad(lambda p: f(p, 3, "four")["y"])({"a": 2.0, "b": 1.0})
        self.assertEqual((float(slope["a"]), float(slope["b"])), (7.0, 0.0))

    def test_mistakes(self):
        f = ct.custom_vjp(lambda x: x)
        with self.assertRaisesRegex(TypeError, "rules_test.py:.*has no rule yet"):
            ct.grad(f)(1.0)
        f.defvjp(lambda x: x, lambda r, g: (g,))
        with self.assertRaisesRegex(TypeError, "must return a pair"):
            ct.grad(f)(1.0)
        f.defvjp(lambda x: (x, None), lambda r, g: (ct.ones(2),))
        with self.assertRaisesRegex(TypeError, r"cotangent of argument 0 is float32\[2\]"):
            ct.grad(f)(1.0)


class Taylor(unittest.TestCase):
    def test_against_known_series(self):
        one, zero = np.float64(1), np.float64(0)
        x = np.float64(0.3)
        cases = {ct.exp: [math.exp(x)] * 4, ct.sin: [math.cos(x), -math.sin(x), -math.cos(x), math.sin(x)],
                 ct.log: [1 / x, -1 / x**2, 2 / x**3, -6 / x**4]}
        y = math.tanh(x)
        s = 1 - y * y
        cases[ct.tanh] = [s, -2 * y * s, (4 * y * y - 2 * s) * s, (16 * y * s - 8 * y**3) * s]
        for function, expected in cases.items():
            def derivatives(*curve, function=function):
                return ct.jet(function, *curve)[1]

            for jet in (derivatives, ct.jit(derivatives)):  # compiled, zeros are like other arguments
                series = jet((x,), ([one, zero, zero, zero],))
                np.testing.assert_allclose(np.asarray(series, float), expected, rtol=1e-12)

    def test_results_keep_their_nest(self):
        def both(x):
            return {"power": x**3, "rest": (ct.exp(2 * x), "name", 7)}

        values, series = ct.jet(both, (np.float64(2),), ([np.float64(1), np.float64(0)],))
        self.assertEqual((float(values["power"]), values["rest"][1]), (8, "name"))
        self.assertEqual([float(x) for x in series["power"]], [12, 12])
        np.testing.assert_allclose(np.asarray(series["rest"][0], float), [2 * math.exp(4), 4 * math.exp(4)])

    def test_known_zeros_cost_nothing(self):
        def derivatives(second):
            return ct.jit(lambda x: ct.jet(lambda y: ct.tanh(ct.exp(y)), (x,), ([ct.ones_like(x), second],))[1])

        def size(second):
            return derivatives(second).lower(np.float64(0.3)).as_text("fused").count("prim.")

        self.assertLess(size(ct.array(0.0)), size(ct.array(2.0)))
        np.testing.assert_array_equal(derivatives(0.0)(np.float64(0.3)), derivatives(np.float64(0))(np.float64(0.3)))
        value, slope = ct.jvp(ct.exp, (np.float64(1),), (0.0,))
        self.assertEqual((float(value), float(slope)), (math.exp(1), 0.0))
        _, series = ct.jet(ct.exp, (np.float64(1),), ([0.0, 0.0],))
        np.testing.assert_array_equal(np.asarray(series, float), [0, 0])

    def test_equals_nested_gradients_through_a_loop(self):
        def grow(x):
            while x < 50.0:
                x = x * x + ct.sin(x)
            return x

        nested, expected = grow, []
        for _ in range(3):
            nested = ct.grad(nested)
            expected.append(float(nested(np.float64(1.3))))
        _, series = ct.jet(grow, (np.float64(1.3),), ([np.float64(1), np.float64(0), np.float64(0)],))
        np.testing.assert_allclose(np.asarray(series, float), expected, rtol=1e-10)

    def test_errors(self):
        with self.assertRaisesRegex(ValueError, "jet: series must hold a list"):
            ct.jet(ct.sin, (1.0,), ())
        with self.assertRaisesRegex(ValueError, "floats of one shape"):
            ct.jet(ct.sin, (1,), ([1],))
        kept = []
        ct.jit(lambda x: kept.append(0 * x) or x)(np.float64(1))
        with self.assertRaisesRegex(RuntimeError, "return it from there"):
            ct.jvp(ct.sin, (np.float64(1),), (kept[0],))


class Effects(unittest.TestCase):
    def test_print_shows_values_of_the_run(self):
        @ct.jit
        def count(n):
            i = 0
            while i < n:
                print("turn", i, "{}")
                i += 1
            return i

        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            count(2)
            count(3)
        lines = ["turn 0 {}", "turn 1 {}", "turn 0 {}", "turn 1 {}", "turn 2 {}"]
        self.assertEqual(text.getvalue().splitlines(), lines)

    def test_assertions_hold_or_end_the_run(self):
        @ct.jit
        def positive(x):
            assert x > 0, "x must be positive"
            return ct.log(x)

        self.assertEqual(float(positive(1.0)), 0.0)
        with self.assertRaisesRegex(RuntimeError, "x must be positive"):
            positive(-1.0)


if __name__ == "__main__":
    unittest.main()
