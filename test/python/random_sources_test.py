"""Random Python functions: compiled, eager and over lanes they are what NumPy computes, their derivatives
are its finite differences, and their second derivatives those of the first. COTAN_RANDOM_SOURCES=1000 tries that many."""

import functools
import importlib.util
import os
import pathlib
import random
import tempfile
import types
import unittest

import numpy as np
from random_sources import Writer

import cotan as ct

NAMES = "sin tanh where sum all stack roll".split()
COUNT = int(os.environ.get("COTAN_RANDOM_SOURCES", 40))
FIRST = int(os.environ.get("COTAN_RANDOM_FIRST", 0))
SAME, NEAR, STEP = 1e-9, 1e-4, 1e-6


def scan(f, carry, xs):
    ys = []
    for x in xs:
        carry, y = f(carry, x)
        ys.append(y)
    return carry, np.stack(ys)


def while_loop(more, body, x):
    while more(x):
        x = body(x)
    return x


def put(x, i, value):
    x = x.copy()
    x[i] = value
    return x


# What both have by one name; the functions that take functions are plain Python beside NumPy.
IN_NUMPY = types.SimpleNamespace(
    **{name: getattr(np, name) for name in NAMES}, scan=scan, while_loop=while_loop, put=put,
    cond=lambda test, f, g, x: f(x) if test else g(x), fori_loop=lambda low, high, f, x: functools.reduce(lambda x, k: f(k, x), range(low, high), x))
IN_COTAN = types.SimpleNamespace(
    **{name: getattr(ct, name) for name in (*NAMES, "scan", "while_loop", "cond", "fori_loop")}, put=lambda x, i, value: x.at[i].set(value))


def load(path, module):
    """The function `f` of a source, which calls its mathematics `m`."""
    spec = importlib.util.spec_from_file_location("source", path)
    loaded = importlib.util.module_from_spec(spec)
    loaded.m = module
    spec.loader.exec_module(loaded)
    return loaded.f


def slope(f, x, direction):
    """A central difference, or None where a decision or a bend is near."""
    one, two = ((f(x + step * direction) - f(x - step * direction)) / (2 * step) for step in (STEP, 3 * STEP))
    return one if np.allclose(one, two, rtol=NEAR / 10, atol=NEAR / 10) else None


class RandomSources(unittest.TestCase):
    def test_they_agree_with_numpy(self):
        with tempfile.TemporaryDirectory() as folder:
            checked = sum(bool(self.check(seed, pathlib.Path(folder, f"source{seed}.py"))) for seed in range(FIRST, FIRST + COUNT))
        self.assertGreater(checked, COUNT // 2)

    def check(self, seed, path):
        """Whether the derivative could be checked, too."""
        path.write_text(Writer(random.Random(seed)).source())
        f, expected = load(path, IN_COTAN), load(path, IN_NUMPY)
        values = np.random.default_rng(seed)
        numbers, v, n = values.uniform(-1, 1, (4, 2)), values.uniform(-1, 1, (4, 3)), values.integers(0, 5, 4)
        lanes = [expected(*x, y, k) for x, y, k in zip(numbers, v, n)]
        with self.subTest(seed=seed, source=path.read_text()):
            compiled = ct.jit(f)
            self.same(compiled(*numbers[0], v[0], n[0]), lanes[0])
            self.same(f(*map(ct.array, (*numbers[0], v[0], n[0]))), lanes[0])
            self.same(ct.jit(ct.vmap(f))(*numbers.T, v, n), [np.stack(x) for x in zip(*lanes)])
            return self.check_derivatives(compiled, expected, numbers[0], v[0], n[0])

    def check_derivatives(self, compiled, expected, x, v, n):
        others = ct.asarray(v), ct.asarray(n)
        total = lambda x: sum(ct.sum(y) for y in compiled(*x, *others))
        gradient = ct.jit(ct.grad(total))
        curvature = ct.jit(lambda x, direction: ct.jvp(gradient, (x,), (direction,))[1])
        found, along = gradient(x).numpy(), np.array([0.6, -0.8])
        slopes = [slope(lambda x: sum(np.sum(y) for y in expected(*x, v, n)), x, axis) for axis in np.eye(2)]
        if slopes[0] is None or slopes[1] is None:
            return False
        np.testing.assert_allclose(found, slopes, rtol=NEAR, atol=NEAR)
        back = ct.vjp(total, ct.asarray(x))[1]
        for _ in ("on what the value has left", "with loops that run again"):
            self.same(back(1.0), [found])
        bend = slope(lambda x: gradient(x).numpy(), x, along)
        if bend is not None:
            np.testing.assert_allclose(curvature(x, along).numpy(), bend, rtol=10 * NEAR, atol=10 * NEAR)
        return True

    def same(self, found, expected):
        for x, y in zip(found, expected, strict=True):
            np.testing.assert_allclose(x.numpy(), y, rtol=SAME, atol=SAME)


if __name__ == "__main__":
    unittest.main()
