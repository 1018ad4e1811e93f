#!/usr/bin/python3
"""Special functions that are made of others, beside SciPy and mpmath, at ends, in all kinds of calls, and their derivatives."""

import unittest

import cotan as ct
import mpmath as mp
import numpy as np
import scipy.special as sp
from expected import Case

S = ct.special
INF, NAN = np.inf, np.nan
RANDOM = np.random.default_rng(0)
SIZES = np.concatenate([np.logspace(-300, 4, 200), np.linspace(0.01, 50, 500)])
X = np.concatenate([SIZES, -SIZES])


def of_mpmath(function, *arrays):
    with mp.workdps(40):
        return np.array([float(mp.re(function(*map(float, row)))) for row in zip(*arrays)])


def near(found, expected, tolerance, least=1e-300):
    np.testing.assert_allclose(np.asarray(found), np.asarray(expected), rtol=tolerance, atol=least)


class Integrals(Case):
    def test_dawsn(self):
        near(S.dawsn(X), sp.dawsn(X), 5e-15)
        near(S.dawsn(np.array([0.0, INF, -INF, NAN])), [0, 0, 0, NAN], 0)
        near(S.dawsn(X[200:400].astype("f")), sp.dawsn(X[200:400].astype("f")), 2e-7)
        at = np.array([1e-8, 0.3, 0.99, 1.01, 2.0, 9.0, 24.0])
        for order in (1, 2, 3):
            derivative = S.dawsn
            for _ in range(order):
                derivative = ct.grad(lambda x, f=derivative: ct.sum(f(x)))
            expected = of_mpmath(lambda x: mp.diff(lambda y: mp.sqrt(mp.pi) / 2 * mp.exp(-y**2) * mp.erfi(y), x, order), at)
            near(derivative(at), expected, 5e-12, 1e-22)

    def test_wofz(self):
        z = RANDOM.normal(size=600) * 10 ** RANDOM.uniform(-3, 3, 600) + 1j * RANDOM.normal(size=600) * 10 ** RANDOM.uniform(-3, 1, 600)
        z = z[z.imag > -20]
        self.assertLess(np.max(abs(S.wofz(z).numpy() - sp.wofz(z)) / abs(sp.wofz(z))), 2e-13)
        z = z[z.imag > -6].astype("F")
        self.assertLess(np.max(abs(ct.jit(S.wofz)(z).numpy() / sp.wofz(z) - 1)), 1e-6)
        near(S.wofz(np.array([INF, 0.0])), [0.0, 1.0], 1e-15)
        slope = ct.grad(S.wofz, holomorphic=True)
        for point in (0.3 + 0.2j, 40 + 1j, 1 - 2j):
            expected = 2j / np.sqrt(np.pi) - 2 * point * sp.wofz(point)
            near(slope(np.complex128(point)), expected, 1e-11)

    def test_fresnel(self):
        small = abs(X) < 50
        for found, expected in zip(S.fresnel(X[small]), sp.fresnel(X[small])):
            near(found, expected, 2e-14)
        self.check(S.fresnel(np.array([INF, -INF, NAN]))[0], [0.5, -0.5, NAN])
        x = np.array([0.0, 0.7, 1.4999, 1.5001, -3.0])
        for part, expected in ((0, np.sin(np.pi * x * x / 2)), (1, np.cos(np.pi * x * x / 2))):
            self.check(ct.jit(ct.grad(lambda x, part=part: ct.sum(S.fresnel(x)[part])))(x), expected, 1e-13)

    def test_sici(self):
        found, expected = S.sici(SIZES), sp.sici(SIZES)
        near(found[0], expected[0], 2e-15)
        np.testing.assert_array_less(abs(found[1].numpy() - expected[1]), 2e-15 * (abs(expected[1]) + 1 / np.maximum(SIZES, 1)))
        self.check(S.sici(-SIZES)[0], -expected[0], 2e-15)
        ends = S.sici(np.array([0.0, INF, -INF, NAN]))
        self.check(ends[0], [0.0, np.pi / 2, -np.pi / 2, NAN])
        self.check(ends[1][:2], [-INF, 0.0])
        x = np.array([0.0, 1.3, 3.99, 4.01, 90.0, -2.0])
        self.check(ct.grad(lambda x: ct.sum(S.sici(x)[0]))(x), np.sinc(x / np.pi), 1e-14)
        self.check(ct.grad(lambda x: ct.sum(S.sici(x)[1]))(x[1:]), np.cos(x[1:]) / x[1:], 1e-14)
        self.check(ct.grad(ct.grad(lambda x: S.sici(x)[0]))(np.float64(2.0)), np.cos(2) / 2 - np.sin(2) / 4, 1e-14)

    def test_owens_t(self):
        h, a = np.meshgrid(np.concatenate([[0.0], np.logspace(-8, 1.4, 20)]), np.concatenate([[0.0], np.logspace(-8, 6, 40)]))
        near(S.owens_t(h, a), sp.owens_t(h, a), 1e-9)  # SciPy's has errors of this size, where a is small
        for row in ((5.8780160722749, 1.726983290659436e-08), (0.3, 0.7), (2.0, 3.0), (9.0, 0.2)):
            expected = of_mpmath(lambda h, a: mp.quad(lambda x: mp.exp(-h**2 * (1 + x * x) / 2) / (1 + x * x), [0, a / 4, a / 2, a]) / (2 * mp.pi), *np.array([row]).T)
            near(S.owens_t(*map(np.float64, row)), expected[0], 3e-15)
        h, a = np.array([INF, 1.0, 0.0, 1.0, -2.0, NAN]), np.array([1.0, INF, INF, -2.0, 3.0, 1.0])
        near(S.owens_t(h, a), sp.owens_t(h, a), 1e-14)
        self.check_gradient(S.owens_t, [0.4, -1.0, 2.0], [0.5, 3.0, -0.2])
        self.check(ct.vmap(S.owens_t, in_axes=(0, None))(np.array([0.4, 1.0]), 0.5), sp.owens_t([0.4, 1.0], 0.5), 1e-12)


