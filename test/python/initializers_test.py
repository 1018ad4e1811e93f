#!/usr/bin/python3
"""Initializers: means, variances and fans at fixed keys, bounds, distributions, orthogonality, types, refusals."""

import unittest

import cotan as ct
import numpy as np
import scipy.stats

I = ct.nn.initializers  # noqa: E741
KEY = ct.random.key(0)
SHAPE = (200, 300)
NAMED = {  # the scale, which fan, and the distribution
    "glorot_normal": (1.0, "avg", "truncated_normal"), "glorot_uniform": (1.0, "avg", "uniform"),
    "xavier_normal": (1.0, "avg", "truncated_normal"), "xavier_uniform": (1.0, "avg", "uniform"),
    "lecun_normal": (1.0, "in", "truncated_normal"), "lecun_uniform": (1.0, "in", "uniform"),
    "he_normal": (2.0, "in", "truncated_normal"), "he_uniform": (2.0, "in", "uniform"),
    "kaiming_normal": (2.0, "in", "truncated_normal"), "kaiming_uniform": (2.0, "in", "uniform"),
}
PLAIN = {"zeros": I.zeros, "ones": I.ones, "constant": I.constant(0.25), "normal": I.normal(), "uniform": I.uniform(),
         "truncated_normal": I.truncated_normal(), "orthogonal": I.orthogonal()}
ALL = {**PLAIN, **{name: getattr(I, name)() for name in NAMED}}


def distribution(kind, variance):
    """SciPy's, of this variance."""
    if kind == "uniform":
        half = np.sqrt(3 * variance)
        return scipy.stats.uniform(-half, 2 * half)
    if kind == "normal":
        return scipy.stats.norm(0, np.sqrt(variance))
    return scipy.stats.truncnorm(-2, 2, 0, np.sqrt(variance) / scipy.stats.truncnorm(-2, 2).std())


def fits(found, known):
    """Whether numbers may be of a distribution: Kolmogorov and Smirnov's test, at a fixed key."""
    return scipy.stats.kstest(np.asarray(found, np.float64).ravel(), known.cdf).pvalue > 1e-3


class Distributions(unittest.TestCase):
    def test_named(self):
        fans = {"in": SHAPE[0], "avg": sum(SHAPE) / 2}
        for name, (scale, fan, kind) in NAMED.items():
            with self.subTest(name):
                x = getattr(I, name)()(KEY, SHAPE)
                variance = scale / fans[fan]
                self.assertEqual((x.shape, x.dtype), (SHAPE, np.float32))
                self.assertAlmostEqual(float(ct.var(x)) / variance, 1, delta=0.02)
                self.assertLess(abs(float(ct.mean(x))), 4 * np.sqrt(variance / x.size))
                self.assertTrue(fits(x, distribution(kind, variance)))

    def test_every_mode_and_distribution(self):
        counts = {"fan_in": 200, "fan_out": 300, "fan_avg": 250, "fan_geo_avg": np.sqrt(200 * 300)}
        for mode, count in counts.items():
            for kind in ("normal", "truncated_normal", "uniform"):
                with self.subTest(mode=mode, kind=kind):
                    x = I.variance_scaling(1.5, mode, kind, dtype="float64")(KEY, SHAPE)
                    self.assertTrue(fits(x, distribution(kind, 1.5 / count)))

    def test_fans_of_windows_and_of_other_axes(self):
        def variance_of(shape, **axes):
            return float(ct.var(I.variance_scaling(1.0, "fan_in", "normal", **axes)(KEY, shape)))

        for found, fan in ((variance_of((3, 3, 50, 60)), 3 * 3 * 50), (variance_of((60, 50, 9, 9), in_axis=1, out_axis=0), 50 * 81),
                           (variance_of((40, 50, 60), in_axis=(0, 1)), 40 * 50), (variance_of((40, 50, 60), batch_axis=0), 50),
                           (variance_of((100, 200), in_axis=-1, out_axis=-2), 200)):
            self.assertAlmostEqual(found * fan, 1, delta=0.05)

    def test_plain(self):
        for name, init, known in (
                ("normal", I.normal(0.5), scipy.stats.norm(0, 0.5)), ("uniform", I.uniform(0.5), scipy.stats.uniform(0, 0.5)),
                ("truncated", I.truncated_normal(0.5), scipy.stats.truncnorm(-2, 2, 0, 0.5)),
                ("bounds", I.truncated_normal(2.0, lower=-1.0, upper=3.0), scipy.stats.truncnorm(-1, 3, 0, 2.0)),
                ("default normal", I.normal(), scipy.stats.norm(0, 1e-2)), ("default uniform", I.uniform(), scipy.stats.uniform(0, 1e-2))):
            with self.subTest(name):
                self.assertTrue(fits(init(KEY, SHAPE), known))
        np.testing.assert_array_equal(I.constant(np.array([1, 2, 3]))(KEY, (2, 3)), [[1, 2, 3]] * 2)

    def test_complex_numbers(self):
        for kind in ("normal", "truncated_normal", "uniform"):
            for dtype in ("complex64", "complex128"):
                with self.subTest(kind=kind, dtype=dtype):
                    x = I.variance_scaling(2.0, "fan_in", kind)(KEY, SHAPE, dtype).numpy()
                    self.assertEqual(x.dtype, dtype)
                    self.assertAlmostEqual(np.mean(abs(x) ** 2) * 100, 1, delta=0.02)
                    self.assertAlmostEqual(np.var(x.real) / np.var(x.imag), 1, delta=0.05)
                    self.assertLess(abs(np.mean(x)), 1e-3)
        deviation = np.std(I.normal(2.0)(KEY, SHAPE, "complex64").numpy())
        self.assertAlmostEqual(deviation, 2.0, delta=0.02)


