#!/usr/bin/python3
"""Functions that call themselves, as deep as a value says that is known when they run."""

import contextlib
import io
import pathlib
import re
import subprocess
import tempfile
import threading
import unittest

import as_python
import cotan as ct
import numpy as np
from expected import ENVIRONMENT, Case
from cotan import _cotan
from recursive_functions import FUNCTIONS

TOOL = pathlib.Path(_cotan.__file__).resolve().parents[2] / "bin/cotan"


class Recursive(as_python.AsPython):
    functions = FUNCTIONS

    def test_hessians(self):
        def cubes(v):
            return FUNCTIONS[0](v[0] * v[1], ct.array(3))

        for second in (ct.hessian, lambda f: ct.jacfwd(ct.grad(f)), lambda f: ct.jacrev(ct.grad(f))):
            self.check(second(cubes)(np.array([1.0, 2.0])), np.array([[48.0, 36.0], [36.0, 12.0]]))


class Calls(Case):
    def test_pullbacks_in_compiled_functions(self):
        def waves(x, n):
            return 1.0 if n == 0 else ct.sin(x) * waves(x * 1.1, n - 1)

        def twice(x, n):
            return waves(x, n) + waves(x * 0.5, n + 1)

        def slope(x, n):
            return ct.vjp(lambda x: twice(x, n), x)[1](1.0)[0]

        for n in range(4):
            self.check(ct.jit(slope)(0.7, ct.array(n)), np.asarray(ct.grad(twice)(0.7, ct.array(n))), 1e-6)

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
        with self.refuses(ct.Error, r"recursion_test.py:\d+: calls of 'count' are nested too deeply for the memory"):
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

    def test_handlers_do_not_catch_what_is_not_theirs(self):
        def caught(x, n):
            try:
                found = x if n <= 0 else caught(x * 2, n - 1)
            except:  # noqa: E722
                found = -1.0
            return found

        self.check(ct.jit(caught)(1.0, 3), 8.0, dtype=False)

    def test_saved_programs(self):
        program = ct.jit(ct.value_and_grad(FUNCTIONS[0])).lower(ct.array(2.0), ct.array(5))
        with tempfile.TemporaryDirectory() as folder:
            program.save(folder + "/power.mlir")
            for backend in ("jit", "reference"):
                ran = subprocess.run([TOOL, "run", folder + "/power.mlir", "--input", "2.0", "--input", "5",
                                      "--backend", backend], capture_output=True, text=True, check=True, env=ENVIRONMENT)
                self.assertEqual(re.findall("= (.*)", ran.stdout), ["32.0", "80.0"])

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
