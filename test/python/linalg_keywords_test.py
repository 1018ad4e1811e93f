#!/usr/bin/python3
"""Keywords of ct.linalg that NumPy, SciPy and JAX have: they give what NumPy and SciPy give, with derivatives, or are refused."""

import inspect
import unittest

import cotan as ct
import numpy as np
import scipy.linalg
from expected import Case

RANDOM = np.random.default_rng(3)
la = ct.linalg
EXACT = 1e-11
# What jax.numpy.linalg and jax.scipy.linalg take.
NAMES = {
    "svd": "full_matrices compute_uv hermitian subset_by_index lapack_driver overwrite_a check_finite", "slogdet": "method",
    "matrix_rank": "rtol hermitian tol", "pinv": "rtol hermitian rcond", "lstsq": "rcond numpy_resid", "multi_dot": "precision",
    "cholesky": "lower upper symmetrize_input overwrite_a check_finite", "qr": "mode pivoting lwork overwrite_a check_finite",
    "eigh": "UPLO symmetrize_input b lower eigvals_only type eigvals turbo overwrite_a overwrite_b check_finite",
    "solve": "lower overwrite_a overwrite_b debug check_finite assume_a", "sqrtm": "A blocksize",
    "solve_triangular": "trans lower unit_diagonal overwrite_b debug check_finite", "expm": "A upper_triangular max_squarings",
}


def draw(*shape, dtype="float64"):
    x = RANDOM.normal(size=shape)
    return (x + 1j * RANDOM.normal(size=shape) if dtype.startswith("complex") else x).astype(dtype)


def adjoint(x):
    return np.conj(np.swapaxes(x, -1, -2))


def hermitian(*shape, dtype="float64"):
    x = draw(*shape, dtype=dtype)
    return (x + adjoint(x)) / 2


def positive(*shape, dtype="float64"):
    x = draw(*shape, dtype=dtype)
    return x @ adjoint(x) + shape[-1] * np.eye(shape[-1])


def each(function, *matrices):
    """A function of one matrix each, of batches of them."""
    return np.stack([function(*some) for some in zip(*matrices)])


