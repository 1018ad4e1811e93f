"""Functions of a float x and an integer n, which Python's own arithmetic runs, too: what compiled ones must give."""

import itertools

import cotan as ct
import numpy as np
from expected import Case


def real(x):
    return ct.array(x, dtype="float64")


def slope(function, x, n, h=1e-5):
    return (function(x + h, n) - function(x - h, n)) / (2 * h)


class AsPython(Case):
    functions = ()

    def test_values(self):
        compiled = {function: ct.jit(function) for function in self.functions}
        for function, n, x in itertools.product(self.functions, range(6), (0.7, -1.1)):
            with self.subTest(function=function.__name__, n=n, x=x):
                self.assertAlmostEqual(float(compiled[function](real(x), n)), function(x, n), 12)
                self.assertAlmostEqual(float(function(real(x), ct.array(n))), function(x, n), 12)
        for function, program in compiled.items():
            self.assertEqual(len(program._programs), 1, function.__name__)

    def test_first_derivatives(self):
        compiled = {function: ct.jit(ct.value_and_grad(function)) for function in self.functions}
        for function, n in itertools.product(self.functions, range(6)):
            with self.subTest(function=function.__name__, n=n):
                value, derivative = compiled[function](real(0.7), n)
                self.assertAlmostEqual(float(value), function(0.7, n), 12)
                np.testing.assert_allclose(float(derivative), slope(function, 0.7, n), rtol=1e-7, atol=1e-8)
                moved = ct.jvp(lambda x: function(x, ct.array(n)), (real(0.7),), (real(1.0),))[1]
                np.testing.assert_allclose(float(moved), float(derivative), rtol=1e-12)

    def test_second_derivatives(self):
        for function in self.functions:
            first, second = ct.jit(ct.grad(function)), ct.jit(ct.grad(ct.grad(function)))
            with self.subTest(function=function.__name__):
                expected = slope(lambda x, n: float(first(real(x), n)), 0.7, 4)
                np.testing.assert_allclose(float(second(real(0.7), 4)), expected, rtol=1e-6, atol=1e-7)

    def test_many_lanes_with_derivatives(self):
        xs, ns = np.array([0.7, -1.1, 0.3, 0.7]), np.array([0, 3, 5, 2])
        for function in self.functions:
            slopes, bends = ct.jit(ct.grad(function)), ct.jit(ct.grad(ct.grad(function)))
            each = [(real(x), ct.array(n)) for x, n in zip(xs, ns)]
            lanes = ct.vmap(function)
            for found, expected in (
                    (lanes, [function(x, int(n)) for x, n in zip(xs, ns)]),
                    (ct.vmap(ct.grad(function)), [float(slopes(*one)) for one in each]),
                    (ct.grad(lambda x, n: ct.sum(lanes(x, n))), [float(slopes(*one)) for one in each]),
                    (ct.vmap(ct.grad(ct.grad(function))), [float(bends(*one)) for one in each])):
                with self.subTest(function=function.__name__, expected=expected):
                    self.check(ct.jit(found)(xs, ns), np.array(expected), 1e-10)

    def test_series_and_checkpoints(self):
        for function in self.functions:
            with self.subTest(function=function.__name__):
                kept = ct.grad(ct.checkpoint(lambda x, f=function: f(x, ct.array(3))))
                expected = ct.grad(function)(real(0.7), ct.array(3))
                self.check(kept(real(0.7)), float(expected), 1e-12)
                _, terms = ct.jet(lambda x, f=function: f(x, ct.array(3)), (real(0.7),), ([real(1.0), real(0.0)],))
                self.check(terms[0], float(expected), 1e-12)
                self.check(terms[1], float(ct.grad(ct.grad(function))(real(0.7), ct.array(3))), 1e-10)


del Case  # it has no tests
