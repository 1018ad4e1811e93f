#!/usr/bin/python3
"""Products of numbers with a scale for each block: beside NumPy's of what is rounded one by one, and their derivatives."""

import unittest

import cotan as ct
import numpy as np
from expected import Case

RANDOM = np.random.default_rng(3)
ROWS = ((2,), (2,)), ((0,), (0,))  # over the last axes, for each place of the first
FOUR_BITS = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6])
EIGHT_BITS = np.unique([m * 2.0**e for e in range(-9, 6) for m in range(16)])
EIGHT_BITS = EIGHT_BITS[EIGHT_BITS <= 448]


def nearest(x, numbers):
    """One of the numbers, or its negative; in the middle the one at an even place, whose last bit is 0."""
    place = np.clip(np.searchsorted(numbers, abs(x)), 1, len(numbers) - 1)
    low, high = numbers[place - 1], numbers[place]
    take_high = (abs(x) - low > high - abs(x)) | ((abs(x) - low == high - abs(x)) & (place % 2 == 0))
    return np.sign(x) * np.where(take_high, high, low)


def rounded(x, mode, whole=1.0):
    block, numbers = (32, EIGHT_BITS) if mode == "mxfp8" else (16, FOUR_BITS)
    result = np.empty_like(x)
    for row in np.ndindex(x.shape[:-1]):
        for start in range(0, x.shape[-1], block):
            part = x[row][start:start + block] / whole
            scale = abs(part).max() / numbers[-1]
            scale = 2.0 ** np.ceil(np.log2(scale)) if mode == "mxfp8" else nearest(scale, EIGHT_BITS)
            result[row][start:start + block] = nearest(part / scale, numbers) * scale * whole
    return result


def configs(mode, whole=None):
    return [ct.nn.get_scaled_dot_general_config(mode, whole)] * 3


