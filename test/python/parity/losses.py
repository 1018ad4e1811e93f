"""Losses, by their definitions."""

import numpy as np
import scipy.special

from .rows import DOUBLES, INTS, MASK, NUMBER, POSITIVE, UNIT, X, Y, _promoted, arrays_in, call, table

FUNCTIONS, of = table()
LABELS = np.array([2, 0, 3])
SIGNS = np.where(Y > 0, np.float32(1), np.float32(-1))
SHARES = POSITIVE / 3.01


def DTYPE(*args):
    """Of numbers: labels, and how a loss is reduced, say nothing."""
    floats = [x for x in arrays_in(list(args)) if x.dtype.kind == "f"]
    return _promoted(floats) if floats else np.dtype(np.float32)


def reduced(losses, reduction="mean"):
    return {"none": lambda x: x, "mean": np.mean, "sum": np.sum}[reduction](losses)


def loss(name, each, *calls, reduction="mean", **options):
    """`each` gives the losses; the first call is checked with each reduction."""
    def reference(*args, reduction=reduction, **keywords):
        return reduced(each(*args, **keywords), reduction)

    first = calls[0]
    ways = [call(*first.args, reduction=way) for way in ("none", "mean", "sum")]
    of("nn." + name, reference, *calls, *ways, dtype=DTYPE, tolerance=8, **options)


def huber(x, y, delta=1.0):
    return scipy.special.huber(delta, x - y)


def smooth_l1(x, y, beta=1.0):
    return scipy.special.huber(beta, x - y) / beta if beta else np.abs(x - y)


def entropy(x, y, weight=None, pos_weight=None):
    """Of logits."""
    losses = -((1 if pos_weight is None else pos_weight) * y * scipy.special.log_expit(x)
               + (1 - y) * scipy.special.log_expit(-x))
    return losses if weight is None else weight * losses


def binary(x, y, weight=None):
    with np.errstate(all="ignore"):
        losses = -(y * np.maximum(np.log(x), -100) + (1 - y) * np.maximum(np.log1p(-x), -100))
    return losses if weight is None else weight * losses


def focal(x, y, alpha=0.25, gamma=2.0):
    p = scipy.special.expit(x)
    losses = entropy(x, y) * (1 - y * p - (1 - y) * (1 - p)) ** gamma
    return losses if alpha < 0 else (alpha * y + (1 - alpha) * (1 - y)) * losses


def poisson(x, y, log_input=True, full=False, epsilon=1e-8):
    losses = np.exp(x) - x * y if log_input else x - y * np.log(x + epsilon)
    with np.errstate(all="ignore"):
        stirling = y * np.log(y) - y + np.log(2 * np.pi * y) / 2
    return losses + np.where(y > 1, stirling, 0) if full else losses


def gaussian(x, y, variance, full=False, epsilon=1e-6):
    variance = np.maximum(variance, epsilon)
    return (np.log(variance) + (x - y) ** 2 / variance + (np.log(2 * np.pi) if full else 0)) / 2


def kl_div(x, y, log_target=False, reduction="mean"):
    losses = np.exp(y) * (y - x) if log_target else scipy.special.xlogy(y, y) - y * x
    return losses.sum() / len(losses) if reduction == "batchmean" else reduced(losses, reduction)


def dice(x, y, epsilon=1e-5):
    rest = tuple(range(1, x.ndim))
    return 1 - 2 * (x * y).sum(rest) / (x.sum(rest) + y.sum(rest) + epsilon)


def cosine_embedding(x, other, y, margin=0.0):
    cosine = (x * other).sum(-1) / np.sqrt(((x * x).sum(-1) + 1e-12) * ((other * other).sum(-1) + 1e-12))
    return np.where(y == 1, 1 - cosine, np.where(y == -1, np.maximum(cosine - margin, 0), 0))


def triplet(x, positive, negative, margin=1.0, p=2, epsilon=1e-6, swap=False):
    def distance(a, b):
        return np.linalg.norm(np.broadcast_to(a - b + epsilon, x.shape), p, -1)

    far = distance(x, negative)
    far = np.minimum(far, distance(positive, negative)) if swap else far
    return np.maximum(distance(x, positive) - far + margin, 0)


def multi_margin(x, labels, weight=None, p=1, margin=1.0):
    losses = []
    for row, label in zip(x, labels):
        others = np.delete(row, label)
        factor = 1 if weight is None else weight[label]
        losses.append(factor * (np.maximum(margin - row[label] + others, 0) ** p).sum() / row.size)
    return np.array(losses)


