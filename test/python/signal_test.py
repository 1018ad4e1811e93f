#!/usr/bin/python3
"""ct.signal beside SciPy's: convolutions, spectra, short-time Fourier transforms, windows, and their derivatives."""

import itertools
import unittest
import warnings

import cotan as ct
import numpy as np
import scipy.signal as sp
from expected import Case

G = ct.signal
RANDOM = np.random.default_rng(0)
SHAPES = [((7,), (3,)), ((3,), (7,)), ((6,), (4,)), ((1,), (1,)), ((4, 5), (3, 2)), ((4, 5), (4, 5)), ((2, 3, 4), (2, 2, 3))]
WINDOWS = ["boxcar", "triang", "hann", "hamming", "blackman", "bartlett", "cosine", "nuttall", "flattop", "blackmanharris", "tukey",
           "exponential", ("tukey", 0.25), ("kaiser", 5.0), ("gaussian", 2.0), ("general_hamming", 0.7), ("general_gaussian", 1.5, 2.0), 8.0]
SPECTRA = [{}, {"nperseg": 16}, {"nperseg": 15, "noverlap": 4, "nfft": 20}, {"window": ("tukey", 0.25), "nperseg": 16, "detrend": "linear"},
           {"nperseg": 16, "detrend": False, "scaling": "spectrum", "return_onesided": False}, {"nperseg": 16, "average": "median"},
           {"window": np.hanning(12)}]
SHORT = [{"nperseg": 16}, {"nperseg": 15, "noverlap": 10, "nfft": 20}, {"nperseg": 16, "boundary": "even"}, {"nperseg": 16, "boundary": "odd"},
         {"nperseg": 16, "boundary": "constant"}, {"nperseg": 16, "boundary": None, "padded": False}, {"nperseg": 16, "return_onesided": False},
         {"nperseg": 16, "detrend": "constant", "window": "hamming"}]
X, Y = RANDOM.normal(size=(2, 100, 3)), RANDOM.normal(size=(2, 90, 3))
Z = X + 1j * RANDOM.normal(size=X.shape)


def random(shape, is_complex):
    return RANDOM.normal(size=shape) + (1j * RANDOM.normal(size=shape) if is_complex else 0)


class Convolution(Case):
    def test_modes_methods_and_kinds(self):
        for (first, second), is_complex, mode in itertools.product(SHAPES, (False, True), ("full", "same", "valid")):
            x, y = random(first, is_complex), random(second, is_complex)
            for name, method in itertools.product(("convolve", "correlate"), ("direct", "fft")):
                with self.subTest(name, shapes=(first, second), mode=mode, method=method, is_complex=is_complex):
                    self.check(getattr(G, name)(x, y, mode, method), getattr(sp, name)(x, y, mode, method), 1e-11)
            self.check(G.fftconvolve(x, y, mode), sp.fftconvolve(x, y, mode), 1e-11)
            if len(first) == 2:
                for name, boundary in itertools.product(("convolve2d", "correlate2d"), ("fill", "wrap", "symm")):
                    with self.subTest(name, shapes=(first, second), mode=mode, boundary=boundary, is_complex=is_complex):
                        self.check(getattr(G, name)(x, y, mode, boundary, 0.5), getattr(sp, name)(x, y, mode, boundary, 0.5), 1e-11)
        x, y = RANDOM.normal(size=(2, 7)), RANDOM.normal(size=(1, 3))
        self.check(G.fftconvolve(x, y, axes=1), sp.fftconvolve(x, y, axes=1), 1e-11)
        self.check(G.fftconvolve(x, y, "same", axes=[-1]), sp.fftconvolve(x, y, "same", axes=[-1]), 1e-11)
        self.assertEqual(G.convolve(ct.array([1, 2]), ct.array([3, 4])).dtype, np.float32)

    def test_compiled_over_lanes_and_derivatives(self):
        x, y = RANDOM.normal(size=(2, 6)), RANDOM.normal(size=(2, 3))
        both = ct.jit(ct.vmap(lambda x, y: (G.convolve(x, y, "same"), G.correlate(x, y, method="fft"))))(x, y)
        self.check(both[0], np.stack([sp.convolve(*rows, "same") for rows in zip(x, y)]), 1e-11)
        self.check(both[1], np.stack([sp.correlate(*rows) for rows in zip(x, y)]), 1e-11)
        self.check_gradient(G.convolve, x[0, :4], y[0])
        self.check_gradient(lambda x, y: G.fftconvolve(x, y, "valid"), x[0, :4], y[0])
        self.check_gradient(lambda x, y: G.correlate2d(x, y, "same", "symm"), x[:, :3], y[:, :2])

    def test_what_is_refused(self):
        x, image = ct.ones(3), ct.ones((2, 3))
        for words, call in [
                (("ct.signal.convolve", "'mode' must be", "'wide'"), lambda: G.convolve(x, x, "wide")),
                (("ct.signal.correlate", "as many axes", r"float32\[3\]"), lambda: G.correlate(x, image)),
                (("ct.signal.convolve", "elements"), lambda: G.convolve(x, x[:0])),
                (("ct.signal.fftconvolve", "'valid'"), lambda: G.fftconvolve(image, ct.ones((3, 2)), "valid")),
                (("ct.signal.fftconvolve", "broadcast"), lambda: G.fftconvolve(image, ct.ones((3, 3)), axes=1)),
                (("ct.signal.convolve2d", "two axes"), lambda: G.convolve2d(x, x)),
                (("ct.signal.welch", "no window 'round'", "kaiser"), lambda: G.welch(x, window="round")),
                (("ct.signal.get_window", "'gaussian' has 1 parameters"), lambda: G.get_window("gaussian", 5)),
                (("ct.signal.stft", "'noverlap' must be less"), lambda: G.stft(x, nperseg=2, noverlap=2)),
                (("ct.signal.detrend", "'bp'"), lambda: G.detrend(x, bp=9))]:
            with self.refuses(ct.ValueError, "signal_test.py", *words):
                call()


