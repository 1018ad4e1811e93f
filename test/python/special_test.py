#!/usr/bin/python3
"""ct.special on dense grids beside scipy.special, at poles and ends, and its derivatives."""

import unittest

import cotan as ct
import numpy as np
import scipy.special as sp
from expected import Case

INF, NAN = np.inf, np.nan
special = ct.special
NEAR = np.concatenate([np.logspace(-300, 2, 400), np.linspace(0.01, 30, 500)])
BOTH = np.concatenate([-NEAR, NEAR])
SHARES = np.concatenate([np.logspace(-300, -1, 300), np.linspace(0.02, 0.98, 97), 1 - np.logspace(-12, -2, 40)])

# Function, SciPy's, and where. Roots are left out: beside them numbers are only as near as those about 1 are.
GRIDS = [
    (special.gamma, sp.gamma, np.concatenate([np.logspace(-300, 2, 400), -np.linspace(0.07, 150.07, 1001)])),
    (special.factorial, sp.factorial, np.arange(171.0)),
    (special.ndtr, sp.ndtr, np.linspace(-20, 9, 901)),
    (special.log_ndtr, sp.log_ndtr, np.concatenate([np.linspace(-60, 8, 901), [-1e3, -1e8, -1e150]])),
    (special.ndtri, sp.ndtri, SHARES),
    (special.entr, sp.entr, np.logspace(-300, 300, 601)),
    (special.erfcx, sp.erfcx, np.concatenate([np.linspace(-26, 60, 1001), np.logspace(2, 300, 99)])),
    (ct.i0, sp.i0, BOTH), (special.i1, sp.i1, BOTH),
    (special.i0e, sp.i0e, np.concatenate([BOTH, np.logspace(2, 300, 200)])),
    (special.i1e, sp.i1e, np.concatenate([BOTH, np.logspace(2, 300, 200)])),
    (special.expi, sp.expi, np.concatenate([np.linspace(0.5, 700, 700), -np.logspace(-300, 2.8, 300)])),
    (special.exp1, sp.exp1, np.logspace(-300, 2.8, 400)),
    (special.spence, sp.spence, np.concatenate([np.logspace(-300, 300, 400), np.linspace(0.01, 4, 400)])),
    (special.zeta, sp.zeta, np.concatenate([1 + np.logspace(-8, 2, 200), np.linspace(2, 40, 77)])),
]

# Function, arguments, results.
POINTS = [
    (special.gamma, [0.0, -0.0, -1.0, -INF, INF, NAN], [INF, -INF, NAN, NAN, INF, NAN]),
    (special.gammasgn, [0.0, -0.0, -1.0, -1.5, -2.5, INF, -INF, NAN], [1, -1, NAN, 1, -1, 1, NAN, NAN]),
    (special.factorial, [-1.0, 0.0, 170.0, 171.0, INF, NAN], [0, 1, 7.257415615307994e306, INF, INF, NAN]),
    (special.ndtr, [-INF, 0.0, INF, NAN], [0, 0.5, 1, NAN]),
    (special.log_ndtr, [-INF, INF, NAN], [-INF, 0, NAN]),
    (special.ndtri, [0.0, 0.5, 1.0, -0.1, 1.1, NAN], [-INF, 0, INF, NAN, NAN, NAN]),
    (special.entr, [0.0, -0.0, -1.0, INF, NAN], [0, 0, -INF, -INF, NAN]),
    (special.erfcx, [-INF, -30.0, 0.0, INF, NAN], [INF, INF, 1, 0, NAN]),
    (ct.i0, [-INF, 0.0, INF, NAN], [INF, 1, INF, NAN]),
    (special.i1, [-INF, 0.0, INF, NAN], [-INF, 0, INF, NAN]),
    (special.i0e, [-INF, 0.0, INF, NAN], [0, 1, 0, NAN]),
    (special.expi, [-INF, 0.0, INF, NAN], [0, -INF, INF, NAN]),
    (special.exp1, [-1.0, 0.0, INF, NAN], [NAN, INF, 0, NAN]),
    (special.spence, [-1.0, 0.0, 1.0, INF, NAN], [NAN, np.pi**2 / 6, 0, -INF, NAN]),
    (special.zeta, [0.5, 1.0, 2000.0, INF, NAN], [-1.4603545088095868, INF, 1, 1, NAN]),
]

