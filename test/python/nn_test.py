#!/usr/bin/python3
"""Activations, normalization, attention and losses give what their definitions give in NumPy."""

import unittest

import cotan as ct
import numpy as np
import scipy.special
from expected import Case

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(3, 4)) * 2
EXACT = 1e-12

ACTIVATIONS = {
    "hard_tanh": lambda x: np.clip(x, -1, 1),
    "hard_sigmoid": lambda x: np.clip(x + 3, 0, 6) / 6,
    "hard_silu": lambda x: x * np.clip(x + 3, 0, 6) / 6,
    "soft_sign": lambda x: x / (1 + np.abs(x)),
    "squareplus": lambda x: (x + np.sqrt(x * x + 4)) / 2,
    "celu": lambda x: np.where(x > 0, x, np.expm1(x)),
    "elu": lambda x: np.where(x > 0, x, np.expm1(x)),
    "selu": lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(x)),
    "swish": lambda x: x * scipy.special.expit(x),
    "glu": lambda x: x[..., :2] * scipy.special.expit(x[..., 2:]),
    "standardize": lambda x: (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5),
    "log_softmax": lambda x: scipy.special.log_softmax(x, -1),
    "logsumexp": scipy.special.logsumexp,
    "tanh": np.tanh,
    "identity": lambda x: x,
}


class Activations(Case):
    def test_values_and_gradients(self):
        for name, reference in ACTIVATIONS.items():
            with self.subTest(name):
                function = getattr(ct.nn, name)
                self.check(function(X), reference(X), EXACT)
                self.check(ct.jit(function)(X.astype(np.float32)), reference(X).astype(np.float32), 1e-5)
                self.check_gradient(function, X)

    def test_options(self):
        self.check(ct.nn.celu(X, 0.5), np.where(X > 0, X, 0.5 * np.expm1(X / 0.5)), EXACT)
        self.check(ct.nn.squareplus(X, 1), (X + np.sqrt(X * X + 1)) / 2, EXACT)
        self.check(ct.nn.glu(X.T, 0), (ACTIVATIONS["glu"](X)).T, EXACT)
        self.check(ct.nn.standardize(X, (0, 1)), (X - X.mean()) / np.sqrt(X.var() + 1e-5), EXACT)
        self.check(ct.nn.standardize(X, 0, 1.0, 4.0, 0.0), (X - 1) / 2, EXACT)

    def test_slopes_where_they_could_go_wrong(self):
        for name, at, slope in (("celu", 0, 1), ("celu", 1e4, 1), ("soft_sign", 0, 1), ("hard_tanh", 1, 1),
                                ("squareplus", 0, 0.5), ("hard_tanh", 2, 0), ("selu", 1e4, 1.0507009873554805)):
            with self.subTest(name, at=at):
                self.assertEqual(float(ct.grad(getattr(ct.nn, name))(np.float64(at))), slope)

    def test_integers_become_floats(self):
        for name in ("hard_tanh", "selu", "celu", "soft_sign", "hard_silu", "squareplus"):
            self.check(getattr(ct.nn, name)(np.array([-1, 2])), ACTIVATIONS[name](np.array([-1.0, 2.0])).astype(np.float32))

    def test_refusals(self):
        with self.refuses(ValueError, "nn.glu", r"\[2, 3\]", "axis 1 must be a multiple of 2"):
            ct.nn.glu(ct.ones((2, 3)))
        with self.refuses(IndexError, "axis 2"):
            ct.nn.softmax(ct.ones((2, 3)), 2)


def normalized(x, axis):
    return (x - x.mean(axis, keepdims=True)) / np.sqrt(x.var(axis, keepdims=True) + 1e-5)


