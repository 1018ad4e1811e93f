#!/usr/bin/python3
"""Functions as values: which one it is, and what it holds, is known when the program runs."""

import math
import unittest

import as_python
import cotan as ct
import numpy as np
from as_python import real
from chosen_functions import FUNCTIONS, scaled, shift, square
from expected import Case


class Chosen(as_python.AsPython):
    functions = FUNCTIONS


class Borders(Case):
    """Functions that go into and out of compiled ones."""

    def test_closures_are_returned(self):
        times = ct.jit(scaled)(3.0)
        self.check(times(2.0), 6.0, dtype=False)
        self.check(ct.jit(lambda f, x: f(x))(times, 5.0), 15.0, dtype=False)
        self.check(ct.grad(times)(2.0), 3.0, dtype=False)
        self.check(ct.grad(lambda k: ct.jit(scaled)(k)(2.0))(5.0), 2.0, dtype=False)

    def test_chosen_functions_are_returned(self):
        choose = ct.jit(lambda c, y: scaled(y) if c else square)
        for c in (True, False):
            f = choose(ct.array(c), 3.0)
            self.assertEqual(float(f(5.0)), 15.0 if c else 25.0)
            self.check(ct.jit(f)(5.0), 15.0 if c else 25.0, dtype=False)
            self.check(ct.vmap(f)(ct.array([1.0, 5.0])), [3.0, 15.0] if c else [1.0, 25.0], dtype=False)
        found = choose(ct.array(True), 3.0)
        self.assertEqual(repr(found), "<function square or <lambda>>")

    def test_nests_of_functions_are_returned(self):
        found = ct.jit(lambda x: {"f": scaled(x), "g": (square, x)})(4.0)
        self.check(found["f"](2.0), 8.0, dtype=False)
        self.assertIs(found["g"][0], square)

    def test_functions_of_the_package(self):
        def f(x, i):
            g = ct.sin
            g = ct.cos if i == 1 else g
            g = ct.tanh if i == 2 else g
            return g(x)

        for i, expected in enumerate((math.sin, math.cos, math.tanh)):
            self.check(ct.jit(f)(real(0.3), i), expected(0.3))
        self.check(ct.vmap(f, in_axes=(None, 0))(real(0.3), ct.arange(3)), [math.sin(0.3), math.cos(0.3), math.tanh(0.3)])

    def test_derivatives_of_what_was_chosen(self):
        def f(x, n):
            g = ct.grad(square if n > 2 else lambda t: t**4)
            return g(x) + ct.grad(g)(x)

        self.check(ct.jit(f)(3.0, 3), 8.0, dtype=False)
        self.check(ct.jit(f)(3.0, 0), 4 * 27.0 + 12 * 9.0, dtype=False)

    def test_parameters_that_are_captured_are_trained(self):
        def model(w, n):
            layer = (lambda t: ct.tanh(w["a"] @ t)) if n > 2 else (lambda t: t * w["b"])
            return ct.sum(layer(layer(np.ones(2))))

        w = {"a": np.array([[0.5, 0.1], [0.2, 0.3]]), "b": np.array([2.0, 3.0])}
        for n, name, other in ((3, "a", "b"), (0, "b", "a")):
            found = ct.jit(ct.grad(model))(w, n)
            self.check(found[other], np.zeros_like(w[other]))
            moved = {**w, name: w[name] + 1e-6}
            slope = (float(model(moved, ct.array(n))) - float(model(w, ct.array(n)))) / 1e-6
            self.assertAlmostEqual(float(ct.sum(found[name])), slope, 4)

    def test_confusion_of_perturbations(self):
        """d/dx x (d/dy (x + y) at 1) at 1 is 1; d/dx x (d/dy x y at 1) at 4 is 8."""
        def f(x, n):
            inner = (lambda y: x + y) if n > 2 else (lambda y: x * y)
            return x * ct.grad(inner)(real(1.0))

        self.check(ct.jit(ct.grad(f))(real(1.0), 3), 1.0)
        self.check(ct.jit(ct.grad(f))(real(4.0), 0), 8.0)

    def test_many_functions_go_around(self):
        def f(x, n):
            steps = [lambda t, k=k: t + k * 0.5 for k in range(6)] + [lambda t: t * t, lambda t: t - 1, square, shift, scaled(x),
                                                                      lambda t: -t, abs]
            a, b, c, d, e, g, h, i, j, k, m, o, p = steps
            for _ in range(n):
                a, b, c, d, e, g, h, i, j, k, m, o, p = b, c, d, e, g, h, i, j, k, m, o, p, a
            return a(x) + 2 * b(x) + 3 * p(x)

        compiled = ct.jit(f)
        for n in range(14):
            self.check(compiled(real(3.0), n), f(3.0, n), 1e-12)

    def test_what_is_the_same_is_not_chosen(self):
        program = ct.jit(lambda x: (scaled(2.0) if x > 0 else scaled(2.0))(shift(x))).lower(1.0).as_text("fused")
        self.assertNotIn("flow.if", program)


if __name__ == "__main__":
    unittest.main()
