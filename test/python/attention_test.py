#!/usr/bin/python3
"""Attention with shared heads and slopes: against the formulas, in float64; its memory."""

import itertools
import unittest

import cotan as ct
import numpy as np

SLOPES = np.array([0.5, 0.25, 0.1, 0.7])


def reference(q, k, v, dy, slopes, scale, causal, window):
    """Of one batch: y, and the cotangents of q, k, v and the slopes when `dy` reaches it."""
    queries, keys, sharing = len(q), len(k), q.shape[1] // k.shape[1]
    apart = np.arange(queries)[:, None] - np.arange(keys)
    y, dq, dk, dv, dslopes = np.zeros(q.shape[:2] + v.shape[2:]), *(np.zeros(x.shape) for x in (q, k, v)), np.zeros(q.shape[1])
    for n in range(q.shape[1]):
        of = n // sharing
        scores = scale * q[:, n] @ k[:, of].T - slopes[n] * np.abs(apart)
        seen = np.ones(apart.shape, bool)
        if causal:
            seen &= apart >= 0
        if window:
            seen &= (apart <= window[0]) & (apart >= -window[1])
        p = np.where(seen, np.exp(scores - np.max(scores)), 0)
        p /= np.maximum(p.sum(1, keepdims=True), 1e-300)
        y[:, n] = p @ v[:, of]
        dp = dy[:, n] @ v[:, of].T
        ds = p * (dp - np.sum(p * dp, 1, keepdims=True))
        dq[:, n] = scale * ds @ k[:, of]
        dk[:, of] += scale * ds.T @ q[:, n]
        dv[:, of] += p.T @ dy[:, n]
        dslopes[n] = -np.sum(ds * np.abs(apart))
    return y, dq, dk, dv, dslopes