class Normalization(Case):
    x = RANDOM.normal(size=(4, 3, 5))
    scale, bias = RANDOM.normal(size=5), RANDOM.normal(size=5)

    def test_layer_norm(self):
        self.check(ct.nn.layer_norm(self.x), normalized(self.x, -1), EXACT)
        self.check(ct.nn.layer_norm(self.x, self.scale, self.bias), normalized(self.x, -1) * self.scale + self.bias, EXACT)
        both = RANDOM.normal(size=(3, 5))
        self.check(ct.jit(lambda x, s: ct.nn.layer_norm(x, s, axis=(-1, 1)))(self.x, both),
                   normalized(self.x, (1, 2)) * both, EXACT)
        self.check_gradient(ct.nn.layer_norm, self.x[:2], self.scale, self.bias, tolerance=1e-5)

    def test_rms_norm(self):
        expected = self.x / np.sqrt((self.x**2).mean(-1, keepdims=True) + 1e-3) * self.scale
        self.check(ct.nn.rms_norm(self.x, self.scale, epsilon=1e-3), expected, EXACT)
        self.check(ct.nn.rms_norm(self.x, axis=0), self.x / np.sqrt((self.x**2).mean(0) + 1e-5), EXACT)
        self.check_gradient(ct.nn.rms_norm, self.x[:2], self.scale)

    def test_batch_norm(self):
        y, mean, variance = ct.nn.batch_norm(self.x, self.scale, self.bias)
        self.check(y, normalized(self.x, (0, 1)) * self.scale + self.bias, EXACT)
        self.check(mean, self.x.mean((0, 1)), EXACT)
        self.check(variance, self.x.var((0, 1)), EXACT)
        again = ct.nn.batch_norm_inference(self.x, self.scale, self.bias, mean, variance)
        self.check(again, y.numpy(), EXACT)
        in_front = ct.nn.batch_norm(np.moveaxis(self.x, 2, 1), self.scale, self.bias, axis=1)[0]
        self.check(in_front, np.moveaxis(y.numpy(), 2, 1), EXACT)
        self.check_gradient(lambda *a: ct.nn.batch_norm(*a)[0], self.x[:2], self.scale, self.bias, tolerance=1e-5)

    def test_types_are_promoted(self):
        self.assertEqual(ct.nn.layer_norm(self.x.astype(np.float32), self.scale).dtype, np.float64)
        self.assertEqual(ct.nn.rms_norm(np.ones((2, 3), np.int32)).dtype, np.float32)
        half = ct.nn.layer_norm(self.x.astype(np.float16))
        self.check(half, normalized(self.x, -1).astype(np.float16), 1e-2)

    def test_dropout(self):
        key, x = ct.random.key(3), np.full((100, 100), 2.0)
        y = ct.nn.dropout(x, key, 0.3).numpy()
        dropped = y == 0
        self.assertLess(abs(dropped.mean() - 0.3), 5 * (0.3 * 0.7 / y.size) ** 0.5)
        np.testing.assert_allclose(y[~dropped], 2 / 0.7)
        np.testing.assert_array_equal(ct.jit(lambda x, key: ct.nn.dropout(x, key, 0.3))(x, key).numpy(), y)
        slope = ct.grad(lambda x: ct.sum(ct.nn.dropout(x, key, 0.3)))(x).numpy()
        np.testing.assert_allclose(slope, y / 2)
        self.check(ct.nn.dropout(x, key, 0), x)
        self.check(ct.nn.dropout(x, key, 1.0), 0 * x)

    def test_vmap(self):
        for function in (ct.nn.layer_norm, ct.nn.rms_norm, lambda x: ct.nn.batch_norm(x, self.scale, self.bias)[0]):
            self.check(ct.vmap(function)(self.x), np.stack([function(x).numpy() for x in self.x]), EXACT)
        keys = ct.random.split(ct.random.key(0), 4)
        dropped = np.stack([ct.nn.dropout(x, k, 0.5).numpy() for x, k in zip(self.x, keys)])
        self.check(ct.vmap(lambda x, k: ct.nn.dropout(x, k, 0.5))(self.x, keys), dropped)

    def test_refusals(self):
        with self.refuses(ValueError, "layer_norm: scale", r"\(3,\)", r"needs \(5,\)"):
            ct.nn.layer_norm(self.x, ct.ones(3))
        with self.refuses(ValueError, "batch_norm_inference: mean"):
            ct.nn.batch_norm_inference(self.x, self.scale, self.bias, 0.0, self.bias)
        with self.refuses(ValueError, "nn.dropout: rate 1.5", r"\[0, 1\]"):
            ct.nn.dropout(self.x, ct.random.key(0), 1.5)
        with self.refuses(TypeError, "random key"):
            ct.nn.dropout(self.x, 0, 0.5)
        with self.refuses(IndexError, "axis 3"):
            ct.nn.rms_norm(self.x, axis=3)


