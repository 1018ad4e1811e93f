#!/usr/bin/python3
"""Array functions give what NumPy and SciPy give."""

import unittest

import cotan as ct
import numpy as np
import scipy.special
from expected import Case

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(3, 4)).astype(np.float32)
Y = RANDOM.normal(size=(3, 4)).astype(np.float32)
CUBE = RANDOM.normal(size=(2, 3, 4)).astype(np.float32)
UNIT = RANDOM.uniform(-0.9, 0.9, size=(3, 4)).astype(np.float32)
POSITIVE = RANDOM.uniform(0.1, 3, size=(3, 4)).astype(np.float32)
INTS = RANDOM.integers(-9, 9, size=(3, 4))
WHOLE = RANDOM.integers(1, 9, size=(3, 4))

EVERYWHERE = "abs arctan arcsinh cbrt ceil cos cosh exp exp2 expm1 floor negative sign sin sinh square tan tanh trunc isnan isinf isfinite"
ABOVE_ZERO = "sqrt log log2 log10 log1p reciprocal"
INSIDE = "arccos arcsin arctanh"
BINARY = "add subtract multiply divide maximum minimum arctan2 less less_equal greater greater_equal equal not_equal"
INTEGER = "add subtract multiply divide floor_divide remainder maximum minimum bitwise_and bitwise_or bitwise_xor"
REDUCTIONS = "sum prod max min mean var std argmax argmin"


