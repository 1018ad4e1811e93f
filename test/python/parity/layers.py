"""Normalizations, similarities and embeddings, by their definitions."""

import numpy as np
import scipy.spatial.distance

from .losses import DTYPE
from .rows import CUBE, DOUBLES, FLOATS, INDEX, INTS, PROMOTED, VECTOR, X, Y, call, each, table

FUNCTIONS, of = table()
WEIGHT = DOUBLES.astype(np.float32)
PLACES = np.array([[2, 0], [1, 1]])


def normalized(x, axes, epsilon=1e-5):
    return (x - x.mean(axes, keepdims=True)) / np.sqrt(x.var(axes, keepdims=True) + epsilon)


def parameters(y, scale, bias, axis):
    shape = [1] * y.ndim
    shape[axis] = -1
    y = y if scale is None else y * scale.reshape(shape)
    return y if bias is None else y + bias.reshape(shape)


def group_norm(x, groups, scale=None, bias=None, axis=-1, epsilon=1e-5):
    y = np.moveaxis(x, axis, -1)
    y = y.reshape(*y.shape[:-1], groups, -1)
    axes = tuple(i for i in range(1, y.ndim) if i != y.ndim - 2)
    y = np.moveaxis(normalized(y, axes, epsilon).reshape(np.moveaxis(x, axis, -1).shape), -1, axis)
    return parameters(y, scale, bias, axis)


def instance_norm(x, scale=None, bias=None, axis=-1, epsilon=1e-5):
    axes = tuple(i for i in range(1, x.ndim) if i != axis % x.ndim)
    return parameters(normalized(x, axes, epsilon), scale, bias, axis)


