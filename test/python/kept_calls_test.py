#!/usr/bin/python3
"""Compiled functions that are called by others and stay functions of the program: the same numbers in every
transformation, one function for all calls of equal types, and errors and lines where they were."""

import contextlib
import functools
import io
import re
import unittest
from unittest import mock

import as_python
import cotan as ct
import numpy as np
from checkpoint_test import TRANSFORMATIONS
from expected import Case
from recursive_functions import FUNCTIONS

X = np.array([0.3, -1.2, 2.0])
TRANSFORMATIONS = TRANSFORMATIONS | {"vjp": lambda f: lambda x: ct.vjp(f, x)[1](ct.cos(x))[0]}
keep = functools.partial(ct.jit, calls="keep")


@ct.jit
def wave(x, k):
    return ct.sin(ct.tanh(ct.sin(x) * k) + x)


@ct.jit
def grow(x, k):
    while ct.sum(x * x) < 100:
        x = x * x + k
    return x


@ct.jit
def either(x, k):
    return ct.where(x > 0, wave(x, k), k * k * x) if ct.sum(x) > k else wave(x, x[0])


def waves(x):
    return wave(wave(x, 0.5 * x), ct.cos(x)) * wave(x, 0.1 * x[::-1])


def through_loops(x):
    for i in range(ct.array(3)):
        x = either(x, 0.3) + wave(x, ct.sum(x)) * i
    return grow(x, 1.5) + grow(wave(x, 2.0), 1.5)


def with_checkpoints(x):
    return ct.checkpoint(lambda x: waves(x) + wave(x, x))(wave(x, 2 * x))


def called(program):
    """The functions that a program, as text, holds beside its own."""
    return re.findall(r"func\.func private @(called\w*)\(", program)


class KeptCalls(Case):
    def test_change_no_number(self):
        for f in (waves, through_loops, with_checkpoints):
            for name, transform in TRANSFORMATIONS.items():
                if name in ("lanes", "lanes of grad", "grad of lanes"):
                    continue  # of single numbers
                with self.subTest(f.__name__, transformation=name):
                    self.check(keep(transform(f))(X), np.asarray(ct.jit(transform(f), calls="inline")(X)), 1e-9)

    def test_change_no_number_of_lanes(self):
        many = np.linspace(-1, 2, 12).reshape(4, 3)
        total = {"value": ct.vmap, "slopes": lambda f: ct.vmap(ct.grad(lambda x: ct.sum(f(x)))),
                 "slopes of all": lambda f: ct.grad(lambda xs: ct.sum(ct.vmap(f)(xs))),
                 "bends": lambda f: ct.vmap(ct.grad(lambda x: ct.sum(ct.grad(lambda x: ct.sum(f(x)))(x))))}
        for f in (waves, through_loops):
            for name, transform in total.items():
                with self.subTest(f.__name__, transformation=name):
                    self.check(keep(transform(f))(many), np.asarray(ct.jit(transform(f), calls="inline")(many)), 1e-9)

    def test_taylor_coefficients(self):
        def curve(f):
            return lambda x: ct.jet(f, (x,), ((ct.ones_like(x), x, x * x),))[1]

        for found, expected in zip(keep(curve(waves))(X), ct.jit(curve(waves), calls="inline")(X)):
            self.check(found, np.asarray(expected), 1e-9)

    def test_rules_of_ones_own(self):
        @ct.custom_vjp
        def clipped(x):
            return wave(x, x)

        clipped.defvjp(lambda x: (wave(x, x), x), lambda x, dy: (ct.clip(wave(x, dy), -0.1, 0.1),))

        def f(x):
            return ct.sum(clipped(x) * clipped(wave(x, x)))

        self.check(keep(ct.grad(f))(X), np.asarray(ct.jit(ct.grad(f), calls="inline")(X)), 1e-12)

    def test_open_sizes(self):
        f = keep(lambda x: ct.sum(waves(x)) * x.shape[0], dynamic_axes={"x": 0})
        for n in (1, 3, 5):
            x = np.linspace(-1, 1, n)
            self.check(f(x), np.asarray(ct.jit(lambda x: ct.sum(waves(x)) * n, calls="inline")(x)), 1e-12)
        self.assertEqual(len(f._programs), 1)


