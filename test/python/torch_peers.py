"""What PyTorch and SciPy have in the place of each composite operator: the rows of torch_peers_test.py."""

import dataclasses
import math
from typing import Callable

import cotan as ct
import numpy as np
import scipy.special
import torch
import torch.nn.functional as F

RANDOM = np.random.default_rng(11)
nn = ct.nn


@dataclasses.dataclass
class Row:
    name: str
    cotan: Callable
    torch: Callable
    inputs: list
    differentiable: bool = True
    compiles: bool = True  # not where the sizes of results depend on numbers


def normal(*shape):
    return RANDOM.normal(size=shape)


def shares(*shape):
    return RANDOM.uniform(0.05, 0.95, shape)


def signs(*shape):
    return RANDOM.choice([-1.0, 1.0], shape)


def whole(high, *shape):
    return RANDOM.integers(0, high, shape)


def first(x):
    """(batch, spatial..., channels) -> (batch, channels, spatial...)"""
    return x.movedim(-1, 1)


def last(x):
    return x.movedim(1, -1)


def images(function):
    return lambda x, *rest: last(function(first(x), *rest))


def elementwise(x=None):
    x = np.concatenate([normal(20) * 2, [0.3, -0.3, 4.5, -4.5, 7.1, -7.1]]) if x is None else x
    half = lambda x: torch.chunk(x, 2, -1)
    pairs = [
        ("celu", lambda x: nn.celu(x, 1.5), lambda x: F.celu(x, 1.5)), ("elu", lambda x: nn.elu(x, 0.7), lambda x: F.elu(x, 0.7)),
        ("geglu", nn.geglu, lambda x: half(x)[0] * F.gelu(half(x)[1])),
        ("gelu", nn.gelu, lambda x: F.gelu(x, approximate="tanh")), ("gelu", lambda x: nn.gelu(x, False), F.gelu),
        ("glu", nn.glu, F.glu), ("hard_sigmoid", nn.hard_sigmoid, F.hardsigmoid), ("hard_silu", nn.hard_silu, F.hardswish),
        ("hard_tanh", nn.hard_tanh, F.hardtanh), ("hardshrink", nn.hardshrink, F.hardshrink),
        ("leaky_relu", lambda x: nn.leaky_relu(x, 0.2), lambda x: F.leaky_relu(x, 0.2)),
        ("log_sigmoid", nn.log_sigmoid, F.logsigmoid), ("log_softmax", nn.log_softmax, lambda x: F.log_softmax(x, -1)),
        ("logsumexp", nn.logsumexp, lambda x: torch.logsumexp(x, 0)),
        ("maxout", lambda x: nn.maxout(x, 2), lambda x: x.reshape(13, 2).max(-1).values),
        ("mish", nn.mish, F.mish), ("quick_gelu", nn.quick_gelu, lambda x: x * torch.sigmoid(1.702 * x)),
        ("reglu", nn.reglu, lambda x: half(x)[0] * F.relu(half(x)[1])), ("relu", nn.relu, F.relu), ("relu6", nn.relu6, F.relu6),
        ("rrelu", nn.rrelu, lambda x: F.rrelu(x, training=False)), ("selu", nn.selu, F.selu), ("sigmoid", nn.sigmoid, torch.sigmoid),
        ("silu", nn.silu, F.silu), ("soft_sign", nn.soft_sign, F.softsign), ("softmax", nn.softmax, lambda x: F.softmax(x, -1)),
        ("softmin", nn.softmin, lambda x: F.softmin(x, -1)), ("softplus", nn.softplus, F.softplus),
        ("softshrink", nn.softshrink, F.softshrink),
        ("sparse_plus", nn.sparse_plus, lambda x: torch.where(x > 1, x, torch.where(x < -1, 0.0, (x + 1) ** 2 / 4))),
        ("sparse_sigmoid", nn.sparse_sigmoid, lambda x: torch.clamp((x + 1) / 2, 0, 1)),
        ("squared_relu", nn.squared_relu, lambda x: F.relu(x) ** 2),
        ("squareplus", nn.squareplus, lambda x: (x + torch.sqrt(x * x + 4)) / 2),
        ("swiglu", nn.swiglu, lambda x: half(x)[0] * F.silu(half(x)[1])), ("tanhshrink", nn.tanhshrink, F.tanhshrink),
        ("threshold", lambda x: nn.threshold(x, 0.5, -2.0), lambda x: F.threshold(x, 0.5, -2.0)),
        ("clip", lambda x: ct.clip(x, -1.0, 2.0), lambda x: torch.clamp(x, -1, 2)), ("frac", ct.frac, torch.frac),
        ("normalize", nn.normalize, lambda x: F.normalize(x, dim=-1)), ("mean", ct.mean, torch.mean),
        ("std", lambda x: ct.std(x, correction=1), torch.std), ("var", ct.var, lambda x: torch.var(x, unbiased=False)),
    ]
    yield from (Row(name, ours, theirs, [x]) for name, ours, theirs in pairs)
    yield Row("log1mexp", nn.log1mexp, lambda x: torch.log(-torch.expm1(-x)), [np.abs(x)])
    yield Row("logit", nn.logit, torch.logit, [shares(9)])
    yield Row("prelu", nn.prelu, F.prelu, [x, np.array([0.3])])
    yield Row("entr", ct.special.entr, torch.special.entr, [shares(9) * 3])
    yield Row("xlogy", ct.special.xlogy, torch.special.xlogy, [x, shares(26) * 3])
    yield Row("xlog1py", ct.special.xlog1py, torch.special.xlog1py, [x, shares(26) * 3 - 0.9])
    yield Row("hypot", ct.hypot, torch.hypot, [x, normal(26)])
    yield Row("lerp", ct.lerp, torch.lerp, [x, normal(26), shares(26)])
    yield Row("mode", lambda x: ct.mode(x, 0)[0], lambda x: torch.mode(x, 0).values, [np.array([3, 1, 3, 2, 1, 3])], False)