class Attention(unittest.TestCase):
    def setUp(self):
        random = np.random.default_rng(0)
        self.q, self.dy = random.normal(size=(2, 7, 4, 3)), random.normal(size=(2, 7, 4, 5))
        self.k, self.v = random.normal(size=(2, 9, 2, 3)), random.normal(size=(2, 9, 2, 5))

    def gradients(self, k, v, dtype, **options):
        def loss(q, k, v, slopes):
            return ct.sum(ct.nn.dot_product_attention(q, k, v, alibi_slopes=slopes, **options) * self.dy.astype(dtype))
        x = [each.astype(dtype) for each in (self.q, k, v, SLOPES)]
        y = ct.nn.dot_product_attention(*x[:3], alibi_slopes=x[3], **options)
        return [y, *ct.jit(ct.grad(loss, argnums=(0, 1, 2, 3)))(*x)]

    def test_of_shared_heads_and_slopes_is_the_formula(self):
        for heads, causal, window in itertools.product((1, 2, 4), (False, True), (None, (2, 1))):
            k, v = (np.tile(x, (1, 1, 2, 1))[:, :, :heads] for x in (self.k, self.v))
            wanted = [reference(*x, SLOPES, 3**-0.5, causal, window) for x in zip(self.q, k, v, self.dy)]
            wanted = [np.stack(x) for x in zip(*wanted)]
            wanted[4] = wanted[4].sum(0)
            for dtype, tolerance in (("float64", 1e-12), ("float32", 1e-4)) if heads == 2 else (("float64", 1e-12),):
                found = self.gradients(k, v, dtype, is_causal=causal, local_window_size=window)
                for name, one, other in zip(("y", "dq", "dk", "dv", "dslopes"), found, wanted):
                    with self.subTest(name, heads=heads, causal=causal, window=window, dtype=dtype):
                        np.testing.assert_allclose(one.numpy(), other, tolerance, tolerance)
                        self.assertEqual(one.dtype, dtype)

    def test_residual_is_the_sum_of_the_scores(self):
        i, j = np.arange(7)[:, None], np.arange(4)
        k, v = self.k[:, :4], self.v[:, :4]
        scores = np.einsum("bqhf,bkhf->bqhk", self.q, np.repeat(k, 2, 2)) * 3**-0.5
        for options, meets in (({}, i + j >= 0), ({"is_causal": True}, j <= i),
                               ({"local_window_size": (0, 1)}, (j >= i) & (j <= i + 1)),  # none of the last queries
                               ({"key_value_seq_lengths": np.array([2, 2])}, j + 0 * i < 2),
                               ({"key_value_seq_lengths": np.array([0, 0])}, j + 0 * i < 0),
                               ({"query_seq_lengths": np.array([3, 3])}, i + 0 * j < 3),
                               ({"mask": (j <= i + 1)[None, None]}, j <= i + 1)):
            with np.errstate(divide="ignore"):
                wanted = np.log(np.sum(np.where(meets[:, None], np.exp(scores), 0), -1))
            for bias in (None, np.zeros((1, 1, 1, 1))):
                with self.subTest(**options, bias=bias):
                    def f(q):
                        return ct.nn.dot_product_attention(q, k, v, bias, **options, return_residual=True)
                    for y, found in (f(self.q), ct.jit(f)(self.q)):
                        np.testing.assert_allclose(found.numpy(), wanted, 1e-12)
                        alone = ct.nn.dot_product_attention(self.q, k, v, bias, **options)
                        np.testing.assert_allclose(y.numpy(), alone.numpy(), 1e-14, 1e-15)
        y, found = ct.nn.dot_product_attention(self.q[0], k[0], v[0], return_residual=True)
        self.assertEqual((y.shape, found.shape), ((7, 4, 5), (7, 4)))

    def test_parts_of_the_keys_are_put_together_by_residuals(self):
        def in_parts(q, k, v):
            parts = [ct.nn.dot_product_attention(q, k[:, of], v[:, of], return_residual=True) for of in (slice(4), slice(4, 9))]
            of_parts = ct.nn.softmax(ct.stack([residual for _, residual in parts]), axis=0)
            return sum(y * share[..., None] for (y, _), share in zip(parts, of_parts))

        arguments = self.q, self.k, self.v
        wanted = ct.nn.dot_product_attention(*arguments)
        np.testing.assert_allclose(in_parts(*arguments).numpy(), wanted.numpy(), 1e-12, 1e-13)
        slopes = [ct.grad(lambda *x: ct.sum(f(*x) * self.dy), argnums=(0, 1, 2))(*arguments)
                  for f in (in_parts, ct.nn.dot_product_attention)]
        for found, wanted in zip(*slopes):
            np.testing.assert_allclose(found.numpy(), wanted.numpy(), 1e-11, 1e-12)

    def test_in_tiles_is_that_of_all_scores(self):
        nothing = np.zeros((1, 1, 1, 1))
        options = {"is_causal": True, "local_window_size": 3}
        for found, wanted in zip(self.gradients(self.k, self.v, "float64", **options),
                                 self.gradients(self.k, self.v, "float64", bias=nothing, **options)):
            np.testing.assert_allclose(found.numpy(), wanted.numpy(), 1e-12, 1e-13)

    def test_of_lanes_and_in_forward_mode(self):
        def f(q, slopes):
            return ct.nn.dot_product_attention(q, self.k, self.v, alibi_slopes=slopes)
        slopes = np.stack([SLOPES, 2 * SLOPES, 0 * SLOPES])
        lanes = ct.jit(ct.vmap(f, in_axes=(None, 0)))(self.q, slopes).numpy()
        np.testing.assert_allclose(lanes, [f(self.q, one).numpy() for one in slopes], 1e-13)
        np.testing.assert_allclose(lanes[2], ct.nn.dot_product_attention(self.q, self.k, self.v).numpy(), 1e-13)
        y, dy = ct.jvp(f, (self.q, SLOPES), (self.q * 0.5, SLOPES))
        h = 1e-5
        change = (f(self.q * (1 + h / 2), SLOPES * (1 + h)) - f(self.q * (1 - h / 2), SLOPES * (1 - h))) / (2 * h)
        np.testing.assert_allclose(dy.numpy(), change.numpy(), 1e-7, 1e-8)
        each = np.stack([SLOPES, SLOPES[::-1]]) # one for each batch
        np.testing.assert_array_equal(f(self.q, each)[1].numpy(), f(self.q, each[1])[1].numpy())

    def test_slopes_are_those_of_the_bias(self):
        slopes = ct.nn.alibi_slopes(4)
        found = ct.nn.dot_product_attention(self.q, self.k, self.v, alibi_slopes=slopes)
        wanted = ct.nn.dot_product_attention(self.q, self.k, self.v, bias=ct.nn.alibi_bias(4, 7, 9)[None])
        np.testing.assert_allclose(found.numpy(), wanted.numpy(), 1e-12)

    def test_memory_is_linear_and_nothing_is_repeated(self):
        def step(q, k, v, slopes):
            return ct.sum(ct.nn.dot_product_attention(q, k, v, local_window_size=(256, 0), alibi_slopes=slopes))

        def peak(length):
            types = [ct.ShapeDtypeStruct(shape, "float32") for shape in ((1, length, 16, 8), *2 * ((1, length, 2, 8),), (16,))]
            return ct.jit(ct.grad(step, argnums=(0, 1, 2))).lower(*types).memory().peak
        short, long = peak(1024), peak(4096)
        self.assertLess(long, 4.1 * short)
        # Gradients are results; beside them: y, its cotangent, and three numbers for each query and head.
        of_queries, of_keys = 4096 * 16 * 8 * 4, 4096 * 2 * 8 * 4
        self.assertLess(long, 3.5 * of_queries + 3 * of_keys)

    def test_what_does_not_fit_is_told(self):
        for slopes in (np.ones(3), np.ones((3, 4)), np.ones(()), np.ones((1, 2, 4))):
            with self.assertRaisesRegex(ct.ValueError, "alibi_slopes have shape"):
                ct.nn.dot_product_attention(self.q, self.k, self.v, alibi_slopes=slopes)
        with self.assertRaisesRegex(ct.ValueError, "multiple of the key's"):
            ct.nn.dot_product_attention(self.q[:, :, :3], self.k, self.v)
        with self.assertRaisesRegex(ct.ValueError, r"ct\.nn\.alibi_slopes: heads is 0"):
            ct.nn.alibi_slopes(0)


if __name__ == "__main__":
    unittest.main()