class Values(Case):
    def test_names(self):
        for name, words in NAMES.items():
            with self.subTest(name):
                self.assertLessEqual(set(words.split()), set(inspect.signature(getattr(la, name)).parameters))

    def same(self, function, wanted, *arguments, tolerance=EXACT):
        """At once, compiled, and in lanes where there are batches."""
        for run in (function, ct.jit(lambda *xs: function(*xs)), *([ct.vmap(function)] if np.ndim(arguments[0]) > 2 else [])):
            self.check(run(*arguments), wanted, tolerance)

    def test_svd_of_hermitian_matrices(self):
        for dtype in ("float64", "complex128"):
            for a in (hermitian(4, 4, dtype=dtype), hermitian(2, 3, 3, dtype=dtype), np.diag([0.0, -3.0, 2.0]).astype(dtype)):
                wanted = np.linalg.svd(a)[1]
                for run in (lambda x: la.svd(x, hermitian=True), ct.jit(lambda x: la.svd(x, True, True, True))):
                    u, s, vt = map(np.asarray, run(a))
                    self.check(ct.array(s), wanted, EXACT)
                    np.testing.assert_allclose(u * s[..., None, :] @ vt, a, atol=1e-12)
                    for q in (u, adjoint(vt)):
                        np.testing.assert_allclose(adjoint(q) @ q, np.broadcast_to(np.eye(a.shape[-1]), a.shape), atol=1e-12)
                self.same(lambda x: la.svd(x, compute_uv=False, hermitian=True), wanted, a)
        self.assertEqual(type(la.svd(hermitian(2, 2), hermitian=True)).__name__, "SVDResult")
        self.assertEqual(la.svd(np.float16([[2, 0], [0, -3]]), hermitian=True)[1].dtype, np.float16)

    def test_svd_of_some_values(self):
        for a in (draw(5, 3), draw(2, 3, 4), draw(2, 3, 4, dtype="complex128")):
            u, s, vt = map(np.asarray, la.svd(a, full_matrices=False))
            for i, j in ((0, 2), (1, 3), (2, 3)):
                found = la.svd(a, full_matrices=False, subset_by_index=(i, j))
                for x, y in zip(found, (u[..., i:j], s[..., i:j], vt[..., i:j, :])):
                    self.check(x, y, EXACT)
                self.same(lambda x, i=i, j=j: la.svd(x, compute_uv=False, subset_by_index=[i, j]), s[..., i:j], a)
        a = hermitian(4, 4)
        part = la.svd(a, full_matrices=False, hermitian=True, subset_by_index=(0, 1))
        self.check(part[1], np.linalg.svd(a)[1][:1], EXACT)
        self.assertEqual((part[0].shape, part[2].shape), ((4, 1), (1, 4)))
        u, s, vt = ct.lax.linalg.svd(a, full_matrices=False, subset_by_index=(1, 3))
        self.assertEqual((u.shape, s.shape, vt.shape), ((4, 2), (2,), (2, 4)))
        v, w = ct.lax.linalg.eigh(a, subset_by_index=(2, 4))
        self.check(w, np.linalg.eigvalsh(a)[2:], EXACT)
        np.testing.assert_allclose(a @ v.numpy(), v.numpy() * w.numpy(), atol=1e-12)

    def test_ranks(self):
        a = np.stack([np.diag([1e-3, 2.0, -1.0]), np.diag([0.0, 5e-1, 1.0])])
        for tol in (1e-2, 1e-5, 0.7):
            self.same(lambda x, t=tol: la.matrix_rank(x, tol=t), np.linalg.matrix_rank(a, tol), a)
            self.same(lambda x, t=tol: la.matrix_rank(x, hermitian=True, tol=t), np.linalg.matrix_rank(a, tol, hermitian=True), a)
        self.check(la.matrix_rank(a, tol=np.array([1e-2, 0.9])), [2, 1])
        self.same(lambda x: la.matrix_rank(x, hermitian=True), [3, 2], a)
        self.same(lambda x: la.matrix_rank(x, 1e-2, hermitian=True), [2, 2], a)
        self.check(la.matrix_rank(draw(5, 3), tol=1e9), np.int64(0))

    def test_pseudo_inverses(self):
        for a in (hermitian(3, 3), hermitian(2, 4, 4, dtype="complex128"), np.diag([3.0, 0.0, -2.0])):
            self.same(lambda x: la.pinv(x, hermitian=True), np.linalg.pinv(a, hermitian=True), a, tolerance=1e-10)
            self.same(lambda x: la.pinv(x, 1e-1, True), np.linalg.pinv(a, 1e-1), a, tolerance=1e-10)
        a = np.diag([2.0, 1.0, 1e-3])
        for rcond in (1e-2, np.array(1e-6)):
            self.same(lambda x, r=rcond: la.pinv(x, rcond=r), np.linalg.pinv(a, rcond), a, tolerance=1e-10)

    def test_determinants_and_products(self):
        a = draw(3, 3)
        for method in (None, "lu", "qr"):
            self.check(la.slogdet(a, method=method).logabsdet, np.linalg.slogdet(a)[1], EXACT)
        self.check(la.multi_dot([a, a, a], precision="highest"), np.linalg.multi_dot([a, a, a]), EXACT)

    def test_least_squares(self):
        for a, b in ((draw(5, 2), draw(5)), (draw(5, 2), draw(5, 3)), (draw(2, 4), draw(2)), (draw(3, 3), draw(3, 2)),
                     (draw(4, 1) @ draw(1, 3), draw(4, 2))):
            for found, wanted in zip(la.lstsq(a, b, numpy_resid=True), np.linalg.lstsq(a, b, rcond=None)):
                self.check(found, wanted, 1e-9, dtype=False)
            self.assertEqual(la.lstsq(a, b)[1].shape, (1,) if b.ndim == 1 else b.shape[1:])
        a = np.diag([1.0, 1e-8])
        self.check(la.lstsq(a, np.ones(2), -1)[0], np.linalg.lstsq(a, np.ones(2), -1)[0], 1e-9)
        wide = ct.jit(lambda a, b: la.lstsq(a, b, numpy_resid=True)[1])
        self.assertEqual(wide(draw(2, 3), draw(2)).shape, (0,))

    def test_triangles_of_cholesky_factors(self):
        for dtype in ("float64", "complex128"):
            for shape in ((4, 4), (2, 3, 3)):
                a = positive(*shape, dtype=dtype)
                for lower in (True, False):
                    torn = np.tril(a) if lower else np.triu(a)
                    wanted = scipy.linalg.cholesky(a, lower) if a.ndim == 2 else each(lambda x, low=lower: scipy.linalg.cholesky(x, low), a)
                    self.same(lambda x, low=lower: la.cholesky(x, low), wanted, torn)
                    self.same(lambda x, low=lower: la.cholesky(x, lower=low, check_finite=False), wanted, a)
        self.check(la.cholesky(a), np.linalg.cholesky(a), EXACT)
        self.check(la.cholesky(np.float16([[4, 2], [2, 5]]), False), np.float16([[2, 1], [0, 2]]))


