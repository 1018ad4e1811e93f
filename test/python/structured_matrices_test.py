#!/usr/bin/python3
"""Matrices of a structure: SciPy's numbers, in batches and compiled, with derivatives; and what is refused."""

import unittest

import cotan as ct
import numpy as np
import scipy.linalg
from expected import Case

RANDOM = np.random.default_rng(5)
la = ct.linalg
KNOWN = {
    "hilbert": [(n,) for n in (0, 1, 2, 7)], "invhilbert": [(n, e) for n in (0, 1, 2, 9) for e in (False, True)],
    "pascal": [(n, kind, e) for n in (0, 1, 2, 9, 34) for kind in ("symmetric", "lower", "upper") for e in (False, True)],
    "invpascal": [(n, kind, e) for n in (0, 1, 2, 9) for kind in ("symmetric", "lower", "upper") for e in (False, True)],
    "hadamard": [(1,), (2,), (16,), (4, "float32")], "helmert": [(1,), (2,), (5,), (1, True), (5, True)],
    "dft": [(n, scale) for n in (1, 2, 5, 64) for scale in (None, "sqrtn", "n")],
}
OF_VECTORS = {
    "circulant": [((n,), ()) for n in (1, 2, 5)], "companion": [((n,), ()) for n in (2, 3, 6)], "fiedler": [((n,), ()) for n in (1, 2, 5)],
    "fiedler_companion": [((n,), ()) for n in (2, 3, 4, 7, 8)], "hankel": [((4,), (6,)), ((3,), (1,)), ((1,), (5,)), ((3,), ())],
    "leslie": [((2,), (1,)), ((5,), (4,))], "khatri_rao": [((2, 3), (4, 3)), ((1, 1), (2, 1))],
}


def draw(*shape, dtype="float64"):
    if np.dtype(dtype).kind == "i":
        return RANDOM.integers(1, 9, shape).astype(dtype)
    x = RANDOM.normal(size=shape)
    return (x + 1j * RANDOM.normal(size=shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


class Known(Case):
    def test_values(self):
        with ct.default_dtype("float64"):
            for name, calls in KNOWN.items():
                for call in calls:
                    with self.subTest(name, call=call):
                        expected = np.asarray(getattr(scipy.linalg, name)(*call))
                        kind = "iu" if expected.dtype.kind in "iuO" else expected.dtype.kind
                        found = getattr(la, name)(*call)
                        self.assertIn(found.dtype.kind, kind)
                        self.check(found, expected.astype(found.dtype), 1e-13)  # SciPy takes powers for dft

    def test_types(self):
        for name, dtype in (("hilbert", "float32"), ("invhilbert", "float32"), ("pascal", "int64"), ("invpascal", "int64"),
                            ("hadamard", "int64"), ("helmert", "float32"), ("dft", "complex64")):
            self.assertEqual(getattr(la, name)(4).dtype.name, dtype, name)
        self.assertEqual(la.dft(4, dtype="complex128").dtype.name, "complex128")

    def test_refusals(self):
        for name in KNOWN:
            for bad in (-1, 2.0, "3", None, [2]):
                with self.subTest(name, bad=bad), self.refuses(ct.ValueError, f"ct.linalg.{name}", "'n' must be"):
                    getattr(la, name)(bad)
        for call, words in ((lambda: la.hadamard(6), "power of 2"), (lambda: la.pascal(3, "left"), "'kind' must be"),
                            (lambda: la.pascal(35), "exact=False"), (lambda: la.invhilbert(15, True), "exact=False"),
                            (lambda: la.dft(3, "m"), "'scale' must be")):
            with self.refuses(ct.ValueError, words):
                call()
        for call in (lambda: la.helmert(3, full=1), lambda: la.pascal(3, exact="x")):
            with self.refuses(ct.TypeError, "must be True or False"):
                call()
        self.assertEqual(la.pascal(40, exact=False).shape, (40, 40))


class OfVectors(Case):
    def test_values_of_all_types(self):
        for name, shapes in OF_VECTORS.items():
            for dtype in ("int64", "float32", "float64", "complex128"):
                for given in shapes:
                    xs = [draw(*shape, dtype=dtype) for shape in given if shape]
                    with self.subTest(name, dtype=dtype, shapes=given):
                        function, expected = getattr(la, name), getattr(scipy.linalg, name)(*xs)
                        self.check(function(*xs), expected.astype(function(*xs).dtype), 1e-5 if dtype == "float32" else 1e-13)
                        self.check(ct.jit(lambda *xs, f=function: f(*xs))(*xs), function(*xs).numpy(), 0)

    def test_batches(self):
        for name, shapes in OF_VECTORS.items():
            xs = [draw(2, 3, *shape) for shape in shapes[-2] if shape]
            function = getattr(la, name)
            with self.subTest(name):
                each = np.stack([getattr(scipy.linalg, name)(*some) for some in zip(*(x.reshape(6, *x.shape[2:]) for x in xs))])
                self.check(function(*xs), each.reshape(2, 3, *each.shape[1:]), 1e-13)
                self.check(ct.vmap(ct.vmap(function))(*xs), function(*xs).numpy(), 1e-15)

    def test_slopes(self):
        for name, shapes in OF_VECTORS.items():
            xs = [draw(*shape) + 3 for shape in shapes[-2] if shape]
            with self.subTest(name):
                self.check_gradient(getattr(la, name), *xs)

    def test_convolution(self):
        for m in (1, 2, 5):
            for n in (1, 3, 7):
                for mode in ("full", "same", "valid"):
                    a, v = draw(m), draw(n)
                    with self.subTest(m=m, n=n, mode=mode):
                        self.check(la.convolution_matrix(a, n, mode), scipy.linalg.convolution_matrix(a, n, mode), 0)
                        self.check(la.convolution_matrix(a, n, mode) @ v, ct.convolve(a, v, mode).numpy(), 1e-13)
        self.check_gradient(lambda a: la.convolution_matrix(a, 4, "same"), draw(3))

    def test_small_ones(self):
        for function, few in ((la.circulant, 0), (la.fiedler, 0), (la.fiedler_companion, 1)):
            self.check(function(np.ones(few)), np.zeros((0, 0)), 0)
        self.check(la.fiedler(np.array([200, 3], np.uint8)), np.array([[0, 197], [197, 0]], np.uint8), 0)

    def test_refusals(self):
        for name, shapes in OF_VECTORS.items():
            numbers = [1.0] * sum(shape != () for shape in shapes[0])
            with self.subTest(name), self.refuses(ct.ValueError, f"ct.linalg.{name}", "must be"):
                getattr(la, name)(*numbers)
        for call, words in ((lambda: la.companion([1.0]), "of 2 elements or more"), (lambda: la.leslie([1.0, 2.0], [1.0, 2.0]), "an element less"),
                            (lambda: la.convolution_matrix([1.0], 0), "'n' must be"), (lambda: la.convolution_matrix([1.0], 2, "x"), "'mode' must be"),
                            (lambda: la.khatri_rao(np.ones((2, 2)), np.ones((2, 3))), "as many columns")):
            with self.refuses(ct.ValueError, words):
                call()


if __name__ == "__main__":
    unittest.main()