class Functions(Case):
    def test_elementwise(self):
        for names, x in ((EVERYWHERE, X), (ABOVE_ZERO, POSITIVE), (INSIDE, UNIT)):
            for name in names.split():
                with self.subTest(name):
                    self.check(getattr(ct, name)(x), getattr(np, name)(x), 1e-5)

    def test_special_functions(self):
        for name, reference in (("erf", scipy.special.erf), ("erfc", scipy.special.erfc), ("lgamma", scipy.special.gammaln),
                                ("digamma", scipy.special.digamma)):
            with self.subTest(name):
                self.check(getattr(ct, name)(POSITIVE), reference(POSITIVE), 1e-5)
        self.check(ct.erfinv(UNIT), scipy.special.erfinv(UNIT), 1e-5)

    def test_binary(self):
        for name in BINARY.split():
            for y in (Y, Y[0], Y[:, :1], np.float32(2)):
                with self.subTest(name, shape=np.shape(y)):
                    self.check(getattr(ct, name)(X, y), getattr(np, name)(X, y), 1e-5)

    def test_more_differences_than_elements(self):
        self.check(ct.diff(np.arange(3), 2**62), np.zeros(0, int))

    def test_integers(self):
        self.check(ct.ldexp(np.uint32([1, 2]), np.array([True, False])), np.float32([2, 2]))
        for name in INTEGER.split():
            with self.subTest(name):
                self.check(getattr(ct, name)(INTS, WHOLE), getattr(np, name)(INTS, WHOLE))
        self.check(ct.left_shift(WHOLE, 2), np.left_shift(WHOLE, 2))
        self.check(ct.right_shift(INTS, 1), np.right_shift(INTS, 1))
        self.check(ct.invert(INTS), np.invert(INTS))

    def test_power(self):
        for exponent in (0, 1, 2, 3, 5, -1, -2, 0.5, 1.5):
            with self.subTest(exponent):
                self.check(ct.array(POSITIVE) ** exponent, POSITIVE ** np.float32(exponent), 1e-5)
        self.check(ct.array(WHOLE) ** 3, WHOLE ** 3)
        self.check(2 ** ct.array(POSITIVE), 2 ** POSITIVE, 1e-5)

    def test_logic(self):
        a, b = X > 0, Y > 0
        for name in ("logical_and", "logical_or", "logical_xor"):
            self.check(getattr(ct, name)(a, b), getattr(np, name)(a, b))
        self.check(ct.logical_not(a), ~a)
        self.check(ct.array(a) & b | ~ct.array(b), a & b | ~b)
        self.check(ct.array(a) + b, a + b)

    def test_reductions(self):
        for name in REDUCTIONS.split():
            for axis in (None, 0, -1):
                with self.subTest(name, axis=axis):
                    self.check(getattr(ct, name)(X, axis), getattr(np, name)(X, axis), 1e-5)
        for name in ("sum", "max", "mean", "var"):
            with self.subTest(name):
                self.check(getattr(ct, name)(CUBE, (0, 2), keepdims=True), getattr(np, name)(CUBE, (0, 2), keepdims=True), 1e-5)
                self.check(getattr(ct.array(CUBE), name)(axis=1), getattr(CUBE, name)(axis=1), 1e-5)
        self.check(ct.std(X, 0, ddof=1), np.std(X, 0, ddof=1), 1e-5)
        self.check(ct.logsumexp(X, 1), scipy.special.logsumexp(X, 1), 1e-5)

    def test_reductions_of_truth_values(self):
        mask = X > 0
        for name in ("any", "all", "sum", "max", "min", "mean", "count_nonzero"):
            with self.subTest(name):
                self.check(getattr(ct, name)(mask), getattr(np, name)(mask))
        self.check(ct.any(INTS, 0), np.any(INTS, 0))

    def test_nothing(self):
        self.check(ct.sum(ct.zeros((0, 3)), 0), np.zeros(3))
        self.check(ct.zeros((0, 3)) + 1, np.ones((0, 3)))
        with self.refuses(ValueError, "max", r"\(0,\)", "none to choose"):
            ct.max(np.zeros(0))

    def test_running(self):
        self.check(ct.cumsum(X, 1), np.cumsum(X, 1), 1e-5)
        self.check(ct.cumprod(X), np.cumprod(X), 1e-5)
        self.check(ct.cummax(X, 1), np.maximum.accumulate(X, 1))

    def test_order(self):
        self.check(ct.sort(X), np.sort(X))
        self.check(ct.sort(X, 0), np.sort(X, 0))
        self.check(ct.sort(X, None), np.sort(X, None))
        self.check(ct.argsort(X), np.argsort(X))
        values, places = ct.top_k(X, 2)
        self.check(values, -np.sort(-X)[:, :2])
        self.check(places, np.argsort(-X)[:, :2])

    def test_searching(self):
        random = np.random.default_rng(3)
        for dtype in ("bool", "int8", "uint8", "int32", "uint64", "float16", "float32", "float64"):
            row = np.sort(random.integers(0, 2 if dtype == "bool" else 90, 57).astype(dtype))
            values = random.integers(0, 2 if dtype == "bool" else 99, (3, 50)).astype(dtype)
            if dtype.startswith("float"):
                row[-3:], values[0, :3] = np.nan, (np.nan, np.inf, -np.inf)
            for side in ("left", "right"):
                for some in (row, row[:1], row[:0]):
                    expected = np.searchsorted(some, values, side)
                    for run in (ct.searchsorted, ct.jit(ct.searchsorted, static_argnames=("side",))):
                        self.check(run(ct.array(some), ct.array(values), side=side), expected)

    def test_sliding(self):
        random = np.random.default_rng(4)
        for dtype in ("int32", "float32", "float64"):
            for size in (1, 7, 64, 65, 300):
                x, y = random.integers(-9, 9, 300).astype(dtype), random.integers(-9, 9, size).astype(dtype)
                for mode in ("full", "same", "valid"):
                    for ours, theirs in ((ct.convolve, np.convolve), (ct.correlate, np.correlate)):
                        self.check(ours(ct.array(x), ct.array(y), mode), theirs(x, y, mode))

    def test_unwrap(self):
        """Integers stay integers where the period is one; NumPy's steps of unsigned ones wrap around."""
        given = np.array([[0, 3, 9, 2, 1], [4, 4, 1, 0, 7], [9, 0, 5, 2, 3]])
        for dtype in ("int8", "int64", "uint8", "float32", "float64"):
            x, signed = given.astype(dtype), given if dtype == "uint8" else given.astype(dtype)
            for period in (2, 3, 4, 5, 8, 6.5, 2 * np.pi, np.int32(6)):
                for discont in (None, 2, 2.5):
                    for axis in (0, -1):
                        wanted = np.unwrap(signed, discont=discont, axis=axis, period=period)
                        found = ct.jit(lambda x, d=discont, a=axis, p=period: ct.unwrap(x, d, a, p))(x)
                        self.assertEqual(found.dtype.kind, "u" if dtype == "uint8" and wanted.dtype.kind == "i" else wanted.dtype.kind)
                        np.testing.assert_allclose(np.asarray(found), wanted.astype(found.dtype), 1e-5, 1e-5, err_msg=f"{dtype} {period}")

    def test_layout(self):
        self.check(ct.reshape(X, (2, -1)), X.reshape(2, -1))
        self.check(ct.array(X).reshape(4, 3), X.reshape(4, 3))
        self.check(ct.transpose(CUBE), CUBE.T)
        self.check(ct.transpose(CUBE, (1, 0, 2)), CUBE.transpose(1, 0, 2))
        self.check(ct.array(CUBE).T, CUBE.T)
        self.check(ct.swapaxes(CUBE, 0, -1), np.swapaxes(CUBE, 0, -1))
        self.check(ct.moveaxis(CUBE, 0, -1), np.moveaxis(CUBE, 0, -1))
        self.check(ct.expand_dims(X, (0, 2)), np.expand_dims(X, (0, 2)))
        self.check(ct.expand_dims(X, -1), np.expand_dims(X, -1))
        self.check(ct.squeeze(X[:, None]), X)
        self.check(ct.broadcast_to(X, (2, 3, 4)), np.broadcast_to(X, (2, 3, 4)))
        self.check(ct.flip(X), np.flip(X))
        self.check(ct.flip(X, 1), np.flip(X, 1))
        self.check(ct.roll(X, 1, 0), np.roll(X, 1, 0))
        self.check(ct.roll(X, -5), np.roll(X, -5))
        self.check(ct.pad(X, [(1, 0), (2, 3)], constant_values=7), np.pad(X, [(1, 0), (2, 3)], constant_values=7))
        self.check(ct.tile(X, (2, 1, 3)), np.tile(X, (2, 1, 3)))
        self.check(ct.repeat(X, 2, 1), np.repeat(X, 2, 1))

    def test_joining(self):
        self.check(ct.concatenate([X, Y], 1), np.concatenate([X, Y], 1))
        self.check(ct.stack([X, Y], -1), np.stack([X, Y], -1))
        for found, expected in zip(ct.split(X, 2, 1), np.split(X, 2, 1)):
            self.check(found, expected)
        for found, expected in zip(ct.split(X, [1, 3], 1), np.split(X, [1, 3], 1)):
            self.check(found, expected)

    def test_broadcast_shapes(self):
        self.assertEqual(ct.broadcast_shapes((2, 1), 3, (1, 1, 1)), (1, 2, 3))
        self.assertEqual(ct.broadcast_shapes(), ())
        with self.refuses(ValueError, "broadcast_shapes", r"\(2,\)", "3 meets 2"):
            ct.broadcast_shapes((3,), (2,))

    def test_choosing(self):
        self.check(ct.where(X > 0, X, 0), np.where(X > 0, X, 0))
        self.check(ct.clip(X, -0.5, 0.5), np.clip(X, -0.5, 0.5))
        self.check(ct.clip(X, max=0.5), np.minimum(X, 0.5))
        self.check(ct.tril(X, 1), np.tril(X, 1))
        self.check(ct.triu(CUBE), np.triu(CUBE))

    def test_creation(self):
        self.check(ct.zeros((2, 3)), np.zeros((2, 3), np.float32))
        self.check(ct.full((2,), 7), np.full(2, 7))
        self.check(ct.arange(5), np.arange(5))
        self.check(ct.arange(2, 11, 3), np.arange(2, 11, 3))
        self.check(ct.arange(1, 0, -0.25), np.arange(1, 0, -0.25))
        self.check(ct.linspace(0, 1, 5), np.linspace(0, 1, 5))
        self.check(ct.eye(3, 4, 1), np.eye(3, 4, 1))
        self.check(ct.ones_like(INTS), np.ones_like(INTS))
        self.check(ct.nn.one_hot(np.array([0, 2]), 3), np.eye(3)[[0, 2]])

    def test_products(self):
        cube = CUBE.transpose(0, 2, 1)
        for x, y in ((X, Y.T), (X, Y[0]), (X[0], Y.T), (X[0], Y[0]), (CUBE, cube), (CUBE, cube[0])):
            with self.subTest(x=x.shape, y=y.shape):
                self.check(ct.matmul(x, y), np.matmul(x, y), 1e-5)
        self.check(ct.dot(X, cube), np.dot(X, cube), 1e-5)
        self.check(ct.outer(X[0], Y[1]), np.outer(X[0], Y[1]))
        self.check(ct.inner(X, Y), np.inner(X, Y), 1e-5)
        self.check(ct.tensordot(X, Y, 2), np.tensordot(X, Y, 2), 1e-5)
        self.check(ct.tensordot(X, Y, (0, 0)), np.tensordot(X, Y, (0, 0)), 1e-5)

    def test_einsum(self):
        square = X[:, :3]
        cases = [("ij,kj->ik", X, Y), ("ij->ji", X), ("ij->", X), ("ij,ij->i", X, Y), ("ii->i", square), ("ii", square),
                 ("bij,kj->bik", CUBE, Y), ("...j,kj->...k", CUBE, Y), ("ij,kj", X, Y), ("i,j->ij", X[0], Y[0]),
                 ("bij,bkj,bk->bi", CUBE, CUBE, CUBE[:, :, 0]), ("ij,i->j", X, Y[:, 0])]
        for subscripts, *operands in cases:
            with self.subTest(subscripts):
                self.check(ct.einsum(subscripts, *operands), np.einsum(subscripts, *operands), 1e-4)

    def test_einsum_of_many_operands(self):
        random = np.random.default_rng(5)
        for _ in range(60):
            sizes = dict(zip("abcde", random.integers(1, 5, 5)))
            terms = ["".join(random.choice(list("abcde"), random.integers(0, 4))) for _ in range(random.integers(3, 6))]
            labels = sorted(set("".join(terms)))
            result = "".join(random.permutation([x for x in labels if random.random() < 0.5]))
            subscripts = ",".join(terms) + "->" + result
            operands = [random.standard_normal([sizes[x] for x in term]) for term in terms]
            with self.subTest(subscripts=subscripts):
                self.check(ct.einsum(subscripts, *map(ct.array, operands)), np.einsum(subscripts, *operands), 1e-9)

    def test_einsum_multiplies_what_is_cheap_first(self):
        a, b, c = np.ones((1000, 2)), np.ones((2, 1000)), np.ones((1000, 3))
        for subscripts, given in (("ij,jk,kl->il", (a, b, c)), ("kl,ij,jk->il", (c, a, b))):
            compiled = ct.jit(lambda *x, s=subscripts: ct.einsum(s, *x))
            self.assertNotIn("1000x1000", compiled.lower(*given).as_text())
            self.check(compiled(*given), a @ (b @ c))

    def test_axes_that_are_named_twice(self):
        """By every function that takes several and needs no more: those that take 0 and 1."""
        x, count = ct.ones((2, 3)), 0
        for space in (ct, ct.nn, ct.linalg):
            for name, function in vars(space).items():
                try:
                    function(x, axis=(0, 1))
                except Exception:
                    continue
                count += 1
                twice = (0, -2) if name != "expand_dims" else (0, -4)
                with self.subTest(name), self.assertRaisesRegex(ct.ValueError, r"ct\.[\w.]+: axis 0 is named twice"):
                    function(x, axis=twice)
        self.assertGreater(count, 25)
        for function in (ct.squeeze, ct.moveaxis):
            axes = [(0, -2)] + [(0, 1)] * (function is ct.moveaxis)
            with self.assertRaisesRegex(ct.ValueError, "axis 0 is named twice"):
                function(ct.ones((1, 1)), *axes)

    def test_activations(self):
        self.check(ct.nn.relu(X), np.maximum(X, 0))
        self.check(ct.nn.sigmoid(X), scipy.special.expit(X), 1e-5)
        self.check(ct.nn.softmax(X), scipy.special.softmax(X, -1), 1e-5)
        self.check(ct.nn.log_softmax(X, 0), scipy.special.log_softmax(X, 0), 1e-5)
        self.check(ct.nn.leaky_relu(X), np.where(X > 0, X, 0.01 * X).astype(np.float32))


if __name__ == "__main__":
    unittest.main()
