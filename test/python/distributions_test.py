#!/usr/bin/python3
"""Distributions with parameters: samples are distributed as SciPy says, and move with the parameters as
quantiles do. The keys are fixed, so no test fails by chance; the bounds are those that one key in a
thousand would miss."""

import unittest

import cotan as ct
import numpy as np
import scipy.special
import scipy.stats
from expected import Case

COUNT = 20000
LEAST = 1e-3  # probability
RANDOM = ct.random


def key(seed):
    return RANDOM.key(seed)


# The function, parameters, and SciPy's distribution.
CONTINUOUS = {
    "gamma": [(RANDOM.gamma, (a,), scipy.stats.gamma(a)) for a in (0.05, 0.7, 1.0, 1.5, 30.0, 1e6)],
    "loggamma": [(RANDOM.loggamma, (a,), scipy.stats.loggamma(a)) for a in (0.01, 0.7, 2.5, 1e4)],
    "beta": [(RANDOM.beta, ab, scipy.stats.beta(*ab)) for ab in ((0.3, 0.4), (1.0, 3.0), (50.0, 20.0))],
    "chisquare": [(RANDOM.chisquare, (df,), scipy.stats.chi2(df)) for df in (0.5, 2.0, 11.0)],
    "f": [(RANDOM.f, df, scipy.stats.f(*df)) for df in ((2.0, 3.0), (10.0, 40.0))],
    "t": [(RANDOM.t, (df,), scipy.stats.t(df)) for df in (0.8, 3.0, 100.0)],
    "generalized_normal": [(RANDOM.generalized_normal, (p,), scipy.stats.gennorm(p)) for p in (0.7, 1.0, 2.0, 8.0)],
    "maxwell": [(RANDOM.maxwell, (), scipy.stats.maxwell)],
    "double_sided_maxwell": [],  # SciPy has none: below
    "lognormal": [(RANDOM.lognormal, (s,), scipy.stats.lognorm(s)) for s in (0.3, 2.0)],
    "pareto": [(RANDOM.pareto, (b,), scipy.stats.pareto(b)) for b in (0.5, 4.0)],
    "rayleigh": [(RANDOM.rayleigh, (s,), scipy.stats.rayleigh(scale=s)) for s in (0.5, 4.0)],
    "triangular": [(RANDOM.triangular, (1.0, m, 4.0), scipy.stats.triang((m - 1) / 3, 1, 3)) for m in (1.0, 2.0, 4.0)],
    "wald": [(RANDOM.wald, (m,), scipy.stats.invgauss(m)) for m in (0.2, 1.0, 20.0)],
    "weibull_min": [(RANDOM.weibull_min, (2.0, c), scipy.stats.weibull_min(c, scale=2)) for c in (0.6, 3.0)],
}
DISCRETE = [(RANDOM.poisson, (m,), scipy.stats.poisson(m)) for m in (0.01, 0.9, 9.9, 10.0, 33.0, 1e5)]
DISCRETE += [(RANDOM.binomial, np_, scipy.stats.binom(*np_))
             for np_ in ((1, 0.3), (20, 0.5), (19, 0.5), (25, 0.9), (1000, 0.004), (1000, 0.4), (10**6, 0.7))]
DISCRETE += [(RANDOM.geometric, (p,), scipy.stats.geom(p)) for p in (0.02, 0.5, 0.95)]


