#!/usr/bin/python3
"""Convolution and pooling give what SciPy and loops in the order of their definition give."""

import itertools
import unittest

import cotan as ct
import numpy as np
import scipy.signal
from expected import Case

RANDOM = np.random.default_rng(0)


def normal(*shape):
    return RANDOM.normal(size=shape)


def spread(x, dilation):
    """Zeros between neighbours of the spatial axes of NCHW."""
    shape = [*x.shape[:2], *((n - 1) * d + 1 for n, d in zip(x.shape[2:], dilation))]
    wide = np.zeros(shape)
    wide[(..., *(slice(None, None, d) for d in dilation))] = x
    return wide


def looped(x, kernel, strides, pads, lhs_dilation=(1, 1), rhs_dilation=(1, 1), groups=1):
    """The definition, place by place; of two spatial axes."""
    x, kernel = np.pad(spread(x, lhs_dilation), [(0, 0), (0, 0), *pads]), spread(kernel, rhs_dilation)
    places = [(n - k) // s + 1 for n, k, s in zip(x.shape[2:], kernel.shape[2:], strides)]
    y = np.zeros((x.shape[0], kernel.shape[0], *places))
    inputs, outputs = kernel.shape[1], kernel.shape[0] // groups
    for o, (i, j) in itertools.product(range(kernel.shape[0]), np.ndindex(*places)):
        channels = x[:, o // outputs * inputs:][:, :inputs]
        window = channels[:, :, i * strides[0]:, j * strides[1]:][:, :, : kernel.shape[2], : kernel.shape[3]]
        y[:, o, i, j] = (window * kernel[o]).sum((1, 2, 3))
    return y


def same(sizes, windows, strides):
    """TensorFlow's padding."""
    totals = [max(0, (-(-n // s) - 1) * s + k - n) for n, k, s in zip(sizes, windows, strides)]
    return [(t // 2, t - t // 2) for t in totals]


class Convolution(Case):
    def test_against_scipy(self):
        x, kernel = normal(7, 6), normal(3, 2)
        for padding, mode in (("VALID", "valid"), (((2, 2), (1, 1)), "full")):
            found = ct.conv_general_dilated(x[None, None], kernel[None, None], (1, 1), padding)
            self.check(found[0, 0], scipy.signal.correlate2d(x, kernel, mode), 1e-12)

    def test_against_loops(self):
        x, kernel = normal(2, 4, 7, 6), normal(6, 2, 3, 2)
        for strides, pads, spread_x, spread_kernel in (
                ((1, 1), [(0, 0), (0, 0)], (1, 1), (1, 1)), ((2, 3), [(1, 2), (0, 3)], (1, 1), (1, 1)),
                ((1, 2), [(2, 2), (1, 1)], (2, 3), (1, 1)), ((2, 1), [(3, 3), (1, 2)], (1, 2), (2, 3))):
            with self.subTest(strides=strides, pads=pads, lhs_dilation=spread_x):
                options = {"lhs_dilation": spread_x, "rhs_dilation": spread_kernel, "feature_group_count": 2}
                expected = looped(x, kernel, strides, pads, spread_x, spread_kernel, 2)
                self.check(ct.conv_general_dilated(x, kernel, strides, pads, **options), expected, 1e-12)
                compiled = ct.jit(lambda x, k: ct.conv_general_dilated(x, k, strides, pads, **options))
                self.check(compiled(x, kernel), expected, 1e-12)

    def test_padding_by_name(self):
        for size, strides in (((7, 6), (1, 1)), ((7, 6), (2, 2)), ((8, 5), (3, 2))):
            x, kernel = normal(1, 1, *size), normal(1, 1, 3, 4)
            pads = same(size, (3, 4), strides)
            expected = looped(x, kernel, strides, pads)
            self.check(ct.conv_general_dilated(x, kernel, strides, "SAME"), expected, 1e-12)
            self.assertEqual(expected.shape[2:], tuple(-(-n // s) for n, s in zip(size, strides)))
            lower = looped(x, kernel, strides, [(b, a) for a, b in pads])
            self.check(ct.conv_general_dilated(x, kernel, strides, "SAME_LOWER"), lower, 1e-12)

    def test_orders_of_axes(self):
        x, kernel = normal(2, 3, 5, 6), normal(4, 3, 3, 2)
        expected = looped(x, kernel, (1, 2), [(0, 0), (0, 0)])
        found = ct.conv_general_dilated(x.transpose(0, 2, 3, 1), kernel.transpose(2, 3, 1, 0), (1, 2), "VALID",
                                        dimension_numbers=("NHWC", "HWIO", "CNWH"))
        self.check(found, expected.transpose(1, 0, 3, 2), 1e-12)
        last = ct.nn.conv(x.transpose(0, 2, 3, 1), kernel.transpose(2, 3, 1, 0), (1, 2), "VALID")
        self.check(last, expected.transpose(0, 2, 3, 1), 1e-12)

    def test_other_numbers_of_axes(self):
        line, taps = normal(1, 9, 1), normal(4, 1, 1)
        found = ct.nn.conv(line, taps, padding="VALID")
        self.check(found[0, :, 0], np.correlate(line[0, :, 0], taps[:, 0, 0], "valid"), 1e-12)
        block, kernel = normal(4, 5, 6), normal(2, 3, 2)
        found = ct.nn.conv(block[None, ..., None], kernel[..., None, None], padding="VALID")
        self.check(found[0, ..., 0], scipy.signal.correlate(block, kernel, "valid"), 1e-12)

    def test_gradients(self):
        def f(x, kernel):
            return ct.conv_general_dilated(x, kernel, (2, 1), "SAME", rhs_dilation=(1, 2), feature_group_count=2)

        self.check_gradient(f, normal(1, 4, 5, 4), normal(2, 2, 2, 3), tolerance=1e-5)
        self.check_gradient(lambda x, k: ct.nn.conv(x, k, 2), normal(1, 5, 4, 2), normal(3, 2, 2, 1), tolerance=1e-5)

    def test_vmap(self):
        xs, kernel = normal(3, 1, 5, 5, 2), normal(2, 2, 2, 3)
        found = ct.vmap(lambda x: ct.nn.conv(x, kernel))(xs)
        self.check(found, np.stack([ct.nn.conv(x, kernel).numpy() for x in xs]), 1e-12)

    def test_types(self):
        self.assertEqual(ct.nn.conv(np.ones((1, 2, 2, 1), np.int64), np.ones((1, 1, 1, 1), np.float32)).dtype,
                         np.float32)

    def test_refusals(self):
        x, kernel = ct.ones((1, 3, 8, 8)), ct.ones((4, 3, 3, 3))
        conv = ct.conv_general_dilated
        with self.refuses(ValueError, "padding 'HALF'", "SAME"):
            conv(x, kernel, (1, 1), "HALF")
        with self.refuses(ValueError, "window_strides", "3 numbers", "2 spatial"):
            conv(x, kernel, (1, 1, 1), "SAME")
        with self.refuses(ValueError, "strides", "positive"):
            conv(x, kernel, 0, "SAME")
        with self.refuses(ValueError, "lhs_dilation", "pair of widths"):
            conv(x, kernel, (1, 1), "SAME", lhs_dilation=(2, 2))
        with self.refuses(ValueError, "dimension_numbers", "NHHC"):
            conv(x, kernel, (1, 1), "SAME", dimension_numbers=("NHHC", "HWIO", "NHWC"))
        with self.refuses(ValueError, r"\(1, 3, 8, 8\)", r"\(3, 3\)"):
            conv(x, ct.ones((3, 3)), (1, 1), "SAME")
        with self.refuses(ct.Error, "channels that the kernel takes", "3, 8, 8", "4, 2, 3, 3"):
            conv(x, ct.ones((4, 2, 3, 3)), (1, 1), "SAME")


class Pooling(Case):
    def pooled(self, x, window, strides, pads, combine, fill):
        """Of (batch, height, width, channels), window by window."""
        x = np.pad(x, [(0, 0), *pads, (0, 0)], constant_values=fill)
        places = [(n - k) // s + 1 for n, k, s in zip(x.shape[1:3], window, strides)]
        y = np.empty((x.shape[0], *places, x.shape[3]))
        for i, j in np.ndindex(*places):
            y[:, i, j] = combine(x[:, i * strides[0]:][:, : window[0], j * strides[1]:][:, :, : window[1]], (1, 2))
        return y

    def test_values(self):
        x = normal(2, 7, 6, 3)
        for window, strides, padding in (((2, 2), (2, 2), "VALID"), ((3, 2), (1, 1), "VALID"), ((3, 3), (2, 2), "SAME"),
                                         ((2, 3), (3, 1), [(1, 0), (2, 2)])):
            pads = padding if isinstance(padding, list) else [(0, 0), (0, 0)]
            if padding == "SAME":
                pads = same(x.shape[1:3], window, strides)
            with self.subTest(window=window, padding=padding):
                expected = self.pooled(x, window, strides, pads, np.max, -np.inf)
                self.check(ct.nn.max_pool(x, window, strides, padding), expected)
                self.check(ct.jit(lambda x: ct.nn.max_pool(x, window, strides, padding))(x), expected)
                expected = self.pooled(x, window, strides, pads, np.mean, 0)
                self.check(ct.nn.avg_pool(x, window, strides, padding), expected, 1e-12)
                expected = self.pooled(x, window, strides, pads, np.nanmean, np.nan)
                self.check(ct.nn.avg_pool(x, window, strides, padding, count_include_pad=False), expected, 1e-12)

    def test_other_shapes(self):
        line = normal(9, 2)
        self.check(ct.nn.max_pool(line, 3), np.stack([line[i: i + 3].max(0) for i in range(7)]))
        whole = np.arange(-6, 6, dtype=np.int8).reshape(1, 6, 2)
        self.check(ct.nn.max_pool(whole, 2, 2, "SAME"), whole[:, 1::2])
        self.check(ct.nn.max_pool(whole - np.int8(100), 2, 1, [(1, 0)]), whole - np.int8(100))

    def test_gradients(self):
        x = RANDOM.permutation(30).reshape(1, 5, 3, 2)  # no two are equal
        self.check_gradient(lambda x: ct.nn.max_pool(x, (2, 2), 1, "SAME"), x)
        self.check_gradient(lambda x: ct.nn.avg_pool(x, (3, 2), 2, "SAME", count_include_pad=False), x)
        shares = ct.grad(lambda x: ct.sum(ct.nn.max_pool(x, 4)))(ct.ones((4, 1)))
        self.check(shares, np.float32([[1], [0], [0], [0]]))  # the first of equal ones, as in JAX
        whole = ct.grad(lambda x: ct.sum(ct.nn.max_pool(x, (2, 2))))(ct.ones((3, 2, 1)))
        self.check(whole[..., 0], np.float32([[1, 0], [1, 0], [0, 0]]))

    def test_refusals(self):
        x = ct.ones((1, 4, 4, 2))
        with self.refuses(ValueError, r"window of shape \(5, 5\)", r"\(1, 4, 4, 2\)"):
            ct.nn.max_pool(x, (5, 5))
        with self.refuses(ValueError, "window", "channels"):
            ct.nn.avg_pool(x, (2, 2, 2, 2))
        with self.refuses(ValueError, "strides", "positive"):
            ct.nn.avg_pool(x, (2, 2), (1, 0))


if __name__ == "__main__":
    unittest.main()
