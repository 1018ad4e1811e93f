#!/usr/bin/python3
"""Checkpoints: the same numbers in every transformation, and less memory."""

import contextlib
import io
import unittest

import cotan as ct
import numpy as np
from expected import Case
from transformations import TRANSFORMATIONS, summed

X = np.array([0.3, -1.2, 2.0])


def wave(x):
    return ct.sin(ct.tanh(ct.sin(x) * x) + x)


def grow(x):
    while x < 100:
        x = x * x + 1
    return x


class Checkpoints(Case):
    def test_change_no_number(self):
        for name, transform in TRANSFORMATIONS.items():
            with self.subTest(name):
                self.check(transform(ct.checkpoint(wave))(X), np.asarray(transform(wave)(X)), 1e-12)

    def test_of_loops_and_of_checkpoints(self):
        twice = ct.checkpoint(lambda x: ct.checkpoint(grow)(ct.checkpoint(wave)(x) + 1))
        plain = lambda x: grow(wave(x) + 1)  # noqa: E731
        for transform in (ct.grad, lambda f: ct.grad(ct.grad(f))):
            self.check(transform(twice)(0.4), float(transform(plain)(0.4)), 1e-5)
            self.check(ct.vmap(transform(twice))(X), np.asarray(ct.vmap(transform(plain))(X)), 1e-12)

    def test_where_lanes_go_different_ways(self):
        def steps(f):
            def run(x):
                n = 0
                while x < 20:
                    x = x + 1 + f(x) ** 2
                    n += 1
                return x + n if x > 20.5 else f(x)
            return run

        self.check(ct.vmap(ct.grad(steps(ct.checkpoint(wave))))(X),
                   np.asarray(ct.vmap(ct.grad(steps(wave)))(X)), 1e-12)

    def test_flows_to_what_is_read_from_outside(self):
        for transform in (ct.grad, lambda f: ct.jit(ct.grad(f))):
            self.check(transform(lambda y: ct.checkpoint(lambda x: x * y**2)(3.0))(2.0), np.float32(12), 1e-6)

    def test_takes_and_gives_nests_and_keywords(self):
        @ct.checkpoint
        def layer(p, *, scale, name="tanh"):
            return {"y": getattr(ct, name)(p["w"] * scale), "n": 3}

        self.check(ct.grad(lambda w: ct.sum(layer({"w": w}, scale=2.0)["y"]))(X),
                   2 * (1 - np.tanh(2 * X) ** 2), 1e-12)

    def test_prints_once(self):
        @ct.checkpoint
        def spoken(x):
            print("x is", x)
            return ct.sin(x)

        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            ct.jit(ct.grad(lambda x: ct.sin(spoken(x))))(0.5)
        self.assertEqual(out.getvalue(), "x is 0.5\n")

    def test_along_an_open_axis(self):
        slope = ct.jit(ct.grad(lambda x: ct.sum(ct.checkpoint(wave)(x))), dynamic_axes={"x": 0})
        for n in (0, 1, 3):
            self.check(slope(X[:n]), np.asarray(ct.grad(summed(wave))(X[:n])), 1e-12)


class Memory(Case):
    """Eight layers of eight steps each: 64 tensors are kept, or 8 and those of one layer."""

    # A list of them: the layers are no loop at run time, of which stacks would be left out.
    weights = list(np.random.default_rng(0).normal(0, 0.1, (8, 32, 32)).astype(np.float32))
    x = np.ones((256, 32), np.float32)

    def loss(self, wrap):
        def layer(x, w):
            for _ in range(8):
                x = ct.tanh(x @ w) + x
            return x

        def loss(weights, x):
            for w in weights:
                x = wrap(layer)(x, w)
            return ct.sum(x)
        return loss

    def peak(self, transform, wrap):
        return ct.jit(transform(self.loss(wrap))).lower(self.weights, self.x).memory().peak

    def test_is_less(self):
        plain = self.peak(ct.grad, lambda f: f)
        self.assertLess(self.peak(ct.grad, ct.checkpoint), plain / 2.5)

    def test_is_less_for_many_lanes(self):
        def lanes(f):
            return lambda w, x: ct.grad(lambda w: ct.sum(ct.vmap(f, in_axes=(None, 0))(w, x[:, None])))(w)

        plain = self.peak(lanes, lambda f: f)
        self.assertLess(self.peak(lanes, ct.checkpoint), plain / 2.5)

    def test_the_derivative_is_the_same(self):
        slopes, plain = (ct.grad(self.loss(wrap))(self.weights, self.x) for wrap in (ct.checkpoint, lambda f: f))
        for slope, expected in zip(slopes, plain):
            self.check(slope, np.asarray(expected), 1e-5)


class Captures(Case):
    """Rules of one's own that read tensors from outside."""

    def ruled(self, data):
        f = ct.custom_vjp(lambda p: ct.sum(p * data))
        f.defvjp(lambda p: (ct.sum(p * data), ct.sin(data)), lambda kept, g: (10 * g * kept * data,))
        return f

    def test_may_be_traced(self):
        step = ct.jit(lambda p, data: ct.grad(self.ruled(data))(p))
        self.check(step(np.ones(3), X), 10 * X * np.sin(X), 1e-12)
        both = np.stack([X, 2 * X])
        self.check(ct.vmap(lambda data: step(np.ones(3), data))(both), 10 * both * np.sin(both), 1e-12)

    def test_are_refused_if_the_derivative_depends_on_them(self):
        with self.assertRaisesRegex(ct.Error, "read a float64\\[3\\] from outside that the derivative "
                                              "depends on.*pass it to the function as an argument"):
            ct.grad(lambda data: self.ruled(data)(np.ones(3)))(X)


if __name__ == "__main__":
    unittest.main()
