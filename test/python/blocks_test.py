#!/usr/bin/python3
"""Functions whose arguments or results are lists: blocks in nested lists, masks by functions, bins along several axes."""

import unittest

import cotan as ct
import numpy as np
from expected import Case

A, B, C = np.float32([[1, 2], [3, 4]]), np.float32([[5], [6]]), np.float32([7, 8, 9])
POINTS = np.random.default_rng(5).normal(size=(40, 3))


class Blocks(Case):
    def test_as_numpy(self):
        for nest in (A, 3.0, [A], [A, B], [[A, B], [C]], [[[1], [2]]], [[1, 2], [3, 4]], [[A, B], [C], [C]], [C, 1.5], [[[A]], [[2 * A]]],
                     [[np.int16([1, 2]), np.int64([3])]], [np.zeros((2, 0)), A], [np.ones((2, 1, 3)), np.ones(2)[:, None, None]]):
            try:
                wanted = np.block(nest)
            except ValueError:
                with self.assertRaises(ct.ValueError):
                    ct.block(nest)
                continue
            self.check(ct.block(nest), wanted, dtype=isinstance(nest, np.ndarray))

    def test_in_functions(self):
        def blocks(a, b, c):
            return ct.block([[a, b], [c]])

        self.check(ct.jit(blocks)(A, B, C), blocks(A, B, C).numpy())
        self.check(ct.vmap(blocks)(np.stack([A, 2 * A]), np.stack([B, B]), np.stack([C, -C]))[1], np.block([[2 * A, B], [-C]]))
        self.check_gradient(lambda a, b, c: ct.sin(blocks(a, b, c)), A, B, C)

    def test_refusals(self):
        for nest, kind, words in (((A, B), ct.TypeError, "tuple"), ([(1, 2)], ct.TypeError, "tuple"), ([], ct.ValueError, "empty list"),
                                  ([[]], ct.ValueError, "empty list"), ([[A], B], ct.ValueError, "depths 0 and 1"),
                                  ([A, "a"], ct.TypeError, "a str"),
                                  ([[A, C]], ct.ValueError, r"float32\[2,2\] and float32\[1,3\]"),
                                  ([[A, B], [A]], ct.ValueError, r"\[2,3\] and float32\[2,2\].* axis 0")):
            with self.subTest(words=words), self.refuses(kind, r"blocks_test\.py:\d+: ct\.block: ", words):
                ct.block(nest)


class Masks(Case):
    def test_as_numpy(self):
        for n, function, of_numpy, k in ((3, ct.triu, np.triu, 0), (4, ct.tril, np.tril, -1), (0, ct.triu, np.triu, 0), (3, ct.triu, np.triu, 1)):
            for found, wanted in zip(ct.mask_indices(n, function, k), np.mask_indices(n, of_numpy, k)):
                self.check(found, wanted)

    def test_compiled(self):
        rows, columns = ct.jit(lambda: ct.mask_indices(3, ct.triu, size=7))()
        self.assertEqual((rows.tolist(), columns.tolist()), ([0, 0, 0, 1, 1, 2, 0], [0, 1, 2, 1, 2, 2, 0]))

    def test_refusals(self):
        for call, kind, *words in ((lambda: ct.mask_indices(2.5, ct.triu), ct.TypeError, "'n'", "2.5"),
                                   (lambda: ct.mask_indices(2, 3), ct.TypeError, "mask_func"),
                                   (lambda: ct.mask_indices(-2, ct.triu), ct.ValueError, "negative"),
                                   (lambda: ct.mask_indices(2, lambda x, k: x[0]), ct.ValueError, "1 axes", "matrix")):
            with self.subTest(words=words), self.refuses(kind, r"blocks_test\.py:\d+: ", *words):
                call()


