#!/usr/bin/python3
"""ct.stats: distributions beside SciPy's, at ends and beyond, in all kinds of calls, with derivatives; and samples."""

import unittest
import warnings

import cotan as ct
import numpy as np
import scipy.stats as sp
from expected import Case

S = ct.stats
INF, NAN = np.inf, np.nan
X = np.array([-3.0, -1.2, -1.0, -0.3, 0.0, 0.2, 0.5, 0.9, 1.0, 1.7, 2.0, 5.0, 20.0, INF, -INF, NAN])
Q = np.array([0.0, 1e-6, 0.1, 0.5, 0.7, 1 - 1e-6, 1.0, -0.1, 1.1, NAN])
K = np.array([-1.0, 0.0, 1.0, 2.0, 3.0, 7.0, 1.5, NAN])
KINDS = "pdf logpdf pmf logpmf cdf logcdf sf logsf ppf isf".split()
# For each distribution its parameters, a point where all is smooth, and the names that jax.scipy.stats has.
TABLE = {
    "norm": ([()], 0.4, "cdf logcdf logpdf logsf pdf ppf sf isf"), "uniform": ([()], 0.4, "logpdf pdf cdf ppf"),
    "expon": ([()], 0.4, "cdf logcdf logpdf logsf pdf ppf sf"), "laplace": ([()], 0.4, "cdf logpdf pdf"),
    "logistic": ([()], 0.4, "cdf isf logpdf pdf ppf sf"), "cauchy": ([()], 0.4, "cdf isf logcdf logpdf logsf pdf ppf sf"),
    "t": ([(1.5,), (30.0,), (-1.0,)], 0.4, "logpdf pdf"), "gamma": ([(0.5,), (3.0,), (-1.0,)], 0.4, "cdf logcdf logpdf logsf pdf sf"),
    "chi2": ([(1.0,), (5.0,)], 0.4, "cdf logcdf logpdf logsf pdf sf"),
    "beta": ([(0.5, 0.7), (2.0, 3.0), (1.0, 1.0)], 0.4, "cdf logcdf logpdf logsf pdf sf"),
    "gennorm": ([(1.3,), (4.0,)], 0.4, "cdf logpdf pdf"), "gumbel_r": ([()], 0.4, "logpdf pdf logcdf cdf ppf sf logsf"),
    "gumbel_l": ([()], 0.4, "logpdf pdf logcdf cdf ppf sf logsf"), "pareto": ([(2.5,)], 1.4, "logcdf logpdf logsf cdf pdf ppf sf"),
    "truncnorm": ([(-1.0, 2.0), (0.5, 3.0), (-4.0, -2.5), (-INF, 1.0)], 0.4, "cdf logcdf logpdf pdf logsf sf"),
    "vonmises": ([(2.0,), (50.0,)], 0.4, "logpdf pdf"), "wrapcauchy": ([(0.4,)], 0.4, "logpdf pdf"),
    "bernoulli": ([(0.3,), (0.6,)], 1.0, "logpmf pmf cdf ppf"), "binom": ([(5.0, 0.3), (3.0, 1.0)], 2.0, "logpmf pmf"),
    "betabinom": ([(5.0, 0.7, 2.0)], 2.0, "logpmf pmf"), "geom": ([(0.3,), (2.0,)], 2.0, "logpmf pmf"),
    "nbinom": ([(4.0, 0.3)], 2.0, "logpmf pmf"), "poisson": ([(1.7,), (0.0,), (-1.0,)], 2.0, "logpmf pmf cdf"),
}
# SciPy's subtracts from 1 here.
COARSE = {("expon", "logcdf"), ("gumbel_r", "logsf"), ("gumbel_l", "logcdf"), ("truncnorm", "logsf"), ("pareto", "isf"), ("cauchy", "ppf"),
          ("cauchy", "isf")}


def functions():
    for name, (parameters, at, _) in TABLE.items():
        for kind in KINDS:
            if hasattr(getattr(S, name), kind):
                yield name, kind, parameters, at


