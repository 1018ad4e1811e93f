#!/usr/bin/python3
"""custom_jvp: the rule is what every transformation uses, to any order, in both modes."""

import unittest

import cotan as ct
import numpy as np
import transformations
from expected import Case
from transformations import pushed, summed

X = np.array([0.3, -1.2, 2.0])


def plain(x):
    return ct.sin(x) * x


@ct.custom_jvp
def ruled(x):
    return ct.sin(x) * x


@ruled.defjvp
def _(primals, tangents):
    (x,), (t,) = primals, tangents
    return ruled(x), t * (ct.cos(x) * x + ct.sin(x))


@ct.custom_jvp
def tripled(x):  # its rule is not its derivative: the slope of x -> 3 x**2 / 2, whose second is 3
    return x * x


tripled.defjvp(lambda primals, tangents: (primals[0] ** 2, 3 * primals[0] * tangents[0]))


@ct.custom_jvp
def grown(x):  # a loop, and a loop in the rule
    while x < 10:
        x = x * 1.5
    return x


@grown.defjvp
def _(primals, tangents):
    (x,), (t,) = primals, tangents
    factor = ct.ones_like(x)
    while x * factor < 10:
        factor = factor * 1.5
    return x * factor, t * factor


def taylor(f, order):
    def series(x):
        return ct.stack(ct.jet(f, (x,), ([ct.cos(x)] + [ct.zeros_like(x)] * (order - 1),))[1])
    return series


TRANSFORMATIONS = {
    **transformations.TRANSFORMATIONS,
    "jvp of jvp": lambda f: pushed(pushed(f)),
    "jvp of grad of jvp": lambda f: pushed(ct.grad(summed(pushed(f)))),
    "taylor 2": lambda f: taylor(f, 2),
    "taylor 4": lambda f: ct.jit(taylor(f, 4)),
    "jacrev": ct.jacrev,
    "lanes of jvp": lambda f: ct.vmap(pushed(f)),
    "jvp of lanes": lambda f: pushed(ct.vmap(f)),
    "checkpoint": lambda f: ct.grad(summed(ct.checkpoint(f))),
    "in a loop": lambda f: ct.grad(lambda x: ct.sum(ct.fori_loop(0, 3, lambda i, y: f(y) / 2, x))),
    "forward in a loop": lambda f: pushed(lambda x: ct.fori_loop(0, 3, lambda i, y: f(y) / 2, x)),
}


class Rules(Case):
    def test_of_the_derivative_change_no_number(self):
        for name, transform in TRANSFORMATIONS.items():
            for function in (ct.jit, lambda f: f):
                with self.subTest(name):
                    self.check(function(transform(ruled))(X), np.asarray(transform(plain)(X)), 1e-11)

    def test_are_what_is_used(self):
        like = lambda x: 1.5 * x * x  # noqa: E731
        for name, transform in TRANSFORMATIONS.items():
            if name in ("value", "jit", "lanes") or "loop" in name or "taylor" in name:
                continue
            with self.subTest(name):
                self.check(transform(tripled)(X), np.asarray(transform(like)(X)), 1e-12)
        values = ct.jet(tripled, (X,), ([np.cos(X), 0 * X, 0 * X],))
        expected = ct.jet(like, (X,), ([np.cos(X), 0 * X, 0 * X],))
        self.check(values[0], X * X, 1e-12)
        for found, wanted in zip(values[1], expected[1]):
            self.check(found, np.asarray(wanted), 1e-12)

    def test_of_loops(self):
        def loop(x):
            while x < 10:
                x = x * 1.5
            return x

        for transform in (ct.grad, lambda f: ct.grad(ct.grad(lambda x: f(x) ** 3)), pushed,
                          lambda f: pushed(ct.grad(lambda x: f(x) ** 3)), lambda f: taylor(lambda x: f(x) ** 2, 3)):
            for x in (0.4, 30.0):
                self.check(transform(grown)(np.float64(x)), np.asarray(transform(loop)(np.float64(x))), 1e-12)
            lanes = np.array([0.4, 30.0, 7.0])
            self.check(ct.vmap(transform(grown))(lanes), np.asarray(ct.vmap(transform(loop))(lanes)), 1e-12)

    def test_keep_the_element_type(self):
        for dtype in ("float16", "bfloat16", "float32", "float64", "complex64", "complex128"):
            x = ct.array([0.5, 1.5]).astype(dtype)
            holomorphic = dtype.startswith("complex")
            total = lambda f: lambda x: ct.sum(f(x))  # noqa: E731
            found = ct.grad(total(ruled), holomorphic=holomorphic)(x)
            wanted = ct.grad(total(plain), holomorphic=holomorphic)(x)
            self.assertEqual(found.dtype, x.dtype)
            np.testing.assert_allclose(found.astype("complex128").numpy(), wanted.astype("complex128").numpy(), rtol=2e-2)
            value, slope = ct.jvp(ruled, (x,), (x,))
            self.assertEqual((value.dtype, slope.dtype), (x.dtype, x.dtype))