class Eigenvalues(Case):
    def test_one_triangle_and_values_alone(self):
        for dtype in ("float64", "complex128"):
            a = draw(4, 4, dtype=dtype) + np.eye(4) * 1j * (dtype == "complex128")
            for lower in (True, False):
                wanted, vectors = scipy.linalg.eigh(a, lower=lower)
                w, v = la.eigh(a, lower=lower)
                self.check(w, wanted, EXACT)
                np.testing.assert_allclose(np.abs(adjoint(vectors) @ v.numpy()), np.eye(4), atol=1e-9)
                for run in (lambda x, low=lower: la.eigh(x, lower=low, eigvals_only=True), ct.jit(lambda x, low=lower: la.eigh(x, lower=low, eigvals_only=True))):
                    self.check(run(a), wanted, EXACT)
        self.check(la.eigh(a, eigvals_only=True), np.linalg.eigvalsh((a + adjoint(a)) / 2), EXACT)
        self.check(la.eigh(a, "U", False, eigvals_only=True, turbo=False, eigvals=None, overwrite_b=True), scipy.linalg.eigh(a, lower=False)[0], EXACT)
        self.assertEqual(type(la.eigh(a, lower=True)).__name__, "EighResult")

    def test_generalized_problems(self):
        for dtype in ("float64", "complex128"):
            a, b = hermitian(4, 4, dtype=dtype), positive(4, 4, dtype=dtype)
            for kind in (1, 2, 3):
                for lower in (None, True, False):
                    one, other = {None: (a, b), True: (np.tril(a), np.tril(b)), False: (np.triu(a), np.triu(b))}[lower]
                    for run in (lambda x, y, t=kind, low=lower: la.eigh(x, b=y, type=t, lower=low),
                                ct.jit(lambda x, y, t=kind, low=lower: la.eigh(x, b=y, type=t, lower=low))):
                        w, v = run(one, other)
                        self.check(w, scipy.linalg.eigh(a, b, type=kind)[0], 1e-10)
                        self.is_solved(a, b, kind, w.numpy(), v.numpy())
                self.check(la.eigh(a, b=b, type=kind, eigvals_only=True), scipy.linalg.eigh(a, b, type=kind, eigvals_only=True), 1e-10)

    def is_solved(self, a, b, kind, w, v):
        left, right = {1: (a @ v, b @ v), 2: (a @ b @ v, v), 3: (b @ a @ v, v)}[kind]
        np.testing.assert_allclose(left, right * w, atol=1e-9)
        np.testing.assert_allclose(adjoint(v) @ (np.linalg.inv(b) if kind == 3 else b) @ v, np.eye(len(w)), atol=1e-10)

    def test_batches_of_generalized_problems(self):
        a, b = hermitian(3, 4, 4), positive(3, 4, 4)
        wanted = each(lambda x, y: scipy.linalg.eigh(x, y, eigvals_only=True), a, b)
        for run in (lambda x, y: la.eigh(x, b=y)[0], ct.vmap(lambda x, y: la.eigh(x, b=y)[0])):
            self.check(run(a, b), wanted, 1e-10)
        self.check(la.eigh(a, b=b[0])[0], each(lambda x: scipy.linalg.eigh(x, b[0], eigvals_only=True), a), 1e-10)
        self.check(la.eigh(a[0], b=b)[0], each(lambda y: scipy.linalg.eigh(a[0], y, eigvals_only=True), b), 1e-10)
        self.assertTrue(np.isnan(la.eigh(a[0], b=-b[0])[0].numpy()).all())
        self.assertEqual(la.eigh(np.float16([[2, 0], [0, 3]]), b=np.eye(2, dtype=np.float16))[0].dtype, np.float16)


