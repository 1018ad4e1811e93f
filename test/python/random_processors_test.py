#!/usr/bin/python3
"""A key gives the same random numbers on every processor, for every number of threads: the same bits, but for the last
ones of what goes through functions such as exp and log, which are rounded otherwise where there is no fused
multiplication or no table. Normal numbers have a formula that is the same everywhere. Each processor is a process of its own."""

import os
import pathlib
import pickle
import subprocess
import sys
import unittest

import cotan as ct
import numpy as np
from calls import calls

NEAR = {"float32": 2e-6, "float64": 4e-15}
# Normal numbers, and what is no more than bits, shifts, comparisons, sums and products of them, in any element type.
EXACT = set("""bits uniform normal randint bernoulli permutation choice rademacher split fold_in key clone key_data wrap_key_data PRNGKey
    categorical""".split())
COUNT = 3001
DTYPES = ("float16", "bfloat16", "float32", "float64")
INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


def key():
    return ct.random.key(5)


def of_types():
    """Many numbers of each element type."""
    for name in ("uniform", "normal", "truncated_normal", "exponential", "gumbel", "laplace", "cauchy", "logistic"):
        for dtype in DTYPES if name in ("uniform", "normal") else ("float64",):
            bounds = (-2.0, 2.0) if name == "truncated_normal" else ()
            yield f"{name} of {dtype}", lambda n=name, d=dtype, b=bounds: getattr(ct.random, n)(key(), *b, shape=(COUNT,), dtype=d)
    for dtype in INTEGERS:
        yield f"randint of {dtype}", lambda d=dtype: ct.random.randint(key(), (COUNT,), 0, 100, dtype=d)
        if dtype[0] == "u":
            yield f"bits of {dtype}", lambda d=dtype: ct.random.bits(key(), (COUNT,), dtype=d)
    for name in ("permutation", "choice"):
        yield name, lambda n=name: getattr(ct.random, n)(key(), COUNT)


def of_examples():
    for name, function, row in calls():
        if name.startswith("ct.random.") and not name.endswith("key_impl"):
            yield name.removeprefix("ct.random."), lambda f=function, r=row: f(*r)


def numbers():
    """By name, as NumPy's arrays."""
    return {name: [np.asarray(x.astype("float64") if x.dtype in ("float16", ct.bfloat16) else x)
                   for x in ct.tree.leaves(ct.jit(draw)())]
            for name, draw in [*of_types(), *of_examples()]}


def of_process(**environment):
    done = subprocess.run([sys.executable, __file__, "numbers"], env={**os.environ, **environment}, capture_output=True, check=True)
    return pickle.loads(done.stdout)


def lesser_processors():
    flags = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").split()
    return ["x86-64", *(["x86-64-v3"] if "avx512f" in flags else [])]


class Processors(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.here = numbers()

    def test_processors(self):
        self.assertGreater(len(self.here), 60)
        for processor in lesser_processors():
            found = of_process(COTAN_CPU=processor)
            self.assertEqual(found.keys(), self.here.keys())
            for name, arrays in self.here.items():
                with self.subTest(name, processor=processor):
                    for x, y in zip(arrays, found[name], strict=True):
                        self.compare(name, x, y)

    def compare(self, name, x, y):
        self.assertEqual((x.dtype, x.shape), (y.dtype, y.shape))
        is_of_few_bits = "float16" in name  # and bfloat16: computed in more, then rounded
        if x.dtype.kind != "f" or is_of_few_bits or name.split()[0] in EXACT:
            np.testing.assert_array_equal(x, y)
        else:
            np.testing.assert_allclose(x, y, rtol=NEAR[x.dtype.name], atol=NEAR[x.dtype.name] * np.abs(x).max(initial=0))

    def test_threads(self):
        alone = of_process(COTAN_NUM_THREADS="1")
        for name, arrays in self.here.items():
            with self.subTest(name):
                for x, y in zip(arrays, alone[name], strict=True):
                    np.testing.assert_array_equal(x, y)


if __name__ == "__main__":
    if sys.argv[1:] == ["numbers"]:
        sys.stdout.buffer.write(pickle.dumps(numbers()))
    else:
        unittest.main()
