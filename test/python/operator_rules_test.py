#!/usr/bin/python3
"""call_decomp and call_vjp: the rules of one operator give what the operator and its derivative give."""

import os
import subprocess
import sys
import unittest

import cotan as ct
import numpy as np
from expected import Case

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(3, 4))
G = RANDOM.normal(size=(3, 4))
# Functions that are one composite operator of floats, and arguments; a few of each kind.
COMPOSITE = {
    "softmax": (ct.nn.softmax, (X,), {"axis": 0}), "log_softmax": (ct.nn.log_softmax, (X,), {}),
    "gelu": (ct.nn.gelu, (X,), {}), "softplus": (ct.nn.softplus, (X,), {}), "silu": (ct.nn.silu, (X,), {}),
    "logsumexp": (ct.nn.logsumexp, (X,), {"axis": 1}), "hypot": (ct.hypot, (X, G), {}),
    "attention": (ct.nn.dot_product_attention, (X.reshape(1, 3, 2, 2), G.reshape(1, 3, 2, 2), X.reshape(1, 3, 2, 2)), {}),
    "layer_norm": (ct.nn.layer_norm, (X, G[0], X[0]), {}),
    "group_norm": (ct.nn.group_norm, (X,), {"groups": 2, "scale": G[0], "bias": X[0]}),
    "lerp": (ct.lerp, (X, G, X), {}), "linear": (ct.nn.bilinear, (X, G, RANDOM.normal(size=(2, 4, 4))), {}),
}


class Decompositions(Case):
    def test_values(self):
        for name, (function, args, keywords) in COMPOSITE.items():
            with self.subTest(name):
                expected = function(*args, **keywords).numpy()
                self.check(ct.call_decomp(function, *args, **keywords), expected, 1e-12)
                compiled = ct.jit(lambda *xs, f=function, k=keywords: ct.call_decomp(f, *xs, **k))
                self.check(compiled(*args), expected, 1e-12)
                both = [ct.grad(lambda x, g=g: ct.sum(g(x, *args[1:], **keywords) ** 2))(args[0])
                        for g in (function, lambda *xs, f=function, **k: ct.call_decomp(f, *xs, **k))]
                self.check(both[1], both[0].numpy(), 1e-9)

    def test_the_program_holds_the_parts(self):
        whole = ct.jit(lambda x: ct.nn.softmax(x)).lower(X).as_text("traced")
        parts = ct.jit(lambda x: ct.call_decomp(ct.nn.softmax, x)).lower(X).as_text("traced")
        self.assertIn("composite.softmax", whole)
        self.assertNotIn("composite.softmax", parts)
        self.assertIn("prim.exp", parts)

    def test_lanes_and_open_sizes(self):
        self.check(ct.vmap(lambda x: ct.call_decomp(ct.nn.softmax, x))(X), ct.nn.softmax(X).numpy(), 1e-12)
        compiled = ct.jit(lambda x: ct.call_decomp(ct.nn.softmax, x), dynamic_axes={"x": 0})
        for rows in (1, 3):
            self.check(compiled(X[:rows]), ct.nn.softmax(X[:rows]).numpy(), 1e-12)

    def test_refusals(self):
        with self.refuses(ValueError, "ct.call_decomp", "prim.exp", "primitive"):
            ct.call_decomp(ct.exp, X)
        with self.refuses(ValueError, "one operator", "prim.exp", "prim.sin"):
            ct.call_decomp(lambda x: ct.exp(ct.sin(x)), X)
        with self.refuses(ValueError, "one operator", "none"):
            ct.call_decomp(lambda x: x, X)
        with self.refuses(ValueError, "composite.softmax", "nothing else"):
            ct.call_decomp(lambda x: (ct.nn.softmax(x), x), X)
        with self.refuses(TypeError, "call_decomp"):
            ct.call_decomp(X)