class Triangles(Case):
    def test_pivots(self):
        for a in (draw(4, 4), draw(5, 3), draw(3, 5), draw(4, 6, dtype="complex128"), draw(1, 3), draw(3, 1), 1e-200 * draw(4, 3), 1e200 * draw(3, 4),
                  draw(4, 2) @ draw(2, 3), np.zeros((3, 2)), draw(3, 3, dtype="float32")):
            for mode, same in (("economic", "reduced"), ("full", "complete")):
                q, r, order = (np.asarray(x) for x in la.qr(a, same, pivoting=True))
                wanted = scipy.linalg.qr(a, mode=mode, pivoting=True)
                rank = np.linalg.matrix_rank(a)
                np.testing.assert_array_equal(order[:rank], wanted[2][:rank])
                for run in (lambda x, m=mode: la.qr(x, m, pivoting=True), ct.jit(lambda x, m=mode: la.qr(x, mode=m, pivoting=True, lwork=None))):
                    for found, other in zip(run(a), (q, r, order)):
                        np.testing.assert_allclose(found.numpy(), other, rtol=1e-5, atol=1e-5 * np.max(np.abs(other), initial=0))
                self.assertEqual((q.shape, r.shape), (wanted[0].shape, wanted[1].shape))
                self.is_factored(a, q, r, order)
            self.check(la.qr(a, "r", pivoting=True)[1], order)
        many = draw(3, 4, 4)
        for found, one in zip(ct.vmap(lambda x: la.qr(x, pivoting=True)[2])(many).numpy(), many):
            np.testing.assert_array_equal(found, scipy.linalg.qr(one, pivoting=True)[2])
        np.testing.assert_array_equal(la.qr(many, pivoting=True)[2].numpy(), each(lambda x: scipy.linalg.qr(x, pivoting=True)[2], many))

    def is_factored(self, a, q, r, order):
        small = 1e-5 if a.dtype == np.float32 else 1e-13
        np.testing.assert_allclose(q @ r, a[:, order], atol=small * np.max(np.abs(a), initial=0))
        sizes = np.diagonal(r).real
        self.assertTrue(np.all(np.diff(sizes) <= small * np.max(sizes)), sizes)

    def test_pivoted_results_have_no_names_but_others_have(self):
        a = draw(3, 2)
        for call, size in ((lambda: la.qr(a, pivoting=True), 3), (lambda: la.qr(a, "r", pivoting=True), 2)):
            self.assertEqual((type(call()), len(call())), (tuple, size))
        self.assertEqual(la.qr(a)._fields, ("Q", "R"))
        self.assertEqual([x.dtype for x in ct.lax.linalg.qr(a, pivoting=True)], [np.float64, np.float64, np.int32])
        self.check(la.qr(a, "full")[0], la.qr(a, "complete")[0].numpy(), EXACT)
        self.check(la.qr(a, "economic", lwork=3)[1], la.qr(a)[1].numpy(), EXACT)

    def test_reflections_are_those_of_lapack(self):
        for shape in ((4, 4), (5, 3), (3, 5), (1, 1), (4, 1), (1, 4), (0, 3), (3, 0), (2, 4, 3)):
            for dtype in ("float32", "float64", "complex64", "complex128"):
                a = draw(*shape, dtype=dtype)
                for a in (a, np.triu(a), -np.triu(a), 0 * a):  # of columns with nothing below them, nothing is reflected
                    with self.subTest(shape=shape, dtype=dtype):
                        tolerance = 1e-4 if a.dtype in (np.float32, np.complex64) else EXACT
                        for run in (lambda x: la.qr(x, "raw"), ct.jit(lambda x: la.qr(x, mode="raw"))):
                            for found, wanted in zip(run(a), np.linalg.qr(a, mode="raw"), strict=True):
                                self.check(found, wanted, tolerance)
        for a in (draw(5, 3), draw(5, 1) @ draw(1, 3), draw(4, 4, dtype="complex128")):
            h, tau = la.qr(a, "raw")
            q = ct.lax.linalg.householder_product(h.T, tau)
            self.check(q @ ct.triu(h.T)[:a.shape[1]], a, EXACT)
        self.assertEqual([x.dtype.name for x in la.qr(ct.ones((3, 2), "float16"), "raw")], ["float16"] * 2)
        self.assertTrue(np.isnan(la.qr(np.full((3, 2), np.nan), "raw")[1].numpy()).all())

    def test_systems_of_known_kinds(self):
        for dtype in ("float64", "complex128"):
            b = draw(4, 2, dtype=dtype)
            skewed = draw(4, 4, dtype=dtype)
            for kind, a in (("gen", skewed), ("sym", skewed + skewed.T), ("her", hermitian(4, 4, dtype=dtype)), ("pos", positive(4, 4, dtype=dtype))):
                for lower in (False, True):
                    given = a if kind == "gen" else np.tril(a) if lower else np.triu(a)
                    wanted = scipy.linalg.solve(a, b)
                    for run in (la.solve, ct.jit(la.solve, static_argnames=("assume_a", "lower"))):
                        self.check(run(given, b, lower=lower, assume_a=kind), wanted, 1e-9)
                    self.check(la.solve(given, b[:, 0], lower, assume_a=kind), wanted[:, 0], 1e-9)
        a, b = positive(3, 4, 4), draw(3, 4, 2)
        for kind in ("sym", "her", "pos"):
            self.check(la.solve(np.triu(a), b, assume_a=kind), np.linalg.solve(a, b), 1e-9)
            self.check(ct.vmap(lambda x, y, k=kind: la.solve(x, y, assume_a=k))(a, b), np.linalg.solve(a, b), 1e-9)
            self.check(la.solve(a[0], b, assume_a=kind), np.linalg.solve(a[0], b), 1e-9)
            self.check(la.solve(a, b[0], assume_a=kind), np.linalg.solve(a, b[:1]), 1e-9)
        self.assertTrue(np.isnan(la.solve(-a[0], b[0], assume_a="pos").numpy()).all())

    def test_scipys_places_of_arguments(self):
        a, b = np.triu(positive(3, 3)), draw(3)
        self.check(la.solve_triangular(a, b, 1, False, True), scipy.linalg.solve_triangular(a, b, 1, False, True), 1e-10)
        self.check(la.solve_triangular(a, b, debug=None), scipy.linalg.solve_triangular(a, b), 1e-10)
        self.check(la.solve(a, b, False, True, True, False, False, "gen"), np.linalg.solve(a, b), 1e-10)
        self.check(la.sqrtm(a, blocksize=4), la.sqrtm(a).numpy(), EXACT)

    def test_exponentials(self):
        for a in (draw(4, 4), draw(2, 3, 3), draw(3, 3, dtype="complex128"), 20 * draw(3, 3)):
            wanted = scipy.linalg.expm(np.triu(a))
            found = la.expm(a, upper_triangular=True)
            self.check(found, wanted, 1e-9)
            np.testing.assert_array_equal(np.tril(found.numpy(), -1), np.zeros_like(a))
            self.check(ct.jit(lambda x: la.expm(A=x, upper_triangular=True))(a), wanted, 1e-9)
        small, large = np.eye(2), 1000.0 * np.eye(2)  # 1000 / 5.37 needs 8 squarings
        for most, isfinite in ((0, [True, False]), (7, [True, False]), (8, [True, True]), (16, [True, True])):
            found = la.expm(-np.stack([small, large]), max_squarings=most).numpy()
            np.testing.assert_array_equal(np.isfinite(found).all((1, 2)), isfinite)
        self.check(la.expm(small, max_squarings=0), scipy.linalg.expm(small), EXACT)


