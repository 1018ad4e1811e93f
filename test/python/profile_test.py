#!/usr/bin/python3
"""f.profile(): counts against closed forms, times against the clock, memory against what the runtime and the compiler say."""

import contextlib
import io
import os
import subprocess
import sys
import threading
import time
import unittest
from unittest import mock

import cotan as ct
import numpy as np
from expected import Case

X = ct.array(np.linspace(-1, 1, 80 * 80).reshape(80, 80).astype("float32"))
TURNS = 70  # more than are unrolled


def triangle(x):
    """A loop in a loop, each with a kernel; the inner one takes 0, 1, 2, ... turns."""
    for i in range(TURNS):
        y = ct.sin(x)
        j = 0
        while j < i:
            y = ct.cos(y)
            j = j + 1
        x = y + 0.5 * x
    return ct.sum(x)


def lines_of(function):
    return range(function.__code__.co_firstlineno, function.__code__.co_firstlineno + 12)


def of(profile, kind, *words, derivative=""):
    """The rows of a kind whose first line, or operations, have these words."""
    return [row for row in profile.rows if row.kind == kind and row.derivative == derivative
            and all(word in row.operations for word in words)]


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def tree(n, x):
    return x if n < 1 else ct.tanh(tree(n - 1, x @ X) + tree(n - 1, x))


