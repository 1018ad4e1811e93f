#!/usr/bin/python3
"""Layers, random numbers and norms compiled once for all sizes of the first axis."""

import unittest

import cotan as ct
import numpy as np
from expected import Case

RANDOM = np.random.default_rng(0)
S, B, KERNEL, KEY = RANDOM.normal(size=4), RANDOM.normal(size=4), RANDOM.normal(size=(3, 3, 2, 2)), ct.random.key(0)
W3, U3, W4, U4 = (RANDOM.normal(size=shape) for shape in ((6, 4), (6, 2), (8, 4), (8, 2)))
nn, random, linalg = ct.nn, ct.random, ct.linalg

# Functions, and the shape of a row of what they take. Some add their argument: the sizes are known to be one.
CASES = {
    "layer_norm": (lambda x: nn.layer_norm(x, S, B), (4,)),
    "rms_norm": (lambda x: nn.rms_norm(x, S) + x, (4,)),
    "batch_norm": (lambda x: nn.batch_norm(x, S, B)[0] * x, (4,)),
    "batch_norm_inference": (lambda x: nn.batch_norm_inference(x, S, B, S, S**2), (4,)),
    "dropout": (lambda x: nn.dropout(x, KEY, 0.5) + x, (4,)),
    "conv": (lambda x: nn.conv(x, KERNEL) + x, (5, 5, 2)),
    "max_pool": (lambda x: nn.max_pool(x, (2, 2), 2, "SAME"), (5, 5, 2)),
    "avg_pool": (lambda x: nn.avg_pool(x, (2, 2), 1, "SAME", count_include_pad=False) + x, (5, 5, 2)),
    "conv_transpose": (lambda x: nn.conv_transpose(x, KERNEL, 2), (3, 3, 2)),
    "unfold": (lambda x: nn.unfold(x, (2, 2), 1, "SAME"), (3, 3, 2)),
    "fold": (lambda x: nn.fold(x, (3, 3), (2, 2)), (4, 8)),
    "pixel_shuffle": (lambda x: nn.pixel_unshuffle(nn.pixel_shuffle(x, 2), 2) + nn.channel_shuffle(x, 2), (3, 3, 4)),
    "interpolate": (lambda x: nn.interpolate(x, 5, mode="bilinear") + nn.interpolate(x, (5, 5), mode="bicubic"), (3, 4, 2)),
    "interpolate open axes": (lambda x: nn.interpolate(x, scale_factor=1.5, mode="linear"), (2,)),
    "grid_sample": (lambda x: nn.grid_sample(x, nn.affine_grid(0.1 * x[:, :2, :3, 0] + 0.2, (2, 2))), (3, 4, 2)),
    "adaptive pools": (lambda x: nn.adaptive_avg_pool(x, 2) + nn.adaptive_max_pool(x, 2), (3, 4, 2)),
    "adaptive pools of open axes": (lambda x: nn.adaptive_avg_pool(x, 2) + nn.adaptive_max_pool(x, 2), (2,)),
    "max_unpool": (lambda x: nn.max_unpool(*nn.max_pool_with_indices(x, (2, 2), 2), (4, 4)) + x, (4, 4, 2)),
    "lp_pool": (lambda x: nn.lp_pool(x, 3, (2, 2)), (3, 3, 2)),
    "fractional_max_pool": (lambda x: nn.fractional_max_pool(x, (2, 2), (2, 2), nn.sigmoid(x[:, 0, :2])), (4, 4, 2)),
    "attention": (lambda x: nn.dot_product_attention(x, x, x, is_causal=True) + x, (4, 2, 3)),
    "attention of open length": (lambda x: nn.dot_product_attention(x, x, x), (2, 3)),
    "attention with a mask": (lambda x: nn.dot_product_attention(x, x, x, mask=np.tri(4) > 0), (4, 2, 3)),
    "cross_entropy": (lambda x: nn.cross_entropy(x, ct.argmax(x, -1)), (4,)),
    "mse": (lambda x: nn.mse(x, 0.0), (4,)),
    "activations": (lambda x: nn.selu(x) + nn.celu(x) + nn.hard_tanh(x) + nn.standardize(x), (4,)),
    "glu": (lambda x: nn.glu(x), (4,)),
    "halves of rows": (lambda x: nn.glu(ct.concatenate([x, 2 * x]), 0) + nn.maxout(ct.concatenate([x, x]), 2, 0), (4,)),
    "group_norm": (lambda x: nn.group_norm(x, 2) + nn.instance_norm(x, axis=1), (3, 4)),
    "group_norm of open groups": (lambda x: nn.group_norm(ct.concatenate([x, 2 * x]).T, 2), (3,)),
    "local_response_norm": (lambda x: nn.local_response_norm(x, 3, 1.0, axis=0) + nn.normalize(x), (4,)),
    "dropout of channels": (lambda x: nn.dropout1d(x, KEY, 0.5) + nn.alpha_dropout(x, KEY, 0.5), (4,)),
    "losses": (lambda x: nn.smooth_l1_loss(x, 1.0, reduction="none") + nn.binary_cross_entropy_with_logits(x, 0.25), (4,)),
    "dice": (lambda x: nn.dice_loss(nn.sigmoid(x), nn.softmax(x)), (4,)),
    "cdist": (lambda x: nn.cdist(x, 1 - x) + nn.cosine_similarity(x, x + 1), (4,)),
    "embedding": (lambda x: nn.embedding(ct.argmax(x, 0), x) + nn.embedding_bag(ct.arange(2)[None], x, mode="sum"), (4,)),
    "bilinear": (lambda x: nn.bilinear(x, x, np.ones((2, 3, 3))), (3,)),
    "adam": (lambda x: nn.adam_update(x, 2 * x, 0 * x, 0 * x, 0.1, 1)[0], (4,)),
    "gru of open length": (lambda x: nn.gru(x, np.ones((1, 2)), [W3, U3], has_biases=False)[0], (4,)),
    "lstm of an open batch": (lambda x: nn.lstm(x, 0 * x[None, :, 0, :2], 0 * x[None, :, 1, :2], [W4, U4], ct.argmax(x[:, 0], 1),
                                                has_biases=False, batch_first=True)[0], (3, 4)),
    "ctc_loss": (lambda x: nn.ctc_loss(nn.log_softmax(x), ct.array([1]), 9, 1), (4,)),
    "rotary_embedding": (lambda x: nn.rotary_embedding(x, ct.argmax(x[:, 0], 1)), (2, 4)),
    "cache_update": (lambda x: nn.cache_update(x, 2 * x[:1], 1, axis=0), (4,)),
    "attention in a window": (lambda x: nn.dot_product_attention(x, x, x, local_window_size=(1, 0)), (2, 3)),
    "uniform": (lambda x: x * random.uniform(KEY, x.shape, "float64", -1.0, 1.0), (4,)),
    "randint": (lambda x: x * random.randint(KEY, x.shape, 0, 9), (4,)),
    "bernoulli": (lambda x: ct.where(random.bernoulli(KEY, nn.sigmoid(x)), x, 0.0), (4,)),
    "categorical": (lambda x: x[:, 0] * random.categorical(KEY, x), (4,)),
    "norm": (lambda x: linalg.norm(x, axis=1), (4,)),
    "matrix_norm": (lambda x: linalg.norm(x, "fro") + linalg.norm(x, 1), (4,)),
    "matrix_power": (lambda x: linalg.matrix_power(x, 3), (4, 4)),
    "products": (lambda x: linalg.vecdot(x, linalg.cross(x, x[:, ::-1])), (3,)),
}