class OpenSizes(Case):
    def test_of_matrices(self):
        for function, wanted, make in (
                (lambda x: la.qr(x, pivoting=True)[2], lambda x: scipy.linalg.qr(x, pivoting=True)[2], hermitian), (lambda x: la.svd(x, hermitian=True)[1], lambda x: np.linalg.svd(x)[1], hermitian),
                (lambda x: la.matrix_rank(x, hermitian=True, tol=1e-3), np.linalg.matrix_rank, hermitian), (lambda x: la.eigh(x, b=x @ x)[0], lambda x: scipy.linalg.eigh(x, x @ x)[0], positive),
                (lambda x: la.solve(x, x[0], assume_a="pos"), lambda x: np.linalg.solve(x, x[0]), positive), (lambda x: la.expm(x, upper_triangular=True), lambda x: scipy.linalg.expm(np.triu(x)), hermitian),
                (lambda x: la.cholesky(x, False), scipy.linalg.cholesky, positive)):
            compiled = ct.jit(lambda x, f=function: f(x), dynamic_axes={"x": (0, 1)})
            for n in (3, 5):
                a = make(n, n)
                self.check(compiled(a), wanted(a), 1e-8, dtype=False)
            self.assertEqual(len(compiled._programs), 1)


class Derivatives(Case):
    def test_by_differences(self):
        a, b, right = hermitian(3, 3), positive(3, 3), draw(3, 2)
        for function in (lambda x: la.svd(x, hermitian=True)[0], lambda x: la.svd(x, hermitian=True)[2], lambda x: la.svd(x, compute_uv=False, hermitian=True),
                         lambda x: la.pinv(x, hermitian=True), lambda x: la.svd(x, full_matrices=False, subset_by_index=(0, 2))[1],
                         lambda x: la.eigh(x, lower=False, eigvals_only=True), lambda x: la.qr(x, pivoting=True)[1], lambda x: la.qr(x, pivoting=True)[0],
                         lambda x: la.qr(x, "raw")[0], lambda x: la.qr(x[:, :2], "raw")[1], lambda x: la.qr(x[:2], "raw")[0],
                         lambda x: la.expm(x, upper_triangular=True), lambda x: la.expm(x, max_squarings=3)):
            self.check_gradient(function, a, tolerance=1e-5)
        for kind in (1, 2, 3):
            self.check_gradient(lambda x, y, k=kind: la.eigh(x, b=y, type=k)[0], a, b, tolerance=1e-5)
            self.check_gradient(lambda x, y, k=kind: la.eigh(x, b=y, type=k, lower=True)[1] ** 2, a, b, tolerance=1e-5)
        for kind in ("sym", "her", "pos"):
            for lower in (True, False):
                self.check_gradient(lambda x, y, k=kind, low=lower: la.solve(x, y, low, assume_a=k), b, right, tolerance=1e-5)
        for lower in (True, False):
            self.check_gradient(lambda x, low=lower: la.cholesky(x, low), b, tolerance=1e-5)

    def test_where_only_signs_differ(self):
        a = np.diag([2.0, -2.0, 1.0])
        slope = ct.grad(lambda x: ct.sum(la.svd(x, hermitian=True)[0] ** 2 * np.arange(9.0).reshape(3, 3)))(ct.array(a)).numpy()
        self.assertTrue(np.isfinite(slope).all())
        equal = ct.grad(lambda x: ct.sum(la.pinv(x, hermitian=True)))(ct.eye(3, dtype="float64"))
        np.testing.assert_allclose(equal.numpy(), -np.ones((3, 3)), atol=1e-12)

    def test_only_what_is_read_has_one(self):
        b = positive(3, 3)
        for function in (lambda x, low: la.solve(x, np.ones(3), low, assume_a="pos"), lambda x, low: la.solve(x, np.ones(3), low, assume_a="sym"),
                         lambda x, low: la.cholesky(x, low), lambda x, low: la.eigh(x, lower=low, eigvals_only=True)):
            slope = ct.grad(lambda x, f=function: ct.sum(f(x, True) ** 3))(ct.array(b)).numpy()
            np.testing.assert_array_equal(np.triu(slope, 1), 0 * b)
            slope = ct.grad(lambda x, f=function: ct.sum(f(x, False) ** 3))(ct.array(b)).numpy()
            np.testing.assert_array_equal(np.tril(slope, -1), 0 * b)
            self.assertTrue(np.any(np.triu(slope, 1)))

    def test_second_ones(self):
        b = positive(3, 3)
        for function in (lambda x: la.solve(x, np.ones(3), assume_a="pos")[0], lambda x: la.eigh(np.diag([1.0, 2.0, 4.0]), b=x)[0][1]):
            def slope(x, f=function):
                return ct.grad(f)(x)
            self.check_gradient(slope, b, tolerance=1e-4)


