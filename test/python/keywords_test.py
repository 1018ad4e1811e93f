#!/usr/bin/python3
"""Keywords that functions have in NumPy, JAX or SciPy: all are there, those that do something do it, and those that
change nothing are checked."""

import inspect
import unittest

import cotan as ct
import numpy as np
from expected import Case

A = np.arange(12.0).reshape(3, 4) - 4.5
# What JAX's functions take, beside what every function takes anyway.
PRODUCT = "precision preferred_element_type"
NAMES = {
    **dict.fromkeys("matmul dot vdot inner tensordot vecdot convolve correlate".split(), PRODUCT),
    "einsum": f"optimize {PRODUCT}", "angle": "deg", "cov": "dtype", "corrcoef": "dtype", "nan_to_num": "copy",
    **dict.fromkeys("concatenate stack hstack vstack dstack".split(), "dtype"),
    **dict.fromkeys("quantile nanquantile percentile nanpercentile median nanmedian".split(), "overwrite_input"),
    **dict.fromkeys("zeros_like ones_like empty_like full_like".split(), "shape"),
    **dict.fromkeys("sort argsort".split(), "kind order stable descending"), **dict.fromkeys("reshape ravel".split(), "order"),
    **dict.fromkeys("isin searchsorted digitize".split(), "method"), "unique": "sorted", "delete": "assume_unique_indices",
    **dict.fromkeys("sum prod".split(), "promote_integers where initial"), **dict.fromkeys("var std nanvar nanstd".split(), "mean correction"),
    "linspace": "axis", "top_k": "axis", "polyval": "unroll", "nn.softmax": "where", "nn.log_softmax": "where",
    "nn.one_hot": "axis", "nn.standardize": "where algorithm", "random.key": "impl",
    **dict.fromkeys("random.gamma random.loggamma random.beta random.chisquare random.poisson".split(), "method"),
    **dict.fromkeys("random.categorical random.bernoulli random.gumbel random.choice".split(), "mode"),
    **dict.fromkeys("linalg.lu linalg.lu_factor linalg.cho_factor linalg.cholesky".split(), "overwrite_a check_finite"),
    **dict.fromkeys("linalg.lu_solve linalg.cho_solve linalg.solve_triangular".split(), "overwrite_b check_finite"),
}