# Function, arguments, slopes with respect to each: known, or SciPy's.
SLOPES = [
    (special.xlogy, ([0.0, 0.0, 2.0], [3.0, 0.0, 4.0]), ([np.log(3), -INF, np.log(4)], [0, 0, 0.5])),
    (special.xlog1py, ([0.0, 0.0, 2.0], [3.0, -1.0, 4.0]), ([np.log(4), -INF, np.log(5)], [0, 0, 0.4])),
    (special.entr, ([0.0, 1.0],), ([INF, -1.0],)),
    (special.log_ndtr, ([-1e8, -40.0, 0.0, 8.0],), ([1e8, 40.02496884720726, np.sqrt(2 / np.pi), 5.0522710835368954e-15],)),
    (special.ndtri, ([0.5, 1e-10],), ([np.sqrt(2 * np.pi), 1 / (np.exp(-sp.ndtri(1e-10)**2 / 2) / np.sqrt(2 * np.pi))],)),
    (ct.i0, ([0.0, 1e-9, 2.0, -2.0],), ([0, 5e-10, sp.i1(2.0), -sp.i1(2.0)],)),
    (special.i1, ([0.0, 2.0],), ([0.5, (sp.iv(0, 2.0) + sp.iv(2, 2.0)) / 2],)),
    (special.i0e, ([3.0, -3.0],), ([sp.i1e(3.0) - sp.i0e(3.0), sp.i0e(3.0) - sp.i1e(3.0)],)),
    (special.gamma, ([-1.5, 3.0],), ([sp.gamma(-1.5) * sp.psi(-1.5), 2 * sp.psi(3.0)],)),
    (special.erfcx, ([0.0, 1e6],), ([-2 / np.sqrt(np.pi), -1 / np.sqrt(np.pi) / 1e12 * (1 - 1.5e-12)],)),
    (special.expi, ([2.0, -2.0],), ([np.exp(2) / 2, np.exp(-2) / -2],)),
    (special.exp1, ([2.0],), ([-np.exp(-2) / 2],)),
    (special.spence, ([0.25, 1.0, 4.0],), ([np.log(0.25) / 0.75, -1.0, -np.log(4) / 3],)),
    (special.boxcox, ([2.0, 2.0], [0.0, 1.0]), ([0.5, 1.0], [np.log(2)**2 / 2, 2 * np.log(2) - 1])),
    (special.betaln, ([1e10], [2.5]), ([-2.4999999998125e-10], [sp.psi(2.5) - sp.psi(1e10 + 2.5)])),
    (special.rel_entr, ([0.5, 0.25], [0.25, 0.25]), ([np.log(2) + 1, 1.0], [-2.0, -1.0])),
    (special.kl_div, ([0.5, 0.25], [0.25, 0.25]), ([np.log(2), 0.0], [-1.0, 0.0])),
]


def close(found, expected, tolerance):
    np.testing.assert_allclose(np.asarray(found), np.asarray(expected), rtol=tolerance, atol=1e-300)