def points(name, kind):
    if kind not in ("ppf", "isf"):
        return K if hasattr(getattr(S, name), "pmf") else X
    return Q[1:] if name == "bernoulli" else Q  # SciPy has -1 for what is below all numbers


def moved(name):
    return (1.0,) if hasattr(getattr(S, name), "pmf") else (0.5, 2.0)


def theirs_at(name, kind):
    """SciPy's; but inf - inf is NaN in its densities of Gumbel."""
    function = getattr(getattr(sp, name), kind)
    if not (name.startswith("gumbel") and kind in ("pdf", "logpdf")):
        return function
    return lambda x, *given: np.where(np.isinf(x), 0.0 if kind == "pdf" else -INF, function(x, *given))


class Distributions(Case):
    def test_values(self):
        for name, kind, parameters, _ in functions():
            ours, theirs = getattr(getattr(S, name), kind), theirs_at(name, kind)
            x, near = points(name, kind), 1e-5 if (name, kind) in COARSE else 1e-11
            for given in parameters:
                for more in ((), moved(name)):
                    with self.subTest(name, kind=kind, parameters=given, more=more), np.errstate(all="ignore"):
                        np.testing.assert_allclose(ours(x, *given, *more).numpy(), theirs(x, *given, *more), rtol=near, atol=1e-15)
                with self.subTest(name, kind=kind, parameters=given, type="float32"), np.errstate(all="ignore"):
                    single = ours(x[:9].astype("f"), *given)
                    self.assertEqual(single.dtype, np.float32)
                    np.testing.assert_allclose(single.numpy(), theirs(x[:9].astype("f").astype("d"), *given), rtol=2e-5, atol=2e-6)

    def test_compiled_over_lanes_and_derivatives(self):
        """Along a direction of all arguments, beside differences of SciPy's values."""
        for name, (parameters, at, _) in TABLE.items():
            kinds = [kind for kind in KINDS if hasattr(getattr(S, name), kind)]
            discrete, step = hasattr(getattr(S, name), "pmf"), 1e-6
            args = [np.array([0.3, 0.4]), *(np.full(2, p) for p in parameters[0]), *(np.full(2, m) for m in ((0.0,) if discrete else (0.1, 1.1)))]
            along = [np.full(2, 0.0 if discrete and i in (0, len(args) - 1) or name in ("binom", "betabinom") and i == 1 else 0.7 - 0.2 * i)
                     for i in range(len(args))]

            def of(kind, args, at=at):
                return [args[0] if kind in ("ppf", "isf") else at + (0 if hasattr(getattr(S, name), "pmf") else 1) * (args[0] - 0.3), *args[1:]]

            def all_of(*args, kinds=kinds, name=name):
                return [getattr(getattr(S, name), kind)(*of(kind, args)) for kind in kinds]

            values, slopes = ct.jit(lambda args, along: ct.jvp(ct.vmap(all_of), args, along))(tuple(args), tuple(along))
            for kind, value, slope in zip(kinds, values, slopes):
                theirs = getattr(getattr(sp, name), kind)
                ends = [theirs(*of(kind, [a + s * step * d for a, d in zip(args, along)])) for s in (1, -1)]
                with self.subTest(name, kind=kind), np.errstate(all="ignore"):
                    self.check(value, theirs(*of(kind, args)), 1e-10)
                    if kind == "ppf" and discrete:
                        continue
                    self.check(slope, (ends[0] - ends[1]) / (2 * step), 1e-6)

    def test_reverse_mode_and_higher_orders(self):
        x, df = np.float64(0.7), np.float64(3.0)
        density = ct.grad(S.t.cdf)
        self.check(density(x, df), sp.t.pdf(x, df), 1e-12)
        self.check(ct.grad(ct.grad(S.norm.pdf))(x), (x * x - 1) * sp.norm.pdf(x), 1e-12)
        self.check(ct.grad(ct.grad(S.norm.logcdf))(np.float64(-40.0)), -0.9993773316214086, 1e-9)  # mpmath
        outside = ct.jit(ct.grad(lambda x: ct.sum(S.beta.pdf(x, 2.0, 3.0) + S.expon.pdf(x) + S.pareto.logcdf(x + 9, 2.0))))(np.array([-1.0, 7.0]))
        self.assertTrue(np.isfinite(outside.numpy()).all())

    def test_names_of_jax(self):
        for name, (_, _, names) in TABLE.items():
            for kind in names.split():
                self.assertTrue(callable(getattr(getattr(S, name), kind)), f"{name}.{kind}")

    def test_entropy(self):
        mus = np.array([1e-3, 0.5, 7.0, 60.0])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.check(S.poisson.entropy(mus), sp.poisson.entropy(mus), 1e-10)
        k = np.arange(2500)
        for mu in (99.0, 101.0, 1000.0):
            logs = sp.poisson.logpmf(k, mu)
            self.check(S.poisson.entropy(np.float64(mu)), -np.sum(np.exp(logs) * np.maximum(logs, -1e3)), 1e-11)
        self.check(S.poisson.entropy(np.array([0.0, -1.0])), [0.0, NAN])

    def test_kinds_of_arguments(self):
        self.assertEqual(S.norm.pdf(1).dtype, np.float32)
        self.assertEqual(S.norm.pdf(ct.ones((2, 1)), ct.zeros(3)).shape, (2, 3))
        self.assertEqual(S.gamma.logpdf(ct.zeros(0), 2.0).shape, (0,))
        self.check(S.norm.pdf(np.float64(0.1), 0.1, 0.3), sp.norm.pdf(0.1, 0.1, 0.3), 1e-15)
        self.check(S.norm.pdf(0.0, scale=ct.array([-1.0, 0.0])), [NAN, NAN])
        with self.refuses(ct.TypeError, "ct.stats.t.pdf", "'df'", r"call pdf\(x, df, loc=0, scale=1\)"):
            S.t.pdf(1.0)
        with self.refuses(ct.TypeError, "ct.stats.norm.cdf", "must be real"):
            S.norm.cdf(1j)


