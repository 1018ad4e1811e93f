#!/usr/bin/python3
"""A key gives the same random numbers on every processor, for every number of threads, to the last bit. Each processor
is a process of its own, in which libraries, too, take this one for another."""

import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest

import cotan as ct
import numpy as np
from calls import calls

COUNT = 1001
FLOATS = ("float16", "bfloat16", "float32", "float64")
INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
# Parameters for every way that a distribution is computed in.
PARAMETERS = {
    "uniform": [()], "normal": [()], "exponential": [()], "gumbel": [()], "laplace": [()], "cauchy": [()], "logistic": [()],
    "maxwell": [()], "truncated_normal": [(-2.0, 2.0), (0.3, 9.0)], "lognormal": [(0.7,)], "pareto": [(1.3,)], "rayleigh": [(1.2,)],
    "weibull_min": [(2.0, 1.5)], "triangular": [(0.0, 1.0, 3.0)], "wald": [(2.0,)], "double_sided_maxwell": [(0.1, 2.0)],
    "gamma": [(0.3,), (50.0,)], "loggamma": [(0.3,), (4.0,)], "beta": [(0.3, 2.0)], "chisquare": [(3.0,)], "f": [(3.0, 4.0)],
    "t": [(3.0,)], "generalized_normal": [(1.5,)], "binomial": [(20.0, 0.3), (500.0, 0.4)], "poisson": [(3.0,), (70.0,)],
    "geometric": [(0.2,)]}


def key():
    return ct.random.key(5)


def of_types():
    """Many numbers of each element type; of float32 for several keys at once."""
    for name, given in PARAMETERS.items():
        for parameters in given:
            for dtype in ("int32",) if name in ("poisson", "geometric") else FLOATS if name in ("uniform", "normal") else FLOATS[2:]:
                draw = lambda k, n=name, p=parameters, d=dtype: getattr(ct.random, n)(k, *p, shape=(COUNT,), dtype=d)
                if dtype == "float32" and name not in ("uniform", "normal"):
                    yield f"{name} {parameters} for keys", lambda f=draw: ct.vmap(f)(ct.random.split(key(), 2))
                else:
                    yield f"{name} {parameters} of {dtype}", lambda f=draw: f(key())
    for dtype in INTEGERS:
        yield f"randint of {dtype}", lambda d=dtype: ct.random.randint(key(), (COUNT,), 0, 100, dtype=d)
        if dtype[0] == "u":
            yield f"bits of {dtype}", lambda d=dtype: ct.random.bits(key(), (COUNT,), dtype=d)
    for name in ("permutation", "choice"):
        yield name, lambda n=name: getattr(ct.random, n)(key(), COUNT)
    weights = ct.arange(COUNT, dtype="float32")
    yield "choice by weights", lambda: ct.random.choice(key(), COUNT, (COUNT,), p=weights / ct.sum(weights))
    yield "categorical", lambda: ct.random.categorical(key(), weights / 100, shape=(100,))
    yield "ball", lambda: ct.random.ball(key(), 37, 1.7, (50,))
    yield "dirichlet", lambda: ct.random.dirichlet(key(), ct.full((COUNT,), 0.4), (3,))
    for name, function in of_matrices():
        for dtype in ("float32", "float64"):
            yield f"{name} of {dtype}", lambda f=function, d=dtype: f(key(), d)
        yield f"{name} for keys", lambda f=function: ct.vmap(lambda k: f(k, "float32"))(ct.random.split(key(), 2))
    yield "multinomial", lambda: ct.random.multinomial(key(), 100.0, ct.full((20,), 0.05))


def of_matrices():
    """By factors and products of matrices. Their elements are exact, so the matrices are the same everywhere."""
    for n in (3, 40):
        factor = np.random.RandomState(n).randint(-8, 9, (2, n, n))
        cov = factor @ factor.swapaxes(1, 2) / 64 + np.eye(n)
        for method in ("cholesky", "eigh", "svd"):
            yield f"multivariate_normal {n} by {method}", lambda k, d, c=cov[0], m=method: ct.random.multivariate_normal(
                k, ct.zeros(len(c), dtype=d), ct.array(c, dtype=d), (50,), method=m)
        yield f"multivariate_normal of two {n}", lambda k, d, c=cov: ct.random.multivariate_normal(
            k, ct.zeros(c.shape[1], dtype=d), ct.array(c, dtype=d), (5, 2))
        yield f"orthogonal {n}", lambda k, d, n=n: ct.random.orthogonal(k, n, dtype=d)
        yield f"orthogonal {n} of parts", lambda k, d, n=n: ct.real(ct.random.orthogonal(
            k, n, m=n + 2, dtype="complex64" if d == "float32" else "complex128"))


def of_examples():
    for name, function, row in calls():
        if name.startswith("ct.random.") and not name.endswith("key_impl"):
            yield name.removeprefix("ct.random."), lambda f=function, r=row: f(*r)


def numbers():
    """By name, as NumPy's arrays."""
    return {name: [np.asarray(x.astype("float64") if x.dtype in ("float16", ct.bfloat16) else x)
                   for x in ct.tree.leaves(ct.jit(draw)())]
            for name, draw in [*of_types(), *of_examples()]}


def of_process(cache, **environment):
    environment |= {"COTAN_CACHE": "on", "COTAN_CACHE_DIR": cache}
    done = subprocess.run([sys.executable, __file__, "numbers"], env={**os.environ, **environment}, capture_output=True, check=True)
    return pickle.loads(done.stdout)


def lesser_processors():
    """What a process takes its processor for."""
    flags = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").split()
    yield {"COTAN_CPU": "x86-64", "OPENBLAS_CORETYPE": "Prescott", "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-FMA"}
    if "avx512f" in flags:
        yield {"COTAN_CPU": "x86-64-v3", "OPENBLAS_CORETYPE": "Haswell", "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F"}


class Processors(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.cache = folder.name
        cls.here = of_process(cls.cache)

    def test_processors(self):
        self.assertGreater(len(self.here), 110)
        for processor in lesser_processors():
            found = of_process(self.cache, **processor)
            self.assertEqual(found.keys(), self.here.keys())
            for name, arrays in self.here.items():
                with self.subTest(name, **processor):
                    for x, y in zip(arrays, found[name], strict=True):
                        self.assertEqual((x.dtype, x.shape), (y.dtype, y.shape))
                        np.testing.assert_array_equal(x, y)

    def test_threads(self):
        alone = of_process(self.cache, COTAN_NUM_THREADS="1")
        for name, arrays in self.here.items():
            with self.subTest(name):
                for x, y in zip(arrays, alone[name], strict=True):
                    np.testing.assert_array_equal(x, y)


if __name__ == "__main__":
    if sys.argv[1:] == ["numbers"]:
        sys.stdout.buffer.write(pickle.dumps(numbers()))
    else:
        unittest.main()