def local_response_norm(x, size, alpha=1e-4, beta=0.75, k=1.0, axis=-1):
    y, squares = np.moveaxis(x, axis, -1), np.moveaxis(x, axis, -1) ** 2
    around = np.stack([squares[..., max(0, i - size // 2):i + (size - 1) // 2 + 1].sum(-1) for i in range(y.shape[-1])], -1)
    return np.moveaxis(y / (k + alpha / size * around) ** beta, -1, axis)


def norm(x, p, axis, keepdims=False):
    return np.linalg.norm(x, p, axis, keepdims)


def normalize(x, p=2.0, axis=-1, epsilon=1e-12):
    return x / np.maximum(norm(x, p, axis, True), epsilon)


def weight_norm(v, g, axis=0):
    others = tuple(i for i in range(v.ndim) if i != axis)
    shape = [1] * v.ndim
    shape[axis] = -1
    return g.reshape(shape) * v / np.sqrt((v * v).sum(others, keepdims=True))


def spectral_norm(x, u, v, iterations=1, epsilon=1e-12):
    for _ in range(iterations):
        u = normalize(x @ v, epsilon=epsilon)
        v = normalize(x.T @ u, epsilon=epsilon)
    return x / (u @ x @ v), u, v


def cosine_similarity(x, y, axis=-1, epsilon=1e-8):
    x, y = np.broadcast_arrays(x, y)
    sizes = np.maximum(norm(x, 2, axis), epsilon) * np.maximum(norm(y, 2, axis), epsilon)
    return (x * y).sum(axis) / sizes


def cdist(x, y, p=2.0):
    return norm(x[..., :, None, :] - y[..., None, :, :], p, -1)


def pdist(x, p=2.0):
    return scipy.spatial.distance.pdist(x, "minkowski", p=p)


def embedding(indices, weight, padding_idx=None, max_norm=None, norm_type=2.0):
    rows = weight[indices]
    if max_norm is None:
        return rows
    return rows * np.minimum(1, max_norm / norm(rows, norm_type, -1, True))


def embedding_bag(indices, weight, offsets=None, per_sample_weights=None, mode="mean"):
    rows = weight[indices]
    if per_sample_weights is not None:
        rows = rows * per_sample_weights[..., None]
    bags = list(rows) if offsets is None else np.split(rows, offsets[1:])
    combine = {"mean": np.mean, "sum": np.sum, "max": np.max}[mode]
    return np.stack([combine(bag, 0) if len(bag) else np.zeros(weight.shape[1]) for bag in bags])


def bilinear(x, y, weight, bias=None):
    z = np.einsum("...i,kij,...j->...k", x, weight, y)
    return z if bias is None else z + bias


def mode(x, axis=-1, keepdims=False):
    def one(line):
        values, counts = np.unique(line, return_counts=True)
        value = values[counts.argmax()]
        return np.array([value, np.flatnonzero(line == value)[-1]], object)

    both = np.apply_along_axis(one, axis, x.astype(object))
    results = np.take(both, 0, axis).astype(x.dtype), np.take(both, 1, axis).astype(np.int64)
    return tuple(np.expand_dims(y, axis) for y in results) if keepdims else results


of("nn.group_norm", group_norm, call(X, 2), call(CUBE, 2, X[0], Y[0], epsilon=1e-3), call(CUBE, 3, axis=1),
   call(CUBE, 1, None, X[:, 0], 1), call(INTS, 2), dtype=DTYPE, tolerance=16)
of("nn.instance_norm", instance_norm, call(CUBE), call(CUBE, X[0], Y[0]), call(CUBE, axis=1, epsilon=1e-3),
   call(CUBE, X[:, 0], axis=1), dtype=DTYPE, tolerance=16)
of("nn.local_response_norm", local_response_norm, call(X, 3), call(CUBE, 2, 0.5, 0.5, 2.0, 1), call(X, 9, alpha=1.0),
   call(INTS, 1), dtype=DTYPE, tolerance=8)
of("nn.normalize", normalize, call(X), call(CUBE, 1.0, 1), call(DOUBLES, np.inf, axis=0), call(X, 3.0), call(INTS),
   dtype=DTYPE, tolerance=8)
of("nn.weight_norm", weight_norm, call(X, Y[:, 0]), call(CUBE, Y[:, 0], 1), call(DOUBLES, Y[0], axis=1), dtype=DTYPE,
   tolerance=8)
of("nn.spectral_norm", spectral_norm, call(X, Y[:, 0], Y[0], grad="what finds u and v has none"),
   call(X, Y[:, 0], Y[0], 0), call(DOUBLES, Y[:, 0], Y[0], iterations=20, grad="as above"),
   dtype=each(DTYPE, DTYPE, DTYPE), tolerance=16)
of("nn.cosine_similarity", cosine_similarity, call(X, Y), call(X, Y[0]), call(CUBE, Y, 0), call(INTS, X), dtype=DTYPE,
   tolerance=8)
of("nn.pairwise_distance", lambda x, y, p=2.0, epsilon=1e-6, keepdims=False: norm(x - y + epsilon, p, -1, keepdims),
   call(X, Y), call(X, Y[0], 1.0, 0.0), call(X, Y, 3.0, keepdims=True), call(X, Y, np.inf), dtype=DTYPE, tolerance=8)
of("nn.cdist", cdist, call(X, Y), call(CUBE, CUBE[:, :1]), call(X, Y, 1.0), call(X, Y, p=np.inf), call(X, Y, 3.0),
   call(X, DOUBLES[:2]), call(INTS, X, 0.0, grad="it counts"), dtype=DTYPE, tolerance=8)
of("nn.pdist", pdist, call(X), call(X, 1.0), call(DOUBLES, p=3.0), call(INTS), dtype=lambda x, *rest: FLOATS(x), tolerance=8)
of("nn.embedding", embedding, call(PLACES, WEIGHT), call(PLACES, WEIGHT, max_norm=0.75),
   call(np.int8([0, 2]), DOUBLES, 1, 0.5, 1.0, grad="row 1 has none"), dtype=DTYPE, tolerance=4)
of("nn.embedding_bag", embedding_bag, call(PLACES, WEIGHT), call(np.array([2, 0, 1, 1]), WEIGHT, np.array([0, 1, 1]), vmap="offsets stay"),
   call(np.array([2, 0, 1, 1]), WEIGHT, np.array([0, 3]), VECTOR[:4], "sum", vmap="offsets stay"),
   call(np.array([2, 0, 1, 1]), WEIGHT, np.array([0, 3]), mode="max", vmap="offsets stay"),
   call(PLACES, WEIGHT, mode="max"), dtype=DTYPE, tolerance=4)
of("nn.bilinear", bilinear, call(X, CUBE[0, :, :2], np.float32(DOUBLES.reshape(-1)[:8]).reshape(1, 4, 2)),
   call(X[0], Y[0], np.stack([np.outer(X[0], Y[0]), np.outer(Y[1], X[1])]), np.float32([0.5, -1])), dtype=DTYPE, tolerance=16)
of("lerp", lambda x, y, weight: x + weight * (y - x), call(X, Y, DOUBLES), call(X, Y[0], 0.25), call(INTS, X, 2), dtype=FLOATS,
   tolerance=4)
of("mode", mode, call(INTS % 3), call(INTS % 2, 0), call(np.round(X), axis=1, keepdims=True), dtype=each(PROMOTED, INDEX),
   grad="rounded numbers are equal")
