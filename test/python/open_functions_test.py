#!/usr/bin/python3
"""Functions that cut, sort, look up and count, compiled once for all sizes of the first axis."""

import unittest

import cotan as ct
import numpy as np
from expected import Case

RANDOM = np.random.default_rng(0)
ALL = ((3, 4), (7, 4), (1, 4), (0, 4))
FILLED = ALL[:3]  # where nothing is not enough
THIRDS = ((3, 4), (12, 4), (0, 4))
GRID, KEY = np.linspace(-1.5, 1.5, 5), ct.random.key(0)

# (function, the same of NumPy, shapes to try)
CUTTING = [
    (lambda x: ct.concatenate(ct.split(x, 3)[::-1]), lambda x: np.concatenate(np.split(x, 3)[::-1]), THIRDS),
    (lambda x: ct.split(x, [1, 3])[1], lambda x: np.split(x, [1, 3])[1], ALL),
    (lambda x: ct.split(x, [-2])[1], lambda x: np.split(x, [-2])[1], FILLED[:2]),
    (lambda x: ct.array_split(x, 4)[0], lambda x: np.array_split(x, 4)[0], ALL),
    (lambda x: ct.array_split(x, 4)[2], lambda x: np.array_split(x, 4)[2], ALL),
    (lambda x: ct.concatenate(ct.array_split(x, 2)[::-1]), lambda x: np.concatenate(np.array_split(x, 2)[::-1]), ALL),
    (lambda x: ct.roll(x, 2, 0), lambda x: np.roll(x, 2, 0), ALL),
    (lambda x: ct.roll(x, -5), lambda x: np.roll(x, -5), ALL),
    (lambda x: ct.split(x, [3, 1])[2], lambda x: np.split(x, [3, 1])[2], ALL),
    (lambda x: ct.convolve(x[:, 0], GRID[:2], "same"), lambda x: np.convolve(x[:, 0], GRID[:2], "same"), ALL[:2]),
    (lambda x: ct.convolve(x[:, 0], GRID), lambda x: np.convolve(x[:, 0], GRID), ((7, 4), (12, 4))),
    (lambda x: ct.top_k(x[:, 0], 1)[0], lambda x: x[:, 0].max(keepdims=True), FILLED),
    (lambda x: ct.gradient(x, axis=0), lambda x: np.gradient(x, axis=0), ALL[:2]),
    (lambda x: ct.gradient(x[:, 0], ct.cumsum(ct.exp(x[:, 1]))),
     lambda x: np.gradient(x[:, 0], np.cumsum(np.exp(x[:, 1]))), ALL[:2]),
]
MATRICES = [
    (lambda x: ct.eye(x.shape[0]) * 1.0, lambda x: np.eye(len(x), dtype="f"), ALL),
    (lambda x: ct.eye(x.shape[0], 3, 1), lambda x: np.eye(len(x), 3, 1, dtype="f"), ALL),
    (lambda x: ct.tri(x.shape[0]) + ct.identity(x.shape[0]), lambda x: (np.tri(len(x)) + np.eye(len(x))).astype("f"), ALL),
    (lambda x: x @ x.T + ct.eye(x.shape[0], dtype="float64"), lambda x: x @ x.T + np.eye(len(x)), ALL),
    (lambda x: ct.diag(x[:, 0], 1), lambda x: np.diag(x[:, 0], 1), ALL),
    (lambda x: ct.diag(x, -1), lambda x: np.diag(x, -1), ALL),
    (lambda x: ct.diagonal(x @ x.T, 1), lambda x: np.diagonal(x @ x.T, 1), ALL),
    (lambda x: ct.trace(x @ x.T), lambda x: np.trace(x @ x.T), ALL),
    (lambda x: ct.kron(x, x[:, :2]), lambda x: np.kron(x, x[:, :2]), FILLED),
    (lambda x: ct.meshgrid(x[:, 0], GRID)[1], lambda x: np.meshgrid(x[:, 0], GRID)[1], ALL),
    (lambda x: ct.cov(x, rowvar=False), lambda x: np.cov(x, rowvar=False), ALL[:2]),
    (lambda x: ct.corrcoef(x.T), lambda x: np.corrcoef(x.T), ALL[:2]),
]
LOOKING_UP = [
    (lambda x: ct.median(x, axis=0), lambda x: np.median(x, 0), FILLED),
    (lambda x: ct.quantile(x, ct.array([0.1, 0.5], "float64")), lambda x: np.quantile(x, [0.1, 0.5]), FILLED),
    (lambda x: ct.percentile(x, 30.0, axis=0, keepdims=True), lambda x: np.percentile(x, 30, 0, keepdims=True), FILLED),
    (lambda x: ct.nanmedian(ct.where(x > 1, np.nan, x), axis=0), lambda x: np.nanmedian(np.where(x > 1, np.nan, x), 0),
     ((9, 4), (20, 4))),
    (lambda x: ct.searchsorted(ct.sort(x[:, 0]), GRID), lambda x: np.searchsorted(np.sort(x[:, 0]), GRID), ALL),
    (lambda x: ct.searchsorted(ct.sort(x[:, 0]), x[:, 0], "right"),
     lambda x: np.searchsorted(np.sort(x[:, 0]), x[:, 0], "right"), ALL),
    (lambda x: ct.digitize(GRID, ct.sort(x[:, 0])), lambda x: np.digitize(GRID, np.sort(x[:, 0])), FILLED),
    (lambda x: ct.interp(GRID, ct.sort(x[:, 0]), x[:, 1]), lambda x: np.interp(GRID, np.sort(x[:, 0]), x[:, 1]), FILLED),
    (lambda x: ct.interp(GRID, x[:, 0], x[:, 1], period=2.0), lambda x: np.interp(GRID, x[:, 0], x[:, 1], period=2),
     FILLED),
    (lambda x: ct.isin(ct.round(x), ct.array([0.0, 1.0])), lambda x: np.isin(np.round(x), [0, 1]), ALL),
    (lambda x: ct.isin(GRID, ct.round(x * 2) / 2), lambda x: np.isin(GRID, np.round(x * 2) / 2), FILLED),
    (lambda x: ct.histogram(x, bins=4)[0], lambda x: np.histogram(x, 4)[0].astype(float), FILLED),
    (lambda x: ct.bincount(ct.abs(x[:, 0]).astype("int64"), x[:, 1], length=5),
     lambda x: np.bincount(np.abs(x[:, 0]).astype(int), x[:, 1], 5), FILLED),
    (lambda x: ct.nonzero(x > 0, size=3, fill_value=-1)[0], lambda x: first_three(np.nonzero(x > 0)[0], -1), FILLED),
    (lambda x: ct.argwhere(x > 0, size=3, fill_value=-1)[:, 1], lambda x: first_three(np.nonzero(x > 0)[1], -1), FILLED),
    (lambda x: ct.unique(ct.round(x), size=3, fill_value=9.0), lambda x: first_three(np.unique(np.round(x)), 9.0), FILLED),
]