class Spectra(Case):
    def setUp(self):
        warnings.simplefilter("ignore")  # a segment that is longer than the signal

    def each(self, found, expected, tolerance=1e-10):
        for x, y in zip(found, expected, strict=True):
            self.check(x, y, tolerance)

    def test_detrend(self):
        for kind, bp, dtype in itertools.product(("constant", "linear"), (0, [5, 50]), ("d", "f", "D")):
            x = Z.astype(dtype) if dtype == "D" else X.astype(dtype)
            with self.subTest(kind, bp=bp, dtype=dtype):
                self.check(G.detrend(x, 1, kind, bp), sp.detrend(x, 1, kind, bp), 1e-5 if dtype == "f" else 1e-11)

    def test_windows(self):
        for window, n, periodic in itertools.product(WINDOWS, (1, 2, 5, 8), (True, False)):
            with self.subTest(window=window, n=n, periodic=periodic):
                self.check(G.get_window(window, n, periodic), sp.get_window(window, n, periodic), 1e-12)

    def test_densities(self):
        for options in SPECTRA:
            for x in (X, Z):
                with self.subTest(**options, dtype=x.dtype):
                    self.each(G.welch(x, 2.0, axis=1, **options), sp.welch(x, 2.0, axis=1, **options))
                    self.each(G.csd(x, Y, 2.0, axis=1, **options), sp.csd(x, Y, 2.0, axis=1, **options))
                    if "average" not in options and "window" not in options:
                        self.each(G.spectrogram(x, 2.0, axis=1, **options), sp.spectrogram(x, 2.0, axis=1, **options))
        for options in ({}, {"nfft": 130}, {"nfft": 50}, {"window": "hann", "detrend": "linear"}, {"scaling": "spectrum"}):
            with self.subTest(**options):
                self.each(G.periodogram(X, 3.0, axis=1, **options), sp.periodogram(X, 3.0, axis=1, **options))
        single = X.astype("f")
        self.each(G.welch(single, axis=1, nperseg=16), sp.welch(single, axis=1, nperseg=16), 1e-4)
        self.check(G.welch(X, axis=1, nperseg=16, detrend=lambda x: x - 1.0)[1], sp.welch(X, axis=1, nperseg=16, detrend=lambda x: x - 1.0)[1], 1e-10)

    def test_short_time_transforms_and_back(self):
        for options in SHORT:
            for x in (X, Z):
                with self.subTest(**options, dtype=x.dtype):
                    expected = sp.stft(x, 2.0, axis=1, **options)
                    self.each(G.stft(x, 2.0, axis=1, **options), expected)
                    back = {k: v for k, v in options.items() if k in ("nperseg", "noverlap", "nfft", "window")}
                    back |= {"input_onesided": x is X and options.get("return_onesided", True), "boundary": options.get("boundary", 1) is not None}
                    signal = G.istft(expected[2], 2.0, freq_axis=1, **back)[1]
                    self.check(signal, sp.istft(expected[2], 2.0, freq_axis=1, **back)[1], 1e-10)
                    turned = np.moveaxis(expected[2], 1, -1)
                    self.check(G.istft(turned, 2.0, time_axis=-2, freq_axis=-1, **back)[1],
                               sp.istft(turned, 2.0, time_axis=-2, freq_axis=-1, **back)[1], 1e-10)

    def test_compiled_over_lanes_and_derivatives(self):
        rows = X[0].T
        power = ct.jit(ct.vmap(lambda x, fs: G.welch(x, fs, nperseg=16)[1], in_axes=(0, None)))(rows, 2.0)
        self.check(power, sp.welch(rows, 2.0, nperseg=16)[1], 1e-10)
        self.check_gradient(lambda x, fs: ct.log(G.welch(x, fs, nperseg=4)[1]), rows[0, :12], 2.0, tolerance=1e-5)
        self.check_gradient(lambda x: G.istft(G.stft(x, nperseg=4)[2] ** 2, nperseg=4)[1], rows[0, :8])
        self.check_gradient(lambda x: G.detrend(x, bp=3), rows[0, :7])
        x = rows[0, :20]
        self.check(ct.jit(lambda x: G.istft(G.stft(x, nperseg=8)[2], nperseg=8)[1][:20])(x), x, 1e-12)


if __name__ == "__main__":
    unittest.main()
