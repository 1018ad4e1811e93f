#!/usr/bin/python3
"""Functions that loops make of those of the turns before, and derivatives of which only the run says the order."""

import contextlib
import functools
import io
import math
import os
import pathlib
import random
import tempfile
import unittest

import cotan as ct
import numpy as np

import grown_functions as programs
from meaning import load

FIRST, COUNT = int(os.environ.get("COTAN_SEED", 0)), int(os.environ.get("COTAN_COUNT", 6))


def f64(x):
    return ct.array(x, dtype="float64")


def slope(function, x, step=1e-6):
    """By central differences."""
    return (float(function(f64(x + step))) - float(function(f64(x - step)))) / (2 * step)


class Programs(unittest.TestCase):
    """The same at once, where Python makes the functions, and compiled."""

    def check(self, function, counts, x=0.7, tolerance=1e-9):
        compiled, derivative = ct.jit(function), ct.jit(ct.grad(function))
        for n in counts:
            at = functools.partial(lambda n, x: function(x, n), n)
            with self.subTest(function=function.__name__, n=n):
                self.assertAlmostEqual(float(compiled(f64(x), n)), float(at(f64(x))), delta=tolerance)
                self.assertAlmostEqual(float(derivative(f64(x), n)), slope(at, x), delta=2e-7 * max(1, abs(slope(at, x))))

    def test_compositions(self):
        for function in (programs.composed, programs.by_defaults, programs.by_partial, programs.by_while,
                         programs.in_tuple, programs.in_dict, programs.in_branch, programs.fibonacci, programs.of_vectors,
                         programs.of_two_loops, programs.again_and_again, programs.applied_in_turns, programs.applied_twice,
                         programs.of_objects,
                         programs.with_number, programs.by_while_loop, programs.by_fori_loop, programs.reset,
                         programs.from_recursion):
            self.check(function, (0, 1, 2, 5))

    def test_more_than_there_is_room_for(self):
        self.check(programs.composed, (15, 16, 17, 200))
        self.assertEqual(float(ct.jit(programs.counted)(3000)), 3000)

    def test_orders(self):
        sixth, compiled = [64, 192, 480, 960, 1440, 1440, 720, 0], ct.jit(programs.derivative_of_sixth)
        self.assertEqual([float(compiled(f64(2.0), n)) for n in range(8)], sixth)
        self.assertEqual([float(ct.jit(ct.grad(programs.derivative_of_sixth))(f64(2.0), n)) for n in range(4)], sixth[1:5])

    def test_second_order(self):
        twice = ct.jit(ct.grad(ct.grad(programs.composed)))
        for n in (0, 1, 3):
            at = ct.grad(lambda x, n=n: programs.composed(x, n))
            self.assertAlmostEqual(float(twice(f64(0.7), n)), slope(at, 0.7), places=6)

    def test_forward_and_taylor(self):
        at = functools.partial(programs.composed, n=3)
        _, tangent = ct.jit(lambda x, n: ct.jvp(lambda y: programs.composed(y, n), (x,), (f64(1.0),)))(f64(0.7), 3)
        self.assertAlmostEqual(float(tangent), slope(at, 0.7), places=7)
        _, (first, second) = ct.jit(lambda x, n: ct.jet(lambda y: programs.composed(y, n), (x,), ([f64(1.0), f64(0.0)],)))(
            f64(0.7), 3)
        self.assertAlmostEqual(float(first), float(tangent), places=12)
        self.assertAlmostEqual(float(second), slope(ct.grad(at), 0.7), places=6)

    def test_lanes(self):
        x, n = f64([0.3, 0.7, 1.1]), ct.array([0, 2, 3])
        each = [float(programs.composed(f64(a), int(b))) for a, b in zip([0.3, 0.7, 1.1], [0, 2, 3])]
        np.testing.assert_allclose(ct.jit(ct.vmap(programs.composed))(x, n).numpy(), each, rtol=1e-12)
        slopes = [slope(functools.partial(programs.composed, n=int(b)), float(a)) for a, b in zip(x.numpy(), n.numpy())]
        np.testing.assert_allclose(ct.jit(ct.vmap(ct.grad(programs.composed)))(x, n).numpy(), slopes, rtol=1e-7)

    def test_checkpoint(self):
        found = ct.jit(ct.grad(lambda x, n: ct.checkpoint(programs.composed)(x, n)))(f64(0.7), 3)
        self.assertAlmostEqual(float(found), slope(functools.partial(programs.composed, n=3), 0.7), places=7)

    def test_not_compiled_around(self):
        """Loops that a transformation traces, outside of jit, with more than there is room for."""
        found = ct.grad(lambda x: programs.composed(x, ct.array(40)))(f64(0.7))
        self.assertAlmostEqual(float(found), slope(functools.partial(programs.composed, n=40), 0.7), places=7)
        lanes = ct.vmap(lambda x: programs.composed(x, ct.array(40)))(f64([0.7, 0.8]))
        np.testing.assert_allclose(lanes.numpy(), [float(programs.composed(f64(x), 40)) for x in (0.7, 0.8)])

    def test_element_types(self):
        for kind, places in (("float32", 5), ("float16", 2), ("bfloat16", 1)):
            x = ct.array(0.7, dtype=kind)
            with self.subTest(kind=kind):
                self.assertEqual(ct.jit(programs.composed)(x, 3).dtype.name, kind)
                self.assertAlmostEqual(float(ct.jit(programs.composed)(x, 3)), float(programs.composed(f64(0.7), 3)), places=places)

    def test_prints_once(self):
        """A run that begins again with more room does not print again."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            ct.jit(programs.printing)(f64(0.7), 40)
        self.assertEqual(said.getvalue().splitlines(), ["begin", *(f"turn {i}" for i in range(40)), "end"])

    def test_is_compiled_once(self):
        traced = []

        def counted(x, n):
            traced.append(n)
            return programs.composed(x, n)

        compiled = ct.jit(counted)
        compiled(f64(0.7), 100)
        first = len(traced)
        for n in (3, 70, 100):
            compiled(f64(0.8), n)
        self.assertEqual(len(traced), first)


    def test_returned_function(self):
        grown = ct.jit(programs.grown)(f64(1.5), 4)
        expected = math.sin(0.7) * 1.5**4
        self.assertAlmostEqual(float(grown(f64(0.7))), expected)
        self.assertAlmostEqual(float(ct.jit(lambda h, x: h(x))(grown, f64(0.7))), expected)
        self.assertAlmostEqual(float(ct.grad(lambda h, x: h(x), 1)(grown, f64(0.7))), math.cos(0.7) * 1.5**4)


class DerivativesOfItself(unittest.TestCase):
    def test_values(self):
        """f_n = x f_(n-1)', f_0 = sin."""
        x = 0.7
        s, c = math.sin(x), math.cos(x)
        expected = [s, x * c, x * (c - x * s), x * (c - 3 * x * s - x * x * c)]
        compiled = ct.jit(programs.derivative_of_itself)
        for n, value in enumerate(expected):
            self.assertAlmostEqual(float(compiled(f64(x), n)), value, places=12)

    def test_mapped(self):
        def total(x, n):
            if n == 0:
                return ct.sum(x * x)
            return ct.sum(ct.vmap(lambda row: total(ct.stack([row, row]), n - 1))(x))

        self.assertAlmostEqual(float(ct.jit(total)(f64([1.0, 2.0]), 2)), 4 * 5.0)

    def test_in_compiled_part(self):
        """A compiled function that is a part of another one, which calls it in its derivative."""
        @ct.jit
        def outer(x, n):
            if n == 0:
                return x * x * x
            return inner(x, n)

        @ct.jit
        def inner(x, n):
            return ct.grad(outer)(x, n - 1)

        self.assertAlmostEqual(float(outer(f64(2.0), 2)), 12.0)


class RandomPrograms(unittest.TestCase):
    """Loops and branches whose variables are functions, written at random."""

    def test_agree(self):
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(FIRST, FIRST + COUNT):
                self.check(load(pathlib.Path(folder), programs.source(random.Random(seed))).program, seed)

    def check(self, function, seed):
        with self.subTest(seed=seed):
            for n in (0, 1, 3):
                at = functools.partial(lambda n, x: function(x, n), n)
                value, gradient = ct.jit(ct.value_and_grad(function))(f64(0.7), n)
                expected = float(at(f64(0.7)))
                self.assertAlmostEqual(float(value), expected, delta=1e-9 * max(1, abs(expected)))
                by_differences = slope(at, 0.7)
                self.assertAlmostEqual(float(gradient), by_differences, delta=1e-5 * max(1, abs(by_differences)))


if __name__ == "__main__":
    unittest.main()