def losses():
    x, y = normal(6, 5), normal(6, 5)
    p, q = shares(6, 5), shares(6, 5)
    labels, weight = whole(5, 6), shares(5) + 0.5
    rows = [
        ("binary_cross_entropy", lambda x, y: nn.binary_cross_entropy(x, y, weight),
         lambda x, y: F.binary_cross_entropy(x, y, torch.tensor(weight)), [p, q]),
        ("binary_cross_entropy_with_logits", nn.binary_cross_entropy_with_logits, F.binary_cross_entropy_with_logits, [x, q]),
        ("cosine_embedding_loss", lambda x, y, s: nn.cosine_embedding_loss(x, y, s, 0.1),
         lambda x, y, s: F.cosine_embedding_loss(x, y, s.detach(), 0.1), [x, y, np.sign(whole(2, 6) - 0.5).astype(int)]),
        ("cross_entropy", lambda x, i: nn.cross_entropy(x, i, label_smoothing=0.1),
         lambda x, i: F.cross_entropy(x, i, label_smoothing=0.1, reduction="none"), [x, labels]),
        ("softmax_cross_entropy", nn.softmax_cross_entropy,
         lambda x, y: -(y * F.log_softmax(x, -1)).sum(-1), [x, scipy.special.softmax(y, -1)]),
        ("dice_loss", lambda x, y: nn.dice_loss(x, y, reduction="none"),
         lambda x, y: 1 - 2 * (x * y).sum(1) / (x.sum(1) + y.sum(1) + 1e-5), [p, q]),
        ("gaussian_nll_loss", lambda x, y, v: nn.gaussian_nll_loss(x, y, v, full=True),
         lambda x, y, v: F.gaussian_nll_loss(x, y, v, full=True), [x, y, p]),
        ("hinge_embedding_loss", nn.hinge_embedding_loss, F.hinge_embedding_loss, [x, signs(6, 5).astype(int)]),
        ("hinge_loss", nn.hinge_loss, lambda x, y: F.relu(1 - x * y).mean(), [x, signs(6, 5).astype(int)]),
        ("squared_hinge_loss", nn.squared_hinge_loss, lambda x, y: (F.relu(1 - x * y) ** 2).mean(), [x, signs(6, 5).astype(int)]),
        ("huber", lambda x, y: nn.huber(x, y, 0.7), lambda x, y: F.huber_loss(x, y, delta=0.7), [x, y]),
        ("kl_div", lambda x, y: nn.kl_div(x, y, reduction="sum"), lambda x, y: F.kl_div(x, y, reduction="sum"), [x, q]),
        ("kl_div", lambda x, y: nn.kl_div(x, y, True), lambda x, y: F.kl_div(x, y, log_target=True), [x, y]),
        ("l1_loss", nn.l1_loss, F.l1_loss, [x, y]),
        ("log_cosh", nn.log_cosh, lambda x, y: torch.log(torch.cosh(x - y)).mean(), [x, y]),
        ("margin_ranking_loss", lambda x, y, s: nn.margin_ranking_loss(x, y, s, 0.3),
         lambda x, y, s: F.margin_ranking_loss(x, y, s, 0.3), [x, y, signs(6, 5).astype(int)]),
        ("mse", nn.mse, F.mse_loss, [x, y]),
        ("multi_margin_loss", lambda x, i: nn.multi_margin_loss(x, i, weight, 2, 0.8),
         lambda x, i: F.multi_margin_loss(x, i, 2, 0.8, torch.tensor(weight)), [x, labels]),
        ("multilabel_margin_loss", nn.multilabel_margin_loss, F.multilabel_margin_loss,
         [x, np.array([[3, 0, -1, 1, 1]] * 6)]),
        ("multilabel_soft_margin_loss", nn.multilabel_soft_margin_loss, F.multilabel_soft_margin_loss, [x, q]),
        ("nll_loss", nn.nll_loss, lambda x, i: F.nll_loss(x, i, reduction="none"), [x, labels]),
        ("poisson_nll_loss", nn.poisson_nll_loss, F.poisson_nll_loss, [x, p]),
        ("smooth_l1_loss", lambda x, y: nn.smooth_l1_loss(x, y, 0.6), lambda x, y: F.smooth_l1_loss(x, y, beta=0.6), [x, y]),
        ("soft_margin_loss", nn.soft_margin_loss, F.soft_margin_loss, [x, signs(6, 5).astype(int)]),
        ("triplet_margin_loss", lambda x, y, z: nn.triplet_margin_loss(x, y, z, swap=True),
         lambda x, y, z: F.triplet_margin_loss(x, y, z, swap=True), [x, y, normal(6, 5)]),
        ("sigmoid_focal_loss", nn.sigmoid_focal_loss, focal, [x, q]),
    ]
    yield from (Row(*row) for row in rows)
    arguments = [normal(9, 3, 6), 1 + whole(5, 3, 4), np.array([9, 8, 6]), np.array([4, 3, 2])]  # PyTorch's gradient is that of both
    yield Row("ctc_loss", lambda x, *y: nn.ctc_loss(nn.log_softmax(x), *y, reduction="sum"),
              lambda x, *y: F.ctc_loss(F.log_softmax(x, -1), *y, reduction="sum"), arguments)
    rows = (("cosine_similarity", nn.cosine_similarity, lambda x, y: F.cosine_similarity(x, y, -1)),
            ("pairwise_distance", lambda x, y: nn.pairwise_distance(x, y, 3.0), lambda x, y: F.pairwise_distance(x, y, 3.0)),
            ("cdist", lambda x, y: nn.cdist(x, y, 1.5), lambda x, y: torch.cdist(x, y, 1.5)))
    yield from (Row(name, ours, theirs, [x, y]) for name, ours, theirs in rows)
    yield Row("pdist", nn.pdist, F.pdist, [x])