class Profiles(Case):
    def sound(self, profile):
        """What holds of each."""
        self.assertAlmostEqual(sum(row.seconds for row in profile.rows), profile.busy_seconds, delta=1e-8)
        self.assertGreaterEqual(profile.busy_seconds, profile.seconds - 1e-9)
        self.assertEqual(max(size for _, size in profile.memory), profile.peak_bytes)
        self.assertEqual(max(row.peak_bytes for row in profile.rows), profile.peak_bytes)
        times = [at for at, _ in profile.memory]
        self.assertEqual(times, sorted(times))
        for row in profile.rows:
            self.assertGreaterEqual(row.total_seconds, row.seconds - 1e-9)
            self.assertGreater(row.calls, 0)
            self.assertTrue(all(file == __file__ for file, _ in row.lines), row)
        return profile

    def test_turns_and_calls_in_every_transformation(self):
        tangent = ct.ones_like(X)
        inner = TURNS * (TURNS - 1) // 2
        for name, function, x, backward in (
                ("value", triangle, X, ()), ("grad", ct.grad(triangle), X, ("backward",)),
                ("jvp", lambda x: ct.jvp(triangle, (x,), (tangent,)), X, ()),
                ("vmap", ct.vmap(triangle), ct.stack([X, -X]), ()),
                ("vmap of grad", ct.vmap(ct.grad(triangle)), ct.stack([X, -X]), ("backward",)),
                ("jvp of grad", lambda x: ct.jvp(ct.grad(triangle), (x,), (tangent,)), X, ("backward",))):
            with self.subTest(name):
                f = ct.jit(function)
                began = time.perf_counter()
                p = f.profile(x)
                self.assertLess(p.seconds, time.perf_counter() - began)
                self.sound(p)
                self.assertEqual(p.seconds, p.busy_seconds)
                for found, wanted in zip(*(ct.tree.leaves(value) for value in (p.result, f(x)))):
                    np.testing.assert_array_equal(found, wanted)
                for derivative in ("", *backward):
                    turns = sorted(row.turns for row in of(p, "loop", derivative=derivative))
                    self.assertEqual(turns, [TURNS, inner], p)
                    outer = next(row for row in of(p, "loop", derivative=derivative) if row.turns == TURNS)
                    self.assertEqual(outer.calls, 1)
                    calls = {row.calls for row in p.rows if row.kind == "kernel" and derivative in row.derivative}
                    self.assertLessEqual({TURNS, inner}, calls)

    def test_lines(self):
        first = triangle.__code__.co_firstlineno
        p = ct.jit(triangle).profile(X)
        (kernel,) = of(p, "kernel", "add", "mul")
        self.assertEqual([number - first for _, number in kernel.lines], [8])
        outer, inner = sorted(of(p, "loop"), key=lambda row: row.turns)
        self.assertIn(first + 2, [number for _, number in outer.lines])
        self.assertLessEqual({first + 5, first + 7}, {number for _, number in inner.lines})

        def fused(x):
            y = ct.sin(x)
            y = y * y
            return ct.exp(y)

        first = fused.__code__.co_firstlineno
        for function, derivative in ((fused, ""), (ct.vmap(fused), "")):
            (kernel,) = of(ct.jit(function).profile(X), "kernel", "exp", derivative=derivative)
            self.assertEqual([number - first for _, number in kernel.lines], [1, 2, 3])

        @ct.jit
        def product(x):
            return ct.sum(x @ x)

        wrapped = ct.jit(ct.vmap(lambda x: product(ct.tanh(x)) + product(x)))
        (row,) = of(wrapped.profile(ct.stack([X, X])), "call", "matmul")
        self.assertEqual([number for _, number in row.lines], [product.__wrapped__.__code__.co_firstlineno + 2])

    def test_derivatives_belong_to_the_lines_that_they_are_of(self):
        def loss(x):
            return ct.sum(ct.sin(x @ x))

        line = loss.__code__.co_firstlineno + 1
        twice = lambda x: ct.sum(ct.grad(loss)(x) ** 2)  # noqa: E731
        forward = ct.jit(lambda x: ct.jvp(loss, (x,), (ct.cos(x),)))
        for function, derivative, product in ((ct.jit(ct.grad(loss)), "backward", "dot_general"), (forward, "with forward", "matmul"),
                                              (ct.jit(ct.grad(twice)), "backward of backward", "matmul")):
            rows = of(self.sound(function.profile(X)), "call", product, derivative=derivative)
            self.assertTrue(rows, derivative)
            for row in rows:
                self.assertEqual([number for _, number in row.lines], [line])

    def test_memory_is_what_the_compiler_plans(self):
        for function in (lambda x: ct.sum(x @ x), lambda x: ct.sort(x @ ct.exp(x)) @ x, triangle, ct.grad(lambda x: ct.sum(ct.sin(x @ x)))):
            f = ct.jit(function)
            plan = f.lower(X).memory()
            self.assertTrue(plan.exact)
            p = self.sound(f.profile(X))
            self.assertLessEqual(p.peak_bytes, plan.peak)
            self.assertGreater(p.peak_bytes, 0.5 * plan.peak)
        p = self.sound(ct.jit(ct.grad(triangle)).profile(X))
        kept = TURNS * (TURNS - 1) // 2 * 4 * X.size  # what the inner loop saves
        self.assertGreater(p.peak_bytes, kept)
        asked = sum(row.bytes for row in p.rows)
        self.assertGreaterEqual(asked, kept)

    def test_recursion(self):
        p = self.sound(ct.jit(fibonacci).profile(15))
        (row,) = of(p, "function", "fibonacci")
        self.assertEqual((int(p.result), row.calls), (610, 2 * 987 - 1))  # F(n) and 2 F(n + 1) - 1
        derived = self.sound(ct.jit(ct.grad(lambda x, n: ct.sum(tree(n, x)))).profile(X, 5))
        self.assertEqual([row.calls for row in derived.rows if row.kind == "function"], [2**6 - 1] * 2, derived)  # there and back

    def test_calls_on_several_threads(self):
        code = ("import profile_test as t, cotan as ct\n"
                "for _ in range(20):\n    p = ct.jit(t.tree).profile(12, t.X)\n    t.Profiles().sound(p)\n"
                "    if p.busy_seconds > p.seconds: break\n"  # else no other thread came in time
                "print([row.calls for row in t.of(p, 'function')], p.busy_seconds > p.seconds,"
                " sum(row.calls for row in t.of(p, 'call', 'matmul')))\n")
        found = subprocess.run([sys.executable, "-c", code], env=dict(os.environ, COTAN_NUM_THREADS="4", PYTHONPATH=os.pathsep.join(sys.path)), text=True, timeout=100,
                               cwd=os.path.dirname(os.path.abspath(__file__)), stdout=subprocess.PIPE, check=True).stdout
        self.assertEqual(found, f"[{2**13 - 1}] True {2**12 - 1}\n")

    def test_several_at_once(self):
        f, found = ct.jit(triangle), []
        threads = [threading.Thread(target=lambda k=k: found.append(f.profile(k * X))) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(found), 4)
        for p in found:
            self.sound(p)
            self.assertEqual(sorted(row.turns for row in of(p, "loop")), [TURNS, TURNS * (TURNS - 1) // 2])

    def test_it_runs_once_and_takes_nothing(self):
        def f(x):
            print("run")
            return x + 1

        with contextlib.redirect_stdout(io.StringIO()) as out:
            p = ct.jit(f, donate_argnums=0).profile(X)
        self.assertEqual(out.getvalue(), "run\n")
        self.check(p.result, X.numpy() + 1)
        self.assertEqual([row.calls for row in of(p, "call", "print")], [1])

        class Model:
            w = 2.0

            @ct.jit
            def call(self, x, *, by=1.0):
                return ct.sum(x * self.w) * by

        self.check(Model().call.profile(abs(X), by=3.0).result, 6 * np.abs(X.numpy()).sum(), 1e-5)

    def test_no_other_code_counts(self):
        f = ct.jit(triangle)
        before = f.lower(X).as_text("llvm")
        f.profile(X)
        self.assertNotIn("probe", before)
        self.assertEqual(before, f.lower(X).as_text("llvm"))

    def test_the_table_is_as_wide_as_the_terminal(self):
        p = ct.jit(triangle).profile(X)
        for columns in (50, 80, 200):
            with mock.patch.dict(os.environ, {"COLUMNS": str(columns)}):
                lines = repr(p).splitlines()
            self.assertEqual(len(lines), len(p.rows) + 2)
            self.assertLessEqual(max(map(len, lines)), columns)
        self.assertIn("profile_test.py", lines[2])
        self.assertEqual([row.seconds for row in p.rows], sorted((row.seconds for row in p.rows), reverse=True))

    def test_mistakes(self):
        f = ct.jit(lambda x: x + 1)
        with self.refuses(ct.TypeError, "profile_test.py", "found the type float32.2. where a tensor must be"):
            f.profile(ct.ShapeDtypeStruct((2,), "float32"))
        with self.refuses(ct.ValueError, "profile_test.py", "is profiled where it runs, and not while another one is being traced"):
            ct.jit(lambda x: f.profile(x).result)(X)
        with self.refuses(ct.TypeError, "missing"):
            f.profile()
        with self.refuses(FileNotFoundError):
            f.profile(X).view("/nowhere/page.html")


if __name__ == "__main__":
    unittest.main()