class Vectors(Case):
    def test_beside_scipys(self):
        random = np.random.default_rng(0)
        shares, alpha = random.dirichlet([1, 2, 3.0], 5).T, np.array([1.0, 2.0, 3.0])
        self.check(S.dirichlet.logpdf(shares, alpha), sp.dirichlet.logpdf(shares, alpha), 1e-11)
        self.check(ct.jit(S.dirichlet.pdf)(shares[:2], alpha), sp.dirichlet.pdf(shares, alpha), 1e-11)
        self.check(S.dirichlet.logpdf(np.array([[0.5, -0.5], [0.4, 1.5]]), alpha[:2]), [-INF, -INF])
        counts, p = np.array([[1, 2, 0], [0, 0, 3], [1, 1, 2], [4, -1, 0]]), np.array([0.2, 0.3, 0.5])
        self.check(S.multinomial.pmf(counts, 3, p), [*sp.multinomial.pmf(counts[:3], 3, p), 0.0], 1e-11)
        half = random.normal(size=(3, 3))
        cov, mean, x = half @ half.T + np.eye(3), random.normal(size=3), random.normal(size=(4, 5, 3))
        self.check(S.multivariate_normal.logpdf(x, mean, cov), sp.multivariate_normal.logpdf(x, mean, cov), 1e-11)
        self.check(ct.vmap(S.multivariate_normal.pdf, in_axes=(0, None, None))(x, mean, cov), sp.multivariate_normal.pdf(x, mean, cov), 1e-11)
        self.check(S.multivariate_normal.logpdf(x[..., 0], 1.0, 2.0), sp.norm.logpdf(x[..., 0], 1, np.sqrt(2)), 1e-11)
        self.check_gradient(lambda x, m, half: S.multivariate_normal.logpdf(x, m, half @ half.T + np.eye(2)), x[0, :2, :2], mean[:2], half[:2, :2])

    def test_gaussian_kde(self):
        random = np.random.default_rng(1)
        weights = random.uniform(size=30)
        for d, method, w in ((1, None, None), (2, "silverman", weights), (1, 0.3, weights), (2, lambda k: 0.5, None)):
            data, x, other = random.normal(size=(d, 30)), random.normal(size=(d, 7)), random.normal(size=(d, 9))
            ours, theirs = S.gaussian_kde(data, method, w), sp.gaussian_kde(data, method, w)
            with self.subTest(d=d, method=method):
                self.check(ct.jit(lambda k, x: k(x))(ours, x), theirs(x), 1e-11)
                self.check(ours.logpdf(x), theirs.logpdf(x), 1e-11)
                self.check(ours.integrate_gaussian(np.ones(d), np.eye(d)), theirs.integrate_gaussian(np.ones(d), np.eye(d)), 1e-11)
                self.check(ours.integrate_kde(S.gaussian_kde(other)), theirs.integrate_kde(sp.gaussian_kde(other)), 1e-11)
                if d == 1:
                    self.check(ours.integrate_box_1d(-0.5, 2.0), theirs.integrate_box_1d(-0.5, 2.0), 1e-11)
                drawn = ours.resample(ct.random.key(0), (20000,)).numpy()
                np.testing.assert_allclose(np.cov(drawn), np.squeeze(theirs.covariance + np.cov(data, bias=True, aweights=w)), atol=0.1)
        self.check_gradient(lambda data, w: S.gaussian_kde(data, 0.5, w)(np.array([0.3, 1.0])), random.normal(size=5), random.uniform(size=5))