class Orders(Case):
    def test_bessel_jn(self):
        z = np.array([0.0, 1e-200, 1e-10, 0.1, 0.4999, 0.5001, 2.404825557695773, 5.0, 51.3, 300.0, -0.2, -3.0, -51.3])
        expected = np.array([of_mpmath(lambda x, n=n: mp.besselj(n, x), z) for n in range(13)])
        for v in (0, 1, 12):
            found = S.bessel_jn(z, v=v)
            self.check(found, expected[:v + 1], 3e-15)
            above = np.arange(v + 1)[:, None] > abs(z)
            near(found.numpy()[above], expected[:v + 1][above], 2e-14)
        near(S.bessel_jn(np.float64(3.0), v=180)[175], sp.jv(175, 3.0), 1e-12)
        self.check(S.bessel_jn(np.array([INF, NAN]), v=1), [[0, NAN], [0, NAN]])
        self.check(ct.jit(ct.vmap(lambda z: S.bessel_jn(z, v=2)))(z), expected[:3].T, 3e-15)
        at = np.array([0.0, 0.3, 2.5, -20.0])
        self.check(ct.jit(ct.jacfwd(lambda z: S.bessel_jn(z, v=3)))(np.float64(2.5)), [sp.jvp(n, 2.5) for n in range(4)], 1e-13)
        for n in range(3):
            second = ct.grad(lambda z: ct.sum(ct.grad(lambda z: ct.sum(S.bessel_jn(z, v=2)[n]))(z)))
            self.check(second(at), sp.jvp(n, at, 2), 1e-12)

    def test_sph_harm_y(self):
        n = RANDOM.integers(0, 50, 200)
        m = RANDOM.integers(-n, n + 1)
        theta, phi = RANDOM.uniform(0, np.pi, 200), RANDOM.uniform(0, 2 * np.pi, 200)
        expected = sp.sph_harm(m, n, phi, theta)
        self.check(S.sph_harm_y(n, m, theta, phi), expected, 1e-12)
        for most in (None, 50, 2**64):
            self.check(ct.jit(lambda n, m, most=most: S.sph_harm_y(n, m, theta, phi, n_max=most))(n, m), expected, 1e-12)
        self.check(S.sph_harm_y(3, 2, theta.astype("f"), phi.astype("f")), sp.sph_harm(2, 3, phi, theta).astype("F"), 1e-6)
        self.assertTrue(np.isnan(S.sph_harm_y(ct.array([2, -1]), ct.array([3, 0]), 0.1, 0.2).numpy()).all())
        self.check_gradient(lambda t, p: ct.real(S.sph_harm_y(ct.array([7, 4, 0]), ct.array([3, -4, 0]), t, p)), [0.7, 2.0, 1.0], [0.4, 1.0, 3.0])
        poles = ct.grad(lambda t: ct.sum(ct.real(S.sph_harm_y(ct.array([3, 5]), ct.array([0, 2]), t, 0.3))))(np.array([0.0, np.pi]))
        self.check(poles, [0.0, 0.0], 1e-12)
        self.check(S.sph_harm_y(9, 2, 0.5, 0.25, n_max=3), sp.sph_harm(2, 3, 0.25, 0.5).astype("F"), 1e-6)
        with self.refuses(ct.ValueError, "ct.special.sph_harm_y", "'n_max' must be an integer of 0 or more", "-1"):
            S.sph_harm_y(3, 0, 0.1, 0.2, n_max=-1)


