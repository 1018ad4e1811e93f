#!/usr/bin/python3
"""Functions that return their value and what takes its cotangent back."""

import functools
import unittest

import cotan as ct
import numpy as np
from expected import Case


@ct.custom_gradient
def tripled(x):
    """sin, with three times its slope, which is made of what is computed on the way."""
    y, n = ct.sin(x), ct.sum(ct.asarray(x) > -10)
    return y, lambda g: g * ct.sqrt(1 - y * y) * (2 + n / n)


@ct.custom_gradient
def of_nests(p, n):
    total = p["a"] * p["b"][0]
    return {"total": total, "n": n}, lambda g: ({"a": g["total"] * 10, "b": (None,)}, None)


@ct.custom_gradient
def doubled_until(x):
    y = x
    while y < 10:
        y = y * 2
    if y > 11:
        scale = 3.0
    else:
        scale = 5.0
    return y, lambda g: (g * scale * y,)


class CustomGradient(Case):
    def test_slopes_are_those_that_are_returned(self):
        x = np.array([0.1, 0.7, 1.3])
        self.check(tripled(x), np.sin(x))
        for slope in (ct.vmap(ct.grad(tripled)), ct.jit(ct.vmap(ct.grad(tripled))), ct.vmap(ct.jit(ct.grad(tripled))),
                      lambda x: ct.stack([ct.grad(tripled)(v) for v in x]), lambda x: ct.vjp(tripled, x)[1](ct.ones(3, "float64"))[0]):
            self.check(slope(x), 3 * np.cos(x), 1e-12)
        self.check(ct.vmap(ct.grad(ct.grad(tripled)))(x), -3 * np.sin(x), 1e-12)  # of what is written
        self.check(ct.grad(lambda x: ct.fori_loop(0, 3, lambda i, s: s + tripled(x), 0.0))(0.5), np.float32(9 * np.cos(0.5)), 1e-6)

    def test_nests_and_integers(self):
        p = {"a": 2.0, "b": (3.0,)}
        slopes, of_n = ct.grad(lambda p, n: of_nests(p, n)["total"], (0, 1), allow_int=True)(p, 4)
        self.assertEqual((float(slopes["a"]), float(slopes["b"][0])), (10.0, 0.0))
        self.assertEqual(int(of_nests(p, 4)["n"]), 4)
        self.assertEqual(float(ct.grad(lambda a: of_nests({"a": a, "b": (a,)}, 1)["total"])(2.0)), 10.0)

    def test_control_flow_in_it(self):
        for x, expected in ((3.0, 36.0), (5.0, 50.0)):
            self.assertEqual(float(ct.grad(doubled_until)(x)), expected)
        self.check(ct.jit(ct.vmap(ct.grad(doubled_until)))(ct.array([3.0, 5.0])), np.float32([36, 50]))

    def test_the_value_alone_asks_for_no_slope(self):
        asked = []

        @ct.custom_gradient
        def f(x):
            def back(g):
                asked.append(g)
                return g
            return x * 2, back

        self.assertEqual(float(f(1.0)), 2.0)
        self.assertEqual(asked, [])
        self.assertEqual(float(ct.jit(f)(1.0)), 2.0)
        self.assertEqual(float(f(x=3.0)), 6.0)
        self.assertEqual(f.__name__, "f")

    def test_what_it_returns_must_be_a_pair(self):
        with self.refuses(ct.TypeError, "custom_gradient_test.py:", "ct.custom_gradient: 'fun' must be a function, but is 3"):
            ct.custom_gradient(3)
        for wrong, words in ((lambda x: x, "must return a pair"), (lambda x: (x, 1.0), "must return a pair"),
                             (lambda x: (x, lambda g: (g, g)), "tuple of 1 cotangents"), (lambda x: (x, lambda: 1.0), "too many positional"),
                             (lambda x: (x, lambda g: ct.ones(3)), "they must have one shape")):
            with self.refuses(ct.TypeError, "custom_gradient_test.py:", words):
                ct.grad(ct.custom_gradient(wrong))(1.0)
        with self.refuses(ct.Error, "derivative in reverse mode only"):
            ct.jvp(tripled, (1.0,), (1.0,))
        self.assertEqual(float(ct.grad(ct.custom_gradient(functools.partial(lambda k, x: (x, lambda g: g * k), 7.0)))(1.0)), 7.0)


if __name__ == "__main__":
    unittest.main()