class Samples(Case):
    def test_beside_scipys(self):
        whole = np.random.default_rng(2).integers(0, 4, (6, 5))
        missing = whole.astype(float)
        missing[2, 1] = NAN
        for x in (whole, whole.astype(float), missing):
            for axis in (0, -1, None):
                with self.subTest(axis=axis, dtype=x.dtype):
                    found, expected = S.mode(x, axis=axis), sp.mode(x, axis=axis, keepdims=False)
                    self.check(found.mode, expected.mode)
                    self.check(found.count, expected.count)
                    self.check(S.sem(x, axis=axis), sp.sem(x, axis=axis), 1e-6)
                    self.check(S.rankdata(x, axis=axis), np.asarray(sp.rankdata(x, axis=axis)), 1e-6)
                    for method in ("min", "max", "dense", "ordinal"):
                        self.check(S.rankdata(whole, method, axis=axis), sp.rankdata(whole, method, axis=axis), dtype=False)
        self.check(S.sem(missing, ddof=0, nan_policy="omit"), np.asarray(sp.sem(missing, ddof=0, nan_policy="omit")), 1e-11)
        self.assertEqual(S.mode(whole, axis=None, keepdims=True).count.shape, (1, 1))

    def test_compiled_lanes_and_ends(self):
        x = np.array([[3.0, 1.0, 3.0, 2.0], [4.0, 4.0, 0.0, 0.0]])
        together = ct.jit(ct.vmap(lambda x: (S.mode(x), S.rankdata(x), S.sem(x))))
        most, ranks, error = together(x)
        self.check(most.mode, [3.0, 0.0])
        self.check(ranks, sp.rankdata(x, axis=1))
        self.check(error, sp.sem(x, axis=1), 1e-12)
        nothing = S.mode(ct.zeros((0, 2)))
        self.check(nothing.mode, [NAN, NAN])
        self.check(nothing.count, np.array([0, 0]))
        self.assertEqual(S.rankdata(ct.zeros(0)).shape, (0,))
        self.check_gradient(S.sem, np.array([[1.0, 5.0], [2.0, 0.5], [4.0, 4.0]]))
        with self.refuses(ct.ValueError, "ct.stats.rankdata", "'method'", "dense"):
            S.rankdata(x, "first")
        with self.refuses(ct.ValueError, "ct.stats.sem", "'axis'"):
            S.sem(x, axis=2)
        with self.refuses(ct.ValueError, "nan_policy", "'propagate'"):
            S.mode(x, nan_policy="raise")


if __name__ == "__main__":
    unittest.main()