class Bins(Case):
    def check_all(self, found, wanted):
        self.check(found[0], wanted[0])
        self.assertEqual(len(found[1]), len(wanted[1]))
        for edges, others in zip(found[1], wanted[1]):
            self.check(edges, others, 1e-12)

    def test_as_numpy(self):
        edges = [np.array([-3.0, -0.5, 0.25, 2.0]), np.array([-2.0, 2.0]), 4]
        for options in ({"bins": 3}, {}, {"bins": [2, 3, 4]}, {"bins": edges}, {"bins": 2, "density": True},
                        {"bins": 3, "weights": np.arange(40.0)}, {"bins": 2, "range": np.array([[-1.0, 1.0]] * 3)}, {"bins": 2, "range": [(-1.0, 1.0), (0.0, 2.0), [-3.0, 3.0]]},
                        {"bins": 2, "range": [None, (0.0, 2.0), None]}, {"bins": 2, "range": (None,) * 3},
                        {"bins": [2, 1, 3], "weights": np.arange(40.0), "density": True}):
            with self.subTest(options):
                wanted = np.histogramdd(POINTS, **options)
                self.check_all(ct.histogramdd(POINTS, **options), wanted)
                self.check_all(ct.jit(lambda x, o=options: ct.histogramdd(x, **o))(POINTS), wanted)
        self.check_all(ct.histogramdd(POINTS[:, :1], 3), np.histogramdd(POINTS[:, :1], 3))
        for ends in ([-1, 0, 2], (-1.0, 0.5, 0.5, 2), [np.float64(0), 1]):
            for found, wanted in zip(ct.jit(lambda x, e=ends: ct.histogram(x, e))(POINTS), np.histogram(POINTS, ends)):
                self.check(found, wanted.astype(found.dtype), 1e-12)
        self.check(ct.histogramdd(np.float64([[0, np.nan], [1, 1], [0, 0]]), 2, np.float64([[0, 1]] * 2))[0], np.eye(2))

    def test_traced_ends(self):
        found = ct.jit(lambda x, r: ct.histogramdd(x, 2, r))(POINTS, np.array([[-1.0, 1.0]] * 3))
        self.check_all(found, np.histogramdd(POINTS, 2, [[-1.0, 1.0]] * 3))

    def test_many_at_once(self):
        lanes = np.stack([POINTS, POINTS[::-1] * 2])
        found = ct.vmap(lambda x: ct.histogramdd(x, 3)[0])(lanes)
        self.check(found[1], np.histogramdd(lanes[1], 3)[0])

    def test_refusals(self):
        for call, kind, *words in (
                (lambda: ct.histogramdd(C), ct.ValueError, "histogramdd", r"\(3,\)", "matrix"),
                (lambda: ct.histogramdd(A, [2]), ct.ValueError, "histogramdd", "1 axes", "have 2"),
                (lambda: ct.histogramdd(A, 2, [(0, 1)] * 3), ct.ValueError, "histogramdd", "3 pairs", "2 axes"),
                (lambda: ct.histogramdd(A, 2, "a"), ct.TypeError, "histogramdd", "'a'"),
                (lambda: ct.histogramdd(A, 2, (None, (0,))), ct.TypeError, "histogramdd", r"\(0,\)", "a pair"),
                (lambda: ct.histogramdd(A, 2, [("a", 1), None]), ct.TypeError, "histogramdd", r"\('a', 1\)", "a pair"),
                (lambda: ct.pad(A, [(1, 2, 3), 1]), ct.TypeError, "pad", r"\(1, 2, 3\)", "a pair"),
                (lambda: ct.histogramdd(A, 2, []), ct.ValueError, "histogramdd", "0 pairs"),
                (lambda: ct.histogramdd(A, 2, 1.0), ct.ValueError, "histogramdd", "no pairs"),
                (lambda: ct.histogramdd(A, 2, weights=C), ct.ValueError, "histogramdd", "weights", r"\(3,\)"),
                (lambda: ct.histogramdd(A, [2, 0]), ct.ValueError, "histogramdd", "0 bins"),
                (lambda: ct.histogramdd(A, [2.5, 2]), ct.ValueError, "histogramdd", "bins"),
                (lambda: ct.histogram(C, range=(3e-7, 1e-9)), ct.ValueError, "histogram", r"\(3e-07, 1e-09\)", "lower one first"),
                (lambda: ct.histogram_bin_edges(C, 3, (0, np.inf)), ct.ValueError, "histogram_bin_edges", "finite"),
                (lambda: ct.histogramdd(A, 2, [(0, 1), (np.nan, 1)]), ct.ValueError, "histogramdd", "finite"),
                (lambda: ct.histogram(C, range=(A[0], 1)), ct.ValueError, "histogram", r"\(2,\)", "numbers"),
                (lambda: ct.histogram(C, [0, 2, 1]), ct.ValueError, "histogram", "not in order"),
                (lambda: ct.histogramdd(A, [np.float64([1, 0]), 2]), ct.ValueError, "histogramdd", "not in order"),
                (lambda: ct.histogram(C, []), ct.ValueError, "histogram", "empty"),
                (lambda: ct.histogram2d(A, A), ct.ValueError, "histogram2d", "vectors"),
                (lambda: ct.histogram2d(C, C[:2]), ct.ValueError, "histogram2d", r"\(2,\)"),
                (lambda: ct.histogram2d(C, C, []), ct.ValueError, "histogram2d", "empty"),
                (lambda: ct.jit(lambda n: ct.histogram2d(C, C, [n, 2]))(3), ct.ValueError, "histogram2d", "known")):
            with self.subTest(words=words), self.refuses(kind, r"blocks_test\.py:\d+: ct\.", *words):
                call()


if __name__ == "__main__":
    unittest.main()