class Keywords(Case):
    def check(self, found, wanted, dtype=None, tolerance=1e-6):
        np.testing.assert_allclose(np.asarray(found), wanted, rtol=tolerance, atol=1e-6)
        self.assertEqual(found.shape, np.shape(wanted))
        if dtype is not None:
            self.assertEqual(found.dtype, dtype)

    def test_names(self):
        for name, words in NAMES.items():
            function = ct
            for part in name.split("."):
                function = getattr(function, part)
            with self.subTest(name):
                self.assertLessEqual(set(words.split()), set(inspect.signature(function).parameters))

    def test_products(self):
        x, v = ct.array(A, "float32"), ct.array(A[0], "float32")
        calls = {"matmul": (x, x.T), "dot": (x, x.T), "vdot": (x, x), "inner": (x, x), "tensordot": (x, x.T, 1),
                 "vecdot": (x, x), "convolve": (v, v), "correlate": (v, v), "einsum": ("ij,kj->ik", x, x)}
        for name, args in calls.items():
            function = getattr(ct, name)
            for kind in ("float16", "float64", "complex128"):
                with self.subTest(name, kind=kind):
                    self.check(function(*args, preferred_element_type=kind), np.asarray(function(*args)), kind, 1e-3)
            for precision in (None, "highest", ("high", "default"), ct.lax.Precision.HIGHEST):
                self.check(function(*args, precision=precision), np.asarray(function(*args)))
            with self.refuses(ct.TypeError, "preferred_element_type", "int32", "float32"):
                function(*args, preferred_element_type="int32")
            with self.refuses(ct.TypeError, name, "precision"):
                function(*args, precision=3)
        small = ct.full((2,), 100, "int8")
        self.assertEqual(ct.dot(small, small, preferred_element_type="int32").item(), 20000)
        slope = ct.grad(lambda x: ct.sum(ct.matmul(x, x.T, preferred_element_type="float64")))(x)
        self.check(slope, np.asarray(ct.grad(lambda x: ct.sum(x @ x.T))(x)), "float32")
        for optimize in (True, False, "optimal", [(0, 1)]):
            self.check(ct.einsum("ij,kj->ik", x, x, optimize=optimize), A @ A.T)

    def test_orders_of_elements(self):
        for shape in ((4, 3), (12,), (2, 2, 3), (-1, 6)):
            self.check(ct.reshape(A, shape, order="F"), A.reshape(shape, order="F"))
            self.check(ct.jit(lambda x, s=shape: ct.reshape(x, s, "F"))(A), A.reshape(shape, order="F"))
            self.check(ct.reshape(A, shape, order="A"), A.reshape(shape))
        self.check(ct.ravel(A, order="F"), A.ravel(order="F"))
        self.check(ct.ravel(A.reshape(2, 3, 2), "F"), A.reshape(2, 3, 2).ravel("F"))
        with self.refuses(ct.ValueError, "reshape", "'Q'"):
            ct.reshape(A, (12,), order="Q")

    def test_element_types(self):
        for name in ("concatenate", "stack", "hstack", "vstack", "dstack"):
            for kind in ("float32", "int16", "complex64"):
                self.check(getattr(ct, name)([A, A], dtype=kind), getattr(np, name)([A.astype(kind)] * 2), kind)
        for name in ("stack", "hstack", "vstack", "dstack"):  # with all digits, which a type of both would not have
            self.assertEqual(np.ravel(getattr(ct, name)([2**53 + 1, 1.0], dtype="int64")).tolist(), [2**53 + 1, 1])
        self.check(ct.cov(A, dtype="float32"), np.cov(A), "float32")
        self.check(ct.corrcoef(A + np.eye(3, 4), dtype="float32"), np.corrcoef(A + np.eye(3, 4)), "float32")
        for name in ("sum", "prod"):
            for kind in ("int8", "uint16", "int64"):
                self.assertEqual(getattr(ct, name)(ct.ones(3, kind), promote_integers=False).dtype, kind)
        self.assertEqual(ct.sum(ct.ones(3, "int8")).dtype, "int64")

    def test_where(self):
        mask = np.array([[True, False, True, True], [False, True, False, False], [True] * 4])
        powers = np.exp(A - A.max(-1, keepdims=True)) * mask
        shares = powers / powers.sum(-1, keepdims=True)
        self.check(ct.nn.softmax(A, where=mask), shares)
        self.check(ct.nn.softmax(A.T, 0, mask.T), shares.T)
        with np.errstate(divide="ignore"):
            self.check(ct.nn.log_softmax(A, where=mask), np.log(shares))
        self.check(ct.nn.softmax(A[:1], where=np.zeros((1, 4), bool)), np.zeros((1, 4)))  # of nothing
        slope = ct.grad(lambda x: ct.sum(ct.nn.softmax(x, where=mask) * np.arange(4.0)))(ct.array(A))
        self.check(slope, shares * (np.arange(4.0) - (shares * np.arange(4.0)).sum(-1, keepdims=True)))
        centered = A - np.mean(A, -1, keepdims=True, where=mask)
        spread = np.var(A, -1, keepdims=True, where=mask)
        self.check(ct.nn.standardize(A, where=mask, algorithm="fast"), centered / np.sqrt(spread + 1e-5), tolerance=1e-5)

    def test_known_means(self):
        for name in ("var", "std", "nanvar", "nanstd"):
            of, wanted = getattr(ct, name), getattr(np, name)
            self.check(of(A, 0, mean=A.mean(0, keepdims=True)), wanted(A, 0))
            self.check(of(A, mean=1.0, ddof=1) ** (2 if "std" in name else 1), ((A - 1.0) ** 2).sum() / 11)

    def test_axes_and_shapes(self):
        self.check(ct.linspace(A[0], A[1], 5, axis=1), np.linspace(A[0], A[1], 5, axis=1))
        step = ct.linspace(A[0], A[1], 5, retstep=True, axis=-1)
        self.check(step[0], np.linspace(A[0], A[1], 5, axis=-1))
        values, places = ct.top_k(A, 2, axis=0)
        self.check(values, -np.sort(-A, 0)[:2])
        self.check(places, np.argsort(-A, 0)[:2])
        self.check(ct.nn.one_hot(ct.array([[0, 2]]), 3, axis=0), np.moveaxis(np.eye(3)[[[0, 2]]], -1, 0))
        for name in ("zeros_like", "ones_like", "empty_like"):
            self.assertEqual(getattr(ct, name)(A, shape=(2, 5)).shape, (2, 5))
        self.check(ct.full_like(A, 7, dtype="int32", shape=3), [7, 7, 7], "int32")
        self.check(ct.angle(np.array([1j, -1, 1 - 1j]), deg=True), [90.0, 180.0, -45.0])

    def test_what_changes_nothing(self):
        key, m = ct.random.key(3, impl="threefry2x32"), A[:, :3] @ A[:, :3].T + 9 * np.eye(3)
        for found, wanted in (
                (ct.quantile(A, 0.3, overwrite_input=True), np.quantile(A, 0.3)), (ct.median(A, overwrite_input=True), np.median(A)),
                (ct.sort(A, 0, kind="stable", order=None), np.sort(A, 0)), (ct.isin(A, A[0], method="sort"), np.isin(A, A[0])),
                (ct.searchsorted(A[0], A, method="compare_all"), np.searchsorted(A[0], A)), (ct.digitize(A, A[0], method="scan"), np.digitize(A, A[0])),
                (ct.delete(A, 1, 0, assume_unique_indices=True), np.delete(A, 1, 0)), (ct.polyval(A[0], 2.0, unroll=4), np.polyval(A[0], 2.0)),
                (ct.nan_to_num([np.nan, 1.0] * np.ones(2), True, 3.0), [3.0, 1.0]), (ct.unique(A, sorted=True), np.unique(A)),
                (ct.random.bernoulli(key, 0.5, (3,), mode="high"), np.asarray(ct.random.bernoulli(ct.random.key(3), 0.5, (3,)))),
                (ct.linalg.cholesky(m, check_finite=False), np.linalg.cholesky(m))):
            self.check(found, wanted)
        for call in (lambda: ct.sort(A, order="x"), lambda: ct.isin(A, A, method=3), lambda: ct.einsum("i->", A[0], optimize=3),
                     lambda: ct.median(A, overwrite_input="yes"), lambda: ct.random.key(0, impl=3)):
            with self.refuses(ct.TypeError, "keywords_test.py"):
                call()


if __name__ == "__main__":
    unittest.main()
