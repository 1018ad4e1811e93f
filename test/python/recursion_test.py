#!/usr/bin/python3
"""Functions that call themselves, as deep as a value says that is known when they run."""

import contextlib
import io
import itertools
import threading
import unittest

import cotan as ct
import numpy as np
from expected import Case
from recursive_functions import FUNCTIONS


def real(x):
    return ct.array(x, dtype="float64")


def slope(function, x, n, h=1e-5):
    return (function(x + h, n) - function(x - h, n)) / (2 * h)


class AsPython(Case):
    def test_values(self):
        compiled = {function: ct.jit(function) for function in FUNCTIONS}
        for function, n, x in itertools.product(FUNCTIONS, range(6), (0.7, -1.1)):
            with self.subTest(function=function.__name__, n=n, x=x):
                self.assertAlmostEqual(float(compiled[function](real(x), n)), function(x, n), 12)
                self.assertAlmostEqual(float(function(real(x), ct.array(n))), function(x, n), 12)
        for function, program in compiled.items():
            self.assertEqual(len(program._programs), 1, function.__name__)

    def test_first_derivatives(self):
        compiled = {function: ct.jit(ct.value_and_grad(function)) for function in FUNCTIONS}
        for function, n in itertools.product(FUNCTIONS, range(6)):
            with self.subTest(function=function.__name__, n=n):
                value, derivative = compiled[function](real(0.7), n)
                self.assertAlmostEqual(float(value), function(0.7, n), 12)
                np.testing.assert_allclose(float(derivative), slope(function, 0.7, n), rtol=1e-7, atol=1e-8)
                moved = ct.jvp(lambda x: function(x, ct.array(n)), (real(0.7),), (real(1.0),))[1]
                np.testing.assert_allclose(float(moved), float(derivative), rtol=1e-12)

    def test_second_derivatives(self):
        for function in FUNCTIONS:
            first, second = ct.jit(ct.grad(function)), ct.jit(ct.grad(ct.grad(function)))
            with self.subTest(function=function.__name__):
                expected = slope(lambda x, n: float(first(real(x), n)), 0.7, 4)
                np.testing.assert_allclose(float(second(real(0.7), 4)), expected, rtol=1e-6, atol=1e-7)


    def test_many_lanes_with_derivatives(self):
        xs, ns = np.array([0.7, -1.1, 0.3, 0.7]), np.array([0, 3, 5, 2])
        for function in FUNCTIONS:
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

    def test_hessians_series_and_checkpoints(self):
        def cubes(v):
            return FUNCTIONS[0](v[0] * v[1], ct.array(3))

        hessian = [[48.0, 36.0], [36.0, 12.0]]
        for second in (ct.hessian, lambda f: ct.jacfwd(ct.grad(f)), lambda f: ct.jacrev(ct.grad(f))):
            self.check(second(cubes)(np.array([1.0, 2.0])), np.array(hessian))
        for function in FUNCTIONS:
            with self.subTest(function=function.__name__):
                kept = ct.grad(ct.checkpoint(lambda x, f=function: f(x, ct.array(3))))
                expected = ct.grad(function)(real(0.7), ct.array(3))
                self.check(kept(real(0.7)), float(expected), 1e-12)
                value, terms = ct.jet(lambda x, f=function: f(x, ct.array(3)), (real(0.7),), ([real(1.0), real(0.0)],))
                self.check(terms[0], float(expected), 1e-12)
                self.check(terms[1], float(ct.grad(ct.grad(function))(real(0.7), ct.array(3))), 1e-10)


