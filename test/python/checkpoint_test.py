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


class Policies(Case):
    """What a checkpoint keeps all the same."""

    policies = ct.checkpoint_policies
    w = np.array([[0.3, -0.2, 0.1], [0.5, 0.1, -0.4], [0.2, 0.2, 0.2]])

    def layer(self, x):
        y = ct.checkpoint_name(ct.tanh(x @ self.w), "wide")
        y = grow(ct.sum(y * y) + 2.0) * ct.checkpoint_name({"y": ct.exp(y)}, "narrow")["y"]
        return ct.sin(y @ self.w)

    def choices(self):
        p = self.policies
        return {"all": p.everything_saveable, "none": p.nothing_saveable, "products": p.dots_saveable,
                "of matrices": p.dots_with_no_batch_dims_saveable, "a name": p.save_only_these_names("wide", "other"),
                "other names": p.save_any_names_but_these("wide"), "all but a name": p.save_anything_except_these_names("wide"),
                "both": p.save_from_both_policies(p.checkpoint_dots, p.save_only_these_names("narrow"))}

    def test_change_no_number(self):
        transforms = ("compiled grad", "third order", "jvp of grad", "lanes of grad")
        plain = {name: TRANSFORMATIONS[name](self.layer_of(name))(self.given(name)).numpy() for name in transforms}
        for policy in (self.choices()[name] for name in ("products", "all but a name", "both")):
            for name in transforms:
                with self.subTest(name, policy=policy):
                    kept = ct.checkpoint(self.layer_of(name), policy=policy)
                    self.check(TRANSFORMATIONS[name](kept)(self.given(name)), plain[name], 1e-9)

    def layer_of(self, name):
        return (lambda x: ct.sum(self.layer(x))) if "lanes" in name else self.layer

    @staticmethod
    def given(name):
        return np.stack([X, 0.5 * X]) if "lanes" in name else X

    def test_say_what_is_computed_again(self):
        def layer(x):
            y = ct.checkpoint_name(ct.tanh(x @ w), "wide")
            return ct.sum(ct.sin(ct.checkpoint_name(ct.exp(y @ w), "narrow") @ w))

        w, x = np.eye(64, dtype=np.float32), np.ones((64, 64), np.float32)
        # How many products, tanh and exp there are: of the value, and again in the derivative.
        expected = {"all": (3, 1, 1), "none": (6, 2, 2), "products": (3, 2, 2), "of matrices": (3, 2, 2), "a name": (5, 1, 2),
                    "other names": (5, 2, 1), "all but a name": (3, 1, 1), "both": (3, 2, 1), "one's own": (5, 2, 1)}
        choices = self.choices() | {"one's own": lambda operator: operator.name == "prim.exp" and operator.ranks == (2,)}
        for name, policy in choices.items():
            with self.subTest(name):
                text = ct.jit(ct.value_and_grad(ct.checkpoint(layer, policy=policy))).lower(x).as_text("fused")
                main = text.split("func.func")[1]
                self.assertEqual(tuple(map(main.count, ("prim.matmul", "prim.tanh", "prim.exp "))), expected[name])

    def test_static_arguments_are_as_they_are(self):
        @ct.checkpoint(static_argnums=(1, -1))
        def power(x, n, y, flag):
            return x**n * y if flag else x[range(n)]

        for transform in (lambda f: f, ct.jit):
            self.check(transform(ct.grad(lambda x: ct.sum(power(x, 2, 3.0, True))))(X), 6 * X, 1e-12)
        with self.refuses(ct.ValueError, "static_argnums has -1 twice|static_argnums has 3 twice"):
            ct.grad(lambda x: ct.checkpoint(power, static_argnums=(3, -1))(x, 2, 3.0, True))(1.0)

    def test_what_is_none_is_refused(self):
        for options, words in [({"policy": "dots"}, "'policy' must be a function"), ({"static_argnums": "x"}, "'static_argnums'")]:
            with self.refuses(ct.TypeError, words):
                ct.checkpoint(wave, **options)
        with self.refuses(ct.TypeError, "'name' must be a string"):
            ct.checkpoint_name(X, 3)


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