class Special(Case):
    def test_grids(self):
        for function, reference, x in GRIDS:
            with self.subTest(function.__name__), np.errstate(all="ignore"):
                close(function(x), reference(x), 2e-13)
                single = x[np.abs(x) < 1e30].astype(np.float32)
                wanted = reference(single.astype(np.float64))
                plain = (np.abs(wanted) < 3e38) & (np.abs(wanted) > 1.2e-38)
                close(np.asarray(function(single))[plain], wanted[plain].astype(np.float32), 4e-7)

    def test_points(self):
        for function, x, expected in POINTS:
            for dtype in (np.float64, np.float32, np.float16):
                with self.subTest(function.__name__, dtype=dtype), np.errstate(all="ignore"):
                    x_, wanted = np.array(x, dtype), np.array(expected).astype(dtype)
                    np.testing.assert_allclose(function(x_).numpy(), wanted, rtol=1e-12 if dtype is np.float64 else 2e-3)

    def test_slopes(self):
        for function, args, expected in SLOPES:
            arrays = [np.array(x) for x in args]
            derivative = ct.grad(lambda *xs: ct.sum(function(*xs)), argnums=tuple(range(len(arrays))))
            for how in (derivative, ct.jit(derivative)):
                with self.subTest(function.__name__):
                    for found, wanted in zip(how(*arrays), expected):
                        np.testing.assert_allclose(found.numpy(), wanted, rtol=1e-12, atol=1e-25)

    def test_third_derivatives(self):
        for function, x, wanted in ((ct.i0, 0.7, (3 * sp.iv(1, 0.7) + sp.iv(3, 0.7)) / 4), (ct.i0, 0.0, 0.0),
                                    (special.exp1, 1.5, -np.exp(-1.5) * (1 / 1.5 + 2 / 1.5**2 + 2 / 1.5**3))):
            third = ct.grad(ct.grad(ct.grad(function)))(np.float64(x))
            self.assertAlmostEqual(float(third), wanted, delta=1e-12)

    def test_derivatives_are_differences(self):
        x, y = np.array([0.3, 1.7, 12.5]), np.array([0.8, 3.5, 2.5])
        for function in (special.beta, special.betaln, special.poch, special.comb, special.boxcox1p,
                         lambda x, y: special.zeta(x + 1, y), lambda x, y: special.multigammaln(x + y, 2)):
            self.check_gradient(function, x, y, step=1e-6, tolerance=1e-5)

    def test_quotients_that_cancel(self):
        close(special.betaln(np.array([1e10, 1e-10, 1e200]), np.array([2.5, 1e10, 1.0])),
              [-57.279944454565723, 23.025850927580150, -460.51701859880914], 1e-13)
        close(special.poch(np.array([1e10, 50.0, 1e-10, -2.0, -2.0, -2.5, 0.0]), np.array([0.5, 3.0, 2.0, 1.0, 3.0, 2.0, 0.5])),
              [1e5 * (1 - 0.125e-10), 50 * 51 * 52, 1e-10 * (1 + 1e-10), -2.0, 0.0, 3.75, 0.0], 1e-13)
        n = np.arange(0.0, 31)
        close(special.comb(n[:, None], n), sp.comb(n[:, None], n), 0)
        close(special.comb(n[1:9, None], n, repetition=True), sp.comb(n[1:9, None], n, repetition=True), 0)
        close(special.beta(np.array([-1.5, 2.0]), np.array([0.75, -0.5])), sp.beta([-1.5, 2.0], [0.75, -0.5]), 1e-13)

    def test_zeta_of_two(self):
        x, q = 1 + np.logspace(-3, 1.5, 40)[:, None], np.logspace(-3, 3, 31)
        close(special.zeta(x, q), sp.zeta(x, q), 1e-12)
        close(special.zeta(2.0, np.array([-1.5, 0.0])), [NAN, INF], 0)

    def test_softmax_of_axes(self):
        x = np.linspace(-3, 900, 24).reshape(2, 3, 4)
        for axis in (None, 1, (0, 2), (-1, -2)):
            close(special.softmax(x, axis), sp.softmax(x, axis), 1e-12)
            close(special.log_softmax(x, axis), sp.log_softmax(x, axis), 1e-12)
        b = np.linspace(0, 2, 4)
        close(special.logsumexp(x, 2, b), sp.logsumexp(x, 2, b), 1e-13)
        close(special.logsumexp(x, (0, 2), b, True), sp.logsumexp(x, (0, 2), b, True), 1e-13)
        close(special.logsumexp(np.array([-INF, INF, 1.0]), b=np.array([1.0, 0.0, 2.0])), 1 + np.log(2), 1e-13)

    def test_names(self):
        for name, peer in (("gammaln", ct.lgamma), ("gammainc", ct.igamma), ("gammaincc", ct.igammac), ("psi", ct.digamma), ("expit", ct.nn.sigmoid),
                           ("logit", ct.nn.logit), ("erf", ct.erf), ("betainc", ct.betainc), ("i0", ct.i0)):
            self.assertIs(getattr(special, name), peer)

    def test_bernoulli(self):
        for n in (0, 1, 2, 30):
            close(special.bernoulli(n), sp.bernoulli(max(n, 2))[:n + 1], 2e-7)

    def test_python_numbers_give_way(self):
        for function in (special.ndtr, special.i0e, special.factorial, special.gamma):
            self.assertEqual((function(2.0) * np.float16(1)).dtype, np.float16)

    def test_refusals(self):
        for words, call in ((r"ct\.special\.multigammaln.*d = 0", lambda: special.multigammaln(2.0, 0)),
                            (r"ct\.special\.bernoulli.*n = -1", lambda: special.bernoulli(-1)),
                            (r"ct\.special\.polygamma.*order -1", lambda: special.polygamma(-1, 2.0)),
                            (r"ct\.special\.expn.*order 1001", lambda: special.expn(1001, 2.0)),
                            (r"ct\.special\.beta.*do not go together", lambda: special.beta(np.ones(2), np.ones(3)))):
            with self.refuses(ct.ValueError, words):
                call()
        with self.refuses(ct.TypeError, r"ct\.special\.ndtr.*complex"):
            special.ndtr(np.ones(2, np.complex64))


if __name__ == "__main__":
    unittest.main()