def focal(x, y):
    """As torchvision.ops.sigmoid_focal_loss says it."""
    p, cross = torch.sigmoid(x), F.binary_cross_entropy_with_logits(x, y, reduction="none")
    right = p * y + (1 - p) * (1 - y)
    return (0.25 * y + 0.75 * (1 - y)) * (1 - right) ** 2 * cross


def normalizations():
    x, scale, bias = normal(4, 3, 5, 6), normal(6), normal(6)
    yield Row("layer_norm", nn.layer_norm, lambda x, s, b: F.layer_norm(x, (6,), s, b), [x, scale, bias])
    yield Row("rms_norm", nn.rms_norm, lambda x, s: x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-5) * s, [x, scale])
    yield Row("batch_norm", lambda x, s, b: nn.batch_norm(x, s, b)[0],
              images(lambda x, s, b: F.batch_norm(x, None, None, s, b, training=True)), [x, scale, bias])
    yield Row("batch_norm_inference", nn.batch_norm_inference,
              images(lambda x, s, b, m, v: F.batch_norm(x, m.detach(), v.detach(), s, b) if not m.requires_grad else
                     (x - column(m)) * torch.rsqrt(column(v) + 1e-5) * column(s) + column(b)), [x, scale, bias, normal(6), shares(6)])
    yield Row("group_norm", lambda x, s, b: nn.group_norm(x, 3, s, b), images(lambda x, s, b: F.group_norm(x, 3, s, b)), [x, scale, bias])
    yield Row("instance_norm", nn.instance_norm, images(lambda x, s, b: F.instance_norm(x, weight=s, bias=b)), [x, scale, bias])
    yield Row("local_response_norm", lambda x: nn.local_response_norm(x, 3, 0.1), images(lambda x: F.local_response_norm(x, 3, 0.1)), [x])
    yield Row("weight_norm", nn.weight_norm, lambda v, g: torch._weight_norm(v, g.reshape(-1, 1), 0), [normal(4, 5), normal(4)])
    yield Row("spectral_norm", lambda x, u, v: nn.spectral_norm(x, u, v)[0], spectral, [normal(4, 3), normal(4), normal(3)])


