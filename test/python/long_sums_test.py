"""Sums of many numbers: no error of ours is more than twice NumPy's, or than some roundings."""

import unittest

import cotan as ct
import numpy as np

EPS_OF_ANY = 96  # units in the last place: what a block of equal numbers, added one by one, may be off


def inputs(dtype, count):
    random = np.random.default_rng(0)
    yield "ones", np.ones(count, dtype)
    yield "tenths", np.full(count, 0.1, dtype)  # each addition rounds the same way
    yield "uniform", random.random(count).astype(dtype)
    yield "normal", random.standard_normal(count).astype(dtype)
    yield "large first", np.concatenate([np.full(1, 2.0 ** (20 if dtype == "float32" else 50), dtype),
                                         random.random(count - 1).astype(dtype)])


def grid(x, rows):
    return x[: x.size // rows * rows].reshape(rows, -1)


# Of a vector of many numbers: what is computed, and how NumPy says it.
FUNCTIONS = {
    "sum": (ct.sum, np.sum),
    "mean": (ct.mean, np.mean),
    "dot": (lambda x: x @ x, lambda x: x @ x),
    "fused square": (ct.jit(lambda x: ct.sum(x * x)), lambda x: np.sum(x * x)),
    "norm": (ct.linalg.norm, np.linalg.norm),
    "rows": (lambda x: ct.sum(x.reshape(4, -1), axis=1), lambda x: np.sum(x.reshape(4, -1), axis=1)),
    "columns": (lambda x: ct.sum(x.reshape(-1, 4), axis=0), lambda x: np.sum(x.reshape(-1, 4), axis=0)),
    "narrow rows": (lambda x: ct.sum(x.reshape(-1, 2)), lambda x: np.sum(x.reshape(-1, 2))),
    "middle": (lambda x: ct.sum(x.reshape(2, -1, 2), axis=1), lambda x: np.sum(x.reshape(2, -1, 2), axis=1)),
    "outer axes": (lambda x: ct.sum(x.reshape(-1, 2, 16), axis=(0, 2)),
                   lambda x: np.sum(x.reshape(-1, 2, 16), axis=(0, 2))),
    "rows and columns": (ct.jit(lambda x: (lambda m: ct.sum(m, 0) + ct.sum(ct.sum(m, 1)))(x.reshape(-1, 4))),
                         lambda x: (lambda m: np.sum(m, 0) + np.sum(np.sum(m, 1)))(x.reshape(-1, 4))),
    "matrix product": (lambda x: x.reshape(4, -1) @ x.reshape(-1, 4),
                       lambda x: x.reshape(4, -1) @ x.reshape(-1, 4)),
    "vector and matrix": (lambda x: x[: x.size // 4] @ x.reshape(-1, 4),
                          lambda x: x[: x.size // 4] @ x.reshape(-1, 4)),
    "matrix and vector": (lambda x: x.reshape(4, -1) @ x[: x.size // 4],
                          lambda x: x.reshape(4, -1) @ x[: x.size // 4]),
    "einsum": (lambda x: ct.einsum("ij,ij->i", x.reshape(2, -1), x.reshape(2, -1)),
               lambda x: np.einsum("ij,ij->i", x.reshape(2, -1), x.reshape(2, -1))),
    "convolve": (lambda x: ct.convolve(x[:300039], x[:300000], "valid"), lambda x: np.array(
        [x[i : i + 300000] @ x[:300000][::-1] for i in range(40)])),
    "cumsum": (lambda x: ct.cumsum(x)[-1], lambda x: np.cumsum(x)[-1]),
}


class LongSums(unittest.TestCase):
    def check(self, name, dtype, kind, x):
        ours, theirs = FUNCTIONS[name]
        exact = np.asarray(theirs(x.astype(np.longdouble)))
        scale = np.asarray(theirs(abs(x).astype(np.longdouble)))  # of what is added up

        def error(value):
            difference = abs(np.asarray(value, dtype=np.longdouble) - exact)
            return float(np.max(difference / scale) / np.finfo(dtype).eps)

        limit = max(2 * error(theirs(x)), EPS_OF_ANY)
        self.assertLessEqual(error(ours(ct.array(x))), limit, f"{name} of {kind} in {dtype}, in eps")

    def test_errors(self):
        for dtype in ("float32", "float64"):
            for kind, x in inputs(dtype, 1 << 20):
                for name in FUNCTIONS:
                    with self.subTest(function=name, dtype=dtype, numbers=kind):
                        self.check(name, dtype, kind, x)

    def test_more_terms_than_a_float_counts(self):
        """2**24 + 1 ones are more than the f32 numbers that count by one."""
        count = (1 << 25) + 1
        self.assertEqual(float(ct.jit(lambda n: ct.sum(ct.ones(count) * n))(1.0)), np.float32(count))
        x = ct.ones(1 << 13)
        self.assertEqual(float(ct.jit(lambda x: ct.sum(ct.outer(x, x)))(x)), 1 << 26)
        self.assertEqual(float(ct.ones(1 << 25) @ ct.ones(1 << 25)), 1 << 25)

    def test_infinities_and_nan(self):
        """What keeps the errors of additions must not make NaN of an infinite sum."""
        for dtype in ("float32", "float64"):
            x = np.ones(1 << 16, dtype)
            for value in (np.inf, -np.inf, np.nan, np.finfo(dtype).max):
                for places in ([0], [5000, 60000], [-1]):
                    y = x.copy()
                    y[places] = value
                    with np.errstate(all="ignore"):
                        expected = np.sum(y), np.sum(y.reshape(-1, 2), axis=0)
                    np.testing.assert_array_equal(ct.sum(ct.array(y)).numpy(), expected[0])
                    found = ct.sum(ct.array(y.reshape(-1, 2)), axis=0).numpy()
                    np.testing.assert_array_equal(np.isfinite(found), np.isfinite(expected[1]))
                    np.testing.assert_array_equal(np.isnan(found), np.isnan(expected[1]))


if __name__ == "__main__":
    unittest.main()