class Continuous(Case):
    def fits(self, sample, distribution):
        """By Kolmogorov and Smirnov's test, which sees every deviation of the distribution."""
        found = scipy.stats.kstest(np.asarray(sample, np.float64).ravel(), distribution.cdf)
        self.assertGreater(found.pvalue, LEAST)

    def draws(self):
        for name, rows in CONTINUOUS.items():
            for function, parameters, distribution in rows:
                yield name, function, parameters, distribution

    def test_distributions(self):
        for seed, (name, function, parameters, distribution) in enumerate(self.draws()):
            for dtype in ("float32", "float64"):
                if dtype == "float32" and parameters in ((0.05,), (1e6,)):
                    continue  # float32 has too few numbers: many samples are 0, or alike
                with self.subTest(name, parameters=parameters, dtype=dtype):
                    sample = function(key(seed), *parameters, (COUNT // 100, 100), dtype)
                    self.assertEqual((sample.shape, sample.dtype), ((COUNT // 100, 100), np.dtype(dtype)))
                    self.fits(sample, distribution)

    def test_compiled(self):
        for name, function, parameters, _ in self.draws():
            with self.subTest(name, parameters=parameters):
                call = lambda k, *ps, f=function: f(k, *ps, shape=(50,), dtype="float64")  # noqa: E731
                self.check(ct.jit(call)(key(1), *parameters), call(key(1), *parameters).numpy(), 1e-9)
                keys = RANDOM.split(key(2), 3)
                each = np.stack([call(k, *parameters).numpy() for k in keys])
                self.check(ct.jit(ct.vmap(lambda k: call(k, *parameters)))(keys), each, 1e-9)

    def test_small_types(self):
        for name, function, parameters, _ in self.draws():
            for dtype in ("float16", ct.bfloat16):
                with self.subTest(name, parameters=parameters, dtype=str(dtype)):
                    sample = function(key(1), *parameters, shape=(100,), dtype=dtype)
                    self.assertEqual(sample.dtype, ct.zeros(0, dtype).dtype)
                    self.assertFalse(np.isnan(sample.numpy().astype(np.float32)).any())

    def test_parameters_of_several(self):
        a = np.array([0.5, 2.0, 40.0])
        rows = RANDOM.gamma(key(3), a, (COUNT, 3), "float64").numpy()
        for i, each in enumerate(a):
            self.fits(rows[:, i], scipy.stats.gamma(each))
        self.assertEqual(RANDOM.beta(key(3), a, np.ones((2, 1))).shape, (2, 3))
        self.assertEqual(RANDOM.gamma(key(3), np.zeros((0, 2))).shape, (0, 2))
        sides = RANDOM.double_sided_maxwell(key(3), 1.0, 2.0, (COUNT,), "float64").numpy()
        self.fits(np.abs(sides - 1) / 2, scipy.stats.maxwell)
        self.assertGreater(scipy.stats.binomtest(int((sides > 1).sum()), COUNT).pvalue, LEAST)

    def test_parameters_outside(self):
        for bad in (0.0, -1.0, np.nan):
            for function, others in ((RANDOM.gamma, ()), (RANDOM.beta, (1.0,)), (RANDOM.t, ()), (RANDOM.f, (2.0,))):
                with self.subTest(function.__name__, bad=bad):
                    self.assertTrue(np.isnan(function(key(0), bad, *others, (5,)).numpy()).all())
        self.check(RANDOM.poisson(key(0), np.array([-1.0, np.nan, np.inf, 0.0])), [-1, -1, -1, 0])
        nan = np.nan
        self.check(RANDOM.binomial(key(0), np.array([-1.0, 5, 5, nan, 5, 5, 0]), np.array([0.5, -0.1, 1.1, 0.5, nan, 1, 0.5])),
                   np.array([nan, nan, nan, nan, nan, 5, 0], np.float32))
        self.check(RANDOM.geometric(key(0), np.array([0.0, 1.5, nan, 1.0])), [-1, -1, -1, 1])


class Derivatives(Case):
    """A sample x(a) is a quantile: P(a, x(a)) stays as it is."""

    def test_gamma_moves_as_quantiles(self):
        a = np.array([[0.02], [0.3], [1.0], [2.5], [60.0]])
        sample = lambda a: RANDOM.gamma(key(4), a, (5, 40), "float64")  # noqa: E731
        x = sample(a).numpy()
        step = 1e-4 * a
        quantile = lambda b: scipy.special.gammaincinv(b, scipy.special.gammainc(a, x))  # noqa: E731
        for order, expected, tolerance in (
                (1, (quantile(a + step) - quantile(a - step)) / (2 * step), 1e-5),
                (2, (quantile(a + 20 * step) - 2 * quantile(a) + quantile(a - 20 * step)) / (20 * step) ** 2, 1e-2)):
            found = sample
            for _ in range(order):
                found = ct.grad(lambda b, f=found: ct.sum(f(b)))
            whole = np.broadcast_to(a, x.shape).copy()
            each = lambda b: RANDOM.gamma(key(4), b, (5, 40), "float64")  # noqa: E731
            for _ in range(order):
                each = ct.grad(lambda b, f=each: ct.sum(f(b)))
            inner = (scipy.special.gammainc(a, x) > 1e-8) & (scipy.special.gammainc(a, x) < 1 - 1e-8)
            np.testing.assert_allclose(each(whole).numpy()[inner], expected[inner], tolerance, 1e-7)

    def test_loggamma_of_what_is_too_small_for_a_number(self):
        a = np.array([1e-4, 1e-3, 0.5, 3.0])
        call = lambda a: RANDOM.loggamma(key(5), a, dtype="float64")  # noqa: E731
        l = call(a).numpy()
        slopes = ct.grad(lambda a: ct.sum(call(a)))(a).numpy()
        np.testing.assert_allclose(slopes[:2], (scipy.special.digamma(a[:2] + 1) - l[:2]) / a[:2], 1e-9)
        x, step = np.exp(l[2:]), 1e-5
        moved = [np.log(scipy.special.gammaincinv(a[2:] + s, scipy.special.gammainc(a[2:], x))) for s in (step, -step)]
        np.testing.assert_allclose(slopes[2:], (moved[0] - moved[1]) / (2 * step), 1e-5)

    def test_expectations(self):
        """The mean of the derivatives is the derivative of the mean."""
        means = {"gamma": (lambda a: RANDOM.gamma(key(6), a, (COUNT,), "float64"), 3.0, 1.0),
                 "beta": (lambda a: RANDOM.beta(key(6), a, 2.0, (COUNT,), "float64"), 3.0, 2 / 25),
                 "chisquare": (lambda a: RANDOM.chisquare(key(6), a, (COUNT,), "float64"), 5.0, 1.0),
                 "f": (lambda a: RANDOM.f(key(6), 6.0, a, (COUNT,), "float64"), 12.0, -2 / 100),
                 "dirichlet": (lambda a: RANDOM.dirichlet(key(6), ct.stack([a, 1.0, 2.0]), (COUNT,), "float64")[:, 0], 1.0, 3 / 16),
                 "wald": (lambda a: RANDOM.wald(key(6), a, (COUNT,), "float64"), 0.5, None),
                 "pareto": (lambda a: RANDOM.pareto(key(6), a, (COUNT,), "float64"), 4.0, -1 / 9),
                 "weibull_min": (lambda a: RANDOM.weibull_min(key(6), a, 2.0, (COUNT,), "float64"), 1.0, np.pi**0.5 / 2)}
        for name, (sample, at, expected) in means.items():
            with self.subTest(name):
                slopes = ct.jvp(sample, (np.float64(at),), (np.float64(1),))[1].numpy()
                self.assertTrue(np.isfinite(slopes).all())
                if expected is not None:
                    self.assertLess(abs(slopes.mean() - expected), 5 * slopes.std() / COUNT**0.5 + 1e-12)

    def test_vmap_and_forward(self):
        a = np.array([0.5, 2.0, 7.0])
        slope = ct.grad(lambda a: RANDOM.gamma(key(7), a, dtype="float64"))
        each = np.stack([slope(x).numpy() for x in a])
        self.check(ct.vmap(slope)(a), each, 1e-12)
        forward = ct.jvp(lambda a: RANDOM.gamma(key(7), a, dtype="float64"), (np.float64(2),), (np.float64(1),))[1]
        self.check(forward, each[1], 1e-12)


class Discrete(Case):
    def fits(self, sample, distribution):
        """By Pearson's chi-square test of some ten classes."""
        low, high = (int(distribution.ppf(p)) for p in (0.01, 0.99))
        edges = np.unique(np.linspace(low, high, 12).astype(int))
        chances = np.diff(np.concatenate([[0], distribution.cdf(edges), [1]]))
        counts = np.bincount(np.searchsorted(edges, sample.ravel()), minlength=len(chances))
        likely = chances > 1e-9
        self.assertEqual(counts[~likely].sum(), 0)
        if likely.sum() > 1:
            found = scipy.stats.chisquare(counts[likely], chances[likely] / chances[likely].sum() * counts.sum())
            self.assertGreater(found.pvalue, LEAST)

    def test_distributions(self):
        for seed, (function, parameters, distribution) in enumerate(DISCRETE):
            with self.subTest(function.__name__, parameters=parameters):
                sample = function(key(seed), *parameters, (COUNT,))
                self.fits(sample.numpy(), distribution)
                self.check(ct.jit(lambda k, f=function, p=parameters: f(k, *p, (COUNT,)))(key(seed)), sample.numpy())

    def test_types_and_shapes(self):
        self.assertEqual(RANDOM.poisson(key(0), np.ones((2, 3)), dtype="uint8").dtype, np.uint8)
        self.assertEqual(RANDOM.binomial(key(0), np.ones((2, 1)), np.full(3, 0.5)).shape, (2, 3))
        self.assertEqual(RANDOM.geometric(key(0), 0.5, (0,)).shape, (0,))
        huge = RANDOM.poisson(key(0), np.full(100, 1e15)).numpy()
        self.assertLess(np.abs((huge - 1e15) / 1e15**0.5).max(), 5)
        self.assertGreater(np.abs((huge - 1e15) / 1e15**0.5).max(), 1)

    def test_multinomial(self):
        p, n = np.array([0.05, 0.6, 0.0, 0.15, 0.2]), 40
        for run in (RANDOM.multinomial, ct.jit(lambda *a: RANDOM.multinomial(*a, (COUNT,)))):
            x = (run(key(1), n, p, (COUNT,)) if run is RANDOM.multinomial else run(key(1), n, p)).numpy()
            self.assertEqual((x.shape, x.dtype), ((COUNT, 5), np.float32))
            self.assertTrue((x.sum(-1) == n).all() and (x >= 0).all())
            for i, chance in enumerate(p):
                self.fits(x[:, i], scipy.stats.binom(n, chance))
            expected = n * (np.diag(p) - np.outer(p, p))
            np.testing.assert_allclose(np.cov(x.T), expected, atol=0.02 * n)
        self.assertEqual(RANDOM.multinomial(key(0), np.ones((2, 1)), np.ones((3, 4))).shape, (2, 3, 4))
        self.assertEqual(RANDOM.multinomial(key(0), 5, np.ones((0,)), (2,)).shape, (2, 0))
        odd = RANDOM.multinomial(key(0), np.array([3, -1, 3, 3]), np.array([[1.0, 1], [1, 1], [-1, -1], [np.nan, 1]])).numpy()
        self.assertEqual(np.isnan(odd).tolist(), [[False] * 2] + [[True] * 2] * 3)
        with self.assertRaisesRegex(ct.ValueError, "ct.random.multinomial: p is a number"):
            RANDOM.multinomial(key(0), 3, 0.5)

    def test_no_derivative(self):
        self.check(ct.grad(lambda p: ct.sum(RANDOM.binomial(key(0), 10, p, (5,), "float64")))(np.float64(0.5)), 0.0)


class Vectors(Case):
    def test_multivariate_normal(self):
        mean, cov = np.array([1.0, -2.0, 0.5]), np.array([[2.0, 0.6, 0.0], [0.6, 1.0, -0.3], [0.0, -0.3, 0.5]])
        for method in ("cholesky", "eigh", "svd"):
            with self.subTest(method):
                sample = RANDOM.multivariate_normal(key(1), mean, cov, (COUNT,), method=method).numpy()
                self.assertEqual((sample.shape, sample.dtype), ((COUNT, 3), np.float64))
                white = np.linalg.solve(np.linalg.cholesky(cov), (sample - mean).T)
                for row in (*white, (white**2).sum(0)):
                    known = scipy.stats.chi2(3) if row is not white[0] and row.min() >= 0 else scipy.stats.norm
                    self.assertGreater(scipy.stats.kstest(row, known.cdf).pvalue, LEAST)
        singular = RANDOM.multivariate_normal(key(1), np.zeros(2), np.ones((2, 2)), (5,), method="svd").numpy()
        np.testing.assert_allclose(singular[:, 0], singular[:, 1], rtol=1e-6)
        batch = RANDOM.multivariate_normal(key(1), np.zeros((4, 1, 2)), np.stack([np.eye(2)] * 3), dtype="float32")
        self.assertEqual((batch.shape, batch.dtype), ((4, 3, 2), np.float32))
        self.check_gradient(lambda m, c: RANDOM.multivariate_normal(key(1), m, c @ c.T + np.eye(3), (2,)), mean, cov, tolerance=1e-5)

    def test_dirichlet(self):
        alpha = np.array([0.5, 2.0, 3.5])
        shares = RANDOM.dirichlet(key(2), alpha, (COUNT,), "float64").numpy()
        np.testing.assert_allclose(shares.sum(-1), 1, rtol=1e-12)
        for i, a in enumerate(alpha):
            self.assertGreater(scipy.stats.kstest(shares[:, i], scipy.stats.beta(a, alpha.sum() - a).cdf).pvalue, LEAST)

    def test_ball(self):
        for p, d in ((1.0, 2), (2.0, 3), (4.0, 2)):
            with self.subTest(p=p, d=d):
                points = RANDOM.ball(key(3), d, p, (COUNT,), "float64").numpy()
                length = (np.abs(points) ** p).sum(-1) ** (1 / p)
                self.assertGreater(scipy.stats.kstest(length**d, scipy.stats.uniform.cdf).pvalue, LEAST)
                self.assertLess(np.abs(points.mean(0)).max(), 0.02)

    def test_orthogonal(self):
        for shape in ((3, None), (4, 2), (2, 4), (0, 3)):
            q = RANDOM.orthogonal(key(4), shape[0], (5,), "float64", m=shape[1]).numpy()
            n, m = shape[0], shape[0] if shape[1] is None else shape[1]
            self.assertEqual(q.shape, (5, n, m))
            square = q @ q.swapaxes(-1, -2) if n < m else q.swapaxes(-1, -2) @ q
            np.testing.assert_allclose(square, np.broadcast_to(np.eye(min(n, m)), square.shape), atol=1e-12)
        turned = RANDOM.orthogonal(key(4), 2, (COUNT,), "float64").numpy()
        angle = np.arctan2(turned[:, 1, 0], turned[:, 0, 0]) / (2 * np.pi) + 0.5
        self.assertGreater(scipy.stats.kstest(angle, scipy.stats.uniform.cdf).pvalue, LEAST)
        self.assertGreater(scipy.stats.binomtest(int((np.linalg.det(turned) > 0).sum()), COUNT).pvalue, LEAST)


class Refusals(Case):
    def test_refusals(self):
        with self.refuses(TypeError, "random key", "ct.random.key"):
            RANDOM.gamma(ct.zeros(2), 1.0)
        with self.refuses(TypeError, "ct.random.gamma", "floating-point", "int64"):
            RANDOM.gamma(key(0), 1.0, (2,), "int64")
        with self.refuses(TypeError, "ct.random.poisson", "integers", "float32"):
            RANDOM.poisson(key(0), 1.0, (2,), "float32")
        with self.refuses(ValueError, "ct.random.beta", r"\(3,\)", r"\(2,\)"):
            RANDOM.beta(key(0), np.ones(3), 1.0, (2,))
        with self.refuses(ValueError, "ct.random.dirichlet", "vector"):
            RANDOM.dirichlet(key(0), 1.0)
        with self.refuses(ValueError, "method", "lu", "cholesky"):
            RANDOM.multivariate_normal(key(0), np.zeros(2), np.eye(2), method="lu")
        with self.refuses(ValueError, "2 elements", "3"):
            RANDOM.multivariate_normal(key(0), np.zeros(2), np.eye(3))
        with self.refuses(ValueError, "-1 dimensions"):
            RANDOM.ball(key(0), -1)
        with self.refuses(ValueError, "-2 rows"):
            RANDOM.orthogonal(key(0), -2)


if __name__ == "__main__":
    unittest.main()