class OpenLayers(Case):
    def test_any_number_of_rows(self):
        for name, (function, row) in CASES.items():
            compiled = ct.jit(function, dynamic_axes={"x": 0})
            for count in (3, 5, 1):
                with self.subTest(name, rows=count):
                    x = RANDOM.normal(size=(count, *row))
                    self.check(compiled(x), function(x).numpy(), 1e-10)

    def test_derivatives(self):
        for name, (function, row) in CASES.items():
            with self.subTest(name):
                slope = ct.grad(lambda x, f=function: ct.sum(f(x)))
                x = RANDOM.normal(size=(3, *row))
                self.check(ct.jit(slope, dynamic_axes={"x": 0})(x), slope(x).numpy(), 1e-9)

    def test_many_at_once(self):
        for name, (function, row) in CASES.items():
            with self.subTest(name):
                many, xs = ct.vmap(function), RANDOM.normal(size=(2, 3, *row))
                open_ = ct.jit(lambda xs, f=many: f(xs), dynamic_axes={"xs": (0, 1)})
                self.check(open_(xs), np.stack([function(x).numpy() for x in xs]), 1e-9)

    def test_sizes_that_must_be_known(self):
        with self.refuses(ValueError, "open|known"):
            ct.jit(lambda x: nn.conv(x, KERNEL, strides=2), dynamic_axes={"x": 1})(np.ones((1, 5, 5, 2)))
        with self.refuses(ValueError, "nn.interpolate", "open", "give the sizes"):
            ct.jit(lambda x: nn.interpolate(x, scale_factor=0.1), dynamic_axes={"x": 0})(np.ones((40, 2)))
        with self.refuses(ValueError, "nn.pdist", "rows is open"):
            ct.jit(lambda x: nn.pdist(x), dynamic_axes={"x": 0})(np.ones((4, 2)))

    def test_windows_that_do_not_fit(self):
        for name in ("max_pool", "avg_pool", "max_pool_with_indices", "unfold"):
            for stride in (1, 2):
                with self.subTest(name, stride=stride):
                    open_ = ct.jit(lambda x, f=getattr(nn, name), s=stride: f(x, (3,), s), dynamic_axes={"x": 0})
                    open_(np.ones((3, 2)))
                    for size in (2, 1):
                        with self.assertRaises(ct.Error):
                            open_(np.ones((size, 2)))


if __name__ == "__main__":
    unittest.main()