class Orthogonal(unittest.TestCase):
    def test_rows_or_columns(self):
        for shape in ((5, 5), (7, 3), (3, 7), (2, 3, 4), (4, 1), (1, 4)):
            for dtype in ("float32", "float64", "complex64", "complex128"):
                with self.subTest(shape=shape, dtype=dtype):
                    q = I.orthogonal(2.0)(KEY, shape, dtype).numpy()
                    self.assertEqual((q.shape, q.dtype), (shape, dtype))
                    q = q.reshape(-1, shape[-1]) / 2
                    product = q.conj().T @ q if q.shape[0] >= q.shape[1] else q @ q.conj().T
                    np.testing.assert_allclose(product, np.eye(min(q.shape)), atol=1e-5 if dtype[-2:] in ("32", "64") and dtype != "float64" else 1e-12)
        q = I.orthogonal(column_axis=0)(KEY, (3, 5)).numpy()
        np.testing.assert_allclose(q @ q.T, np.eye(3), atol=1e-6)

    def test_each_matrix_is_as_likely(self):
        """Angles of rotations and mirrorings of the plane are even, and there are as many of both."""
        keys = ct.random.split(KEY, 2000)
        found = ct.vmap(lambda key: I.orthogonal()(key, (2, 2)))(keys).numpy()
        self.assertAlmostEqual(np.mean(np.linalg.det(found) > 0), 0.5, delta=0.05)
        self.assertTrue(fits(np.arctan2(found[:, 1, 0], found[:, 0, 0]), scipy.stats.uniform(-np.pi, 2 * np.pi)))

    def test_windows(self):
        for shape in ((3, 2, 4), (3, 5, 4, 4), (3, 4, 5, 2, 2)):
            w = I.delta_orthogonal(3.0)(KEY, shape).numpy()
            middle = w[tuple((n - 1) // 2 for n in shape[:-2])] / 3
            np.testing.assert_allclose(middle @ middle.T, np.eye(shape[-2]), atol=1e-5)
            self.assertEqual(np.count_nonzero(w), np.count_nonzero(middle))


class EveryOne(unittest.TestCase):
    def test_types(self):
        for name, init in ALL.items():
            for dtype in ("float16", ct.bfloat16, "float32", "float64", "complex64"):
                if name in ("uniform", "truncated_normal") and dtype == "complex64":
                    continue
                with self.subTest(name=name, dtype=dtype):
                    x = init(KEY, (6, 4), dtype)
                    self.assertEqual((x.shape, x.dtype), ((6, 4), ct.zeros((), dtype).dtype))
                    self.assertTrue(bool(ct.all(ct.isfinite(x))))
        for init in (I.zeros, I.ones, I.constant(3)):
            self.assertEqual(init(KEY, (2,), "int32").dtype, np.int32)

    def test_sizes(self):
        for name, init in ALL.items():
            for shape in ((0, 3), (3, 0), (1, 1), (1, 7)):
                with self.subTest(name=name, shape=shape):
                    self.assertEqual(init(KEY, shape).shape, shape)

    def test_compiled_and_in_lanes(self):
        for name, init in ALL.items():
            with self.subTest(name):
                one = init(KEY, (4, 3))
                np.testing.assert_allclose(ct.jit(lambda key: init(key, (4, 3)))(KEY), one, rtol=1e-5, atol=1e-6)
                keys = ct.random.split(KEY, 3)
                np.testing.assert_allclose(ct.vmap(lambda key: init(key, (4, 3)))(keys)[1], init(keys[1], (4, 3)), rtol=1e-5, atol=1e-6)
                if name not in ("zeros", "ones", "constant"):
                    self.assertGreater(float(ct.max(abs(init(keys[0], (4, 3)) - one))), 1e-4)

    def test_slopes_by_the_scale(self):
        for make in (I.normal, I.uniform, I.truncated_normal, I.orthogonal):
            slope = ct.grad(lambda scale: ct.sum(make(scale)(KEY, (3, 3))))(2.0)
            np.testing.assert_allclose(slope, ct.sum(make(1.0)(KEY, (3, 3))), rtol=1e-5)


class Refusals(unittest.TestCase):
    def test_arguments(self):
        he = I.he_normal()
        for call, text in (
                (lambda: I.normal("a"), "normal: 'stddev' must be a number, but is 'a'"),
                (lambda: I.uniform(ct.ones(2)), r"uniform: 'scale' must be a number, but is float32\[2\]"),
                (lambda: I.variance_scaling(1.0, "fan", "normal"), "'mode' must be one of fan_in, .*but is 'fan'"),
                (lambda: I.variance_scaling(1.0, "fan_in", "gauss"), "'distribution' must be one of truncated_normal"),
                (lambda: he(KEY, (3,)), r"two axes or more, but the shape is \(3,\)"),
                (lambda: he(KEY, "ab"), "'shape' must be a tuple of integers, but is 'ab'"),
                (lambda: he(KEY, (2.0, 3)), "'shape' must be a tuple of integers"),
                (lambda: he(KEY, (2, 3), "int32"), "must be a floating-point or complex type, but is int32"),
                (lambda: he(KEY, (2, 3), "float33"), "float33"),
                (lambda: I.he_normal(in_axis=5)(KEY, (2, 3)), "'in_axis' has axis 5, which is out of range"),
                (lambda: I.he_normal(out_axis="a")(KEY, (2, 3)), "'out_axis' must hold integers"),
                (lambda: I.orthogonal()(KEY, (3,)), "must have two axes or more"),
                (lambda: I.orthogonal(column_axis=2)(KEY, (3, 3)), "'column_axis' has axis 2"),
                (lambda: I.delta_orthogonal()(KEY, (3, 3)), "must have 3, 4 or 5 axes"),
                (lambda: I.delta_orthogonal()(KEY, (3, 4, 2)), "as many outputs as inputs or more"),
                (lambda: he(KEY, (-1, 3)), "must be sizes, but holds -1"),
                (lambda: he("key", (2, 3)), "key")):
            with self.assertRaisesRegex(ct.Error, f"initializers_test.py:.*{text}"):
                call()


if __name__ == "__main__":
    unittest.main()