class ScaledProducts(Case):
    def test_scaled_matmul(self):
        x, y = (RANDOM.normal(size=(2, n, 12)).astype("f") for n in (3, 5))
        xs, ys = RANDOM.uniform(1, 2, (2, 3, 4)).astype("f"), RANDOM.uniform(1, 2, (2, 5, 2)).astype("f")
        wide = np.repeat(xs, 3, 2) * x, np.repeat(ys, 6, 2) * y
        expected = np.einsum("bmk,bnk->bmn", *wide)
        for function in (ct.nn.scaled_matmul, ct.jit(ct.nn.scaled_matmul)):
            self.check(function(x, y, xs, ys), expected, 1e-5)
        self.check(ct.lax.scaled_dot(x, np.swapaxes(y, 1, 2), lhs_scale=xs, rhs_scale=np.swapaxes(ys, 1, 2),
                                     preferred_element_type="float32"), expected, 1e-5)
        self.assertEqual(ct.lax.scaled_dot(x, y, dimension_numbers=ROWS).dtype, ct.bfloat16)
        small = ct.array(x, "float8_e4m3")
        self.check(ct.nn.scaled_matmul(small, y, xs, ys), np.einsum(
            "bmk,bnk->bmn", np.repeat(xs, 3, 2) * small.astype("float32").numpy(), wide[1]), 1e-5)
        self.check_gradient(lambda *a: ct.nn.scaled_matmul(*a).astype("float64"), x[:1, :1, :4], y[:1, :1, :4], xs[:1, :1], ys[:1, :1, :1],
                            step=1e-2, tolerance=1e-2)

    def test_rounds_to_the_formats(self):
        x, y = (RANDOM.normal(size=(2, n, 40)).astype("f") for n in (3, 4))
        x[0, 0, 1], y[0, 0, :32] = 20, 0
        for mode, whole in (("mxfp8", None), ("nvfp4", 2.0)):
            with self.subTest(mode):
                given = configs(mode, whole)
                with np.errstate(all="ignore"):
                    exact = [np.nan_to_num(rounded(t.astype(float), mode, whole or 1.0)) for t in (x, y)]
                expected = np.einsum("bmk,bnk->bmn", *exact).astype("f")
                product = ct.jit(lambda x, y, given=given: ct.nn.scaled_dot_general(x, y, ROWS, configs=given))
                self.check(product(x, y), expected, 1e-4)
                one = ct.nn.scaled_dot_general(x[0], y[0], (((1,), (1,)), ((), ())), configs=given)
                self.check(one, expected[0], 1e-4)
                lanes = ct.vmap(lambda x, y, given=given: ct.nn.scaled_dot_general(x, y, (((1,), (1,)), ((), ())), configs=given))
                self.check(lanes(x, y), expected, 1e-4)
        self.check(ct.nn.scaled_dot_general(x, y, ROWS), np.einsum("bmk,bnk->bmn", x, y), 1e-4)

    def test_derivatives_are_those_of_the_product(self):
        x, y, g = (RANDOM.normal(size=shape).astype("f") for shape in ((1, 8, 32), (1, 16, 32), (1, 8, 16)))
        for mode in ("mxfp8", "nvfp4"):
            given = configs(mode)
            slopes = ct.jit(ct.grad(lambda x, y, given=given: ct.sum(g * ct.nn.scaled_dot_general(x, y, ROWS, configs=given)), argnums=(0, 1)))(x, y)
            turned = [np.swapaxes(t, 1, 2) for t in (g, x, y)]
            pairs = [(g, turned[2]), (turned[0], turned[1])]
            for found, pair in zip(slopes, pairs):
                near = pair if mode == "nvfp4" else [rounded(t.astype(float), mode) for t in pair]
                self.check(found, np.einsum("bmk,bnk->bmn", *near).astype("f"), 1e-5)

    def test_products_of_groups(self):
        """Each kind of ragged axis, beside loops over groups."""
        numbers = ct.lax.RaggedDotDimensionNumbers
        x, y = RANDOM.normal(size=(2, 5, 3)), RANDOM.normal(size=(4, 2, 3, 6))
        sizes = np.array([[1, 0, 3, 1], [2, 2, 0, 0]])  # of one batch rows are in no group
        starts, stops = np.cumsum(sizes, 1) - sizes, np.cumsum(sizes, 1)
        rows = np.zeros((2, 5, 6))
        for b, g in np.ndindex(2, 4):
            rows[b, starts[b, g]:stops[b, g]] = x[b, starts[b, g]:stops[b, g]] @ y[g, b]
        by_rows = numbers((((2,), (2,)), ((0,), (1,))), (1,), (0,))
        for function in (ct.lax.ragged_dot_general, ct.jit(lambda x, y, sizes, _: ct.lax.ragged_dot_general(x, y, sizes, by_rows))):
            self.check(function(x, y, sizes, by_rows) if function is ct.lax.ragged_dot_general else function(x, y, sizes, 0), rows, 1e-12)
        self.check(ct.lax.ragged_dot_general(x[0], y[:, 0], sizes[0], numbers((((1,), (1,)), ((), ())), (0,), (0,))), rows[0], 1e-12)
        z = RANDOM.normal(size=(2, 5, 4))
        summed = np.stack([[x[b, starts[b, g]:stops[b, g]].T @ z[b, starts[b, g]:stops[b, g]] for b in range(2)] for g in range(4)])
        self.check(ct.lax.ragged_dot_general(x, z, sizes, numbers((((1,), (1,)), ((0,), (0,))), (1,), ())), summed, 1e-12)
        whole = ct.lax.ragged_dot_general(x, z, np.array([1, 1]), numbers((((1,), (1,)), ((0,), (0,))), (0,), ()))
        self.check(whole, np.einsum("bki,bkj->bij", x, z), 1e-12)
        self.check_gradient(lambda x, y: ct.lax.ragged_dot_general(x, y, sizes, by_rows), x, y[:, :, :, :1], tolerance=1e-5)
        with self.refuses(ct.ValueError, "ct.lax.ragged_dot_general", "one ragged dimension"):
            ct.lax.ragged_dot_general(x, z, sizes, numbers((((1,), (1,)), ((0,), (0,))), (2,), ()))

    def test_what_is_refused(self):
        x = ct.ones((1, 2, 4))
        with self.refuses(ct.ValueError, "ct.nn.scaled_matmul", "scales", r"float32\[1,2,3\]"):
            ct.nn.scaled_matmul(x, x, ct.ones((1, 2, 3)), x)
        with self.refuses(ct.ValueError, "no mode 'fp2'"):
            ct.nn.get_scaled_dot_general_config("fp2")
        with self.refuses(ct.TypeError, "configs", "list of three"):
            ct.nn.scaled_dot_general(x, x, ROWS, configs=configs("mxfp8")[:2])


if __name__ == "__main__":
    unittest.main()