def multilabel_margin(x, labels):
    losses = []
    for row, given in zip(x, labels):
        right = list(given[:list(given).index(-1)]) if -1 in given else list(given)
        others = [i for i in range(row.size) if i not in right]
        losses.append(sum(max(0, 1 - row[j] + row[i]) for j in set(right) for i in others) / row.size)
    return np.array(losses)


loss("mse", lambda x, y: (x - y) ** 2, call(X, Y), call(X, 2.0), call(DOUBLES, Y[0]), call(INTS, 1))
loss("l1_loss", lambda x, y: np.abs(x - y), call(X, Y), call(X, 2.0), call(INTS, 1))
loss("huber", huber, call(X, Y), call(X, Y, 0.5), call(INTS, NUMBER, delta=3))
loss("smooth_l1_loss", smooth_l1, call(X, Y), call(X, Y, 0.5), call(X, Y, beta=0.0))
loss("log_cosh", lambda x, y: np.log(np.cosh(x - y)), call(X, Y), call(DOUBLES, 0.5))
loss("poisson_nll_loss", poisson, call(X, POSITIVE), call(POSITIVE, POSITIVE, False), call(X, POSITIVE, full=True))
loss("gaussian_nll_loss", gaussian, call(X, Y, POSITIVE), call(X, Y, 0.5, full=True), call(X, Y, POSITIVE, epsilon=1.0))
loss("binary_cross_entropy", binary, call(SHARES, UNIT), call(SHARES, MASK), call(SHARES, UNIT, weight=POSITIVE),
     call(np.float32([0, 0, 1, 1]), np.float32([0, 1, 0, 1]), grad="it is cut off"))
loss("binary_cross_entropy_with_logits", entropy, call(X, UNIT), call(X, UNIT, Y[0]), call(X, MASK, None, POSITIVE),
     call(100 * X, UNIT, pos_weight=2.0))
loss("sigmoid_focal_loss", focal, call(X, SHARES), call(X, SHARES, -1.0, 1.5), reduction="none")
loss("dice_loss", dice, call(SHARES, SHARES[::-1]), call(SHARES, MASK, 0.5))
of("nn.kl_div", kl_div, call(X, POSITIVE), call(X, Y, True), call(X, POSITIVE, reduction="batchmean"),
   call(X, POSITIVE, reduction="none"), call(X, np.float32([0, 1, 0, 0.5]), grad="infinite at 0"), dtype=DTYPE, tolerance=8)
loss("hinge_loss", lambda x, y: np.maximum(1 - x * y, 0), call(X, SIGNS))
loss("squared_hinge_loss", lambda x, y: np.maximum(1 - x * y, 0) ** 2, call(X, SIGNS))
loss("hinge_embedding_loss", lambda x, y, margin=1.0: np.where(y == 1, x, np.maximum(margin - x, 0)), call(POSITIVE, SIGNS),
     call(POSITIVE, SIGNS, 2.0), grad="y is no number to be moved")
loss("soft_margin_loss", lambda x, y: np.log1p(np.exp(-x * y)), call(X, SIGNS))
loss("margin_ranking_loss", lambda x, other, y, margin=0.0: np.maximum(margin - y * (x - other), 0), call(X, Y, SIGNS),
     call(X, Y, 1.0, 0.25))
loss("cosine_embedding_loss", cosine_embedding, call(X, Y, SIGNS[:, 0]), call(X, Y, SIGNS[:, 0], 0.25),
     grad="y is no number to be moved")
loss("triplet_margin_loss", triplet, call(X, Y, DOUBLES), call(X, Y, DOUBLES, 2.0, 1.0, 0.0, True))
loss("multi_margin_loss", multi_margin, call(X, LABELS), call(X, LABELS, Y[0]), call(X, LABELS, None, 2, 0.5))
loss("multilabel_margin_loss", multilabel_margin, call(X, np.array([[3, 0, -1, 1], [-1, 0, 0, 0], [0, 1, 2, 3]])))
loss("multilabel_soft_margin_loss", lambda x, y, weight=None: entropy(x, y, weight).mean(-1), call(X, UNIT),
     call(X, MASK, POSITIVE[0]))
of("nn.softmax_cross_entropy", lambda x, y, axis=-1: -(y * scipy.special.log_softmax(x, axis)).sum(axis), call(X, SHARES),
   call(X, SHARES, 0), call(DOUBLES, SHARES[0]), dtype=DTYPE, tolerance=8)