class Rules(Case):
    def same(self, function, args, keywords, stops=None):
        """As the derivative of the whole: the rule is the operator's own."""
        outputs, back = ct.vjp(lambda *xs: function(*xs, **keywords), *args)
        slope = ct.cos(outputs)
        expected = back(slope)
        for call in (lambda f: f, ct.jit):
            found = call(lambda xs, y, g: ct.call_vjp(function, xs, y, g, stops, **keywords))(tuple(args), outputs, slope)
            for i, (one, other) in enumerate(zip(found, expected)):
                if stops and stops[i]:
                    self.assertIsNone(one)
                else:
                    self.check(one, other.numpy(), 1e-9)

    def test_values(self):
        for name in ("softmax", "log_softmax", "gelu", "logsumexp", "hypot"):
            with self.subTest(name):
                self.same(*COMPOSITE[name])
        self.same(ct.multiply, (X, G), {})
        self.same(ct.matmul, (X, G.T), {}, (True, False))
        self.same(ct.arctan2, (X, G), {}, [False, True])
        self.same(ct.sum, (X,), {"axis": 0})

    def test_one_tensor_twice(self):
        found = ct.call_vjp(lambda x: x * x, (X,), X * X, G)
        self.check(found[0], 2 * X * G, 1e-12)

    def test_outputs_are_taken_as_they_are(self):
        found = ct.call_vjp(ct.exp, (X,), np.full_like(X, 3.0), G)
        self.check(found[0], 3 * G, 1e-12)

    def test_what_is_no_float(self):
        found = ct.call_vjp(ct.where, (X > 0, X, G), ct.where(X > 0, X, G), np.ones_like(X))
        self.assertIsNone(found[0])
        self.check(found[1], np.float64(X > 0))

    def test_second_derivatives(self):
        rule = lambda x, g: ct.call_vjp(ct.tanh, (x,), ct.tanh(x), g)[0]  # noqa: E731
        self.check(ct.grad(lambda x: ct.sum(rule(x, ct.ones_like(x))))(X), -2 * np.tanh(X) / np.cosh(X) ** 2, 1e-9)

    def test_refusals(self):
        y = ct.exp(X)
        with self.refuses(ValueError, "ct.call_vjp", "composite.lerp", "call_decomp"):
            ct.call_vjp(ct.lerp, (X, G, X), X, G)
        with self.refuses(TypeError, "inputs", "tuple"):
            ct.call_vjp(ct.exp, X, y, G)
        with self.refuses(ValueError, "stop_gradients", "2 entries", "1 input"):
            ct.call_vjp(ct.exp, (X,), y, G, (True, False))
        with self.refuses(ValueError, "cotangent", r"4"):
            ct.call_vjp(ct.exp, (X,), y, G[0])
        with self.refuses(ValueError, "outputs"):
            ct.call_vjp(ct.exp, (X,), (y, y), G)


class Choices(Case):
    """ct.Decomposition: which operators stay whole, in the program that runs and where derivatives are taken."""

    def jitted(self, function, **members):
        return ct.jit(function, decomposition=ct.Decomposition(**members))

    def test_a_kernel_runs(self):
        x = RANDOM.normal(size=(1, 3, 2, 4))
        attend = lambda x: ct.nn.dot_product_attention(x, x, x)  # noqa: E731
        slope = ct.grad(lambda x: ct.sum(attend(x) ** 2))
        for members in ({"forward": False}, {"skip": ["composite.attention", "composite.attention_vjp"]}):
            self.check(self.jitted(attend, **members)(x), attend(x).numpy(), 1e-12)
            self.check(self.jitted(slope, **members)(x), slope(x).numpy(), 1e-12)

    def test_without_a_kernel(self):
        for members, word in (({"forward": False}, "switched off"), ({"skip": ["composite.tanhshrink"]}, "skip"),
                              ({"only": ["composite.gelu"]}, "only")):
            with self.refuses(ct.Error, "operator_rules_test", "composite.tanhshrink", "no kernel", word):
                self.jitted(lambda x: ct.nn.tanhshrink(x), **members)(X)

    def test_derivatives(self):
        for forward in (True, False):
            with self.refuses(ct.Error, "composite.lerp", "no derivative rule", "switched off"):
                self.jitted(ct.grad(lambda x: ct.sum(ct.lerp(x, G, X))), reverse=False, forward=forward)(X)
        slope = ct.grad(lambda x: ct.sum(ct.nn.softmax(x) ** 2))
        self.check(self.jitted(slope, reverse=False)(X), slope(X).numpy(), 1e-12)
        self.check(self.jitted(slope, only=["composite.softmax"])(X), slope(X).numpy(), 1e-12)

    def test_functions_inside(self):
        inner = ct.jit(lambda x: ct.nn.tanhshrink(x))
        with self.refuses(ct.Error, "composite.tanhshrink", "skip"):
            self.jitted(lambda x: inner(x) + 1, skip=["composite.tanhshrink"])(X)
        self.check(inner(X), ct.nn.tanhshrink(X).numpy(), 1e-12)
        loop = lambda x: ct.fori_loop(0, 3, lambda i, x: ct.nn.tanhshrink(x), x)  # noqa: E731
        with self.refuses(ct.Error, "composite.tanhshrink", "skip"):
            self.jitted(loop, skip=["composite.tanhshrink"])(X)

    def test_the_environment(self):
        code = "import cotan as ct; print(ct.nn.tanhshrink(ct.ones(2)))"
        run = lambda **names: subprocess.run(  # noqa: E731
            [sys.executable, "-c", code], env={**os.environ, **names}, capture_output=True, text=True)
        self.assertEqual(run(COTAN_SKIP_DECOMPOSITION="composite.gelu").returncode, 0)
        for names in ({"COTAN_SKIP_DECOMPOSITION": "composite.gelu, composite.tanhshrink"},
                      {"COTAN_ONLY_DECOMPOSE": "composite.gelu"}):
            self.assertIn("'composite.tanhshrink' has no kernel", run(**names).stderr)

    def test_mistakes(self):
        with self.refuses(TypeError, "skip", "list of names"):
            ct.Decomposition(skip="composite.tanhshrink")
        with self.refuses(TypeError, "jit: 'decomposition' is 'all'", "ct.Decomposition or None"):
            ct.jit(lambda x: x, decomposition="all")
        with self.refuses(ct.Error, "composite.tanhshrimp", "did you mean 'composite.tanhshrink'"):
            self.jitted(lambda x: x + 1, skip=["composite.tanhshrimp"])(X)


if __name__ == "__main__":
    unittest.main()
