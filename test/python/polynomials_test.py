#!/usr/bin/python3
"""Polynomials where tables of numbers say little: roots, which have no order of their own, and what goes together."""

import unittest

import cotan as ct
import numpy as np

CASES = [[1, -3, 2], [2, -6, 4, 0], [1, 0, 1], [0, 0, 1, 2, -3, 0, 0], [5], [0, 0], [3, 1], [1, -2, 3, -4, 5, 2],
         [1e-3, 1, -7e2], [0, 0, 4], [7, 0, 0]]


def in_order(roots):
    return sorted(np.asarray(roots).astype(np.complex128), key=lambda z: (round(z.real, 3), round(z.imag, 3)))


class Roots(unittest.TestCase):
    def test_as_numpy(self):
        for p in CASES:
            for dtype, tolerance in ((np.float64, 1e-10), (np.float32, 1e-4), (np.complex128, 1e-10), (np.float16, 2e-2)):
                with self.subTest(p=p, dtype=dtype):
                    found = ct.roots(np.array(p, dtype))
                    self.assertEqual(found.dtype, np.complex128 if dtype in (np.float64, np.complex128) else np.complex64)
                    np.testing.assert_allclose(in_order(found), in_order(np.roots(np.array(p, dtype).astype(complex))), atol=tolerance,
                                               rtol=tolerance)
        self.assertEqual(ct.roots(np.array([1, -3, 2])).dtype, np.complex64)
        self.assertEqual(ct.roots(4.0).shape, (0,))

    def test_compiled_with_nan_for_leading_zeros(self):
        compiled = ct.jit(lambda p: ct.roots(p, strip_zeros=False))
        for p in CASES:
            with self.subTest(p=p):
                found, wanted = np.asarray(compiled(np.float64(p))), np.roots(p)
                self.assertEqual(found.shape, (len(p) - 1,))
                zeros = next((i for i, c in enumerate(p) if c), len(p))
                count = max(len(p) - 1 - zeros, 0)
                self.assertTrue(np.isnan(found[count:].real).all())
                np.testing.assert_allclose(in_order(found[:count]), in_order(wanted), atol=1e-10, rtol=1e-10)

    def test_many_at_once(self):
        rows = np.float64([[1, -3, 2, 0], [0, 1, 1, -6], [2, 0, 0, -16]])
        found = np.asarray(ct.vmap(lambda p: ct.roots(p, strip_zeros=False))(rows))
        for row, roots in zip(rows, found):
            np.testing.assert_allclose(in_order(roots[~np.isnan(roots.real)]), in_order(np.roots(row)), atol=1e-10)

    def test_the_largest_is_first(self):
        sizes = np.abs(np.asarray(ct.roots(np.float64([1, -2, 3, -4, 5, 2]))))
        self.assertTrue((np.diff(sizes) < 1e-12).all())

    def test_derivative(self):
        """Of the sum of the squares of roots, which is (b/a)^2 - 2 c/a, and of one root."""
        slope = ct.grad(lambda p: ct.sum(ct.real(ct.roots(p, strip_zeros=False) ** 2)))(np.float64([2, 3, 5]))
        np.testing.assert_allclose(np.asarray(slope), [-2 * 9 / 8 + 2 * 5 / 4, 2 * 3 / 4, -2 / 2], rtol=1e-12)
        p = np.float64([1, -2.5, -1, 3])
        slope = ct.grad(lambda p: ct.real(ct.roots(p, strip_zeros=False)[0]))(p)
        root = np.roots(p)[np.argmax(np.abs(np.roots(p)))]
        np.testing.assert_allclose(np.asarray(slope), (-root ** np.arange(3, -1, -1) / np.polyval(np.polyder(p), root)).real, rtol=1e-10)

    def test_poly_and_back(self):
        roots = np.array([2 + 1j, -0.5, 3j])
        np.testing.assert_allclose(np.asarray(ct.poly(roots)), np.poly(roots), rtol=1e-12)
        np.testing.assert_allclose(in_order(ct.roots(ct.poly(roots))), in_order(roots), rtol=1e-12)


