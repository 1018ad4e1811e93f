#!/usr/bin/python3
"""jit, grad, vjp, jvp and control flow, at once, compiled and in each other."""

import contextlib
import io
import unittest

import cotan as ct
import numpy as np
from expected import Case

X = np.array([0.3, -1.2, 2.0])


def central(f, x, step=1e-6):
    """The gradient by central differences."""
    slopes = []
    for i in range(x.size):
        up, down = x.copy(), x.copy()
        up.flat[i] += step
        down.flat[i] -= step
        slopes.append((float(f(up)) - float(f(down))) / (2 * step))
    return np.reshape(slopes, x.shape)


class Derivatives(Case):
    def test_gradient(self):
        def f(x):
            return ct.sum(ct.sin(x) * ct.exp(x) / (1 + x**2))

        self.check(ct.grad(f)(X), central(f, X), 1e-6)
        self.check(ct.jit(ct.grad(f))(X), central(f, X), 1e-6)
        self.check(ct.grad(ct.jit(f))(X), central(f, X), 1e-6)

    def test_value_and_grad(self):
        value, slope = ct.value_and_grad(lambda x: ct.sum(x**2))(X)
        self.check(value, np.sum(X**2), 1e-12)
        self.check(slope, 2 * X, 1e-12)
        (value, extra), slope = ct.value_and_grad(lambda x: (ct.sum(x), x + 1), has_aux=True)(X)
        self.check(extra, X + 1, 1e-12)

    def test_argnums(self):
        slopes = ct.grad(lambda x, n, y: ct.sum(x * y) * n, (0, 2))(X, 2, X + 1)
        self.check(slopes[0], 2 * (X + 1), 1e-12)
        self.check(slopes[1], 2 * X, 1e-12)

    def test_perturbation_confusion(self):
        self.assertEqual(float(ct.grad(lambda x: x * ct.grad(lambda y: x + y)(1.0))(1.0)), 1)
        self.assertEqual(float(ct.grad(lambda x: x * ct.grad(lambda y: x * y)(1.0))(4.0)), 8)
        slope = ct.jvp(lambda x: x * ct.jvp(lambda y: x + y, (1.0,), (1.0,))[1], (1.0,), (1.0,))[1]
        self.assertEqual(float(slope), 1)
        slope = ct.jvp(lambda x: x * ct.grad(lambda y: x * y)(1.0), (4.0,), (1.0,))[1]
        self.assertEqual(float(slope), 8)

    def test_higher_orders(self):
        f = lambda x: x**5  # noqa: E731
        for expected in (80, 160, 240, 240, 120):
            f = ct.grad(f)
            self.assertEqual(float(f(2.0)), expected)
            self.assertEqual(float(ct.jit(f)(2.0)), expected)

    def test_vjp_computes_the_value_once(self):
        def f(x):
            print("value")
            y = ct.tanh(x)
            total = ct.sum(y)
            while total < 20.0:
                print("turn")
                total = total * total + ct.exp(-total) * x[2]
            if total > 30.0:
                y = y * total
            return total * y

        with contextlib.redirect_stdout(io.StringIO()) as printed:
            value, back = ct.vjp(f, X)
            lines = printed.getvalue().split()
            weights = np.cos(np.arange(3))
            slopes = [back(weights)[0], ct.vmap(lambda w: back(w)[0])(np.stack([weights, 2 * weights]))]
        self.assertEqual(printed.getvalue().split(), lines)
        self.assertEqual(lines, ["value"] + ["turn"] * (len(lines) - 1))
        slope = central(lambda x: ct.sum(ct.jit(f)(x) * weights), X)
        self.check(slopes[0], slope, 1e-5)
        self.check(slopes[1], [slope, 2 * slope], 1e-5)
        bend = ct.grad(lambda x: ct.sum(ct.vjp(f, x)[1](weights)[0] * X))(X)
        self.check(bend, central(lambda x: ct.sum(ct.vjp(f, x)[1](weights)[0] * X), X), 1e-4)

    def test_vjp_and_jvp(self):
        weights = np.arange(6.0).reshape(2, 3)
        value, back = ct.vjp(lambda x: weights @ ct.sin(x), X)
        self.check(value, weights @ np.sin(X), 1e-12)
        self.check(back(np.array([1.0, 2.0]))[0], np.cos(X) * (weights.T @ [1, 2]), 1e-12)
        value, direction = ct.jvp(lambda x: weights @ ct.sin(x), (X,), (np.ones(3),))
        self.check(direction, weights @ np.cos(X), 1e-12)

    def test_errors(self):
        with self.refuses(TypeError, "transform_test.py:", "argument 0 is int64", "floats"):
            ct.grad(lambda x: x)(1)
        with self.refuses(TypeError, r"float64\[3\]", "ct.sum"):
            ct.grad(lambda x: x)(X)
        with self.refuses(ValueError, "argnums has 1"):
            ct.grad(lambda x: x, 1)(1.0)
        with self.refuses(ValueError, "jvp", "shape"):
            ct.jvp(ct.sin, (X,), (np.ones(2),))

    def test_an_exception_in_a_function_comes_through(self):
        with self.assertRaisesRegex(KeyError, "mine"):
            ct.grad(lambda x: {}["mine"])(1.0)
        self.assertEqual(float(ct.grad(lambda x: x * x)(3.0)), 6)  # and leaves nothing open


