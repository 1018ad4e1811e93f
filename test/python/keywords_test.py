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
    **dict.fromkeys("median nanmedian".split(), "overwrite_input"),
    **dict.fromkeys("quantile nanquantile percentile nanpercentile".split(), "overwrite_input weights"),
    "histogram_bin_edges": "weights", "array": "order ndmin", "asarray": "order", "where": "x y size fill_value",
    **dict.fromkeys("unique_all unique_counts unique_inverse unique_values".split(), "size fill_value"),
    **dict.fromkeys("logspace geomspace trim_zeros".split(), "axis"), "gradient": "edge_order", "ravel_multi_index": "dtype", "meshgrid": "copy",
    "repeat": "total_repeat_length", "special.factorial": "exact", "special.log_ndtr": "series_order",
    **dict.fromkeys("zeros_like ones_like empty_like full_like".split(), "shape"),
    "sort": "kind order stable descending", "argsort": "kind order stable descending dtype", **dict.fromkeys("reshape ravel".split(), "order"),
    **dict.fromkeys("isin searchsorted digitize".split(), "method"), "unique": "sorted", "delete": "assume_unique_indices",
    **dict.fromkeys("sum prod".split(), "promote_integers where initial"), **dict.fromkeys("var std nanvar nanstd".split(), "mean correction"),
    "linspace": "axis", "top_k": "axis mode sorted", "polyval": "unroll", "nn.softmax": "where", "nn.log_softmax": "where",
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

    def test_numbers_of_axes_and_orders(self):
        for ndmin in (0, 1, 2, 3, 5):
            for x in (A, 2.5, [1, 2], ct.array(A)):
                self.check(ct.array(x, ndmin=ndmin), np.array(np.asarray(x), ndmin=ndmin))
        for order in ("K", "A", "C", "F", None):
            self.check(ct.array(A, order=order), A)
            self.check(ct.asarray(A, None, order), A)
        self.assertEqual(ct.jit(lambda x: ct.array(x, ndmin=3, dtype="float32"))(A).shape, (1, 3, 4))
        self.assertTrue(ct.array(2.5, ndmin=0).dtype == "float32")
        self.assertTrue(np.shares_memory(ct.asarray(A, order="C", copy=False).numpy(), A))
        for call, kind, words in ((lambda: ct.array(A, order="Q"), ct.ValueError, ("array", "'Q'")), (lambda: ct.asarray(A, order="Q"), ct.ValueError, ("asarray", "'Q'")),
                                  (lambda: ct.array(A, order=3), ct.TypeError, ("array", "order")), (lambda: ct.array(A, ndmin=2**40), ct.ValueError, ("array", "parts")),
                                  (lambda: ct.array(A, ndmin="x"), ct.TypeError, ("array", "ndmin"))):
            with self.refuses(kind, "keywords_test.py", *words):
                call()

    def test_places_where_a_condition_is_true(self):
        for mask in (A > 0, A, A > 99, np.bool_(True)):
            for found, wanted in zip(ct.where(mask), np.atleast_1d(mask).nonzero(), strict=True) if np.ndim(mask) else ():
                self.check(found, wanted)
        self.assertIsInstance(ct.where(A > 0), tuple)
        for found, wanted in zip(ct.jit(lambda x: ct.where(x > 0, size=9, fill_value=-1))(A), (A > 0).nonzero()):
            self.check(found, np.append(wanted, [-1] * 9)[:9])
        for run in (ct.where, ct.jit(ct.where)):
            self.check(run(A > 0, A, 0.0), np.where(A > 0, A, 0))
        for call, words in ((lambda: ct.where(A > 0, A), "both be given"), (lambda: ct.where(A > 0, y=A), "both be given"), (lambda: ct.where(A > 0, A, A, size=3), "size and fill_value"),
                            (lambda: ct.where(A > 0, A, A, fill_value=3), "size and fill_value"), (lambda: ct.jit(ct.where)(A), "size=")):
            with self.refuses(ct.TypeError, "keywords_test.py", "where", words):
                call()

    def test_weights_of_quantiles(self):
        values = ct.array(A)
        for weights, words in ((A, ("negative",)), (np.ones(3), (r"\(3,\)", r"\(3, 4\)")), (np.ones((4, 3)), (r"\(4, 3\)",))):
            with self.refuses(ct.ValueError, "keywords_test.py", "ct.quantile", *words):
                ct.quantile(A, 0.5, weights=weights, method="inverted_cdf")
        with self.refuses(ct.ValueError, "ct.percentile", "weights with method 'linear'", "inverted_cdf"):
            ct.percentile(A, 50, weights=np.ones(A.shape))
        with self.refuses(ct.TypeError, "ct.nanquantile", "complex128", "real"):
            ct.nanquantile(A, 0.5, weights=np.ones(A.shape, complex), method="inverted_cdf")
        found = ct.jit(lambda x, w: ct.quantile(x, 0.5, 1, weights=w, method="inverted_cdf"))(A, np.array([[1, -1, 1, 1], [0] * 4, [0, 0, 2, 1.0]]))
        self.check(found, [np.nan, np.nan, A[2, 2]])
        slope = ct.grad(lambda x, w: ct.quantile(x, 0.6, method="inverted_cdf", weights=w), argnums=(0, 1))(values, np.arange(12.0).reshape(3, 4))
        self.check(slope[0], np.eye(1, 12, 9).reshape(3, 4))
        self.check(slope[1], 0 * A)
        for weights in (np.ones(10), np.ones(10, "int8")):  # parts of a whole are compared in float64
            for tenth in range(11):
                found = ct.quantile(ct.arange(10.0), tenth / 10, weights=weights, method="inverted_cdf")
                self.check(found, max(np.searchsorted(np.arange(1, 11) / 10, tenth / 10), 0))

    def test_counts_and_places(self):
        self.check(ct.jit(lambda x, r: ct.repeat(x, r, 0, total_repeat_length=5))(A, np.array([1, 0, 2])), A[[0, 2, 2, 2, 2]])
        self.check(ct.grad(lambda x: ct.sum(ct.repeat(x, 2, total_repeat_length=5) * np.arange(5.0)))(ct.array(A[0])), [1.0, 5.0, 4.0, 0.0])
        self.check(ct.vmap(lambda x, r: ct.repeat(x, r, total_repeat_length=6))(A, np.array([[1, 0, 2, 3], [6, 0, 0, 0], [0, 0, 0, 1]])),
                   [A[0, [0, 2, 2, 3, 3, 3]], A[1, [0] * 6], A[2, [3] * 6]])
        for call, kind, words in ((lambda: ct.repeat(A, 2, 0, total_repeat_length=-1), ct.ValueError, ("repeat", "-1", "at least 0")),
                                  (lambda: ct.repeat(A[:0], 2, 0, total_repeat_length=1), ct.ValueError, ("repeat", "no elements")),
                                  (lambda: ct.argsort(A, dtype="float32"), ct.TypeError, ("argsort", "float32", "integers")),
                                  (lambda: ct.ravel_multi_index((1, 2), (2, 3), dtype="bool"), ct.TypeError, ("ravel_multi_index", "bool")),
                                  (lambda: ct.top_k(A, 2, mode="least"), ct.ValueError, ("top_k", "'least'", "'smallest'")), (lambda: ct.top_k(A, 2, sorted="x"), ct.TypeError, ("top_k", "sorted")),
                                  (lambda: ct.gradient(A, edge_order=3), ct.ValueError, ("gradient", "edge_order is 3")), (lambda: ct.gradient(A[:2], axis=0, edge_order=2), ct.ValueError, ("gradient", "three")),
                                  (lambda: ct.trim_zeros(A, axis=2), ct.IndexError, ("trim_zeros", "2")), (lambda: ct.logspace(A, A[:, 0], 3), ct.ValueError, ("logspace", r"\(3, 4\)")),
                                  (lambda: ct.histogram_bin_edges(A, 3, weights=A[0]), ct.ValueError, ("histogram_bin_edges", r"\(4,\)", r"\(3, 4\)")),
                                  (lambda: ct.average(A, (0, 1), np.ones((4, 3))), ct.ValueError, ("average", r"\(4, 3\)"))):
            with self.refuses(kind, "keywords_test.py", *words):
                call()
        self.check(ct.ravel_multi_index((np.array([1, 0]), np.array([2, 1])), (2, 3), dtype="int16"), np.int16([5, 1]), "int16")
        self.check(ct.ravel_multi_index((np.array([1, 5]), np.array([-1, 1])), (2, 3), mode="ignore"), [2, 16])
        self.check(ct.array(A).argsort(dtype="uint8"), np.argsort(A), "uint8")
        self.check(ct.unique_counts(A > 0, size=3).counts, [5, 7, 0])
        self.check(ct.jit(lambda x: ct.unique_values(x, size=3, fill_value=9.0))(np.array([2.0, 2.0, 1.0])), [1.0, 2.0, 9.0])

    def test_exact_factorials(self):
        n = np.array([[0, 1, 20], [-3, 7, 12]])
        wanted = np.array([[1, 1, 2432902008176640000], [0, 5040, 479001600]])
        for run in (lambda n: ct.special.factorial(n, exact=True), ct.jit(lambda n: ct.special.factorial(n, True))):
            for kind in ("int64", "int8"):
                self.assertEqual((run(n.astype(kind)).dtype, run(n.astype(kind)).tolist()), ("int64", wanted.tolist()))
        self.assertEqual(ct.special.factorial(np.uint8([5, 3]), exact=True).tolist(), [120, 6])
        with self.refuses(ct.ValueError, "keywords_test.py", "factorial", "above 20"):
            ct.special.factorial(np.array([3, 21]), exact=True)
        with self.refuses(Exception, "factorial", "above 20"):
            ct.jit(lambda n: ct.special.factorial(n, exact=True))(np.array([3, 21]))
        with self.refuses(ct.TypeError, "keywords_test.py", "factorial", "float64", "integers"):
            ct.special.factorial(A, exact=True)

    def test_what_changes_nothing(self):
        key, m = ct.random.key(3, impl="threefry2x32"), A[:, :3] @ A[:, :3].T + 9 * np.eye(3)
        for found, wanted in (
                (ct.quantile(A, 0.3, overwrite_input=True), np.quantile(A, 0.3)), (ct.median(A, overwrite_input=True), np.median(A)),
                (ct.sort(A, 0, kind="stable", order=None), np.sort(A, 0)), (ct.isin(A, A[0], method="sort"), np.isin(A, A[0])),
                (ct.searchsorted(A[0], A, method="compare_all"), np.searchsorted(A[0], A)), (ct.digitize(A, A[0], method="scan"), np.digitize(A, A[0])),
                (ct.delete(A, 1, 0, assume_unique_indices=True), np.delete(A, 1, 0)), (ct.polyval(A[0], 2.0, unroll=4), np.polyval(A[0], 2.0)),
                (ct.nan_to_num([np.nan, 1.0] * np.ones(2), True, 3.0), [3.0, 1.0]), (ct.unique(A, sorted=True), np.unique(A)),
                (ct.special.log_ndtr(A, series_order=5), np.asarray(ct.special.log_ndtr(A))), (ct.meshgrid(A[0], A[1], copy=False)[1], np.meshgrid(A[0], A[1])[1]),
                (ct.top_k(A, 2, sorted=False)[0], np.asarray(ct.top_k(A, 2)[0])), (ct.linalg.cholesky(m, check_finite=False), np.linalg.cholesky(m))):
            self.check(found, wanted)
        for call in (lambda: ct.sort(A, order="x"), lambda: ct.isin(A, A, method=3), lambda: ct.einsum("i->", A[0], optimize=3),
                     lambda: ct.median(A, overwrite_input="yes"), lambda: ct.random.key(0, impl=3)):
            with self.refuses(ct.TypeError, "keywords_test.py"):
                call()


