#!/usr/bin/python3
"""What tables of numbers do not say of layers: random choices, derivatives that are chosen, and what is refused."""

import unittest

import cotan as ct
import numpy as np
import scipy.special
from expected import Case

RANDOM = np.random.default_rng(3)
X = RANDOM.normal(size=(3, 4))
KEY = ct.random.key(5)


class Gumbel(Case):
    def test_noise_is_that_of_the_key(self):
        u = ct.random.uniform(KEY, (3, 4)).numpy().astype(np.float64)
        expected = scipy.special.softmax((X - np.log(-np.log(u))) / 0.5, -1)
        self.check(ct.nn.gumbel_softmax(X, KEY, tau=0.5), expected, 1e-12)
        self.check(ct.jit(lambda x, k: ct.nn.gumbel_softmax(x, k, 0.5))(X, KEY), expected, 1e-12)

    def test_hard_choices_have_the_derivative_of_soft_ones(self):
        weights = RANDOM.normal(size=(3, 4))

        def slope(hard):
            return ct.grad(lambda x: ct.sum(ct.nn.gumbel_softmax(x, KEY, hard=hard) * weights))(X)

        soft = ct.nn.gumbel_softmax(X, KEY).numpy()
        hard = ct.nn.gumbel_softmax(X, KEY, hard=True)
        self.check(hard, np.eye(4)[soft.argmax(-1)], 1e-15)
        self.check(slope(True), slope(False).numpy(), 1e-12)

    def test_choices_have_the_probabilities(self):
        logits = np.log(np.array([0.1, 0.2, 0.7]))
        picks = ct.nn.gumbel_softmax(np.broadcast_to(logits, (20000, 3)), KEY, hard=True).numpy().mean(0)
        np.testing.assert_allclose(picks, [0.1, 0.2, 0.7], atol=0.015)

    def test_refusals(self):
        with self.refuses(ct.ValueError, "layers_test.py:", "ct.nn.gumbel_softmax: tau is 0", "positive"):
            ct.nn.gumbel_softmax(X, KEY, tau=0.0)
        with self.refuses(ct.TypeError, "random key"):
            ct.nn.gumbel_softmax(X, 0)
        with self.refuses(ct.IndexError, "axis 2"):
            ct.nn.gumbel_softmax(X, KEY, axis=2)


class Dropouts(Case):
    def test_channels_are_dropped_together(self):
        for name, axes in (("dropout1d", 1), ("dropout2d", 2), ("dropout3d", 3)):
            with self.subTest(name):
                function = getattr(ct.nn, name)
                x = np.ones((50, 40) + (2,) * axes)
                y = function(x, KEY, 0.25).numpy().reshape(50, 40, -1)
                self.assertTrue((y.min(-1) == y.max(-1)).all())
                self.assertEqual(set(np.unique(y)), {0, 1 / 0.75})
                self.assertLess(abs((y[..., 0] == 0).mean() - 0.25), 5 * (0.25 * 0.75 / 2000) ** 0.5)
                slope = ct.grad(lambda x: ct.sum(function(x, KEY, 0.25)))(x)
                self.check(slope, y.reshape(x.shape), 1e-12)
                self.check(ct.jit(lambda x, k: function(x, k, 0.25))(x, KEY), y.reshape(x.shape), 1e-12)

    def test_alpha_dropout_keeps_mean_and_variance(self):
        x = RANDOM.normal(size=(400, 500))
        for y in (ct.nn.alpha_dropout(x, KEY, 0.3).numpy(), ct.nn.feature_alpha_dropout(x, KEY, 0.3).numpy()):
            self.assertLess(abs(y.mean()), 0.02)
            self.assertLess(abs(y.var() - 1), 0.02)
        self.check(ct.nn.alpha_dropout(x, KEY, 0.0), x, 1e-15)
        self.check(ct.nn.alpha_dropout(x, KEY, 1.0), 0 * x)

    def test_vmap_with_a_key_for_each(self):
        keys = ct.random.split(KEY, 3)
        for name in ("alpha_dropout", "dropout1d"):
            function = getattr(ct.nn, name)
            wanted = np.stack([function(x, k, 0.5).numpy() for x, k in zip(X, keys)])
            self.check(ct.vmap(lambda x, k, f=function: f(x, k, 0.5))(X, keys), wanted, 1e-12)

    def test_refusals(self):
        for name in ("dropout", "dropout1d", "alpha_dropout", "feature_alpha_dropout"):
            with self.refuses(ct.ValueError, f"ct.nn.{name}: rate 1.5", r"\[0, 1\]"):
                getattr(ct.nn, name)(X, KEY, 1.5)
        with self.refuses(ct.ValueError, "ct.nn.dropout3d: x has 2 axes"):
            ct.nn.dropout3d(X, KEY, 0.5)