def column(x):
    return x[None, :, None, None]


def spectral(x, u, v):
    """As torch.nn.utils.spectral_norm: one step of the power method, without a derivative."""
    with torch.no_grad():
        u = F.normalize(x @ v, dim=0)
        v = F.normalize(x.T @ u, dim=0)
    return x / (u @ x @ v)


def image_operators():
    x, small = normal(2, 7, 6, 4), normal(2, 3, 5, 4)
    grid = RANDOM.uniform(-1.2, 1.2, (2, 5, 4, 2))
    rows = [
        ("adaptive_avg_pool", lambda x: nn.adaptive_avg_pool(x, (3, 4)), images(lambda x: F.adaptive_avg_pool2d(x, (3, 4))), [x]),
        ("adaptive_max_pool", lambda x: nn.adaptive_max_pool(x, (3, 4)), images(lambda x: F.adaptive_max_pool2d(x, (3, 4))), [x]),
        ("affine_grid", lambda t: nn.affine_grid(t, (5, 4)), lambda t: F.affine_grid(t, [2, 1, 5, 4], align_corners=False), [normal(2, 2, 3)]),
        ("channel_shuffle", lambda x: nn.channel_shuffle(x, 2), images(lambda x: x.unflatten(1, (2, 2)).transpose(1, 2).flatten(1, 2)), [x]),
        ("grid_sample", nn.grid_sample, lambda x, g: last(F.grid_sample(first(x), g, align_corners=False)), [x, grid]),
        ("grid_sample", lambda x, g: nn.grid_sample(x, g, "bicubic", "reflection"),
         lambda x, g: last(F.grid_sample(first(x), g, "bicubic", "reflection", align_corners=False)), [x, grid]),
        ("interpolate", lambda x: nn.interpolate(x, (9, 4), mode="bilinear"), images(lambda x: F.interpolate(x, (9, 4), mode="bilinear")), [x]),
        ("interpolate", lambda x: nn.interpolate(x, (9, 4), mode="bicubic", align_corners=True),
         images(lambda x: F.interpolate(x, (9, 4), mode="bicubic", align_corners=True)), [x]),
        ("interpolate", lambda x: nn.interpolate(x, scale_factor=2), images(lambda x: F.interpolate(x, scale_factor=2)), [x]),
        ("lp_pool", lambda x: nn.lp_pool(x, 3, (2, 2), 2), images(lambda x: F.lp_pool2d(x, 3, 2, 2)), [np.abs(x)]),
        ("max_pool_with_indices", lambda x: nn.max_pool_with_indices(x, (3, 2), 2),
         lambda x: [last(y) for y in F.max_pool2d_with_indices(first(x), (3, 2), 2)], [x]),
        ("pixel_shuffle", lambda x: nn.pixel_shuffle(x, 2), images(lambda x: F.pixel_shuffle(x, 2)), [x]),
        ("pixel_unshuffle", lambda x: nn.pixel_unshuffle(x, 2), images(lambda x: F.pixel_unshuffle(x, 2)), [x[:, :6]]),
        ("unfold", lambda x: nn.unfold(x, (2, 3)), lambda x: F.unfold(first(x), (2, 3)).transpose(1, 2), [x]),
        ("fold", lambda x: nn.fold(x, (4, 5), (2, 3)), lambda x: last(F.fold(x.transpose(1, 2), (4, 5), (2, 3))), [normal(2, 9, 12)]),
        ("reduce_window", lambda x: nn.avg_pool(x, (2, 3), 1), images(lambda x: F.avg_pool2d(x, (2, 3), 1)), [x]),
        ("window_extremum", lambda x: nn.max_pool(x, (2, 3), 2), images(lambda x: F.max_pool2d(x, (2, 3), 2)), [x]),
        ("fractional_max_pool", lambda x, s: nn.fractional_max_pool(x, (2, 2), (3, 3), ct.flip(s, -1)),
         lambda x, s: last(F.fractional_max_pool2d(first(x), 2, 3, _random_samples=s.detach())), [x, shares(2, 4, 2)]),
        ("conv_transpose", lambda x, k: nn.conv_transpose(x, k, 2, "VALID"),
         lambda x, k: last(F.conv_transpose2d(first(x), k.permute(2, 3, 0, 1), stride=2)), [small, normal(2, 3, 4, 3)]),
    ]
    yield from (Row(*row) for row in rows)
    where = np.array([[[[0], [8]], [[14], [23]]]])
    yield Row("max_unpool", lambda x, i: nn.max_unpool(x, i, (5, 5)), lambda x, i: last(F.max_unpool2d(first(x), first(i), 2, output_size=(5, 5))),
              [normal(1, 2, 2, 1), where])