class Jit(Case):
    def test_traces_once_per_type(self):
        runs = []
        f = ct.jit(lambda x, y: runs.append(1) or x * y)
        self.assertEqual(float(f(2.0, 3.0)), 6)
        self.assertEqual(float(f(4.0, 5.0)), 20)
        self.assertEqual(len(runs), 1)
        f(X, 2.0)
        self.assertEqual(len(runs), 2)

    def test_several_results(self):
        a, b = ct.jit(lambda x: (x + 1, x * 2))(3.0)
        self.assertEqual((float(a), float(b)), (4, 6))

    def test_nested_in_a_function_with_closure(self):
        def f(x):
            return ct.jit(lambda y: y * x)(2.0)

        self.assertEqual(float(ct.jit(f)(5.0)), 10)
        self.assertEqual(float(ct.jit(f)(6.0)), 12)
        self.assertEqual(float(ct.grad(f)(5.0)), 2)

    def test_decisions_say_what_to_do(self):
        with self.refuses(TypeError, "transform_test.py:", "traced", "ct.where"):
            ct.jit(lambda x: sorted([x, 1.0]))(1.0)

    def test_nests_and_constants_come_back(self):
        self.assertEqual(ct.jit(lambda x: {"a": x, "b": ("text", None)})(1.0)["b"], ("text", None))

    def test_leaked_tensors_are_refused(self):
        kept = []
        ct.jit(lambda x: kept.append(x + 1) or x)(1.0)
        with self.refuses(RuntimeError, "traced tensor", "return it"):
            kept[0] + 1


class Control(Case):
    def test_while_loop(self):
        def power(x, n):
            return ct.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1] * x), (0, 1.0))[1]

        self.assertEqual(float(power(2.0, 10)), 1024)
        self.assertEqual(float(ct.grad(power)(2.0, 10)), 5120)
        self.assertEqual(float(ct.jit(ct.grad(ct.grad(power)))(2.0, 5)), 160)

    def test_fori_loop(self):
        self.assertEqual(int(ct.fori_loop(0, 5, lambda i, s: s + i, 0)), 10)
        slope = ct.grad(lambda x: ct.sum(ct.fori_loop(0, 4, lambda i, y: ct.sin(y) * x, x)))

        def f(x):
            y = x
            for _ in range(4):
                y = np.sin(y) * x
            return np.sum(y)

        self.check(slope(X), central(f, X), 1e-6)

    def test_cond_and_switch(self):
        def size(x):
            return ct.cond(x > 0, lambda x: x * x, lambda x: -x, x)

        self.assertEqual(float(size(ct.array(3.0))), 9)
        self.assertEqual(float(ct.grad(size)(3.0)), 6)
        self.assertEqual(float(ct.jit(ct.grad(size))(-3.0)), -1)
        pick = ct.jit(lambda i, x: ct.switch(i, [lambda x: x, lambda x: x * 2, ct.sin], x))
        self.assertEqual([float(pick(i, 3.0)) for i in (-1, 0, 1)], [3, 3, 6])

    def test_scan(self):
        last, rows = ct.scan(lambda c, x: (c * x, c + x), 1.0, X)
        self.check(last, np.prod(X), 1e-6, dtype=False)
        slope = ct.grad(lambda xs: ct.scan(lambda c, x: (c * x, None), 1.0, xs)[0])(X)
        self.check(slope, np.prod(X) / X, 1e-6, dtype=False)
        _, counted = ct.scan(lambda c, _: (c + 1, c), 0, None, length=4)
        self.check(counted, [0, 1, 2, 3], dtype=False)

    def test_loops_in_branches_in_loops(self):
        def f(x):
            def body(i, y):
                inner = lambda _: ct.fori_loop(0, i, lambda _, z: z * x, y)  # noqa: E731
                return ct.cond(i % 2 == 0, inner, lambda _: y + x, y)

            return ct.fori_loop(0, 5, body, x)

        def plain(x):
            y = x
            for i in range(5):
                y = y * x**i if i % 2 == 0 else y + x
            return y

        self.check(f(ct.array(1.3)), np.float32(plain(1.3)), 1e-5)
        x = np.array(1.3)
        self.check(ct.grad(f)(x), central(plain, x), 1e-6)

    def test_errors(self):
        with self.refuses(TypeError, "variable 0", r"float32\[2\]", r"float32\[4\]"):
            ct.fori_loop(0, 3, lambda i, s: ct.concatenate([s, s]), ct.ones(2))
        with self.refuses(TypeError, "condition", "truth value"):
            ct.while_loop(lambda s: s, lambda s: s, 1.0)
        with self.refuses(TypeError, "cond", "branch"):
            ct.cond(ct.array(True), lambda: ct.ones(2), lambda: ct.ones(3))
        with self.refuses(TypeError, "predicate"):
            ct.cond(ct.ones(2), lambda: 1, lambda: 2)


if __name__ == "__main__":
    unittest.main()