class OpenSizes(Case):
    def test_one_program_for_all(self):
        def spread(x):
            return np.arange(len(x)) ** 2.0

        self.check_one_program([
            (lambda x: ct.quantile(x, 0.4, 0, weights=ct.abs(x), method="inverted_cdf"),
             lambda x: [column[np.argsort(column)][np.searchsorted(np.cumsum(np.abs(column[np.argsort(column)])) / np.abs(column).sum(), 0.4)] for column in x.T], [(5, 2), (8, 2)]),
            (lambda x: ct.quantile(x, 0.3, method="inverted_cdf"), lambda x: np.quantile(x, 0.3, method="inverted_cdf"), [(5,), (10,)]),
            (lambda x: ct.gradient(x, ct.arange(ct.size(x)) ** 2.0, edge_order=2), lambda x: np.gradient(x, spread(x), edge_order=2), [(3,), (7,)]),
            (lambda x: ct.where(x > 0, size=4, fill_value=-1)[0], lambda x: np.append(np.flatnonzero(x > 0), [-1] * 4)[:4], [(3,), (9,)]),
            (lambda x: ct.repeat(x, 2, total_repeat_length=5), lambda x: np.repeat(x, 2)[:5], [(3,), (9,)]),
            (lambda x: ct.top_k(x, 2, mode="smallest")[0], lambda x: np.sort(x)[:2], [(3,), (9,)]),
            (lambda x: ct.average(x, (1, 0), ct.abs(x).T), lambda x: np.average(x, (0, 1), np.abs(x)), [(3, 2), (7, 2)]),
        ], np.random.default_rng(0))


if __name__ == "__main__":
    unittest.main()
