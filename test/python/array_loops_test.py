#!/usr/bin/python3
"""Random loops over arrays: compiled they are what NumPy computes, and their derivatives are its finite
differences. COTAN_ARRAY_LOOPS=1000 tries that many, from number COTAN_RANDOM_FIRST on."""

import os
import pathlib
import random
import tempfile
import types
import unittest

import numpy as np
from array_loops import Writer
from random_sources_test import load

import cotan as ct

COUNT = int(os.environ.get("COTAN_ARRAY_LOOPS", 80))
FIRST = int(os.environ.get("COTAN_RANDOM_FIRST", 0))
SAME, NEAR, STEP, SHAKEN = 1e-9, 1e-5, 1e-6, 1e-14


def changed(change):
    """A function that changes one place of a copy."""
    def update(x, at, value):
        x = x.copy()
        x[at] = change(x[at], value)
        return x

    return update


NAMES = "sum sin where maximum".split()
IN_NUMPY = types.SimpleNamespace(
    **{name: getattr(np, name) for name in NAMES}, put=changed(lambda old, new: new), add=changed(np.add),
    scale=changed(np.multiply), raise_to=changed(np.maximum))
IN_COTAN = types.SimpleNamespace(
    **{name: getattr(ct, name) for name in NAMES}, put=lambda x, at, value: x.at[at].set(value),
    add=lambda x, at, value: x.at[at].add(value), scale=lambda x, at, value: x.at[at].multiply(value),
    raise_to=lambda x, at, value: x.at[at].max(value))


class ArrayLoops(unittest.TestCase):
    def test_they_agree_with_numpy(self):
        with tempfile.TemporaryDirectory() as folder:
            checked = sum(bool(self.check(seed, pathlib.Path(folder, f"loops{seed}.py"))) for seed in range(FIRST, FIRST + COUNT))
        self.assertGreater(checked, COUNT * 3 // 4)

    def check(self, seed, path):
        """Whether all could be checked: not where loops make much of what differs by a rounding."""
        writer, values = Writer(random.Random(seed)), np.random.default_rng(seed)
        path.write_text(writer.source())
        f, expected = load(path, IN_COTAN), load(path, IN_NUMPY)
        floats = [values.uniform(-1, 1, size) for size in (writer.rows, writer.rows, (writer.rows, writer.columns))]
        at = values.integers(0, writer.rows, writer.rows)
        right, shaken = expected(*floats, at), expected(*(x * (1 + SHAKEN) for x in floats), at)
        if not all(np.allclose(x, y, rtol=SAME, atol=SAME) for x, y in zip(right, shaken)):
            return False
        with self.subTest(seed=seed, source=path.read_text()):
            for x, y in zip(ct.jit(f)(*floats, at), right, strict=True):
                np.testing.assert_allclose(x.numpy(), y, rtol=SAME, atol=SAME)
            weights = [values.normal(size=np.shape(y)) for y in right]
            return self.check_gradient(lambda *given: sum(ct.sum(w * y) for w, y in zip(weights, f(*given, ct.asarray(at)))),
                                       lambda *given: sum(np.sum(w * y) for w, y in zip(weights, expected(*given, at))),
                                       floats, [values.normal(size=x.shape) for x in floats])

    def check_gradient(self, f, expected, floats, along):
        def slope(step):
            ahead, behind = ([x + sign * step * d for x, d in zip(floats, along)] for sign in (1, -1))
            return (expected(*ahead) - expected(*behind)) / (2 * step)

        right = slope(STEP)
        if not np.isclose(right, slope(3 * STEP), rtol=NEAR, atol=NEAR):
            return False
        gradient = ct.jit(ct.grad(f, argnums=(0, 1, 2)))(*floats)
        found = sum(np.sum(g.numpy() * d) for g, d in zip(gradient, along))
        np.testing.assert_allclose(found, right, rtol=10 * NEAR, atol=10 * NEAR)
        return True


if __name__ == "__main__":
    unittest.main()
