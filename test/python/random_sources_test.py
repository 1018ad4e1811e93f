"""Random Python functions: compiled, eager and over lanes they are what NumPy computes, and their
derivatives are its finite differences. COTAN_RANDOM_SOURCES=1000 tries that many."""

import importlib.util
import os
import pathlib
import random
import tempfile
import unittest

import numpy as np
from random_sources import Writer

import cotan as ct

COUNT = int(os.environ.get("COTAN_RANDOM_SOURCES", 40))
FIRST = int(os.environ.get("COTAN_RANDOM_FIRST", 0))
SAME, NEAR, STEP = 1e-9, 1e-4, 1e-6


def load(path, module):
    """The function `f` of a source, which calls its mathematics `m`."""
    spec = importlib.util.spec_from_file_location("source", path)
    loaded = importlib.util.module_from_spec(spec)
    loaded.m = module
    spec.loader.exec_module(loaded)
    return loaded.f


def slopes(f, numbers, v, n):
    """Central differences of the sum of all results, or None where a decision or a bend is near."""
    def total(x):
        return sum(np.sum(y) for y in f(*x, v, n))

    found = []
    for i in range(len(numbers)):
        estimates = []
        for step in (STEP, 3 * STEP):
            shift = np.eye(len(numbers))[i] * step
            estimates.append((total(numbers + shift) - total(numbers - shift)) / (2 * step))
        if not np.isclose(*estimates, rtol=NEAR / 10, atol=NEAR / 10):
            return None
        found.append(estimates[0])
    return found


class RandomSources(unittest.TestCase):
    def test_they_agree_with_numpy(self):
        with tempfile.TemporaryDirectory() as folder:
            checked = sum(self.check(seed, pathlib.Path(folder, f"source{seed}.py")) for seed in range(FIRST, FIRST + COUNT))
        self.assertGreater(checked, COUNT // 2)

    def check(self, seed, path):
        """Whether the derivative could be checked, too."""
        path.write_text(Writer(random.Random(seed)).source())
        f, expected = load(path, ct), load(path, np)
        values = np.random.default_rng(seed)
        numbers, v, n = values.uniform(-1, 1, (4, 2)), values.uniform(-1, 1, (4, 3)), values.integers(0, 5, 4)
        lanes = [expected(*x, y, k) for x, y, k in zip(numbers, v, n)]
        with self.subTest(seed=seed, source=path.read_text()):
            compiled = ct.jit(f)
            self.same(compiled(*numbers[0], v[0], n[0]), lanes[0])
            self.same(f(*map(ct.array, (*numbers[0], v[0], n[0]))), lanes[0])
            self.same(ct.jit(ct.vmap(f))(*numbers.T, v, n), [np.stack(x) for x in zip(*lanes)])
            slope = slopes(expected, numbers[0], v[0], n[0])
            if slope is None:
                return False
            total = ct.grad(lambda a, b, v, n: sum(ct.sum(y) for y in compiled(a, b, v, n)), argnums=(0, 1))
            np.testing.assert_allclose([x.numpy() for x in total(*numbers[0], v[0], n[0])], slope, rtol=NEAR, atol=NEAR)
        return True

    def same(self, found, expected):
        for x, y in zip(found, expected, strict=True):
            np.testing.assert_allclose(x.numpy(), y, rtol=SAME, atol=SAME)


if __name__ == "__main__":
    unittest.main()
