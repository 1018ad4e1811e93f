#!/usr/bin/python3
"""Lanes of derivatives of functions that call themselves: all ways to nest forward, reverse and Taylor mode up to third
order, with lanes that go to different depths. What they must give, an arithmetic of curves says, in plain Python."""

import contextlib
import io
import itertools
import math
import unittest

import cotan as ct
import numpy as np
from as_python import real
from expected import Case
from recursive_functions import FUNCTIONS, fibonacci, nested_calls, power

ORDER = 3


class Curve:
    """The coefficients of x_0 + x_1 t + x_2 t^2 + x_3 t^3."""

    def __init__(self, *terms):
        self.terms = [float(term) for term in terms] + [0.0] * (ORDER + 1 - len(terms))

    def __add__(self, other):
        return Curve(*(a + b for a, b in zip(self.terms, curve(other).terms)))

    def __mul__(self, other):
        a, b = self.terms, curve(other).terms
        return Curve(*(sum(a[i] * b[k - i] for i in range(k + 1)) for k in range(ORDER + 1)))

    def __truediv__(self, other):
        b, found = curve(other).terms, []
        for k, a in enumerate(self.terms):
            found.append((a - sum(found[i] * b[k - i] for i in range(k))) / b[0])
        return Curve(*found)

    def __sub__(self, other):
        return self + curve(other) * -1

    def __rsub__(self, other):
        return curve(other) - self

    def __rtruediv__(self, other):
        return curve(other) / self

    __radd__, __rmul__ = __add__, __mul__


def curve(x):
    return x if isinstance(x, Curve) else Curve(x)


def derivative(function, x, n, order):
    return curve(function(Curve(x, 1), n)).terms[order] * math.factorial(order)


def forward(function):
    return lambda x, n: ct.jvp(lambda x: function(x, n), (x,), (ct.ones_like(x),))[1]


def twice(function):
    return lambda x, n: ct.jet(lambda x: function(x, n), (x,), ([ct.ones_like(x), ct.zeros_like(x)],))[1][1]


def pulled_back(function):
    return lambda x, n: ct.vjp(lambda x: function(x, n), x)[1](ct.ones_like(x))[0]


MODES = {"forward": (1, forward), "reverse": (1, ct.grad), "apart": (1, pulled_back), "Taylor": (2, twice)}


def order_of(nesting):
    return sum(MODES[mode][0] for mode in nesting)


def nested(nesting, function):
    for mode in nesting:  # the first one is the innermost
        function = MODES[mode][1](function)
    return function


NESTINGS = [nesting for length in range(1, ORDER + 1) for nesting in itertools.product(MODES, repeat=length)
            if order_of(nesting) <= ORDER]
X, N = np.array([0.7, -1.1, 0.3, 0.7]), np.array([0, 3, 5, 2])
LANES = {"both": ((0, 0), X, N), "x": ((0, None), X, 4), "n": ((None, 0), 0.7, N)}


class Lanes(Case):
    def check_lanes(self, function, nesting, lanes):
        axes, x, n = LANES[lanes]
        expected = [derivative(function, a, int(b), order_of(nesting)) for a, b in np.broadcast(x, n)]
        with self.subTest(function=function.__name__, nesting=nesting, lanes=lanes):
            found = ct.jit(ct.vmap(nested(nesting, function), in_axes=axes))
            self.check(found(ct.array(x, dtype="float64"), ct.array(n)), np.array(expected), 1e-9)

    def test_all_nestings_of_some(self):
        for nesting, lanes in zip(NESTINGS, itertools.cycle(LANES)):
            self.check_lanes(power, nesting, lanes)
            if "apart" not in nesting:
                self.check_lanes(fibonacci, nesting, "both")

    def test_all_functions_to_second_order(self):
        second = [nesting for nesting in NESTINGS if order_of(nesting) == 2]
        for i, function in enumerate(FUNCTIONS):
            for j, nesting in enumerate(second):
                self.check_lanes(function, nesting, list(LANES)[(i + j) % len(LANES)])

    def test_each_lane_prints_once(self):
        def product(x, n):
            if n < 1:
                return x
            print("at", n)
            return x * product(x, n - 1)

        for nesting in NESTINGS:
            if "apart" in nesting or order_of(nesting) > 2:
                continue
            out = io.StringIO()
            with self.subTest(nesting=nesting), contextlib.redirect_stdout(out):
                found = ct.jit(ct.vmap(nested(nesting, product)))(real(X[:3]), ct.array([0, 2, 1]))
                self.check(found, np.array([derivative(power, x, k, order_of(nesting)) for x, k in zip(X, (1, 3, 2))]), 1e-9)
            self.assertEqual(out.getvalue().split(), "at 2 at 1 at 1".split())

    def test_hessians_of_lanes(self):
        """The other way round: derivatives of lanes, in lanes."""
        for function in (power, fibonacci, nested_calls):
            bends = np.diag([derivative(function, x, int(n), 2) for x, n in zip(X, N)])

            def total(x, f=function):
                return ct.sum(ct.vmap(f)(x, ct.array(N)))

            for hessian in (ct.hessian, lambda f: ct.jacfwd(ct.grad(f)), lambda f: ct.jacrev(ct.grad(f)),
                            lambda f: ct.jacfwd(ct.jacrev(f)), lambda f: ct.jacrev(ct.jacfwd(f))):
                self.check(ct.jit(hessian(total))(real(X)), bends, 1e-9)


if __name__ == "__main__":
    unittest.main()