class Refusals(Case):
    def test_what_does_not_go_together(self):
        a, b = draw(3, 3), draw(3, 2)
        for call, words in (
                (lambda: la.svd(a, subset_by_index=(0, 2)), ("svd", "full_matrices")),
                (lambda: la.svd(a, False, subset_by_index=(1, 4)), ("svd", r"\(1, 4\)", "3 singular values")),
                (lambda: la.svd(a, False, subset_by_index=(2, 2)), ("svd", r"\(2, 2\)")),
                (lambda: la.svd(a, compute_uv=False, subset_by_index=(-1, 2)), ("svd", r"\(-1, 2\)")),
                (lambda: la.svd(b, hermitian=True), ("svd", "square")), (lambda: la.pinv(b, hermitian=True), ("pinv", "square")),
                (lambda: la.matrix_rank(b, hermitian=True), ("matrix_rank", "square")),
                (lambda: la.matrix_rank(a, 1e-3, tol=1e-3), ("matrix_rank", "rtol and tol")),
                (lambda: la.pinv(a, 1e-3, rcond=1e-3), ("pinv", "rtol and rcond")),
                (lambda: la.cholesky(a, True, upper=True), ("cholesky", "lower and upper")), (lambda: la.cholesky(b, False), ("cholesky", "square")),
                (lambda: la.eigh(a, "L", lower=True), ("eigh", "lower and UPLO")), (lambda: la.eigh(a, b=a, type=4), ("eigh", "type is 4")),
                (lambda: la.eigh(a, type=2), ("eigh", "type is 2", "without b")), (lambda: la.eigh(a, b=b), ("eigh", "square")),
                (lambda: la.eigh(a, b=np.eye(2)), ("eigh", r"\(3, 3\)", r"\(2, 2\)")), (lambda: la.qr(a, "rows"), ("qr", "'rows'", "economic")),
                (lambda: la.qr(a, "raw", pivoting=True), ("qr", "pivoting away")),
                (lambda: la.solve(a, b, assume_a="pd"), ("solve", "'pd'", "'pos'")), (lambda: la.expm(a, max_squarings=-1), ("expm", "-1", "at least 0")),
                (lambda: ct.lax.linalg.svd(a, full_matrices=False, subset_by_index=(0, 9)), ("svd", r"\(0, 9\)")),
                (lambda: ct.lax.linalg.eigh(a, subset_by_index=(3, 1)), ("eigh", r"\(3, 1\)"))):
            with self.refuses(ct.ValueError, "linalg_keywords_test.py", *words):
                call()

    def test_wrong_kinds(self):
        a = draw(3, 3)
        for call, word in ((lambda: la.svd(a, subset_by_index=3), "a pair of integers"), (lambda: la.svd(a, hermitian="x"), "hermitian"),
                           (lambda: la.svd(a, lapack_driver=3), "lapack_driver"), (lambda: la.slogdet(a, method=1), "method"),
                           (lambda: la.eigh(a, eigvals=(0, 1)), "'eigvals' must be None"), (lambda: la.eigh(a, turbo="yes"), "turbo"), (lambda: la.eigh(a, a), "UPLO"),
                           (lambda: la.qr(a, lwork="x"), "lwork"), (lambda: la.solve(a, a, debug="x"), "debug"), (lambda: la.sqrtm(a, "x"), "blocksize"),
                           (lambda: la.multi_dot([a, a], precision=3), "precision"), (lambda: la.solve_triangular(a, a, debug="x"), "debug"),
                           (lambda: la.cholesky(a, "lower"), "lower")):
            with self.refuses(ct.TypeError, "linalg_keywords_test.py", word):
                call()

    def test_what_only_a_run_knows(self):
        with self.refuses(ct.TypeError, "lstsq", "numpy_resid"):
            ct.jit(lambda a, b: la.lstsq(a, b, numpy_resid=True)[1])(draw(4, 2), draw(4))


if __name__ == "__main__":
    unittest.main()