class Calls(Case):
    def test_a_compiled_function_calls_itself(self):
        @ct.jit
        def fibonacci(n):
            return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

        self.check(fibonacci(20), 6765)
        self.check(ct.jit(lambda n: fibonacci(n) - fibonacci(n - 1))(20), 6765 - 4181)
        self.assertEqual(fibonacci.lower(5).as_text().count("call @fibonacci"), 3)

    def test_compiled_functions_call_each_other(self):
        @ct.jit
        def even(n):
            return True if n == 0 else odd(n - 1)

        @ct.jit
        def odd(n):
            return False if n == 0 else even(n - 1)

        for n in range(5):
            self.assertEqual(bool(even(n)), n % 2 == 0)
            self.assertEqual(bool(odd(n)), n % 2 == 1)

    def test_a_compiled_method(self):
        class Walk:
            def __init__(self, step):
                self.step = step

            @ct.jit
            def to(self, n, x):
                return x if n == 0 else self.to(n - 1, x * self.step)

        for step in (2.0, 3.0):
            self.check(Walk(ct.array(step)).to(3, 1.0), step**3, dtype=False)

    def test_ackermann(self):
        @ct.jit
        def ackermann(m, n):
            if m == 0:
                return n + 1
            if n == 0:
                return ackermann(m - 1, 1)
            return ackermann(m - 1, ackermann(m, n - 1))

        self.check(ackermann(2, 3), 9)
        self.check(ackermann(3, 5), 253)

    def test_cond_and_switch_as_functions(self):
        def power(x, n):
            return ct.cond(n == 0, lambda: 1.0, lambda: x * power(x, n - 1))

        def digits(n):
            return ct.switch(ct.where(n > 9, 1, 0), [lambda: 1, lambda: 1 + digits(n // 10)])

        self.check(power(ct.array(2.0), ct.array(5)), 32.0, dtype=False)
        self.check(ct.jit(power)(2.0, 5), 32.0, dtype=False)
        self.check(ct.jit(digits)(98765), 5)

    def test_a_tree_in_arrays_with_parameters(self):
        left, right = ct.array([1, 3, -1, -1, -1]), ct.array([2, 4, -1, -1, -1])
        values = np.arange(10.0).reshape(5, 2) / 7

        def summary(w, node):
            if left[node] < 0:
                return ct.array(values)[node]
            return ct.tanh(w @ ct.concatenate([summary(w, left[node]), summary(w, right[node])]))

        def expected(w, node):
            if int(left[node]) < 0:
                return values[node]
            return np.tanh(w @ np.concatenate([expected(w, int(left[node])), expected(w, int(right[node]))]))

        w = np.cos(np.arange(8.0)).reshape(2, 4)
        self.check(ct.jit(summary)(w, 0), expected(w, 0), 1e-12)
        self.check_gradient(lambda w: summary(w, ct.array(0)), w)

    def test_open_sizes(self):
        def total(x, i):
            return 0.0 if i >= x.shape[0] else x[i] + total(x, i + 1)

        def doubled(x, n):
            return x if n == 0 else doubled(x * 2, n - 1)

        of_all = ct.jit(lambda x: total(x, 0), dynamic_axes={"x": 0})
        twice = ct.jit(lambda x: doubled(x, x.shape[0]), dynamic_axes={"x": 0})
        for size in (0, 1, 5):
            x = np.arange(float(size))
            self.check(of_all(x), x.sum(), dtype=False)
            self.check(twice(x), x * 2**size, dtype=False)
        self.assertEqual(len(of_all._programs), 1)

    def test_element_types_give_way_as_in_loops(self):
        def product(x, n):
            return 1 if n == 0 else x * product(x, n - 1)

        for dtype in ("float16", "float32", "float64", "int32", "uint8"):
            found = ct.jit(product)(ct.array(2, dtype=dtype), 3)
            self.assertEqual(found.dtype, dtype)
            self.check(found, 8, dtype=False)

    def test_depths_that_are_known_stay_unrolled(self):
        def power(x, n):
            return 1.0 if n == 0 else x * power(x, n - 1)

        program = ct.jit(power, static_argnums=1).lower(2.0, 3)
        self.assertNotIn("call", program.as_text())
        self.check(ct.jit(power, static_argnums=1)(2.0, 300), 2.0**300 if 2.0**300 < 3e38 else np.inf, dtype=False)

    def test_deep_calls_and_calls_that_never_end(self):
        def count(n):
            return 0 if n == 0 else 1 + count(n - 1)

        self.check(ct.jit(count)(100_000), 100_000)
        with self.refuses(ct.Error, "too deeply|stack"):
            ct.jit(count)(-1)
        self.check(ct.jit(count)(10), 10)

    def test_other_threads(self):
        def run(results, i):
            @ct.jit
            def down(n, x):
                return x if n <= 0 else down(n - 1, x + 1)

            results[i] = int(down(i, 100))

        results = [None] * 6
        threads = [threading.Thread(target=run, args=(results, i)) for i in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [100 + i for i in range(6)])

    def test_effects_happen_once_for_each_call(self):
        def down(n):
            assert n < 4, "too large"
            return n if n <= 0 else down(n - 1)

        self.check(ct.jit(down)(3), 0)
        with self.refuses(ct.Error, "too large"):
            ct.jit(down)(5)


    def test_lanes_print_what_each_comes_to(self):
        def down(n):
            if n < 1:
                return n
            print("at", n)
            return down(n - 1)

        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            ct.jit(ct.vmap(down))(ct.array([0, 2, 1]))
            ct.jit(ct.vmap(ct.grad(lambda x, n: down(n) + x)))(ct.ones(2), ct.array([0, 3]))
        self.assertEqual(out.getvalue().split(), "at 2 at 1 at 1 at 3 at 2 at 1".split())


if __name__ == "__main__":
    unittest.main()