class Algebra(unittest.TestCase):
    def test_quotient_times_divisor_and_remainder(self):
        random = np.random.default_rng(3)
        for n, m in ((1, 1), (5, 2), (2, 5), (9, 4), (4, 4)):
            u, v = random.normal(size=n), random.normal(size=m)
            quotient, rest = ct.polydiv(u, v)
            back = ct.polyadd(ct.polymul(quotient, v), rest)
            np.testing.assert_allclose(np.asarray(back)[-n:], u, atol=1e-9)
            np.testing.assert_allclose(np.asarray(back)[:-n], 0, atol=1e-9)

    def test_complex(self):
        u, v = np.array([1 + 2j, 3, -1j, 4]), np.array([2j, 1 - 1j])
        for function, reference in ((ct.polyadd, np.polyadd), (ct.polysub, np.polysub), (ct.polymul, np.polymul)):
            np.testing.assert_allclose(np.asarray(function(u, v)), reference(u, v), rtol=1e-14)
        quotient, rest = ct.polydiv(u, v, trim_leading_zeros=True)
        for found, wanted in zip((quotient, rest), np.polydiv(u, v)):
            np.testing.assert_allclose(np.asarray(found), wanted, rtol=1e-12)
        np.testing.assert_allclose(np.asarray(ct.polyint(u, 2, 1j)), np.polyint(u, 2, 1j), rtol=1e-14)
        np.testing.assert_allclose(np.asarray(ct.polyder(u, 2)), np.polyder(u, 2), rtol=1e-14)

    def test_derivative_undoes_the_integral(self):
        p = np.random.default_rng(4).normal(size=200)
        for m in (1, 2, 9, 60):
            np.testing.assert_allclose(np.asarray(ct.polyder(ct.polyint(p, m), m)), p, rtol=1e-12)
        self.assertEqual(ct.polyder(np.arange(3), 2**60).shape, (0,))
        self.assertEqual(ct.polyder(np.arange(100, dtype=np.int8)).dtype, np.int64)

    def test_small_floats(self):
        for dtype in (np.float16, ct.bfloat16):
            p, q = ct.array([1.0, 2.0, -3.0], dtype), ct.array([1.0, -1.0], dtype)
            quotient, rest = ct.polydiv(p, q)
            for x in (ct.polyadd(p, q), ct.polymul(p, q), quotient, rest, ct.polyder(p), ct.polyint(p), ct.poly(p)):
                self.assertEqual(x.dtype, ct.zeros(0, dtype).dtype)
            np.testing.assert_array_equal(np.asarray(quotient.astype("float32")), [1, 3])
            fit = ct.polyfit(ct.array([0.0, 1.0, 2.0], dtype), ct.array([1.0, 3.0, 5.0], dtype), 1)
            np.testing.assert_allclose(np.asarray(fit.astype("float32")), [2, 1], atol=1e-2)

    def test_trimming_keeps_nan(self):
        np.testing.assert_array_equal(np.asarray(ct.trim_zeros(np.array([0, np.nan, 0]))), [np.nan])


class Fits(unittest.TestCase):
    def test_points_that_do_not_say_all(self):
        """The least coefficients of those that fit; columns of zeros are no reason for NaN."""
        found = ct.polyfit(np.zeros(3), np.float64([1, 2, 3]), 1)
        np.testing.assert_allclose(np.asarray(found), [0, 2], atol=1e-12)

    def test_complex(self):
        x = np.array([0, 1, 1j, -1, 2 - 1j])
        np.testing.assert_allclose(np.asarray(ct.polyfit(x, (1 + 1j) * x**2 - 3 * x + 2j, 2)), [1 + 1j, -3, 2j], atol=1e-12)

    def test_full_and_compiled(self):
        x, y = np.linspace(-1, 2, 9), np.cos(np.linspace(-1, 2, 9))
        for found, wanted in zip(ct.jit(lambda x, y: ct.polyfit(x, y, 3, full=True))(x, y), np.polyfit(x, y, 3, full=True)):
            np.testing.assert_allclose(np.asarray(found), wanted, rtol=1e-9)


if __name__ == "__main__":
    unittest.main()
