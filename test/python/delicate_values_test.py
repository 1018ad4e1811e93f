#!/usr/bin/python3
"""Values at which formulas fail one step beside where they are usually tried: against SciPy, NumPy and closed forms."""

import functools
import io
import math
import unittest

import cotan as ct
import numpy as np
import scipy.special
import scipy.stats
from expected import Case

S, la = ct.special, ct.linalg


class Hypergeometric(Case):
    def test_weights_of_0(self):
        a, b = np.array([1.0, 2.0, 3.0, np.inf, np.nan]), np.array([0.0, 1.0, 2.0, 0.0, 0.0])
        total = math.exp(2) + 2 * math.exp(3)
        self.assertAlmostEqual(float(ct.nn.logsumexp(a, b=b)), math.log(total), 14)
        slopes = ct.grad(lambda b: ct.nn.logsumexp(a, b=b))(b).numpy()
        np.testing.assert_allclose(slopes, [math.exp(1) / total, math.exp(2) / total, math.exp(3) / total, 0, 0], rtol=1e-14)

    def test_characteristic_polynomials(self):
        """Of matrices whose eigenvalues meet: these have no slopes, and the polynomial has."""
        for x in (np.diag([1.0, 1.0, 2.0]), np.zeros((2, 2)), np.array([[1.0, 1.0], [0.0, 1.0]])):
            slopes = ct.jacobian(ct.poly)(x).numpy()
            for place in np.ndindex(x.shape):
                step = np.zeros(x.shape)
                step[place] = 1e-5
                np.testing.assert_allclose(slopes[(slice(None), *place)], (np.poly(x + step) - np.poly(x - step)) / 2e-5, atol=1e-9)

    def test_powers_of_0(self):
        """x ** y as a function of y is 0 for all y above 0, and so are its slopes."""
        for y in (0.5, 1.0, 2.0, 2.5):
            of_y = ct.grad(lambda y: ct.array(0.0, "float64") ** y)
            self.assertEqual([float(of_y(np.float64(y))), float(ct.grad(of_y)(np.float64(y)))], [0, 0], y)
        of_x = ct.grad(lambda x, y: x**y)
        for y, second in ((0.0, 0), (1.0, 0), (2.0, 2), (3.0, 0)):
            self.assertEqual(float(ct.grad(of_x)(np.float64(0), np.float64(y))), second, y)

    def test_polynomials(self):
        """Where the series ends its terms alternate, and lose all digits; numbers of mpmath."""
        with ct.default_dtype("float64"):
            for args, wanted in (((10.0, -100.0, 10.5, 0.5), 4.256246138503242e-12), ((-40.0, 41.0, 1.0, 0.3), -0.07512526844007263),
                                 ((0.0, 1.0, 1.0, 1.0), 1.0), ((-2.0, 3.0, 1.5, 2.0), 5.8), ((-2.0, 3.0, -3.0, 0.5), 2.5),
                                 ((10.0, 110.5, 10.5, -1.0), 4.156490369632041e-15), ((41.0, 41.0, 1.0, -0.5), 2.8345088401964117e-09),
                                 ((3.0, -50.0, 2.0, -5.0), 1.7647474557980682e40)):  # also after the transformation below 0
                self.assertAlmostEqual(float(S.hyp2f1(*args)) / wanted, 1.0, 9)
            for args, wanted in (((-100.0, 1.0, 50.0), 4847420871.269), ((-30.0, 2.0, 40.0), 454300.1309753), ((101.0, 1.0, -50.0), 9.349462268477294e-13),
                                 ((-50.0, 2.0, -1000.0), 7.338387959639395e84), ((-50.0, 2.0, 1000.0), 4.3791633359522575e82)):
                self.assertAlmostEqual(float(S.hyp1f1(*args)) / wanted, 1.0, 9)
        self.assertTrue(np.isinf(float(S.hyp2f1(-5.0, 3.0, -3.0, 0.5))))
        self.assertTrue(np.isnan(float(S.hyp2f1(1.0, 3.0, 2.0, 1.5))))

    def test_slopes_of_polynomials(self):
        """The parameter that ends the series has a derivative, whose series does not end."""
        step = 1e-5
        for x in (0.0, 0.3, 0.49, 0.51, 0.7, 0.8, -0.5, -5.0):
            for function, wanted in ((lambda b, x=x: S.hyp2f1(2.0, b, 1.5, x), lambda b, x=x: scipy.special.hyp2f1(2.0, b, 1.5, x)),
                                     (lambda a, x=x: S.hyp1f1(a, 1.5, 20 * x), lambda a, x=x: scipy.special.hyp1f1(a, 1.5, 20 * x))):
                for at in (np.float64(-3), np.float64(0)):
                    slope = (wanted(at + step) - wanted(at - step)) / (2 * step)
                    np.testing.assert_allclose(float(ct.grad(function)(at)), slope, rtol=2e-6, atol=1e-8)
        beyond = ct.grad(lambda a, x: S.hyp2f1(a, 3.0, 1.5, x), argnums=(0, 1))(np.float64(-2), np.float64(1.5))
        self.assertTrue(np.isinf(float(beyond[0])))  # there is none
        self.assertAlmostEqual(float(beyond[1]), 5.6, 9)

    def test_slopes_where_parts_meet(self):
        """Where a formula goes over into another, where arguments are equal, and at 0."""
        for function, points in ((lambda x: S.hyp2f1(0.5, 0.5, 1.0, x), (0.5, -1.0, -3.0, 0.75, 0.0)), (lambda x: S.hyp1f1(-0.5, 0.25, x), (0.0, 1.0)),
                                 (lambda x: S.zeta(x, 1.0), (-2.0, -4.0, 0.0)), (lambda z: S.poch(z, 0.25), (-3.0, -1.0, 0.0)),
                                 (lambda z: S.poch(z, -1.5), (-2.0, 0.0, 2.0))):
            self.check_gradient(function, np.array(points), tolerance=1e-5)
        for function in (S.beta, S.betaln, S.comb):
            for i in (0, 1):
                slope = ct.grad(lambda a, b, f=function: ct.sum(f(a, b)), argnums=i)
                for a, b in ((0.5, 0.5), (12.0, 12.0)) if function is not S.comb else ((1.0, 0.5), (3.0, 1.5)):
                    self.check_gradient(lambda a, b, d=slope: d(a, b), np.array([a]), np.array([b]), tolerance=1e-5)

    def test_zeta_below_one(self):
        x = np.array([0.0, -1.0, 0.5, -3.0, -7.5, -20.5, 0.999])
        self.check(S.zeta(x, 1.0), scipy.special.zeta(x), 1e-12)
        self.check(S.zeta(np.array([-2.0, -4.0]), 1.0), np.zeros(2), 0)
        self.assertTrue(np.isnan(float(S.zeta(0.5, 2.0))))
        self.check_gradient(lambda x: S.zeta(x, 1.0), np.array([-2.5, -0.3, 0.4]), tolerance=1e-5)