def attend(q, k, v, bias=0, mask=True, scale=None):
    """By its definition, head by head."""
    y = np.empty((*q.shape[:3], v.shape[3]))
    scale = q.shape[3] ** -0.5 if scale is None else scale
    shape = q.shape[0], q.shape[2], q.shape[1], k.shape[1]
    bias, mask, share = np.broadcast_to(bias, shape), np.broadcast_to(mask, shape), q.shape[2] // k.shape[2]
    for b, h in np.ndindex(*shape[:2]):
        scores = q[b, :, h] @ k[b, :, h // share].T * scale + bias[b, h]
        y[b, :, h] = scipy.special.softmax(np.where(mask[b, h], scores, -np.inf), -1) @ v[b, :, h // share]
    return y


class Attention(Case):
    q, k, v = (RANDOM.normal(size=(2, n, 4, f)) for n, f in ((5, 3), (6, 3), (6, 2)))
    bias, mask = RANDOM.normal(size=(4, 5, 6)), RANDOM.random((2, 1, 5, 6)) < 0.7

    def setUp(self):
        self.mask[..., 0] = True  # every query meets a key

    def test_values(self):
        for options in ({}, {"scale": 0.3}, {"bias": self.bias}, {"mask": self.mask}, {"scale": -1.0},
                        {"bias": self.bias, "mask": self.mask, "scale": 2.0}):
            with self.subTest(list(options)):
                expected = attend(self.q, self.k, self.v, **options)
                self.check(ct.nn.dot_product_attention(self.q, self.k, self.v, **options), expected, 1e-10)
                self.check(ct.jit(lambda q, k, v: ct.nn.dot_product_attention(q, k, v, **options))(self.q, self.k, self.v),
                           expected, 1e-10)

    def test_causal(self):
        k, v, after = self.k[:, :5], self.v[:, :5], np.tri(5) > 0
        self.check(ct.nn.dot_product_attention(self.q, k, v, is_causal=True), attend(self.q, k, v, mask=after), 1e-10)
        both = self.mask[..., :5] & after
        self.check(ct.nn.dot_product_attention(self.q, k, v, mask=self.mask[..., :5], is_causal=True),
                   attend(self.q, k, v, mask=both), 1e-10)

    def test_window(self):
        query, key = np.ogrid[:5, :6]
        for window, seen in ((1, abs(query - key) <= 1), ((2, 0), (key <= query) & (key >= query - 2)),
                             ([0, 9], key >= query)):
            for extra in ({}, {"bias": self.bias}):
                expected = attend(self.q, self.k, self.v, mask=seen, **extra)
                found = ct.nn.dot_product_attention(self.q, self.k, self.v, local_window_size=window, **extra)
                self.check(found, expected, 1e-10)
        both = (key <= query) & (key >= query - 1)
        found = ct.nn.dot_product_attention(self.q, self.k, self.v, is_causal=True, local_window_size=1)
        self.check(found, attend(self.q, self.k, self.v, mask=both), 1e-10)
        self.check_gradient(lambda *x: ct.nn.dot_product_attention(*x, local_window_size=(1, 1)), self.q[:1],
                            self.k[:1, :3], self.v[:1, :3], tolerance=1e-5)

    def test_lengths(self):
        queries, keys = np.array([2, 5]), np.array([4, 0], np.int32)
        seen = np.arange(6) < keys[:, None, None, None]
        for extra, mask in (({}, seen), ({"mask": self.mask}, seen & self.mask), ({"is_causal": True}, seen & (np.tri(5, 6) > 0))):
            expected = attend(self.q[:1], self.k[:1], self.v[:1], mask=mask[:1])
            found = ct.nn.dot_product_attention(self.q, self.k, self.v, key_value_seq_lengths=keys, **extra)
            self.check(found[:1], expected, 1e-10)
            self.assertEqual(np.asarray(found)[1].any(), False)
            expected[:, 2:] = 0
            found = ct.jit(lambda n: ct.nn.dot_product_attention(self.q, self.k, self.v, query_seq_lengths=n, key_value_seq_lengths=keys,
                                                                 **extra))(queries)
            self.check(found[:1], expected, 1e-10)
        found = ct.nn.dot_product_attention(self.q, self.k, self.v, query_seq_lengths=queries, implementation="xla")
        expected = attend(self.q, self.k, self.v)
        expected[0, 2:] = 0
        self.check(found, expected, 1e-10)
        self.check_gradient(lambda *x: ct.nn.dot_product_attention(*x, key_value_seq_lengths=np.array([2]), query_seq_lengths=3),
                            self.q[:1], self.k[:1, :3], self.v[:1, :3], tolerance=1e-5)
        for name, lengths, message in (("query_seq_lengths", np.ones(3, int), r"have shape \(3,\), but expected one for each of the batch, of shape \(2,\)"),
                                       ("key_value_seq_lengths", np.ones(2), "are float64, but must be integers")):
            with self.assertRaisesRegex((ct.ValueError, ct.TypeError), f"dot_product_attention: {name} {message}"):
                ct.nn.dot_product_attention(self.q, self.k, self.v, **{name: lengths})

    def test_of_queries_without_keys_in_their_window_is_zero(self):
        for bias in (None, self.bias[..., :1]):
            y = ct.nn.dot_product_attention(self.q, self.k[:, :1], self.v[:, :1], bias, local_window_size=1)
            self.assertEqual(np.asarray(y)[:, 2:].any(), False)
            self.check(y[:, :2], np.broadcast_to(self.v[:, :1], y[:, :2].shape), 1e-10)

    def test_memory_of_a_window_grows_with_the_number_of_keys(self):
        x = np.ones((1, 1 << 17, 1, 2), np.float32)
        y = ct.nn.dot_product_attention(x, x, x, local_window_size=(3, 0))
        self.assertTrue((np.asarray(y) == 1).all())

    def test_shared_heads_and_no_batch(self):
        k, v = self.k[:, :, :2], self.v[:, :, :2]
        expected = attend(self.q, k, v)
        self.check(ct.nn.dot_product_attention(self.q, k, v), expected, 1e-10)
        self.check(ct.nn.dot_product_attention(self.q[0], k[0], v[0]), expected[0], 1e-10)

    def test_vmap(self):
        function = ct.nn.dot_product_attention
        self.check(ct.vmap(function)(self.q, self.k, self.v), attend(self.q, self.k, self.v), 1e-10)
        biases = RANDOM.normal(size=(2, 4, 5, 6))
        self.check(ct.vmap(function)(self.q, self.k, self.v, biases), attend(self.q, self.k, self.v, biases), 1e-10)

    def test_half_is_computed_in_single(self):
        halves = [x.astype(np.float16) for x in (self.q, self.k, self.v)]
        for options in ({}, {"bias": self.bias}):
            expected = attend(*(h.astype(float) for h in halves), **options)
            found = ct.nn.dot_product_attention(*halves, **options)
            self.check(found, expected.astype(np.float16), 2e-3)

    def test_gradients(self):
        q, k, v = self.q[:1, :3], self.k[:1, :3, :2], self.v[:1, :3, :2]
        for options in ({"is_causal": True}, {"bias": self.bias[:, :3, :3], "mask": self.mask[:1, :, :3, :3]}):
            self.check_gradient(lambda *x: ct.nn.dot_product_attention(*x, **options), q, k, v, tolerance=1e-5)

    def test_refusals(self):
        with self.refuses(ValueError, r"\(2, 5, 4, 3\)", "do not go together"):
            ct.nn.dot_product_attention(self.q, self.k[:1], self.v)
        with self.refuses(ValueError, "multiple"):
            ct.nn.dot_product_attention(self.q, self.k[:, :, :3], self.v[:, :, :3])
        with self.refuses(ValueError, r"local_window_size is \(-1, 2\)"):
            ct.nn.dot_product_attention(self.q, self.k, self.v, local_window_size=(-1, 2))
        with self.refuses(ValueError, "batch, place, head and feature"):
            ct.nn.dot_product_attention(self.q[0, 0], self.k, self.v)


class Losses(Case):
    labels = np.array([3, 0, 1])

    def test_of_labels(self):
        chances = scipy.special.log_softmax(X, -1)
        expected = -chances[np.arange(3), self.labels]
        self.check(ct.nn.cross_entropy(X, self.labels), expected, EXACT)
        self.check(ct.nn.softmax_cross_entropy_with_integer_labels(X.T, self.labels, axis=0), expected, EXACT)
        self.check(ct.nn.nll_loss(chances, self.labels.astype(np.uint8)), expected, EXACT)
        self.check_gradient(lambda x: ct.nn.cross_entropy(x, self.labels), X)
        self.check(ct.nn.cross_entropy(X, np.array([3, -1, 4])), [expected[0], 0, 0], EXACT)

    def test_of_differences(self):
        y = RANDOM.normal(size=(3, 1))
        d = np.abs(X - y)
        self.check(ct.nn.mse(X, y), (d**2).mean(), EXACT)
        self.check(ct.nn.huber(X, y, 0.7), np.where(d <= 0.7, d * d / 2, 0.7 * (d - 0.35)).mean(), EXACT)
        self.check_gradient(ct.nn.mse, X, y)
        self.check_gradient(ct.nn.huber, X, y)

    def test_refusals(self):
        with self.refuses(ValueError, r"labels have shape \(4,\)", r"\(3, 4\)", r"\(3,\)"):
            ct.nn.cross_entropy(X, np.zeros(4, np.int64))
        with self.refuses(TypeError, "integers", "float64"):
            ct.nn.cross_entropy(X, np.zeros(3))
        with self.refuses(ValueError, "delta"):
            ct.nn.huber(X, X, 0)
        with self.refuses(ValueError, "nn.mse", "do not go together"):
            ct.nn.mse(X, X.T)


if __name__ == "__main__":
    unittest.main()
