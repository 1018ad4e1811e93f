#!/usr/bin/python3
"""ct.fft beside NumPy's: sizes, axes, norms, element types, derivatives, lanes, open sizes, threads."""

import itertools
import unittest

import cotan as ct
import numpy as np

RANDOM = np.random.default_rng(3)
X = RANDOM.normal(size=(3, 5, 4))
Z = X + 1j * RANDOM.normal(size=X.shape)
NORMS = None, "backward", "ortho", "forward"
ALONG_ONE = {"fft": Z, "ifft": Z, "hfft": Z, "irfft": Z, "rfft": X, "ihfft": X}
ALONG_SOME = {"fftn": Z, "ifftn": Z, "irfftn": Z, "fft2": Z, "ifft2": Z, "irfft2": Z, "rfftn": X, "rfft2": X}


class Fft(unittest.TestCase):
    def check(self, found, wanted, tolerance=1e-12):
        self.assertEqual((found.shape, np.dtype(found.numpy().dtype)), (wanted.shape, wanted.dtype))
        np.testing.assert_allclose(found.numpy(), wanted, rtol=tolerance, atol=tolerance)

    def test_long_lines(self):
        """Those of single precision are transformed as matrices."""
        random = np.random.default_rng(3)
        for n in (2**18, 3 * 2**17 + 2**12, 600 * 601, 2**18 + 3):
            x = (random.normal(size=(2, n)) + 1j * random.normal(size=(2, n))).astype(np.complex64)
            for name in ("fft", "ifft"):
                with self.subTest(n=n, function=name):
                    wanted = getattr(np.fft, name)(x.astype(np.complex128))
                    found = getattr(ct.fft, name)(x)
                    self.assertEqual(found.dtype, np.complex64)
                    self.assertLess(np.abs(found.numpy() - wanted).max(), 5e-7 * np.abs(wanted).max())

    def test_along_one_axis(self):
        for (name, x), norm, n, axis in itertools.product(ALONG_ONE.items(), NORMS, (None, 1, 3, 4, 7, 8), (-1, 0, 1)):
            with self.subTest(name, n=n, axis=axis, norm=norm):
                self.check(getattr(ct.fft, name)(x, n, axis, norm), getattr(np.fft, name)(x, n, axis, norm))

    def test_along_several_axes(self):
        for (name, x), norm, s, axes in itertools.product(ALONG_SOME.items(), NORMS, (None, (4, 6), (3, 2)),
                                                          ((0, 1), (2, 0), (-1, -2))):
            with self.subTest(name, s=s, axes=axes, norm=norm):
                self.check(getattr(ct.fft, name)(x, s, axes, norm), getattr(np.fft, name)(x, s, axes, norm))
        self.check(ct.fft.fftn(Z), np.fft.fftn(Z))
        self.check(ct.fft.rfftn(X), np.fft.rfftn(X))
        self.check(ct.fft.irfft2(Z), np.fft.irfft2(Z))

    def test_sizes_of_all_kinds(self):
        for n in (1, 2, 3, 16, 17, 30, 97, 1024, 1023, 65536, 3 * 2**16):
            z = RANDOM.normal(size=(2, n)) + 1j * RANDOM.normal(size=(2, n))
            with self.subTest(n=n):
                self.check(ct.fft.fft(z), np.fft.fft(z), 1e-9)
                self.check(ct.fft.fft(z.T, axis=0), np.fft.fft(z.T, axis=0), 1e-9)
                self.check(ct.fft.rfft(z.real.T.copy(), axis=0), np.fft.rfft(z.real.T, axis=0), 1e-9)
                self.check(ct.fft.irfft(z, n), np.fft.irfft(z, n), 1e-9)

    def test_element_types(self):
        for given, real in (("int8", "float32"), ("bool", "float32"), ("float16", "float32"), ("float32", "float32"),
                            ("float64", "float64")):
            x = ct.array(np.arange(6), given)
            wide = {"float32": "complex64", "float64": "complex128"}[real]
            for name in ("fft", "ifft", "rfft", "ihfft"):
                y = getattr(ct.fft, name)(x)
                self.assertEqual(str(y.dtype), wide)
                np.testing.assert_allclose(y.numpy(), getattr(np.fft, name)(x.numpy().astype("float64")), rtol=1e-5, atol=1e-5)
            for name in ("irfft", "hfft"):
                self.assertEqual(str(getattr(ct.fft, name)(x).dtype), real)

    def test_frequencies_and_shifts(self):
        for n, d in itertools.product(range(1, 9), (1.0, 0.25)):
            self.check(ct.fft.fftfreq(n, d, "float64"), np.fft.fftfreq(n, d))
            self.check(ct.fft.rfftfreq(n, d, "float64"), np.fft.rfftfreq(n, d))
        for shape, axes in (((5,), None), ((4,), None), ((3, 4), None), ((3, 4), (1,)), ((3, 4), (0, 1))):
            x = np.arange(np.prod(shape)).reshape(shape)
            for name in ("fftshift", "ifftshift"):
                self.check(getattr(ct.fft, name)(x, axes), getattr(np.fft, name)(x, axes))

    def test_derivatives(self):
        """The slope along a direction, of a sum of squares, beside a difference."""
        weights = RANDOM.normal(size=(3, 9, 8))
        for (name, _), n, axis in itertools.product(ALONG_ONE.items(), (None, 4, 7), (-1, 1)):
            def loss(x, name=name, n=n, axis=axis):
                given = x if name in ("rfft", "ihfft") else x * (1 + 2j)
                y = getattr(ct.fft, name)(given, n, axis)
                w = weights[:, :y.shape[1], :y.shape[2]]
                return ct.sum(ct.real(y) ** 3 * w) + ct.sum(ct.imag(y) ** 2 * w)
            way = RANDOM.normal(size=X.shape)
            with self.subTest(name, n=n, axis=axis):
                ends = [loss(X + sign * 1e-6 * way).item() for sign in (1, -1)]
                np.testing.assert_allclose(ct.sum(ct.grad(loss)(X) * way).item(), (ends[0] - ends[1]) / 2e-6, rtol=1e-5)
                second = ct.jvp(ct.grad(loss), (X,), (way,))[1]
                slopes = [ct.grad(loss)(X + sign * 1e-6 * way).numpy() for sign in (1, -1)]
                np.testing.assert_allclose(second.numpy(), (slopes[0] - slopes[1]) / 2e-6, rtol=1e-4, atol=1e-4)

    def test_holomorphic_derivative(self):
        found = ct.grad(lambda z: ct.sum(ct.fft.fft(z)), holomorphic=True)(Z[0, 0])
        self.check(found, np.fft.fft(np.ones(4, complex)))  # the transform is its own transpose

    def test_lanes_and_open_sizes(self):
        self.check(ct.vmap(lambda z: ct.fft.fft(z, axis=0))(Z), np.fft.fft(Z, axis=1))
        self.check(ct.vmap(lambda x: ct.fft.rfft(x, axis=0), in_axes=2)(X), np.moveaxis(np.fft.rfft(X, axis=0), 2, 0))
        whole = ct.jit(lambda x: ct.fft.irfft(ct.fft.rfft(x) * 2), dynamic_axes={"x": 0})
        for n in (6, 8):
            x = RANDOM.normal(size=n)
            self.check(whole(x), 2 * x)
        slope = ct.jit(ct.grad(lambda x: ct.sum(ct.real(ct.fft.rfft(x)) ** 2)), dynamic_axes={"x": 0})
        for n in (5, 6):
            x = RANDOM.normal(size=n)
            self.check(slope(x), ct.grad(lambda x: ct.sum(ct.real(ct.fft.rfft(x)) ** 2))(x).numpy())

    def test_what_is_refused(self):
        for wrong, call in ((r"ct.fft.fft: n is 0, but expected at least 1", lambda: ct.fft.fft(X, 0)),
                            (r"ct.fft.rfft: needs real numbers, but found complex128", lambda: ct.fft.rfft(Z)),
                            (r'norm is "orto", but expected "backward"', lambda: ct.fft.fft(X, norm="orto")),
                            (r"axis 0 is named twice", lambda: ct.fft.fftn(X, axes=(0, 0))),
                            (r"ct.fft.fft: needs 1 axis, but found float64\[\]", lambda: ct.fft.fft(np.float64(1))),
                            (r"expected at least two axes", lambda: ct.fft.fft2(np.ones(3))),
                            (r"axis 1 has no numbers to transform", lambda: ct.fft.rfft(np.ones((3, 0)))),
                            (r"axis 0 would have no numbers", lambda: ct.fft.irfft(np.ones(1)))):
            with self.assertRaisesRegex((ct.ValueError, ct.TypeError), wrong):
                call()


if __name__ == "__main__":
    unittest.main()