class Matrices(Case):
    def test_exponentials_of_large_nilpotent_parts(self):
        for size in (1e3, 1e6, 1e12, 1e17):
            for diagonal in (0.0, 1.0):
                found = la.expm(np.array([[diagonal, size], [0.0, diagonal]]))
                self.check(found / np.array([[1.0, size], [1.0, 1.0]]), np.exp(diagonal) * np.array([[1.0, 1.0], [0.0, 1.0]]), 1e-12)
        wide = np.array([[1.0, 1e5, 0.0], [0.0, -1.0, 1e5], [0.0, 0.0, 2.0]])
        values, vectors = np.linalg.eig(wide)
        self.check(la.expm(wide) / 1e10, (vectors * np.exp(values)) @ np.linalg.inv(vectors) / 1e10, 1e-6)
        self.check(la.expm(np.array([[0.0, 1e30], [0.0, 0.0]], "f")) / np.array([[1, 1e30], [1, 1]], "f"), np.array([[1, 1], [0, 1]], "f"), 1e-6)
        self.check_gradient(lambda a: la.expm(a) / 50.0, np.array([[0.5, 60.0], [0.0, -0.5]]))

    def test_condition_of_singular_matrices(self):
        for order in (None, 2, -2, 1, np.inf, "fro"):
            self.assertTrue(np.isinf(float(la.cond(ct.zeros((2, 2)), order))), order)
        found = la.cond(np.array([[[1.0, np.nan], [0.0, 1.0]], [[0.0, 0.0], [0.0, 0.0]], [[2.0, 0.0], [0.0, 1.0]]]))
        np.testing.assert_array_equal(found.numpy(), [np.nan, np.inf, 2.0])

    def test_tridiagonal_equations_swap_rows(self):
        rng = np.random.default_rng(0)
        for d in (np.array([0.0, 0.0, 1.0]), np.array([1e-20, 1.0, 1.0]), rng.normal(size=3)):
            low, high, b = np.array([0.0, 1.0, 1.0]), np.array([1.0, 1.0, 0.0]), rng.normal(size=(3, 2))
            whole = np.diag(d) + np.diag(low[1:], -1) + np.diag(high[:-1], 1)
            self.check(ct.lax.linalg.tridiagonal_solve(low, d, high, b), np.linalg.solve(whole, b), 1e-12)
            self.check_gradient(lambda d, b: ct.lax.linalg.tridiagonal_solve(low, d, high, b), d if d[0] != 1e-20 else d + 1.0, b)
        self.check(ct.lax.linalg.tridiagonal_solve(*(np.ones(1) * x for x in (0, 2, 0)), np.ones((1, 1))), np.array([[0.5]]), 0)

    def test_complex_conjugate_gradients(self):
        a, b, w = np.array([[2, 1j], [-1j, 3]]), np.array([1, 1j]), np.array([1, 2j])
        for solve in (lambda a, b: ct.sparse.linalg.cg(a, b, tol=1e-12)[0], la.solve):
            self.check(ct.grad(lambda b: ct.real(ct.sum(w * solve(a, b))))(b), np.array([0.2, 0.6j]), 1e-10)


