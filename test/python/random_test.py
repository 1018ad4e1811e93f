#!/usr/bin/python3
"""Random numbers are distributed as they should be. The keys are fixed, so no test fails by chance;
the bounds are those that one key in a thousand would miss."""

import unittest

import cotan as ct
import numpy as np
import scipy.stats
from expected import Case

COUNT = 20000
LEAST = 1e-3  # probability


def key(seed):
    return ct.random.key(seed)


class Continuous(Case):
    """By Kolmogorov and Smirnov's test, which sees every deviation of the distribution."""

    def fits(self, sample, distribution):
        found = scipy.stats.kstest(np.asarray(sample, np.float64).ravel(), distribution.cdf)
        self.assertGreater(found.pvalue, LEAST)

    def test_distributions(self):
        known = {"uniform": scipy.stats.uniform, "normal": scipy.stats.norm, "exponential": scipy.stats.expon,
                 "gumbel": scipy.stats.gumbel_r, "laplace": scipy.stats.laplace, "cauchy": scipy.stats.cauchy,
                 "logistic": scipy.stats.logistic}
        for seed, (name, distribution) in enumerate(known.items()):
            function = getattr(ct.random, name)
            for dtype in ("float32", "float64"):
                with self.subTest(name, dtype=dtype):
                    sample = function(key(seed), (100, COUNT // 100), dtype)
                    self.assertEqual((sample.shape, sample.dtype), ((100, COUNT // 100), np.dtype(dtype)))
                    self.fits(sample, distribution)
                    compiled = ct.jit(lambda k, f=function, d=dtype: f(k, (100, COUNT // 100), d))(key(seed))
                    np.testing.assert_allclose(compiled.numpy(), sample.numpy(), rtol=1e-6, atol=1e-6)

    def test_moments(self):
        for name, mean, variance in (("exponential", 1, 1), ("laplace", 0, 2), ("gumbel", np.euler_gamma, np.pi**2 / 6),
                                     ("logistic", 0, np.pi**2 / 3), ("rademacher", 0, 1)):
            sample = getattr(ct.random, name)(key(1), (COUNT,), "float64").numpy()
            with self.subTest(name):
                self.assertLess(abs(sample.mean() - mean), 4 * (variance / COUNT) ** 0.5)
                self.assertLess(abs(sample.var() / variance - 1), 0.1)

    def test_small_types_stay_finite(self):
        for name in ("gumbel", "laplace", "exponential", "normal", "logistic", "cauchy"):
            for dtype in ("float16", ct.bfloat16):
                with self.subTest(name, dtype=str(dtype)):
                    sample = getattr(ct.random, name)(key(0), (COUNT,), dtype)
                    self.assertTrue(np.isfinite(sample.numpy().astype(np.float32)).all())

    def test_uniform_between(self):
        sample = ct.random.uniform(key(0), (COUNT,), minval=-2.0, maxval=3.0)
        self.fits(sample, scipy.stats.uniform(-2, 5))
        low = np.array([0.0, 10.0])
        pairs = ct.random.uniform(key(0), (COUNT, 2), "float64", low, low + 1).numpy()
        self.assertTrue(((pairs >= low) & (pairs < low + 1)).all())
        unit = ct.random.uniform(key(0), (COUNT, 2), "float64").numpy()
        np.testing.assert_allclose(pairs, unit + low, rtol=1e-12)

    def test_truncated_normal(self):
        for lower, upper in ((-1.0, 0.5), (0.5, np.inf), (-np.inf, np.inf), (2.0, 3.0)):
            with self.subTest(lower=lower, upper=upper):
                sample = ct.random.truncated_normal(key(2), lower, upper, (COUNT,), "float64")
                self.fits(sample, scipy.stats.truncnorm(lower, upper))
        bounds = ct.random.truncated_normal(key(2), np.array([[-1.0], [1.0]]), np.array([2.0, 3.0, 4.0]))
        self.assertEqual(bounds.shape, (2, 3))
        for dtype in ("float16", "float32", "float64"):  # neither of them occurs
            few = ct.random.truncated_normal(key(2), -0.25, 0.25, (COUNT,), dtype).numpy()
            self.assertTrue(((few > -0.25) & (few < 0.25)).all())

    def test_complex_numbers(self):
        z = ct.random.normal(key(3), (COUNT,), "complex128").numpy()
        for part in z.real, z.imag:
            self.fits(part * 2**0.5, scipy.stats.norm())
        self.assertLess(abs(np.mean(z.real * z.imag)), 4 * 0.5 / COUNT**0.5)
        q = ct.random.orthogonal(key(3), 3, (2,), "complex128", 4).numpy()
        np.testing.assert_allclose(q @ np.conj(q.swapaxes(-1, -2)), np.broadcast_to(np.eye(3), (2, 3, 3)), atol=1e-12)

    def test_derivatives_by_parameters(self):
        self.check_gradient(lambda low, high: ct.random.uniform(key(0), (3,), "float64", low, high), -1.0, 2.5)
        self.check_gradient(lambda low, high: ct.random.truncated_normal(key(0), low, high, (3,), "float64"),
                            -1.0, np.array([0.5, 1.0, 2.0]), tolerance=1e-5)
        moved = ct.grad(lambda mean: ct.mean(mean + ct.random.laplace(key(0), (5,), "float64")))(np.float64(2))
        self.assertAlmostEqual(float(moved), 1)


class Discrete(Case):
    def fits(self, sample, chances):
        """By Pearson's chi-square test."""
        counts = np.bincount(np.asarray(sample).ravel(), minlength=len(chances))
        self.assertEqual(len(counts), len(chances))
        chances = np.asarray(chances, float)
        self.assertEqual(counts[chances == 0].sum(), 0)
        likely = chances > 0
        expected = chances[likely] / chances.sum() * counts.sum()
        self.assertGreater(scipy.stats.chisquare(counts[likely], expected).pvalue, LEAST)

    def test_bits(self):
        for dtype in (np.uint8, np.uint16, np.uint32, np.uint64):
            with self.subTest(dtype.__name__):
                bits = ct.random.bits(key(0), (COUNT,), dtype)
                self.assertEqual(bits.dtype, dtype)
                width = 8 * np.dtype(dtype).itemsize
                ones = np.array([(bits.numpy() >> dtype(i) & dtype(1)).mean() for i in range(width)])
                self.assertLess(np.abs(ones - 0.5).max(), 4.5 * 0.5 / COUNT**0.5)

    def test_randint(self):
        for dtype in ("int64", "int32", "uint8", "int8"):
            with self.subTest(dtype):
                sample = ct.random.randint(key(4), (COUNT,), 3, 10, dtype)
                self.assertEqual(sample.dtype, dtype)
                self.fits(sample.numpy().astype(int) - 3, np.ones(7))
        signed = ct.random.randint(key(4), (COUNT,), -100, 101, "int8").numpy().astype(int)
        self.fits(signed + 100, np.ones(201))
        wide = ct.random.randint(key(5), (COUNT,), -2**62, 2**62).numpy()
        self.fits((wide + 2**62) // 2**60, np.ones(8))
        self.check(ct.random.randint(key(4), (3,), 5, 5), [5, 5, 5])
        for dtype in ("int8", "uint8"):  # all of them
            least = np.iinfo(dtype).min
            every = ct.random.randint(key(4), (COUNT,), least, least + 256, dtype).numpy()
            self.fits(every.astype(int) - least, np.ones(256))
        self.assertEqual(ct.random.randint(key(4), (COUNT,), 2**32 - 2, 2**32, "uint32").numpy().max(), 2**32 - 1)
        bounds = ct.random.randint(key(4), (COUNT, 2), np.array([0, 10]), np.array([3, 12])).numpy()
        self.fits(bounds[:, 0], np.ones(3))
        self.fits(bounds[:, 1] - 10, np.ones(2))

    def test_bernoulli(self):
        self.fits(ct.random.bernoulli(key(6), 0.3, (COUNT,)).numpy().astype(int), [0.7, 0.3])
        rows = ct.random.bernoulli(key(6), np.array([0.0, 0.5, 1.0]), (COUNT, 3))
        self.assertEqual(rows.dtype, bool)
        self.fits(rows.numpy()[:, 1].astype(int), [0.5, 0.5])
        self.assertEqual((rows.numpy()[:, 0].sum(), rows.numpy()[:, 2].sum()), (0, COUNT))
        self.assertEqual(ct.random.bernoulli(key(0)).shape, ())

    def test_categorical(self):
        chances = np.array([[0.1, 0.0, 0.6, 0.3], [0.25, 0.25, 0.25, 0.25]])
        with np.errstate(divide="ignore"):
            logits = np.log(chances)
        sample = ct.random.categorical(key(7), logits, shape=(COUNT, 2)).numpy()
        for column, p in zip(sample.T, chances):
            self.fits(column, p)
        other = ct.random.categorical(key(7), logits.T, axis=0, shape=(COUNT, 2)).numpy()
        self.fits(other[:, 0], chances[0])
        self.assertEqual(ct.random.categorical(key(7), logits).shape, (2,))
        shared = ct.random.categorical(key(7), logits[:1], shape=(COUNT, 3)).numpy()  # one row for three draws
        self.assertEqual(shared.shape, (COUNT, 3))
        self.fits(shared[:, 2], chances[0])
        once = ct.random.categorical(key(7), logits[:1], shape=(2, 3), replace=False).numpy()
        self.assertTrue((once[0] != once[1]).all())

    def test_categorical_draws_once(self):
        chances = np.array([0.1, 0.2, 0.3, 0.4])
        draw = ct.jit(ct.vmap(lambda k: ct.random.categorical(k, np.log(chances), shape=(2,), replace=False)))
        pairs = draw(ct.random.split(key(9), COUNT // 10)).numpy()
        self.assertEqual((pairs[:, 0] == pairs[:, 1]).any(), False)
        self.fits(pairs[:, 0], chances)
        second = chances * sum(p / (1 - p) * (np.arange(4) != i) for i, p in enumerate(chances))
        self.fits(pairs[:, 1], second)
        logits = np.zeros((5, 3))
        drawn = ct.random.categorical(key(9), logits, axis=0, shape=(2, 2, 3), replace=False).numpy()
        self.assertEqual(drawn.shape, (2, 2, 3))
        self.assertEqual([len(set(drawn[..., i].ravel())) for i in range(3)], [4, 4, 4])
        with self.assertRaisesRegex(ct.ValueError, "categorical: found 6 draws without replacement from 5 indices"):
            ct.random.categorical(key(9), logits, axis=0, shape=(6, 3), replace=False)

    def test_permutation(self):
        orders = ct.jit(ct.vmap(lambda k: ct.random.permutation(k, 4)))(ct.random.split(key(8), COUNT // 10)).numpy()
        self.check(ct.sort(orders), np.tile(np.arange(4), (COUNT // 10, 1)))
        self.fits(np.unique(orders @ [64, 16, 4, 1], return_inverse=True)[1], np.ones(24))
        x = np.arange(12).reshape(3, 4)
        rows = ct.random.permutation(key(1), x).numpy()
        self.assertEqual(sorted(map(tuple, rows)), sorted(map(tuple, x)))
        columns = ct.random.permutation(key(1), x, axis=1).numpy()
        self.assertEqual(sorted(map(tuple, columns.T)), sorted(map(tuple, x.T)))
        lines = ct.random.permutation(key(1), np.tile(np.arange(50), (4, 1)), axis=1, independent=True).numpy()
        self.check(ct.sort(lines), np.tile(np.arange(50), (4, 1)))
        self.assertEqual(len(set(map(tuple, lines))), 4)

    def test_choice(self):
        chances = np.array([0.5, 0.0, 0.2, 0.3])
        self.fits(ct.random.choice(key(9), 4, (COUNT,)).numpy(), np.ones(4))
        self.fits(ct.random.choice(key(9), 4, (COUNT,), p=chances).numpy(), chances)
        pairs = ct.jit(ct.vmap(lambda k: ct.random.choice(k, 4, (2,), replace=False, p=chances)))(
            ct.random.split(key(10), COUNT)).numpy()
        self.assertFalse((pairs[:, 0] == pairs[:, 1]).any())
        self.fits(pairs[:, 0], chances)
        then = np.array([[p * q / (1 - p) if p * q and i != j else 0 for j, q in enumerate(chances)]
                         for i, p in enumerate(chances)])
        self.fits(4 * pairs[:, 0] + pairs[:, 1], then.ravel())
        self.check(ct.sort(ct.random.choice(key(9), 6, (2, 3), replace=False).ravel()), np.arange(6))
        table = np.arange(12).reshape(3, 4)
        picked = ct.random.choice(key(9), table, (2, 5), axis=1).numpy()
        self.assertEqual(picked.shape, (3, 2, 5))
        np.testing.assert_array_equal(picked - picked[:1], np.broadcast_to([[[0]], [[4]], [[8]]], (3, 2, 5)))

    def test_keys_of_traced_seeds(self):
        for seed in (0, 7, -1, 2**31 + 5, -2**40, 2**63 - 1):
            for traced in (ct.jit(ct.random.key)(seed), ct.vmap(ct.random.key)(np.array([seed]))[0]):
                np.testing.assert_array_equal(traced, ct.random.key(seed))
        np.testing.assert_array_equal(ct.random.key(np.uint64(2**64 - 1)), [2**32 - 1, 2**32 - 1])
        many = ct.random.split(key(1), (2, 3))
        np.testing.assert_array_equal(many, ct.random.split(key(1), 6).numpy().reshape(2, 3, 2))
        for seed in (1.5, True, np.arange(2)):
            with self.assertRaisesRegex(ct.TypeError, "'seed' must be an integer"):
                ct.random.key(seed)

    def test_many_keys(self):
        keys, random, rows = ct.random.split(key(11), 3), ct.random, np.random.default_rng(0).normal(size=(3, 5))
        cases = {
            "randint": lambda k: random.randint(k, (4,), 0, 9), "bernoulli": lambda k: random.bernoulli(k, 0.3, (5,)),
            "gumbel": lambda k: random.gumbel(k, (4,)), "permutation": lambda k: random.permutation(k, rows),
            "truncated_normal": lambda k: random.truncated_normal(k, -1.0, 2.0, (4,)), "bits": lambda k: random.bits(k, (4,)),
            "choice": lambda k: random.choice(k, 7, (3,), replace=False)}
        for name, function in cases.items():
            with self.subTest(name):
                self.check(ct.jit(ct.vmap(function))(keys), np.stack([function(k).numpy() for k in keys]))
        each = np.stack([random.categorical(k, x).numpy() for k, x in zip(keys, rows)])
        self.check(ct.vmap(random.categorical)(keys, rows), each)

    def test_refusals(self):
        random = ct.random
        with self.refuses(TypeError, "random key", "ct.random.key"):
            random.gumbel(ct.zeros(2))
        with self.refuses(TypeError, "laplace", "int64"):
            random.laplace(key(0), (2,), "int64")
        with self.refuses(TypeError, "randint", "float32"):
            random.randint(key(0), (2,), 0, 5, "float32")
        with self.refuses(TypeError, "integers as bounds"):
            random.randint(key(0), (2,), 0.5, 5)
        with self.refuses(TypeError, "uint8 to uint64", "int32"):
            random.bits(key(0), (2,), "int32")
        with self.refuses(ValueError, "3 of 2", "replace"):
            random.choice(key(0), 2, (3,), replace=False)
        with self.refuses(ValueError, r"p has shape \(3,\)", "4"):
            random.choice(key(0), 4, (3,), p=np.ones(3))
        with self.refuses(ValueError, r"shape \(5, 3\)", r"\(2,\)"):
            random.categorical(key(0), np.zeros((2, 3)), shape=(5, 3))
        with self.refuses(ValueError, "integer"):
            random.permutation(key(0), 2.5)
        with self.refuses(ValueError, "negative size"):
            random.normal(key(0), (-1,))


if __name__ == "__main__":
    unittest.main()
