#!/usr/bin/python3
"""What the example in an array function's row promises: the call gives the same compiled and as lanes of a batch, and
its derivative is the slope of its values. A new function has these tests with its row."""

import unittest

import cotan as ct
import numpy as np
from calls import calls
from parity.rows import arrays_in, with_arrays

# What says that the shape of a result, or which kind it is, depends on the elements.
UNKNOWN = r"not known|size="
# For derivatives alone, or in part: what is chosen, and the vectors of the power iteration, are constants of them. And
# samples move as quantiles do, where those of the same key move as their formula does.
CONSTANT = {"ct.nn.scaled_dot_general", "ct.lax.reduce_precision", "ct.stop_gradient", "ct.nn.gumbel_softmax", "ct.nn.spectral_norm", "ct.random.dirichlet", "ct.random.chisquare"}
STEP = 1e-5


def tensors_in(result):
    return [y for y in ct.tree.leaves(result) if isinstance(y, ct.Tensor)]


def of_arrays(function, row):
    return lambda *arrays: tensors_in(function(*with_arrays(row, iter(arrays))))


def is_float(x):
    return isinstance(x.dtype, np.dtype) and x.dtype.kind == "f"  # differences of bfloat16 say nothing


def in_float64(row):
    return ["float64" if isinstance(part, str) and part == "float32" else part for part in row]


def smooth(arrays):
    """In float64, away from places where a function of several elements bends, as where two are the same."""
    random = np.random.default_rng(7)
    return [np.float64(x) + 0.01 * random.random(x.shape) if is_float(x) else x for x in arrays]


class Rows(unittest.TestCase):
    def same(self, found, wanted):
        self.assertEqual(len(found), len(wanted))
        for x, y in zip(found, wanted):
            self.assertEqual((x.dtype, x.shape), (y.dtype, y.shape))
            wide = "complex128" if x.dtype.kind == "c" else "float64"
            np.testing.assert_allclose(x.astype(wide).numpy(), y.astype(wide).numpy(), rtol=1e-5, atol=1e-5)

    def compiled(self, call, arrays, wanted):
        self.same(ct.jit(call)(*arrays), wanted)

    def in_lanes(self, call, arrays, wanted):
        lanes = ct.vmap(call)(*(np.stack([x, x]) for x in arrays))
        for lane in (0, 1):
            self.same([y[lane] for y in lanes], wanted)

    def slopes(self, call, arrays, wanted):
        places = [i for i, x in enumerate(arrays) if is_float(x)]
        if not places or not any(is_float(y) for y in wanted):
            return
        random = np.random.default_rng(5)
        points = smooth(arrays)
        if any(is_float(y) and np.isinf(y.numpy()).any() for y in call(*points)):
            return  # there are no differences
        weights = [random.standard_normal(y.shape) if is_float(y) else 0.0 for y in call(*points)]
        total = lambda *xs: sum(ct.sum(y * w) for y, w in zip(call(*xs), weights) if is_float(y))
        slopes = ct.grad(total, argnums=tuple(places))(*points)
        for i, slope in zip(places, slopes):
            way = random.standard_normal(points[i].shape)
            ends = [total(*points[:i], points[i] + sign * STEP * way, *points[i + 1:]) for sign in (1, -1)]
            difference = (ends[0] - ends[1]).item() / (2 * STEP)
            np.testing.assert_allclose(ct.sum(slope * way).item(), difference, rtol=1e-4, atol=1e-6)

    def test_what_examples_call(self):
        done = dict.fromkeys(["compiled", "in_lanes", "slopes"], 0)
        for name, function, row in calls():
            call, arrays = of_arrays(function, row), arrays_in(row)
            wanted = call(*arrays)
            ways = {"compiled": call}
            if arrays:
                ways["in_lanes"] = call
            if arrays and name not in CONSTANT:
                ways["slopes"] = of_arrays(function, in_float64(row))
            for how, call in ways.items():
                with self.subTest(name, how=how):
                    try:
                        getattr(self, how)(call, arrays, wanted)
                        done[how] += 1
                    except (ct.TypeError, ct.ValueError) as error:
                        self.assertRegex(str(error), UNKNOWN)
        for how, count in done.items():
            self.assertGreater(count, 150, how)


if __name__ == "__main__":
    unittest.main()