class Numbers(Case):
    def test_whole_numbers_of_linspace(self):
        for n in range(2, 200):
            self.check(ct.linspace(0, n - 1, n, dtype="int64"), np.linspace(0, n - 1, n, dtype=int), 0)
            self.check(ct.linspace(-5, n, 7, endpoint=False, dtype="int32"), np.linspace(-5, n, 7, endpoint=False, dtype="i4"), 0)
        self.check(ct.linspace(np.array([0.0, 3.0]), np.array([4.0, 9.0]), 5, dtype=int), np.linspace([0, 3], [4, 9], 5, dtype=int), 0)

    def test_differences_of_small_integers(self):
        for dtype in ("uint8", "int8", "uint64"):
            x = np.array([100, 20, 0], dtype)
            self.check(ct.gradient(np.array([0.0, 1.0, 4.0]), x), np.gradient([0.0, 1.0, 4.0], x.astype(float)), 1e-12)
            self.check(ct.integrate.cumulative_trapezoid(np.ones(3), x), np.array([-80.0, -100.0]), 1e-12)
        self.check(ct.integrate.simpson(np.ones(3), np.array([200, 100, 0], np.uint8)), np.array(-200.0), 1e-12)

    def test_points_beside_infinities(self):
        xp, fp = np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, np.inf])
        self.check(ct.interp(np.array([1.5, 2.0, 2.5, 3.0]), xp, fp), np.array([1.5, 2.0, np.inf, np.inf]), 0)
        self.assertEqual(float(ct.grad(lambda x: ct.interp(x, xp, np.array([1.0, 2.0, 5.0])))(np.float64(2.0))), 3.0)

    def test_counts_of_what_is_cut_off(self):
        x = np.array([1, 2, 3, 3])
        for size, wanted in ((0, []), (1, [1]), (2, [1, 1]), (3, [1, 1, 2]), (5, [1, 1, 2, 0, 0])):
            for run in (ct.unique_counts, ct.jit(ct.unique_counts, static_argnames="size")):
                self.assertEqual(run(x, size=size).counts.tolist(), wanted)

    def test_ranks_beside_nan(self):
        for method in ("average", "min", "max", "dense", "ordinal"):
            self.assertTrue(np.isnan(ct.stats.rankdata(np.array([1.0, np.nan, 0.0]), method).numpy()).all(), method)
        self.assertEqual(ct.stats.rankdata(np.array([3, 1]), "min").dtype, ct.int64)
        x = np.array([[3.0, np.nan, 1.0, 1.0], [2.0, 5.0, np.nan, np.nan]])
        for method in ("average", "min", "max", "dense", "ordinal"):
            self.check(ct.stats.rankdata(x, method, axis=1, nan_policy="omit"), scipy.stats.rankdata(x, method, axis=1, nan_policy="omit"), 0)
        self.check(ct.stats.multivariate_normal.logpdf(x[1, :2]), scipy.stats.multivariate_normal.logpdf(x[1, :2]), 1e-12)

    def test_halves_of_integers(self):
        at = np.array([2.5, 3.5, 4.5, 5.5])
        self.check(ct.ndimage.map_coordinates(np.arange(-5, 5), [at], 1), np.array([-3, -2, -1, 1]), 0)

    def test_keys_of_negative_seeds(self):
        for seed, wanted in ((np.int32(-2), [0, 2**32 - 2]), (-2, [2**32 - 1, 2**32 - 2]), (np.int8(-2), [0, 2**32 - 2])):
            for key in (ct.random.key, ct.jit(ct.random.key)):
                self.assertEqual(key(seed).tolist(), wanted)

    def test_small_probabilities(self):
        draws = ct.random.bernoulli(ct.random.key(0), np.float32(1e-9), (3 * 10**7,), mode="high")
        self.assertEqual(int(ct.sum(draws)), 0)
        self.assertAlmostEqual(float(ct.mean(ct.random.bernoulli(ct.random.key(1), 0.3, (10**5,), mode="high"))), 0.3, 2)
        with self.refuses(ct.ValueError, "ct.random.bernoulli", "'low' or 'high'"):
            ct.random.bernoulli(ct.random.key(0), 0.3, mode="x")

    def test_indices_along_an_axis(self):
        for indices in (np.array([True, False]), np.array([1.0])):
            with self.refuses(ct.TypeError, "ct.take_along_axis", "expected integers"):
                ct.take_along_axis(np.arange(2), indices, 0)

    def test_conditions_that_are_numbers(self):
        for pred, wanted in ((1, 2.0), (0, -2.0), (0.5, 2.0), (np.int32(0), -2.0), (ct.array(3), 2.0), (np.array(0.0), -2.0), (True, 2.0)):
            for cond in (ct.cond, ct.lax.cond):
                self.assertEqual(float(cond(pred, lambda x: x, lambda x: -x, 2.0)), wanted)
            self.assertEqual(float(ct.jit(lambda p: ct.cond(p, lambda: 2.0, lambda: -2.0))(pred)), wanted)
        with self.refuses(ct.TypeError, "ct.cond"):
            ct.cond(np.array([1, 2]), lambda: 1.0, lambda: 2.0)

    def test_arrays_and_slices_that_are_bound(self):
        def grown(x, most, by):
            if x > 0:
                x = x * by[0]
            while x < most:
                x = x * 2
            return x

        f = ct.jit(functools.partial(grown, most=10.0, by=np.array([3.0, 1.0])))
        self.assertEqual([float(f(1.0)), float(f(2.0)), float(f(1.0, most=100.0)), float(ct.grad(f)(1.0))], [12.0, 12.0, 192.0, 12.0])
        self.assertEqual(ct.jit(functools.partial(ct.transpose, axes=np.array([1, 0])))(ct.ones((2, 3))).shape, (3, 2))
        self.assertEqual(ct.jit(functools.partial(lambda x, at: x[at], at=slice(1, 3)))(ct.arange(5)).tolist(), [1, 2])
        with self.refuses(ct.TypeError, "grown: missing a required argument: 'x'"):
            f()

    def test_files_that_are_open(self):
        file = io.BytesIO()
        ct.save(file, {"x": ct.arange(3)})
        self.assertEqual(ct.load(io.BytesIO(file.getvalue()))["x"].tolist(), [0, 1, 2])
        for call in (lambda: ct.save(3, {}), lambda: ct.load(3)):
            with self.refuses(ct.TypeError, "'path' must be a path or a file"):
                call()

    def test_lists_are_no_tensors(self):
        x = ct.array([1, 2])
        for call in (lambda: x == [1, 2], lambda: x != (1, 2), lambda: [1, 2] == x):
            with self.refuses(ct.TypeError, "needs a tensor, a number or a NumPy array on both sides"):
                call()
        self.assertFalse(x == None)  # noqa: E711
        self.assertEqual((x == np.array([1, 3])).tolist(), [True, False])

    def test_numbers_in_eager_calls(self):
        self.assertEqual(float(ct.checkpoint(lambda x: x.sum())(3.0)), 3.0)
        exported = ct.export.export(ct.jit(lambda x: x * 2))(ct.ones((), "float32"))
        self.assertEqual(float(exported.call(2)), 4.0)


if __name__ == "__main__":
    unittest.main()