class Arguments(Case):
    def test_are_nests_integers_and_keywords(self):
        @ct.custom_jvp
        def f(p, n, scale=2.0):
            return {"y": p["w"] * n * scale, "n": n}

        @f.defjvp
        def _(primals, tangents):
            (p, n, scale), (dp, dn, ds) = primals, tangents
            self.assertIsNone(dn)
            return f(p, n, scale), {"y": 10 * (dp["w"] * n * scale + p["w"] * n * ds), "n": None}

        call = lambda w, s: ct.sum(f({"w": w}, 3, scale=s)["y"])  # noqa: E731
        for wrap in (lambda f: f, ct.jit):
            slopes = wrap(ct.grad(call, (0, 1)))(X, 2.0)
            self.check(slopes[0], np.full(3, 60.0), 1e-12)
            self.check(slopes[1], np.float32(30 * X.sum()), 1e-6)
            self.check(wrap(lambda w: ct.jvp(lambda w: call(w, 2.0), (w,), (w,))[1])(X), 60 * X.sum(), 1e-12)

    def test_that_are_no_tensors(self):
        rule = ct.custom_jvp(lambda g, x, n: g(x) * n, nondiff_argnums=(0, 2))

        @rule.defjvp
        def _(g, n, primals, tangents):
            self.assertEqual(n, 3)
            return rule(g, *primals, n), 7 * tangents[0]

        self.check(ct.grad(lambda x: rule(ct.sin, x, 3))(0.5), np.float32(7), 1e-6)
        self.check(ct.jvp(lambda x: rule(ct.sin, x, 3), (0.5,), (2.0,))[1], np.float32(14), 1e-6)
        with self.refuses(ct.ValueError, "nondiff_argnums has 5", "2 arguments"):
            bad = ct.custom_jvp(lambda x, y: x, nondiff_argnums=5)
            bad.defjvp(lambda *_: None)
            ct.grad(bad)(1.0, 2.0)

    def test_of_custom_vjp_that_are_no_tensors(self):
        clipped = ct.custom_vjp(lambda limit, x: x, nondiff_argnums=(0,))
        clipped.defvjp(lambda limit, x: (x, None), lambda limit, _, g: (ct.clip(g, -limit, limit),))
        self.check(ct.grad(lambda x: 5 * clipped(2, x))(1.0), np.float32(2), 1e-6)
        self.check(ct.grad(lambda x: 5 * clipped(ct.array(3.0), x))(1.0), np.float32(3), 1e-6)
        self.check(ct.jit(ct.grad(lambda x, limit: 5 * clipped(limit, x)))(1.0, 4.0), np.float32(4), 1e-6)

    def test_trace_the_function_once_for_all_orders(self):
        traced = []

        @ct.custom_jvp
        def square(x):
            traced.append(x)
            return x * x

        square.defjvp(lambda primals, tangents: (square(*primals), 2 * primals[0] * tangents[0]))
        self.assertEqual(float(ct.jit(ct.grad(ct.grad(square)))(3.0)), 2.0)
        self.assertEqual(len(traced), 1)
        self.assertEqual(float(ct.jit(lambda x: square(x) + square(2 * x))(3.0)), 45.0)
        self.assertEqual(len(traced), 3)

    def test_call_each_other(self):
        a, b = ct.custom_jvp(ct.sin), ct.custom_jvp(ct.cos)
        a.defjvp(lambda primals, tangents: (a(*primals), 2 * b(*primals) * tangents[0]))
        b.defjvp(lambda primals, tangents: (b(*primals), -3 * a(*primals) * tangents[0]))
        x, f, factor = np.float64(0.7), a, 1.0
        for order, wanted in enumerate((np.sin(x), np.cos(x), -np.sin(x), -np.cos(x))):
            self.check(ct.jit(f)(x), factor * wanted, 1e-12)
            f, factor = ct.grad(f), factor * (2 if order % 2 == 0 else 3)

    def test_from_outside_are_constants(self):
        def by(a):
            f = ct.custom_jvp(lambda x: x * a)
            f.defjvp(lambda primals, tangents: (primals[0] * a, a * tangents[0]))
            return f

        self.check(ct.jit(lambda a, x: ct.grad(by(a))(x))(3.0, 2.0), np.float32(3), 1e-6)
        self.check(ct.jit(lambda a, x: pushed(by(a))(x))(3.0, 0.0), np.float32(3), 1e-6)
        for transform in (ct.grad, pushed):
            with self.refuses(ct.Error, "from outside", "argument"):
                transform(lambda a: by(a)(2.0))(3.0)

    def test_by_one_rule_each(self):
        f = ct.custom_jvp(lambda x, y: x * y)
        f.defjvps(lambda t, result, x, y: t * y, lambda t, result, x, y: 5 * t * result)
        self.check(ct.grad(f, 1)(3.0, 4.0), np.float32(60), 1e-6)
        self.check(ct.jvp(f, (3.0, 4.0), (1.0, 1.0))[1], np.float32(64), 1e-6)


class Mistakes(Case):
    def test_are_told(self):
        def with_rule(rule):
            f = ct.custom_jvp(lambda x: {"y": x})
            f.__name__ = "f"
            f.defjvp(rule)
            return lambda x: f(x)["y"]

        with self.refuses(ct.TypeError, "f has no rule yet", "defjvp"):
            f = ct.custom_jvp(lambda x: x)
            f.__name__ = "f"
            f(1.0)
        for rule, words in (
                (lambda p, t: p[0], ("f: the rule must return a pair", "result and its tangent")),
                (lambda p, t: (p[0], t[0]), ("rule's result", "must be alike")),
                (lambda p, t: ({"y": p[0]}, t[0]), ("tangent that the rule returned", "one structure")),
                (lambda p, t: ({"y": p[0]}, {"y": ct.stack([t[0], t[0]])}), ("tangent", "one shape"))):
            for transform in (ct.grad, pushed):
                with self.subTest(words=words), self.refuses(ct.TypeError, *words):
                    transform(with_rule(rule))(1.0)
        for call, word in ((lambda: ct.custom_jvp(3), "must be a function"),
                           (lambda: ct.custom_jvp(ct.sin).defjvp(3), "must be a function"),
                           (lambda: ct.custom_jvp(ct.sin).defjvps(3), "must be a function"),
                           (lambda: ct.custom_jvp(ct.sin, "x"), "nondiff_argnums")):
            with self.refuses(ct.TypeError, word):
                call()


if __name__ == "__main__":
    unittest.main()