def first_three(found, otherwise):
    return np.concatenate([found, np.full(3, otherwise)])[:3]


class OpenFunctions(Case):
    def test_cutting(self):
        self.check_one_program(CUTTING, RANDOM)

    def test_matrices(self):
        self.check_one_program(MATRICES, RANDOM)

    def test_looking_up(self):
        self.check_one_program(LOOKING_UP, RANDOM)

    def test_random_choices_are_those_of_known_sizes(self):
        for function in (lambda x: ct.random.permutation(KEY, x), lambda x: ct.random.choice(KEY, x, (2,)),
                         lambda x: ct.random.choice(KEY, x, (1, 2), replace=False),
                         lambda x: ct.random.permutation(KEY, x, independent=True)):
            compiled = ct.jit(lambda x, f=function: f(x), dynamic_axes={"x": 0})
            for count in (2, 5, 3000):
                x = RANDOM.standard_normal((count, 2))
                self.check(compiled(x), function(x).numpy(), 0)

    def test_derivatives(self):
        for function, _, shapes in (CUTTING + MATRICES[3:])[:-2] + LOOKING_UP[:2]:
            slope = ct.grad(lambda x, f=function: ct.sum(ct.sin(f(x))))
            x = RANDOM.standard_normal(shapes[0])
            self.check(ct.jit(slope, dynamic_axes={"x": 0})(x), slope(x).numpy(), 1e-9)

    def test_many_at_once(self):
        for function, _, shapes in CUTTING + LOOKING_UP[:-3]:
            many, xs = ct.vmap(function), RANDOM.standard_normal((2, *shapes[1]))
            compiled = ct.jit(lambda xs, f=many: f(xs), dynamic_axes={"xs": (0, 1)})
            self.check(compiled(xs), np.stack([function(x).numpy() for x in xs]), 1e-9)

    def test_sizes_that_do_not_fit(self):
        def run(function, shape=(4, 2)):
            return ct.jit(lambda x: function(x), dynamic_axes={"x": 0})(np.ones(shape))

        with self.refuses(ct.Error, "open_functions_test.py", "do not make 3 equal parts"):
            run(lambda x: ct.split(x, 3))
        with self.refuses(ct.Error, "open_functions_test.py", "fewer than two elements"):
            run(lambda x: ct.gradient(x, axis=0), (1, 2))
        with self.refuses(ct.Error, "convolve", "shorter than the other"):
            run(lambda x: ct.convolve(x[:, 0], GRID, "same"))
        with self.refuses(ct.Error, "there are no elements"):
            run(lambda x: ct.unique(x, size=2), (0, 2))
        with self.refuses(ct.Error, "open_functions_test.py", "5"):
            run(lambda x: ct.top_k(x[:, 0], 5))


if __name__ == "__main__":
    unittest.main()