class Choices(Case):
    """Derivatives that are chosen, as differences say nothing there."""

    def test_padding_has_no_derivative(self):
        weight, places = RANDOM.normal(size=(3, 2)), np.array([0, 1, 1, 2])
        slope = ct.grad(lambda w: ct.sum(ct.nn.embedding(places, w, padding_idx=1)))(weight)
        self.check(slope, np.array([[1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]))
        for row, expected in ((-1, [1, 2, 0]), (-2, [1, 0, 1]), (-3, [0, 2, 1]), (7, [1, 2, 1]), (-7, [1, 2, 1])):
            slope = ct.grad(lambda w, p, row=row: ct.sum(ct.nn.embedding(p, w, padding_idx=row)))
            wanted = np.repeat(np.array(expected, float)[:, None], 2, axis=1)
            self.check(slope(weight, places), wanted)
            self.check(ct.jit(slope, dynamic_axes={"w": 0, "p": 0})(weight, places), wanted)

    def test_equal_rows_have_none(self):
        x = np.zeros((2, 3))
        for p in (0.0, 1.0, 2.0, 3.0, np.inf):
            self.check(ct.grad(lambda x, p=p: ct.sum(ct.nn.cdist(x, x, p)))(x), x)
            self.check(ct.grad(lambda x, p=p: ct.sum(ct.nn.pdist(x, p)))(x), x)
        self.check(ct.grad(lambda x: ct.sum(ct.nn.normalize(x)))(x), x + 1e12, 1e-12)

    def test_guards_stay_hidden(self):
        at = np.array([0.0, 1.0])
        for reduction in ("mean", "sum"):
            slope = ct.grad(lambda x: ct.nn.binary_cross_entropy(x, at, reduction=reduction))(at)
            self.assertTrue(np.isfinite(slope.numpy()).all())
        for function in (lambda x: ct.nn.kl_div(np.zeros(2), x, reduction="sum"), lambda x: ct.sum(ct.nn.celu(1e4 * x)),
                         lambda x: ct.nn.adam_update(x, 0 * x, 0 * x, 0 * x, 0.1, 1)[0].sum()):
            curve = ct.grad(lambda x, f=function: ct.sum(ct.grad(f)(x)))(at)
            self.assertTrue(np.isfinite(curve.numpy()).all(), curve)


class Refusals(Case):
    def test_what_the_operator_says_names_the_function(self):
        with self.refuses(ct.ValueError, r"layers_test.py:\d+: ct.nn.huber: delta is -1", "positive"):
            ct.nn.huber(X, X, -1.0)
        with self.refuses(ct.ValueError, "ct.nn.mse: reduction is 'best'", "'none', 'mean' or 'sum'"):
            ct.nn.mse(X, X, reduction="best")
        with self.refuses(ct.ValueError, "ct.nn.mse:", "do not go together"):
            ct.nn.mse(X, X[:, :3])
        with self.refuses(ct.ValueError, "ct.nn.group_norm: 4 channels", "3 groups"):
            ct.nn.group_norm(X, 3)
        with self.refuses(ct.ValueError, "ct.nn.glu: the size of axis 0 must be a multiple of 2"):
            ct.nn.glu(X, 0)
        with self.refuses(ct.TypeError, "ct.nn.embedding: needs integers as 'indices'", "float64"):
            ct.nn.embedding(X, X)
        with self.refuses(ct.ValueError, "ct.nn.embedding_bag: per_sample_weights", "'mean'"):
            ct.nn.embedding_bag(np.array([[0, 1]]), X, None, np.ones((1, 2)))
        with self.refuses(ct.ValueError, "ct.nn.cdist: p is -1"):
            ct.nn.cdist(X, X, -1.0)
        with self.refuses(ct.ValueError, "ct.nn.adam_update: operand 4 has 1 axes", "one number"):
            ct.nn.adam_update(X, X, X, X, np.ones(4), 1)

    def test_the_same_while_tracing(self):
        with self.refuses(ct.ValueError, "layers_test.py:", "ct.nn.huber: delta is -1"):
            ct.jit(lambda x: ct.nn.huber(x, x, -1.0))(X)

    def test_open_sizes_are_checked_when_they_are_known(self):
        halves = ct.jit(lambda x: ct.nn.glu(x, 0), dynamic_axes={"x": 0})
        self.check(halves(X[:2]), X[:1] * scipy.special.expit(X[1:2]), 1e-12)
        with self.refuses(ct.Error, "more or fewer"):
            halves(X)


class Halves(Case):
    def test_sums_of_halves_are_wide(self):
        x = np.full((4, 5000), 2.0, np.float16)
        self.check(ct.nn.normalize(x), (x / np.sqrt(20000)).astype(np.float16), 1e-3)
        self.check(ct.nn.mse(x, x + 1), np.float16(1), 1e-3)
        self.check(ct.nn.cosine_similarity(x, x), np.ones(4, np.float16), 1e-3)


if __name__ == "__main__":
    unittest.main()