def sequences():
    def layer(gates, inputs=3, units=4):
        return [normal(gates * units, inputs), normal(gates * units, units), normal(gates * units), normal(gates * units)]

    x, h, c = normal(5, 2, 3), normal(1, 2, 4), normal(1, 2, 4)
    flags = (True, 1, 0.0, False, False, False)
    yield Row("rnn", lambda x, h, *w: nn.rnn(x, h, w), lambda x, h, *w: torch._VF.rnn_tanh(x, h, w, *flags), [x, h, *layer(1)])
    yield Row("gru", lambda x, h, *w: nn.gru(x, h, w), lambda x, h, *w: torch._VF.gru(x, h, w, *flags), [x, h, *layer(3)])
    yield Row("lstm", lambda x, h, c, *w: nn.lstm(x, h, c, w), lambda x, h, c, *w: torch._VF.lstm(x, (h, c), w, *flags), [x, h, c, *layer(4)])
    yield Row("rnn_cell", nn.rnn_cell, torch._VF.rnn_tanh_cell, [x[0], h[0], *layer(1)])
    yield Row("gru_cell", nn.gru_cell, torch._VF.gru_cell, [x[0], h[0], *layer(3)])
    yield Row("lstm_cell", nn.lstm_cell, lambda x, h, c, *w: torch._VF.lstm_cell(x, (h, c), *w), [x[0], h[0], c[0], *layer(4)])
    q, k, v = normal(2, 5, 3, 4), normal(2, 6, 3, 4), normal(2, 6, 3, 4)
    yield Row("attention", nn.dot_product_attention, attention, [q, k, v])
    yield Row("cache_update", lambda x, u: nn.cache_update(x, u, 2), lambda x, u: torch.cat([x[:, :2], u, x[:, 4:]], 1), [normal(2, 6, 3), normal(2, 2, 3)])
    yield Row("rotary_embedding", lambda x: nn.rotary_embedding(x, np.arange(5)), rotary, [q])
    table, bags = normal(6, 3), np.array([0, 3, 4])
    yield Row("embedding", nn.embedding, F.embedding, [whole(6, 4, 2), table])
    yield Row("embedding_bag", lambda i, w, o: nn.embedding_bag(i, w, o, mode="mean"), lambda i, w, o: F.embedding_bag(i, w, o, mode="mean"),
              [whole(6, 7), table, bags])
    yield Row("bilinear", nn.bilinear, F.bilinear, [normal(4, 3), normal(4, 2), normal(5, 3, 2), normal(5)])


def attention(q, k, v):
    q, k, v = (x.transpose(1, 2) for x in (q, k, v))
    return (torch.softmax(q @ k.transpose(2, 3) / math.sqrt(q.shape[-1]), -1) @ v).transpose(1, 2)


def rotary(x):
    """Turned as complex numbers."""
    half = x.shape[-1] // 2
    angles = torch.outer(torch.arange(x.shape[1], dtype=x.dtype), 10000.0 ** (-torch.arange(half, dtype=x.dtype) / half))
    turned = torch.complex(x[..., :half], x[..., half:]) * torch.polar(torch.ones_like(angles), angles)[:, None]
    return torch.cat([turned.real, turned.imag], -1)