class Hypergeometric(Case):
    def test_hyp1f1(self):
        a, b = RANDOM.uniform(0.1, 12, (2, 60))
        for rows, tolerance in [((a, b, RANDOM.uniform(0, 400, 60)), 2e-13), ((a, a + b, -RANDOM.uniform(0, 400, 60)), 2e-13),
                                ((a, b, -10 ** RANDOM.uniform(3, 6, 60)), 2e-13),
                                ((*RANDOM.uniform(-5, 5, (2, 60)), RANDOM.uniform(-20, 20, 60)), 1e-11)]:
            near(S.hyp1f1(*rows), of_mpmath(mp.hyp1f1, *rows), tolerance)
        self.check(S.hyp1f1(1.0, np.array([0.0, -2.0, 2.0, NAN]), 1.0), [INF, INF, np.e - 1, NAN], 1e-14)
        self.check(S.hyp1f1(-3.0, 1.5, np.float64(0.7)), of_mpmath(mp.hyp1f1, [-3.0], [1.5], [0.7])[0], 1e-14)

    def test_hyp2f1(self):
        a, b, c = RANDOM.uniform(0.1, 5, (3, 60))
        for rows, tolerance in [((a, b, c, RANDOM.uniform(0, 1, 60)), 1e-13), ((a, b, c, 1 - 10 ** RANDOM.uniform(-10, -1, 60)), 1e-12),
                                ((a, b, c, -10 ** RANDOM.uniform(-3, 3, 60)), 1e-11),
                                ((*RANDOM.uniform(-4, 4, (3, 60)), RANDOM.uniform(-3, 1, 60)), 1e-10)]:
            near(S.hyp2f1(*rows), of_mpmath(mp.hyp2f1, *rows), tolerance)
        whole = np.array([[1.0, 1, 2, -3, 0.5], [1.0, 1, 1, 2, 1], [2.0, 1, 3, 1.5, 1.5], [0.95, 0.99, 0.999, 0.9, 0.8]])
        near(S.hyp2f1(*whole), of_mpmath(mp.hyp2f1, *whole), 1e-13)
        self.check(S.hyp2f1(1.0, 1.0, np.array([3.0, 3.0, 3.0, 1.5, 0.0]), np.array([1.0, 2.0, NAN, 1.0, 0.5])), [2.0, NAN, NAN, INF, INF], 1e-14)

    def test_derivatives_and_lanes(self):
        for function, theirs, at in ((S.hyp1f1, mp.hyp1f1, (1.3, 2.2, 3.1)), (S.hyp1f1, mp.hyp1f1, (1.3, 2.2, -3.1)),
                                     (S.hyp2f1, mp.hyp2f1, (1.3, 0.7, 2.2, 0.93)), (S.hyp2f1, mp.hyp2f1, (1.3, 0.7, 2.2, -1.93))):
            places = range(len(at))
            slopes = ct.jit(ct.grad(function, argnums=tuple(places)))(*map(np.float64, at))
            for i, slope in enumerate(slopes):
                with self.subTest(function.__name__, at=at, argument=i):
                    with mp.workdps(40):
                        self.check(slope, float(mp.diff(theirs, at, tuple(int(i == k) for k in places))), 1e-13)
        second = ct.grad(ct.grad(lambda x: S.hyp2f1(1.3, 0.7, 2.2, x)))(np.float64(0.6))
        with mp.workdps(40):
            self.check(second, float(mp.diff(lambda x: mp.hyp2f1(1.3, 0.7, 2.2, x), 0.6, 2)), 1e-12)
        x = np.array([0.2, 0.9])
        self.check(ct.vmap(lambda x: S.hyp2f1(1.0, 2.0, 3.0, x))(x), sp.hyp2f1(1, 2, 3, x), 1e-12)
        self.check(ct.vmap(lambda x: S.hyp1f1(1.0, 2.0, x))(x.astype("f")), sp.hyp1f1(1, 2, x).astype("f"), 1e-6)


if __name__ == "__main__":
    unittest.main()