class Copies(Case):
    def text(self, f, *arguments):
        return keep(f).lower(*arguments).as_text()

    def test_calls_of_equal_types_share_a_function(self):
        text = self.text(lambda x: wave(wave(wave(x, x), x), x), X)
        self.assertEqual((len(called(text)), text.count("call @called")), (1, 3), text)

    def test_other_types_and_constants_have_their_own(self):
        text = self.text(lambda x: wave(x, x) + wave(x[0], x[0]) + wave(x, 2.0) + wave(x, 3.0), X)
        self.assertEqual(len(called(text)), 4, text)

    def test_equal_closures_share_a_function(self):
        def f(x):
            for _ in range(5):
                x = ct.jit(lambda x: wave(x, x) + ct.cos(x))(x)
            return x

        text = self.text(f, X)
        self.assertEqual((len(called(text)), text.count("call @called")), (2, 6), text)

    def test_closures_over_other_numbers_do_not(self):
        def f(x):
            for i in range(3):
                x = ct.jit(lambda x: ct.cos(x) * i)(x)
            return x

        self.assertEqual(len(called(self.text(f, X))), 3)
        self.check(keep(f)(X), np.cos(np.cos(0 * X)) * 2, 1e-12)

    def test_captured_arrays_are_arguments(self):
        weights = [ct.array(X * i) for i in range(4)]

        def f(x):
            for w in weights:
                x = ct.jit(lambda x: ct.cos(x) * w)(x)
            return x

        text = self.text(f, X)
        self.assertEqual((len(called(text)), text.count("call @called")), (1, 4), text)
        expected = X
        for i in range(4):
            expected = np.cos(expected) * X * i
        self.check(keep(f)(X), expected, 1e-12)

    def test_a_derivative_has_one_function_for_all_calls(self):
        def f(x):
            for _ in range(6):
                x = wave(x, x)
            return ct.sum(x)

        fused = keep(ct.grad(f)).lower(X).as_text("fused")
        self.assertEqual(len(re.findall(r"func\.func private @called\w*\.forward\w*\(", fused)), 1, fused)
        self.assertEqual(len(re.findall(r"func\.func private @called\w*\.reverse\w*\(", fused)), 1, fused)
        self.assertEqual(len(re.findall(r"call @called\w*\.reverse", fused)), 6)

    def test_small_functions_are_no_calls_by_themselves(self):
        self.assertNotIn("call", ct.jit(lambda x: wave(wave(x, x), x)).lower(X).as_text())

    def test_what_is_called_often_stays_by_itself(self):
        @ct.jit
        def long(x, w):
            for _ in range(20):
                x = ct.tanh(x * w + ct.sin(x))
            return x

        def f(count):
            def chain(x):
                for _ in range(count):
                    x = long(x, x)
                return ct.sum(x)

            return chain

        self.assertNotIn("call @", ct.jit(f(2)).lower(X).as_text("fused"))
        self.assertEqual(ct.jit(f(40)).lower(X).as_text("fused").count("call @"), 40)
        self.assertNotIn("call @", ct.jit(f(40), calls="inline").lower(X).as_text("fused"))
        self.check(ct.jit(ct.grad(f(40)))(X), np.asarray(ct.jit(ct.grad(f(40)), calls="inline")(X)), 1e-9)


class Effects(Case):
    def test_prints_come_in_order(self):
        @ct.jit
        def speaks(x):
            print("x is", x)
            return x * x

        def f(x):
            print("first")
            y = speaks(x)
            print("then")
            speaks(y)
            return speaks(y + 1)

        lines = []
        for calls in ("keep", "inline"):
            for g in (f, ct.grad(f)):
                with contextlib.redirect_stdout(io.StringIO()) as out:
                    ct.jit(g, calls=calls)(2.0)
                lines.append(out.getvalue())
        self.assertEqual(lines[0], "first\nx is 2.0\nthen\nx is 4.0\nx is 5.0\n")
        self.assertEqual(lines, 4 * lines[:1])

    def test_errors_name_the_line(self):
        @ct.jit
        def checked(x):
            y = ct.sin(x)
            assert ct.sum(x) < 1, f"{ct.sum(x)} is too much"
            return y

        line = checked.__wrapped__.__code__.co_firstlineno + 3
        for calls in ("keep", "inline"):
            f = ct.jit(lambda x: checked(checked(x) + 1), calls=calls)
            with self.assertRaisesRegex(ct.Error, rf"kept_calls_test\.py:{line}: .*is too much"):
                f(np.array([0.1]))
            self.check(f(np.array([-2.0])), np.sin(np.sin([-2.0]) + 1), 1e-12)

    def test_the_option_is_checked(self):
        with self.assertRaisesRegex(ValueError, "'calls' is 'all'; it is 'keep', 'inline' or None"):
            ct.jit(lambda x: x, calls="all")


def called_twice(function):
    """As it is for Python's numbers; else by calls of a compiled function."""
    part = ct.jit(function)

    @functools.wraps(function)
    def twice(x, n):
        f = part if isinstance(x, ct.Tensor) or isinstance(n, ct.Tensor) else function
        return f(x, n) + 0.5 * f(x * 0.9, n)

    return twice


class Forced(as_python.AsPython):
    """What is tested of functions that call themselves, with functions around them that stay, too."""
    functions = [called_twice(function) for function in FUNCTIONS[:4]]

    def setUp(self):
        patch = mock.patch.object(ct, "jit", keep)
        patch.start()
        self.addCleanup(patch.stop)


if __name__ == "__main__":
    unittest.main()