def arrays():
    x, mask = normal(4, 3), np.array([[True, False, True]] * 4)
    z = normal(4, 3) + 1j * normal(4, 3)
    rows = [
        ("angle", ct.angle, torch.angle, [z]), ("conj", ct.conj, torch.conj, [z]), ("real", ct.real, torch.real, [z]),
        ("imag", ct.imag, torch.imag, [z]), ("complex", ct.complex, torch.complex, [x, normal(4, 3)]),
        ("fft", ct.fft.fft, torch.fft.fft, [z]), ("ifft", ct.fft.ifft, torch.fft.ifft, [z]), ("rfft", ct.fft.rfft, torch.fft.rfft, [x]),
        ("irfft", ct.fft.irfft, torch.fft.irfft, [z]), ("kron", ct.kron, torch.kron, [x, normal(2, 2)]),
        ("det", ct.linalg.det, torch.linalg.det, [normal(3, 4, 4)]),
        ("eigvals", lambda x: ct.sort(ct.abs(ct.linalg.eigvals(x))), lambda x: torch.sort(torch.linalg.eigvals(x).abs()).values, [normal(4, 4)]),
        ("eigvalsh", lambda x: ct.linalg.eigvalsh(x + ct.matrix_transpose(x)), lambda x: torch.linalg.eigvalsh(x + x.mT), [normal(3, 4, 4)]),
        ("svdvals", ct.linalg.svdvals, torch.linalg.svdvals, [normal(3, 5, 4)]),
        ("cofactors", ct.grad(lambda x: ct.linalg.det(x)), lambda x: torch.linalg.det(x) * torch.linalg.inv(x).mT, [normal(3, 3)]),
        ("diag_embed", lambda x: ct.diag(x, 1), lambda x: torch.diag_embed(x, 1), [normal(4)]), ("diagonal", ct.diagonal, torch.diagonal, [x]),
        ("expand", lambda x: ct.broadcast_to(x, (5, 4, 3)), lambda x: x.expand(5, 4, 3), [x]),
        ("repeat_interleave", lambda x: ct.repeat(x, 3, 0), lambda x: torch.repeat_interleave(x, 3, 0), [x]),
        ("roll", lambda x: ct.roll(x, 2, 1), lambda x: torch.roll(x, 2, 1), [x]),
        ("tile", lambda x: ct.tile(x, (2, 3)), lambda x: torch.tile(x, (2, 3)), [x]),
        ("slice_assign", lambda x, y: ct.array(x).at[1:3].set(y), lambda x, y: torch.cat([x[:1], y, x[3:]]), [x, normal(2, 3)]),
        ("masked_fill", lambda x: ct.where(mask, 2.5, x), lambda x: x.masked_fill(torch.tensor(mask), 2.5), [x]),
        ("select_n", lambda i, x, y, z: ct.choose(i, [x, y, z]),
         lambda i, x, y, z: torch.stack([x, y, z]).gather(0, i[None])[0], [whole(3, 4, 3), x, normal(4, 3), normal(4, 3)]),
    ]
    yield from (Row(*row) for row in rows)
    yield Row("masked_select", lambda x: ct.array(x)[mask], lambda x: torch.masked_select(x, torch.tensor(mask)), [x], compiles=False)
    fixed = [
        ("allclose", ct.allclose, lambda x, y: torch.allclose(x, y), [x, x + 1e-9]), ("isclose", ct.isclose, torch.isclose, [x, x + 1e-9]),
        ("assign", ct.array, torch.clone, [x]), ("linspace", lambda x: ct.linspace(0.0, x[0, 0], 7), lambda x: torch.linspace(0, float(x[0, 0]), 7, dtype=x.dtype), [x]),
        ("one_hot", lambda i: nn.one_hot(i, 4, "int64"), lambda i: F.one_hot(i, 4), [whole(4, 3, 2)]),
        ("nonzero", lambda x: ct.argwhere(x > 0), lambda x: torch.nonzero(x > 0), [x]),
        ("unique", lambda x: ct.unique(x, return_inverse=True, return_counts=True), lambda x: torch.unique(x, return_inverse=True, return_counts=True), [whole(4, 9)]),
        ("rank", lambda x: ct.array(ct.ndim(x)), lambda x: torch.tensor(x.dim()), [x]), ("size", lambda x: ct.array(ct.size(x)), lambda x: torch.tensor(x.numel()), [x]),
    ]
    yield from (Row(*row, differentiable=False) for row in fixed)


def after_steps(kind, step, steps=3, matrix=False, **options):
    """x after some steps of an optimizer of PyTorch's, and of `step(x, g, t, kept)`."""
    shape = (3, 4) if matrix else (5,)
    x, gradients = normal(*shape), [normal(*shape) for _ in range(steps)]

    def theirs(x):
        x = torch.nn.Parameter(x.clone())
        optimizer = kind([x], lr=0.1, **options)
        for g in gradients:
            x.grad = torch.tensor(g)
            optimizer.step()
        return x.detach()

    def ours(x):
        kept = None
        for t, g in enumerate(gradients, start=1):
            x, *kept = step(x, g, t, kept)
        return x
    return ours, theirs, [x]


def optimizers():
    def with_state(update, count, takes_step=True, **options):
        def step(x, g, t, kept):
            kept = kept or [np.zeros_like(x)] * count
            return update(x, g, *kept, 0.1, *([t] if takes_step else []), **options)
        return step

    optim, decay = torch.optim, {"weight_decay": 0.05}
    known = [
        ("sgd_update", optim.SGD, with_state(nn.sgd_update, 1, False, momentum=0.9, dampening=0.0, **decay), dict(momentum=0.9, **decay)),
        ("adagrad_update", optim.Adagrad, with_state(nn.adagrad_update, 1, rate_decay=0.1, **decay), dict(lr_decay=0.1, **decay)),
        ("rmsprop_update", optim.RMSprop, lambda x, g, t, k: nn.rmsprop_update(x, g, *(k or [np.zeros_like(x)] * 3), 0.1, momentum=0.9, centered=True),
         dict(momentum=0.9, centered=True)),
        ("adadelta_update", optim.Adadelta, with_state(nn.adadelta_update, 2, False, **decay), decay),
        ("adam_update", optim.Adam, with_state(nn.adam_update, 2, **decay), decay),
        ("adamw_update", optim.AdamW, with_state(nn.adamw_update, 2, **decay), decay),
        ("adamax_update", optim.Adamax, with_state(nn.adamax_update, 2, **decay), decay),
        ("radam_update", optim.RAdam, with_state(nn.radam_update, 2), {}),
    ]
    for name, kind, step, options in known:
        yield Row(name, *after_steps(kind, step, **options), differentiable=False)
    for name, step, formula in (("lion_update", with_state(nn.lion_update, 1, False), lion), ("lamb_update", with_state(nn.lamb_update, 2), lamb),
                                ("nadam_update", first_of_nadam, nadam)):
        ours, _, inputs = after_steps(None, step)
        yield Row(name, lambda x, step=step: step(x, STEP, 1, None)[0], formula, inputs, differentiable=False)
    x, g = normal(3, 4), normal(3, 4)
    yield Row("adafactor_update", lambda x, g: nn.adafactor_update(x, g, np.zeros(3), np.zeros(4), 0.1, 1)[0], adafactor, [x, g], differentiable=False)


STEP = RANDOM.normal(size=5)


def first_of_nadam(x, g, t, kept):
    return nn.nadam_update(x, g, np.zeros_like(x), np.zeros_like(x), 0.1, t, 1.0)


def nadam(x):
    """Dozat, 2016, at step 1; PyTorch 1.13 takes a factor of the next product twice."""
    g, (now, after) = torch.tensor(STEP), (0.9 * (1 - 0.96 ** (t * 0.004) / 2) for t in (1, 2))
    direction = (1 - now) * g / (1 - now) + after * 0.1 * g / (1 - now * after)
    return x - 0.1 * direction / (g.abs() + 1e-8)


def lion(x):
    """Chen et al., 2023, from zero."""
    return x - 0.1 * torch.sign(0.1 * torch.tensor(STEP))


def lamb(x):
    """You et al., 2019, from zero: Adam's first step is the sign of the gradient."""
    g = torch.tensor(STEP)
    direction = g / (g.abs() + 1e-6)
    return x - 0.1 * x.norm() / direction.norm() * direction


def adafactor(x, g):
    """Shazeer and Stern, 2018, algorithm 4, at step 1."""
    square = g * g
    rows, columns = square.mean(1), square.mean(0)
    update = g / torch.sqrt(torch.outer(rows, columns) / rows.mean())
    update = update / torch.clamp(update.square().mean().sqrt(), min=1)
    return x - torch.clamp(x.square().mean().sqrt(), min=1e-3) * 0.1 * update


ROWS = [*elementwise(), *losses(), *normalizations(), *image_operators(), *sequences(), *arrays(), *optimizers()]
